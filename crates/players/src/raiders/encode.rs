//! Shadow Raiders as numbers, version 1: one row of figures a view, one id an action.

use games::raiders::{
    Action, Aim, Area, Black, Character, CharacterSet, Deck, Equipment, Inference, Outcome, Phase, Rules,
    White,
};
use games::{Bag, CardKind, Raiders};
use table::{ActionIds, Encode, Features, Seat, View};

use crate::figures::{Figures, names};

/// First what names nothing, then what names a sum of the dice, an area, a deck, equipment alone, the answers to inference
/// cards, and last what names a seat. Seats are named by their letter, whichever seat acts.
#[derive(Clone, Copy, Debug)]
pub struct RaidersIds;

/// Decline, reveal, use the ability, strike back, attack again, attack all.
const PLAIN: [Action; 6] = [
    Action::Decline,
    Action::Reveal,
    Action::UseAbility,
    Action::StrikeBack,
    Action::AttackAgain,
    Action::AttackAll,
];
const ANSWERS: [Action; 5] =
    [Action::Nothing, Action::TakeOne, Action::TakeTwo, Action::HealOne, Action::Show];
/// Sums of the dice, from the lowest.
const SUMS: u8 = 9;
const LOWEST: u8 = 2;
const KINDS: u32 = Equipment::COUNT as u32;

/// Where each kind of action begins.
const SUM: u32 = PLAIN.len() as u32;
const GO: u32 = SUM + SUMS as u32;
const DRAW: u32 = GO + Area::COUNT as u32;
const TAKE: u32 = DRAW + Deck::COUNT as u32;
const GIVE_UP: u32 = TAKE + KINDS;
const ANSWER: u32 = GIVE_UP + KINDS;
const SEATED: u32 = ANSWER + ANSWERS.len() as u32;

/// Attack, target, hurt, heal, hand; then steal and give, which name equipment, too.
const AT_SEATS: u32 = 5;

impl ActionIds<Raiders> for RaidersIds {
    const VERSION: u32 = 1;

    fn ids(rules: &Rules) -> u32 {
        SEATED + u32::from(rules.seats) * (AT_SEATS + 2 * KINDS)
    }

    #[inline]
    fn id(rules: &Rules, action: &Action) -> Option<u32> {
        let seats = u32::from(rules.seats);
        let place = |kind: u32, seat: Seat| {
            let index = seat.index() as u32;
            (index < seats).then_some(kind * seats + index)
        };
        let at = |kind: u32, seat: Seat| Some(SEATED + place(kind, seat)?);
        let piece = |kind: u32, seat: Seat, equipment: Equipment| {
            Some(SEATED + AT_SEATS * seats + place(kind, seat)? * KINDS + equipment.index() as u32)
        };
        Some(match *action {
            Action::Decline => 0,
            Action::Reveal => 1,
            Action::UseAbility => 2,
            Action::StrikeBack => 3,
            Action::AttackAgain => 4,
            Action::AttackAll => 5,
            Action::Choose(sum) => SUM + u32::from(sum.checked_sub(LOWEST).filter(|&place| place < SUMS)?),
            Action::Go(area) => GO + area.index() as u32,
            Action::Draw(deck) => DRAW + deck.index() as u32,
            Action::Take(equipment) => TAKE + equipment.index() as u32,
            Action::GiveUp(equipment) => GIVE_UP + equipment.index() as u32,
            Action::Nothing => ANSWER,
            Action::TakeOne => ANSWER + 1,
            Action::TakeTwo => ANSWER + 2,
            Action::HealOne => ANSWER + 3,
            Action::Show => ANSWER + 4,
            Action::Attack(seat) => at(0, seat)?,
            Action::Target(seat) => at(1, seat)?,
            Action::Hurt(seat) => at(2, seat)?,
            Action::Heal(seat) => at(3, seat)?,
            Action::Hand(seat) => at(4, seat)?,
            Action::Steal(seat, equipment) => piece(0, seat, equipment)?,
            Action::Give(seat, equipment) => piece(1, seat, equipment)?,
        })
    }

    fn action(rules: &Rules, id: u32) -> Option<Action> {
        let place = |from: u32| (id - from) as usize;
        Some(match id {
            0..SUM => PLAIN[place(0)],
            SUM..GO => Action::Choose(LOWEST + place(SUM) as u8),
            GO..DRAW => Action::Go(Area::of_index(place(GO))),
            DRAW..TAKE => Action::Draw(Deck::of_index(place(DRAW))),
            TAKE..GIVE_UP => Action::Take(Equipment::of_index(place(TAKE))),
            GIVE_UP..ANSWER => Action::GiveUp(Equipment::of_index(place(GIVE_UP))),
            ANSWER..SEATED => ANSWERS[place(ANSWER)],
            _ if id < RaidersIds::ids(rules) => seated(usize::from(rules.seats), place(SEATED)),
            _ => return None,
        })
    }

