//! Players that know the buzzard.

mod bias;
mod encode;
mod exact;
mod labels;
mod simple;

pub use bias::{next_bias, pot_bias};
pub use encode::{BidIds, BuzzardRow};
pub use exact::{Exact, built_in, setting};
pub use labels::{BuzzardEvents, BuzzardTruth};
pub use simple::{Greedy, MatchPrize};
