//! Where beliefs come from: worlds weighed by what others did, and guesses who is who.

use crate::agent::{Agent, Oracle};
use crate::game::{EventOf, Game, Payoffs, View};
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

impl<G: Game> Belief<G> for Box<dyn Belief<G>> {
    fn begin(&mut self, view: View<'_, G>) {
        (**self).begin(view);
    }

    fn see(&mut self, view: View<'_, G>, seen: &G::Seen) {
        (**self).see(view, seen);
    }

    fn imagine(&mut self, view: View<'_, G>, rng: &mut Rng) -> G {
        (**self).imagine(view, rng)
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

    /// Who this seat is, in truth.
    ///
    /// # Panics
    /// May panic while roles are still being dealt.
    fn role(&self, seat: Seat) -> Self::Role;
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

impl<G: HiddenRoles> Estimator<G> for Box<dyn Estimator<G>> {
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

/// An agent that can be told who somebody is.
pub trait Advised<G: HiddenRoles>: Agent<G> {
    /// A tip that is true.
    fn told(&mut self, seat: Seat, role: G::Role);
}

/// An oracle that reads exactly what an experiment grants, the roles of some seats, and tells its agent.
pub struct Tipped<A> {
    agent: A,
    granted: SeatSet,
}

impl<A> Tipped<A> {
    /// Grants the roles of these seats to this agent.
    pub fn new(agent: A, granted: SeatSet) -> Tipped<A> {
        Tipped { agent, granted }
    }
}

impl<G: HiddenRoles, A: Advised<G>> Oracle<G> for Tipped<A> {
    fn begin_series(&mut self, seat: Seat, games: u32) {
        self.agent.begin_series(seat, games);
    }

    fn begin(&mut self, truth: &G, seat: Seat, rng: &mut Rng) {
        self.agent.begin(truth.view(seat), rng);
    }

    fn see(&mut self, truth: &G, seat: Seat, event: &EventOf<G>) {
        self.agent.see(truth.view(seat), &truth.seen(event, Some(seat)));
    }

    /// Roles may be dealt during the game, so the tips are given at each question anew.
    fn act(&mut self, truth: &G, seat: Seat, legal: &[G::Action], rng: &mut Rng) -> G::Action {
        self.granted.for_each(|other| self.agent.told(other, truth.role(other)));
        self.agent.act(truth.view(seat), legal, rng)
    }

    fn end(&mut self, truth: &G, seat: Seat, payoffs: &Payoffs) {
        self.agent.end(truth.view(seat), payoffs);
    }
}
