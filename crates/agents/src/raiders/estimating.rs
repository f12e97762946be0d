//! The heuristic player with an estimator in the place of its own knowledge.

use games::Raiders;
use games::raiders::Faction;
use table::{Param, Player, Seat, Values, View};

use super::estimate::{Estimate, Guess};
use super::heuristic::Heuristic;
use crate::estimating::Estimating;
use crate::estimators::{Assignment, estimator, probability};
use crate::row::Row;

const BY: Param = Param::new(
    "by",
    "bayes",
    "the estimator it follows, with its parameters: by=bayes(slip=0.1)",
    Values::Spec,
);

/// The player that follows an estimator.
pub(super) const ROW: Row<Raiders> = Row {
    name: "estimating",
    about: "the heuristic player, fed by an estimator of factions",
    params: &[&[BY], super::HABITS],
    quick: &["", "by=uniform"],
    build: |params, rules| {
        let estimator = estimator::<Raiders>(&params.text(&BY).parse()?, rules)?;
        let player = Heuristic::new(super::habits(params)?);
        let feed = |player: &mut Heuristic, view: View<'_, Raiders>, assignments: &[Assignment<Raiders>]| {
            player.believe(Some(marginals(view.seat, assignments)));
        };
        Ok(Player::agent(Estimating::new(player, estimator, feed)))
    },
};

/// What a joint estimate says of each seat alone.
pub(super) fn marginals(seat: Seat, assignments: &[Assignment<Raiders>]) -> Estimate {
    let mut estimate = Estimate::unknown(seat);
    if let Some((roles, _)) = assignments.first() {
        for other in Seat::all(roles.seats()).filter(|&other| other != seat) {
            let chance = |i: usize| probability(assignments, other, Faction::ALL[i]) as f32;
            estimate.set(other, Guess(std::array::from_fn(chance)));
        }
    }
    estimate
}
