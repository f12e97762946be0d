//! The paper's heuristic player, with what one sits down to the whole box needs besides.
//!
//! It is a function of the view, of its random stream and of the estimate it was given, so that a search may ask it
//! anywhere. Only some habits of the published program need a memory, of what a spectator sees.

use games::raiders::{
    Action, Aim, Area, Character, Deck, Equipment, Faction, Inference, Phase, Public, Seen,
};
use games::{Bag, Raiders};
use search::playout::Guide;
use table::{PublicState, Rng, Seat, SeatSet, View};

use super::camps::{Camps, anybody, wants_out};
use super::estimate::{Candidates, Estimate, Memory};
use super::random::{EveryOutcome, RandomSource};

/// Where the paper and its authors' program say different things, what the player does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Habits {
    /// Draws at Black Mist like the program: raiders rather white than black.
    pub mist_as_program: bool,
    /// Does not look whether a grail or a brooch protects whom it hurts, as the program does not.
    pub ignores_shields: bool,
    /// First aid that helps nobody goes to anybody, oneself included, as in the program.
    pub aid_anybody: bool,
    /// Counts its own faction only when it asks a question, like the program.
    pub counts_when_asking: bool,
    /// Takes whoever showed for a cookie for a raider, like the program.
    pub cookie_means_raider: bool,
}

impl Habits {
    /// Those of the paper.
    pub const PAPER: Habits = Habits {
        mist_as_program: false,
        ignores_shields: false,
        aid_anybody: false,
        counts_when_asking: false,
        cookie_means_raider: false,
    };

    /// As the published program plays.
    pub const PROGRAM: Habits = Habits {
        mist_as_program: true,
        ignores_shields: true,
        aid_anybody: true,
        counts_when_asking: true,
        cookie_means_raider: true,
    };

    const fn needs_memory(self) -> bool {
        self.counts_when_asking || self.cookie_means_raider
    }
}

/// The paper's heuristic player.
#[derive(Clone, Copy, Debug, Default)]
pub struct Heuristic {
    habits: Habits,
    memory: Memory,
    estimate: Option<Estimate>,
}

const ASKED: &str = "whoever is asked has a choice";

impl Heuristic {
    /// A player with these habits, who is told nothing.
    pub const fn new(habits: Habits) -> Heuristic {
        Heuristic { habits, memory: Memory::NEW, estimate: None }
    }

    /// Forgets what it saw; the estimate stays.
    pub const fn forget(&mut self) {
        self.memory = Memory::NEW;
    }

    /// Sees an event as a spectator does, or as a seat does, which tells it no more.
    #[inline]
    pub fn watch(&mut self, public: &Public, seen: &Seen) {
        if self.habits.needs_memory() {
            self.memory.see(public, seen);
        }
    }

    /// Gives one seat an estimate, which it follows from now on in place of its own knowledge, or takes it away.
    pub fn believe(&mut self, estimate: Option<Estimate>) {
        self.estimate = estimate;
    }

    /// What it was given last, and for whom.
    pub const fn estimate(&self) -> Option<Estimate> {
        self.estimate
    }

    /// What it would do.
    pub fn choose(&self, view: View<'_, Raiders>, legal: &[Action], rng: &mut Rng) -> Action {
        match (legal, view.private.character) {
            (&[only], _) => only,
            (_, Some(own)) => Mind::new(self, view, own, legal).choose(rng),
            (_, None) => *legal.iter().min().expect(ASKED),
        }
    }

    /// How likely it is to do this: the sum over every outcome of its random draws.
    pub fn chance_of(&self, view: View<'_, Raiders>, legal: &[Action], action: Action) -> f64 {
        let (&[_, _, ..], Some(own)) = (legal, view.private.character) else {
            return f64::from(u8::from(legal.iter().min() == Some(&action)));
        };
        let (mind, mut total) = (Mind::new(self, view, own, legal), 0.0);
        EveryOutcome::each(
            |outcome| mind.choose(outcome),
            |chosen, chance| {
                if chosen == action {
                    total += chance;
                }
            },
        );
        total
    }
}

