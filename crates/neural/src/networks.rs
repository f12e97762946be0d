//! The networks that can be trained by name.

use agents::daihinmin::Inputs;
use table::{SpecError, unknown};

use crate::data::{Split, Target};
use crate::model::{Device, Method};
use crate::train::Plan;

/// A network that can be trained, and how it usually is.
#[derive(Clone, Copy, Debug)]
pub struct Design {
    /// The name people type.
    pub name: &'static str,
    /// One line about it.
    pub about: &'static str,
    /// What it is told.
    pub inputs: Inputs,
    /// What it tells.
    pub target: Target,
    /// How many values its hidden layers have.
    pub hidden: &'static [usize],
    /// How weights move.
    pub method: Method,
    /// How far.
    pub rate: f64,
    /// Whether the rate fades to nothing until the last epoch.
    pub fades: bool,
    /// The share of hidden values that is left out while learning.
    pub dropout: f32,
    /// How many decisions at once.
    pub batch: usize,
    /// How often all decisions are gone through, at most.
    pub epochs: u32,
    /// After how many epochs without a better validation it ends; never, if that is 0.
    pub patience: u32,
}

/// All of them.
pub const DESIGNS: &[Design] = &[RANK_A, RANK_B, RANK];

/// The paper's evaluator of a situation.
pub(crate) const RANK_A: Design = Design {
    name: "rank-a",
    about: "the paper's evaluator A: 173 inputs of the situation, 250 hidden values, three classes of ranks",
    inputs: Inputs::Environment,
    target: Target::Class,
    hidden: &[250],
    method: Method::Sgd,
    rate: 0.01,
    fades: false,
    dropout: 0.0,
    batch: 32,
    epochs: 1000,
    patience: 0,
};

/// The paper's evaluator of a situation and a submission.
pub(crate) const RANK_B: Design = Design {
    name: "rank-b",
    about: "the paper's evaluator B: the same and a submission (226 inputs), 500 hidden values",
    inputs: Inputs::Submission,
    hidden: &[500],
    ..RANK_A
};

/// Ours.
pub(crate) const RANK: Design = Design {
    name: "rank",
    about: "ours: 312 inputs of former ranks, hand sizes and what the own cards are worth against the unseen ones; the \
            probability of every order in which all can end",
    inputs: Inputs::Rank,
    target: Target::Order,
    hidden: &[256, 64],
    method: Method::AdamW,
    rate: 0.001,
    fades: true,
    dropout: 0.3,
    batch: 1024,
    epochs: 8,
    patience: 0,
};

impl Design {
    /// The network of this name.
    ///
    /// # Errors
    /// A name that no network has: which ones there are.
    pub fn named(name: &str) -> Result<&'static Design, SpecError> {
        let known = DESIGNS.iter().map(|design| design.name);
        DESIGNS.iter().find(|design| design.name == name).ok_or_else(|| unknown("network", name, known))
    }

    /// Whether it is also told a submission, beside which the environment is scaled.
    pub fn has_submission(&self) -> bool {
        self.inputs == Inputs::Submission
    }

    /// How it is usually trained: five folds of blocks, of which the first is asked.
    pub fn plan(&self) -> Plan {
        Plan {
            network: self.name.to_string(),
            target: self.target,
            hidden: self.hidden.to_vec(),
            alpha: if self.has_submission() { ALPHA } else { 1.0 },
            method: self.method,
            rate: self.rate,
            fades: self.fades,
            dropout: self.dropout,
            batch: self.batch,
            epochs: self.epochs,
            patience: self.patience,
            seed: 0,
            split: Split::Block,
            folds: 5,
            fold: 0,
            device: Device::Cpu,
        }
    }
}

/// The paper's factor of the environment beside a submission.
pub(crate) const ALPHA: f32 = 0.06;
