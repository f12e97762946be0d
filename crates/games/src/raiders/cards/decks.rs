//! Decks as bags of physical cards.

use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;

use serde::{Serialize, Serializer};
use table::Rng;
use table::bits::indices;

use crate::raiders::{Black, Faction, Inference, White};

/// How many physical cards of each kind there are, as bits of a pile: where a kind begins, and how many follow.
type Places<const N: usize> = [(u8, u8); N];

const fn places<const N: usize>(copies: [u8; N]) -> Places<N> {
    let (mut places, mut kind, mut first) = ([(0, 0); N], 0, 0);
    while kind < N {
        places[kind] = (first, copies[kind]);
        first += copies[kind];
        kind += 1;
    }
    places
}

/// The kind of each physical card.
const fn kinds_of<const N: usize>(copies: [u8; N]) -> [u8; 32] {
    let (mut kinds, mut kind, mut bit) = ([0; 32], 0, 0);
    while kind < N {
        let past = bit + copies[kind] as usize;
        while bit < past {
            kinds[bit] = kind as u8;
            bit += 1;
        }
        kind += 1;
    }
    kinds
}

const WHITE_COPIES: [u8; 16] = [2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1];
const BLACK_COPIES: [u8; 13] = [3, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1];
const INFERENCE_COPIES: [u8; 12] = [2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1];
const WHITE_PLACES: Places<16> = places(WHITE_COPIES);
const BLACK_PLACES: Places<13> = places(BLACK_COPIES);
const INFERENCE_PLACES: Places<12> = places(INFERENCE_COPIES);
const WHITE_KINDS: [u8; 32] = kinds_of(WHITE_COPIES);
const BLACK_KINDS: [u8; 32] = kinds_of(BLACK_COPIES);
const INFERENCE_KINDS: [u8; 32] = kinds_of(INFERENCE_COPIES);

/// A kind of card of one deck.
pub trait Kind: Copy + Eq + Ord + std::hash::Hash + fmt::Debug + fmt::Display + FromStr + 'static {
    /// Every kind.
    const KINDS: &'static [Self];
    /// Where its physical cards are in a pile, and how many there can be.
    fn place(self) -> (u8, u8);
    /// The kind of a physical card.
    fn of_bit(bit: u32) -> Self;
}

impl Kind for White {
    const KINDS: &'static [White] = &White::ALL;

    #[inline]
    fn place(self) -> (u8, u8) {
        WHITE_PLACES[self.index()]
    }

    #[inline]
    fn of_bit(bit: u32) -> White {
        White::ALL[usize::from(WHITE_KINDS[bit as usize & 31])]
    }
}

impl Kind for Black {
    const KINDS: &'static [Black] = &Black::ALL;

    #[inline]
    fn place(self) -> (u8, u8) {
        BLACK_PLACES[self.index()]
    }

    #[inline]
    fn of_bit(bit: u32) -> Black {
        Black::ALL[usize::from(BLACK_KINDS[bit as usize & 31])]
    }
}

impl Kind for Inference {
    const KINDS: &'static [Inference] = &Inference::ALL;

    #[inline]
    fn place(self) -> (u8, u8) {
        INFERENCE_PLACES[self.index()]
    }

    #[inline]
    fn of_bit(bit: u32) -> Inference {
        Inference::ALL[usize::from(INFERENCE_KINDS[bit as usize & 31])]
    }
}

/// Physical cards of one deck, one bit a card: a deck is a bag, its order is drawn when a card is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Pile<K> {
    bits: u32,
    kind: PhantomData<K>,
}

impl<K> Pile<K> {
    /// No card.
    pub const NONE: Pile<K> = Pile::of_bits(0);

    #[inline]
    const fn of_bits(bits: u32) -> Pile<K> {
        Pile { bits, kind: PhantomData }
    }

    /// How many.
    #[inline]
    pub const fn len(self) -> usize {
        self.bits.count_ones() as usize
    }

    /// Whether no card is there.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.bits == 0
    }

    /// Those in both.
    #[inline]
    pub const fn and(self, other: Pile<K>) -> Pile<K> {
        Pile::of_bits(self.bits & other.bits)
    }

    /// Those in either.
    #[inline]
    pub const fn or(self, other: Pile<K>) -> Pile<K> {
        Pile::of_bits(self.bits | other.bits)
    }

    /// Those here but not there.
    #[inline]
    pub const fn minus(self, other: Pile<K>) -> Pile<K> {
        Pile::of_bits(self.bits & !other.bits)
    }
}

impl<K: Kind> Pile<K> {
    /// Every card of this kind that can be.
    #[inline]
    fn kind(kind: K) -> Pile<K> {
        let (first, copies) = kind.place();
        Pile::of_bits(((1 << copies) - 1) << first)
    }

    /// How many of this kind.
    #[inline]
    pub fn copies(self, kind: K) -> usize {
        self.and(Pile::kind(kind)).len()
    }

