//! The heuristic player with an estimator in the place of its own knowledge.

use games::Raiders;
use games::raiders::Faction;
use table::{Agent, Estimator, Seat, View};

use super::estimate::{Estimate, Guess};
use super::heuristic::Heuristic;
use crate::estimating::Estimating;
use crate::roles::{Assignment, probability};

/// A heuristic player that takes its knowledge of factions from this estimator.
pub fn follows(player: Heuristic, estimator: Box<dyn Estimator<Raiders>>) -> impl Agent<Raiders> {
    let feed = |player: &mut Heuristic, view: View<'_, Raiders>, assignments: &[Assignment<Raiders>]| {
        player.believe(Some(marginals(view.seat, assignments)));
    };
    Estimating::new(player, estimator, feed)
}

/// What a joint estimate says of each seat alone.
pub fn marginals(seat: Seat, assignments: &[Assignment<Raiders>]) -> Estimate {
    let mut estimate = Estimate::unknown(seat);
    if let Some((roles, _)) = assignments.first() {
        for other in Seat::all(roles.seats()).filter(|&other| other != seat) {
            let chance = |i: usize| probability(assignments, other, Faction::ALL[i]) as f32;
            estimate.set(other, Guess(std::array::from_fn(chance)));
        }
    }
    estimate
}
