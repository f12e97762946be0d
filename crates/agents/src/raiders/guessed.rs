//! Estimators of the factions, by name, and the players that follow them.

use games::Raiders;
use games::raiders::{Action, CharacterSet, Faction, Public, Rules, Seen};
use table::{Agent, BySeat, Estimator, Param, Params, Player, Rng, Seat, Spec, SpecError, View};

use super::estimate::{Estimate, Guess};
use super::heuristic::Heuristic;
use super::supposed::{Knows, Manner, Supposed, possible};
use crate::beliefs::Posterior;
use crate::estimators::{Assignment, Guessed, deals_from, estimator, probability};

const KNOWS: Param = Param {
    key: "knows",
    default: "cards",
    about: "what the others are supposed to know when they choose: cards (what their inference cards told them), \
            all, or nothing but what everybody saw",
};
const SLIP: Param = Param {
    key: "slip",
    default: "0.05",
    about: "how often the others are supposed to choose at random, 0 to 1",
};

/// What `bayes` can be told.
pub(crate) const BAYES: &[Param] =
    &[KNOWS, SLIP, super::AID, super::AS, super::COOKIE, super::COUNT, super::MIST, super::SHIELDS];

/// What `estimating` can be told.
pub(crate) const ESTIMATING: &[Param] =
    &[BY, super::AID, super::AS, super::COOKIE, super::COUNT, super::MIST, super::SHIELDS];

const BY: Param = Param {
    key: "by",
    default: "bayes",
    about: "the estimator it follows, with its parameters: by=bayes(slip=0.1)",
};

impl Guessed for Raiders {
    const ROLES: &'static [Faction] = Faction::ALL;

    fn role_name(role: Faction) -> &'static str {
        role.word()
    }

    fn roles_dealt(public: &Public) -> bool {
        public.turns > 0
    }

    fn deal_of_roles(view: View<'_, Raiders>, out: &mut Vec<Assignment<Raiders>>) {
        let rules = &view.public.rules;
        let mut bag: [(Faction, u32); 3] =
            std::array::from_fn(|i| (Faction::ALL[i], rules.members(Faction::ALL[i]).into()));
        let could_be = BySeat::from_fn(view.seats(), |seat| possible(view, seat));
        let single = |set: CharacterSet| {
            let faction = set.iter().next()?.faction();
            set.minus(CharacterSet::of(faction)).is_empty().then_some(faction)
        };
        deals_from(&mut bag, &could_be.map(single), out);
        let allows = |seat: Seat, role| !could_be[seat].and(CharacterSet::of(role)).is_empty();
        out.retain(|(roles, _)| roles.iter().all(|(seat, role)| allows(seat, role)));
    }

    fn own_estimator(spec: &Spec, _rules: &Rules) -> Option<Result<Box<dyn Estimator<Raiders>>, SpecError>> {
        match spec.name.as_str() {
            "bayes" => Some(bayes(&mut Params::new(spec))),
            "candidates" => Some(candidates(&mut Params::new(spec))),
            _ => None,
        }
    }

    fn imagine_with_roles(view: View<'_, Raiders>, roles: &BySeat<Faction>, rng: &mut Rng) -> Raiders {
        Raiders::imagine_factions(view, roles, rng).unwrap_or_else(|| table::Game::imagine(view, rng))
    }
}

fn bayes(params: &mut Params<'_>) -> Result<Box<dyn Estimator<Raiders>>, SpecError> {
    let knows = params
        .choice("knows", &[("cards", Knows::Cards), ("all", Knows::All), ("nothing", Knows::Nothing)])?;
    let slip = params.number("slip", 0.05, 0.0..=1.0)?;
    let player = Heuristic::new(super::habits(params)?);
    params.finish()?;
    Ok(Box::new(Posterior::new(Supposed::new(player, Manner { knows, slip }))))
}

fn candidates(params: &mut Params<'_>) -> Result<Box<dyn Estimator<Raiders>>, SpecError> {
    params.finish()?;
    Ok(Box::new(Posterior::new(Supposed::new(Heuristic::default(), Manner::ANY))))
}

/// The estimator that `by` names.
pub(super) fn by(params: &mut Params<'_>, rules: &Rules) -> Result<Box<dyn Estimator<Raiders>>, SpecError> {
    estimator::<Raiders>(&params.text("by").unwrap_or(BY.default).parse()?, rules)
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

/// The heuristic player, fed by an estimator that sees what it sees.
pub struct Estimating {
    player: Heuristic,
    estimator: Box<dyn Estimator<Raiders>>,
}

impl Estimating {
    /// This player, fed by this estimator.
    pub fn new(player: Heuristic, estimator: Box<dyn Estimator<Raiders>>) -> Estimating {
        Estimating { player, estimator }
    }
}

impl Agent<Raiders> for Estimating {
    fn begin(&mut self, view: View<'_, Raiders>, _rng: &mut Rng) {
        self.player.forget();
        self.estimator.begin(view);
    }

    fn see(&mut self, view: View<'_, Raiders>, seen: &Seen) {
        self.player.watch(view.public, seen);
        self.estimator.see(view, seen);
    }

    fn act(&mut self, view: View<'_, Raiders>, legal: &[Action], rng: &mut Rng) -> Action {
        self.player.believe(Some(marginals(view.seat, self.estimator.assignments(view))));
        self.player.choose(view, legal, rng)
    }
}

/// The player `estimating`.
pub(super) fn estimating(params: &mut Params<'_>, rules: &Rules) -> Result<Player<Raiders>, SpecError> {
    let (estimator, habits) = (by(params, rules)?, super::habits(params)?);
    params.finish()?;
    Ok(Player::agent(Estimating::new(Heuristic::new(habits), estimator)))
}
