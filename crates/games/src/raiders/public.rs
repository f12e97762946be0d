//! What lies face up: the board, damage and equipment, who is shown, and what is asked.

pub(super) mod log;

use serde::Serialize;
use table::{BySeat, PublicState, Seat, SeatSet, Turn};

pub use log::{AnswerLog, AnsweredCard, Outcome, Texts};

use super::{
    Aftermath, Area, AreaSet, Black, Character, CharacterSet, Deck, Declined, Equipment, EquipmentSet,
    Faction, Layout, LayoutRule, Order, OrderRule, Quirk, Range, Rules, SeatA, White, area_of,
};
use crate::bag::Bag;

/// What a card or ability needs a seat for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Aim {
    /// The bat: 2 damage to somebody else, heal 1.
    Bat,
    /// The dog: 2 damage to somebody else and to oneself.
    Dog,
    /// The doll: 3 damage to somebody else or to oneself.
    Doll,
    /// First aid: somebody's damage becomes 7.
    FirstAid,
    /// Grace: somebody else heals what a die shows.
    Grace,
    /// Felix's mace: somebody else takes what a die shows.
    Mace,
}

/// A card about showing oneself.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Show {
    /// A raider may, and heals completely.
    Advent,
    /// Alice or Ulrich may, and heals completely.
    Cookie,
    /// A shadow may, and heals completely.
    Ritual,
    /// A shadow other than Ulrich must.
    Mirror,
}

impl Show {
    /// Whom the card is about.
    #[inline]
    pub const fn about(self) -> CharacterSet {
        match self {
            Show::Advent => CharacterSet::of(Faction::Raider),
            Show::Cookie => CharacterSet::only(Character::Alice).with(Character::Ulrich),
            Show::Ritual => CharacterSet::of(Faction::Shadow),
            Show::Mirror => CharacterSet::of(Faction::Shadow).without(Character::Ulrich),
        }
    }
}

/// What comes next: what chance decides, or what is asked and of whom.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Chance: the order of turns.
    Order,
    /// Chance: the layout of the areas.
    Layout,
    /// Chance: this seat's character.
    Deal(Seat),
    /// A hidden seat at the start of its turn: show itself? (D0)
    Reveal,
    /// Felix or Alice at the start of the turn: use the ability? (D1)
    Ability,
    /// Chance: the sum to move by.
    Move,
    /// Chance: the second sum, for the compass; the first was this.
    SecondMove(u8),
    /// The compass: by which of these sums? (D2)
    ChooseMove(u8, u8),
    /// A 10 was rolled: to which area? (D3)
    ChooseArea,
    /// Emi: to this area or one beside it? The sum was this. (D4)
    Teleport(u8),
    /// What this area offers. (D5, D6, D7, D8)
    Area(Area),
    /// Chance: the next card of this deck.
    Draw(Deck),
    /// The henchman: what to take from whom? (D8)
    Henchman,
    /// The inference card drawn: to whom? (D9)
    Hand,
    /// This seat was handed an inference card: what happens? (D10, D11)
    Answer(Seat),
    /// A card or ability: at whom? (D12, D13, D14)
    Target(Aim),
    /// Chance: a single die for a card or ability aimed at this seat.
    Die(Aim, Seat),
    /// Chance: where the riot breaks out.
    Riot,
    /// The banana: what to give to whom? (D15)
    Banana,
    /// A card about showing oneself: do so? (D16)
    Show(Show),
    /// Whom to attack? (D17)
    Attack,
    /// Chance: the attack's dice.
    Hit,
    /// Excalibur: show oneself for 2 more? (D18)
    Excalibur,
    /// Which equipment of this victim, who is out? (D19)
    Loot(Seat),
    /// Byron: take an equipment of this victim instead of hurting it? (D20)
    Byron(Seat),
    /// Craig: attack once more for 2 damage? (D21)
    Again,
    /// A hidden seat that was attacked: show itself? (D0)
    React(Seat),
    /// The werewolf that was attacked: strike back? (D22)
    StrikeBack(Seat),
    /// Gordon at the end of the turn: use the ability? (D23)
    Barrier,
    /// The game is over.
    Over,
}

impl Phase {
    /// What is declined by who declines now; nothing where nobody may.
    #[inline]
    pub(super) const fn declined(self) -> Option<Declined> {
        match self {
            Phase::Reveal | Phase::React(_) | Phase::Show(_) | Phase::Excalibur => Some(Declined::Show),
            Phase::Ability | Phase::Barrier => Some(Declined::Ability),
            Phase::Area(_) => Some(Declined::Area),
            Phase::Attack => Some(Declined::Attack),
            Phase::Again => Some(Declined::Again),
            Phase::Byron(_) => Some(Declined::Take),
            Phase::StrikeBack(_) => Some(Declined::StrikeBack),
            _ => None,
        }
    }
}

