//! What experiments measure in the buzzard: bids, and what a best response earns.

mod bids;

pub(crate) use bids::KINDS;
