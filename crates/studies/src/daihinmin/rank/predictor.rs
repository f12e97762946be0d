//! Predictions of the classes of ranks, after training.

use players::daihinmin::{CLASSES, Classes, Inputs, class_of, likeliest};
use players::forward::{Dense, Network, PassBuffers, Weights};

use crate::daihinmin::rank::data::{Dataset, Subset, Target};
use crate::daihinmin::rank::train::Epoch;

/// Predicts the probabilities of the classes.
pub(crate) struct Predictor {
    how: How,
    list: Vec<(u16, f32)>,
    work: PassBuffers,
    /// Epoch, training loss, validation loss.
    epoch: (f64, f64, f64),
}

enum How {
    /// The shares of the classes after each former rank, and after none.
    Shares([Classes; 6]),
    /// A network without hidden layers.
    Linear(Dense),
    /// One network.
    One(Network, Target),
    /// The paper's second network, compared with its first.
    Two(Box<Two>),
}

/// The paper's two networks.
struct Two {
    alpha: f32,
    /// The second, with a submission of 0.5 everywhere folded in.
    second: Network,
    /// The same with 0 for every card of the submission.
    missing: Network,
    /// Unless it is not compared.
    first: Option<Network>,
}

/// The paper's two networks in one decision: the classes that they name.
pub(crate) struct Compared {
    /// That of the first.
    pub(crate) first: usize,
    /// That of the second, with 0 for every card of the submission.
    pub(crate) missing: usize,
    /// That of the second, told a pass.
    pub(crate) passed: usize,
    /// Whether something else than a pass was submitted.
    pub(crate) is_play: bool,
}

impl Predictor {
    fn new(how: How, epoch: (f64, f64, f64)) -> Predictor {
        Predictor { how, list: Vec::new(), work: PassBuffers::default(), epoch }
    }

    /// By the shares of the classes in the training set, for each former rank (`apart`) or for all together.
    pub(crate) fn shares(data: &Dataset, subsets: &[Subset], apart: bool) -> Predictor {
        let mut counts = [[1.0; CLASSES]; 6];
        for at in (0..data.len()).filter(|&at| subsets[at] == Subset::Train) {
            let row = data.decision(at);
            counts[former(row.before, apart)][class_of(row.place)] += 1.0;
        }
        let share = |counts: Classes| counts.map(|count| count / counts.iter().sum::<f64>());
        let mut table = counts.map(share);
        if !apart {
            table = [table[former(None, false)]; 6];
        }
        Predictor::new(How::Shares(table), (0.0, f64::NAN, f64::NAN))
    }

    /// By one network.
    pub(crate) fn one((weights, end): (&Weights, &Epoch), target: Target) -> Predictor {
        let how = match weights.layers.as_slice() {
            [layer] => How::Linear(layer.clone()),
            _ => How::One(Network::new(weights), target),
        };
        Predictor::new(how, figures(end))
    }

    /// By the paper's second network, compared with its first if that is given.
    pub(crate) fn two((second, end): (&Weights, &Epoch), alpha: f32, first: Option<&Weights>) -> Predictor {
        let mut folded = Network::new(second);
        folded.fold(&Inputs::Submission.constant());
        let (missing, first) = (Network::new(second), first.map(Network::new));
        Predictor::new(How::Two(Box::new(Two { alpha, second: folded, missing, first })), figures(end))
    }

    /// The epoch of its weights, the training loss and the validation loss.
    pub(crate) fn epoch(&self) -> (f64, f64, f64) {
        self.epoch
    }

    /// The probabilities of the classes.
    pub(crate) fn classes(&mut self, data: &Dataset, at: usize) -> Classes {
        let Predictor { how, list, work, .. } = self;
        list.clear();
        list.extend(data.list(at));
        let answers = |outputs: &[f32], target: Target| target.classes(data.decision(at), outputs);
        match how {
            How::Shares(table) => table[former(data.decision(at).before, true)],
            How::Linear(layer) => answers(&linear(layer, list), Target::Class),
            How::One(network, target) => answers(network.sparse(list, work), *target),
            How::Two(two) => {
                scale(list, two.alpha);
                answers(two.second.sparse(list, work), Target::Class)
            }
        }
    }

    /// What the paper's two networks name, if both are there.
    pub(crate) fn compared(&mut self, data: &Dataset, at: usize) -> Option<Compared> {
        let Predictor { how: How::Two(two), list, work, .. } = self else { return None };
        let first = two.first.as_ref()?;
        list.clear();
        list.extend(data.list(at));
        let is_play = list.iter().any(|&(place, _)| usize::from(place) >= environment());
        list.retain(|&(place, _)| usize::from(place) < environment());
        let first = most(first.sparse(list, work));
        scale(list, two.alpha);
        let missing = most(two.missing.sparse(list, work));
        let passed = most(two.second.sparse(list, work));
        Some(Compared { first, missing, passed, is_play })
    }
}

fn environment() -> usize {
    Inputs::Submission.environment()
}

/// Multiplies the environment by alpha.
fn scale(list: &mut [(u16, f32)], alpha: f32) {
    let own = list.iter_mut().filter(|(place, _)| usize::from(*place) < environment());
    own.for_each(|(_, figure)| *figure *= alpha);
}

/// The index of a former rank in the table of shares.
fn former(before: Option<u8>, apart: bool) -> usize {
    before.filter(|_| apart).map_or(5, usize::from)
}

fn most(outputs: &[f32]) -> usize {
    likeliest(&[0, 1, 2].map(|class| f64::from(outputs[class])))
}

fn figures(epoch: &Epoch) -> (f64, f64, f64) {
    (f64::from(epoch.number), epoch.loss, epoch.validation.log_loss())
}

fn linear(layer: &Dense, list: &[(u16, f32)]) -> Vec<f32> {
    let mut outputs = layer.bias.clone();
    for &(place, figure) in list {
        let row = &layer.weights[usize::from(place) * layer.outputs..][..layer.outputs];
        outputs.iter_mut().zip(row).for_each(|(output, weight)| *output += figure * weight);
    }
    outputs
}
