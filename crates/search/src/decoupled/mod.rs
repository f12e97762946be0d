//! Monte Carlo tree search where seats choose at once: each has statistics of its own over its own actions.
//!
//! A node is a state in which the seats of one turn choose, before the first commit; the joint choice, and
//! what chance then decides, lead to the child. How a seat chooses, what it learns from a reward and what it
//! finally plays is a [`Select`]:
//!
//! | rule | selection | plays |
//! | --- | --- | --- |
//! | [`Uct::basic`] | arg-max of UCB1 | the action visited most |
//! | [`Uct::mix`] | in proportion to UCB1 | in proportion to visits |
//! | [`UctChance`] | UCB1 and a bias that knows the game | as the [`Uct`] in it |
//! | [`Uct::duct_mix`] | arg-max of UCB1 | in proportion to visits |
//! | [`Rm`] | regret matching | the average strategy |
//! | [`Exp3`] | exponential weights | the average strategy |
//!
//! The first three are the players of a paper on simultaneous bids; the others are known from the literature
//! (Lanctot, Lisý, Winands 2013; Tak, Lanctot, Winands 2014). UCB1 finds what beats the players it imagines,
//! and can be exploited by one who knows; regret matching comes near an equilibrium of two seats.

mod algorithm;
mod exp3;
mod rm;
mod select;
mod tree;
mod uct;

pub use algorithm::Decoupled;
pub(crate) use algorithm::reorder;
pub use exp3::{Exp3, Exp3Arm};
pub use rm::{Rm, RmArm};
pub use select::{Lesson, Others, Pick, Select};
pub(crate) use tree::{Question, Tree};
pub use uct::{Bias, FinalChoice, Selection, Uct, UctArm, UctChance};
