//! Factions and characters, and sets of them.

use table::bit_set;

use crate::text::words;

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
}

bit_set! {
    /// A set of characters.
    pub struct CharacterSet(u16) of Character;
}

impl CharacterSet {
    /// The paper's cast: all shadows and raiders, Alice and Daniel.
    pub const PAPER: CharacterSet = CharacterSet::ALL.without(Character::Byron).without(Character::Craig);

    /// All of one faction.
    #[inline]
    pub const fn of(faction: Faction) -> CharacterSet {
        CharacterSet::of_bits([0b111, 0b11_1000, 0b11_1100_0000][faction as usize])
    }

    /// Whether one of this faction is in it.
    #[inline]
    pub const fn has(self, faction: Faction) -> bool {
        !self.and(CharacterSet::of(faction)).is_empty()
    }
}
