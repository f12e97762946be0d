//! The options as they are typed, and the presets.

use std::str::FromStr;

use table::{Param, Params, Preset, Spec, SpecError, Values, shortest_spec};

use super::super::cards::Inference;
use super::super::characters::{Character, CharacterSet, Faction};
use super::super::options::{Damage, Daniel, Hp, LayoutRule, OrderRule, Quirk, Quirks, Range, SeatA};
use super::super::pile::{Kind, Pile};
use super::super::{Dice, Raiders, Rules};
use crate::registry::check_seats;

const fn quirk(quirk: Quirk, about: &'static str) -> Param {
    Param::new(quirk.word(), "no", about, Values::Words)
}

const fn option(key: &'static str, default: &'static str, about: &'static str) -> Param {
    Param::new(key, default, about, Values::Words)
}

pub(super) const OPTIONS: &[Param] = &[
    option("abilities", "yes", "whether characters have abilities, and may reveal to use them"),
    option("areas", "may", "`may`: what an area offers can be declined; `must`: it cannot"),
    option("attack", "may", "`may`: to attack is a choice; `must`: it is not"),
    option(
        "black",
        "box",
        "the black deck: `box`, `paper` (no gatling, no masamune), `published` (no crossbow either), or cards joined by +",
    ),
    option(
        "cast",
        "all",
        "who can be dealt: `all`, `paper` (citizens Alice and Daniel), or names joined by +",
    ),
    option(
        "damage",
        "dice",
        "an attack does the difference of both `dice`, the same but `at_least_one`, or always `one`",
    ),
    option(
        "daniel",
        "card",
        "Daniel also wins if he lives when all shadows are out (`card`), when the shadows win (`paper`), or never (`first`)",
    ),
    option("dice", "all", "the sums the dice can show: `all`, or some joined by +, for small tables"),
    option(
        "hp",
        "printed",
        "what a character bears: `printed`, or one number from 4 to 14 for all, Alice 3 less",
    ),
    option("inference", "box", "the inference deck: `box`, or cards joined by +"),
    option("layout", "random", "the ring of areas: `random`, or `fixed` as in the published program"),
    option("max_turns", "300", "after so many turns the game ends and nobody wins, 1 to 1000"),
    option(
        "order",
        "clockwise",
        "turns go `clockwise` from anybody, in `shuffled` order, or from A by `seats`",
    ),
    option(
        "range",
        "ring_next",
        "who can be attacked: the same area and the next (`ring_next`), both beside (`ring_both`), the same pair (`pairs`), or `anyone`",
    ),
    option("seat_a", "any", "`sided`: A is never a citizen, for experiments that measure A"),
    option(
        "white",
        "box",
        "the white deck: `box`, `paper` (no robe), `published` (a second compass for the robe), or cards joined by +",
    ),
    quirk(
        Quirk::InertInference,
        "as published: inference cards do nothing, since a name was compared with a list",
    ),
    quirk(Quirk::LastingAngel, "as published: a guardian angel stays for the game, since nothing ends it"),
    quirk(
        Quirk::VoidSteal,
        "as published: stealing and looting move nothing, since the thief's copy is deleted",
    ),
    quirk(Quirk::HurtingHideout, "as published: the hideout does 1 damage to a thief who finds nothing"),
    quirk(
        Quirk::FreshDecks,
        "as published: an empty deck is replaced by a whole one, equipment in play included",
    ),
    quirk(
        Quirk::IdleCompass,
        "as published: the compass does nothing, since its name is looked for with quotes",
    ),
    quirk(
        Quirk::TenNotOffice,
        "as published: a 10 leads anywhere but the office, by a condition that always holds",
    ),
    quirk(Quirk::NoReroll, "as published: a roll that names the own area is not repeated"),
    quirk(Quirk::ExactRiot, "as published: a riot hits only those whose last roll was the same number"),
    quirk(
        Quirk::OddGrail,
        "as published: the grail stops neither the doll's victim nor the own dog, but the bat's healing",
    ),
    quirk(
        Quirk::GhostAttack,
        "as published: who goes out by the own area or card still attacks in that turn",
    ),
    quirk(Quirk::OneHandgun, "as published: both handguns count once, since they have one name"),
    quirk(Quirk::MissesHurt, "as published: weapons add their damage to an attack that rolled 0"),
    quirk(Quirk::RaidersFirst, "as published: if both factions go out at once only the raiders win"),
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

pub(super) const PRESETS: &[Preset] = &[
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
        spec: "raiders(abilities=no,areas=must,attack=must,black=paper,cast=paper,damage=one,hp=11,order=shuffled,range=anyone,white=paper)",
        about: "the paper's rules: attack anybody for 1, 11 hit points, no abilities",
    },
];

