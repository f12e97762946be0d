//! The options of the game.

use serde::Serialize;

use super::cards::PrizeSet;
use crate::text::words;

/// The options of the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Rules {
    /// How many sit at the table, 2 to 6.
    pub seats: u8,
    /// How many bids everybody has, and how many prizes there are, 2 to 15.
    pub cards: u8,
    /// What can be won.
    pub prizes: Prizes,
    /// What equal bids do.
    pub ties: Ties,
    /// What happens to a pot that nobody takes.
    pub pot: Pot,
    /// What the game is played for.
    pub utility: Utility,
}

words! {
    /// What can be won.
    Prizes, "what can be won" {
        /// Mice and vultures: of N prizes a third, rounded, are vultures.
        Buzzard = "both",
        /// Mice only.
        Mice = "mice",
    }
}

words! {
    /// What equal bids do.
    Ties, "a rule for ties" {
        /// They cancel each other, and the next unique bid counts.
        Cancel = "cancel",
        /// Where the best bid is made by several, nobody takes the pot.
        Discard = "discard",
    }
}

words! {
    /// What happens to a pot that nobody takes.
    Pot, "a rule for the pot" {
        /// It waits, and the next prize is added to it.
        Carry = "carry",
        /// It is lost.
        Discard = "discard",
    }
}

words! {
    /// What the game is played for.
    Utility, "a utility" {
        /// The own total less the mean of the others' totals.
        Points = "points",
        /// The share of the win.
        Win = "win",
    }
}

impl Rules {
    /// The prizes in the bag before the first round.
    pub fn all_prizes(&self) -> PrizeSet {
        let cards = self.cards as i8;
        match self.prizes {
            Prizes::Mice => PrizeSet::range(1, cards),
            // A third of the cards, rounded to the nearest, are vultures.
            Prizes::Buzzard => PrizeSet::range(-((cards + 1) / 3), cards - (cards + 1) / 3),
        }
    }
}
