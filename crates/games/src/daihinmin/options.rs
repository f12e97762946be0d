//! The options of the game, and what a game carries over from the one before.

use std::fmt;

use serde::{Serialize, Serializer};
use table::{Number, OptionRow, Preset, Seat, SeatSet, SpecError, Text, Word};

use super::cards::{Card, CardSet};

/// The most seats.
pub const MOST_SEATS: usize = 5;

/// Some seats in a row, each once: a turn order, ranks from the richest to the poorest, who went out when.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Line {
    /// Those beyond the end are seat A, so that equal lines are equal.
    seats: [Seat; MOST_SEATS],
    len: u8,
}

impl Line {
    /// Nobody.
    pub const EMPTY: Line = Line { seats: [Seat::new(0); MOST_SEATS], len: 0 };

    /// How many.
    #[inline]
    pub const fn len(self) -> usize {
        self.len as usize
    }

    /// Whether nobody is in it.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.len == 0
    }

    /// The seats in order.
    #[inline]
    pub fn as_slice(&self) -> &[Seat] {
        &self.seats[..self.len()]
    }

    /// The seat at this place, counted from 0.
    ///
    /// # Panics
    /// If the line is shorter.
    #[inline]
    pub fn at(&self, place: usize) -> Seat {
        self.as_slice()[place]
    }

    /// The place of a seat, counted from 0, if it is in the line.
    #[inline]
    pub fn place(&self, seat: Seat) -> Option<usize> {
        self.as_slice().iter().position(|&other| other == seat)
    }

    /// Puts one more seat at the end.
    ///
    /// # Panics
    /// If all seats are in it.
    #[inline]
    pub fn push(&mut self, seat: Seat) {
        self.seats[self.len()] = seat;
        self.len += 1;
    }

    /// Whether these are exactly the seats of it.
    pub fn is_of(self, seats: SeatSet) -> bool {
        self.len() == seats.len() && self.as_slice().iter().copied().collect::<SeatSet>() == seats
    }

    /// The seats behind this one, all the way round back to it.
    ///
    /// # Panics
    /// If it is not in the line.
    #[inline]
    pub fn behind(self, seat: Seat) -> impl Iterator<Item = Seat> {
        let (from, len) = (self.place(seat).expect("the seat is in the line"), self.len());
        (from + 1..=from + len).map(move |place| self.seats[place % len])
    }
}

impl FromIterator<Seat> for Line {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Line {
        seats.into_iter().fold(Line::EMPTY, |mut line, seat| {
            line.push(seat);
            line
        })
    }
}

impl fmt::Debug for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for Line {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// The options of the game. What carries over from game to game is among them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Rules {
    /// The number of players at the table, 3 to 5.
    pub seats: u8,
    /// The cards that are dealt.
    pub deck: CardSet,
    /// Who plays after whom; drawn by lot if it is not said.
    pub order: Option<Line>,
    /// Who is what, from daifugo to daihinmin; nobody in the first game of a block.
    pub ranks: Option<Line>,
    /// How many games of the block are over.
    pub game: u16,
    /// After this many games the ranks are forgotten.
    pub block: u16,
    /// After this many games the order is drawn anew.
    pub reseat: u16,
    /// The number of cards the poorest gives to the richest; the next two exchange one less.
    pub tribute: u8,
    /// After this many passes in a row the game ends by lot.
    pub passes: u8,
    /// Whether a jack turns the order until the table is cleared.
    pub eleven_back: bool,
}

/// Two seats that exchange cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pair {
    /// Who gives any cards.
    pub rich: Seat,
    /// Who gives its best cards.
    pub poor: Seat,
    /// The number of cards each gives.
    pub count: usize,
}

impl Rules {
    /// A first game as the tournament plays it.
    pub(super) const fn default_for(seats: usize) -> Rules {
        Rules {
            seats: seats as u8,
            deck: CardSet::ALL,
            order: None,
            ranks: None,
            game: 0,
            block: 100,
            reseat: 3,
            tribute: 2,
            passes: 20,
            eleven_back: false,
        }
    }