/// In playouts the seat that has an estimate follows it; all others know what they know.
impl Guide<Raiders> for Heuristic {
    fn begin(&mut self, _rng: &mut Rng) {
        self.forget();
    }

    fn see(&mut self, public: &Public, seen: &Seen) {
        self.watch(public, seen);
    }

    fn watches(&self) -> bool {
        self.habits.needs_memory()
    }

    fn act(&mut self, view: View<'_, Raiders>, legal: &[Action], rng: &mut Rng) -> Action {
        self.choose(view, legal, rng)
    }
}

/// One question, with what it takes to answer it.
struct Mind<'a> {
    seat: Seat,
    own: Character,
    view: View<'a, Raiders>,
    public: &'a Public,
    legal: &'a [Action],
    habits: Habits,
    estimate: Option<&'a Estimate>,
    candidates: Candidates,
}

/// Equipment from the most wanted to the least; what the paper leaves out comes with its like.
const WANTED: [Equipment; 13] = [
    Equipment::Grail,
    Equipment::Gatling,
    Equipment::Masamune,
    Equipment::Sabre,
    Equipment::LeftHandgun,
    Equipment::RightHandgun,
    Equipment::Crossbow,
    Equipment::Compass,
    Equipment::SecondCompass,
    Equipment::Rosary,
    Equipment::Brooch,
    Equipment::Robe,
    Equipment::Excalibur,
];

