//! A network that has learned a game, as a player of it: any game with an encoder.

mod loaded;
pub mod testing;
mod values;

use std::sync::Arc;

use table::{ActionIds, Agent, Encode, Fault, Game, Mixed, PublicState, Rng, View};

use crate::forward::{ActionKeys, PolicyHead, PolicyNetwork, PolicyWork, WeightsError};

pub use loaded::{Shelved, load, shelved};
pub use values::LearnedValues;

/// Plays by the probabilities that a network gives the legal actions. It reads what its encoder writes and nothing else.
pub struct Learned<G: Game, E> {
    network: Arc<PolicyNetwork>,
    keys: ActionKeys,
    temperature: f64,
    encoder: E,
    row: Vec<f32>,
    work: PolicyWork,
    mix: Vec<f64>,
    fault: Option<Fault>,
    game: std::marker::PhantomData<G>,
}

/// Refuses a network that is not for tables with these rules.
///
/// # Errors
/// What is different.
pub fn check<G: Game, E: Encode<G>>(head: &PolicyHead, rules: &G::Rules) -> Result<(), WeightsError> {
    let PolicyHead { game, rules_version, rows, ids, .. } = head;
    let wanted = [
        ("game", G::NAME.to_string(), game.clone()),
        ("version of the rules", G::RULES_VERSION.to_string(), rules_version.to_string()),
        ("version of the rows", E::VERSION.to_string(), rows.version.to_string()),
        ("version of the ids", E::Ids::VERSION.to_string(), ids.version.to_string()),
        ("width of a row", E::new(rules).width().to_string(), rows.width.to_string()),
        ("number of ids", E::Ids::ids(rules).to_string(), ids.count.to_string()),
    ];
    match wanted.into_iter().find(|(_, wanted, found)| wanted != found) {
        Some((what, wanted, found)) => Err(WeightsError::Other { what, wanted, found }),
        None => Ok(()),
    }
}

/// The keys of all actions under these rules.
fn keys<G: Game, E: Encode<G>>(
    network: &PolicyNetwork,
    rules: &G::Rules,
) -> Result<ActionKeys, WeightsError> {
    let Some(width) = network.features() else { return Ok(network.keys(Vec::new())) };
    let wanted = E::Ids::features(rules).len();
    if wanted != width {
        let (wanted, found) = (wanted.to_string(), width.to_string());
        return Err(WeightsError::Other { what: "number of figures of an action", wanted, found });
    }
    let mut features = vec![0.0; width * network.head().ids.count as usize];
    for (id, row) in (0..).zip(features.chunks_exact_mut(width)) {
        // An id without an action is never legal, and its figures stay 0.
        if let Some(action) = E::Ids::action(rules, id) {
            E::Ids::describe(rules, &action, row);
        }
    }
    Ok(network.keys(features))
}

impl<G: Game, E: Encode<G>> Learned<G, E> {
    /// A player at tables with these rules. It chooses in proportion to `exp(score / temperature)`, at 0 the highest score.
    ///
    /// # Errors
    /// A network that is for something else.
    pub fn new(
        network: Arc<PolicyNetwork>,
        rules: &G::Rules,
        temperature: f64,
    ) -> Result<Learned<G, E>, WeightsError> {
        check::<G, E>(network.head(), rules)?;
        let (keys, encoder) = (keys::<G, E>(&network, rules)?, E::new(rules));
        let row = vec![0.0; encoder.width()];
        let (work, mix) = (PolicyWork::default(), Vec::new());
        Ok(Learned {
            network,
            keys,
            temperature,
            encoder,
            row,
            work,
            mix,
            fault: None,
            game: std::marker::PhantomData,
        })
    }

    /// The score of each legal action; the lowest there is for one without an id, which is never offered to learners.
    fn score(&mut self, view: View<'_, G>, legal: &[G::Action], out: &mut [f64]) {
        self.encoder.observe(view, &mut self.row);
        self.network.think(&self.row, &mut self.work);
        for (score, action) in out.iter_mut().zip(legal) {
            let id = E::Ids::id(view.public.rules(), action).filter(|&id| id < self.network.head().ids.count);
            let of = |id| f64::from(self.network.score(&self.keys, id, &self.work));
            *score = id.map_or(f64::NEG_INFINITY, of);
        }
    }

    /// Writes the probability of each legal action.
    fn choose(&mut self, view: View<'_, G>, legal: &[G::Action], out: &mut [f64]) {
        self.score(view, legal, out);
        let most = out.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        if out.iter().any(|score| score.is_nan()) || most == f64::INFINITY {
            let what = format!("learned: its network for {} gives scores that are no numbers", G::NAME);
            self.fault = Some(Fault::Broken(what));
        }
        if !most.is_finite() || self.fault.is_some() {
            return out.fill(1.0 / legal.len() as f64);
        }
        if self.temperature == 0.0 {
            let id = |place: &usize| E::Ids::id(view.public.rules(), &legal[*place]);
            let best = (0..legal.len()).filter(|&place| out[place] == most).min_by_key(id);
            out.iter_mut()
                .enumerate()
                .for_each(|(place, out)| *out = f64::from(u8::from(Some(place) == best)));
            return;
        }
        out.iter_mut().for_each(|score| *score = ((*score - most) / self.temperature).exp());
        let sum: f64 = out.iter().sum();
        out.iter_mut().for_each(|share| *share /= sum);
    }
}

impl<G: Game, E: Encode<G>> Agent<G> for Learned<G, E> {
    fn begin(&mut self, view: View<'_, G>, _rng: &mut Rng) {
        self.encoder.begin(view);
    }

    fn see(&mut self, view: View<'_, G>, seen: &G::Seen) {
        self.encoder.see(view, seen);
    }

    fn watches(&self) -> bool {
        self.encoder.watches()
    }

    fn act(&mut self, view: View<'_, G>, legal: &[G::Action], rng: &mut Rng) -> G::Action {
        let mut mix = std::mem::take(&mut self.mix);
        mix.resize(legal.len(), 0.0);
        self.choose(view, legal, &mut mix);
        let chosen = legal[rng.weighted(&mix)];
        self.mix = mix;
        chosen
    }

    fn mixed(&mut self) -> Option<&mut dyn Mixed<G>> {
        Some(self)
    }

    fn fault(&mut self) -> Option<Fault> {
        self.fault.clone()
    }
}

impl<G: Game, E: Encode<G>> Mixed<G> for Learned<G, E> {
    fn mix(&mut self, view: View<'_, G>, legal: &[G::Action], _rng: &mut Rng, out: &mut [f64]) {
        self.choose(view, legal, out);
    }
}

#[cfg(test)]
mod tests;