    /// Lines name everybody, somebody leads, and everybody has cards to give.
    pub(super) fn check(&self) -> Result<(), SpecError> {
        let (seats, each) = (usize::from(self.seats), usize::from(self.tribute).max(1));
        let whole = |line: Option<Line>| line.is_none_or(|line| line.is_of(SeatSet::all(seats)));
        match () {
            () if !whole(self.order) => {
                Err(SpecError::bad(format!("order: name each of the {seats} seats once")))
            }
            () if !whole(self.ranks) => {
                Err(SpecError::bad(format!("ranks: name each of the {seats} seats once")))
            }
            () if !self.deck.contains(Card::DIAMOND_THREE) => {
                Err(SpecError::bad("deck: who holds D3 leads, so it is needed"))
            }
            () if self.deck.len() < each * seats => {
                Err(SpecError::bad(format!("deck: {each} cards a seat are needed, {} in all", each * seats)))
            }
            () => Ok(()),
        }
    }

    /// Who exchanges cards with whom, the richest first; nobody where there are no ranks.
    #[inline]
    pub fn pairs(&self) -> impl Iterator<Item = Pair> + use<> {
        let (seats, tribute) = (usize::from(self.seats), usize::from(self.tribute));
        let pairs = if self.ranks.is_some() { tribute.min(seats / 2) } else { 0 };
        let ranks = self.ranks.unwrap_or(Line::EMPTY);
        (0..pairs).map(move |n| Pair { rich: ranks.at(n), poor: ranks.at(seats - 1 - n), count: tribute - n })
    }

    /// The exchange in which this seat takes part.
    pub fn pair_of(&self, seat: Seat) -> Option<Pair> {
        self.pairs().find(|pair| pair.rich == seat || pair.poor == seat)
    }
}

/// Seats in a row, or a word for none.
const fn line(
    none: &'static [(&'static str, Option<Line>)],
    field: fn(&mut Rules) -> &mut Option<Line>,
) -> Text<Rules, Option<Line>> {
    Text {
        named: none,
        read: |text| Some(Some(text.parse().ok()?)),
        write: |line| line.unwrap_or(Line::EMPTY).to_string(),
        wanted: "every seat once, e.g. CBDEA, or the word for none",
        field,
    }
}

pub(super) const OPTIONS: &[OptionRow<Rules>] = &[
    OptionRow {
        key: "order",
        about: "who plays after whom, e.g. CBDEA, or drawn at `random`",
        value: &line(&[("random", None)], |rules| &mut rules.order),
    },
    OptionRow {
        key: "ranks",
        about: "who is what, from daifugo to daihinmin, e.g. CBDEA, or `none` in the first game of a block",
        value: &line(&[("none", None)], |rules| &mut rules.ranks),
    },
    OptionRow {
        key: "game",
        about: "games of the block that are over",
        value: &Number { from: 0, to: 9999, field: |rules: &mut Rules| &mut rules.game },
    },
    OptionRow {
        key: "block",
        about: "after so many games the ranks are forgotten",
        value: &Number { from: 1, to: 10_000, field: |rules: &mut Rules| &mut rules.block },
    },
    OptionRow {
        key: "reseat",
        about: "after so many games the order is drawn anew; 0 for never",
        value: &Number { from: 0, to: 10_000, field: |rules: &mut Rules| &mut rules.reseat },
    },
    OptionRow {
        key: "tribute",
        about: "cards between the richest and the poorest; the next two exchange one less",
        value: &Number { from: 0, to: 2, field: |rules: &mut Rules| &mut rules.tribute },
    },
    OptionRow {
        key: "passes",
        about: "passes in a row that end the game by lot",
        value: &Number { from: 1, to: 250, field: |rules: &mut Rules| &mut rules.passes },
    },
    OptionRow {
        key: "eleven_back",
        about: "whether a jack turns the order until the table is cleared: `yes` or `no`",
        value: &Word {
            words: &[("no", false), ("yes", true)],
            field: |rules: &mut Rules| &mut rules.eleven_back,
        },
    },
    OptionRow {
        key: "deck",
        about: "the cards, e.g. D3S3H8S8D2Jo, or `all` 53",
        value: &Text {
            named: &[("all", CardSet::ALL)],
            read: |text| text.parse().ok(),
            write: |deck: CardSet| deck.to_string(),
            wanted: "cards, e.g. D3S3H8S8D2Jo, or `all`",
            field: |rules: &mut Rules| &mut rules.deck,
        },
    },
];

pub(super) const PRESETS: &[Preset] = &[Preset {
    name: "daihinmin-mini",
    spec: "daihinmin(deck=D3S3H8S8D2Jo,tribute=1,passes=4)",
    about: "six cards for three, small enough to look at every game",
}];