    /// What is done, and what is named: a sum of the dice (of 10), an area, a deck, equipment, a seat.
    fn features(rules: &Rules) -> Vec<String> {
        let mut all = names("kind", KIND_NAMES);
        all.push("sum".to_string());
        all.extend(names("area", Area::ALL));
        all.extend(names("deck", Deck::ALL));
        all.extend(names("equipment", Equipment::ALL));
        all.extend(names("seat", Seat::all(usize::from(rules.seats))));
        all
    }

    fn describe(rules: &Rules, action: &Action, out: &mut [f32]) {
        let (mut row, (kind, named)) = (Figures::blank(out), named(action));
        row.one_of(KIND_NAMES.len(), Some(kind));
        row.figure(f32::from(named.sum) / 10.0);
        row.one_of(Area::COUNT, named.area.map(Area::index));
        row.one_of(Deck::COUNT, named.deck.map(Deck::index));
        row.one_of(Equipment::COUNT, named.equipment.map(Equipment::index));
        row.one_of(usize::from(rules.seats), named.seat.map(Seat::index));
    }
}

/// The kinds of actions in the order of the ids, for names.
const KIND_NAMES: [&str; 23] = [
    "decline",
    "reveal",
    "use-ability",
    "strike-back",
    "attack-again",
    "attack-all",
    "choose",
    "go",
    "draw",
    "take",
    "give-up",
    "nothing",
    "take-one",
    "take-two",
    "heal-one",
    "show",
    "attack",
    "target",
    "hurt",
    "heal",
    "hand",
    "steal",
    "give",
];

/// What an action names.
#[derive(Default)]
struct Named {
    sum: u8,
    area: Option<Area>,
    deck: Option<Deck>,
    equipment: Option<Equipment>,
    seat: Option<Seat>,
}

/// The number of an action's kind, and what it names.
fn named(action: &Action) -> (usize, Named) {
    let plain = Named::default();
    let at = |seat: Seat| Named { seat: Some(seat), ..Named::default() };
    let piece = |equipment: Equipment| Named { equipment: Some(equipment), ..Named::default() };
    match *action {
        Action::Decline => (0, plain),
        Action::Reveal => (1, plain),
        Action::UseAbility => (2, plain),
        Action::StrikeBack => (3, plain),
        Action::AttackAgain => (4, plain),
        Action::AttackAll => (5, plain),
        Action::Choose(sum) => (6, Named { sum, ..plain }),
        Action::Go(area) => (7, Named { area: Some(area), ..plain }),
        Action::Draw(deck) => (8, Named { deck: Some(deck), ..plain }),
        Action::Take(equipment) => (9, piece(equipment)),
        Action::GiveUp(equipment) => (10, piece(equipment)),
        Action::Nothing => (11, plain),
        Action::TakeOne => (12, plain),
        Action::TakeTwo => (13, plain),
        Action::HealOne => (14, plain),
        Action::Show => (15, plain),
        Action::Attack(seat) => (16, at(seat)),
        Action::Target(seat) => (17, at(seat)),
        Action::Hurt(seat) => (18, at(seat)),
        Action::Heal(seat) => (19, at(seat)),
        Action::Hand(seat) => (20, at(seat)),
        Action::Steal(seat, equipment) => (21, Named { seat: Some(seat), ..piece(equipment) }),
        Action::Give(seat, equipment) => (22, Named { seat: Some(seat), ..piece(equipment) }),
    }
}

/// The action at this place among those that name a seat.
fn seated(seats: usize, place: usize) -> Action {
    let at = [Action::Attack, Action::Target, Action::Hurt, Action::Heal, Action::Hand];
    match place.checked_sub(at.len() * seats) {
        None => at[place / seats](Seat::new(place % seats)),
        Some(place) => {
            let (piece, equipment) = (place / KINDS as usize, Equipment::of_index(place % KINDS as usize));
            let name = [Action::Steal, Action::Give][piece / seats];
            name(Seat::new(piece % seats), equipment)
        }
    }
}