/// The attack that goes on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Attack {
    /// Who attacks.
    pub attacker: Seat,
    /// Those who are attacked.
    pub targets: SeatSet,
    /// Those of them of whom it is not decided whether they are hit.
    pub to_hit: SeatSet,
    /// Those who are hit, and then those of them from whom the killer has not taken yet.
    pub struck: SeatSet,
    /// Those of them who may still react.
    pub to_react: SeatSet,
    /// What the dice and the equipment add up to.
    pub power: u8,
    /// Whether anybody was hurt.
    pub hurt: bool,
    /// Whether it answers another attack.
    pub strike_back: bool,
    /// Whether it is the second of this turn.
    pub again: bool,
}

impl Attack {
    pub(super) const NONE: Attack = Attack {
        attacker: Seat::new(0),
        targets: SeatSet::NONE,
        to_hit: SeatSet::NONE,
        struck: SeatSet::NONE,
        to_react: SeatSet::NONE,
        power: 0,
        hurt: false,
        strike_back: false,
        again: false,
    };
}

/// What every spectator may read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Public {
    /// The options.
    pub rules: Rules,
    /// What comes next.
    pub phase: Phase,
    /// The seat whose turn it is, even while another is asked.
    pub active: Seat,
    /// How many turns have begun.
    pub turns: u16,
    /// The order of turns.
    pub order: Order,
    /// How the areas lie.
    pub layout: Layout,
    /// The areas in range of each area.
    pub reach: [AreaSet; 6],
    /// Those who are not out.
    pub living: SeatSet,
    /// Those who went out before all others.
    pub first_out: SeatSet,
    /// How many of each faction are out: shadows, raiders, citizens.
    pub out: [u8; 3],
    /// The damage of each seat.
    pub damage: BySeat<u8>,
    /// The sum that led each seat to where it stands; 0 before its first move.
    pub spot: BySeat<u8>,
    /// What lies in front of each seat.
    pub equipment: BySeat<EquipmentSet>,
    /// The characters everybody knows.
    pub shown: BySeat<Option<Character>>,
    /// Who each seat can be, judged by each public fact alone.
    pub could_be: BySeat<CharacterSet>,
    /// Those whom a guardian angel protects from attacks.
    pub angels: SeatSet,
    /// Those behind the absolute barrier.
    pub barriers: SeatSet,
    /// Those who have used an ability that works once.
    pub spent: SeatSet,
    /// Whether the active seat has another turn after this one.
    pub extra_turn: bool,
    /// The white cards face down.
    pub white: Bag<White>,
    /// The white cards used up.
    pub white_used: Bag<White>,
    /// The black cards face down.
    pub black: Bag<Black>,
    /// The black cards used up.
    pub black_used: Bag<Black>,
    /// How many inference cards are face down.
    pub inference_left: u8,
    /// The inference cards that were answered.
    pub log: AnswerLog,
    /// The attack that goes on.
    pub attack: Attack,
    /// Those whose condition held at the end.
    pub winners: SeatSet,
    /// What the last event did besides.
    pub after: Aftermath,
}

impl Public {
    /// The table before the first event.
    pub(super) fn new(rules: &Rules) -> Public {
        let seats = usize::from(rules.seats);
        let mut public = Public {
            rules: *rules,
            phase: Phase::Order,
            active: Seat::new(0),
            turns: 0,
            order: Order::clockwise(Seat::new(0), seats),
            layout: Layout::FIXED,
            reach: Layout::FIXED.reach(rules.range),
            living: SeatSet::all(seats),
            first_out: SeatSet::NONE,
            out: [0; 3],
            damage: BySeat::new(seats, 0),
            spot: BySeat::new(seats, 0),
            equipment: BySeat::new(seats, EquipmentSet::NONE),
            shown: BySeat::new(seats, None),
            could_be: BySeat::new(seats, rules.cast),
            angels: SeatSet::NONE,
            barriers: SeatSet::NONE,
            spent: SeatSet::NONE,
            extra_turn: false,
            white: rules.white,
            white_used: Bag::EMPTY,
            black: rules.black,
            black_used: Bag::EMPTY,
            inference_left: rules.inference.len() as u8,
            log: AnswerLog::EMPTY,
            attack: Attack::NONE,
            winners: SeatSet::NONE,
            after: Aftermath::default(),
        };
        if rules.seat_a == SeatA::Sided {
            let sided = rules.cast.minus(CharacterSet::of(Faction::Citizen));
            public.could_be[Seat::new(0)] = sided;
        }
        public.phase = public.phase_after_order(rules.order == OrderRule::Seats);
        public
    }

