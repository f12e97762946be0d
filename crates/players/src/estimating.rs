//! The player that asks an estimator before each choice who is who.

use search::playout::{Guide, Guided};
use table::{Agent, Estimator, HiddenRoles, Rng, View};

use crate::roles::Assignment;

/// A guide that is fed by an estimator, which sees what it sees.
pub struct Estimating<P, E, F> {
    player: Guided<P>,
    estimator: E,
    feed: F,
}

impl<P, E, F> Estimating<P, E, F> {
    /// This player, told before each choice what this estimator thinks.
    pub fn new(player: P, estimator: E, feed: F) -> Estimating<P, E, F> {
        Estimating { player: Guided(player), estimator, feed }
    }
}

impl<G, P, E, F> Agent<G> for Estimating<P, E, F>
where
    G: HiddenRoles,
    P: Guide<G>,
    E: Estimator<G>,
    F: Fn(&mut P, View<'_, G>, &[Assignment<G>]) + Send,
{
    fn begin(&mut self, view: View<'_, G>, rng: &mut Rng) {
        self.player.begin(view, rng);
        self.estimator.begin(view);
    }

    fn see(&mut self, view: View<'_, G>, seen: &G::Seen) {
        self.player.see(view, seen);
        self.estimator.see(view, seen);
    }

    fn act(&mut self, view: View<'_, G>, legal: &[G::Action], rng: &mut Rng) -> G::Action {
        (self.feed)(&mut self.player.0, view, self.estimator.assignments(view));
        self.player.act(view, legal, rng)
    }
}