/// What a seat sees, seats in the order of their letters, as the ids name them.
///
/// | figures | what |
/// |---|---|
/// | 30 | what comes next |
/// | 2 + 6 + 3 + 6 + 4 | of it: the sums, the area, the deck, the card or ability, the card about showing oneself |
/// | 3 | turns of those there can be, another turn, inference cards left (of 16) |
/// | 5 × 5 | which area lies at each place of the ring, from the office on |
/// | 2 × 16 + 2 × 13 | white and black cards, each kind face down and used up |
/// | 4 | the attack: power (of 10), whether it hurt, strikes back, is the second |
/// | 10 + 12 | the own character, the inference card in hand |
/// | seats × (17 + 6 + 13 + 3 × 10 + seats) | of each seat: see `seat`; the area, equipment, who it is shown to be, who it can be as everybody and as this seat knows, its place in the order of turns |
/// | seats × seats × 7 | inference cards by giver, recipient and outcome, quarters; 1 damage to an undamaged one apart |
/// | seats × 2 × 12 | texts of cards given to each seat and received from it, quarters |
#[derive(Clone, Copy, Debug)]
pub struct RaidersRow {
    seats: usize,
    /// After this many turns the game ends.
    turns: u16,
}

const PHASES: usize = 30;
/// The areas but the office, which comes first in the order of areas.
const OTHERS: usize = Area::COUNT - 1;
const AIMS: usize = 6;
const SHOWS: usize = 4;
const OUTCOMES: usize = Outcome::COUNT + 1;
const FLAGS: usize = 15;
const TABLE: usize = PHASES + 2 + Area::COUNT + Deck::COUNT + AIMS + SHOWS;
const FIXED: usize =
    TABLE + 3 + OTHERS * OTHERS + 2 * (White::COUNT + Black::COUNT) + 4 + Character::COUNT + Inference::COUNT;
const SEAT: usize = FLAGS + 2 + Area::COUNT + Equipment::COUNT + 3 * Character::COUNT;

impl Encode<Raiders> for RaidersRow {
    type Ids = RaidersIds;
    const VERSION: u32 = 1;

    fn new(rules: &Rules) -> RaidersRow {
        RaidersRow { seats: usize::from(rules.seats), turns: rules.max_turns }
    }

    fn width(&self) -> usize {
        FIXED + self.seats * (SEAT + self.seats + self.seats * OUTCOMES + 2 * Inference::COUNT)
    }

    fn features(&self) -> Features {
        let mut told = Features::new();
        tell_phase(&mut told);
        tell_table(&mut told, self.turns);
        told.flags("own.character", Character::ALL);
        told.flags("own.card", Inference::ALL);
        Seat::all(self.seats).for_each(|seat| tell_seat(&mut told, seat, self.seats));
        tell_cards(&mut told, self.seats);
        told
    }

    fn observe(&self, view: View<'_, Raiders>, out: &mut [f32]) {
        let mut row = Figures::blank(out);
        phase(&mut row, view.public.phase);
        table(&mut row, view);
        row.one_of(Character::COUNT, view.private.character.map(Character::index));
        row.one_of(Inference::COUNT, view.private.card.map(Inference::index));
        Seat::all(self.seats).for_each(|other| seat(&mut row, view, other));
        cards(&mut row, view);
        debug_assert_eq!(row.left(), 0, "the row is as wide as it says");
    }
}

/// What comes next.
fn phase(row: &mut Figures<'_>, phase: Phase) {
    let (number, detail) = described(phase);
    row.one_of(PHASES, Some(number));
    row.take(2).copy_from_slice(&detail.sums.map(|sum| f32::from(sum) / 10.0));
    row.one_of(Area::COUNT, detail.area.map(Area::index));
    row.one_of(Deck::COUNT, detail.deck.map(Deck::index));
    row.one_of(AIMS, detail.aim.map(|aim| aim as usize));
    row.one_of(SHOWS, detail.show);
}

/// What a phase names.
#[derive(Default)]
struct Detail {
    sums: [u8; 2],
    area: Option<Area>,
    deck: Option<Deck>,
    aim: Option<Aim>,
    show: Option<usize>,
    seat: Option<Seat>,
}

