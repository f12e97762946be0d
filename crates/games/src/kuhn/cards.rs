//! The pieces: ranked cards, two actions, the deal.

use serde::Serialize;
use table::Seat;

/// A card; a higher rank wins.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
pub struct Card(pub(super) u8);

/// The letters of the ranks, lowest first.
pub(super) const LETTERS: &str = "JQKA";

impl Card {
    /// The ranks of a deck for this many seats, lowest first: one more than seats.
    pub(super) fn deck(seats: usize) -> impl Iterator<Item = Card> {
        (0..=seats as u8).map(Card)
    }
}

/// What a seat can do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
pub enum Action {
    /// Check, or give up once somebody has bet.
    Pass,
    /// Bet 1, or call.
    Bet,
}

/// A seat is dealt a card.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Deal(pub Seat, pub Card);
