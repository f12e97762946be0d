//! The options as they are typed: a row each, and the presets.

use std::fmt::Display;
use std::str::FromStr;

use table::{Number, NumberOr, OptionRow, OptionValue, Preset, SpecError, Text, Word};

use super::{Damage, Daniel, Hp, LayoutRule, OrderRule, Quirk, Quirks, Range, Rules, SeatA};
use crate::bag::{Bag, CardKind};
use crate::raiders::{Black, CharacterSet, Dice, Faction, Inference, White};
use crate::text::list;

const NO_YES: &[(&str, bool)] = &[("no", false), ("yes", true)];
const MAY_MUST: &[(&str, bool)] = &[("may", true), ("must", false)];

/// A quirk as an option: `yes` departs from the rules.
struct Departure(Quirk);

impl OptionValue<Rules> for Departure {
    fn read(&self, rules: &mut Rules, text: &str) -> Result<(), String> {
        rules.quirks = match text {
            "no" => rules.quirks.without(self.0),
            "yes" => rules.quirks.with(self.0),
            _ => return Err("one of no, yes".to_string()),
        };
        Ok(())
    }

    fn write(&self, rules: &Rules) -> String {
        if rules.has(self.0) { "yes" } else { "no" }.to_string()
    }
}

const fn quirk(departure: &'static Departure, about: &'static str) -> OptionRow<Rules> {
    OptionRow { key: departure.0.word(), about, value: departure }
}

/// Members joined by `+`, each as it is read; `none` stands for no member.
fn members<T: FromStr>(text: &str) -> Option<Vec<T>> {
    text.split('+').filter(|name| *name != "none").map(|name| name.parse().ok()).collect()
}

/// The same, as they are typed.
fn joined<T: Display>(members: impl IntoIterator<Item = T>) -> String {
    Some(list(members, "+")).filter(|text| !text.is_empty()).unwrap_or("none".to_string())
}

fn read_members<T: FromStr, S: FromIterator<T>>(text: &str) -> Option<S> {
    Some(members(text)?.into_iter().collect())
}

fn read_deck<K: CardKind + FromStr>(text: &str) -> Option<Bag<K>> {
    members(text)?.into_iter().try_fold(Bag::EMPTY, Bag::try_with)
}