const YES_NO: &[(&str, bool)] = &[("yes", true), ("no", false)];
const NO_YES: &[(&str, bool)] = &[("no", false), ("yes", true)];
const MAY: &[(&str, bool)] = &[("may", true), ("must", false)];
const DAMAGE: &[(&str, Damage)] =
    &[("dice", Damage::Dice), ("at_least_one", Damage::AtLeastOne), ("one", Damage::One)];
const DANIEL: &[(&str, Daniel)] =
    &[("card", Daniel::Card), ("paper", Daniel::Paper), ("first", Daniel::First)];
const LAYOUT: &[(&str, LayoutRule)] = &[("random", LayoutRule::Random), ("fixed", LayoutRule::Fixed)];
const ORDER: &[(&str, OrderRule)] =
    &[("clockwise", OrderRule::Clockwise), ("shuffled", OrderRule::Shuffled), ("seats", OrderRule::Seats)];
const RANGE: &[(&str, Range)] = &[
    ("ring_next", Range::RingNext),
    ("ring_both", Range::RingBoth),
    ("pairs", Range::Pairs),
    ("anyone", Range::Anyone),
];
const SEAT_A: &[(&str, SeatA)] = &[("any", SeatA::Any), ("sided", SeatA::Sided)];

/// The word that stands for a value in a spec.
fn word<T: PartialEq>(words: &[(&'static str, T)], value: &T) -> String {
    words.iter().find(|(_, meant)| meant == value).expect("every value has a word").0.to_string()
}

/// A named set, or its members joined by `+`.
fn read_set<T: Copy, M: FromStr>(
    params: &mut Params<'_>,
    key: &'static str,
    named: &[(&'static str, T)],
    none: T,
    with: impl Fn(T, M) -> T,
) -> Result<T, SpecError> {
    let text = params.old_text(key).unwrap_or(named[0].0);
    if let Some((_, set)) = named.iter().find(|(name, _)| *name == text) {
        return Ok(*set);
    }
    let names: Vec<&str> = named.iter().map(|(name, _)| *name).collect();
    let bad = |_| {
        SpecError::bad(format!(
            "raiders: `{key}={text}` should be one of {}, or names joined by +",
            names.join(", ")
        ))
    };
    text.split('+')
        .filter(|name| *name != "none")
        .try_fold(none, |set, name| Ok(with(set, name.parse().map_err(bad)?)))
}

fn write_set<T: PartialEq, M: ToString>(
    named: &[(&'static str, T)],
    set: T,
    members: impl Iterator<Item = M>,
) -> String {
    let members: Vec<String> = members.map(|member| member.to_string()).collect();
    match named.iter().find(|(_, value)| *value == set) {
        Some((name, _)) => (*name).to_string(),
        None if members.is_empty() => "none".to_string(),
        None => members.join("+"),
    }
}

const CAST: &[(&str, CharacterSet)] = &[("all", CharacterSet::ALL), ("paper", CharacterSet::PAPER)];
const DICE: &[(&str, Dice)] = &[("all", Dice::ALL)];
const INFERENCE: &[(&str, Pile<Inference>)] = &[("box", Pile::<Inference>::BOX)];

/// The named white or black decks.
macro_rules! decks {
    ($kind:ty) => {
        &[
            ("box", Pile::<$kind>::BOX),
            ("paper", Pile::<$kind>::PAPER),
            ("published", Pile::<$kind>::PUBLISHED),
        ]
    };
}
const WHITE: &[(&str, Pile<super::super::White>)] = decks!(super::super::White);
const BLACK: &[(&str, Pile<super::super::Black>)] = decks!(super::super::Black);

fn read_deck<K: Kind>(
    params: &mut Params<'_>,
    key: &'static str,
    named: &[(&'static str, Pile<K>)],
) -> Result<Pile<K>, SpecError> {
    read_set(params, key, named, Pile::NONE, Pile::<K>::with)
}

fn read_hp(params: &mut Params<'_>) -> Result<Hp, SpecError> {
    match params.old_text("hp") {
        None | Some("printed") => Ok(Hp::Printed),
        Some(_) => params.old_number("hp", 11, 4..=14).map(Hp::Flat),
    }
}

pub(super) fn read(spec: &Spec, seats: usize) -> Result<Rules, SpecError> {
    let spec = Preset::expand(PRESETS, spec);
    let mut params = Params::new(&spec);
    let p = &mut params;
    let rules = Rules {
        seats: seats as u8,
        abilities: p.old_choice("abilities", YES_NO)?,
        areas_optional: p.old_choice("areas", MAY)?,
        attack_optional: p.old_choice("attack", MAY)?,
        black: read_deck(p, "black", BLACK)?,
        cast: read_set(p, "cast", CAST, CharacterSet::NONE, CharacterSet::with)?,
        damage: p.old_choice("damage", DAMAGE)?,
        daniel: p.old_choice("daniel", DANIEL)?,
        dice: read_set(p, "dice", DICE, Dice::of([]), |dice, sum| Dice::of(dice.iter().chain([sum])))?,
        hp: read_hp(p)?,
        inference: read_deck(p, "inference", INFERENCE)?,
        layout: p.old_choice("layout", LAYOUT)?,
        max_turns: p.old_number("max_turns", 300, 1..=1000)?,
        order: p.old_choice("order", ORDER)?,
        range: p.old_choice("range", RANGE)?,
        seat_a: p.old_choice("seat_a", SEAT_A)?,
        white: read_deck(p, "white", WHITE)?,
        quirks: read_quirks(p)?,
    };
    params.finish()?;
    check_seats::<Raiders>(seats)?;
    check(&rules).map(|()| rules)
}

fn read_quirks(params: &mut Params<'_>) -> Result<Quirks, SpecError> {
    let mut quirks = Quirks::NONE;
    for &quirk in Quirk::ALL {
        if params.old_choice(quirk.word(), NO_YES)? {
            quirks = quirks.with(quirk);
        }
    }
    Ok(quirks)
}

/// What does not go together.
fn check(rules: &Rules) -> Result<(), SpecError> {
    if rules.dice.is_empty() {
        return Err(SpecError::bad("raiders: `dice` should be all, or sums from 2 to 10 joined by +"));
    }
    for &faction in Faction::ALL {
        let (wanted, there) = (rules.members(faction), rules.cast.and(CharacterSet::of(faction)).len());
        if usize::from(wanted) > there {
            return Err(SpecError::bad(format!(
                "raiders: a table for {} needs {wanted} of the faction {faction}, and `cast` has {there}",
                rules.seats
            )));
        }
    }
    Ok(())
}

pub(super) fn write(rules: &Rules) -> String {
    let hp = match rules.hp {
        Hp::Printed => "printed".to_string(),
        Hp::Flat(hp) => hp.to_string(),
    };
    let mut options = vec![
        ("abilities", word(YES_NO, &rules.abilities)),
        ("areas", word(MAY, &rules.areas_optional)),
        ("attack", word(MAY, &rules.attack_optional)),
        ("black", write_set(BLACK, rules.black, rules.black.iter())),
        ("cast", write_set(CAST, rules.cast, rules.cast.iter().map(Character::word))),
        ("damage", word(DAMAGE, &rules.damage)),
        ("daniel", word(DANIEL, &rules.daniel)),
        ("dice", write_set(DICE, rules.dice, rules.dice.iter())),
        ("hp", hp),
        ("inference", write_set(INFERENCE, rules.inference, rules.inference.iter())),
        ("layout", word(LAYOUT, &rules.layout)),
        ("max_turns", rules.max_turns.to_string()),
        ("order", word(ORDER, &rules.order)),
        ("range", word(RANGE, &rules.range)),
        ("seat_a", word(SEAT_A, &rules.seat_a)),
        ("white", write_set(WHITE, rules.white, rules.white.iter())),
    ];
    options.extend(Quirk::ALL.iter().map(|quirk| (quirk.word(), word(NO_YES, &rules.has(*quirk)))));
    shortest_spec::<Raiders>(&options)
}
