//! The pieces: ranked cards.

use serde::Serialize;

/// A card; a higher rank wins.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
pub struct Card(pub(super) u8);

/// The letters of the ranks, lowest first.
pub(super) const LETTERS: &str = "JQKA";

impl Card {
    /// Jack, queen, king and, at a table for three, ace: lowest first.
    pub const ALL: [Card; 4] = [Card(0), Card(1), Card(2), Card(3)];

    /// Its place among [`Card::ALL`].
    pub fn rank(self) -> usize {
        usize::from(self.0)
    }

    /// The ranks of a deck for this many seats, lowest first: one more than seats.
    pub fn deck(seats: usize) -> impl Iterator<Item = Card> {
        (0..=seats as u8).map(Card)
    }
}
