//! The networks that can be trained, by name.

use players::daihinmin::Inputs;
use table::{SpecError, unknown};

use crate::daihinmin::rank::data::{Split, Target};
use crate::daihinmin::rank::dense::Optimizer;
use crate::daihinmin::rank::train::TrainingPlan;

/// A network that can be trained, with its default hyperparameters.
#[derive(Clone, Copy, Debug)]
pub struct Design {
    /// Its name on the command line.
    pub name: &'static str,
    /// Its description in one line.
    pub about: &'static str,
    /// Its inputs.
    pub inputs: Inputs,
    /// What it predicts.
    pub target: Target,
    /// The widths of its hidden layers.
    pub hidden: &'static [usize],
    /// Optimizer.
    pub optimizer: Optimizer,
    /// Learning rate.
    pub rate: f64,
    /// Whether the learning rate falls linearly to 0 at the last epoch.
    pub decays_rate: bool,
    /// Dropout: the share of hidden values that is left out while training.
    pub dropout: f32,
    /// Batch size.
    pub batch: usize,
    /// Maximum number of epochs.
    pub epochs: u32,
    /// Early stopping: epochs without a better validation loss before training ends; 0 for never.
    pub patience: u32,
}

/// All networks that can be trained.
pub const DESIGNS: &[Design] = &[RANK_A, RANK_B, RANK];

/// The paper's evaluator A, of a situation.
pub(crate) const RANK_A: Design = Design {
    name: "rank-a",
    about: "the paper's evaluator A: 173 inputs of the situation, 250 hidden values, three classes of ranks",
    inputs: Inputs::Environment,
    target: Target::Class,
    hidden: &[250],
    optimizer: Optimizer::Sgd,
    rate: 0.01,
    decays_rate: false,
    dropout: 0.0,
    batch: 32,
    epochs: 1000,
    patience: 0,
};

/// The paper's evaluator B, of a situation and a submission.
pub(crate) const RANK_B: Design = Design {
    name: "rank-b",
    about: "the paper's evaluator B: the same and a submission (226 inputs), 500 hidden values",
    inputs: Inputs::Submission,
    hidden: &[500],
    ..RANK_A
};

/// Our forecast of all ranks.
pub(crate) const RANK: Design = Design {
    name: "rank",
    about: "ours: 312 inputs of former ranks, hand sizes and what the own cards are worth against the unseen ones; the \
            probability of every order in which all can end",
    inputs: Inputs::Rank,
    target: Target::Order,
    hidden: &[256, 64],
    optimizer: Optimizer::AdamW,
    rate: 0.001,
    decays_rate: true,
    dropout: 0.3,
    batch: 1024,
    epochs: 8,
    patience: 0,
};

impl Design {
    /// The network of this name.
    ///
    /// # Errors
    /// If no network has this name; the error lists the names.
    pub fn named(name: &str) -> Result<&'static Design, SpecError> {
        let known = DESIGNS.iter().map(|design| design.name);
        DESIGNS.iter().find(|design| design.name == name).ok_or_else(|| unknown("network", name, known))
    }

    /// Whether the inputs include a submission, beside which the environment is scaled by alpha.
    pub fn has_submission(&self) -> bool {
        self.inputs == Inputs::Submission
    }

    /// The default plan: five folds of blocks, the first of them the test set.
    pub fn plan(&self) -> TrainingPlan {
        TrainingPlan {
            network: self.name.to_string(),
            target: self.target,
            hidden: self.hidden.to_vec(),
            alpha: if self.has_submission() { ALPHA } else { 1.0 },
            optimizer: self.optimizer,
            rate: self.rate,
            decays_rate: self.decays_rate,
            dropout: self.dropout,
            batch: self.batch,
            epochs: self.epochs,
            patience: self.patience,
            seed: 0,
            training: 0,
            split: Split::Block,
            folds: 5,
            fold: 0,
        }
    }
}

/// The paper's factor of the environment inputs beside a submission.
pub(crate) const ALPHA: f32 = 0.06;
