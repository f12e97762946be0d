//! Networks that estimate the rank class on which a seat will end, of a view or of a view and a submission.

use std::path::Path;
use std::sync::{Arc, LazyLock};

use games::daihinmin::{Action, Daihinmin};
use table::{RankMatrix, Seat, View};

use super::super::classes::{CLASSES, Classes, class_of};
use super::super::inputs::Inputs;
use crate::forward::{Network, PassBuffers, Sums, Weights, WeightsError};

/// What a network tells of a view or a submission.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Estimate {
    /// The probability of each class.
    pub(super) classes: Classes,
    /// The mean points, 5 for the first and 1 for the last; a class is worth what its places are on average.
    pub(super) points: f64,
}

impl Estimate {
    /// What a forecast of all places tells of one seat.
    pub(super) fn of(ranks: &RankMatrix, seat: Seat) -> Estimate {
        let mut classes = [0.0; CLASSES];
        (0..).zip(ranks.of(seat)).for_each(|(place, chance)| classes[class_of(place)] += chance);
        Estimate { classes, points: 1.0 + ranks.seats() as f64 - ranks.mean_place(seat) }
    }
}

/// A network that tells the classes, with what it has to be told.
#[derive(Debug)]
pub(super) struct Evaluator {
    inputs: Inputs,
    network: Network,
}

/// Room for what is told and what is answered.
#[derive(Clone, Debug, Default)]
pub(super) struct Desk {
    list: Vec<(u16, f32)>,
    work: PassBuffers,
}

/// A network that comes along.
macro_rules! built_in {
    ($name:ident, $file:literal, $inputs:expr) => {
        /// The evaluator of the weights in this file, read once.
        pub(super) static $name: LazyLock<Arc<Evaluator>> = LazyLock::new(|| {
            let bytes = include_bytes!(concat!("../../../weights/", $file, ".safetensors"));
            let weights = Weights::from_bytes(bytes).expect("what comes along can be read");
            Arc::new(Evaluator::new(weights, $inputs).expect("what comes along is of this version"))
        });
    };
}

built_in!(RANK_A, "rank-a", Inputs::Environment);
built_in!(RANK_B, "rank-b", Inputs::Submission);
built_in!(RANK_B_EVEN, "rank-b-even", Inputs::Submission);

impl Evaluator {
    /// The evaluator whose weights are in a file, if they are for these inputs.
    ///
    /// # Errors
    /// If it cannot be read, or is for something else.
    pub(super) fn read(path: &Path, inputs: Inputs) -> Result<Evaluator, WeightsError> {
        Evaluator::new(Weights::read(path)?, inputs)
    }

    fn new(mut weights: Weights, inputs: Inputs) -> Result<Evaluator, WeightsError> {
        weights.check(&inputs.versioned(), &Inputs::game(), inputs.width(), CLASSES)?;
        let alpha = alpha(&weights)?;
        let first = &mut weights.layers[0];
        let environment = inputs.environment() * first.outputs;
        // Scaling the inputs or the weights by this factor gives the same sums.
        first.weights[..environment].iter_mut().for_each(|weight| *weight *= alpha);
        let mut network = Network::new(&weights);
        network.fold(&inputs.constant());
        Ok(Evaluator { inputs, network })
    }

    /// The classes of a view.
    pub(super) fn view(&self, view: View<'_, Daihinmin>, desk: &mut Desk) -> Estimate {
        self.inputs.list(view, None, &mut desk.list);
        estimate(self.network.sparse(&desk.list, &mut desk.work))
    }

    /// What all submissions of a view have in common.
    pub(super) fn sums(&self, view: View<'_, Daihinmin>, desk: &mut Desk) -> Sums {
        self.inputs.list(view, None, &mut desk.list);
        self.network.sums(&desk.list)
    }

    /// The classes of a submission on top of what it has in common with the others.
    pub(super) fn submission(&self, sums: &Sums, submitted: Action, desk: &mut Desk) -> Estimate {
        desk.list.clear();
        self.inputs.add_submission(submitted, &mut desk.list);
        estimate(self.network.finish_with(sums, &desk.list, &mut desk.work))
    }
}

/// The factor of the environment with which the weights were trained.
fn alpha(weights: &Weights) -> Result<f32, WeightsError> {
    let said = weights.header.figures.get("alpha").map(String::as_str).unwrap_or_default();
    let alpha = said.parse().ok().filter(|alpha| (0.0..=1.0).contains(alpha));
    alpha.ok_or_else(|| WeightsError::Other {
        what: "alpha",
        wanted: "0 to 1".to_string(),
        found: said.to_string(),
    })
}

/// What outputs say, in double precision: then near ties do not hang on how a processor rounds an exponential.
fn estimate(outputs: &[f32]) -> Estimate {
    let most = outputs.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let share = |class: usize| f64::from(outputs[class] - most).exp();
    let shares: Classes = std::array::from_fn(share);
    let sum: f64 = shares.iter().sum();
    let classes = shares.map(|share| share / sum);
    let points = classes.iter().zip(POINTS).map(|(share, points)| share * points).sum();
    Estimate { classes, points }
}

/// What the places of a class earn on average.
const POINTS: Classes = [4.5, 3.0, 1.5];
