//! The player that thinks: it tries its actions in worlds of an estimator, and lets heuristic players play on.

use games::Raiders;
use games::raiders::{Action, Faction, Rules, Seen};
use search::playout::GuidedPlayout;
use search::{Halving, HalvingRule, Scale};
use table::{
    Agent, BySeat, Estimator, EventOf, Game, HiddenRoles, Oracle, Param, Params, Player, PublicState, Rng,
    Seat, SpecError, Thought, Values, View,
};

use super::guessed::{by, marginals};
use super::heuristic::Heuristic;
use crate::beliefs::Weighed;
use crate::estimators::{Assignment, ORACLE};
use crate::row::Row;
use crate::thinkers::{self, MS, budget};

const BY: Param = Param::new(
    "by",
    "bayes",
    "the estimator whose worlds it thinks in, with its parameters; or oracle, who looks: a cheat to measure by",
    Values::Spec,
);
const SIMS: Param = thinkers::SIMS.with_default("300");
const DOUBT: Param = Param::number(
    "doubt",
    "1",
    "by how many standard errors another action must beat the heuristic one to be played",
    0.0,
    100.0,
);

/// The player that searches.
pub(super) const THINKER: Row<Raiders> = Row {
    name: "thinker",
    about: "tries actions in an estimator's worlds, heuristic players play on",
    params: &[&[BY, SIMS, MS, DOUBT], super::HABITS],
    quick: &["sims=30", "by=oracle,sims=30"],
    build: thinker,
};

type Search<E> = Halving<Raiders, Weighed<E>, GuidedPlayout<Raiders, Heuristic>>;

/// Sequential halving over the worlds of an estimator. Playouts are the heuristic player's, who knows on the own
/// seat what the estimator says, and on others what their cards told them in that world.
pub struct Thinker<E> {
    search: Search<E>,
}

impl<E: Estimator<Raiders>> Thinker<E> {
    fn new(
        rule: HalvingRule<Raiders>,
        budget: search::Budget,
        player: Heuristic,
        estimator: E,
    ) -> Thinker<E> {
        let playout = GuidedPlayout::new(player);
        Thinker { search: Halving::with(rule, budget, Scale::wins::<Raiders>, Weighed(estimator), playout) }
    }
}

impl<E: Estimator<Raiders>> Agent<Raiders> for Thinker<E> {
    fn begin(&mut self, view: View<'_, Raiders>, rng: &mut Rng) {
        self.search.begin(view, rng);
    }

    fn see(&mut self, view: View<'_, Raiders>, seen: &Seen) {
        self.search.see(view, seen);
    }

    fn act(&mut self, view: View<'_, Raiders>, legal: &[Action], rng: &mut Rng) -> Action {
        let estimate = marginals(view.seat, self.search.belief().0.assignments(view));
        self.search.playout().guide().believe(Some(estimate));
        self.search.act(view, legal, rng)
    }

    fn thoughts(&self, view: View<'_, Raiders>) -> Vec<Thought<Action>> {
        self.search.thoughts(view)
    }
}

/// The estimator that is told the factions.
#[derive(Clone, Debug, Default)]
struct Told(Vec<Assignment<Raiders>>);

impl Estimator<Raiders> for Told {
    fn assignments(&mut self, _view: View<'_, Raiders>) -> &[Assignment<Raiders>] {
        &self.0
    }
}

/// A thinker that is told the factions, and nothing else that is hidden.
struct ToldThinker(Thinker<Told>);

impl Oracle<Raiders> for ToldThinker {
    fn begin(&mut self, truth: &Raiders, seat: Seat, rng: &mut Rng) {
        self.0.begin(truth.view(seat), rng);
    }

    fn see(&mut self, truth: &Raiders, seat: Seat, event: &EventOf<Raiders>) {
        self.0.see(truth.view(seat), &truth.seen(event, Some(seat)));
    }

    fn act(&mut self, truth: &Raiders, seat: Seat, legal: &[Action], rng: &mut Rng) -> Action {
        let roles: BySeat<Faction> = BySeat::from_fn(truth.public().seats(), |other| truth.role(other));
        self.0.search.belief().0.0 = vec![(roles, 1.0)];
        self.0.act(truth.view(seat), legal, rng)
    }
}

fn thinker(params: &mut Params<'_>, rules: &Rules) -> Result<Player<Raiders>, SpecError> {
    let budget = budget(params, &SIMS)?;
    let rule = HalvingRule { doubt: params.number(&DOUBT)?, ..HalvingRule::default() };
    let player = Heuristic::new(super::habits(params)?);
    if params.text(&BY) == ORACLE.name {
        let told = Thinker::new(rule, budget, player, Told::default());
        return Ok(Player::Oracle(Box::new(ToldThinker(told))));
    }
    Ok(Player::agent(Thinker::new(rule, budget, player, by(params, &BY, rules)?)))
}
