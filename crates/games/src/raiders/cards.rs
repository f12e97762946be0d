//! The pieces: factions and characters, the cards of the three decks, and sets of them.

use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;

use serde::{Serialize, Serializer};
use table::{Rng, Unreadable};

/// An enum whose members have a word each, by which they are written, read and serialized.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident, $what:literal { $($(#[$member:meta])* $kind:ident = $word:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum $name { $($(#[$member])* $kind,)* }

        impl $name {
            /// All of them, in order.
            pub const ALL: &'static [$name] = &[$($name::$kind,)*];

            /// Its place among all, counted from 0.
            #[inline]
            pub const fn index(self) -> usize {
                self as usize
            }

            /// The word it is written as.
            pub const fn word(self) -> &'static str {
                match self { $($name::$kind => $word,)* }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.word())
            }
        }

        impl std::str::FromStr for $name {
            type Err = table::Unreadable;

            fn from_str(text: &str) -> Result<$name, table::Unreadable> {
                let found = $name::ALL.iter().find(|kind| kind.word() == text).copied();
                found.ok_or_else(|| {
                    let words: Vec<&str> = $name::ALL.iter().map(|kind| kind.word()).collect();
                    table::Unreadable::new(text, format!(concat!($what, " is one of {}"), words.join(", ")))
                })
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.word())
            }
        }
    };
}
pub(super) use words;

words! {
    /// Whose side a character is on.
    Faction, "a faction" {
        /// Wins when all raiders are out.
        Shadow = "Shadow",
        /// Wins when all shadows are out.
        Raider = "Raider",
        /// Has a condition of its own.
        Citizen = "Citizen",
    }
}

words! {
    /// Who a seat is, in secret.
    Character, "a character" {
        /// A shadow who may answer inference cards falsely.
        Ulrich = "Ulrich",
        /// A shadow who heals when its attack hurts.
        Vampire = "Vampire",
        /// A shadow who may strike back.
        Werewolf = "Werewolf",
        /// A raider who may move to a neighbouring area.
        Emi = "Emi",
        /// A raider who once hurts somebody from afar.
        Felix = "Felix",
        /// A raider who once shields himself.
        Gordon = "Gordon",
        /// A citizen who wants to live.
        Alice = "Alice",
        /// A citizen who collects equipment.
        Byron = "Byron",
        /// A citizen who wants a late kill.
        Craig = "Craig",
        /// A citizen who wants to be the first out, or to outlive the shadows.
        Daniel = "Daniel",
    }
}

/// Printed damage that each character bears.
const PRINTED: [u8; 10] = [11, 13, 14, 10, 12, 14, 8, 10, 11, 13];

impl Character {
    /// Its side.
    #[inline]
    pub const fn faction(self) -> Faction {
        match self.index() {
            0..=2 => Faction::Shadow,
            3..=5 => Faction::Raider,
            _ => Faction::Citizen,
        }
    }

    /// The damage at which it is out, as printed.
    #[inline]
    pub const fn printed_hp(self) -> u8 {
        PRINTED[self.index()]
    }

    #[inline]
    const fn bit(self) -> u16 {
        1 << self.index()
    }
}

/// A set of characters, one bit each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CharacterSet(u16);

impl CharacterSet {
    /// Nobody.
    pub const NONE: CharacterSet = CharacterSet(0);
    /// All ten.
    pub const ALL: CharacterSet = CharacterSet(0b11_1111_1111);
    /// The paper's cast: all shadows and raiders, Alice and Daniel.
    pub const PAPER: CharacterSet = CharacterSet::ALL.without(Character::Byron).without(Character::Craig);

    /// All of one faction.
    #[inline]
    pub const fn of(faction: Faction) -> CharacterSet {
        CharacterSet([0b111, 0b11_1000, 0b11_1100_0000][faction as usize])
    }

    /// This character alone.
    #[inline]
    pub const fn only(character: Character) -> CharacterSet {
        CharacterSet(character.bit())
    }

