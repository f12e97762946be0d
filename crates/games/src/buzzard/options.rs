//! The options of the game.

use serde::Serialize;
use table::{Number, OptionRow, Preset, Word};

use super::cards::{MOST_CARDS, PrizeSet};
use crate::text::words;

/// The options of the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Rules {
    /// The number of players at the table, 2 to 6.
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
        /// The seat's total minus the mean of the others' totals.
        Points = "points",
        /// The share of the win.
        Win = "win",
    }
}

impl Rules {
    /// The game as it is sold.
    pub(super) const fn default_for(seats: usize) -> Rules {
        Rules {
            seats: seats as u8,
            cards: MOST_CARDS,
            prizes: Prizes::Buzzard,
            ties: Ties::Cancel,
            pot: Pot::Carry,
            utility: Utility::Points,
        }
    }

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

pub(super) const OPTIONS: &[OptionRow<Rules>] = &[
    OptionRow {
        key: "cards",
        about: "bids in a hand, and prizes",
        value: &Number { from: 2, to: MOST_CARDS, field: |rules: &mut Rules| &mut rules.cards },
    },
    OptionRow {
        key: "prizes",
        about: "`both` mice and vultures, or `mice` only",
        value: &Word { words: &Prizes::WORDS, field: |rules: &mut Rules| &mut rules.prizes },
    },
    OptionRow {
        key: "ties",
        about: "equal bids `cancel`, and the next unique one counts; or a tie for the best `discard`s the pot",
        value: &Word { words: &Ties::WORDS, field: |rules: &mut Rules| &mut rules.ties },
    },
    OptionRow {
        key: "pot",
        about: "a pot nobody takes: `carry` it, or `discard` it",
        value: &Word { words: &Pot::WORDS, field: |rules: &mut Rules| &mut rules.pot },
    },
    OptionRow {
        key: "utility",
        about: "play for `points` above the others' mean, or for the `win`",
        value: &Word { words: &Utility::WORDS, field: |rules: &mut Rules| &mut rules.utility },
    },
];

pub(super) const PRESETS: &[Preset] = &[Preset {
    name: "goofspiel",
    spec: "buzzard(cards=13,prizes=mice,ties=discard,pot=discard)",
    about: "the classic: mice only, and a tie for the highest bid loses the prize",
}];
