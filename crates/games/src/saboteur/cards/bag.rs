//! Bags of cards: the deck, a hand, what was played.

use serde::{Serialize, Serializer};
use table::Rng;

use super::tunnels::{ORBITS, Shows};
use super::{COPIES, Card, DECK, KINDS, PASSAGES, TUNNELS};

/// A bag of cards: how many of each kind.
///
/// Each kind has as many bits as the deck has copies, and as many of its lowest are set as are in the bag.
/// So every set bit is one physical card, and picking a set bit picks a card fairly.
///
/// ```text
///             .. LR   UD    DL     UL    URL    URD    URDL
/// deck           111  1111  11111  1111  11111  11111  11111
/// a hand         001  0000  00011  0000  00000  00001  00000     1 LR, 2 DL, 1 URD
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Bag(u128);

/// Where the bits of a kind begin.
const OFFSETS: [u8; KINDS] = {
    let (mut offsets, mut kind) = ([0; KINDS], 1);
    while kind < KINDS {
        offsets[kind] = offsets[kind - 1] + COPIES[kind - 1];
        kind += 1;
    }
    offsets
};

/// The kind that a bit belongs to.
const KIND_OF: [u8; DECK] = {
    let (mut kinds, mut kind) = ([0; DECK], 0);
    while kind < KINDS {
        let mut copy = 0;
        while copy < COPIES[kind] {
            kinds[(OFFSETS[kind] + copy) as usize] = kind as u8;
            copy += 1;
        }
        kind += 1;
    }
    kinds
};

/// The lowest bit of every kind.
const FIRSTS: u128 = {
    let (mut bits, mut kind) = (0, 0);
    while kind < KINDS {
        bits |= 1 << OFFSETS[kind];
        kind += 1;
    }
    bits
};

/// For each kind of tunnel the edge sets it can show, a bit an edge set.
const SHOWS: [u16; TUNNELS as usize] = {
    let (mut masks, mut kind) = ([0; TUNNELS as usize], 0);
    while kind < TUNNELS as usize {
        let edges = ORBITS[if kind < PASSAGES as usize { kind } else { kind - PASSAGES as usize }];
        masks[kind] = 1 << edges.bits() | 1 << edges.turned().bits();
        kind += 1;
    }
    masks
};

impl Bag {
    /// Nothing.
    pub const EMPTY: Bag = Bag(0);
    /// The whole deck of 67.
    pub const DECK: Bag = Bag((1 << DECK) - 1);

    /// How many of this kind.
    #[inline]
    pub const fn count(self, card: Card) -> u8 {
        self.segment(card).trailing_ones() as u8
    }

    /// The bits of a kind, moved down.
    #[inline]
    const fn segment(self, card: Card) -> u32 {
        (self.0 >> OFFSETS[card.index()]) as u32 & ((1 << card.copies()) - 1)
    }

    /// Whether one of this kind is in it.
    #[inline]
    pub const fn contains(self, card: Card) -> bool {
        self.0 >> OFFSETS[card.index()] & 1 == 1
    }

    /// The same bag and one more of this kind.
    #[inline]
    pub const fn with(self, card: Card) -> Bag {
        debug_assert!(self.count(card) < card.copies(), "the deck has no more");
        Bag(self.0 | ((self.segment(card) + 1) as u128) << OFFSETS[card.index()])
    }

    /// The same bag and one fewer of this kind, which is in it.
    #[inline]
    pub const fn without(self, card: Card) -> Bag {
        debug_assert!(self.contains(card), "only what is in a bag can be taken out");
        Bag(self.0 & !(((self.segment(card) + 1) as u128 >> 1) << OFFSETS[card.index()]))
    }

    /// The cards of both; the deck has as many.
    pub fn plus(self, other: Bag) -> Bag {
        other.cards().fold(self, Bag::with)
    }

    /// The cards that are here and not there; whatever is there is here.
    pub fn minus(self, other: Bag) -> Bag {
        other.cards().fold(self, Bag::without)
    }

    /// How many cards.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether it is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The kinds in it, each once, in order.
    #[inline]
    pub fn kinds(self) -> impl Iterator<Item = Card> {
        Bag(self.0 & FIRSTS).cards()
    }

    /// How many kinds are in it.
    #[inline]
    pub const fn kinds_len(self) -> usize {
        (self.0 & FIRSTS).count_ones() as usize
    }

    /// The cards in it, each as often as it is there, in order.
    #[inline]
    pub fn cards(self) -> impl Iterator<Item = Card> {
        let mut bits = self.0;
        std::iter::from_fn(move || {
            let bit = bits.trailing_zeros();
            bits = bits.checked_sub(1)? & bits;
            Some(Card(KIND_OF[bit as usize]))
        })
    }

    /// One of the cards, each equally likely.
    ///
    /// # Panics
    /// If there is none.
    #[inline]
    pub fn pick(self, rng: &mut Rng) -> Card {
        let (low, high) = (self.0 as u64, (self.0 >> 64) as u64);
        let bit = if high == 0 || rng.below(self.len() as u32) < low.count_ones() {
            rng.pick_bit(low)
        } else {
            64 + rng.pick_bit(high)
        };
        Card(KIND_OF[bit as usize])
    }

    /// Whether there is a card in it that breaks or repairs.
    #[inline]
    pub(in crate::saboteur) const fn has_tools(self) -> bool {
        self.0 >> OFFSETS[16] & ((1 << (OFFSETS[25] - OFFSETS[16])) - 1) != 0
    }

    /// The edge sets its passages and its dead ends can show, a bit an edge set.
    #[inline]
    pub fn shows(self) -> Shows {
        let mut shows = Shows { passages: 0, dead_ends: 0 };
        let tunnels = self.0 as u64 & FIRSTS as u64 & ((1 << OFFSETS[TUNNELS as usize]) - 1);
        for kind in Bag(tunnels.into()).cards() {
            match kind.0 {
                0..PASSAGES => shows.passages |= SHOWS[kind.index()],
                _ => shows.dead_ends |= SHOWS[kind.index()],
            }
        }
        shows
    }
}

impl FromIterator<Card> for Bag {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Bag {
        cards.into_iter().fold(Bag::EMPTY, Bag::with)
    }
}

impl Serialize for Bag {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.cards())
    }
}
