//! Estimators of the factions, by name, and the players that follow them.

use games::Raiders;
use games::raiders::{CharacterSet, Faction, Public, Rules};
use table::{BySeat, Estimator, Param, Params, Player, Rng, Seat, SpecError, Values, View, WordParam};

use super::estimate::{Estimate, Guess};
use super::heuristic::Heuristic;
use super::supposed::{HeuristicModel, Knows, Manner, possible};
use crate::beliefs::Posterior;
use crate::estimating::Estimating;
use crate::estimators::{Assignment, EstimatorRow, Guessed, estimator, probability};
use crate::row::Row;

const KNOWS: WordParam<Knows> = WordParam::new(
    "knows",
    "cards",
    "what the others are supposed to know when they choose: cards (what their inference cards told them), all, or \
     nothing but what everybody saw",
    &[("cards", Knows::Cards), ("all", Knows::All), ("nothing", Knows::Nothing)],
);
const SLIP: Param =
    Param::number("slip", "0.05", "how often the others are supposed to choose at random", 0.0, 1.0);
const BY: Param = Param::new(
    "by",
    "bayes",
    "the estimator it follows, with its parameters: by=bayes(slip=0.1)",
    Values::Spec,
);

const BAYES: EstimatorRow<Raiders> = Row {
    name: "bayes",
    about: "the posterior over the factions, if the others are heuristic players",
    params: &[&[KNOWS.param, SLIP], super::HABITS],
    quick: &[],
    build: bayes,
};
const CANDIDATES: EstimatorRow<Raiders> = Row {
    name: "candidates",
    about: "counts what inference cards, damage and shown characters leave possible",
    params: &[],
    quick: &[],
    build: |_, _| Ok(Box::new(Posterior::new(HeuristicModel::new(Heuristic::default(), Manner::ANY)))),
};

/// The player that follows an estimator.
pub(super) const ESTIMATING: Row<Raiders> = Row {
    name: "estimating",
    about: "the heuristic player, fed by an estimator of factions",
    params: &[&[BY], super::HABITS],
    quick: &["", "by=uniform"],
    build: |params, rules| {
        let (estimator, habits) = (by(params, &BY, rules)?, super::habits(params)?);
        let feed = |player: &mut Heuristic, view: View<'_, Raiders>, assignments: &[Assignment<Raiders>]| {
            player.believe(Some(marginals(view.seat, assignments)));
        };
        Ok(Player::agent(Estimating::new(Heuristic::new(habits), estimator, feed)))
    },
};

impl Guessed for Raiders {
    const ROLES: &'static [Faction] = Faction::ALL;
    const ESTIMATORS: &'static [EstimatorRow<Raiders>] = &[BAYES, CANDIDATES];

    fn role_name(role: Faction) -> &'static str {
        role.word()
    }

    fn roles_dealt(public: &Public) -> bool {
        public.turns > 0
    }

    fn role_cards(public: &Public) -> impl AsMut<[(Faction, u32)]> {
        [Faction::Shadow, Faction::Raider, Faction::Citizen]
            .map(|faction| (faction, public.rules.members(faction).into()))
    }

    fn may_have(view: View<'_, Raiders>, seat: Seat, faction: Faction) -> bool {
        !possible(view, seat).and(CharacterSet::of(faction)).is_empty()
    }

    fn imagine_with_roles(view: View<'_, Raiders>, roles: &BySeat<Faction>, rng: &mut Rng) -> Raiders {
        Raiders::imagine_factions(view, roles, rng).unwrap_or_else(|| table::Hidden::imagine(view, rng))
    }
}

fn bayes(params: &mut Params<'_>, _rules: &Rules) -> Result<Box<dyn Estimator<Raiders>>, SpecError> {
    let manner = Manner { knows: params.choice(&KNOWS)?, slip: params.number(&SLIP)? };
    let player = Heuristic::new(super::habits(params)?);
    Ok(Box::new(Posterior::new(HeuristicModel::new(player, manner))))
}

/// The estimator that a parameter names.
pub(super) fn by(
    params: &mut Params<'_>,
    by: &Param,
    rules: &Rules,
) -> Result<Box<dyn Estimator<Raiders>>, SpecError> {
    estimator::<Raiders>(&params.text(by).parse()?, rules)
}

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
