//! The pieces: cards and sets of them.
//!
//! A card is a cell of a grid: four suits by thirteen columns, 3 to 2 in order of strength, columns 1 to 13. The joker
//! may stand for any cell, and in a run also for one of column 0 (below 3) or 14 (above 2).

use std::fmt;

use serde::{Serialize, Serializer};
use table::Rng;

/// A suit. In a rank the later one is the stronger where cards are given away.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Suit {
    /// Clubs, C.
    Club,
    /// Diamonds, D.
    Diamond,
    /// Hearts, H.
    Heart,
    /// Spades, S.
    Spade,
}

impl Suit {
    /// All of them, weakest first.
    pub const ALL: [Suit; 4] = [Suit::Club, Suit::Diamond, Suit::Heart, Suit::Spade];

    /// Its place among all, counted from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// C, D, H or S.
    pub const fn letter(self) -> char {
        ['C', 'D', 'H', 'S'][self.index()]
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
pub struct Cell(u8);

impl Cell {
    /// The cell of a suit and a column.
    ///
    /// # Panics
    /// If the column is above 14.
    #[inline]
    pub const fn new(suit: Suit, column: usize) -> Cell {
        assert!(column <= 14, "there are fifteen columns");
        Cell((column * 4 + suit.index()) as u8)
    }

    /// The cell that is this bit of a set.
    #[inline]
    pub(super) const fn of_bit(bit: u32) -> Cell {
        Cell(bit as u8)
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
    pub const fn cell(self) -> Option<Cell> {
        if self.is_joker() { None } else { Some(Cell(self.0)) }
    }

    /// Whether it is the joker.
    #[inline]
    pub const fn is_joker(self) -> bool {
        self.0 == Card::JOKER.0
    }

    #[inline]
    const fn bit(self) -> u64 {
        1 << self.0
    }
}

/// A set of cards, a bit a card: bit `4 * column + suit`, and bit 60 for the joker.
///
/// ```text
/// bit  60 | 59..56 | 55 54 53 52 | ... | 7  6  5  4  | 3..0
///      Jo |   -    | S2 H2 D2 C2 | ... | S3 H3 D3 C3 |  -
/// ```
///
/// The higher bit is the stronger card, a shift by 4 is one rank, and the empty columns 0 and 14 keep runs from
/// wrapping around.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct CardSet(pub(super) u64);

/// The 52 cards without the joker.
const NATURALS: u64 = 0x00ff_ffff_ffff_fff0;

impl CardSet {
    /// No card.
    pub const NONE: CardSet = CardSet(0);

    /// All 53 cards.
    pub const ALL: CardSet = CardSet(NATURALS | Card::JOKER.bit());

    /// The joker alone.
    pub const JOKER: CardSet = CardSet(Card::JOKER.bit());

    /// This card alone.
    #[inline]
    pub const fn only(card: Card) -> CardSet {
        CardSet(card.bit())
    }

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

    /// Whether this card is in it.
    #[inline]
    pub const fn contains(self, card: Card) -> bool {
        self.0 & card.bit() != 0
    }

    /// Whether all of those are in it.
    #[inline]
    pub const fn contains_all(self, other: CardSet) -> bool {
        other.0 & !self.0 == 0
    }

    /// Whether the joker is in it.
    #[inline]
    pub const fn has_joker(self) -> bool {
        self.contains(Card::JOKER)
    }

    /// The same set with this card.
    #[inline]
    pub const fn with(self, card: Card) -> CardSet {
        CardSet(self.0 | card.bit())
    }

    /// The same set without this card.
    #[inline]
    pub const fn without(self, card: Card) -> CardSet {
        CardSet(self.0 & !card.bit())
    }

    /// The cards of either.
    #[inline]
    pub const fn or(self, other: CardSet) -> CardSet {
        CardSet(self.0 | other.0)
    }

    /// The cards of both.
    #[inline]
    pub const fn and(self, other: CardSet) -> CardSet {
        CardSet(self.0 & other.0)
    }

    /// The cards that are here but not there.
    #[inline]
    pub const fn minus(self, other: CardSet) -> CardSet {
        CardSet(self.0 & !other.0)
    }

    /// The cards but for the joker.
    #[inline]
    pub const fn naturals(self) -> CardSet {
        CardSet(self.0 & NATURALS)
    }

    /// How many cards.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The weakest card, as cards are given away.
    #[inline]
    pub const fn weakest(self) -> Option<Card> {
        if self.is_empty() { None } else { Some(Card(self.0.trailing_zeros() as u8)) }
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

    /// The suits of its cards, the joker's apart.
    #[inline]
    pub const fn suits(self) -> SuitSet {
        let halves = self.0 & NATURALS;
        let halves = halves | halves >> 32;
        let halves = halves | halves >> 16;
        let halves = halves | halves >> 8;
        SuitSet((halves | halves >> 4) as u8 & 0xf)
    }

    /// The cards, weakest first.
    #[inline]
    pub fn iter(self) -> Cards {
        Cards(self)
    }

    /// One of the cards, each equally likely.
    ///
    /// # Panics
    /// If there is none.
    #[inline]
    pub fn pick(self, rng: &mut Rng) -> Card {
        Card(rng.pick_bit(self.0) as u8)
    }

    /// So many of the cards, each choice equally likely.
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

impl FromIterator<Card> for CardSet {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> CardSet {
        cards.into_iter().fold(CardSet::NONE, CardSet::with)
    }
}

impl IntoIterator for CardSet {
    type Item = Card;
    type IntoIter = Cards;

    fn into_iter(self) -> Cards {
        self.iter()
    }
}

/// The cards of a set, weakest first.
#[derive(Clone, Copy, Debug)]
pub struct Cards(CardSet);

impl Iterator for Cards {
    type Item = Card;

    #[inline]
    fn next(&mut self) -> Option<Card> {
        let card = self.0.weakest()?;
        self.0.0 &= self.0.0 - 1;
        Some(card)
    }
}

/// A set of suits, a bit a suit; a joker beside all four cards of a rank has a row of its own.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct SuitSet(pub(super) u8);

impl SuitSet {
    /// No suit.
    pub const NONE: SuitSet = SuitSet(0);

    /// The four suits.
    pub const ALL: SuitSet = SuitSet(0xf);

    /// The four suits and the row of a fifth card.
    pub const FIVE: SuitSet = SuitSet(0x1f);

    /// This suit alone.
    #[inline]
    pub const fn only(suit: Suit) -> SuitSet {
        SuitSet(1 << suit.index())
    }

    /// Whether this suit is in it.
    #[inline]
    pub const fn contains(self, suit: Suit) -> bool {
        self.0 >> suit.index() & 1 == 1
    }

    /// The same set with this suit.
    #[inline]
    pub const fn with(self, suit: Suit) -> SuitSet {
        SuitSet(self.0 | 1 << suit.index())
    }

    /// How many suits.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The suits, weakest first.
    pub fn iter(self) -> impl Iterator<Item = Suit> {
        Suit::ALL.into_iter().filter(move |suit| self.contains(*suit))
    }

    /// Every card of these suits.
    #[inline]
    pub const fn cards(self) -> CardSet {
        CardSet(0x1111_1111_1111_1111 * (self.0 & 0xf) as u64 & NATURALS)
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Debug for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}

impl fmt::Debug for SuitSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}

impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl Serialize for Card {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl Serialize for CardSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(*self)
    }
}

impl Serialize for SuitSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
