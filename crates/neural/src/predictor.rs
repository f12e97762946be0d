//! Who tells the classes of ranks, after learning.

use agents::daihinmin::{CLASSES, Classes, Inputs, class_of, likeliest};
use agents::forward::{Dense, Network, Weights, Work};

use crate::data::{Dataset, Part, Target};
use crate::train::Epoch;

/// Something that tells the probabilities of the classes.
pub(crate) struct Teller {
    how: How,
    list: Vec<(u16, f32)>,
    work: Work,
    /// Epoch, loss while it learned, loss on validation.
    epoch: (f64, f64, f64),
}

enum How {
    /// The shares of the classes after each former rank, and after none.
    Shares([Classes; 6]),
    /// A layer without hidden values.
    Linear(Dense),
    /// One network.
    One(Network, Target),
    /// The paper's second network, and what it is compared with.
    Two(Box<Two>),
}

/// The paper's two networks.
struct Two {
    alpha: f32,
    /// The second, to which a submission of 0.5 everywhere is always present.
    second: Network,
    /// The same, told nothing of a submission.
    missing: Network,
    first: Network,
}

/// How the second network stands to the first in one decision.
pub(crate) struct Compared {
    /// Whether both name one class.
    pub(crate) standard: bool,
    /// Whether they do when the second is told 0 for every card of the submission.
    pub(crate) missing: bool,
    /// Whether the second names another class when the play is replaced by a pass; nothing of a pass.
    pub(crate) reacts: Option<bool>,
}

impl Teller {
    fn new(how: How, epoch: (f64, f64, f64)) -> Teller {
        Teller { how, list: Vec::new(), work: Work::default(), epoch }
    }

    /// By the shares of the classes in what is learned from; of each former rank apart, or of all.
    pub(crate) fn shares(data: &Dataset, parts: &[Part], apart: bool) -> Teller {
        let mut counts = [[1.0; CLASSES]; 6];
        for at in (0..data.len()).filter(|&at| parts[at] == Part::Train) {
            let row = data.row(at);
            counts[former(row.before, apart)][class_of(row.place)] += 1.0;
        }
        let share = |counts: Classes| counts.map(|count| count / counts.iter().sum::<f64>());
        let mut table = counts.map(share);
        if !apart {
            table = [table[former(None, false)]; 6];
        }
        Teller::new(How::Shares(table), (0.0, f64::NAN, f64::NAN))
    }

    /// By one network.
    pub(crate) fn one((weights, end): (&Weights, &Epoch), target: Target) -> Teller {
        let how = match weights.layers.as_slice() {
            [layer] => How::Linear(layer.clone()),
            _ => How::One(Network::new(weights), target),
        };
        Teller::new(how, figures(end))
    }

    /// By the paper's second network, to be compared with its first.
    pub(crate) fn two(
        (second, end): (&Weights, &Epoch),
        alpha: f32,
        (first, _): (&Weights, &Epoch),
    ) -> Teller {
        let mut folded = Network::new(second);
        folded.fold(&Inputs::Submission.constant());
        let (missing, first) = (Network::new(second), Network::new(first));
        Teller::new(How::Two(Box::new(Two { alpha, second: folded, missing, first })), figures(end))
    }

    /// The epoch whose weights it has, the loss while it learned and on validation.
    pub(crate) fn epoch(&self) -> (f64, f64, f64) {
        self.epoch
    }

    /// The probabilities of the classes.
    pub(crate) fn classes(&mut self, data: &Dataset, at: usize) -> Classes {
        let Teller { how, list, work, .. } = self;
        list.clear();
        list.extend(data.list(at));
        let answers = |outputs: &[f32], target: Target| target.classes(data.row(at), outputs);
        match how {
            How::Shares(table) => table[former(data.row(at).before, true)],
            How::Linear(layer) => answers(&linear(layer, list), Target::Class),
            How::One(network, target) => answers(network.sparse(list, work), *target),
            How::Two(two) => {
                scale(list, two.alpha);
                answers(two.second.sparse(list, work), Target::Class)
            }
        }
    }

    /// How the second network stands to the first, once it has told this class of the decision.
    pub(crate) fn compared(&mut self, data: &Dataset, at: usize, told: usize) -> Option<Compared> {
        let Teller { how: How::Two(two), list, work, .. } = self else { return None };
        list.clear();
        list.extend(data.list(at));
        let submitted = list.iter().any(|&(place, _)| usize::from(place) >= environment());
        list.retain(|&(place, _)| usize::from(place) < environment());
        let first = most(two.first.sparse(list, work));
        scale(list, two.alpha);
        let missing = most(two.missing.sparse(list, work)) == first;
        let passed = most(two.second.sparse(list, work));
        Some(Compared { standard: told == first, missing, reacts: submitted.then_some(passed != told) })
    }
}

fn environment() -> usize {
    Inputs::Submission.environment()
}

/// Makes the environment smaller beside the submission.
fn scale(list: &mut [(u16, f32)], alpha: f32) {
    let own = list.iter_mut().filter(|(place, _)| usize::from(*place) < environment());
    own.for_each(|(_, figure)| *figure *= alpha);
}

/// The place of a former rank in the table of shares.
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
