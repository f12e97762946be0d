//! What one seat knows: the bid in its envelope.

use serde::Serialize;

use super::cards::Bid;

/// What a seat knows besides.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Private {
    /// The bid it has committed and nobody has seen yet.
    pub bid: Option<Bid>,
}
