//! Perfect-information Monte Carlo: each imagined world is searched as if it were the truth.
//!
//! It neither hides nor seeks information, because in each world nothing is hidden (strategy fusion, Frank and
//! Basin 1998); where that matters little it is a strong and simple player.

use std::cmp::Reverse;

use table::{Belief, Game, Rng, Thought, View, all_on};

use crate::bandit::{Bandit, most_visited, untried};
use crate::budget::Budget;
use crate::decoupled::{Question, Tree, Uct, UctArm};
use crate::playout::Playout;
use crate::searcher::{Algorithm, Task};

/// How the worlds decide together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Poll {
    /// Visits are added up.
    Visits,
    /// Each world has one vote, for the action visited most.
    Votes,
}

/// What a [`Pimc`] search is like.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PimcRule {
    /// The number of imagined worlds, which share the budget; fewer if it is too small.
    pub worlds: u32,
    /// The weight of exploration in each.
    pub c: f32,
    /// How they decide.
    pub poll: Poll,
}

/// A search of imagined worlds, each with perfect information, that decide together.
pub struct Pimc<G: Game> {
    rule: PimcRule,
    tree: Tree<G, UctArm>,
    tried: Vec<(G::Action, Bandit)>,
    polled: Vec<u32>,
}

impl<G: Game> Pimc<G> {
    /// Searches like this.
    pub fn new(rule: PimcRule) -> Self {
        Pimc { rule, tree: Tree::new(), tried: Vec::new(), polled: Vec::new() }
    }

    fn search_world<B: Belief<G>, P: Playout<G>>(
        &mut self,
        task: &mut Task<'_, G, B, P>,
        budget: Budget,
        rng: &mut Rng,
    ) {
        let root = &task.imagine(rng);
        let (select, seat, scale) = (&Uct::basic(self.rule.c), task.view.seat, task.scale);
        let question = Question { root, seat, select, budget, scale };
        self.tree.search(&question, task.playout, rng);
    }

    /// Adds what one world thinks to what the others thought.
    fn poll(&mut self, view: View<'_, G>) {
        let (actions, arms) = self.tree.at_root(view.seat);
        let thought = || actions.iter().copied().zip(arms.iter().map(UctArm::bandit));
        let best = most_visited(thought());
        for (action, bandit) in thought() {
            let place = self.tried.binary_search_by_key(&action, |&(action, _)| action);
            let place = place.expect("the imagined world offers what the truth does");
            self.tried[place].1.join(bandit);
            self.polled[place] += match self.rule.poll {
                Poll::Visits => bandit.visits,
                Poll::Votes => u32::from(Some(action) == best),
            };
        }
    }
}

impl<G: Game> Algorithm<G> for Pimc<G> {
    fn search<B: Belief<G>, P: Playout<G>>(&mut self, mut task: Task<'_, G, B, P>, rng: &mut Rng) {
        untried(task.legal, &mut self.tried);
        self.polled.clear();
        self.polled.resize(task.legal.len(), 0);
        for budget in task.budget.parts(self.rule.worlds) {
            self.search_world(&mut task, budget, rng);
            self.poll(task.view);
        }
    }

    /// All on the action that the worlds gave most, of equals the least.
    fn mix(&mut self, _view: View<'_, G>, legal: &[G::Action], out: &mut [f64]) {
        let polled =
            self.tried.iter().zip(&self.polled).map(|((action, _), polled)| (polled, Reverse(*action)));
        all_on(polled.max().map(|(_, Reverse(action))| action), legal, out);
    }

    /// The score is what the worlds gave it.
    fn thoughts(&self, _view: View<'_, G>) -> Vec<Thought<G::Action>> {
        let polled = self.tried.iter().zip(&self.polled);
        polled.map(|(&(action, bandit), &score)| bandit.thought(action, score)).collect()
    }
}