impl<'a> Mind<'a> {
    fn new(player: &'a Heuristic, view: View<'a, Raiders>, own: Character, legal: &'a [Action]) -> Mind<'a> {
        Mind {
            seat: view.seat,
            own,
            view,
            public: view.public,
            legal,
            habits: player.habits,
            estimate: player.estimate.as_ref().filter(|estimate| estimate.of == view.seat),
            candidates: match player.habits.needs_memory() {
                true => Candidates::as_program(view, own.faction(), &player.memory, player.habits),
                false => Candidates::of(view, own.faction()),
            },
        }
    }

    fn choose(&self, rng: &mut impl RandomSource) -> Action {
        match self.public.phase {
            Phase::ChooseMove(low, high) => self.roll(low, high),
            Phase::ChooseArea | Phase::Teleport(_) => self.area(),
            Phase::Area(Area::Mist) => self.deck(rng),
            Phase::Area(Area::Hall) => self.hall(rng),
            Phase::Area(Area::Hideout) | Phase::Henchman => self.steal(rng),
            // To draw is more than to decline.
            Phase::Area(_) => self.greatest(),
            Phase::Hand => Action::Hand(self.recipient(rng)),
            Phase::Answer(_) => self.answer(),
            Phase::Target(Aim::FirstAid) => Action::Target(self.first_aid(rng)),
            Phase::Target(Aim::Grace) => Action::Target(self.grace(rng)),
            Phase::Target(_) => Action::Target(self.victim(rng)),
            Phase::Banana => self.give(rng),
            Phase::Show(_) => self.reveal_if(self.shows_itself()),
            Phase::Attack => self.attack(rng),
            Phase::Excalibur => self.reveal_if(self.excalibur_kills()),
            Phase::Loot(_) | Phase::Byron(_) => self.loot(),
            _ => self.ability(rng),
        }
    }

    /// Asked only where it matters: an estimate and a count take time.
    fn camps(&self, rng: &mut impl RandomSource) -> Camps {
        Camps::of(self.view, self.own, &self.candidates, self.estimate, rng)
    }

    fn damage(&self, seat: Seat) -> u8 {
        self.public.damage[seat]
    }

    fn hp(&self) -> u8 {
        self.public.rules.hp_of(self.own)
    }

    fn left(&self) -> u8 {
        self.hp().saturating_sub(self.damage(self.seat))
    }

    /// Whether half of what it bears is used up.
    fn is_weak(&self) -> bool {
        2 * self.left() <= self.hp()
    }

    /// Whether it is Daniel and would be glad to be out.
    fn is_tired(&self) -> bool {
        self.own == Character::Daniel && wants_out(self.public)
    }

    /// The action of the least value, of equals the least action.
    fn least_by(&self, value: impl Fn(&Action) -> u8) -> Action {
        *self.legal.iter().min_by_key(|action| (value(action), **action)).expect(ASKED)
    }

    fn greatest(&self) -> Action {
        *self.legal.iter().max().expect(ASKED)
    }

    fn reveal_if(&self, wish: bool) -> Action {
        let may = self.legal.contains(&Action::Reveal);
        if wish && may || !self.legal.contains(&Action::Decline) { Action::Reveal } else { Action::Decline }
    }

    // Moving.

    /// How much it wants to go to an area: the lower, the more.
    fn distance(&self, area: Area) -> u8 {
        let (own_deck, other_deck) = match self.own.faction() {
            Faction::Shadow => (Area::Underground, Area::Cathedral),
            _ => (Area::Cathedral, Area::Underground),
        };
        match area {
            Area::Office if self.candidates.narrowed == 0 => 0,
            Area::Mist if self.candidates.narrowed == 0 => 1,
            Area::Hall => 2,
            Area::Mist => 3,
            _ if area == own_deck => 4,
            _ if area == other_deck => 5,
            Area::Hideout => 6,
            _ => 7,
        }
    }

    /// A 10 leads anywhere, so it is the better roll.
    fn roll(&self, low: u8, high: u8) -> Action {
        let value = |sum: u8| games::raiders::area_of(sum).map_or(0, |area| 1 + self.distance(area));
        Action::Choose(if value(high) < value(low) { high } else { low })
    }

    fn area(&self) -> Action {
        let distance = |action: &Action| match action {
            Action::Go(area) => self.distance(*area),
            _ => u8::MAX,
        };
        self.least_by(distance)
    }

    // What areas offer.

    /// An inference card while less than half of the table is narrowed down; then by faction.
    fn deck(&self, rng: &mut impl RandomSource) -> Action {
        let side = self.own.faction();
        let tenths = if 2 * self.candidates.narrowed < self.public.seats() {
            match side {
                Faction::Shadow => [18, 0, 2],
                Faction::Raider => [18, 2, 0],
                Faction::Citizen => [18, 1, 1],
            }
        } else {
            match (side, self.habits.mist_as_program) {
                (Faction::Citizen, _) => [0, 10, 10],
                (Faction::Shadow | Faction::Raider, false) => [0, 6, 14],
                (Faction::Shadow, true) => [0, 8, 12],
                (Faction::Raider, true) => [0, 12, 8],
            }
        };
        let mut left = rng.below(20) as u8;
        for (deck, share) in [Deck::Inference, Deck::White, Deck::Black].into_iter().zip(tenths) {
            if left < share && self.legal.contains(&Action::Draw(deck)) {
                return Action::Draw(deck);
            }
            left = left.saturating_sub(share);
        }
        self.greatest()
    }

    fn hall(&self, rng: &mut impl RandomSource) -> Action {
        let camps = self.camps(rng);
        let enemy = camps.enemies.find(|seat| self.is_open(seat, Equipment::Brooch));
        match self.own.faction() {
            Faction::Citizen => self.hall_of_citizen(&camps, enemy, rng),
            _ if self.is_weak() => Action::Heal(self.seat),
            _ => match enemy {
                Some(enemy) => Action::Hurt(enemy),
                None => self.hall_without_enemy(&camps, rng),
            },
        }
    }

    fn hall_without_enemy(&self, camps: &Camps, rng: &mut impl RandomSource) -> Action {
        let worse_off = |seat: Seat| self.damage(seat) >= self.damage(self.seat);
        match camps.friends.find(worse_off).filter(|_| camps.enemies.is_empty()) {
            Some(friend) => Action::Heal(friend),
            None if self.damage(self.seat) > 0 => Action::Heal(self.seat),
            None => self.hurt_stranger(camps, rng),
        }
    }

    fn hall_of_citizen(&self, camps: &Camps, enemy: Option<Seat>, rng: &mut impl RandomSource) -> Action {
        let friend = camps.friends.first();
        if self.is_tired() {
            return match (self.left() <= 2, friend, enemy) {
                (false, Some(friend), _) => Action::Heal(friend),
                (false, None, Some(enemy)) => Action::Hurt(enemy),
                _ => Action::Hurt(self.seat),
            };
        }
        match (enemy, friend) {
            _ if self.damage(self.seat) > 0 => Action::Heal(self.seat),
            (Some(enemy), _) => Action::Hurt(enemy),
            (None, Some(friend)) => Action::Heal(friend),
            (None, None) => self.hurt_stranger(camps, rng),
        }
    }

    fn hurt_stranger(&self, camps: &Camps, rng: &mut impl RandomSource) -> Action {
        let stranger = camps.stranger(self.public.others(self.seat), rng);
        Action::Hurt(stranger.unwrap_or(self.seat))
    }

    /// Whether nothing it looks at protects this seat.
    fn is_open(&self, seat: Seat, shield: Equipment) -> bool {
        self.habits.ignores_shields || !self.public.has(seat, shield)
    }

    // Cards.

    /// Whoever is least narrowed down; if all are known, whoever the card should hit.
    fn recipient(&self, rng: &mut impl RandomSource) -> Seat {
        let others = self.public.others(self.seat);
        let with = |count: usize| others.filter(|&seat| self.candidates.set(seat).len() == count).collect();
        let (open, narrowed): (SeatSet, SeatSet) = (with(3), with(2));
        let heals = self.view.private.card.is_some_and(|text: Inference| Bag::HEAL.contains(text));
        let mate = |seat: Seat| self.candidates.known(seat) == Some(self.own.faction());
        let meant: SeatSet = others.filter(|&seat| mate(seat) == heals).collect();
        let sets = [open, narrowed, meant, others];
        let first = sets.into_iter().find(|set| !set.is_empty()).unwrap_or(others);
        anybody(first, rng).unwrap_or(self.seat)
    }

    /// What an inference card does to it.
    fn answer(&self) -> Action {
        let giver = self.public.active;
        let mate = self.candidates.known(giver) == Some(self.own.faction());
        let may = |action: Action| self.legal.contains(&action);
        if may(Action::HealOne) {
            return Action::HealOne;
        }
        if may(Action::Nothing) && !mate {
            return Action::Nothing;
        }
        let gift = |action: &Action| match action {
            Action::GiveUp(equipment) => rank(*equipment),
            _ => 0,
        };
        let least = self.legal.iter().max_by_key(|action| gift(action)).filter(|action| gift(action) > 0);
        let gives = mate || self.is_weak() || self.own == Character::Alice;
        match least {
            Some(&gift) if gives && !self.is_tired() => gift,
            _ if may(Action::TakeOne) => Action::TakeOne,
            _ if may(Action::TakeTwo) => Action::TakeTwo,
            _ => self.least_by(|_| 0),
        }
    }

    fn first_aid(&self, rng: &mut impl RandomSource) -> Seat {
        if self.damage(self.seat) > 7 && !self.is_tired() {
            return self.seat;
        }
        let camps = self.camps(rng);
        let others = self.public.others(self.seat);
        let worse = |seat: Seat| self.damage(seat) > 7;
        if let Some(friend) = camps.friends.find(worse) {
            return friend;
        }
        let saved = others.filter(|&seat| self.is_tired() && worse(seat)).collect();
        let saved = anybody(saved, rng).or_else(|| camps.enemies.find(|seat| self.damage(seat) < 7));
        let rest = if self.habits.aid_anybody { self.public.living } else { others };
        saved.or_else(|| anybody(rest, rng)).unwrap_or(self.seat)
    }

    /// The friend who needs it most; with an estimate the likeliest friend, or the least likely enemy.
    fn grace(&self, rng: &mut impl RandomSource) -> Seat {
        let camps = self.camps(rng);
        let helped = match camps.estimated {
            true => camps.friends.first().or(camps.enemies.iter().next_back()),
            false => camps.friends.iter().rev().max_by_key(|&friend| self.damage(friend)),
        };
        let others = self.public.others(self.seat);
        helped.or_else(|| anybody(others, rng)).unwrap_or(self.seat)
    }

    /// Whom bat, dog, doll or mace hurt.
    fn victim(&self, rng: &mut impl RandomSource) -> Seat {
        let camps = self.camps(rng);
        let others = self.public.others(self.seat);
        let enemy = camps.enemies.find(|seat| self.is_open(seat, Equipment::Grail));
        enemy.or_else(|| camps.stranger(others, rng)).unwrap_or(self.seat)
    }

    /// The first enemy who has anything, then a friend, then anybody.
    fn steal(&self, rng: &mut impl RandomSource) -> Action {
        let camps = self.camps(rng);
        let owns = |seat: Seat| !self.public.equipment[seat].is_empty();
        let unlikely = || match camps.estimated {
            true => camps.friends.iter().rev().find(|&seat| owns(seat)),
            false => camps.friends.find(owns),
        };
        let from = camps.enemies.find(owns).or_else(unlikely).or_else(|| {
            let asked = |action: &Action| match *action {
                Action::Steal(from, _) | Action::Target(from) => Some(from),
                _ => None,
            };
            anybody(self.legal.iter().filter_map(asked).collect(), rng)
        });
        let wanted = |action: &Action| match *action {
            Action::Steal(seat, equipment) if Some(seat) == from => rank(equipment),
            Action::Target(seat) if Some(seat) == from => 0,
            _ => u8::MAX,
        };
        self.least_by(wanted)
    }

    /// The least wanted equipment, to a friend; to anybody but an enemy if there is none.
    fn give(&self, rng: &mut impl RandomSource) -> Action {
        let camps = self.camps(rng);
        let others = self.public.others(self.seat);
        let strangers: SeatSet = others.filter(|&seat| !camps.enemies.contains(seat)).collect();
        let friend = camps.friends.first();
        let to = friend.or_else(|| anybody(strangers, rng)).or_else(|| anybody(others, rng));
        let value = |action: &Action| match *action {
            Action::Give(seat, equipment) if Some(seat) == to => rank(equipment),
            _ => 0,
        };
        *self.legal.iter().max_by_key(|action| (value(action), **action)).expect(ASKED)
    }

    /// Who is shown already loses nothing by it.
    fn shows_itself(&self) -> bool {
        let shown = self.public.shown[self.seat].is_some() && self.damage(self.seat) > 0;
        (self.is_weak() || shown) && !self.is_tired()
    }

    // Attacks.

    /// The first enemy who can be hurt, else any who is no friend.
    fn attack(&self, rng: &mut impl RandomSource) -> Action {
        let camps = self.camps(rng);
        let range = self.public.in_range(self.seat);
        if self.legal.contains(&Action::AttackAll) {
            return self.attack_all(&camps, range);
        }
        let safe = |seat: Seat| self.public.angels.contains(seat) || self.public.barriers.contains(seat);
        if let Some(enemy) = camps.enemies.find(|seat| range.contains(seat) && !safe(seat)) {
            return Action::Attack(enemy);
        }
        let may_decline = self.legal.contains(&Action::Decline);
        match camps.stranger(range, rng) {
            Some(seat) if !(may_decline && camps.friends.contains(seat)) => Action::Attack(seat),
            _ => self.least_by(|_| 0),
        }
    }

    /// Everybody in range or nobody: not if friends are there and no more enemies than friends.
    fn attack_all(&self, camps: &Camps, range: SeatSet) -> Action {
        let friends = range.filter(|&seat| camps.friends.contains(seat)).count();
        let enemies = range.filter(|&seat| camps.enemies.contains(seat)).count();
        let may_decline = self.legal.contains(&Action::Decline);
        if may_decline && friends > 0 && enemies <= friends { Action::Decline } else { Action::AttackAll }
    }

    /// Whether 2 more put the target out that would else stay, as likely as not by who it can be.
    fn excalibur_kills(&self) -> bool {
        let (attack, rules) = (&self.public.attack, &self.public.rules);
        let mut targets = attack.targets;
        targets.any(|target| {
            let reached = self.damage(target) + attack.power;
            let stays = |hp: &u8| reached < *hp;
            let limits = self.public.could_be[target].iter().map(|character| rules.hp_of(character));
            let (all, out) = limits
                .filter(stays)
                .fold((0, 0), |(all, out), hp| (all + 1, out + u8::from(reached + 2 >= hp)));
            out > 0 && 2 * out >= all
        })
    }

    /// The most a seat may bear, by what everybody knows.
    fn most_hp(&self, seat: Seat) -> u8 {
        let could_be = self.public.could_be[seat].iter();
        could_be.map(|character| self.public.rules.hp_of(character)).max().unwrap_or(0)
    }

    fn loot(&self) -> Action {
        let value = |action: &Action| match action {
            Action::Take(equipment) => rank(*equipment),
            _ => u8::MAX,
        };
        self.least_by(value)
    }

    // Abilities.

    fn ability(&self, rng: &mut impl RandomSource) -> Action {
        let weak = self.is_weak();
        let use_if = |wish: bool| if wish { Action::UseAbility } else { Action::Decline };
        match self.public.phase {
            Phase::Reveal => self.reveal_if(self.unveils(rng)),
            Phase::React(_) => {
                let friend = self.camps(rng).friends.contains(self.public.attack.attacker);
                self.reveal_if(self.own == Character::Werewolf && weak && !friend)
            }
            Phase::Ability if self.own == Character::Felix => self.mace(rng),
            Phase::Ability => use_if(weak),
            Phase::Barrier => use_if(weak),
            Phase::StrikeBack(_) => {
                let friend = self.camps(rng).friends.contains(self.public.attack.attacker);
                if friend { Action::Decline } else { Action::StrikeBack }
            }
            Phase::Again if self.left() > 4 || self.again_wins() => Action::AttackAgain,
            _ => Action::Decline,
        }
    }

    /// Whether showing itself is worth an ability: when half its life is gone, or when it strikes at once.
    fn unveils(&self, rng: &mut impl RandomSource) -> bool {
        let fresh = !self.public.spent.contains(self.seat);
        match self.own {
            Character::Ulrich | Character::Daniel | Character::Werewolf => false,
            Character::Felix => fresh && self.mace(rng) != Action::Decline,
            Character::Byron => true,
            Character::Craig => self.public.out_count() >= 2,
            Character::Alice | Character::Gordon => fresh && self.is_weak(),
            Character::Vampire | Character::Emi => self.is_weak(),
        }
    }

    /// Felix strikes an enemy whom the die may well put out.
    fn mace(&self, rng: &mut impl RandomSource) -> Action {
        let nearly_out = |seat: Seat| self.damage(seat) + 4 >= self.most_hp(seat);
        let enemy = self.camps(rng).enemies.find(nearly_out);
        enemy.map_or(Action::Decline, Action::Target)
    }

    /// Whether Craig's second attack may be the kill he wants.
    fn again_wins(&self) -> bool {
        self.left() > 2 && self.public.out_count() >= 2
    }
}

/// The place of an equipment among the wanted, from 1.
fn rank(equipment: Equipment) -> u8 {
    const RANKS: [u8; WANTED.len()] = {
        let (mut ranks, mut place) = ([0; WANTED.len()], 0);
        while place < WANTED.len() {
            ranks[WANTED[place].index()] = place as u8 + 1;
            place += 1;
        }
        ranks
    };
    RANKS[equipment.index()]
}