    /// The order comes first, then the layout, then the deal; what is fixed is not drawn.
    pub(super) fn phase_after_order(&self, has_order: bool) -> Phase {
        let ring = matches!(self.rules.range, Range::RingNext | Range::RingBoth | Range::Pairs);
        match has_order {
            false => Phase::Order,
            true if ring && self.rules.layout == LayoutRule::Random => Phase::Layout,
            true => Phase::Deal(Seat::new(0)),
        }
    }

    /// Who is asked, if somebody is.
    #[inline]
    pub fn asked(&self) -> Option<Seat> {
        match self.phase {
            Phase::Answer(seat) | Phase::React(seat) | Phase::StrikeBack(seat) => Some(seat),
            Phase::Excalibur | Phase::Loot(_) | Phase::Byron(_) => Some(self.attack.attacker),
            Phase::Order
            | Phase::Layout
            | Phase::Deal(_)
            | Phase::Move
            | Phase::SecondMove(_)
            | Phase::Draw(_)
            | Phase::Die(..)
            | Phase::Riot
            | Phase::Hit
            | Phase::Over => None,
            _ => Some(self.active),
        }
    }

    /// Whose dice fall next.
    pub(super) fn attacker_or_active(&self) -> Seat {
        if self.phase == Phase::Hit { self.attack.attacker } else { self.active }
    }

    /// The area a seat stands in, after its first move.
    #[inline]
    pub fn area(&self, seat: Seat) -> Option<Area> {
        area_of(self.spot[seat])
    }

    /// The living others.
    #[inline]
    pub fn others(&self, seat: Seat) -> SeatSet {
        self.living.without(seat)
    }

    /// The living others that a seat may attack from where it stands.
    #[inline]
    pub fn in_range(&self, seat: Seat) -> SeatSet {
        if self.rules.range == Range::Anyone {
            return self.others(seat);
        }
        let Some(here) = self.area(seat) else { return SeatSet::NONE };
        let reach = self.reach[here.index()];
        self.others(seat)
            .filter(|&other| self.area(other).is_some_and(|there| reach.contains(there)))
            .collect()
    }

    /// Whether a seat has this equipment.
    #[inline]
    pub fn has(&self, seat: Seat, equipment: Equipment) -> bool {
        self.equipment[seat].contains(equipment)
    }

    /// Whether a seat is shown to be this character, and abilities count.
    #[inline]
    pub(super) fn is_able(&self, seat: Seat, character: Character) -> bool {
        self.rules.abilities && self.shown[seat] == Some(character)
    }

    /// How many are out.
    #[inline]
    pub fn out_count(&self) -> usize {
        self.seats() - self.living.len()
    }

    /// What an attack of this seat adds to a roll that is not 0, Excalibur apart.
    pub fn weapons(&self, seat: Seat) -> u8 {
        let weapons = self.equipment[seat].and(EquipmentSet::WEAPONS);
        let twice = weapons.contains(Equipment::LeftHandgun) && weapons.contains(Equipment::RightHandgun);
        weapons.len() as u8 - u8::from(twice && self.rules.has(Quirk::OneHandgun))
    }

    /// Who of the others has any equipment.
    #[inline]
    pub fn owners_but(&self, seat: Seat) -> SeatSet {
        self.others(seat).filter(|&other| !self.equipment[other].is_empty()).collect()
    }

    /// How many answered cards of the deck in use are in the log.
    pub(super) fn answered_of_this_deck(&self) -> usize {
        let pending = usize::from(matches!(self.phase, Phase::Hand | Phase::Answer(_)));
        self.rules.inference.len() - usize::from(self.inference_left) - pending
    }
}

impl PublicState for Public {
    type Rules = Rules;

    #[inline]
    fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The number of players at the table.
    #[inline]
    fn seats(&self) -> usize {
        self.rules.seats as usize
    }

    #[inline]
    fn turn(&self) -> Turn {
        match (self.phase, self.asked()) {
            (_, Some(seat)) => Turn::Seats(SeatSet::only(seat)),
            (Phase::Over, None) => Turn::Over,
            _ => Turn::Chance,
        }
    }
}
