//! The options of the game, and what they say about the table.

use serde::Serialize;

use super::{Bag, Board, Cell, Gold};
use crate::text::words;

words! {
    /// How far the board reaches.
    Extent, "a board" {
        /// In all directions, without limit.
        Open = "open",
        /// Seven rows, and one column beyond the start and the goals: 7 x 11.
        Papers = "papers",
    }
}

words! {
    /// What the game is played for.
    Score, "a score" {
        /// Nuggets of gold.
        Gold = "gold",
        /// Rounds on the winning side; no gold is handed out.
        Win = "win",
    }
}

/// The options of the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Rules {
    /// How many sit at the table, 3 to 10.
    pub seats: u8,
    /// How far the board reaches.
    pub board: Extent,
    /// How many rounds are played, 1 to 3.
    pub rounds: u8,
    /// How many saboteurs there are; none: roles are drawn, and one role card stays out.
    pub saboteurs: Option<u8>,
    /// Whether one says something after looking at a goal.
    pub talk: bool,
    /// What the game is played for.
    pub score: Score,
    /// How many cards everybody holds; none: as many as the rules say for these seats.
    pub hand: Option<u8>,
    /// Columns from the start to the goals, 2 to 8.
    pub distance: u8,
    /// The cards of the deck.
    pub deck: Bag,
    /// The gold cards of the box.
    pub gold: Gold,
}

/// Most rounds of a game, and most saboteurs of a round.
pub(super) const MOST_ROUNDS: usize = 3;
pub(super) const MOST_SABOTEURS: usize = 4;

impl Rules {
    /// How many cards everybody holds.
    pub const fn hand_size(&self) -> u8 {
        match (self.hand, self.seats) {
            (Some(size), _) => size,
            (None, ..=5) => 6,
            (None, 6..=7) => 5,
            (None, _) => 4,
        }
    }

    /// The role cards that are shuffled: saboteurs and diggers. With drawn roles there is one more than seats.
    pub const fn role_cards(&self) -> (u8, u8) {
        match (self.saboteurs, self.seats) {
            (Some(saboteurs), seats) => (saboteurs, seats - saboteurs),
            (None, seats @ ..=4) => (1, seats),
            (None, seats @ 5..=6) => (2, seats - 1),
            (None, seats @ 7..=9) => (3, seats - 2),
            (None, seats) => (4, seats - 3),
        }
    }

    /// How many gold cards the diggers share when they have won.
    pub const fn bundle_size(&self) -> u8 {
        if self.seats > 9 { 9 } else { self.seats }
    }

    /// What each of so many saboteurs gets when they have won.
    pub const fn reward(&self, saboteurs: usize) -> u8 {
        match saboteurs {
            1 => 4,
            2 | 3 => 3,
            _ => 2,
        }
    }

    /// The board before the first card.
    pub fn new_board(&self) -> Board {
        Board::new(Cell::START.x + self.distance as i8, self.board == Extent::Papers)
    }
}
