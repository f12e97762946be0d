//! The player that thinks: it tries its actions in worlds of an estimator, and lets heuristic players play on.

use games::Raiders;
use games::raiders::Rules;
use players::beliefs::{EstimatorBelief, Told};
use players::params::{self, MS, budget};
use players::raiders::{HABITS, Heuristic, habits, marginals};
use players::roles::told_roles;
use search::playout::GuidedPlayout;
use search::{Budget, Halving, HalvingRule, Scale, Searcher};
use table::{Estimator, Param, Params, Player, SpecError, Values};

use crate::estimators::estimator_or_oracle;
use crate::row::Row;

const BY: Param = Param::new(
    "by",
    "bayes",
    "the estimator whose worlds it thinks in, with its parameters; or oracle, who looks: a cheat to measure by",
    Values::Spec,
);
const SIMS: Param = params::SIMS.with_default("300");
const DOUBT: Param = Param::number(
    "doubt",
    "1",
    "by how many standard errors another action must beat the heuristic one to be played",
    0.0,
    100.0,
);

/// The player that searches.
pub(super) const ROW: Row<Raiders> = Row {
    name: "thinker",
    about: "tries actions in an estimator's worlds, heuristic players play on",
    params: &[&[BY, SIMS, MS, DOUBT], HABITS],
    quick: &["sims=30", "by=oracle,sims=30"],
    build: thinker,
};

/// Playouts are the heuristic player's, who knows on the own seat what the estimator says, and on others what their
/// cards told them in that world.
fn thinker(params: &mut Params<'_>, rules: &Rules) -> Result<Player<Raiders>, SpecError> {
    let budget = budget(params, &SIMS)?;
    let rule = HalvingRule { doubt: params.number(&DOUBT)?, ..HalvingRule::default() };
    let player = Heuristic::new(habits(params)?);
    Ok(match estimator_or_oracle::<Raiders>(params, &BY, rules)? {
        None => told_roles(search(rule, budget, player, Told::default()), rules),
        Some(by) => Player::agent(search(rule, budget, player, by)),
    })
}

type Playout = GuidedPlayout<Raiders, Heuristic>;

/// Sequential halving over the worlds of an estimator.
fn search<E: Estimator<Raiders>>(
    rule: HalvingRule<Raiders>,
    budget: Budget,
    player: Heuristic,
    estimator: E,
) -> Searcher<Raiders, Halving<Raiders>, EstimatorBelief<E>, Playout> {
    let (belief, playout) = (EstimatorBelief(estimator), GuidedPlayout::new(player));
    let search = Searcher::with(Halving::new(rule), budget, Scale::wins::<Raiders>, belief, playout);
    search.preparing(|view, belief, playout| {
        let estimate = marginals(view.seat, belief.0.assignments(view));
        playout.guide().believe(Some(estimate));
    })
}
