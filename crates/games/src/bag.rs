//! Bags of cards of which there are several of a kind.

use std::fmt::Debug;
use std::hash::Hash;
use std::marker::PhantomData;
use std::ops::{BitAnd, BitOr, Not, Shl, Shr};

use serde::{Serialize, Serializer};
use table::Rng;
use table::bits::indices;

/// A kind of card, of which there are one or more.
pub trait CardKind: Copy + Eq + Debug + 'static {
    /// A number with a bit for every physical card: `u32` or `u128`.
    type Bits: Bits;

    /// How many physical cards of each kind there are, in the order of the kinds; at most 32 kinds.
    const COPIES: &'static [u8];

    /// Its place among the kinds.
    fn index(self) -> usize;

    /// The kind at this place.
    fn of_index(index: usize) -> Self;
}

/// What a bag asks of the number it is made of.
pub trait Bits:
    Copy
    + Eq
    + Hash
    + Debug
    + Default
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Not<Output = Self>
    + Shl<u8, Output = Self>
    + Shr<u8, Output = Self>
    + Send
    + Sync
    + 'static
{
    /// No bit.
    const NONE: Self;

    /// The lowest bits of a number.
    fn of(bits: u128) -> Self;

    /// The lowest 32 bits.
    fn low(self) -> u32;

    /// How many bits are set.
    fn count(self) -> u32;

    /// The indices of the bits that are set, lowest first.
    fn indices(self) -> impl Iterator<Item = u32>;

    /// One of the bits that are set, each equally likely.
    fn pick(self, rng: &mut Rng) -> u32;
}

impl Bits for u32 {
    const NONE: u32 = 0;

    #[inline]
    fn of(bits: u128) -> u32 {
        bits as u32
    }

    #[inline]
    fn low(self) -> u32 {
        self
    }

    #[inline]
    fn count(self) -> u32 {
        self.count_ones()
    }

    #[inline]
    fn indices(self) -> impl Iterator<Item = u32> {
        indices(self.into())
    }

    #[inline]
    fn pick(self, rng: &mut Rng) -> u32 {
        rng.pick_bit(self.into())
    }
}

impl Bits for u128 {
    const NONE: u128 = 0;

    #[inline]
    fn of(bits: u128) -> u128 {
        bits
    }

    #[inline]
    fn low(self) -> u32 {
        self as u32
    }

    #[inline]
    fn count(self) -> u32 {
        self.count_ones()
    }

    #[inline]
    fn indices(mut self) -> impl Iterator<Item = u32> {
        std::iter::from_fn(move || {
            let index = self.trailing_zeros();
            self = self.checked_sub(1)? & self;
            Some(index)
        })
    }

    #[inline]
    fn pick(self, rng: &mut Rng) -> u32 {
        let (low, high) = (self as u64, (self >> 64) as u64);
        match high == 0 || rng.below(self.count()) < low.count_ones() {
            true => rng.pick_bit(low),
            false => 64 + rng.pick_bit(high),
        }
    }
}

/// Where the bits of a kind begin, and how many they are.
#[derive(Clone, Copy)]
struct Place {
    first: u8,
    copies: u8,
}

/// What follows from the numbers of copies, at compile time.
struct Layout<K>(PhantomData<K>);

impl<K: CardKind> Layout<K> {
    const PLACES: &'static [Place; 32] = &{
        let (mut places, mut kind, mut first) = ([Place { first: 0, copies: 0 }; 32], 0, 0);
        while kind < K::COPIES.len() {
            places[kind] = Place { first, copies: K::COPIES[kind] };
            first += K::COPIES[kind];
            kind += 1;
        }
        places
    };

    /// The kind of every physical card.
    const KINDS: &'static [u8; 128] = &{
        let (mut kinds, mut kind, mut bit) = ([0; 128], 0, 0);
        while kind < K::COPIES.len() {
            let past = bit + K::COPIES[kind] as usize;
            while bit < past {
                kinds[bit] = kind as u8;
                bit += 1;
            }
            kind += 1;
        }
        kinds
    };

    /// The first card of every kind.
    const FIRSTS: u128 = {
        let (mut bits, mut kind) = (0, 0);
        while kind < K::COPIES.len() {
            bits |= 1 << Self::PLACES[kind].first;
            kind += 1;
        }
        bits
    };
}