    /// Whether it is in the set.
    #[inline]
    pub const fn contains(self, character: Character) -> bool {
        self.0 & character.bit() != 0
    }

    /// The same set with it.
    #[inline]
    pub const fn with(self, character: Character) -> CharacterSet {
        CharacterSet(self.0 | character.bit())
    }

    /// The same set without it.
    #[inline]
    pub const fn without(self, character: Character) -> CharacterSet {
        CharacterSet(self.0 & !character.bit())
    }

    /// Those in both.
    #[inline]
    pub const fn and(self, other: CharacterSet) -> CharacterSet {
        CharacterSet(self.0 & other.0)
    }

    /// Those in either.
    #[inline]
    pub const fn or(self, other: CharacterSet) -> CharacterSet {
        CharacterSet(self.0 | other.0)
    }

    /// Those here but not there.
    #[inline]
    pub const fn minus(self, other: CharacterSet) -> CharacterSet {
        CharacterSet(self.0 & !other.0)
    }

    /// Whether one of this faction is in it.
    #[inline]
    pub const fn has(self, faction: Faction) -> bool {
        self.0 & CharacterSet::of(faction).0 != 0
    }

    /// How many.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether nobody is in it.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The members, in order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Character> {
        bits(self.0.into()).map(|bit| Character::ALL[bit as usize])
    }

    /// One of them, each equally likely.
    #[inline]
    pub(super) fn pick(self, rng: &mut Rng) -> Character {
        Character::ALL[rng.pick_bit(self.0.into()) as usize]
    }
}

impl Serialize for CharacterSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

/// The indices of the bits that are set, lowest first.
#[inline]
pub(super) fn bits(mut mask: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = mask.trailing_zeros();
        mask = mask.checked_sub(1)? & mask;
        Some(bit)
    })
}

words! {
    /// One of the three decks.
    Deck, "a deck" {
        /// Questions, handed to somebody in secret.
        Inference = "inference",
        /// Mostly help.
        White = "white",
        /// Mostly harm.
        Black = "black",
    }
}

words! {
    /// A white card.
    White, "a white card" {
        /// Heal 2.
        HolyWater = "holy-water",
        /// Everybody else takes 2.
        Flash = "flash",
        /// A raider may reveal and heal completely.
        Advent = "advent",
        /// No damage from attacks until the own next turn.
        Angel = "angel",
        /// Another turn after this one.
        Wisdom = "wisdom",
        /// Somebody's damage becomes 7.
        FirstAid = "first-aid",
        /// Alice or Ulrich may reveal and heal completely.
        Cookie = "cookie",
        /// Somebody else heals what a die shows.
        Grace = "grace",
        /// A shadow other than Ulrich must reveal.
        Mirror = "mirror",
        /// Equipment: a kill by attack takes all the victim had.
        Rosary = "rosary",
        /// Equipment: a raider may reveal for 2 more damage.
        Excalibur = "excalibur",
        /// Equipment: roll twice to move.
        Compass = "compass",
        /// Equipment: no damage from the city hall.
        Brooch = "brooch",
        /// Equipment: no damage from dog, bat and doll.
        Grail = "grail",
        /// Equipment: attacks deal and do 1 less.
        Robe = "robe",
        /// Equipment: a second compass, only in the deck as published.
        SecondCompass = "second-compass",
    }
}

words! {
    /// A black card.
    Black, "a black card" {
        /// 2 damage to somebody else, heal 1.
        Bat = "bat",
        /// Take an equipment of somebody.
        Henchman = "henchman",
        /// 2 damage to somebody else and to oneself.
        Dog = "dog",
        /// 3 damage to everybody in the area the dice name.
        Riot = "riot",
        /// Give an equipment away or take 1.
        Banana = "banana",
        /// 3 damage to somebody else, or on 5 and 6 to oneself.
        Doll = "doll",
        /// A shadow may reveal and heal completely.
        Ritual = "ritual",
        /// Equipment: attacks do 1 more.
        Sabre = "sabre",
        /// Equipment: attacks do 1 more.
        LeftHandgun = "left-handgun",
        /// Equipment: attacks do 1 more.
        RightHandgun = "right-handgun",
        /// Equipment: attacks do 1 more.
        Crossbow = "crossbow",
        /// Equipment: an attack hits everybody in range.
        Gatling = "gatling",
        /// Equipment: must attack, with the four-sided die alone.
        Masamune = "masamune",
    }
}

