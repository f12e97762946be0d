//! The player that searches with a [`Select`].

use table::{Agent, Game, Mixed, Rng, Thought, View};

use super::select::Select;
use super::tree::{Question, Tree};
use crate::bandit::Bandit;
use crate::budget::Budget;
use crate::playout::{Playout, RandomPlayout};
use crate::reward::Aim;
use crate::thought::draw_from;

/// A player that searches the tree of joint choices from the beginning of each turn.
///
/// It thinks in one imagined world, so it is for games in which nothing but the choices of the turn and the
/// luck to come is hidden; [`crate::Pimc`] and [`crate::Ismcts`] think over many. It must be asked before
/// anybody has committed in a turn, as [`table::Referee`] does: later, an imagined envelope would be taken
/// for the truth.
pub struct Decoupled<G: Game, S: Select<G>, P = RandomPlayout<G>> {
    select: S,
    budget: Budget,
    aim: Aim<G>,
    playout: P,
    tree: Tree<G, S::Arm>,
}

impl<G: Game, S: Select<G>> Decoupled<G, S> {
    /// Searches with this rule as long as the budget lasts, with random playouts.
    pub fn new(select: S, budget: Budget, aim: Aim<G>) -> Self {
        Decoupled::with_playout(select, budget, aim, RandomPlayout::default())
    }
}

impl<G: Game, S: Select<G>, P: Playout<G>> Decoupled<G, S, P> {
    /// Searches with this rule as long as the budget lasts, with these playouts.
    pub fn with_playout(select: S, budget: Budget, aim: Aim<G>, playout: P) -> Self {
        Decoupled { select, budget, aim, playout, tree: Tree::new() }
    }

    /// Thinks about the turn this view shows.
    pub fn search(&mut self, view: View<'_, G>, rng: &mut Rng) {
        let root = &G::imagine(view, rng);
        let (select, budget, scale) = (&self.select, self.budget, (self.aim)(view.public));
        let question = Question { root, seat: view.seat, select, budget, scale };
        self.tree.search(&question, &mut self.playout, rng);
    }

    /// What the last search thought of each action of its seat.
    pub fn thoughts(&self, view: View<'_, G>) -> Vec<Thought<G::Action>> {
        let (actions, arms) = self.tree.at_root(view.seat);
        let think = |(&action, arm)| {
            let (Bandit { visits, mean }, score) = self.select.think(arm, self.tree.visits());
            Thought { action, visits, value: f64::from(mean), score }
        };
        actions.iter().zip(arms).map(think).collect()
    }

    /// How many nodes the tree of the last search has.
    pub fn nodes(&self) -> usize {
        self.tree.nodes()
    }
}

impl<G: Game, S: Select<G>, P: Playout<G>> Mixed<G> for Decoupled<G, S, P> {
    fn mix(&mut self, view: View<'_, G>, legal: &[G::Action], rng: &mut Rng, out: &mut [f64]) {
        self.search(view, rng);
        let (actions, arms) = self.tree.at_root(view.seat);
        self.select.mix(arms, out);
        if actions != legal {
            reorder(actions, legal, out);
        }
    }
}

/// Puts what stands in the order of `from` into that of `to`.
fn reorder<A: PartialEq>(from: &[A], to: &[A], shares: &mut [f64]) {
    let found = shares.to_vec();
    for (share, action) in shares.iter_mut().zip(to) {
        let place = from.iter().position(|other| other == action);
        *share = found[place.expect("the imagined world offers what the truth does")];
    }
}

impl<G: Game, S: Select<G>, P: Playout<G>> Agent<G> for Decoupled<G, S, P> {
    fn begin(&mut self, _view: View<'_, G>, _rng: &mut Rng) {
        self.playout.begin();
    }

    fn see(&mut self, view: View<'_, G>, seen: &G::Seen) {
        self.playout.see(view.public, &G::as_spectator(seen));
    }

    fn act(&mut self, view: View<'_, G>, legal: &[G::Action], rng: &mut Rng) -> G::Action {
        draw_from(self, view, legal, rng)
    }

    fn thoughts(&self, view: View<'_, G>) -> Vec<Thought<G::Action>> {
        self.thoughts(view)
    }

    fn mixed(&mut self) -> Option<&mut dyn Mixed<G>> {
        Some(self)
    }
}