pub(in crate::raiders) const OPTIONS: &[OptionRow<Rules>] = &[
    OptionRow {
        key: "abilities",
        about: "whether characters have abilities, and may reveal to use them",
        value: &Word { words: NO_YES, field: |rules: &mut Rules| &mut rules.abilities },
    },
    OptionRow {
        key: "areas",
        about: "`may`: what an area offers can be declined; `must`: it cannot",
        value: &Word { words: MAY_MUST, field: |rules: &mut Rules| &mut rules.areas_optional },
    },
    OptionRow {
        key: "attack",
        about: "`may`: to attack is a choice; `must`: it is not",
        value: &Word { words: MAY_MUST, field: |rules: &mut Rules| &mut rules.attack_optional },
    },
    OptionRow {
        key: "black",
        about: "the black deck: `box`, `paper` (no gatling, no masamune), `published` (no crossbow either), or cards joined by +",
        value: &Text {
            named: &[
                ("box", Bag::<Black>::BOX),
                ("paper", Bag::<Black>::PAPER),
                ("published", Bag::<Black>::PUBLISHED),
            ],
            read: read_deck,
            write: |deck| joined(deck.cards()),
            wanted: "one of box, paper, published, or black cards joined by +, none more often than there are",
            field: |rules: &mut Rules| &mut rules.black,
        },
    },
    OptionRow {
        key: "cast",
        about: "who can be dealt: `all`, `paper` (citizens Alice and Daniel), or names joined by +",
        value: &Text {
            named: &[("all", CharacterSet::ALL), ("paper", CharacterSet::PAPER)],
            read: read_members,
            write: joined,
            wanted: "one of all, paper, or names joined by +",
            field: |rules: &mut Rules| &mut rules.cast,
        },
    },
    OptionRow {
        key: "damage",
        about: "an attack does the difference of both `dice`, the same but `at_least_one`, or always `one`",
        value: &Word { words: &Damage::WORDS, field: |rules: &mut Rules| &mut rules.damage },
    },
    OptionRow {
        key: "daniel",
        about: "Daniel also wins if he lives when all shadows are out (`card`), when the shadows win (`paper`), or never (`first`)",
        value: &Word { words: &Daniel::WORDS, field: |rules: &mut Rules| &mut rules.daniel },
    },
    OptionRow {
        key: "dice",
        about: "the sums the dice can show: `all`, or some joined by +, for small tables",
        value: &Text {
            named: &[("all", Dice::ALL)],
            read: |text| Dice::of(members(text)?),
            write: |dice| joined(dice.iter()),
            wanted: "all, or sums from 2 to 10 joined by +",
            field: |rules: &mut Rules| &mut rules.dice,
        },
    },
    OptionRow {
        key: "hp",
        about: "what a character bears: `printed`, or one number for all, Alice 3 less",
        value: &NumberOr {
            word: "printed",
            from: 4,
            to: 14,
            get: |rules: &Rules| match rules.hp {
                Hp::Printed => None,
                Hp::Flat(hp) => Some(hp),
            },
            set: |rules, hp| rules.hp = hp.map_or(Hp::Printed, Hp::Flat),
        },
    },
    OptionRow {
        key: "inference",
        about: "the inference deck: `box`, or cards joined by +",
        value: &Text {
            named: &[("box", Bag::<Inference>::BOX)],
            read: read_deck,
            write: |deck| joined(deck.cards()),
            wanted: "box, or inference cards joined by +, none more often than there are",
            field: |rules: &mut Rules| &mut rules.inference,
        },
    },
    OptionRow {
        key: "layout",
        about: "the ring of areas: `random`, or `fixed` as in the published program",
        value: &Word { words: &LayoutRule::WORDS, field: |rules: &mut Rules| &mut rules.layout },
    },
    OptionRow {
        key: "max_turns",
        about: "after so many turns the game ends and nobody wins",
        value: &Number { from: 1, to: 1000, field: |rules: &mut Rules| &mut rules.max_turns },
    },
    OptionRow {
        key: "order",
        about: "turns go `clockwise` from anybody, in `shuffled` order, or from A by `seats`",
        value: &Word { words: &OrderRule::WORDS, field: |rules: &mut Rules| &mut rules.order },
    },
    OptionRow {
        key: "range",
        about: "who can be attacked: the same area and the next (`ring_next`), both beside (`ring_both`), the same pair (`pairs`), or `anyone`",
        value: &Word { words: &Range::WORDS, field: |rules: &mut Rules| &mut rules.range },
    },
    OptionRow {
        key: "seat_a",
        about: "`sided`: A is never a citizen, for experiments that measure A",
        value: &Word { words: &SeatA::WORDS, field: |rules: &mut Rules| &mut rules.seat_a },
    },
    OptionRow {
        key: "white",
        about: "the white deck: `box`, `paper` (no robe), `published` (a second compass for the robe), or cards joined by +",
        value: &Text {
            named: &[
                ("box", Bag::<White>::BOX),
                ("paper", Bag::<White>::PAPER),
                ("published", Bag::<White>::PUBLISHED),
            ],
            read: read_deck,
            write: |deck| joined(deck.cards()),
            wanted: "one of box, paper, published, or white cards joined by +, none more often than there are",
            field: |rules: &mut Rules| &mut rules.white,
        },
    },
    quirk(
        &Departure(Quirk::InertInference),
        "as published: inference cards do nothing, since a name was compared with a list",
    ),
    quirk(
        &Departure(Quirk::LastingAngel),
        "as published: a guardian angel stays for the game, since nothing ends it",
    ),
    quirk(
        &Departure(Quirk::VoidSteal),
        "as published: stealing and looting move nothing, since the thief's copy is deleted",
    ),
    quirk(
        &Departure(Quirk::HurtingHideout),
        "as published: the hideout does 1 damage to a thief who finds nothing",
    ),
    quirk(
        &Departure(Quirk::FreshDecks),
        "as published: an empty deck is replaced by a whole one, equipment in play included",
    ),
    quirk(
        &Departure(Quirk::IdleCompass),
        "as published: the compass does nothing, since its name is looked for with quotes",
    ),
    quirk(
        &Departure(Quirk::TenNotOffice),
        "as published: a 10 leads anywhere but the office, by a condition that always holds",
    ),
    quirk(&Departure(Quirk::NoReroll), "as published: a roll that names the own area is not repeated"),
    quirk(
        &Departure(Quirk::ExactRiot),
        "as published: a riot hits only those whose last roll was the same number",
    ),
    quirk(
        &Departure(Quirk::OddGrail),
        "as published: the grail stops neither the doll's victim nor the own dog, but the bat's healing",
    ),
    quirk(
        &Departure(Quirk::GhostAttack),
        "as published: who goes out by the own area or card still attacks in that turn",
    ),
    quirk(&Departure(Quirk::OneHandgun), "as published: both handguns count once, since they have one name"),
    quirk(&Departure(Quirk::MissesHurt), "as published: weapons add their damage to an attack that rolled 0"),
    quirk(
        &Departure(Quirk::RaidersFirst),
        "as published: if both factions go out at once only the raiders win",
    ),
];

