//! Depth-limited search where two seats choose at once: each round is a matrix game over what the states after it are worth.
//!
//! From the question on, all joint choices of so many rounds are played out, with what chance decides after each. What the
//! states behind the last of these rounds are worth is told by [`LeafValues`]; a game that ends before is worth its points.
//! The rounds are solved as matrix games ([`crate::matrix`]), the last ones first, and the equilibrium mixture of the first is
//! played. If the values of the leaves are those of optimal play, so is the mixture.
//!
//! This is sound where three things hold, and whoever builds the player answers for them: two seats sit at the table, what they
//! earn together is the same in every game, and nothing is hidden but the choices of the turn and chance events to come.
//! With other hidden information a state has no value of its own, because it depends on what either seat believes.

mod round;
mod tree;

#[cfg(test)]
mod tests;

use table::{Agent, Enumerable, Fault, Game, Mixed, Payoffs, Rng, Seat, Thought, View};

use crate::decoupled::reorder;
use crate::reward::ScaleFor;
use tree::Rounds;

/// The seat whose points the matrices hold.
const FIRST: Seat = Seat::new(0);

/// The two seats.
const SEATS: [Seat; 2] = [FIRST, Seat::new(1)];

/// Tells what states are worth in which a search stops.
pub trait LeafValues<G: Game>: Send {
    /// Writes what the first seat is expected to have earned at the end of the game, for each of these states. In all of
    /// them somebody is to choose, and nobody has chosen yet.
    ///
    /// The states were imagined by the seat that searches, and played on from there.
    ///
    /// # Errors
    /// If the values cannot be told. The match is stopped then.
    fn write_values(&mut self, states: &[G], out: &mut [f64]) -> Result<(), Fault>;
}

/// How far a search looks ahead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Horizon {
    /// How many rounds are searched.
    pub depth: u32,
    /// So many outcomes of a chance event are looked at. Of a longer list as many are drawn, evenly spread over it, each with a
    /// chance in proportion to its probability.
    pub outcomes: u32,
    /// Fewer rounds are searched where there would be more leaves than this, ends of the game included. One round is always
    /// searched.
    pub leaves: u64,
}

/// What the last search found.
struct Found<A> {
    actions: Vec<A>,
    /// How often each is played.
    mix: Vec<f64>,
    /// What each earns against the other seat's mixture.
    points: Vec<f64>,
    leaves: u64,
}

/// A player that searches so many rounds deep and plays the equilibrium mixture of the first.
pub struct Lookahead<G: Game, V> {
    values: V,
    horizon: Horizon,
    /// What both seats earn together.
    sum: f64,
    aim: ScaleFor<G>,
    rounds: Rounds<G>,
    found: Found<G::Action>,
    fault: Option<Fault>,
}

impl<G: Enumerable, V: LeafValues<G>> Lookahead<G, V> {
    /// Searches as far as the horizon, where these values are believed. Both seats earn `sum` points together, whatever they
    /// do, and `aim` says what their bounds are.
    pub fn new(values: V, horizon: Horizon, sum: f64, aim: ScaleFor<G>) -> Lookahead<G, V> {
        let found = Found { actions: Vec::new(), mix: Vec::new(), points: Vec::new(), leaves: 0 };
        Lookahead { values, horizon, sum, aim, rounds: Rounds::new(), found, fault: None }
    }

    /// Thinks about the question of this view, and tells what both playing well is worth to the first seat.
    ///
    /// It must be asked before anybody has committed in a turn, as [`table::Referee`] does: later, an imagined envelope
    /// would be taken for the truth.
    ///
    /// # Panics
    /// If there are not two seats.
    ///
    /// # Errors
    /// If the leaves cannot be valued.
    pub fn search(&mut self, view: View<'_, G>, rng: &mut Rng) -> Result<f64, Fault> {
        assert_eq!(view.seats(), SEATS.len(), "a round is a matrix game of two seats");
        let root = G::imagine(view, rng);
        let value = self.rounds.search(&root, &self.horizon, &mut self.values, rng)?;
        let Found { actions, mix, points, leaves } = &mut self.found;
        *leaves = self.rounds.leaves();
        self.rounds.at_root(view.seat, actions, mix, points);
        if view.seat != FIRST {
            points.iter_mut().for_each(|points| *points = self.sum - *points);
        }
        Ok(value)
    }

    /// How many leaves the last search valued.
    pub fn leaves(&self) -> u64 {
        self.found.leaves
    }
}

impl<G: Enumerable, V: LeafValues<G>> Mixed<G> for Lookahead<G, V> {
    fn mix(&mut self, view: View<'_, G>, legal: &[G::Action], rng: &mut Rng, out: &mut [f64]) {
        if let Err(fault) = self.search(view, rng) {
            self.fault = Some(fault);
            return out.fill(1.0 / legal.len() as f64);
        }
        out.copy_from_slice(&self.found.mix);
        if self.found.actions != legal {
            reorder(&self.found.actions, legal, out);
        }
    }
}

impl<G: Enumerable, V: LeafValues<G>> Agent<G> for Lookahead<G, V> {
    /// It decides by the view alone.
    fn watches(&self) -> bool {
        false
    }

    fn act(&mut self, view: View<'_, G>, legal: &[G::Action], rng: &mut Rng) -> G::Action {
        let mut mix = vec![0.0; legal.len()];
        self.mix(view, legal, rng, &mut mix);
        legal[rng.weighted(&mix)]
    }

    /// The reward of each action against the other seat's mixture; the score is how often it is played.
    fn thoughts(&self, view: View<'_, G>) -> Vec<Thought<G::Action>> {
        let Found { actions, mix, points, leaves } = &self.found;
        let (scale, visits) = ((self.aim)(view.public), leaves / actions.len().max(1) as u64);
        let thought = |((&action, &score), &points): ((&G::Action, &f64), &f64)| {
            let earned = table::BySeat::new(SEATS.len(), points);
            let reward = scale.reward(&Payoffs { points: earned, wins: earned }, view.seat);
            Thought { action, visits: visits.min(u32::MAX.into()) as u32, value: f64::from(reward), score }
        };
        actions.iter().zip(mix).zip(points).map(thought).collect()
    }

    fn mixed(&mut self) -> Option<&mut dyn Mixed<G>> {
        Some(self)
    }

    fn fault(&mut self) -> Option<Fault> {
        self.fault.clone()
    }
}
