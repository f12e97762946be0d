//! The digger of the papers with an estimator in the place of its suspicion.

use games::Saboteur;
use games::saboteur::{Role, Rules};
use search::playout::Guided;
use table::{Advised, Estimator, Player, Seat, View};

use super::papers::{Papers, PlayStyle};
use super::suspicion::Suspects;
use crate::estimating::Estimating;
use crate::roles::{Assignment, probability, told_roles};

/// Plays like the papers, but suspects whom this estimator takes for a saboteur with more than the probability `sure`. Without
/// an estimator it is told who is who: an oracle.
pub fn suspects(
    style: PlayStyle,
    sure: f64,
    by: Option<Box<dyn Estimator<Saboteur>>>,
    rules: &Rules,
) -> Player<Saboteur> {
    // Whom to suspect is told before every choice, as if it were known.
    let papers = Papers::new(PlayStyle { suspects: Suspects::Oracle, ..style });
    let feed = move |papers: &mut Papers, view: View<'_, Saboteur>, assignments: &[Assignment<Saboteur>]| {
        for seat in Seat::all(view.seats()) {
            let suspected = probability(assignments, seat, Role::Saboteur) > sure;
            papers.reveal_role(seat, if suspected { Role::Saboteur } else { Role::Digger });
        }
    };
    match by {
        None => told_roles(Guided(papers), rules),
        Some(estimator) => Player::agent(Estimating::new(papers, estimator, feed)),
    }
}
