//! Exact answers for small games: what a policy earns, what the best answer to it earns, what an equilibrium is.
//!
//! [`Tree::build`] lays the whole game out once. A [`Policy`] says how every seat plays in every information set;
//! the tree tells its [values](Tree::values), the [best response](Tree::best_response) of a seat to it, and how
//! far it is from an equilibrium ([`Tree::nash_conv`], [`Tree::exploitability`]). [`CfrPlus`] approaches one.
//!
//! Any number of seats can sit at the table. Seats that choose at once are put one after the other in seat order,
//! and none of them learns what the ones before it chose: an information set is everything its seat had
//! [seen](table::Game::Seen) when the turn began.

mod build;
mod cfr;
mod policy;
mod respond;
mod tree;

pub use cfr::CfrPlus;
pub use policy::{Opaque, Policy};
pub use respond::Response;
pub use tree::{InfoSet, InfoSetId, NodeId, Stakes, TooLarge, Tree, TreeNode};