    /// Whether one of this kind is there.
    #[inline]
    pub fn contains(self, kind: K) -> bool {
        !self.and(Pile::kind(kind)).is_empty()
    }

    /// The same pile with one card more of this kind, if it can have one more.
    #[inline]
    pub fn with(self, kind: K) -> Pile<K> {
        let missing = Pile::kind(kind).bits & !self.bits;
        Pile::of_bits(self.bits | missing & missing.wrapping_neg())
    }

    /// The same pile with one card less of this kind.
    #[inline]
    pub fn without(self, kind: K) -> Pile<K> {
        self.minus(self.first(kind))
    }

    /// One card of this kind, if there is one.
    #[inline]
    pub(in crate::raiders) fn first(self, kind: K) -> Pile<K> {
        let there = Pile::kind(kind).bits & self.bits;
        Pile::of_bits(there & there.wrapping_neg())
    }

    /// The kind of one card, each card equally likely.
    #[inline]
    pub(in crate::raiders) fn pick(self, rng: &mut Rng) -> K {
        K::of_bit(rng.pick_bit(self.bits.into()))
    }

    /// The kinds that are there, each once.
    pub fn kinds(self) -> impl Iterator<Item = K> {
        K::KINDS.iter().copied().filter(move |&kind| self.contains(kind))
    }

    /// The cards, each by its kind.
    pub fn iter(self) -> impl Iterator<Item = K> {
        indices(self.bits.into()).map(K::of_bit)
    }
}

impl<K: Kind + Serialize> Serialize for Pile<K> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl Pile<White> {
    /// The sixteen of the box.
    pub const BOX: Pile<White> = Pile::of_bits(0xffff);
    /// The paper's: without the robe.
    pub const PAPER: Pile<White> = Pile::of_bits(0x7fff);
    /// As the published program has them: a second compass instead of the robe.
    pub const PUBLISHED: Pile<White> = Pile::of_bits(0x1_7fff);
}

impl Pile<Black> {
    /// The sixteen of the box.
    pub const BOX: Pile<Black> = Pile::of_bits(0xffff);
    /// The paper's: without gatling and masamune.
    pub const PAPER: Pile<Black> = Pile::of_bits(0x3fff);
    /// As the published program has them: the crossbow is missing too.
    pub const PUBLISHED: Pile<Black> = Pile::of_bits(0x1fff);
}

impl Pile<Inference> {
    /// The sixteen of the box.
    pub const BOX: Pile<Inference> = Pile::of_bits(0xffff);

    /// All cards of these kinds.
    const fn kinds_at(kinds: &[Inference]) -> Pile<Inference> {
        let (mut bits, mut i) = (0, 0);
        while i < kinds.len() {
            let (first, copies) = INFERENCE_PLACES[kinds[i] as usize];
            bits |= ((1 << copies) - 1) << first;
            i += 1;
        }
        Pile::of_bits(bits)
    }

    /// Give an equipment or take 1.
    pub const GIVE: Pile<Inference> =
        Pile::kinds_at(&[Inference::Greed, Inference::Blackmail, Inference::Anger]);
    /// Take 1.
    pub const ONE: Pile<Inference> = Pile::kinds_at(&[Inference::Slap, Inference::Spell, Inference::Bully]);
    /// Take 2.
    pub const TWO: Pile<Inference> = Pile::kinds_at(&[Inference::Exorcism, Inference::Lesson]);
    /// Heal 1, or take 1 if undamaged.
    pub const HEAL: Pile<Inference> =
        Pile::kinds_at(&[Inference::Aid, Inference::Huddle, Inference::Nurturance]);
    /// Show the character.
    pub const SHOW: Pile<Inference> = Pile::kinds_at(&[Inference::Prediction]);

    /// The questions that a faction answers with yes, whatever it bears.
    #[inline]
    pub(in crate::raiders) const fn asked_of(faction: Faction) -> Pile<Inference> {
        use Inference::{
            Aid, Anger, Blackmail, Exorcism, Greed, Huddle, Nurturance, Prediction, Slap, Spell,
        };
        const SHADOW: Pile<Inference> = Pile::kinds_at(&[Greed, Anger, Spell, Exorcism, Huddle, Prediction]);
        const RAIDER: Pile<Inference> = Pile::kinds_at(&[Blackmail, Anger, Slap, Aid, Prediction]);
        const CITIZEN: Pile<Inference> = Pile::kinds_at(&[Greed, Blackmail, Nurturance, Prediction]);
        match faction {
            Faction::Shadow => SHADOW,
            Faction::Raider => RAIDER,
            Faction::Citizen => CITIZEN,
        }
    }

    /// The question that only the weak, or only the strong, answer with yes.
    #[inline]
    pub(in crate::raiders) const fn asked_of_hp(hp: u8) -> Pile<Inference> {
        const WEAK: Pile<Inference> = Pile::kinds_at(&[Inference::Bully]);
        const STRONG: Pile<Inference> = Pile::kinds_at(&[Inference::Lesson]);
        if hp <= 11 { WEAK } else { STRONG }
    }
}
