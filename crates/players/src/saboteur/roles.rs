//! Saboteur as a game in which one guesses who is who, and the estimators that know it.

use games::Saboteur;
use games::saboteur::{Phase, Public, Role, Rules, Seen};
use table::{BySeat, Estimator, Lang, Param, Params, Seat, SeatSet, SpecError, View, WordParam};

use super::suspicion::{Suspects, Suspicion};
use crate::beliefs::normalise;
use crate::roles::{Assignment, RoleGame, list_assignments};

const RULE: WordParam<Suspects> = WordParam::new(
    "rule",
    "path",
    "who is suspected: path, path-break, break, pass, attacked",
    Suspects::SEEN,
);
const TRUST: Param =
    Param::number("trust", "0.9", "how probable it is that a suspect is a saboteur", 0.5, 0.999);

impl RoleGame for Saboteur {
    const ROLES: &'static [Role] = &[Role::Digger, Role::Saboteur];

    fn role_name(role: Role, lang: Lang) -> &'static str {
        role.term(lang)
    }

    fn roles_dealt(public: &Public) -> bool {
        match public.phase {
            Phase::Goals => public.end().is_some(),
            Phase::First | Phase::Role(_) => false,
            _ => true,
        }
    }

    /// They are dealt anew in every round.
    fn keeps_roles(rules: &Rules) -> bool {
        rules.rounds == 1
    }

    fn role_cards(public: &Public) -> impl AsMut<[(Role, u32)]> {
        let (saboteurs, diggers) = public.rules.role_cards();
        [(Role::Digger, diggers.into()), (Role::Saboteur, saboteurs.into())]
    }

    /// One's own role is known, and all of them once a round is over.
    fn may_have(view: View<'_, Saboteur>, seat: Seat, role: Role) -> bool {
        match view.public.end() {
            Some(end) => end.saboteurs.contains(seat) == (role == Role::Saboteur),
            None => seat != view.seat || view.private.role.is_none_or(|own| own == role),
        }
    }
}

/// The parameters of [`suspicion`].
pub const TRUSTING: &[Param] = &[RULE.param, TRUST];

/// The estimator that takes whom a rule of the papers suspects for a saboteur.
///
/// # Errors
/// Values that cannot be.
pub fn suspicion(params: &mut Params<'_>) -> Result<impl Estimator<Saboteur> + use<>, SpecError> {
    let (rule, trust) = (params.choice(&RULE)?, params.number(&TRUST)?);
    Ok(Suspecting { suspicion: Suspicion::new(rule), trust, listed: Vec::new() })
}

/// Believes a rule of the papers: each suspected seat is a saboteur with some probability, independently; of the
/// others nothing is known.
#[derive(Clone, Debug)]
struct Suspecting {
    suspicion: Suspicion,
    trust: f64,
    listed: Vec<Assignment<Saboteur>>,
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
        let mut listed = std::mem::take(&mut self.listed);
        list_assignments(view, &mut listed);
        let suspects = self.suspicion.of(view.public, view.seat);
        listed.iter_mut().for_each(|(roles, weight)| *weight *= self.weight(roles, suspects));
        normalise(&mut listed, |(_, weight)| weight);
        self.listed = listed;
        &self.listed
    }
}
