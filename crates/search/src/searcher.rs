//! The player around every search: belief, playouts, budget and aim stand here once, and an [`Algorithm`] thinks
//! with them.

use table::{Advised, Agent, Belief, Game, HiddenRoles, Mixed, Rng, Seat, Thought, Uniform, View};

use crate::budget::Budget;
use crate::playout::{Playout, RandomPlayout};
use crate::reward::{Scale, ScaleFor};

/// How a search thinks about one question, and what it makes of it.
pub trait Algorithm<G: Game>: Send {
    /// Thinks anew about the legal actions.
    fn search<B: Belief<G>, P: Playout<G>>(&mut self, task: Task<'_, G, B, P>, rng: &mut Rng);

    /// Writes the probability of each legal action, by the last search; they sum to 1.
    fn mix(&mut self, view: View<'_, G>, legal: &[G::Action], out: &mut [f64]);

    /// What the last search thought of each action of the seat that asked.
    fn thoughts(&self, view: View<'_, G>) -> Vec<Thought<G::Action>>;
}

/// One question, and what an [`Algorithm`] thinks about it with.
pub struct Task<'a, G: Game, B, P> {
    /// What the seat that asks sees.
    pub view: View<'a, G>,
    /// What it may do.
    pub legal: &'a [G::Action],
    /// When to stop.
    pub budget: Budget,
    /// What is aimed for.
    pub scale: Scale,
    /// Where worlds come from.
    pub belief: &'a mut B,
    /// How games are finished.
    pub playout: &'a mut P,
}

impl<G: Game, B: Belief<G>, P: Playout<G>> Task<'_, G, B, P> {
    /// A world that the seat cannot tell from the truth.
    #[inline]
    pub fn imagine(&mut self, rng: &mut Rng) -> G {
        self.belief.imagine(self.view, rng)
    }

    /// The reward of an action in a world, once the game is played to its end.
    #[inline]
    pub fn try_in(&mut self, mut world: G, action: G::Action, rng: &mut Rng) -> f32 {
        let seat = self.view.seat;
        self.playout.run_from(&mut world, seat, action, rng);
        self.scale.reward(&world.payoffs(), seat)
    }
}

/// Tells the playouts, before each search, what the belief says about this view.
pub type Prepare<G, B, P> = fn(View<'_, G>, &mut B, &mut P);

/// A player that searches: it imagines worlds by a belief, finishes games by playouts, and draws its choice from the
/// distribution that its algorithm finds.
pub struct Searcher<G: Game, A, B = Uniform, P = RandomPlayout<G>> {
    algorithm: A,
    budget: Budget,
    aim: ScaleFor<G>,
    belief: B,
    playout: P,
    prepare: Prepare<G, B, P>,
}

impl<G: Game, A: Algorithm<G>> Searcher<G, A> {
    /// Thinks as long as the budget lasts, reads nothing into what others do, and plays on at random.
    pub fn new(algorithm: A, budget: Budget, aim: ScaleFor<G>) -> Self {
        Searcher::with(algorithm, budget, aim, Uniform, RandomPlayout::default())
    }
}

impl<G: Game, A: Algorithm<G>, B: Belief<G>, P: Playout<G>> Searcher<G, A, B, P> {
    /// Thinks as long as the budget lasts, in the worlds of this belief, with these playouts.
    pub fn with(algorithm: A, budget: Budget, aim: ScaleFor<G>, belief: B, playout: P) -> Self {
        Searcher { algorithm, budget, aim, belief, playout, prepare: |_, _, _| {} }
    }

    /// The same searcher, whose playouts are told what its belief says before each search.
    pub fn preparing(self, prepare: Prepare<G, B, P>) -> Self {
        Searcher { prepare, ..self }
    }

    /// How it thinks, with what is left of the last search.
    pub fn algorithm(&self) -> &A {
        &self.algorithm
    }

    /// Thinks about the legal actions.
    pub fn search(&mut self, view: View<'_, G>, legal: &[G::Action], rng: &mut Rng) {
        let Searcher { algorithm, budget, aim, belief, playout, prepare } = self;
        prepare(view, belief, playout);
        let task = Task { view, legal, budget: *budget, scale: aim(view.public), belief, playout };
        algorithm.search(task, rng);
    }
}

impl<G: Game, A: Algorithm<G>, B: Belief<G>, P: Playout<G>> Mixed<G> for Searcher<G, A, B, P> {
    fn mix(&mut self, view: View<'_, G>, legal: &[G::Action], rng: &mut Rng, out: &mut [f64]) {
        self.search(view, legal, rng);
        self.algorithm.mix(view, legal, out);
    }
}

impl<G: Game, A: Algorithm<G>, B: Belief<G>, P: Playout<G>> Agent<G> for Searcher<G, A, B, P> {
    fn begin(&mut self, view: View<'_, G>, _rng: &mut Rng) {
        self.belief.begin(view);
        self.playout.begin();
    }

    fn see(&mut self, view: View<'_, G>, seen: &G::Seen) {
        self.belief.see(view, seen);
        self.playout.see(view.public, &G::as_spectator(seen));
    }

    fn act(&mut self, view: View<'_, G>, legal: &[G::Action], rng: &mut Rng) -> G::Action {
        let mut mix = vec![0.0; legal.len()];
        self.mix(view, legal, rng, &mut mix);
        legal[rng.weighted(&mix)]
    }

    fn thoughts(&self, view: View<'_, G>) -> Vec<Thought<G::Action>> {
        self.algorithm.thoughts(view)
    }

    fn mixed(&mut self) -> Option<&mut dyn Mixed<G>> {
        Some(self)
    }
}

/// A search in the worlds of a belief that can be told roles can be told them, too.
impl<G: HiddenRoles, A, B: Advised<G>, P> Advised<G> for Searcher<G, A, B, P> {
    fn reveal_role(&mut self, seat: Seat, role: G::Role) {
        self.belief.reveal_role(seat, role);
    }
}
