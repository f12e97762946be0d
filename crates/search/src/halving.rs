//! Sequential halving (Karnin, Koren, Somekh 2013): all actions are tried in the same imagined worlds, the worse
//! half is dropped, and the rest share the next part of the budget.
//!
//! The playouts may know a usual action, what their player would do without thinking. It is never dropped, and
//! another one is played only if it leads by more than chance explains: so thinking seldom does harm.

use table::{Belief, Game, Rng, Thought, View, all_on};

use crate::bandit::Bandit;
use crate::budget::Budget;
use crate::playout::Playout;
use crate::searcher::{Algorithm, Task};

/// Takes away the legal actions that are not worth a thought, given in ascending order; it must leave one.
pub type Narrow<G> = fn(View<'_, G>, &mut Vec<<G as Game>::Action>);

/// What a [`Halving`] search is like.
#[derive(Clone, Copy, Debug)]
pub struct HalvingRule<G: Game> {
    /// By how many standard errors another action must lead to be played instead of the usual one.
    pub doubt: f32,
    /// What is not worth a thought.
    pub narrow: Narrow<G>,
}

impl<G: Game> Default for HalvingRule<G> {
    /// No doubt, and every action is worth a thought.
    fn default() -> Self {
        HalvingRule { doubt: 0.0, narrow: |_, _| {} }
    }
}

/// A search that tries its actions in the same worlds and thinks longer about the better ones.
pub struct Halving<G: Game> {
    rule: HalvingRule<G>,
    /// The usual action first, if there is one; then the others, those dropped last before those dropped first.
    arms: Vec<Arm<G::Action>>,
    usual: Option<G::Action>,
    candidates: Vec<G::Action>,
}

impl<G: Game> Default for Halving<G> {
    fn default() -> Self {
        Halving::new(HalvingRule::default())
    }
}

/// One action: what it earned, and by how much more than the usual one in the same worlds.
#[derive(Clone, Copy, Debug)]
struct Arm<A> {
    action: A,
    bandit: Bandit,
    lead: Lead,
}

/// Differences in the same worlds: how many, their mean, and the sum of squares around it (Welford 1962).
#[derive(Clone, Copy, Debug, Default)]
struct Lead {
    worlds: u32,
    mean: f32,
    squares: f32,
}

impl Lead {
    fn learn(&mut self, difference: f32) {
        self.worlds += 1;
        let off = difference - self.mean;
        self.mean += off / self.worlds as f32;
        self.squares += off * (difference - self.mean);
    }

    /// Whether it is more than this many standard errors above 0.
    fn convinces(&self, doubt: f32) -> bool {
        let worlds = self.worlds as f32;
        self.mean > 0.0
            && self.worlds > 1
            && self.mean > doubt * (self.squares / (worlds - 1.0) / worlds).sqrt()
    }
}

impl<G: Game> Halving<G> {
    /// Searches like this.
    pub fn new(rule: HalvingRule<G>) -> Self {
        Halving { rule, arms: Vec::new(), usual: None, candidates: Vec::new() }
    }

    /// Lists what is worth a thought.
    fn gather<B, P: Playout<G>>(&mut self, task: &mut Task<'_, G, B, P>, rng: &mut Rng) {
        self.candidates.clear();
        self.candidates.extend_from_slice(task.legal);
        self.candidates.sort_unstable();
        (self.rule.narrow)(task.view, &mut self.candidates);
        self.usual = task.playout.usual(task.view, task.legal, rng);
        let others = self.candidates.iter().copied().filter(|&action| Some(action) != self.usual);
        let arm = |action| Arm { action, bandit: Bandit::default(), lead: Lead::default() };
        self.arms.clear();
        self.arms.extend(self.usual.into_iter().chain(others).map(arm));
    }

    /// Tries the actions still standing in world after world, until this part of the budget is spent.
    fn round<B: Belief<G>, P: Playout<G>>(
        &mut self,
        task: &mut Task<'_, G, B, P>,
        standing: usize,
        budget: Budget,
        rng: &mut Rng,
    ) {
        let (mut clock, mut first) = (budget.start(), true);
        while clock.by_ref().take(standing).count() == standing || first {
            self.try_in_one_world(task, standing, rng);
            first = false;
        }
    }

    /// The same world and the same random stream for every action.
    fn try_in_one_world<B: Belief<G>, P: Playout<G>>(
        &mut self,
        task: &mut Task<'_, G, B, P>,
        standing: usize,
        rng: &mut Rng,
    ) {
        let world = task.imagine(rng);
        let (luck, mut usual) = (Rng::new(rng.bits()), 0.0);
        for i in 0..standing {
            let reward = task.try_in(world.clone(), self.arms[i].action, &mut luck.clone());
            self.arms[i].bandit.learn(reward);
            match (i, self.usual) {
                (0, Some(_)) => usual = reward,
                _ => self.arms[i].lead.learn(reward - usual),
            }
        }
    }

    /// The action to play after a search.
    fn choice(&self) -> G::Action {
        match (self.usual, &self.arms[..]) {
            (Some(_), [_, best, ..]) if best.lead.convinces(self.rule.doubt) => best.action,
            (Some(usual), _) => usual,
            (None, arms) => arms[0].action,
        }
    }
}

impl<G: Game> Algorithm<G> for Halving<G> {
    /// Whatever the budget, each action is tried once.
    fn search<B: Belief<G>, P: Playout<G>>(&mut self, mut task: Task<'_, G, B, P>, rng: &mut Rng) {
        self.gather(&mut task, rng);
        let fixed = usize::from(self.usual.is_some());
        let mut standing = self.arms.len();
        if standing < 2 {
            return;
        }
        let rounds = (standing - fixed).next_power_of_two().trailing_zeros().max(1);
        for budget in task.budget.parts(rounds) {
            self.round(&mut task, standing, budget, rng);
            self.arms[fixed..standing]
                .sort_by(|a, b| b.bandit.mean.total_cmp(&a.bandit.mean).then(a.action.cmp(&b.action)));
            standing = fixed + (standing - fixed).div_ceil(2);
        }
    }

    /// All on the action that stood longest, if it leads the usual one convincingly.
    fn mix(&mut self, _view: View<'_, G>, legal: &[G::Action], out: &mut [f64]) {
        all_on(Some(self.choice()), legal, out);
    }

    /// The score is the mean.
    fn thoughts(&self, _view: View<'_, G>) -> Vec<Thought<G::Action>> {
        let think = |arm: &Arm<G::Action>| arm.bandit.thought(arm.action, arm.bandit.mean);
        let mut thoughts: Vec<_> = self.arms.iter().map(think).collect();
        thoughts.sort_by_key(|thought| thought.action);
        thoughts
    }
}
