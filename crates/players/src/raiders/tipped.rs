//! The heuristic player, told the truth about some seats: the paper's estimates of known accuracy.

use games::Raiders;
use games::raiders::{Action, Character, Faction, Seen};
use search::playout::Guided;
use table::{
    Advised, Agent, BySeat, Game, Grants, HiddenRoles, MAX_SEATS, PublicState, Rng, Seat, SeatSet, View,
};

use super::estimate::{Estimate, Guess, foe};
use super::heuristic::Heuristic;

/// The seats whose factions are told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Grant {
    /// Those of this many others, the first in the order of seats: the deal makes them random.
    Known(usize),
    /// Those of a pair that stands so to the seat that is told.
    Pair(Kin, Kin, WhichEnemy),
}

/// What another seat is to the one that is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kin {
    /// Of the same faction.
    Friend,
    /// Of the faction it fights.
    Enemy,
    /// A citizen.
    Citizen,
}

/// Which enemy is told of, where one of several is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WhichEnemy {
    /// The first in the order of seats.
    Lower,
    /// Any.
    Random,
}

/// What is supposed of those of whom nothing is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rest {
    /// Nothing: the paper's 0.3 for every faction.
    Unknown,
    /// The others are of the factions that are not complete yet, each as likely.
    Counted,
}

/// The heuristic player with an estimate that is right about whom it was told of, and knows no more of the others than
/// their number says.
#[derive(Clone, Copy, Debug)]
pub struct Informed {
    player: Guided<Heuristic>,
    rest: Rest,
    /// What it was told so far: tips are given at each question, and an estimate is long.
    told: BySeat<Option<Faction>>,
}

impl Informed {
    /// This player, who is told nothing yet.
    pub const fn new(player: Heuristic, rest: Rest) -> Informed {
        Informed { player: Guided(player), rest, told: BySeat::new(MAX_SEATS, None) }
    }

    /// Gives everybody of whom nothing was told the factions that are not complete, each as likely.
    pub(super) fn count(&self, view: View<'_, Raiders>, estimate: &mut Estimate) {
        let seats = view.public.seats();
        let own = view.private.character.map(Character::faction);
        let role = |seat: Seat| if seat == view.seat { own } else { self.told[seat] };
        let known = |faction: Faction| Seat::all(seats).filter(|&seat| role(seat) == Some(faction)).count();
        let left =
            Faction::ALL.map(|faction| known(faction) < usize::from(view.public.rules.members(faction)));
        let share = 1.0 / left.iter().filter(|&&left| left).count().max(1) as f32;
        let guess = Guess(left.map(|left| if left { share } else { 0.0 }));
        Seat::all(seats).filter(|&seat| role(seat).is_none()).for_each(|seat| estimate.set(seat, guess));
    }
}

impl Agent<Raiders> for Informed {
    fn begin(&mut self, view: View<'_, Raiders>, rng: &mut Rng) {
        *self = Informed::new(self.player.0, self.rest);
        self.player.begin(view, rng);
        self.player.0.believe(Some(Estimate::unknown(view.seat)));
    }

    fn see(&mut self, view: View<'_, Raiders>, seen: &Seen) {
        self.player.see(view, seen);
    }

    fn watches(&self) -> bool {
        Agent::<Raiders>::watches(&self.player)
    }

    fn act(&mut self, view: View<'_, Raiders>, legal: &[Action], rng: &mut Rng) -> Action {
        if let (Rest::Counted, Some(mut estimate)) = (self.rest, self.player.0.estimate()) {
            self.count(view, &mut estimate);
            self.player.0.believe(Some(estimate));
        }
        self.player.act(view, legal, rng)
    }
}

impl Advised<Raiders> for Informed {
    fn reveal_role(&mut self, seat: Seat, role: Faction) {
        if self.told[seat].replace(role) != Some(role) {
            let mut estimate = self.player.0.estimate();
            estimate.iter_mut().for_each(|estimate| estimate.set(seat, Guess::sure(role)));
            self.player.0.believe(estimate);
        }
    }
}

impl Grants<Raiders> for Grant {
    fn seats(&self, truth: &Raiders, seat: Seat, rng: &mut Rng) -> SeatSet {
        let others = SeatSet::all(truth.public().seats()).without(seat);
        match *self {
            Grant::Known(count) => others.take(count).collect(),
            Grant::Pair(one, other, which) => {
                let first = one.pick(truth, seat, others, which, rng);
                let rest = others.minus(first);
                let second = other.pick(truth, seat, rest, which, rng);
                first.chain(second).collect()
            }
        }
    }
}

impl Kin {
    /// One of these seats that stands so to `seat`, if there is one.
    fn pick(self, truth: &Raiders, seat: Seat, among: SeatSet, which: WhichEnemy, rng: &mut Rng) -> SeatSet {
        let faction = match self {
            Kin::Friend => truth.role(seat),
            Kin::Enemy => truth.role(seat).map(foe),
            Kin::Citizen => Some(Faction::Citizen),
        };
        let kin: SeatSet = among.filter(|&other| truth.role(other) == faction).collect();
        let chosen = match which {
            WhichEnemy::Random => super::camps::anybody(kin, rng),
            WhichEnemy::Lower => kin.first(),
        };
        chosen.map_or(SeatSet::NONE, SeatSet::only)
    }
}
