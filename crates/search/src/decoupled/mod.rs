//! Monte Carlo tree search where seats choose at once: each has statistics of its own over its own actions.
//!
//! A node is a state in which the seats of one turn choose, before the first commit; the joint choice, and
//! what luck then decides, lead to the child. How a seat chooses, what it learns from a reward and what it
//! finally plays is a [`Select`]:
//!
//! | rule | selection | plays |
//! | --- | --- | --- |
//! | [`Uct::basic`] | arg-max of UCB1 | the action visited most |
//! | [`Uct::mix`] | in proportion to UCB1 | in proportion to visits |
//! | [`UctChance`] | UCB1 and a bias of the game | as `Uct` |
//! | [`Uct::duct_mix`] | arg-max of UCB1 | in proportion to visits |
//!
//! The first three are the players of the paper; the others are known from the literature (Lanctot, Lisý,
//! Winands 2013; Tak, Lanctot, Winands 2014).

mod exp3;
mod rm;
mod searcher;
mod select;
mod tree;
mod uct;

pub use exp3::{Exp3, Exp3Arm};
pub use rm::{Rm, RmArm};
pub use searcher::Decoupled;
pub use select::{Lesson, Others, Pick, Select};
pub(crate) use tree::{Question, Tree};
pub use uct::{Bias, Play, Selection, Uct, UctArm, UctChance};
