//! The options of the game, and what they say about the table.

use serde::Serialize;
use table::{Number, NumberOr, OptionRow, Preset, SpecError, Text, Word};

use super::{Board, Card, CardBag, Cell, Gold};
use crate::text::{list, words};

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
    /// The number of players at the table, 3 to 10.
    pub seats: u8,
    /// How far the board reaches.
    pub board: Extent,
    /// How many rounds are played, 1 to 3.
    pub rounds: u8,
    /// The number of saboteurs there are; none: roles are drawn, and one role card stays out.
    pub saboteurs: Option<u8>,
    /// Whether one says something after looking at a goal.
    pub talk: bool,
    /// What the game is played for.
    pub score: Score,
    /// The number of cards everybody holds; none: as many as the rules say for these seats.
    pub hand: Option<u8>,
    /// Columns from the start to the goals, 2 to 8.
    pub distance: u8,
    /// The cards of the deck.
    pub deck: CardBag,
    /// The gold cards of the box.
    pub gold: Gold,
}

/// Most rounds of a game, and most saboteurs of a round.
pub(super) const MOST_ROUNDS: usize = 3;
pub(super) const MOST_SABOTEURS: usize = 4;

impl Rules {
    /// The game as it is sold.
    pub(super) const fn default_for(seats: usize) -> Rules {
        Rules {
            seats: seats as u8,
            board: Extent::Open,
            rounds: MOST_ROUNDS as u8,
            saboteurs: None,
            talk: false,
            score: Score::Gold,
            hand: None,
            distance: 8,
            deck: CardBag::DECK,
            gold: Gold::BOX,
        }
    }

    /// Whether these seats, roles and cards go together.
    pub(super) fn check(&self) -> Result<(), SpecError> {
        let (seats, needed) = (self.seats, usize::from(self.seats * self.hand_size()));
        match self.saboteurs {
            Some(saboteurs) if saboteurs >= seats => Err(SpecError::bad(format!(
                "saboteur: of {seats} seats at most {} can be saboteurs",
                seats - 1
            ))),
            _ if self.deck.len() < needed => Err(SpecError::bad(format!(
                "saboteur: {seats} hands of {} cards need {needed} cards; the deck has {}",
                self.hand_size(),
                self.deck.len()
            ))),
            _ => Ok(()),
        }
    }

    /// The number of cards everybody holds.
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

    /// The reward of each of this many saboteurs when they have won.
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

/// Cards with their numbers: `3UD+map`.
fn read_deck(text: &str) -> Option<CardBag> {
    let mut deck = CardBag::EMPTY;
    for part in text.split('+') {
        let name = part.trim_start_matches(|c: char| c.is_ascii_digit());
        let (count, card) = (&part[..part.len() - name.len()], name.parse::<Card>().ok()?);
        for _ in 0..if count.is_empty() { 1 } else { count.parse::<u8>().ok()? } {
            deck = deck.try_with(card)?;
        }
    }
    Some(deck)
}

fn write_deck(deck: CardBag) -> String {
    let count = |card| if deck.count(card) == 1 { String::new() } else { deck.count(card).to_string() };
    list(deck.kinds().map(|card| format!("{}{card}", count(card))), "+")
}

/// Gold cards by what they are worth: `16/8/4`.
fn read_gold(text: &str) -> Option<Gold> {
    let counts: Vec<u8> = text.split('/').map(|count| count.parse().ok()).collect::<Option<_>>()?;
    let gold = Gold::new(counts.try_into().ok()?);
    gold.counts().iter().zip(Gold::BOX.counts()).all(|(count, most)| *count <= most).then_some(gold)
}

pub(super) const OPTIONS: &[OptionRow<Rules>] = &[
    OptionRow {
        key: "board",
        about: "`open` in all directions, or `papers`: 7 rows, 11 columns",
        value: &Word { words: &Extent::WORDS, field: |rules: &mut Rules| &mut rules.board },
    },
    OptionRow {
        key: "rounds",
        about: "how many rounds",
        value: &Number { from: 1, to: MOST_ROUNDS as u8, field: |rules: &mut Rules| &mut rules.rounds },
    },
    OptionRow {
        key: "saboteurs",
        about: "roles are `drawn` and one card stays out, or exactly so many saboteurs",
        value: &NumberOr {
            word: "drawn",
            from: 0,
            to: MOST_SABOTEURS as u8,
            get: |rules: &Rules| rules.saboteurs,
            set: |rules, saboteurs| rules.saboteurs = saboteurs,
        },
    },
    OptionRow {
        key: "talk",
        about: "`on`: after a look at a goal one says gold, stone or nothing",
        value: &Word { words: &[("off", false), ("on", true)], field: |rules: &mut Rules| &mut rules.talk },
    },
    OptionRow {
        key: "score",
        about: "play for nuggets of `gold`, or to `win` the rounds",
        value: &Word { words: &Score::WORDS, field: |rules: &mut Rules| &mut rules.score },
    },
    OptionRow {
        key: "hand",
        about: "cards in a hand, `usual` for the seats or a number",
        value: &NumberOr {
            word: "usual",
            from: 1,
            to: 6,
            get: |rules: &Rules| rules.hand,
            set: |rules, hand| rules.hand = hand,
        },
    },
    OptionRow {
        key: "distance",
        about: "columns from the start to the goals",
        value: &Number { from: 2, to: 8, field: |rules: &mut Rules| &mut rules.distance },
    },
    OptionRow {
        key: "deck",
        about: "`full`: the 67 cards; or some of them, e.g. 3UD+map",
        value: &Text {
            named: &[("full", CardBag::DECK)],
            read: read_deck,
            write: write_deck,
            wanted: "`full` or cards with their numbers, none more often than in the box: `3UD+map`",
            field: |rules: &mut Rules| &mut rules.deck,
        },
    },
    OptionRow {
        key: "nuggets",
        about: "how many gold cards of 1, 2 and 3 nuggets",
        value: &Text {
            named: &[],
            read: read_gold,
            write: |gold: Gold| list(gold.counts(), "/"),
            wanted: "how many gold cards of 1, 2 and 3 nuggets, at most `16/8/4`",
            field: |rules: &mut Rules| &mut rules.gold,
        },
    },
];

pub(super) const PRESETS: &[Preset] = &[
    Preset {
        name: "saboteur-break",
        spec: "saboteur(board=papers,rounds=1,saboteurs=1,score=win)",
        about: "one round on 7 x 11 with one saboteur: the paper on break cards, for 6 seats",
    },
    Preset {
        name: "saboteur-collusion",
        spec: "saboteur(board=papers,rounds=1,saboteurs=2,score=win)",
        about: "one round on 7 x 11 with two saboteurs: the paper on collusion, for 6 seats",
    },
];
