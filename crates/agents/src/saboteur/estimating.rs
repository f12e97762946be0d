//! The digger of the papers with an estimator in the place of its suspicion.

use games::Saboteur;
use games::saboteur::{Role, Rules};
use search::playout::Guided;
use table::{Advised, Param, Params, Player, Seat, SpecError, Values, View};

use super::papers::{Papers, PlayStyle, STYLE};
use super::suspicion::Suspects;
use crate::estimating::Estimating;
use crate::estimators::{Assignment, estimator_or_oracle, probability, told_roles};
use crate::row::Row;

const BY: Param =
    Param::new("by", "bayes", "the estimator that says who is who; oracle cheats", Values::Spec);
const SURE: Param =
    Param::number("sure", "0.5", "a suspect is who is a saboteur with more than this probability", 0.0, 1.0);

/// The player that follows an estimator.
pub(super) const ROW: Row<Saboteur> = Row {
    name: "estimating",
    about: "papers that suspects whom an estimator takes for a saboteur",
    params: &[&[BY, SURE], STYLE],
    quick: &["", "by=suspicion"],
    build: player,
};

fn player(params: &mut Params<'_>, rules: &Rules) -> Result<Player<Saboteur>, SpecError> {
    let by = estimator_or_oracle::<Saboteur>(params, &BY, rules)?;
    let (sure, style): (f64, _) = (params.number(&SURE)?, PlayStyle::read_common(params)?);
    // Whom to suspect is told before every choice, as if it were known.
    let papers = Papers::new(PlayStyle { suspects: Suspects::Oracle, ..style });
    let feed = move |papers: &mut Papers, view: View<'_, Saboteur>, assignments: &[Assignment<Saboteur>]| {
        for seat in Seat::all(view.seats()) {
            let suspected = probability(assignments, seat, Role::Saboteur) > sure;
            papers.reveal_role(seat, if suspected { Role::Saboteur } else { Role::Digger });
        }
    };
    Ok(match by {
        None => told_roles(Guided(papers), rules),
        Some(estimator) => Player::agent(Estimating::new(papers, estimator, feed)),
    })
}
