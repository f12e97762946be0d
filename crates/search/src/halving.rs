//! Sequential halving (Karnin, Koren, Somekh 2013): all actions are tried in the same imagined worlds, the worse
//! half is dropped, and the rest share the next part of the budget.
//!
//! The playouts may know a usual action, what their player would do without thinking. It is never dropped, and
//! another one is played only if it leads by more than chance explains: so thinking seldom does harm.

use table::{Belief, Event, Game, Mixed, Rng, Thought, Uniform, View};

use crate::bandit::{Bandit, all_on};
use crate::budget::Budget;
use crate::playout::{Playout, RandomPlayout};
use crate::reward::{Aim, Scale};
use crate::thought::agent_of;

/// Takes away the legal actions that are not worth a thought, given in ascending order; it must leave one.
pub type Narrow<G> = fn(View<'_, G>, &mut Vec<<G as Game>::Action>);

/// What a [`Halving`] is like.
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

/// A player that tries its actions in the same worlds and thinks longer about the better ones.
pub struct Halving<G: Game, B = Uniform, P = RandomPlayout<G>> {
    rule: HalvingRule<G>,
    budget: Budget,
    aim: Aim<G>,
    belief: B,
    playout: P,
    /// The usual action first, if there is one; then the others, those dropped last before those dropped first.
    arms: Vec<Arm<G::Action>>,
    usual: Option<G::Action>,
    candidates: Vec<G::Action>,
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

    /// Whether it is more than so many standard errors above nothing.
    fn convinces(&self, doubt: f32) -> bool {
        let worlds = self.worlds as f32;
        self.mean > 0.0
            && self.worlds > 1
            && self.mean > doubt * (self.squares / (worlds - 1.0) / worlds).sqrt()
    }
}

impl<G: Game> Halving<G> {
    /// Thinks as long as the budget lasts, reads nothing into what others do, and plays on at random.
    pub fn new(budget: Budget, aim: Aim<G>) -> Self {
        Halving::with(HalvingRule::default(), budget, aim, Uniform, RandomPlayout::default())
    }
}

impl<G: Game, B: Belief<G>, P: Playout<G>> Halving<G, B, P> {
    /// Thinks as long as the budget lasts, in the worlds of this belief, with these playouts.
    pub fn with(rule: HalvingRule<G>, budget: Budget, aim: Aim<G>, belief: B, playout: P) -> Self {
        let (arms, usual, candidates) = (Vec::new(), None, Vec::new());
        Halving { rule, budget, aim, belief, playout, arms, usual, candidates }
    }

    /// The belief, for whoever can tell it something.
    pub fn belief(&mut self) -> &mut B {
        &mut self.belief
    }

    /// The playouts, for whoever can tell them something.
    pub fn playout(&mut self) -> &mut P {
        &mut self.playout
    }

    /// Thinks about the legal actions. Whatever the budget, each is tried once.
    pub fn search(&mut self, view: View<'_, G>, legal: &[G::Action], rng: &mut Rng) {
        self.gather(view, legal, rng);
        let fixed = usize::from(self.usual.is_some());
        let mut standing = self.arms.len();
        if standing < 2 {
            return;
        }
        let rounds = (standing - fixed).next_power_of_two().trailing_zeros().max(1);
        for budget in self.budget.parts(rounds) {
            self.round(view, standing, budget, rng);
            self.arms[fixed..standing]
                .sort_by(|a, b| b.bandit.mean.total_cmp(&a.bandit.mean).then(a.action.cmp(&b.action)));
            standing = fixed + (standing - fixed).div_ceil(2);
        }
    }

    /// Lists what is worth a thought.
    fn gather(&mut self, view: View<'_, G>, legal: &[G::Action], rng: &mut Rng) {
        self.candidates.clear();
        self.candidates.extend_from_slice(legal);
        self.candidates.sort_unstable();
        (self.rule.narrow)(view, &mut self.candidates);
        self.usual = self.playout.usual(view, legal, rng);
        let others = self.candidates.iter().copied().filter(|&action| Some(action) != self.usual);
        let arm = |action| Arm { action, bandit: Bandit::default(), lead: Lead::default() };
        self.arms.clear();
        self.arms.extend(self.usual.into_iter().chain(others).map(arm));
    }

    /// Tries the actions still standing in world after world, until this part of the budget is spent.
    fn round(&mut self, view: View<'_, G>, standing: usize, budget: Budget, rng: &mut Rng) {
        let (mut clock, scale) = (budget.start(), (self.aim)(view.public));
        let mut first = true;
        while clock.by_ref().take(standing).count() == standing || first {
            self.try_in_one_world(view, standing, scale, rng);
            first = false;
        }
    }

    /// The same world and the same luck for every action.
    fn try_in_one_world(&mut self, view: View<'_, G>, standing: usize, scale: Scale, rng: &mut Rng) {
        let world = self.belief.imagine(view, rng);
        let (luck, mut usual) = (Rng::new(rng.bits()), 0.0);
        for i in 0..standing {
            let reward = self.simulate(view, world.clone(), self.arms[i].action, scale, luck.clone());
            self.arms[i].bandit.learn(reward);
            match (i, self.usual) {
                (0, Some(_)) => usual = reward,
                _ => self.arms[i].lead.learn(reward - usual),
            }
        }
    }

    fn simulate(
        &mut self,
        view: View<'_, G>,
        mut world: G,
        action: G::Action,
        scale: Scale,
        mut luck: Rng,
    ) -> f32 {
        let event = Event::Act(view.seat, action);
        self.playout.start();
        world.apply(&event);
        self.playout.follow(&world, &event);
        self.playout.finish(&mut world, view.seat, &mut luck);
        scale.reward(&world.payoffs(), view.seat)
    }

    /// The action to play after a search.
    fn choice(&self) -> G::Action {
        match (self.usual, &self.arms[..]) {
            (Some(_), [_, best, ..]) if best.lead.convinces(self.rule.doubt) => best.action,
            (Some(usual), _) => usual,
            (None, arms) => arms[0].action,
        }
    }

    /// What the last search thought of each action; the score is the mean.
    pub fn thoughts(&self, _view: View<'_, G>) -> Vec<Thought<G::Action>> {
        let think = |&Arm { action, bandit: Bandit { visits, mean }, .. }: &Arm<G::Action>| {
            let value = f64::from(mean);
            Thought { action, visits, value, score: value }
        };
        let mut thoughts: Vec<_> = self.arms.iter().map(think).collect();
        thoughts.sort_by_key(|thought| thought.action);
        thoughts
    }
}

impl<G: Game, B: Belief<G>, P: Playout<G>> Mixed<G> for Halving<G, B, P> {
    /// All on the action that stood longest, if it leads the usual one convincingly.
    fn mix(&mut self, view: View<'_, G>, legal: &[G::Action], rng: &mut Rng, out: &mut [f64]) {
        self.search(view, legal, rng);
        let choice = self.choice();
        all_on(Some(choice), legal, out);
    }
}

agent_of!(Halving);
