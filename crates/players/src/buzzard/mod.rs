//! Players that know the buzzard.

mod bias;
mod encode;
mod exact;
mod labels;
mod simple;

pub use bias::{next_bias, pot_bias};
pub use encode::{BidIds, BuzzardRow};
pub use exact::{Exact, ExactOptions, built_in, setting, utility};
pub use labels::{BuzzardEvents, BuzzardTruth};
pub use simple::{Greedy, MatchPrize};