words! {
    /// An inference card, by what it asks.
    Inference, "an inference card" {
        /// A citizen or a shadow gives an equipment or takes 1.
        Greed = "greed",
        /// A citizen or a raider gives an equipment or takes 1.
        Blackmail = "blackmail",
        /// A raider or a shadow gives an equipment or takes 1.
        Anger = "anger",
        /// A raider takes 1.
        Slap = "slap",
        /// A raider heals 1, or takes 1 if undamaged.
        Aid = "aid",
        /// A shadow takes 1.
        Spell = "spell",
        /// A shadow takes 2.
        Exorcism = "exorcism",
        /// A shadow heals 1, or takes 1 if undamaged.
        Huddle = "huddle",
        /// A citizen heals 1, or takes 1 if undamaged.
        Nurturance = "nurturance",
        /// Who bears 11 or less takes 1.
        Bully = "bully",
        /// Who bears 12 or more takes 2.
        Lesson = "lesson",
        /// Anybody shows the character to the one who asks.
        Prediction = "prediction",
    }
}

words! {
    /// A card that stays in front of its owner.
    Equipment, "an equipment" {
        /// A kill by attack takes all the victim had.
        Rosary = "rosary",
        /// A raider may reveal for 2 more damage.
        Excalibur = "excalibur",
        /// Roll twice to move.
        Compass = "compass",
        /// No damage from the city hall.
        Brooch = "brooch",
        /// No damage from dog, bat and doll.
        Grail = "grail",
        /// Attacks deal and do 1 less.
        Robe = "robe",
        /// A second compass, only in the deck as published.
        SecondCompass = "second-compass",
        /// Attacks do 1 more.
        Sabre = "sabre",
        /// Attacks do 1 more.
        LeftHandgun = "left-handgun",
        /// Attacks do 1 more.
        RightHandgun = "right-handgun",
        /// Attacks do 1 more.
        Crossbow = "crossbow",
        /// An attack hits everybody in range.
        Gatling = "gatling",
        /// Must attack, with the four-sided die alone.
        Masamune = "masamune",
    }
}

/// Where the equipment begins among white and among black cards.
const WHITE_EQUIPMENT: usize = White::Rosary as usize;
const BLACK_EQUIPMENT: usize = Black::Sabre as usize;
/// Where the black ones begin among all equipment.
const BLACK_AMONG_ALL: usize = Equipment::Sabre as usize;

impl White {
    /// The equipment it is, unless it is used up at once.
    #[inline]
    pub fn equipment(self) -> Option<Equipment> {
        Some(Equipment::ALL[self.index().checked_sub(WHITE_EQUIPMENT)?])
    }
}

impl Black {
    /// The equipment it is, unless it is used up at once.
    #[inline]
    pub fn equipment(self) -> Option<Equipment> {
        Some(Equipment::ALL[BLACK_AMONG_ALL + self.index().checked_sub(BLACK_EQUIPMENT)?])
    }
}

impl Equipment {
    /// The card it is.
    #[inline]
    pub fn card(self) -> Card {
        match self.index().checked_sub(BLACK_AMONG_ALL) {
            Some(black) => Card::Black(Black::ALL[BLACK_EQUIPMENT + black]),
            None => Card::White(White::ALL[WHITE_EQUIPMENT + self.index()]),
        }
    }

    /// Whether it is one of the weapons that add 1.
    pub const fn is_weapon(self) -> bool {
        EquipmentSet::WEAPONS.contains(self)
    }
}

/// What lies in front of one seat.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct EquipmentSet(u16);

