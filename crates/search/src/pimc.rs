//! Perfect-information Monte Carlo: each imagined world is searched as if it were the truth.
//!
//! It neither hides nor seeks information, because in each world nothing is hidden (strategy fusion, Frank and
//! Basin 1998); where that matters little it is a strong and simple player.

use std::cmp::Reverse;

use table::{Belief, Game, Mixed, Rng, Thought, Uniform, View};

use crate::bandit::{Bandit, all_on, most_visited};
use crate::budget::Budget;
use crate::decoupled::{Question, Tree, Uct, UctArm};
use crate::playout::{Playout, RandomPlayout};
use crate::reward::Aim;
use crate::thought::agent_of;

/// How the worlds decide together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Poll {
    /// Visits are added up.
    Visits,
    /// Each world has one vote, for the action visited most.
    Votes,
}

/// What a [`Pimc`] is like.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PimcRule {
    /// How many worlds are imagined, if the budget lasts for so many; they share it.
    pub worlds: u32,
    /// The weight of exploration in each.
    pub c: f32,
    /// How they decide.
    pub poll: Poll,
}

/// A player that searches imagined worlds, each with perfect information, and lets them decide together.
pub struct Pimc<G: Game, B = Uniform, P = RandomPlayout<G>> {
    rule: PimcRule,
    budget: Budget,
    aim: Aim<G>,
    belief: B,
    playout: P,
    tree: Tree<G, UctArm>,
    tried: Vec<(G::Action, Bandit)>,
    polled: Vec<u32>,
}

impl<G: Game> Pimc<G> {
    /// Thinks as long as the budget lasts, reads nothing into what others do, and plays on at random.
    pub fn new(rule: PimcRule, budget: Budget, aim: Aim<G>) -> Self {
        Pimc::with(rule, budget, aim, Uniform, RandomPlayout::default())
    }
}

impl<G: Game, B: Belief<G>, P: Playout<G>> Pimc<G, B, P> {
    /// Thinks as long as the budget lasts, in the worlds of this belief, with these playouts.
    pub fn with(rule: PimcRule, budget: Budget, aim: Aim<G>, belief: B, playout: P) -> Self {
        let (tree, tried, polled) = (Tree::new(), Vec::new(), Vec::new());
        Pimc { rule, budget, aim, belief, playout, tree, tried, polled }
    }

    /// Thinks about each legal action.
    pub fn search(&mut self, view: View<'_, G>, legal: &[G::Action], rng: &mut Rng) {
        self.tried.clear();
        self.tried.extend(legal.iter().map(|&action| (action, Bandit::default())));
        self.tried.sort_unstable_by_key(|&(action, _)| action);
        self.polled.clear();
        self.polled.resize(legal.len(), 0);
        for budget in self.budget.parts(self.rule.worlds) {
            self.search_world(view, budget, rng);
            self.poll(view);
        }
    }

    fn search_world(&mut self, view: View<'_, G>, budget: Budget, rng: &mut Rng) {
        let root = &self.belief.imagine(view, rng);
        let (select, scale) = (&Uct::basic(self.rule.c), (self.aim)(view.public));
        let question = Question { root, seat: view.seat, select, budget, scale };
        self.tree.search(&question, &mut self.playout, rng);
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

    /// What the last search thought of each action; the score is what the worlds gave it.
    pub fn thoughts(&self, _view: View<'_, G>) -> Vec<Thought<G::Action>> {
        let think = |(&(action, Bandit { visits, mean }), &score)| Thought {
            action,
            visits,
            value: f64::from(mean),
            score: f64::from(score),
        };
        self.tried.iter().zip(&self.polled).map(think).collect()
    }
}

impl<G: Game, B: Belief<G>, P: Playout<G>> Mixed<G> for Pimc<G, B, P> {
    /// All on the action that the worlds gave most, of equals the least.
    fn mix(&mut self, view: View<'_, G>, legal: &[G::Action], rng: &mut Rng, out: &mut [f64]) {
        self.search(view, legal, rng);
        let polled =
            self.tried.iter().zip(&self.polled).map(|((action, _), polled)| (polled, Reverse(*action)));
        all_on(polled.max().map(|(_, Reverse(action))| action), legal, out);
    }
}

agent_of!(Pimc);
