//! Factions and characters, and sets of them.

use serde::{Serialize, Serializer};
use table::Rng;

use crate::raiders::words::{bits, words};

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
    pub(in crate::raiders) fn pick(self, rng: &mut Rng) -> Character {
        Character::ALL[rng.pick_bit(self.0.into()) as usize]
    }
}

impl Serialize for CharacterSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}
