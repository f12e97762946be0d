//! Saboteur as a game in which one guesses who is who, and the estimators that know it.

use games::Saboteur;
use games::saboteur::{Phase, Public, Role, Rules, Seen};
use table::{BySeat, Estimator, Game, Param, Params, SeatSet, Spec, SpecError, View};

use super::bayes::{SUPPOSING, Supposed};
use super::join;
use super::papers;
use super::suspicion::{Suspects, Suspicion};
use crate::beliefs::Posterior;
use crate::estimators::{Assignment, EstimatorInfo, Guessed, deals_from};

/// The model knows no litter, the last of what `papers` can be told.
const BAYES_PARAMS: [Param; 8] = join(papers::PAPERS.split_at(6).0, &SUPPOSING);

const SUSPICION_PARAMS: [Param; 2] = [
    Param {
        key: "rule",
        default: "path",
        about: "who is suspected: path, path-break, break, pass, attacked",
    },
    Param {
        key: "trust",
        default: "0.9",
        about: "how probable it is that a suspect is a saboteur, 0.5 to 0.999",
    },
];

/// The posterior.
pub(crate) const BAYES: EstimatorInfo = EstimatorInfo {
    name: "bayes",
    about: "the posterior over roles if everybody plays like papers, their hands unseen",
    params: &BAYES_PARAMS,
    games: &[Saboteur::NAME],
};

/// The papers' suspicion.
pub(crate) const SUSPICION: EstimatorInfo = EstimatorInfo {
    name: "suspicion",
    about: "whom a rule of the papers suspects, is a saboteur so probably",
    params: &SUSPICION_PARAMS,
    games: &[Saboteur::NAME],
};

impl Guessed for Saboteur {
    const ROLES: &'static [Role] = &[Role::Digger, Role::Saboteur];

    fn role_name(role: Role) -> &'static str {
        match role {
            Role::Digger => "digger",
            Role::Saboteur => "saboteur",
        }
    }

    fn roles_dealt(public: &Public) -> bool {
        match public.phase {
            Phase::Goals => public.end().is_some(),
            Phase::First | Phase::Role(_) => false,
            _ => true,
        }
    }

    /// One's own role is known, and all of them once a round is over.
    fn deal_of_roles(view: View<'_, Saboteur>, out: &mut Vec<Assignment<Saboteur>>) {
        let role = |saboteur: bool| if saboteur { Role::Saboteur } else { Role::Digger };
        let known = BySeat::from_fn(view.seats(), |seat| match view.public.end() {
            Some(end) => Some(role(end.saboteurs.contains(seat))),
            None => view.private.role.filter(|_| seat == view.seat),
        });
        let (saboteurs, diggers) = view.public.rules.role_cards();
        deals_from(&mut [(Role::Digger, diggers.into()), (Role::Saboteur, saboteurs.into())], &known, out);
    }

    fn own_estimator(spec: &Spec, _rules: &Rules) -> Option<Result<Box<dyn Estimator<Saboteur>>, SpecError>> {
        let params = &mut Params::new(spec);
        match spec.name.as_str() {
            "bayes" => Some(bayes(params)),
            "suspicion" => Some(suspicion(params)),
            _ => None,
        }
    }
}

fn bayes(params: &mut Params<'_>) -> Result<Box<dyn Estimator<Saboteur>>, SpecError> {
    let model = Supposed::read(params)?;
    params.finish()?;
    Ok(Box::new(Posterior::new(model).with_floor(0.0)))
}

fn suspicion(params: &mut Params<'_>) -> Result<Box<dyn Estimator<Saboteur>>, SpecError> {
    // What is guessed or told is not for estimators.
    let private = |rule: &Suspects| matches!(rule, Suspects::None | Suspects::Guess | Suspects::Oracle);
    let rules: Vec<(&'static str, Suspects)> =
        Suspects::NAMES.iter().copied().filter(|(_, rule)| !private(rule)).collect();
    let rule = params.choice("rule", &rules)?;
    let trust = params.number("trust", 0.9, 0.5..=0.999)?;
    params.finish()?;
    Ok(Box::new(Suspecting { suspicion: Suspicion::new(rule), trust, deals: Vec::new() }))
}

/// Believes a rule of the papers: whoever is suspected is a saboteur with some probability, each for itself; of the
/// others nothing is known.
#[derive(Clone, Debug)]
struct Suspecting {
    suspicion: Suspicion,
    trust: f64,
    deals: Vec<Assignment<Saboteur>>,
}

impl Suspecting {
    fn weight(&self, roles: &BySeat<Role>, suspects: SeatSet) -> f64 {
        let right = |seat| if roles[seat] == Role::Saboteur { self.trust } else { 1.0 - self.trust };
        suspects.map(right).product()
    }
}

impl Estimator<Saboteur> for Suspecting {
    fn begin(&mut self, _view: View<'_, Saboteur>) {
        self.suspicion = Suspicion::new(self.suspicion.rule());
    }

    fn see(&mut self, view: View<'_, Saboteur>, _seen: &Seen) {
        self.suspicion.see(view.public);
    }

    fn assignments(&mut self, view: View<'_, Saboteur>) -> &[Assignment<Saboteur>] {
        let mut deals = std::mem::take(&mut self.deals);
        deals.clear();
        if Saboteur::roles_dealt(view.public) {
            Saboteur::deal_of_roles(view, &mut deals);
            let suspects = self.suspicion.of(view.public, view.seat);
            deals.iter_mut().for_each(|(roles, weight)| *weight *= self.weight(roles, suspects));
            let total: f64 = deals.iter().map(|(_, weight)| weight).sum();
            deals.iter_mut().for_each(|(_, weight)| *weight /= total);
        }
        self.deals = deals;
        &self.deals
    }
}
