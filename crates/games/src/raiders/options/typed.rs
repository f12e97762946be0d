//! The options as they are typed, and the presets.

use std::str::FromStr;

use table::{Param, Params, Preset, Spec, SpecError, Values, WordParam, shortest_spec};

use super::{Damage, Daniel, Hp, LayoutRule, OrderRule, Quirk, Quirks, Range, Rules, SeatA};
use crate::raiders::{Black, Character, CharacterSet, Dice, Faction, Inference, Kind, Pile, Raiders, White};
use crate::registry::check_seats;

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

const fn quirk(quirk: Quirk, about: &'static str) -> WordParam<bool> {
    WordParam::new(quirk.word(), "no", about, NO_YES)
}

/// A named set, or its members joined by `+`: each name with what it stands for. The first is the default.
struct SetParam<T: 'static> {
    param: Param,
    named: &'static [(&'static str, T)],
}

const fn set<T>(
    key: &'static str,
    default: &'static str,
    about: &'static str,
    named: &'static [(&'static str, T)],
) -> SetParam<T> {
    SetParam { param: Param::new(key, default, about, Values::Text), named }
}

const NO_YES: &[(&str, bool)] = &[("no", false), ("yes", true)];
const MAY: &[(&str, bool)] = &[("may", true), ("must", false)];

const ABILITIES: WordParam<bool> = WordParam::new(
    "abilities",
    "yes",
    "whether characters have abilities, and may reveal to use them",
    NO_YES,
);
const AREAS: WordParam<bool> =
    WordParam::new("areas", "may", "`may`: what an area offers can be declined; `must`: it cannot", MAY);
const ATTACK: WordParam<bool> =
    WordParam::new("attack", "may", "`may`: to attack is a choice; `must`: it is not", MAY);
const BLACK_DECK: SetParam<Pile<Black>> = set(
    "black",
    "box",
    "the black deck: `box`, `paper` (no gatling, no masamune), `published` (no crossbow either), or cards joined by +",
    decks!(Black),
);
const CAST: SetParam<CharacterSet> = set(
    "cast",
    "all",
    "who can be dealt: `all`, `paper` (citizens Alice and Daniel), or names joined by +",
    &[("all", CharacterSet::ALL), ("paper", CharacterSet::PAPER)],
);
const DAMAGE: WordParam<Damage> = WordParam::new(
    "damage",
    "dice",
    "an attack does the difference of both `dice`, the same but `at_least_one`, or always `one`",
    &[("dice", Damage::Dice), ("at_least_one", Damage::AtLeastOne), ("one", Damage::One)],
);
const DANIEL: WordParam<Daniel> = WordParam::new(
    "daniel",
    "card",
    "Daniel also wins if he lives when all shadows are out (`card`), when the shadows win (`paper`), or never (`first`)",
    &[("card", Daniel::Card), ("paper", Daniel::Paper), ("first", Daniel::First)],
);
const DICE: SetParam<Dice> = set(
    "dice",
    "all",
    "the sums the dice can show: `all`, or some joined by +, for small tables",
    &[("all", Dice::ALL)],
);
const HP: Param = Param::number(
    "hp",
    "printed",
    "what a character bears: `printed`, or one number for all, Alice 3 less",
    4.0,
    14.0,
);
const INFERENCE: SetParam<Pile<Inference>> = set(
    "inference",
    "box",
    "the inference deck: `box`, or cards joined by +",
    &[("box", Pile::<Inference>::BOX)],
);
const LAYOUT: WordParam<LayoutRule> = WordParam::new(
    "layout",
    "random",
    "the ring of areas: `random`, or `fixed` as in the published program",
    &[("random", LayoutRule::Random), ("fixed", LayoutRule::Fixed)],
);
const MAX_TURNS: Param =
    Param::number("max_turns", "300", "after so many turns the game ends and nobody wins", 1.0, 1000.0);