/// A bag of cards: how many of each kind. A deck is a bag, and so is a hand.
///
/// Each kind has as many bits as there are copies, and as many of its lowest are set as are in the bag. So every set
/// bit is one physical card, picking a set bit picks a card fairly, and equal bags have equal bits.
///
/// ```text
///             .. LR   UD    DL     UL    URL    URD    URDL
/// deck           111  1111  11111  1111  11111  11111  11111
/// a hand         001  0000  00011  0000  00000  00001  00000     1 LR, 2 DL, 1 URD
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Bag<K: CardKind>(K::Bits);

impl<K: CardKind> Bag<K> {
    /// Nothing.
    pub const EMPTY: Bag<K> = Bag(K::Bits::NONE);

    /// The bag with these bits, of each kind the lowest.
    #[inline]
    pub(crate) const fn of_bits(bits: K::Bits) -> Bag<K> {
        Bag(bits)
    }

    #[inline]
    pub(crate) const fn bits(self) -> K::Bits {
        self.0
    }

    /// The bits of all cards of these kinds, each named by its place.
    pub(crate) const fn bits_of(kinds: &[usize]) -> u128 {
        let (mut bits, mut i) = (0, 0);
        while i < kinds.len() {
            let place = Layout::<K>::PLACES[kinds[i]];
            bits |= ((1 << place.copies) - 1) << place.first;
            i += 1;
        }
        bits
    }

    #[inline]
    fn place(kind: K) -> Place {
        Layout::<K>::PLACES[kind.index()]
    }

    /// The bits of a kind, moved down.
    #[inline]
    fn segment(self, place: Place) -> u32 {
        (self.0 >> place.first).low() & ((1 << place.copies) - 1)
    }

    /// How many of this kind.
    #[inline]
    pub fn count(self, kind: K) -> u8 {
        self.segment(Bag::place(kind)).trailing_ones() as u8
    }

    /// Whether one of this kind is in it.
    #[inline]
    pub fn contains(self, kind: K) -> bool {
        (self.0 >> Bag::place(kind).first).low() & 1 == 1
    }

    /// The same bag and one more of this kind.
    #[inline]
    pub fn with(self, kind: K) -> Bag<K> {
        let place = Bag::place(kind);
        debug_assert!(self.count(kind) < place.copies, "there are no more of {kind:?}");
        Bag(self.0 | K::Bits::of((self.segment(place) + 1).into()) << place.first)
    }

    /// The same bag and one more of this kind, if there is one more.
    #[inline]
    pub fn try_with(self, kind: K) -> Option<Bag<K>> {
        (self.count(kind) < Bag::place(kind).copies).then(|| self.with(kind))
    }

    /// The same bag and one fewer of this kind, which is in it.
    #[inline]
    pub fn without(self, kind: K) -> Bag<K> {
        debug_assert!(self.contains(kind), "only what is in a bag can be taken out: {kind:?}");
        let place = Bag::place(kind);
        Bag(self.0 & !(K::Bits::of(((self.segment(place) + 1) >> 1).into()) << place.first))
    }

    /// The cards of both; there are as many.
    pub fn plus(self, other: Bag<K>) -> Bag<K> {
        other.cards().fold(self, Bag::with)
    }

    /// The cards that are here and not there; whatever is there is here.
    pub fn minus(self, other: Bag<K>) -> Bag<K> {
        other.cards().fold(self, Bag::without)
    }

    /// Of each kind as many as both have.
    #[inline]
    pub fn and(self, other: Bag<K>) -> Bag<K> {
        Bag(self.0 & other.0)
    }

    /// Of each kind as many as either has.
    #[inline]
    pub fn or(self, other: Bag<K>) -> Bag<K> {
        Bag(self.0 | other.0)
    }

    /// The cards of other kinds than these; `kinds` has all cards of its kinds.
    #[inline]
    pub fn without_kinds(self, kinds: Bag<K>) -> Bag<K> {
        Bag(self.0 & !kinds.0)
    }

    /// The number of cards.
    #[inline]
    pub fn len(self) -> usize {
        self.0.count() as usize
    }

