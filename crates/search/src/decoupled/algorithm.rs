//! The search of joint choices with a [`Select`].

use table::{Belief, Game, Rng, Thought, View};

use super::select::Select;
use super::tree::{Question, Tree};
use crate::playout::Playout;
use crate::searcher::{Algorithm, Task};

/// A search of the tree of joint choices from the beginning of each turn.
///
/// It thinks in one imagined world, so it is for games in which nothing but the choices of the turn and the
/// chance events to come is hidden; [`crate::Pimc`] and [`crate::Ismcts`] think over many. It must be asked before
/// anybody has committed in a turn, as [`table::Referee`] does: later, an imagined envelope would be taken
/// for the truth.
pub struct Decoupled<G: Game, S: Select<G>> {
    select: S,
    tree: Tree<G, S::Arm>,
}

impl<G: Game, S: Select<G>> Decoupled<G, S> {
    /// Searches with this rule.
    pub fn new(select: S) -> Self {
        Decoupled { select, tree: Tree::new() }
    }

    /// The number of nodes the tree of the last search has.
    pub fn nodes(&self) -> usize {
        self.tree.nodes()
    }
}

impl<G: Game, S: Select<G>> Algorithm<G> for Decoupled<G, S> {
    fn search<B: Belief<G>, P: Playout<G>>(&mut self, mut task: Task<'_, G, B, P>, rng: &mut Rng) {
        let root = &task.imagine(rng);
        let Task { budget, scale, view, playout, .. } = task;
        let question = Question { root, seat: view.seat, select: &self.select, budget, scale };
        self.tree.search(&question, playout, rng);
    }

    fn mix(&mut self, view: View<'_, G>, legal: &[G::Action], out: &mut [f64]) {
        let (actions, arms) = self.tree.at_root(view.seat);
        self.select.mix(arms, out);
        if actions != legal {
            reorder(actions, legal, out);
        }
    }

    fn thoughts(&self, view: View<'_, G>) -> Vec<Thought<G::Action>> {
        let (actions, arms) = self.tree.at_root(view.seat);
        let think = |(&action, arm)| {
            let (bandit, score) = self.select.think(arm, self.tree.visits());
            bandit.thought(action, score)
        };
        actions.iter().zip(arms).map(think).collect()
    }
}

/// Puts what stands in the order of `from` into that of `to`.
pub(crate) fn reorder<A: PartialEq>(from: &[A], to: &[A], shares: &mut [f64]) {
    let found = shares.to_vec();
    for (share, action) in shares.iter_mut().zip(to) {
        let place = from.iter().position(|other| other == action);
        *share = found[place.expect("the imagined world offers what the truth does")];
    }
}