/// The number of a phase, and what it names.
fn described(phase: Phase) -> (usize, Detail) {
    let plain = Detail::default();
    let of = |seat: Seat| Detail { seat: Some(seat), ..Detail::default() };
    let rolled = |sums: [u8; 2]| Detail { sums, ..Detail::default() };
    match phase {
        Phase::Order => (0, plain),
        Phase::Layout => (1, plain),
        Phase::Deal(seat) => (2, of(seat)),
        Phase::Reveal => (3, plain),
        Phase::Ability => (4, plain),
        Phase::Move => (5, plain),
        Phase::SecondMove(sum) => (6, rolled([sum, 0])),
        Phase::ChooseMove(low, high) => (7, rolled([low, high])),
        Phase::ChooseArea => (8, plain),
        Phase::Teleport(sum) => (9, rolled([sum, 0])),
        Phase::Area(area) => (10, Detail { area: Some(area), ..plain }),
        Phase::Draw(deck) => (11, Detail { deck: Some(deck), ..plain }),
        Phase::Henchman => (12, plain),
        Phase::Hand => (13, plain),
        Phase::Answer(seat) => (14, of(seat)),
        Phase::Target(aim) => (15, Detail { aim: Some(aim), ..plain }),
        Phase::Die(aim, seat) => (16, Detail { aim: Some(aim), ..of(seat) }),
        Phase::Riot => (17, plain),
        Phase::Banana => (18, plain),
        Phase::Show(show) => (19, Detail { show: Some(show as usize), ..plain }),
        Phase::Attack => (20, plain),
        Phase::Hit => (21, plain),
        Phase::Excalibur => (22, plain),
        Phase::Loot(seat) => (23, of(seat)),
        Phase::Byron(seat) => (24, of(seat)),
        Phase::Again => (25, plain),
        Phase::React(seat) => (26, of(seat)),
        Phase::StrikeBack(seat) => (27, of(seat)),
        Phase::Barrier => (28, plain),
        Phase::Over => (29, plain),
    }
}

/// The phases in the order of [`described`], for names.
const PHASE_NAMES: [&str; PHASES] = [
    "order",
    "layout",
    "deal",
    "reveal",
    "ability",
    "move",
    "second-move",
    "choose-move",
    "choose-area",
    "teleport",
    "area",
    "draw",
    "henchman",
    "hand",
    "answer",
    "target",
    "die",
    "riot",
    "banana",
    "show",
    "attack",
    "hit",
    "excalibur",
    "loot",
    "byron",
    "again",
    "react",
    "strike-back",
    "barrier",
    "over",
];

/// Names of what [`phase`] writes.
fn tell_phase(told: &mut Features) {
    told.flags("phase", PHASE_NAMES);
    ["low", "high"].iter().for_each(|sum| told.share(format!("phase.sum.{sum}"), 0..=10, 10.0));
    told.flags("phase.area", Area::ALL);
    told.flags("phase.deck", Deck::ALL);
    told.flags("phase.aim", ["bat", "dog", "doll", "first-aid", "grace", "mace"]);
    told.flags("phase.show", ["advent", "cookie", "ritual", "mirror"]);
}

/// Names of what [`table`] writes.
fn tell_table(told: &mut Features, turns: u16) {
    told.share("turns", 0..=turns as i16, f32::from(turns));
    told.flag("extra-turn");
    told.share("inference-left", 0..=16, 16.0);
    (1..=OTHERS).for_each(|place| told.flags(&format!("ring{place}"), &Area::ALL[1..]));
    for used in ["left", "used"] {
        tell_bag(told, &format!("white.{used}"), White::ALL);
    }
    for used in ["left", "used"] {
        tell_bag(told, &format!("black.{used}"), Black::ALL);
    }
    told.share("attack.power", 0..=MOST_POWER, 10.0);
    told.flags("attack", ["hurt", "strikes-back", "again"]);
}

/// No attack does more damage, and no seat has more when it goes out.
const MOST_POWER: i16 = 20;
const MOST_DAMAGE: i16 = 40;
/// The number of inference cards that are remembered.
const REMEMBERED: i16 = 32;

fn tell_bag<K: CardKind + std::fmt::Display>(
    told: &mut Features,
    of: &str,
    kinds: impl IntoIterator<Item = K>,
) {
    kinds
        .into_iter()
        .for_each(|kind| told.count(format!("{of}.{kind}"), 0..=i16::from(K::COPIES[kind.index()])));
}

/// Names of what [`seat`] writes.
fn tell_seat(told: &mut Features, seat: Seat, seats: usize) {
    let of = |what: &str| format!("{seat}.{what}");
    told.flags(
        &seat.to_string(),
        [
            "own",
            "active",
            "asked",
            "named",
            "lives",
            "first-out",
            "angel",
            "barrier",
            "spent",
            "won",
            "attacks",
            "attacked",
            "to-hit",
            "struck",
            "to-react",
        ],
    );
    told.share(of("damage"), 0..=MOST_DAMAGE, 14.0);
    told.share(of("sum"), 0..=10, 10.0);
    told.flags(&of("area"), Area::ALL);
    told.flags(&of("equipment"), Equipment::ALL);
    ["shown", "could-be", "known"].iter().for_each(|set| told.flags(&of(set), Character::ALL));
    told.flags(&of("turn"), 1..=seats);
}

