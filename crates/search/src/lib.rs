//! Algorithms that choose actions in any game of the table; none of them names one.
//!
//! * [`decoupled`] thinks about turns in which seats choose at once: each keeps statistics of its own.
//! * [`ismcts`] thinks over imagined worlds, one tree a seat.
//! * [`pimc`] searches each imagined world as if it were the truth, and lets them decide together.
//! * [`lookahead`] searches some rounds of a game for two and believes given values behind them; each round is a matrix game.
//! * [`flat`] tries every action equally often, [`halving`] the better ones longer.
//! * [`exact`] enumerates small games: values, best responses, CFR+; [`matrix`] solves one zero-sum matrix.
//!
//! A [`Searcher`] makes a player of each: it has the belief, how a game is finished ([`playout`]), what is aimed for
//! ([`reward`]) and when to stop ([`Budget`]), and an [`Algorithm`] thinks with them.
#![warn(missing_docs)]

mod arena;
mod bandit;
mod budget;
pub mod decoupled;
pub mod exact;
pub mod flat;
pub mod halving;
pub mod ismcts;
pub mod lookahead;
pub mod matrix;
pub mod pimc;
pub mod playout;
pub mod reward;
mod searcher;

pub use bandit::Bandit;
pub use budget::{Budget, Limit};
pub use decoupled::Decoupled;
pub use flat::Flat;
pub use halving::{Halving, HalvingRule, Narrow};
pub use ismcts::Ismcts;
pub use lookahead::{Horizon, LeafValues, Lookahead};
pub use pimc::{Pimc, PimcRule, Poll};
pub use reward::{Scale, ScaleFor};
pub use searcher::{Algorithm, Prepare, Searcher, Task};
pub use table::Thought;
