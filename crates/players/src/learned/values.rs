//! What a network expects states to be worth, as a search some rounds deep asks for it.

use std::marker::PhantomData;
use std::sync::Arc;

use search::LeafValues;
use table::{Encode, Fault, Game, PublicState, Seat, Turn, View};

use super::check;
use crate::forward::{PolicyNetwork, PolicyWork, WeightsError};

/// The two seats of a search some rounds deep.
const SEATS: [Seat; 2] = [Seat::new(0), Seat::new(1)];

/// Values of states for two by a network: the mean of what it tells each seat that is to choose, since what one seat earns
/// the other does not.
pub struct LearnedValues<G: Game, E> {
    network: Arc<PolicyNetwork>,
    encoder: E,
    /// What both seats earn together.
    sum: f64,
    row: Vec<f32>,
    work: PolicyWork,
    game: PhantomData<G>,
}

impl<G: Game, E: Encode<G>> LearnedValues<G, E> {
    /// Values at tables with these rules, where both seats earn `sum` points together.
    ///
    /// # Errors
    /// A network that is for something else or tells no values; rows that depend on what was seen on the way, which a search
    /// does not keep.
    pub fn new(
        network: Arc<PolicyNetwork>,
        rules: &G::Rules,
        sum: f64,
    ) -> Result<LearnedValues<G, E>, WeightsError> {
        check::<G, E>(network.head(), rules)?;
        let encoder = E::new(rules);
        let other = |what, wanted: &str, found: &str| {
            Err(WeightsError::Other { what, wanted: wanted.to_string(), found: found.to_string() })
        };
        if !network.has_value() {
            return other("network", "a policy and a value", "a policy alone");
        }
        if encoder.watches() {
            return other("row", "made from a view alone", "made from all that was seen");
        }
        let row = vec![0.0; encoder.width()];
        Ok(LearnedValues { network, encoder, sum, row, work: PolicyWork::default(), game: PhantomData })
    }

    /// What the seat of this view is expected to earn.
    fn value(&mut self, view: View<'_, G>) -> f64 {
        self.encoder.observe(view, &mut self.row);
        self.network.think(&self.row, &mut self.work);
        self.network.value(&self.work).map_or(f64::NAN, f64::from)
    }

    /// What the first seat is expected to earn, by each seat that is to choose.
    fn of_state(&mut self, state: &G) -> f64 {
        let Turn::Seats(asked) = state.public().turn() else { return f64::NAN };
        let [a, b] = SEATS.map(|seat| asked.contains(seat).then(|| self.value(state.view(seat))));
        let b = b.map(|b| self.sum - b);
        match (a, b) {
            (Some(a), Some(b)) => (a + b) / 2.0,
            (one, other) => one.or(other).unwrap_or(f64::NAN),
        }
    }
}

impl<G: Game, E: Encode<G>> LeafValues<G> for LearnedValues<G, E> {
    fn write_values(&mut self, states: &[G], out: &mut [f64]) -> Result<(), Fault> {
        for (out, state) in out.iter_mut().zip(states) {
            *out = self.of_state(state);
        }
        match out.iter().all(|value| value.is_finite()) {
            true => Ok(()),
            false => {
                Err(Fault::Broken(format!("its network for {} gives values that are no numbers", G::NAME)))
            }
        }
    }
}