/// Names of what [`cards`] writes.
fn tell_cards(told: &mut Features, seats: usize) {
    let outcomes = ["one-undamaged"].into_iter().chain(Outcome::ALL.map(Outcome::word));
    for giver in Seat::all(seats) {
        for recipient in Seat::all(seats) {
            for outcome in outcomes.clone() {
                told.share(format!("cards.{giver}.{recipient}.{outcome}"), 0..=REMEMBERED, 4.0);
            }
        }
    }
    for other in Seat::all(seats) {
        for way in ["given", "received"] {
            for text in Inference::ALL {
                told.share(format!("texts.{other}.{way}.{text}"), 0..=REMEMBERED, 4.0);
            }
        }
    }
}

/// What belongs to no seat.
fn table(row: &mut Figures<'_>, view: View<'_, Raiders>) {
    let public = view.public;
    row.figure(f32::from(public.turns) / f32::from(public.rules.max_turns));
    row.flag(public.extra_turn);
    row.figure(f32::from(public.inference_left) / 16.0);
    // The office is always named first.
    public.layout.0[1..].iter().for_each(|area| row.one_of(OTHERS, Some(area.index() - 1)));
    [public.white, public.white_used].iter().for_each(|&bag| bag_of(row, bag, White::COUNT));
    [public.black, public.black_used].iter().for_each(|&bag| bag_of(row, bag, Black::COUNT));
    let attack = &public.attack;
    row.figure(f32::from(attack.power) / 10.0);
    row.flags([attack.hurt, attack.strike_back, attack.again]);
}

fn bag_of<K: CardKind>(row: &mut Figures<'_>, bag: Bag<K>, kinds: usize) {
    let places = row.take(kinds);
    bag.kinds().for_each(|kind| places[kind.index()] = f32::from(bag.count(kind)));
}

/// Whether it is one's own seat, has the turn, is asked, is named by what comes next, lives, went out first, is protected
/// by an angel and a barrier, has spent its ability, won; whether it attacks, is attacked, may be hit, was struck, may
/// react. Then its damage (of 14) and the sum it rolled (of 10).
fn seat(row: &mut Figures<'_>, view: View<'_, Raiders>, seat: Seat) {
    let (public, attack) = (view.public, &view.public.attack);
    let named = described(public.phase).1.seat;
    row.flags::<FLAGS>([
        seat == view.seat,
        seat == public.active,
        public.asked() == Some(seat),
        named == Some(seat),
        public.living.contains(seat),
        public.first_out.contains(seat),
        public.angels.contains(seat),
        public.barriers.contains(seat),
        public.spent.contains(seat),
        public.winners.contains(seat),
        attack.attacker == seat && !attack.targets.is_empty(),
        attack.targets.contains(seat),
        attack.to_hit.contains(seat),
        attack.struck.contains(seat),
        attack.to_react.contains(seat),
    ]);
    row.figure(f32::from(public.damage[seat]) / 14.0);
    row.figure(f32::from(public.spot[seat]) / 10.0);
    row.one_of(Area::COUNT, public.area(seat).map(Area::index));
    row.bits(Equipment::COUNT, public.equipment[seat].bits());
    row.one_of(Character::COUNT, public.shown[seat].map(Character::index));
    let sets: [CharacterSet; 2] = [public.could_be[seat], view.private.could_be[seat]];
    sets.iter().for_each(|set| row.bits(Character::COUNT, set.bits()));
    let order = public.order.seats();
    row.one_of(order.len(), order.iter().position(|&other| other == seat));
}

/// The inference cards that were answered: as everybody saw them, and the texts that this seat knows.
fn cards(row: &mut Figures<'_>, view: View<'_, Raiders>) {
    const EACH: f32 = 0.25;
    let seats = usize::from(view.public.rules.seats);
    let outcomes = row.take(seats * seats * OUTCOMES);
    let texts = row.take(seats * 2 * Inference::COUNT);
    for (place, entry) in view.public.log.entries().iter().enumerate() {
        let (giver, recipient) = (entry.giver.index(), entry.recipient.index());
        let kind =
            if entry.outcome == Outcome::One && entry.undamaged { 0 } else { 1 + entry.outcome.index() };
        outcomes[(giver * seats + recipient) * OUTCOMES + kind] += EACH;
        if let Some(text) = view.private.texts.of(place) {
            let (other, way) = if entry.giver == view.seat { (recipient, 0) } else { (giver, 1) };
            texts[(2 * other + way) * Inference::COUNT + text.index()] += EACH;
        }
    }
}
