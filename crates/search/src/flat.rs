//! Flat Monte Carlo: every action is tried equally often, and the best mean is played.

use table::{Belief, Game, Rng, Thought, View, all_on};

use crate::bandit::{Bandit, untried};
use crate::playout::Playout;
use crate::searcher::{Algorithm, Task};

/// A search without a tree: each simulation imagines a world, tries one action there and plays on.
#[derive(Clone, Debug)]
pub struct Flat<G: Game> {
    tried: Vec<(G::Action, Bandit)>,
}

impl<G: Game> Default for Flat<G> {
    fn default() -> Self {
        Flat { tried: Vec::new() }
    }
}

impl<G: Game> Algorithm<G> for Flat<G> {
    fn search<B: Belief<G>, P: Playout<G>>(&mut self, mut task: Task<'_, G, B, P>, rng: &mut Rng) {
        // A turn more or less must not depend on how the list is ordered.
        untried(task.legal, &mut self.tried);
        for simulation in task.budget.start() {
            let turn = simulation as usize % self.tried.len();
            let world = task.imagine(rng);
            let reward = task.try_in(world, self.tried[turn].0, rng);
            self.tried[turn].1.learn(reward);
        }
    }

    /// All on the best mean, of equals the least action.
    fn mix(&mut self, _view: View<'_, G>, legal: &[G::Action], out: &mut [f64]) {
        let best = self.tried.iter().max_by(|(a, x), (b, y)| x.mean.total_cmp(&y.mean).then(b.cmp(a)));
        all_on(best.map(|(action, _)| *action), legal, out);
    }

    /// The score is the mean.
    fn thoughts(&self, _view: View<'_, G>) -> Vec<Thought<G::Action>> {
        self.tried.iter().map(|&(action, bandit)| bandit.thought(action, bandit.mean)).collect()
    }
}