const ORDER: WordParam<OrderRule> = WordParam::new(
    "order",
    "clockwise",
    "turns go `clockwise` from anybody, in `shuffled` order, or from A by `seats`",
    &[("clockwise", OrderRule::Clockwise), ("shuffled", OrderRule::Shuffled), ("seats", OrderRule::Seats)],
);
const RANGE: WordParam<Range> = WordParam::new(
    "range",
    "ring_next",
    "who can be attacked: the same area and the next (`ring_next`), both beside (`ring_both`), the same pair (`pairs`), or `anyone`",
    &[
        ("ring_next", Range::RingNext),
        ("ring_both", Range::RingBoth),
        ("pairs", Range::Pairs),
        ("anyone", Range::Anyone),
    ],
);
const SEAT_A: WordParam<SeatA> = WordParam::new(
    "seat_a",
    "any",
    "`sided`: A is never a citizen, for experiments that measure A",
    &[("any", SeatA::Any), ("sided", SeatA::Sided)],
);
const WHITE_DECK: SetParam<Pile<White>> = set(
    "white",
    "box",
    "the white deck: `box`, `paper` (no robe), `published` (a second compass for the robe), or cards joined by +",
    decks!(White),
);

/// A quirk as an option: each of them has a row.
const fn quirk_row(of: Quirk) -> WordParam<bool> {
    quirk(
        of,
        match of {
            Quirk::InertInference => {
                "as published: inference cards do nothing, since a name was compared with a list"
            }
            Quirk::LastingAngel => "as published: a guardian angel stays for the game, since nothing ends it",
            Quirk::VoidSteal => {
                "as published: stealing and looting move nothing, since the thief's copy is deleted"
            }
            Quirk::HurtingHideout => "as published: the hideout does 1 damage to a thief who finds nothing",
            Quirk::FreshDecks => {
                "as published: an empty deck is replaced by a whole one, equipment in play included"
            }
            Quirk::IdleCompass => {
                "as published: the compass does nothing, since its name is looked for with quotes"
            }
            Quirk::TenNotOffice => {
                "as published: a 10 leads anywhere but the office, by a condition that always holds"
            }
            Quirk::NoReroll => "as published: a roll that names the own area is not repeated",
            Quirk::ExactRiot => "as published: a riot hits only those whose last roll was the same number",
            Quirk::OddGrail => {
                "as published: the grail stops neither the doll's victim nor the own dog, but the bat's healing"
            }
            Quirk::GhostAttack => {
                "as published: who goes out by the own area or card still attacks in that turn"
            }
            Quirk::OneHandgun => "as published: both handguns count once, since they have one name",
            Quirk::MissesHurt => "as published: weapons add their damage to an attack that rolled 0",
            Quirk::RaidersFirst => "as published: if both factions go out at once only the raiders win",
        },
    )
}

