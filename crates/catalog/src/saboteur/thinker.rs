//! A player that searches: sequential halving in the worlds of an estimator, everybody playing on like `papers`.

use games::Saboteur;
use games::saboteur::Rules;
use players::beliefs::{EstimatorBelief, Told};
use players::params::{self, MS, budget};
use players::roles::told_roles;
use players::saboteur::{Papers, PlayStyle, Suspects, narrow};
use search::playout::GuidedPlayout;
use search::{Halving, HalvingRule, Searcher};
use table::{Param, Params, Player, Spec, SpecError, Values};

use crate::estimators::estimator_or_oracle;
use crate::registry::Playable;
use crate::row::Row;

const BY: Param =
    Param::new("by", "bayes", "the estimator whose worlds it thinks in; oracle cheats", Values::Spec);
const SIMS: Param = params::SIMS.with_default("600");
const DOUBT: Param = Param::number(
    "doubt",
    "1",
    "by how many standard errors an action must lead what papers would do",
    0.0,
    10.0,
);
const PLAY: Param =
    Param::new("play", "papers", "how everybody plays on: papers with its parameters", Values::Spec);

/// The player that searches.
pub(super) const ROW: Row<Saboteur> = Row {
    name: "thinker",
    about: "tries its actions in the worlds of an estimator, everybody playing on like papers",
    params: &[&[BY, SIMS, MS, DOUBT, PLAY]],
    quick: &["sims=30", "by=oracle,sims=30"],
    build: player,
};

fn player(params: &mut Params<'_>, rules: &Rules) -> Result<Player<Saboteur>, SpecError> {
    let by = estimator_or_oracle::<Saboteur>(params, &BY, rules)?;
    let halving = Halving::new(HalvingRule { doubt: params.number(&DOUBT)?, narrow });
    let (budget, aim) = (budget(params, &SIMS)?, Saboteur::scale);
    let playout = GuidedPlayout::new(papers_of(&params.text(&PLAY).parse()?)?);
    Ok(match by {
        None => told_roles(Searcher::with(halving, budget, aim, Told::default(), playout), rules),
        Some(by) => Player::agent(Searcher::with(halving, budget, aim, EstimatorBelief(by), playout)),
    })
}

/// The player of the playouts.
fn papers_of(play: &Spec) -> Result<Papers, SpecError> {
    let params = &mut Params::new(play);
    let style = PlayStyle::read(params)?;
    params.finish()?;
    match play.name.as_str() {
        "papers" if style.suspects != Suspects::Oracle => Ok(Papers::new(style)),
        _ => Err(SpecError::bad("thinker: `play` should be papers, and nobody there is told anything")),
    }
}
