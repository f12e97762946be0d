//! The options of the game, and what they say about characters and cards.

pub(super) mod typed;

use serde::{Serialize, Serializer};

use super::{Black, Character, CharacterSet, Dice, Faction, Inference, Pile, White};
use crate::raiders::words::{bits, words};

/// The options of the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Rules {
    /// How many sit at the table, 4 to 8.
    pub seats: u8,
    /// The characters that may be dealt.
    pub cast: CharacterSet,
    /// What a character bears.
    pub hp: Hp,
    /// Whether characters have their abilities, and may reveal to use them.
    pub abilities: bool,
    /// The white deck.
    pub white: Pile<White>,
    /// The black deck.
    pub black: Pile<Black>,
    /// The inference deck.
    pub inference: Pile<Inference>,
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
    /// After so many turns the game ends, and nobody wins.
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

/// Who can be attacked.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Range {
    /// Who stands in the same area or in the next of the ring.
    RingNext,
    /// Who stands in the same area or in one beside it.
    RingBoth,
    /// Who stands in the same pair of areas.
    Pairs,
    /// Anybody.
    Anyone,
}

/// How the areas lie around the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum LayoutRule {
    /// In any order.
    Random,
    /// As in the published program.
    Fixed,
}

/// In which order the seats have their turns.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum OrderRule {
    /// Anybody begins, then clockwise.
    Clockwise,
    /// In any order.
    Shuffled,
    /// A begins, then clockwise.
    Seats,
}

/// What an attack does before equipment counts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Damage {
    /// The difference of both dice; 0 misses.
    Dice,
    /// The difference of both dice, but at least 1.
    AtLeastOne,
    /// 1.
    One,
}

/// When Daniel wins besides being the first out.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Daniel {
    /// When all shadows are out and he is not, as printed on the card.
    Card,
    /// When the shadows win and he is not out, as the paper has it.
    Paper,
    /// Never.
    First,
}

/// Whether seat A can be a citizen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum SeatA {
    /// It can be anybody.
    Any,
    /// It is a shadow or a raider.
    Sided,
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
        /// A 10 leads anywhere but the office, the own area included.
        TenNotOffice = "ten_not_office",
        /// A roll that names the own area is not repeated.
        NoReroll = "no_reroll",
        /// A riot hits only those whose own roll was the same number.
        ExactRiot = "exact_riot",
        /// The grail stops the bat's healing, but neither the doll nor the own dog.
        OddGrail = "odd_grail",
        /// Who is put out by the own area or card still attacks.
        GhostAttack = "ghost_attack",
        /// Both handguns count as one.
        OneHandgun = "one_handgun",
        /// Weapons add their damage to a miss.
        MissesHurt = "misses_hurt",
        /// Where both factions would win at once, only the raiders do.
        RaidersFirst = "raiders_first",
    }
}

/// The quirks of a table, one bit each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Quirks(u16);

impl Quirks {
    /// None: the rules as they are stated.
    pub const NONE: Quirks = Quirks(0);

    /// Whether this one is there.
    #[inline]
    pub const fn contains(self, quirk: Quirk) -> bool {
        self.0 >> quirk as usize & 1 == 1
    }

    /// The same with this one.
    pub const fn with(self, quirk: Quirk) -> Quirks {
        Quirks(self.0 | 1 << quirk as usize)
    }

    /// The quirks, in order.
    pub fn iter(self) -> impl Iterator<Item = Quirk> {
        bits(self.0.into()).map(|bit| Quirk::ALL[bit as usize])
    }
}

impl Serialize for Quirks {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
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
    pub(super) const fn questions_for(&self, character: Character) -> Pile<Inference> {
        Pile::asked_of(character.faction()).or(Pile::asked_of_hp(self.hp_of(character)))
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
