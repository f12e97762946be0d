//! From a model of how others play to a posterior over roles, and from there to worlds.

use table::{Advised, Belief, BySeat, Estimator, HiddenRoles, MAX_SEATS, Rng, Seat, View};

use crate::roles::{Assignment, RoleGame, is_possible, list_assignments};

/// Supposes how seats play, given their roles.
pub trait Model<G: HiddenRoles>: Send {
    /// A game begins: forget the last one.
    fn begin(&mut self, _view: View<'_, G>) {}

    /// Something happened, as this seat saw it; the view is the one after it. Writes how likely it is under each of
    /// these assignments of roles, up to a factor that is the same for all of them; what says nothing about roles
    /// stays 1.
    ///
    /// The list is that of the deal, always in the same order: it is empty until roles are dealt, and again before
    /// they are dealt anew. What a model keeps for each assignment it may keep by place.
    fn weigh(&mut self, view: View<'_, G>, seen: &G::Seen, assignments: &[Assignment<G>], likely: &mut [f64]);
}

/// The estimator that reads nothing into what others do: the deal's own probabilities, given what is known.
#[derive(Clone, Debug)]
pub struct Prior<G: RoleGame> {
    assignments: Vec<Assignment<G>>,
    /// Whether something was seen since the assignments were listed.
    stale: bool,
}

impl<G: RoleGame> Default for Prior<G> {
    fn default() -> Prior<G> {
        Prior { assignments: Vec::new(), stale: true }
    }
}

impl<G: RoleGame> Estimator<G> for Prior<G> {
    fn begin(&mut self, _view: View<'_, G>) {
        self.stale = true;
    }

    fn see(&mut self, _view: View<'_, G>, _seen: &G::Seen) {
        self.stale = true;
    }

    fn assignments(&mut self, view: View<'_, G>) -> &[Assignment<G>] {
        if std::mem::take(&mut self.stale) {
            list_assignments(view, &mut self.assignments);
            normalise(&mut self.assignments, |(_, weight)| weight);
        }
        &self.assignments
    }
}

/// Makes the weights of these sum to 1; false if they cannot.
pub(crate) fn normalise<T>(items: &mut [T], weight: fn(&mut T) -> &mut f64) -> bool {
    let total: f64 = items.iter_mut().map(|item| *weight(item)).sum();
    let possible = total.is_finite() && total > 0.0;
    if possible {
        items.iter_mut().for_each(|item| *weight(item) /= total);
    }
    possible
}

/// Bayes' rule: the prior times the likelihood of all that was seen.
///
/// No model is right about everybody. What it calls impossible is taken as very unlikely (see
/// [`Posterior::with_floor`]), and an event that it calls impossible whatever the roles is passed over.
#[derive(Clone, Debug)]
pub struct Posterior<G: RoleGame, M> {
    model: M,
    floor: f64,
    /// Every assignment that was possible when roles were dealt, with its prior weight; empty until then.
    dealt: Vec<Assignment<G>>,
    /// The probability of each by what was seen; 0 once it is known to be wrong.
    chances: Vec<f64>,
    /// Whether what is known for sure allows it.
    possible: Vec<bool>,
    /// How likely each makes what was last seen.
    likely: Vec<f64>,
    /// The possible assignments.
    listed: Vec<Assignment<G>>,
}

impl<G: RoleGame, M: Model<G>> Posterior<G, M> {
    /// By this model, and with the usual floor of a millionth.
    pub fn new(model: M) -> Posterior<G, M> {
        let (dealt, chances, possible) = (Vec::new(), Vec::new(), Vec::new());
        Posterior { model, floor: 1e-6, dealt, chances, possible, likely: Vec::new(), listed: Vec::new() }
    }

    /// No event counts as less likely than this share of the likelihood it has under the best assignment; 0 takes
    /// the model at its word.
    pub fn with_floor(self, floor: f64) -> Posterior<G, M> {
        Posterior { floor, ..self }
    }

    /// Lists the assignments of this deal, once; forgets them while roles are dealt.
    fn deal(&mut self, view: View<'_, G>) {
        if self.dealt.is_empty() || !G::roles_dealt(view.public) {
            list_assignments(view, &mut self.dealt);
            self.likely.resize(self.dealt.len(), 1.0);
            self.possible.clear();
            self.possible.resize(self.dealt.len(), true);
            self.chances.clear();
            self.chances.extend(self.dealt.iter().map(|(_, weight)| weight));
            normalise(&mut self.chances, |chance| chance);
        }
    }

    /// Multiplies by how likely each assignment makes what was just seen; false if that rules all of them out.
    fn learn(&mut self) -> bool {
        let Posterior { floor, chances, possible, likely, .. } = self;
        let standing = || likely.iter().zip(possible.iter()).filter(|(_, possible)| **possible);
        let best = standing().map(|(likely, _)| *likely).fold(0.0, f64::max);
        if best > 0.0 && best.is_finite() {
            for ((chance, likely), _) in chances.iter_mut().zip(likely).zip(possible).filter(|(_, is)| **is) {
                *chance *= (*likely / best).max(*floor);
            }
        }
        normalise(chances, |chance| chance)
    }

    /// Drops the assignments that are known to be wrong by now; false if none is left.
    fn narrow(&mut self, view: View<'_, G>) -> bool {
        for (i, (roles, _)) in self.dealt.iter().enumerate() {
            self.possible[i] = is_possible(view, roles);
            self.chances[i] *= f64::from(u8::from(self.possible[i]));
        }
        normalise(&mut self.chances, |chance| chance)
    }

    /// Each assignment was ruled out by something: nothing is left to go by but the prior.
    fn start_over(&mut self) {
        for (i, (_, weight)) in self.dealt.iter().enumerate() {
            self.chances[i] = if self.possible[i] { *weight } else { 0.0 };
        }
        normalise(&mut self.chances, |chance| chance);
    }

    /// Lists the possible assignments.
    fn list(&mut self) {
        let all = self.dealt.iter().zip(&self.chances).zip(&self.possible);
        self.listed.clear();
        self.listed.extend(
            all.filter(|(_, possible)| **possible).map(|(((roles, _), chance), _)| (*roles, *chance)),
        );
    }
}

impl<G: RoleGame, M: Model<G>> Estimator<G> for Posterior<G, M> {
    fn begin(&mut self, view: View<'_, G>) {
        self.model.begin(view);
        self.dealt.clear();
        self.deal(view);
        self.list();
    }

    fn see(&mut self, view: View<'_, G>, seen: &G::Seen) {
        self.deal(view);
        self.likely.fill(1.0);
        self.model.weigh(view, seen, &self.dealt, &mut self.likely);
        let (fits, left) = (self.learn(), self.narrow(view));
        if !(fits && left) {
            self.start_over();
        }
        self.list();
    }

    /// What was worked out when it last saw something: asking changes nothing.
    fn assignments(&mut self, _view: View<'_, G>) -> &[Assignment<G>] {
        &self.listed
    }
}

/// The belief of one who asks an estimator: imagines worlds with roles in proportion to their probability.
#[derive(Clone, Debug, Default)]
pub struct EstimatorBelief<E>(pub E);

impl<G: RoleGame, E: Estimator<G>> Belief<G> for EstimatorBelief<E> {
    fn begin(&mut self, view: View<'_, G>) {
        self.0.begin(view);
    }

    fn see(&mut self, view: View<'_, G>, seen: &G::Seen) {
        self.0.see(view, seen);
    }

    fn imagine(&mut self, view: View<'_, G>, rng: &mut Rng) -> G {
        match draw(self.0.assignments(view), rng) {
            Some(roles) => G::imagine_with_roles(view, &roles, rng),
            None => G::imagine(view, rng),
        }
    }
}

impl<G: HiddenRoles, E: Advised<G>> Advised<G> for EstimatorBelief<E> {
    fn reveal_role(&mut self, seat: Seat, role: G::Role) {
        self.0.reveal_role(seat, role);
    }
}

/// One of these in proportion to its probability.
fn draw<R: Copy>(assignments: &[(R, f64)], rng: &mut Rng) -> Option<R> {
    let mut left = rng.f64();
    let found = assignments.iter().find(|(_, chance)| {
        left -= chance;
        left < 0.0
    });
    // Rounding may leave a little over: it is the last possible one's.
    found.or_else(|| assignments.iter().rfind(|(_, chance)| *chance > 0.0)).map(|(roles, _)| *roles)
}

/// The roles that an oracle was told, as a belief and as an estimator that is certain.
#[derive(Clone, Debug)]
pub struct Told<G: HiddenRoles> {
    roles: BySeat<Option<G::Role>>,
    /// Who everybody is, once it was told of everybody.
    certain: Vec<Assignment<G>>,
}

impl<G: HiddenRoles> Default for Told<G> {
    fn default() -> Self {
        Told { roles: BySeat::new(MAX_SEATS, None), certain: Vec::new() }
    }
}

impl<G: HiddenRoles> Told<G> {
    /// Who everybody is, if it was told of everybody at this table.
    fn roles(&self, view: View<'_, G>) -> Option<BySeat<G::Role>> {
        BySeat::from_fn(view.seats(), |seat| self.roles[seat]).transpose()
    }
}

impl<G: HiddenRoles> Advised<G> for Told<G> {
    fn reveal_role(&mut self, seat: Seat, role: G::Role) {
        self.roles[seat] = Some(role);
    }
}

impl<G: HiddenRoles> Estimator<G> for Told<G> {
    fn begin(&mut self, _view: View<'_, G>) {
        *self = Told::default();
    }

    fn assignments(&mut self, view: View<'_, G>) -> &[Assignment<G>] {
        let roles = self.roles(view);
        self.certain.clear();
        self.certain.extend(roles.map(|roles| (roles, 1.0)));
        &self.certain
    }
}

/// What is certain is not drawn, so no random number is spent on it.
impl<G: RoleGame> Belief<G> for Told<G> {
    fn begin(&mut self, _view: View<'_, G>) {
        *self = Told::default();
    }

    fn imagine(&mut self, view: View<'_, G>, rng: &mut Rng) -> G {
        match self.roles(view) {
            Some(roles) => G::imagine_with_roles(view, &roles, rng),
            None => G::imagine(view, rng),
        }
    }
}

#[cfg(test)]
mod tests;