/// What the paper's own program did, in both of its rule sets.
macro_rules! published {
    ($rest:literal) => {
        concat!(
            "raiders(abilities=no,areas=must,black=published,cast=paper,daniel=first,layout=fixed,",
            "order=shuffled,seat_a=sided,white=published,inert_inference=yes,lasting_angel=yes,void_steal=yes,",
            "hurting_hideout=yes,fresh_decks=yes,idle_compass=yes,ten_not_office=yes,no_reroll=yes,exact_riot=yes,",
            "odd_grail=yes,ghost_attack=yes,one_handgun=yes,raiders_first=yes,",
            $rest,
            ")"
        )
    };
}

pub(in crate::raiders) const PRESETS: &[Preset] = &[
    Preset {
        name: "raiders-as-published",
        spec: published!("attack=must,damage=one,hp=11,range=anyone"),
        about: "the modified rules as the paper's own program played them: tables 2 and 3",
    },
    Preset {
        name: "raiders-as-published-original",
        spec: published!("attack=may,damage=dice,hp=printed,range=ring_next,misses_hurt=yes"),
        about: "the original attack, hit points and range as the paper's own program played them: table 4",
    },
    Preset {
        name: "raiders-modified",
        spec: "raiders(abilities=no,areas=must,attack=must,black=paper,cast=paper,damage=one,daniel=paper,hp=11,order=shuffled,range=anyone,white=paper)",
        about: "the paper's rules: attack anybody for 1, 11 hit points, no abilities",
    },
];

impl Rules {
    /// The game as it is sold.
    pub(in crate::raiders) const fn default_for(seats: usize) -> Rules {
        Rules {
            seats: seats as u8,
            cast: CharacterSet::ALL,
            hp: Hp::Printed,
            abilities: true,
            white: Bag::<White>::BOX,
            black: Bag::<Black>::BOX,
            inference: Bag::<Inference>::BOX,
            dice: Dice::ALL,
            range: Range::RingNext,
            layout: LayoutRule::Random,
            order: OrderRule::Clockwise,
            areas_optional: true,
            attack_optional: true,
            damage: Damage::Dice,
            daniel: Daniel::Card,
            max_turns: 300,
            seat_a: SeatA::Any,
            quirks: Quirks::NONE,
        }
    }

    /// Whether these seats and characters go together.
    pub(in crate::raiders) fn check(&self) -> Result<(), SpecError> {
        for faction in Faction::ALL {
            let (wanted, there) = (self.members(faction), self.cast.and(CharacterSet::of(faction)).len());
            if usize::from(wanted) > there {
                return Err(SpecError::bad(format!(
                    "raiders: a table for {} needs {wanted} of the faction {faction}, and `cast` has {there}",
                    self.seats
                )));
            }
        }
        Ok(())
    }
}
