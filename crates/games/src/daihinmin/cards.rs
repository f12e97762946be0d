//! The pieces: cards and sets of them.
//!
//! A card is a cell of a grid: four suits by thirteen columns, 3 to 2 in order of strength, columns 1 to 13. The joker
//! may stand for any cell, and in a run also for one of column 0 (below 3) or 14 (above 2).

use std::fmt;

use serde::{Serialize, Serializer};
use table::Rng;

use crate::text::words;

words! {
    /// A suit. In a rank the later one is the stronger where cards are given away.
    Suit, "a suit" {
        /// Clubs.
        Club = "C",
        /// Diamonds.
        Diamond = "D",
        /// Hearts.
        Heart = "H",
        /// Spades.
        Spade = "S",
    }
}

impl Suit {
    /// C, D, H or S.
    pub const fn letter(self) -> char {
        ['C', 'D', 'H', 'S'][self.index()]
    }
}

table::bit_set! {
    /// A set of suits.
    pub struct SuitSet(u8) of Suit;
}

impl SuitSet {
    /// Every card of these suits.
    #[inline]
    pub const fn cards(self) -> CardSet {
        CardSet((0x1111_1111_1111_1111 * self.0 as u64) & NATURALS)
    }
}

/// The letters of the columns: below 3, the ranks 3 to 2, above 2.
pub const COLUMNS: &str = "-3456789TJQKA2+";

/// The column of rank 3.
pub const THREE: usize = 1;

/// The column of rank 8.
pub const EIGHT: usize = 6;

/// The column of rank J.
pub const JACK: usize = 9;

/// The column of rank 2.
pub const TWO: usize = 13;

/// A place of the grid for which the joker may stand: a suit and a column 0 to 14.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GridCell(u8);

impl GridCell {
    /// The cell of a suit and a column.
    ///
    /// # Panics
    /// If the column is above 14.
    #[inline]
    pub const fn new(suit: Suit, column: usize) -> GridCell {
        assert!(column <= 14, "there are fifteen columns");
        GridCell((column * 4 + suit.index()) as u8)
    }

    /// The cell that is this bit of a set.
    #[inline]
    pub(super) const fn of_bit(bit: u32) -> GridCell {
        GridCell(bit as u8)
    }

    /// Its suit.
    #[inline]
    pub const fn suit(self) -> Suit {
        Suit::ALL[(self.0 & 3) as usize]
    }

    /// Its column, 0 to 14.
    #[inline]
    pub const fn column(self) -> usize {
        (self.0 >> 2) as usize
    }

    /// Its bit, alone.
    #[inline]
    pub(super) const fn bit(self) -> u64 {
        1 << self.0
    }

    /// The card of this cell; the outermost columns have none.
    pub const fn card(self) -> Option<Card> {
        if matches!(self.column(), THREE..=TWO) { Some(Card(self.0)) } else { None }
    }
}

/// One of the 53 cards; a later one is stronger when cards are given away.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

impl Card {
    /// The joker.
    pub const JOKER: Card = Card(60);

    /// The card that opens a game.
    pub const DIAMOND_THREE: Card = Card::new(Suit::Diamond, THREE);

    /// The only card that beats a lone joker.
    pub const SPADE_THREE: Card = Card::new(Suit::Spade, THREE);

    /// The card of a suit and a column, 1 (rank 3) to 13 (rank 2).
    ///
    /// # Panics
    /// If there is no such column in a suit.
    #[inline]
    pub const fn new(suit: Suit, column: usize) -> Card {
        assert!(matches!(column, THREE..=TWO), "ranks are columns 1 to 13");
        Card((column * 4 + suit.index()) as u8)
    }

    /// The cell of the grid where it lies; the joker has none of its own.
    #[inline]
    pub const fn cell(self) -> Option<GridCell> {
        if self.is_joker() { None } else { Some(GridCell(self.0)) }
    }

    /// Whether it is the joker.
    #[inline]
    pub const fn is_joker(self) -> bool {
        self.0 == Card::JOKER.0
    }

    /// Its bit in a set.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The card of this bit.
    #[inline]
    pub const fn of_index(index: usize) -> Card {
        Card(index as u8)
    }
}

