//! What one seat knows: its hand, and what it gave and was given.

use serde::Serialize;

use super::cards::CardSet;

/// What a seat knows besides.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct Private {
    /// The cards it holds.
    pub hand: CardSet,
    /// The cards it gave away before play began.
    pub gave: CardSet,
    /// The cards it was given, if it can tell them: the rich cannot.
    pub received: CardSet,
}
