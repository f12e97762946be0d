//! What one seat knows: its card.

use serde::Serialize;

use super::cards::Card;

/// What a seat knows besides.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Private {
    /// The card, once dealt.
    pub card: Option<Card>,
}