table::bit_set! {
    /// A set of cards, a bit a card: bit `4 * column + suit`, and bit 60 for the joker.
    ///
    /// ```text
    /// bit  60 | 59..56 | 55 54 53 52 | ... | 7  6  5  4  | 3..0
    ///      Jo |   -    | S2 H2 D2 C2 | ... | S3 H3 D3 C3 |  -
    /// ```
    ///
    /// The higher bit is the stronger card, a shift by 4 is one rank, and the empty columns 0 and 14 keep runs from
    /// wrapping around.
    pub struct CardSet(u64) of Card in NATURALS | 1 << 60;
}

/// The 52 cards without the joker.
const NATURALS: u64 = 0x00ff_ffff_ffff_fff0;

impl CardSet {
    /// The joker alone.
    pub const JOKER: CardSet = CardSet::only(Card::JOKER);

    /// The cards of one suit.
    #[inline]
    pub const fn of_suit(suit: Suit) -> CardSet {
        CardSet((NATURALS & 0x1111_1111_1111_1111) << suit.index() & NATURALS)
    }

    /// The cards of one column; none in columns 0 and 14.
    #[inline]
    pub const fn of_column(column: usize) -> CardSet {
        CardSet(0xf << (4 * column) & NATURALS)
    }

    /// The cards of the columns above this one.
    #[inline]
    pub const fn above(column: usize) -> CardSet {
        CardSet(u64::MAX << (4 * column + 4) & NATURALS)
    }

    /// The cards of the columns below this one.
    #[inline]
    pub const fn below(column: usize) -> CardSet {
        CardSet(((1 << (4 * column)) - 1) & NATURALS)
    }

    /// Whether the joker is in it.
    #[inline]
    pub const fn has_joker(self) -> bool {
        self.contains(Card::JOKER)
    }

    /// The cards but for the joker.
    #[inline]
    pub const fn naturals(self) -> CardSet {
        CardSet(self.0 & NATURALS)
    }

    /// The weakest card, as cards are given away.
    #[inline]
    pub const fn weakest(self) -> Option<Card> {
        self.first()
    }

    /// The strongest card, as cards are given away: the joker, then 2, A, K and so on; spades before hearts,
    /// diamonds, clubs.
    #[inline]
    pub const fn strongest(self) -> Option<Card> {
        if self.is_empty() { None } else { Some(Card(63 - self.0.leading_zeros() as u8)) }
    }

    /// The strongest cards, this many or all there are.
    pub const fn strongest_of(self, count: usize) -> CardSet {
        let (mut rest, mut taken) = (self, 0);
        while taken < count
            && let Some(card) = rest.strongest()
        {
            rest = rest.without(card);
            taken += 1;
        }
        self.minus(rest)
    }

    /// The cards stronger than this one.
    #[inline]
    pub const fn stronger_than(self, card: Card) -> CardSet {
        CardSet(self.0 & (u64::MAX << card.0 << 1))
    }

    /// The number of cards it has in each column, four bits a column.
    #[inline]
    pub const fn counts(self) -> u64 {
        let pairs = (self.0 & NATURALS) - (self.0 >> 1 & 0x0055_5555_5555_5550);
        (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333)
    }

    /// The columns in which it has at least this many cards, 1 to 4, as the highest bit of the column.
    #[inline]
    pub const fn columns_with(self, count: usize) -> u64 {
        const ONES: u64 = 0x1111_1111_1111_1111;
        (self.counts() + (8 - count as u64) * ONES) & (ONES << 3)
    }

    /// The suits of its cards, the joker's apart.
    #[inline]
    pub const fn suits(self) -> SuitSet {
        let halves = self.0 & NATURALS;
        let halves = halves | halves >> 32;
        let halves = halves | halves >> 16;
        let halves = halves | halves >> 8;
        SuitSet((halves | halves >> 4) as u8 & 0xf)
    }

    /// This many of the cards, each choice equally likely.
    ///
    /// # Panics
    /// If there are fewer.
    #[inline]
    pub fn pick_some(self, count: usize, rng: &mut Rng) -> CardSet {
        let mut rest = self;
        (0..count).for_each(|_| rest = rest.without(rest.pick(rng)));
        self.minus(rest)
    }
}

impl fmt::Debug for GridCell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for GridCell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl Serialize for Card {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
