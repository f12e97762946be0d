//! A network that is being trained: fit a batch, ask for outputs, take the weights out, save and resume.

use players::forward::Dense;
use table::Rng;

use crate::daihinmin::rank::dense::{Batch, DenseNetwork, Dropout, Optimizer, Steps, Workspace};

/// A network that is being trained, with the state of its optimizer.
pub struct Trainer {
    network: DenseNetwork,
    steps: Steps,
    work: Workspace,
}

impl Trainer {
    /// A network with random weights; `widths` has the number of inputs, of hidden values by layer, of outputs.
    pub fn new(widths: &[usize], optimizer: Optimizer, rng: &mut Rng) -> Trainer {
        let network = DenseNetwork::draw(widths, rng);
        let steps = Steps::new(optimizer, &network.layers);
        Trainer { network, steps, work: Workspace::default() }
    }

    /// Takes one step on a batch: `rows` has the inputs, row behind row, `answers` the right output of each row. Returns
    /// the mean cross entropy before the step.
    pub fn fit(&mut self, rows: &[f32], answers: &[usize], rate: f64) -> f32 {
        self.fit_with(rows, answers, None, None, rate)
    }

    /// The same, with `offsets` added to the outputs and with dropout.
    pub fn fit_with(
        &mut self,
        rows: &[f32],
        answers: &[usize],
        offsets: Option<&[f32]>,
        dropout: Option<Dropout<'_>>,
        rate: f64,
    ) -> f32 {
        let batch = Batch { rows, answers, offsets, dropout };
        self.network.fit(batch, &mut self.steps, rate, &mut self.work) as f32
    }

    /// The outputs of all rows, before they become probabilities.
    pub fn outputs(&self, rows: &[f32]) -> Vec<f32> {
        self.network.outputs(rows)
    }

    /// The weights.
    pub fn weights(&self) -> Vec<Dense> {
        self.network.weights()
    }

    /// A checkpoint: the weights, and the state of the optimizer.
    pub fn save(&self) -> (Vec<u8>, Vec<u8>) {
        (self.network.save(), self.steps.save())
    }

    /// Resumes from a checkpoint.
    ///
    /// # Errors
    /// If a network of another shape, another optimizer or another version wrote it.
    pub fn load(mut self, weights: &[u8], optimizer: &[u8]) -> Result<Trainer, &'static str> {
        self.network.load(weights)?;
        self.steps.load(optimizer)?;
        Ok(self)
    }
}
