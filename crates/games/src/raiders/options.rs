//! The options of the game, and what they say about characters and cards.

pub(super) mod rows;

use serde::Serialize;
use table::bit_set;

use super::{Black, Character, CharacterSet, Dice, Faction, Inference, White};
use crate::bag::Bag;
use crate::text::words;

/// The options of the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Rules {
    /// The number of players at the table, 4 to 8.
    pub seats: u8,
    /// The characters that may be dealt.
    pub cast: CharacterSet,
    /// What a character bears.
    pub hp: Hp,
    /// Whether characters have their abilities, and may reveal to use them.
    pub abilities: bool,
    /// The white deck.
    pub white: Bag<White>,
    /// The black deck.
    pub black: Bag<Black>,
    /// The inference deck.
    pub inference: Bag<Inference>,
    /// The sums that the dice can show.
    pub dice: Dice,
    /// Who can be attacked.
    pub range: Range,
    /// How the areas lie.
    pub layout: LayoutRule,
    /// In which order the seats have their turns.
    pub order: OrderRule,
    /// Whether what an area offers may be declined.
    pub areas_optional: bool,
    /// Whether to attack is a choice.
    pub attack_optional: bool,
    /// What an attack does.
    pub damage: Damage,
    /// When Daniel wins besides being the first out.
    pub daniel: Daniel,
    /// After this many turns the game ends, and nobody wins.
    pub max_turns: u16,
    /// Whether seat A can be a citizen.
    pub seat_a: SeatA,
    /// How this table departs from its own rules, to play as the published program did.
    pub quirks: Quirks,
}

/// What a character bears.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Hp {
    /// What is printed.
    Printed,
    /// All the same, Alice 3 less.
    Flat(u8),
}

words! {
    /// Who can be attacked.
    Range, "a range" {
        /// Who stands in the same area or in the next of the ring.
        RingNext = "ring_next",
        /// Who stands in the same area or in one beside it.
        RingBoth = "ring_both",
        /// Who stands in the same pair of areas.
        Pairs = "pairs",
        /// Anybody.
        Anyone = "anyone",
    }
}

words! {
    /// How the areas lie around the table.
    LayoutRule, "a layout" {
        /// In any order.
        Random = "random",
        /// As in the published program.
        Fixed = "fixed",
    }
}

words! {
    /// In which order the seats have their turns.
    OrderRule, "an order" {
        /// Anybody begins, then clockwise.
        Clockwise = "clockwise",
        /// In any order.
        Shuffled = "shuffled",
        /// A begins, then clockwise.
        Seats = "seats",
    }
}

words! {
    /// What an attack does before equipment counts.
    Damage, "a damage" {
        /// The difference of both dice; 0 misses.
        Dice = "dice",
        /// The difference of both dice, but at least 1.
        AtLeastOne = "at_least_one",
        /// 1.
        One = "one",
    }
}

words! {
    /// When Daniel wins besides being the first out.
    Daniel, "a rule for Daniel" {
        /// When all shadows are out and he is not, as printed on the card.
        Card = "card",
        /// When the shadows win and he is not out, as the paper has it.
        Paper = "paper",
        /// Never.
        First = "first",
    }
}

words! {
    /// Whether seat A can be a citizen.
    SeatA, "a rule for seat A" {
        /// It can be anybody.
        Any = "any",
        /// It is a shadow or a raider.
        Sided = "sided",
    }
}

words! {
    /// One way in which the published program departs from the rules it states.
    Quirk, "a quirk" {
        /// Inference cards do nothing and tell nothing.
        InertInference = "inert_inference",
        /// The guardian angel never leaves.
        LastingAngel = "lasting_angel",
        /// Stealing, and looting one card, moves nothing.
        VoidSteal = "void_steal",
        /// The hideout does 1 damage to a thief who finds nothing.
        HurtingHideout = "hurting_hideout",
        /// An empty deck is replaced by a whole one, equipment in play included.
        FreshDecks = "fresh_decks",
        /// The compass does nothing.
        IdleCompass = "idle_compass",
        /// A 10 leads anywhere but the office, its own area included.
        TenNotOffice = "ten_not_office",
        /// A roll that names the roller's own area is not repeated.
        NoReroll = "no_reroll",
        /// A riot hits only those whose own roll was the same number.
        ExactRiot = "exact_riot",
        /// The grail stops the bat's healing, but neither the doll nor its holder's dog.
        OddGrail = "odd_grail",
        /// A seat that its own area or card puts out still attacks.
        GhostAttack = "ghost_attack",
        /// Both handguns count as one.
        OneHandgun = "one_handgun",
        /// Weapons add their damage to a miss.
        MissesHurt = "misses_hurt",
        /// Where both factions would win at once, only the raiders do.
        RaidersFirst = "raiders_first",
    }
}