pub(in crate::raiders) const OPTIONS: &[Param] = &[
    ABILITIES.param,
    AREAS.param,
    ATTACK.param,
    BLACK_DECK.param,
    CAST.param,
    DAMAGE.param,
    DANIEL.param,
    DICE.param,
    HP,
    INFERENCE.param,
    LAYOUT.param,
    MAX_TURNS,
    ORDER.param,
    RANGE.param,
    SEAT_A.param,
    WHITE_DECK.param,
    quirk_row(Quirk::InertInference).param,
    quirk_row(Quirk::LastingAngel).param,
    quirk_row(Quirk::VoidSteal).param,
    quirk_row(Quirk::HurtingHideout).param,
    quirk_row(Quirk::FreshDecks).param,
    quirk_row(Quirk::IdleCompass).param,
    quirk_row(Quirk::TenNotOffice).param,
    quirk_row(Quirk::NoReroll).param,
    quirk_row(Quirk::ExactRiot).param,
    quirk_row(Quirk::OddGrail).param,
    quirk_row(Quirk::GhostAttack).param,
    quirk_row(Quirk::OneHandgun).param,
    quirk_row(Quirk::MissesHurt).param,
    quirk_row(Quirk::RaidersFirst).param,
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

impl<T: Copy + PartialEq> SetParam<T> {
    fn read<M: FromStr>(
        &self,
        params: &mut Params<'_>,
        none: T,
        with: impl Fn(T, M) -> T,
    ) -> Result<T, SpecError> {
        let text = params.text(&self.param);
        if let Some((_, set)) = self.named.iter().find(|(name, _)| *name == text) {
            return Ok(*set);
        }
        let names: Vec<&str> = self.named.iter().map(|(name, _)| *name).collect();
        let wanted = || format!("one of {}, or names joined by +", names.join(", "));
        let bad = |_| params.refuse(self.param.key, text, &wanted());
        text.split('+')
            .filter(|name| *name != "none")
            .try_fold(none, |set, name| Ok(with(set, name.parse().map_err(bad)?)))
    }

    fn typed<M: ToString>(&self, set: T, members: impl Iterator<Item = M>) -> (&'static str, String) {
        let members: Vec<String> = members.map(|member| member.to_string()).collect();
        let text = match self.named.iter().find(|(_, value)| *value == set) {
            Some((name, _)) => (*name).to_string(),
            None if members.is_empty() => "none".to_string(),
            None => members.join("+"),
        };
        (self.param.key, text)
    }
}

fn read_deck<K: Kind>(params: &mut Params<'_>, row: &SetParam<Pile<K>>) -> Result<Pile<K>, SpecError> {
    row.read(params, Pile::NONE, Pile::<K>::with)
}

fn read_hp(params: &mut Params<'_>) -> Result<Hp, SpecError> {
    match params.text(&HP) {
        text if text == HP.default => Ok(Hp::Printed),
        _ => params.number(&HP).map(Hp::Flat),
    }
}

pub(in crate::raiders) fn read(spec: &Spec, seats: usize) -> Result<Rules, SpecError> {
    let spec = Preset::expand(PRESETS, spec);
    let mut params = Params::new(&spec);
    let p = &mut params;
    let rules = Rules {
        seats: seats as u8,
        abilities: p.choice(&ABILITIES)?,
        areas_optional: p.choice(&AREAS)?,
        attack_optional: p.choice(&ATTACK)?,
        black: read_deck(p, &BLACK_DECK)?,
        cast: CAST.read(p, CharacterSet::NONE, CharacterSet::with)?,
        damage: p.choice(&DAMAGE)?,
        daniel: p.choice(&DANIEL)?,
        dice: DICE.read(p, Dice::of([]), |dice, sum| Dice::of(dice.iter().chain([sum])))?,
        hp: read_hp(p)?,
        inference: read_deck(p, &INFERENCE)?,
        layout: p.choice(&LAYOUT)?,
        max_turns: p.number(&MAX_TURNS)?,
        order: p.choice(&ORDER)?,
        range: p.choice(&RANGE)?,
        seat_a: p.choice(&SEAT_A)?,
        white: read_deck(p, &WHITE_DECK)?,
        quirks: read_quirks(p)?,
    };
    params.finish()?;
    check_seats::<Raiders>(seats)?;
    check(&rules).map(|()| rules)
}

fn read_quirks(params: &mut Params<'_>) -> Result<Quirks, SpecError> {
    let mut quirks = Quirks::NONE;
    for quirk in Quirk::ALL {
        if params.choice(&quirk_row(quirk))? {
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
    for faction in Faction::ALL {
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

pub(in crate::raiders) fn write(rules: &Rules) -> String {
    let hp = match rules.hp {
        Hp::Printed => HP.default.to_string(),
        Hp::Flat(hp) => hp.to_string(),
    };
    let mut options = vec![
        ABILITIES.typed(&rules.abilities),
        AREAS.typed(&rules.areas_optional),
        ATTACK.typed(&rules.attack_optional),
        BLACK_DECK.typed(rules.black, rules.black.iter()),
        CAST.typed(rules.cast, rules.cast.iter().map(Character::word)),
        DAMAGE.typed(&rules.damage),
        DANIEL.typed(&rules.daniel),
        DICE.typed(rules.dice, rules.dice.iter()),
        (HP.key, hp),
        INFERENCE.typed(rules.inference, rules.inference.iter()),
        LAYOUT.typed(&rules.layout),
        (MAX_TURNS.key, rules.max_turns.to_string()),
        ORDER.typed(&rules.order),
        RANGE.typed(&rules.range),
        SEAT_A.typed(&rules.seat_a),
        WHITE_DECK.typed(rules.white, rules.white.iter()),
    ];
    options.extend(Quirk::ALL.iter().map(|&quirk| quirk_row(quirk).typed(&rules.has(quirk))));
    shortest_spec::<Raiders>(&options)
}
