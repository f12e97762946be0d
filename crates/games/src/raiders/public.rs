//! What lies face up: the options, the board, damage and equipment, who is shown, and what is asked.

use serde::{Serialize, Serializer};
use table::{BySeat, Seat, SeatSet, Turn};

use super::board::{Area, AreaSet, Dice, Layout, area_of};
use super::cards::{
    Black, Character, CharacterSet, Deck, Equipment, EquipmentSet, Faction, Inference, Pile, White, bits,
    words,
};
use super::events::{Aftermath, Order};
use super::log::Log;

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

/// What comes next: what luck decides, or what is asked and of whom.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Luck: the order of turns.
    Order,
    /// Luck: the layout of the areas.
    Layout,
    /// Luck: this seat's character.
    Deal(Seat),
    /// A hidden seat at the start of its turn: show itself? (D0)
    Reveal,
    /// Felix or Alice at the start of the turn: use the ability? (D1)
    Ability,
    /// Luck: the sum to move by.
    Move,
    /// Luck: the second sum, for the compass; the first was this.
    SecondMove(u8),
    /// The compass: by which of these sums? (D2)
    ChooseMove(u8, u8),
    /// A 10 was rolled: to which area? (D3)
    ChooseArea,
    /// Emi: to this area or one beside it? The sum was this. (D4)
    Teleport(u8),
    /// What this area offers. (D5, D6, D7, D8)
    Area(Area),
    /// Luck: the next card of this deck.
    Draw(Deck),
    /// The henchman: what to take from whom? (D8)
    Henchman,
    /// The inference card drawn: to whom? (D9)
    Hand,
    /// This seat was handed an inference card: what happens? (D10, D11)
    Answer(Seat),
    /// A card or ability: at whom? (D12, D13, D14)
    Target(Aim),
    /// Luck: a single die for a card or ability aimed at this seat.
    Die(Aim, Seat),
    /// Luck: where the riot breaks out.
    Riot,
    /// The banana: what to give to whom? (D15)
    Banana,
    /// A card about showing oneself: do so? (D16)
    Show(Show),
    /// Whom to attack? (D17)
    Attack,
    /// Luck: the attack's dice.
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
    /// Whose turn it is, whoever is asked in it.
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
    pub white: Pile<White>,
    /// The white cards used up.
    pub white_used: Pile<White>,
    /// The black cards face down.
    pub black: Pile<Black>,
    /// The black cards used up.
    pub black_used: Pile<Black>,
    /// How many inference cards are face down.
    pub inference_left: u8,
    /// The inference cards that were answered.
    pub log: Log,
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
            white_used: Pile::NONE,
            black: rules.black,
            black_used: Pile::NONE,
            inference_left: rules.inference.len() as u8,
            log: Log::EMPTY,
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

    /// How many sit at the table.
    #[inline]
    pub const fn seats(&self) -> usize {
        self.rules.seats as usize
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

    #[inline]
    pub(super) fn turn(&self) -> Turn {
        match (self.phase, self.asked()) {
            (_, Some(seat)) => Turn::Seats(SeatSet::only(seat)),
            (Phase::Over, None) => Turn::Over,
            _ => Turn::Chance,
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
    pub const fn out_count(&self) -> usize {
        self.seats() - self.living.len()
    }

    /// The damage at which a seat is out, if everybody knows it.
    pub fn known_hp(&self, seat: Seat) -> Option<u8> {
        let mut hps = self.could_be[seat].iter().map(|character| self.rules.hp_of(character));
        let first = hps.next()?;
        hps.all(|hp| hp == first).then_some(first)
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