impl EquipmentSet {
    /// Nothing.
    pub const NONE: EquipmentSet = EquipmentSet(0);
    /// The four weapons that add 1.
    pub const WEAPONS: EquipmentSet = EquipmentSet(0b1111 << BLACK_AMONG_ALL);
    /// Both compasses.
    pub const COMPASSES: EquipmentSet =
        EquipmentSet(1 << Equipment::Compass as usize | 1 << Equipment::SecondCompass as usize);

    /// Whether it is there.
    #[inline]
    pub const fn contains(self, equipment: Equipment) -> bool {
        self.0 >> equipment as usize & 1 == 1
    }

    /// The same with it.
    #[inline]
    pub const fn with(self, equipment: Equipment) -> EquipmentSet {
        EquipmentSet(self.0 | 1 << equipment as usize)
    }

    /// The same without it.
    #[inline]
    pub const fn without(self, equipment: Equipment) -> EquipmentSet {
        EquipmentSet(self.0 & !(1 << equipment as usize))
    }

    /// Those in both.
    #[inline]
    pub const fn and(self, other: EquipmentSet) -> EquipmentSet {
        EquipmentSet(self.0 & other.0)
    }

    /// Those in either.
    #[inline]
    pub const fn or(self, other: EquipmentSet) -> EquipmentSet {
        EquipmentSet(self.0 | other.0)
    }

    /// How many.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether nothing is there.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The pieces, in order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Equipment> {
        bits(self.0.into()).map(|bit| Equipment::ALL[bit as usize])
    }
}

impl Serialize for EquipmentSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

/// A card of any deck.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Card {
    /// An inference card.
    Inference(Inference),
    /// A white card.
    White(White),
    /// A black card.
    Black(Black),
}

impl Card {
    /// The deck it belongs to.
    pub const fn deck(self) -> Deck {
        match self {
            Card::Inference(_) => Deck::Inference,
            Card::White(_) => Deck::White,
            Card::Black(_) => Deck::Black,
        }
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Card::Inference(card) => card.fmt(f),
            Card::White(card) => card.fmt(f),
            Card::Black(card) => card.fmt(f),
        }
    }
}

/// No two cards of different decks have the same word.
impl FromStr for Card {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Card, Unreadable> {
        let inference = text.parse().map(Card::Inference);
        let card = inference.or_else(|_| text.parse().map(Card::White));
        let card = card.or_else(|_| text.parse().map(Card::Black));
        card.map_err(|_: Unreadable| {
            Unreadable::new(text, "there is no such card, e.g. `slap`, `advent`, `bat`")
        })
    }
}

impl Serialize for Card {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

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
    const KINDS: &'static [White] = White::ALL;

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
    const KINDS: &'static [Black] = Black::ALL;

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
    const KINDS: &'static [Inference] = Inference::ALL;

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
    pub(super) fn first(self, kind: K) -> Pile<K> {
        let there = Pile::kind(kind).bits & self.bits;
        Pile::of_bits(there & there.wrapping_neg())
    }

    /// The kind of one card, each card equally likely.
    #[inline]
    pub(super) fn pick(self, rng: &mut Rng) -> K {
        K::of_bit(rng.pick_bit(self.bits.into()))
    }

    /// The kinds that are there, each once.
    pub fn kinds(self) -> impl Iterator<Item = K> {
        K::KINDS.iter().copied().filter(move |&kind| self.contains(kind))
    }

    /// The cards, each by its kind.
    pub fn iter(self) -> impl Iterator<Item = K> {
        bits(self.bits).map(K::of_bit)
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
    pub(super) const fn asked_of(faction: Faction) -> Pile<Inference> {
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
    pub(super) const fn asked_of_hp(hp: u8) -> Pile<Inference> {
        const WEAK: Pile<Inference> = Pile::kinds_at(&[Inference::Bully]);
        const STRONG: Pile<Inference> = Pile::kinds_at(&[Inference::Lesson]);
        if hp <= 11 { WEAK } else { STRONG }
    }
}
