//! The heuristic player, told the truth about some seats: the paper's estimates of known accuracy.

use games::Raiders;
use games::raiders::{Action, Faction};
use table::{Agent, EventOf, Game, HiddenRoles, Oracle, PublicState, Rng, Seat, SeatSet};

use super::estimate::{Estimate, Guess, foe};
use super::heuristic::Heuristic;

/// Whose factions are told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Grant {
    /// Those of so many others, the first in the order of seats: the deal makes them random.
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

/// The heuristic player with an estimate that is right about some seats and knows nothing of the others.
#[derive(Clone, Debug)]
pub struct TippedHeuristic {
    player: Heuristic,
    grant: Grant,
    /// What is drawn of the grant derives from it, whenever the first question comes.
    seed: u64,
    told: bool,
}

impl TippedHeuristic {
    /// Grants this much to this player.
    pub const fn new(player: Heuristic, grant: Grant) -> TippedHeuristic {
        TippedHeuristic { player, grant, seed: 0, told: false }
    }
}

impl Oracle<Raiders> for TippedHeuristic {
    fn begin(&mut self, _truth: &Raiders, _seat: Seat, rng: &mut Rng) {
        self.seed = rng.bits();
        self.told = false;
        self.player.forget();
        self.player.believe(None);
    }

    fn see(&mut self, truth: &Raiders, _seat: Seat, event: &EventOf<Raiders>) {
        if self.player.watches() {
            self.player.watch(truth.public(), &truth.seen(event, None));
        }
    }

    /// Nobody is asked before everybody is dealt, so the first question is early enough; the estimate then
    /// stays as it is.
    fn act(&mut self, truth: &Raiders, seat: Seat, legal: &[Action], rng: &mut Rng) -> Action {
        if !self.told {
            self.told = true;
            let mut estimate = Estimate::unknown(seat);
            let granted = self.grant.seats(truth, seat, &mut Rng::new(self.seed));
            granted.for_each(|other| estimate.set(other, Guess::sure(truth.role(other))));
            self.player.believe(Some(estimate));
        }
        self.player.choose(truth.view(seat), legal, rng)
    }
}

impl Grant {
    /// The seats whose factions are told to this one.
    pub fn seats(self, truth: &Raiders, seat: Seat, rng: &mut Rng) -> SeatSet {
        let others = SeatSet::all(truth.public().seats()).without(seat);
        match self {
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
        let own = truth.role(seat);
        let faction = match self {
            Kin::Friend => own,
            Kin::Enemy => foe(own),
            Kin::Citizen => Faction::Citizen,
        };
        let kin: SeatSet = among.filter(|&other| truth.role(other) == faction).collect();
        let chosen = match which {
            WhichEnemy::Random => super::camps::anybody(kin, rng),
            WhichEnemy::Lower => kin.first(),
        };
        chosen.map_or(SeatSet::NONE, SeatSet::only)
    }
}
