//! The pieces: ranked cards in two suits.

use serde::Serialize;

/// A card. Suits are told apart but do not count.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
pub struct Card {
    pub(super) rank: u8,
    pub(super) suit: u8,
}

/// The letters of the ranks, lowest first.
pub(super) const LETTERS: &str = "JQK";

/// The number of cards there are of a rank.
pub(super) const SUITS: u8 = 2;

impl Card {
    /// Its rank: 0 is the jack, 2 the king.
    pub fn rank(self) -> usize {
        usize::from(self.rank)
    }

    /// The six cards, lowest first.
    pub(super) fn deck() -> impl Iterator<Item = Card> {
        let ranks = 0..LETTERS.len() as u8;
        ranks.flat_map(|rank| (0..SUITS).map(move |suit| Card { rank, suit }))
    }
}
