//! The cards of a table on the wire: what lies on its first five rows, and what a player means by it.

use std::fmt;

use games::daihinmin::{Action, Card, CardSet, Meld, ROWS, TableState};

use crate::grid::COLUMNS;

/// The rows in which cards may lie: four suits, and one for the joker.
pub const CARD_ROWS: usize = 5;

/// The row of the joker in a hand, and of a fifth card beside the four of a rank.
pub const JOKER_ROW: usize = 4;

/// Where the joker of a hand lies.
const JOKER_IN_HAND: (usize, usize) = (JOKER_ROW, 1);

/// Natural cards and jokers on the first five rows of a grid, wherever they lie.
///
/// Nothing is checked here: a client may send cards it does not hold, two jokers, or a card below the 3. What is meant
/// by them, [`Cells::meant`] and [`Cells::gift`] say.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Cells {
    /// Bit `15 * row + column`.
    naturals: u128,
    jokers: u128,
}

impl Cells {
    /// Nothing, which means a pass.
    pub const EMPTY: Cells = Cells { naturals: 0, jokers: 0 };

    /// A hand: the joker has a place of its own.
    pub fn of_hand(hand: CardSet) -> Cells {
        let cells = Cells::EMPTY.with_naturals(hand.naturals());
        if hand.has_joker() { cells.with_joker(JOKER_IN_HAND.0, JOKER_IN_HAND.1) } else { cells }
    }

    /// A meld, the joker on the cell it stands for.
    pub fn of_meld(meld: Meld) -> Cells {
        let cells = Cells::EMPTY.with_naturals(meld.naturals());
        meld.joker_on_grid().map_or(cells, |(row, column)| cells.with_joker(row, column))
    }

    fn with_naturals(self, cards: CardSet) -> Cells {
        cards.iter().filter_map(place).fold(self, |cells, (row, column)| cells.with_natural(row, column))
    }

    /// The same with a natural card on this cell.
    ///
    /// # Panics
    /// If there is no such cell in the first five rows.
    pub const fn with_natural(self, row: usize, column: usize) -> Cells {
        Cells { naturals: self.naturals | bit(row, column), jokers: self.jokers & !bit(row, column) }
    }

    /// The same with a joker on this cell.
    ///
    /// # Panics
    /// If there is no such cell in the first five rows.
    pub const fn with_joker(self, row: usize, column: usize) -> Cells {
        Cells { naturals: self.naturals & !bit(row, column), jokers: self.jokers | bit(row, column) }
    }

    /// Whether nothing lies there.
    pub const fn is_empty(self) -> bool {
        self.naturals | self.jokers == 0
    }

    /// Every cell that is not empty, row by row, and whether a joker lies on it.
    pub fn iter(self) -> impl Iterator<Item = (usize, usize, bool)> {
        let all = self.naturals | self.jokers;
        (0..CARD_ROWS * COLUMNS)
            .filter(move |cell| all >> cell & 1 == 1)
            .map(move |cell| (cell / COLUMNS, cell % COLUMNS, self.jokers >> cell & 1 == 1))
    }

    /// The natural cards, and the cell of the joker.
    fn parts(self) -> Result<(CardSet, Option<(usize, usize)>), Refused> {
        let (mut cards, mut joker) = (CardSet::NONE, None);
        for (row, column, is_joker) in self.iter() {
            match (is_joker, card_at(row, column)) {
                (true, _) if joker.is_some() => return Err(Refused::TwoJokers),
                (true, _) => joker = Some((row, column)),
                (false, Some(card)) => cards = cards.with(card),
                (false, None) => return Err(Refused::NoSuchCard),
            }
        }
        Ok((cards, joker))
    }

    /// The cards that lie there, the joker wherever it is.
    ///
    /// # Errors
    /// If a natural card lies where there is none, or two jokers do.
    pub fn cards(self) -> Result<CardSet, Refused> {
        let (cards, joker) = self.parts()?;
        Ok(if joker.is_some() { cards.with(Card::JOKER) } else { cards })
    }

    /// The meld that lies there.
    ///
    /// # Errors
    /// If it is none.
    pub fn meld(self) -> Result<Meld, Refused> {
        let (cards, joker) = self.parts()?;
        Meld::on_grid(cards, joker).ok_or(Refused::NoMeld)
    }

    /// What a player who holds this hand does by submitting this on that table.
    ///
    /// # Errors
    /// If the server refuses it, which counts as a pass.
    pub fn meant(self, hand: CardSet, table: &TableState) -> Result<Action, Refused> {
        if self.is_empty() {
            return Ok(Action::Pass);
        }
        let meld = self.meld()?;
        if !hand.covers(meld.cards()) {
            return Err(Refused::NotHeld);
        }
        table.takes(meld).then_some(Action::Play(meld)).ok_or(Refused::TooWeak)
    }

    /// The cards that a player who holds this hand gives away by sending this.
    ///
    /// # Errors
    /// If the server refuses it, and takes the strongest cards instead.
    pub fn gift(self, hand: CardSet, count: usize) -> Result<CardSet, Refused> {
        match self.cards()? {
            cards if cards.len() != count => Err(Refused::WrongNumber { wanted: count, found: cards.len() }),
            cards if !hand.covers(cards) => Err(Refused::NotHeld),
            cards => Ok(cards),
        }
    }
}

const fn bit(row: usize, column: usize) -> u128 {
    assert!(row < CARD_ROWS && column < COLUMNS, "cards lie on five rows of fifteen columns");
    1 << (row * COLUMNS + column)
}

/// The row and column of a natural card.
fn place(card: Card) -> Option<(usize, usize)> {
    let cell = card.cell()?;
    let row = ROWS.iter().position(|&suit| suit == cell.suit())?;
    Some((row, cell.column()))
}

/// The natural card of a cell.
fn card_at(row: usize, column: usize) -> Option<Card> {
    let suit = *ROWS.get(row)?;
    games::daihinmin::GridCell::new(suit, column).card()
}

/// Why a submission is refused. A refused play counts as a pass, a refused gift as the strongest cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refused {
    /// A cell holds something else than 0 (nothing), 1 (a card) or 2 (the joker).
    NoSuchValue,
    /// A natural card lies where there is none: in the joker's row, below the 3 or above the 2.
    NoSuchCard,
    /// There is one joker.
    TwoJokers,
    /// The cards do not go together.
    NoMeld,
    /// The player does not hold these cards.
    NotHeld,
    /// The meld may not cover what lies on the table.
    TooWeak,
    /// Another number of cards is to be given.
    WrongNumber {
        /// How many should have been given.
        wanted: usize,
        /// How many were.
        found: usize,
    },
    /// It cannot be read at all.
    Unreadable,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refused::NoSuchValue => f.write_str("a cell holds neither 0 nor 1 nor 2"),
            Refused::NoSuchCard => f.write_str("a card lies on a cell that only the joker may take"),
            Refused::TwoJokers => f.write_str("there are two jokers, and the deck has one"),
            Refused::NoMeld => f.write_str("these cards cannot be played together"),
            Refused::NotHeld => f.write_str("the player does not hold these cards"),
            Refused::TooWeak => f.write_str("it may not be played on what lies on the table"),
            Refused::WrongNumber { wanted, found } => write!(f, "{wanted} to be given, not {found}"),
            Refused::Unreadable => f.write_str("it is no table"),
        }
    }
}

impl std::error::Error for Refused {}
