//! From a model of how others play to a posterior over roles, and from there to worlds.

use table::{Belief, BySeat, Estimator, HiddenRoles, Rng, View};

use crate::estimators::{Assignment, Guessed};

/// Supposes how seats play, given their roles.
pub trait Model<G: HiddenRoles>: Send {
    /// A game begins: forget the last one.
    fn begin(&mut self, _view: View<'_, G>) {}

    /// Something happened, as this seat saw it; the view is the one after it. Here is the place to work out
    /// what [`Model::likelihood`] is about to be asked many times.
    fn see(&mut self, view: View<'_, G>, seen: &G::Seen);

    /// How likely what was last seen is if these are the roles, up to a factor that is the same for all of
    /// them; 1 for whatever says nothing about roles.
    fn likelihood(&self, roles: &BySeat<G::Role>) -> f64;
}

/// The estimator that reads nothing into what others do: the deal's own probabilities, given what is known.
#[derive(Clone, Debug)]
pub struct Prior<G: Guessed> {
    deals: Vec<Assignment<G>>,
    /// Whether something was seen since the deals were listed.
    stale: bool,
}

impl<G: Guessed> Default for Prior<G> {
    fn default() -> Prior<G> {
        Prior { deals: Vec::new(), stale: true }
    }
}

impl<G: Guessed> Estimator<G> for Prior<G> {
    fn begin(&mut self, _view: View<'_, G>) {
        self.stale = true;
    }

    fn see(&mut self, _view: View<'_, G>, _seen: &G::Seen) {
        self.stale = true;
    }

    fn assignments(&mut self, view: View<'_, G>) -> &[Assignment<G>] {
        if std::mem::take(&mut self.stale) {
            list_prior(view, &mut self.deals);
        }
        &self.deals
    }
}

/// Every deal of roles this seat cannot rule out, with its probability.
fn list_prior<G: Guessed>(view: View<'_, G>, out: &mut Vec<Assignment<G>>) {
    out.clear();
    if G::roles_dealt(view.public) {
        G::deal_of_roles(view, out);
        normalise(out);
    }
}

/// Makes the weights sum to 1; false if they cannot.
fn normalise<R>(deals: &mut [(R, f64)]) -> bool {
    let total: f64 = deals.iter().map(|(_, weight)| weight).sum();
    let possible = total.is_finite() && total > 0.0;
    if possible {
        deals.iter_mut().for_each(|(_, weight)| *weight /= total);
    }
    possible
}

/// Bayes' rule: the prior times the likelihood of all that was seen.
///
/// No model is right about everybody. What it calls impossible is taken as very unlikely (see
/// [`Posterior::with_floor`]), and an event that it calls impossible whatever the roles is passed over.
#[derive(Clone, Debug)]
pub struct Posterior<G: Guessed, M> {
    model: M,
    floor: f64,
    /// The deals with their weight by what was seen; empty until roles are dealt.
    deals: Vec<Assignment<G>>,
    /// The deals that what is known for sure allows.
    allowed: Vec<Assignment<G>>,
}

impl<G: Guessed, M: Model<G>> Posterior<G, M> {
    /// By this model, and with the usual floor of a millionth.
    pub fn new(model: M) -> Posterior<G, M> {
        Posterior { model, floor: 1e-6, deals: Vec::new(), allowed: Vec::new() }
    }

    /// No event counts as less likely than this share of the likelihood it has under the best deal; 0 takes
    /// the model at its word.
    pub fn with_floor(self, floor: f64) -> Posterior<G, M> {
        Posterior { floor, ..self }
    }

    /// Weighs every deal by how likely it makes what was just seen.
    fn weigh(&mut self) {
        let Posterior { model, floor, deals, .. } = self;
        let likelihood = |roles: &BySeat<G::Role>| model.likelihood(roles);
        let best = deals.iter().map(|(roles, _)| likelihood(roles)).fold(0.0, f64::max);
        if best > 0.0 && best.is_finite() {
            for (roles, weight) in deals.iter_mut() {
                *weight *= (likelihood(roles) / best).max(*floor);
            }
        }
        if !normalise(deals) {
            // Each deal was ruled out by something: nothing is left to go by but the prior.
            deals.clear();
        }
    }

    /// Drops the deals that are known to be wrong by now.
    fn narrow(&mut self, view: View<'_, G>) {
        list_prior(view, &mut self.allowed);
        let mut allowed = self.allowed.iter().peekable();
        // Both lists are in the same order.
        self.deals.retain(|(roles, _)| allowed.next_if(|(possible, _)| possible == roles).is_some());
        debug_assert!(allowed.next().is_none() || self.deals.is_empty(), "what is known only grows");
        if !normalise(&mut self.deals) {
            self.deals.clone_from(&self.allowed);
        }
    }
}

impl<G: Guessed, M: Model<G>> Estimator<G> for Posterior<G, M> {
    fn begin(&mut self, view: View<'_, G>) {
        self.model.begin(view);
        list_prior(view, &mut self.deals);
    }

    fn see(&mut self, view: View<'_, G>, seen: &G::Seen) {
        self.model.see(view, seen);
        if !G::roles_dealt(view.public) {
            return self.deals.clear();
        }
        if self.deals.is_empty() {
            list_prior(view, &mut self.deals);
        }
        self.weigh();
        self.narrow(view);
    }

    /// What was worked out when it last saw something: asking changes nothing.
    fn assignments(&mut self, _view: View<'_, G>) -> &[Assignment<G>] {
        &self.deals
    }
}

/// The belief of one who asks an estimator: imagines worlds with roles in proportion to their probability.
#[derive(Clone, Debug, Default)]
pub struct Weighed<E>(pub E);

impl<G: Guessed, E: Estimator<G>> Belief<G> for Weighed<E> {
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