    /// Whether it is empty.
    #[inline]
    pub fn is_empty(self) -> bool {
        self == Bag::EMPTY
    }

    #[inline]
    fn firsts(self) -> Bag<K> {
        Bag(self.0 & K::Bits::of(Layout::<K>::FIRSTS))
    }

    /// The kinds in it, each once, in order.
    #[inline]
    pub fn kinds(self) -> impl Iterator<Item = K> {
        self.firsts().cards()
    }

    /// How many kinds are in it.
    #[inline]
    pub fn kinds_len(self) -> usize {
        self.firsts().len()
    }

    /// The cards in it, each as often as it is there, in order.
    #[inline]
    pub fn cards(self) -> impl Iterator<Item = K> {
        self.0.indices().map(Bag::kind_of)
    }

    #[inline]
    fn kind_of(bit: u32) -> K {
        K::of_index(usize::from(Layout::<K>::KINDS[bit as usize & 127]))
    }

    /// One of the cards, each equally likely.
    ///
    /// # Panics
    /// If there is none.
    #[inline]
    pub fn pick(self, rng: &mut Rng) -> K {
        Bag::kind_of(self.0.pick(rng))
    }
}

impl<K: CardKind> FromIterator<K> for Bag<K> {
    fn from_iter<I: IntoIterator<Item = K>>(cards: I) -> Bag<K> {
        cards.into_iter().fold(Bag::EMPTY, Bag::with)
    }
}

impl<K: CardKind + Serialize> Serialize for Bag<K> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.cards())
    }
}

#[cfg(test)]
mod tests {
    use exams::chi_square_p;

    use super::*;

    /// One of three kinds: two, one and three cards.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    struct Letter(usize);

    impl CardKind for Letter {
        type Bits = u32;

        const COPIES: &'static [u8] = &[2, 1, 3];

        fn index(self) -> usize {
            self.0
        }

        fn of_index(index: usize) -> Letter {
            Letter(index)
        }
    }

    fn bag(letters: &[usize]) -> Bag<Letter> {
        letters.iter().map(|&letter| Letter(letter)).collect()
    }

    #[test]
    fn equal_cards_are_equal_bags() {
        let two = bag(&[0, 2, 2, 2]).without(Letter(2)).without(Letter(0));
        assert_eq!(two, bag(&[2, 2]), "whichever of its cards went");
        assert_eq!((two.count(Letter(2)), two.count(Letter(0)), two.len(), two.kinds_len()), (2, 0, 2, 1));
        assert_eq!(two.plus(bag(&[0, 1, 2])).minus(bag(&[2, 1])), bag(&[0, 2, 2]));
        assert_eq!(bag(&[2, 0, 2]).cards().map(Letter::index).collect::<Vec<_>>(), [0, 2, 2]);
    }

    #[test]
    fn there_are_no_more_than_there_are() {
        let full = bag(&[0, 0, 1, 2, 2, 2]);
        assert_eq!([0, 1, 2].map(|letter| full.try_with(Letter(letter))), [None; 3]);
        assert_eq!(bag(&[2]).try_with(Letter(2)), Some(bag(&[2, 2])));
    }

    #[test]
    fn kinds_are_kept_or_left_out_together() {
        let (hand, kinds) = (bag(&[0, 2, 2]), Bag::of_bits(Bag::<Letter>::bits_of(&[1, 2]) as u32));
        assert_eq!(kinds, bag(&[1, 2, 2, 2]));
        assert_eq!((hand.and(kinds), hand.without_kinds(kinds)), (bag(&[2, 2]), bag(&[0])));
        assert_eq!(hand.or(bag(&[2, 1])), bag(&[0, 1, 2, 2]));
    }

    #[test]
    fn every_card_is_picked_alike() {
        let (hand, mut rng, mut counts) = (bag(&[0, 2, 2]), Rng::new(1), [0.0; 3]);
        (0..3000).for_each(|_| counts[hand.pick(&mut rng).0] += 1.0);
        assert_eq!(counts[1], 0.0);
        assert!(chi_square_p(&[counts[0], counts[2]], &[1000.0, 2000.0]) > 1e-6, "{counts:?}");
    }
}