bit_set! {
    /// The quirks of a table: none plays by the rules as they are stated.
    pub struct Quirks(u16) of Quirk;
}

impl Rules {
    /// Whether this table has a quirk.
    #[inline]
    pub const fn has(&self, quirk: Quirk) -> bool {
        self.quirks.contains(quirk)
    }

    /// How many of each faction sit at the table. Fewer than four seats are for examinations.
    #[inline]
    pub const fn members(&self, faction: Faction) -> u8 {
        const SIDES: [u8; 9] = [0, 0, 1, 1, 2, 2, 2, 2, 3];
        let side = SIDES[self.seats as usize];
        match faction {
            Faction::Shadow | Faction::Raider => side,
            Faction::Citizen => self.seats - 2 * side,
        }
    }

    /// The damage at which a character is out.
    #[inline]
    pub const fn hp_of(&self, character: Character) -> u8 {
        match self.hp {
            Hp::Printed => character.printed_hp(),
            Hp::Flat(hp) if matches!(character, Character::Alice) => hp - 3,
            Hp::Flat(hp) => hp,
        }
    }

    /// Who bears more than this much damage.
    #[inline]
    pub(super) const fn bears(&self, damage: u8) -> CharacterSet {
        /// The strongest bears 14.
        const PRINTED: [CharacterSet; 15] = bearers();
        match self.hp {
            Hp::Printed => PRINTED[if damage < 14 { damage as usize } else { 14 }],
            Hp::Flat(hp) if damage + 3 < hp => CharacterSet::ALL,
            Hp::Flat(hp) if damage < hp => CharacterSet::ALL.without(Character::Alice),
            Hp::Flat(_) => CharacterSet::NONE,
        }
    }

    /// The questions that this character answers with yes.
    #[inline]
    pub(super) fn questions_for(&self, character: Character) -> Bag<Inference> {
        Bag::asked_of(character.faction()).or(Bag::asked_of_hp(self.hp_of(character)))
    }

    /// Whom a question is about.
    #[inline]
    pub(super) const fn asked_by(&self, text: Inference) -> CharacterSet {
        const SHADOWS: CharacterSet = CharacterSet::of(Faction::Shadow);
        const RAIDERS: CharacterSet = CharacterSet::of(Faction::Raider);
        const CITIZENS: CharacterSet = CharacterSet::of(Faction::Citizen);
        match text {
            Inference::Greed => CITIZENS.or(SHADOWS),
            Inference::Blackmail => CITIZENS.or(RAIDERS),
            Inference::Anger => RAIDERS.or(SHADOWS),
            Inference::Slap | Inference::Aid => RAIDERS,
            Inference::Spell | Inference::Exorcism | Inference::Huddle => SHADOWS,
            Inference::Nurturance => CITIZENS,
            Inference::Bully => CharacterSet::ALL.minus(self.bears(11)),
            Inference::Lesson => self.bears(11),
            Inference::Prediction => CharacterSet::ALL,
        }
    }

    /// Whether this character may answer falsely.
    #[inline]
    pub(super) const fn may_lie(&self, character: Character) -> bool {
        self.abilities && matches!(character, Character::Ulrich)
    }
}

const fn bearers() -> [CharacterSet; 15] {
    let (mut bearers, mut damage) = ([CharacterSet::NONE; 15], 0);
    while damage < 15 {
        let mut i = 0;
        while i < Character::ALL.len() {
            if Character::ALL[i].printed_hp() as usize > damage {
                bearers[damage] = bearers[damage].with(Character::ALL[i]);
            }
            i += 1;
        }
        damage += 1;
    }
    bearers
}
