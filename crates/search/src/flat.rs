//! Flat Monte Carlo: every action is tried equally often, and the best mean is played.

use table::{Belief, Event, Game, Mixed, Rng, Thought, Uniform, View};

use crate::bandit::{Bandit, all_on};
use crate::budget::Budget;
use crate::playout::{Playout, RandomPlayout};
use crate::reward::Aim;
use crate::thought::agent_of;

/// A player without a tree: each simulation imagines a world, tries one action there and plays on.
pub struct Flat<G: Game, B = Uniform, P = RandomPlayout<G>> {
    budget: Budget,
    aim: Aim<G>,
    belief: B,
    playout: P,
    tried: Vec<(G::Action, Bandit)>,
}

impl<G: Game> Flat<G> {
    /// Thinks as long as the budget lasts, reads nothing into what others do, and plays on at random.
    pub fn new(budget: Budget, aim: Aim<G>) -> Self {
        Flat::with(budget, aim, Uniform, RandomPlayout::default())
    }
}

impl<G: Game, B: Belief<G>, P: Playout<G>> Flat<G, B, P> {
    /// Thinks as long as the budget lasts, in the worlds of this belief, with these playouts.
    pub fn with(budget: Budget, aim: Aim<G>, belief: B, playout: P) -> Self {
        Flat { budget, aim, belief, playout, tried: Vec::new() }
    }

    /// Thinks about each legal action.
    pub fn search(&mut self, view: View<'_, G>, legal: &[G::Action], rng: &mut Rng) {
        self.tried.clear();
        self.tried.extend(legal.iter().map(|&action| (action, Bandit::default())));
        // A turn more or less must not depend on how the list is ordered.
        self.tried.sort_unstable_by_key(|&(action, _)| action);
        for simulation in self.budget.start() {
            let turn = simulation as usize % self.tried.len();
            let reward = self.simulate(view, self.tried[turn].0, rng);
            self.tried[turn].1.learn(reward);
        }
    }

    fn simulate(&mut self, view: View<'_, G>, action: G::Action, rng: &mut Rng) -> f32 {
        let (mut world, event) = (self.belief.imagine(view, rng), Event::Act(view.seat, action));
        self.playout.start();
        world.apply(&event);
        self.playout.follow(&world, &event);
        self.playout.finish(&mut world, view.seat, rng);
        (self.aim)(view.public).reward(&world.payoffs(), view.seat)
    }

    /// What the last search thought of each action; the score is the mean.
    pub fn thoughts(&self, _view: View<'_, G>) -> Vec<Thought<G::Action>> {
        let think = |&(action, Bandit { visits, mean })| {
            let value = f64::from(mean);
            Thought { action, visits, value, score: value }
        };
        self.tried.iter().map(think).collect()
    }
}

impl<G: Game, B: Belief<G>, P: Playout<G>> Mixed<G> for Flat<G, B, P> {
    /// All on the best mean, of equals the least action.
    fn mix(&mut self, view: View<'_, G>, legal: &[G::Action], rng: &mut Rng, out: &mut [f64]) {
        self.search(view, legal, rng);
        let best = self.tried.iter().max_by(|(a, x), (b, y)| x.mean.total_cmp(&y.mean).then(b.cmp(a)));
        all_on(best.map(|(action, _)| *action), legal, out);
    }
}

agent_of!(Flat);
