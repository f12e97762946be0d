//! Where beliefs come from: worlds weighed by what others did, and guesses who is who.

use crate::agent::{Agent, Oracle};
use crate::game::{EventOf, Game, Payoffs, PublicState, View};
use crate::rng::Rng;
use crate::seat::{BySeat, Seat, SeatSet};

/// Imagines worlds in proportion to how plausible the others' behaviour makes them.
pub trait Belief<G: Game>: Send {
    /// A game begins: forget the last one.
    fn begin(&mut self, _view: View<'_, G>) {}

    /// Something happened, as this seat saw it.
    fn see(&mut self, _view: View<'_, G>, _seen: &G::Seen) {}

    /// A world this seat cannot tell from the truth.
    fn imagine(&mut self, view: View<'_, G>, rng: &mut Rng) -> G {
        G::imagine(view, rng)
    }
}

/// The belief that reads nothing into what others do.
#[derive(Clone, Copy, Debug, Default)]
pub struct Uniform;

impl<G: Game> Belief<G> for Uniform {}

/// Games in which each seat has a role that others would like to know.
pub trait HiddenRoles: Game {
    /// Who one can be.
    type Role: Copy + Eq + std::fmt::Debug + Send + Sync + 'static;

    /// Who this seat is, in truth; `None` before it is dealt a role.
    fn role(&self, seat: Seat) -> Option<Self::Role>;

    /// Who everybody is, in truth; `None` until all are dealt a role.
    fn roles(&self) -> Option<BySeat<Self::Role>> {
        BySeat::from_fn(self.public().seats(), |seat| self.role(seat)).transpose()
    }
}

/// Guesses who is who, as a joint posterior: the probability a seat has a role is a sum over it.
pub trait Estimator<G: HiddenRoles>: Send {
    /// A game begins: forget the last one.
    fn begin(&mut self, _view: View<'_, G>) {}

    /// Something happened, as this seat saw it.
    fn see(&mut self, _view: View<'_, G>, _seen: &G::Seen) {}

    /// Every assignment of roles that is possible for this seat, with its probability; nothing while roles are
    /// still being dealt.
    fn assignments(&mut self, view: View<'_, G>) -> &[(BySeat<G::Role>, f64)];
}

impl<G: HiddenRoles, T: Estimator<G> + ?Sized> Estimator<G> for Box<T> {
    fn begin(&mut self, view: View<'_, G>) {
        (**self).begin(view);
    }

    fn see(&mut self, view: View<'_, G>, seen: &G::Seen) {
        (**self).see(view, seen);
    }

    fn assignments(&mut self, view: View<'_, G>) -> &[(BySeat<G::Role>, f64)] {
        (**self).assignments(view)
    }
}

/// A player, or its belief, that can be told the roles of seats.
pub trait Advised<G: HiddenRoles> {
    /// Tells it the true role of a seat.
    fn reveal_role(&mut self, seat: Seat, role: G::Role);
}

/// What an experiment grants to an oracle: the roles of some seats.
pub trait Grants<G: HiddenRoles>: Send {
    /// The seats whose roles are told to this one. The stream is the same at every question of a game, so that what
    /// is drawn stays as it is.
    fn seats(&self, truth: &G, seat: Seat, rng: &mut Rng) -> SeatSet;
}

/// The roles of these seats, for every seat that asks.
impl<G: HiddenRoles> Grants<G> for SeatSet {
    fn seats(&self, _truth: &G, _seat: Seat, _rng: &mut Rng) -> SeatSet {
        *self
    }
}

/// An oracle that reads exactly what an experiment grants, the roles of some seats, and tells its agent.
pub struct Tipped<A, R = SeatSet> {
    agent: A,
    granted: R,
    /// What is drawn of the grant derives from it.
    seed: u64,
}

impl<A, R> Tipped<A, R> {
    /// Grants these roles to this agent.
    pub fn new(agent: A, granted: R) -> Tipped<A, R> {
        Tipped { agent, granted, seed: 0 }
    }
}

impl<G: HiddenRoles, A: Agent<G> + Advised<G>, R: Grants<G>> Oracle<G> for Tipped<A, R> {
    fn begin_series(&mut self, seat: Seat, games: u32) {
        self.agent.begin_series(seat, games);
    }

    fn begin(&mut self, truth: &G, seat: Seat, rng: &mut Rng) {
        self.agent.begin(truth.view(seat), rng);
        self.seed = rng.bits();
    }

    fn see(&mut self, truth: &G, seat: Seat, event: &EventOf<G>) {
        if self.agent.watches() {
            self.agent.see(truth.view(seat), &truth.seen(event, Some(seat)));
        }
    }

    /// Roles may be dealt during the game, so the tips are given at each question anew.
    fn act(&mut self, truth: &G, seat: Seat, legal: &[G::Action], rng: &mut Rng) -> G::Action {
        for other in self.granted.seats(truth, seat, &mut Rng::new(self.seed)) {
            if let Some(role) = truth.role(other) {
                self.agent.reveal_role(other, role);
            }
        }
        self.agent.act(truth.view(seat), legal, rng)
    }

    fn end(&mut self, truth: &G, seat: Seat, payoffs: &Payoffs) {
        self.agent.end(truth.view(seat), payoffs);
    }
}
