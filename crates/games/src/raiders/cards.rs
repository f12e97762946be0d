//! The pieces: the cards of the three decks and the equipment among them; areas, characters and bags of cards in
//! files of their own.

pub(super) mod areas;
mod characters;
mod decks;

use std::fmt;
use std::str::FromStr;

use serde::{Serialize, Serializer};
use table::{Unreadable, bit_set};

use crate::text::words;
pub use areas::{Area, AreaSet, Dice, Layout, area_of};
pub use characters::{Character, CharacterSet, Faction};

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
        /// No damage from attacks until its own next turn.
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
}

bit_set! {
    /// What lies in front of one seat.
    pub struct EquipmentSet(u16) of Equipment;
}

impl EquipmentSet {
    /// The four weapons that add 1.
    pub const WEAPONS: EquipmentSet = EquipmentSet::of_bits(0b1111 << BLACK_AMONG_ALL);
    /// Both compasses.
    pub const COMPASSES: EquipmentSet = EquipmentSet::only(Equipment::Compass).with(Equipment::SecondCompass);
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
