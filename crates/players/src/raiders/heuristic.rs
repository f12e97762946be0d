//! The paper's heuristic player, with what one sits down to the whole box needs besides.
//!
//! It is a function of the view, of its random stream and of the estimate it was given, so that a search may ask it
//! anywhere. Only some habits of the published program need a memory, of what a spectator sees.

mod areas;
mod attacks;
mod cards;
mod text;

use games::Raiders;
use games::raiders::{Action, Aim, Area, Character, Equipment, Phase, Public, Seen};
use search::playout::Guide;
use table::{Rng, Seat, View};

use super::camps::{Camps, wants_out};
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
    /// Takes a seat that showed itself for a cookie for a raider, like the program.
    pub cookie_means_raider: bool,
    /// Takes for enemies and friends only those it knows or is told to be, as the paper's text has it.
    pub by_text: bool,
}

impl Habits {
    /// Those of the paper's table of choices, where an estimate makes every seat that is no friend an enemy.
    pub const PAPER: Habits = Habits {
        mist_as_program: false,
        ignores_shields: false,
        aid_anybody: false,
        counts_when_asking: false,
        cookie_means_raider: false,
        by_text: false,
    };

    /// Those of the paper, and whom it knows nothing of is no enemy.
    pub const TEXT: Habits = Habits { by_text: true, ..Habits::PAPER };

    /// As the published program plays.
    pub const PROGRAM: Habits = Habits {
        mist_as_program: true,
        ignores_shields: true,
        aid_anybody: true,
        counts_when_asking: true,
        cookie_means_raider: true,
        by_text: false,
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
        let estimate = player.estimate.as_ref().filter(|estimate| estimate.of == view.seat);
        let candidates = match player.habits.needs_memory() {
            true => Candidates::as_program(view, own.faction(), &player.memory, player.habits),
            false => Candidates::of(view, own.faction()),
        };
        Mind {
            seat: view.seat,
            own,
            view,
            public: view.public,
            legal,
            habits: player.habits,
            estimate,
            candidates: match estimate {
                Some(estimate) if player.habits.by_text => candidates.told(view, estimate),
                _ => candidates,
            },
        }
    }

    fn choose(&self, rng: &mut impl RandomSource) -> Action {
        self.by_text(rng).unwrap_or_else(|| self.by_program(rng))
    }

    fn by_program(&self, rng: &mut impl RandomSource) -> Action {
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

    /// Whether nothing it looks at protects this seat.
    fn is_open(&self, seat: Seat, shield: Equipment) -> bool {
        self.habits.ignores_shields || !self.public.has(seat, shield)
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
