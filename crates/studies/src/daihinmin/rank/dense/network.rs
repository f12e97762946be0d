//! A network of dense layers: its weights, its forward and its backward pass.

use players::forward::{Dense, Kernel, run_widest};
use table::Rng;

use super::loss::cross_entropy;
use super::matrix::{Matrix, Sparse, multiply};
use super::optimizer::Steps;

/// Dropout: hidden values that are left out while training, drawn anew for every row.
pub struct Dropout<'r> {
    /// The probability that a value is left out, in steps of a 256th.
    pub share: f32,
    /// Source of randomness.
    pub rng: &'r mut Rng,
}

impl Dropout<'_> {
    /// The number of byte values, of 256, for which a hidden value is left out.
    fn least(&self) -> u8 {
        (self.share * 256.0) as u8
    }

    /// The factor of what is kept, so that the mean stays.
    fn kept(&self) -> f32 {
        256.0 / (256.0 - f32::from(self.least()))
    }

    /// Factors for `count` values: 0 for those left out.
    fn factors(&mut self, count: usize) -> Vec<f32> {
        let (least, kept) = (self.least(), self.kept());
        let mut factors = Vec::with_capacity(count + 7);
        while factors.len() < count {
            let factor = |byte: u8| if byte < least { 0.0 } else { kept };
            factors.extend(self.rng.bits().to_le_bytes().map(factor));
        }
        factors.truncate(count);
        factors
    }
}

/// The rows of one step of training.
pub(crate) struct Batch<'a> {
    /// The inputs of all rows, one row behind the other.
    pub(crate) rows: &'a [f32],
    /// The right answer of each row.
    pub(crate) answers: &'a [usize],
    /// Added to the outputs, row by row.
    pub(crate) offsets: Option<&'a [f32]>,
    pub(crate) dropout: Option<Dropout<'a>>,
}

/// A network of dense layers, all rectified but the last.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct DenseNetwork {
    /// A row of weights for each input of a layer, below a first row with its biases: the weights of an input that is
    /// always 1.
    pub(crate) layers: Vec<Matrix>,
}

/// The values of a pass, kept so that the next pass allocates nothing.
#[derive(Default)]
pub(crate) struct Workspace {
    /// The inputs of each layer.
    inputs: Vec<Sparse>,
    /// The hidden values of each layer, then the outputs; the backward pass replaces them by their gradients.
    values: Vec<Matrix>,
    /// The inputs of a layer by column, and the gradient of its weights.
    columns: Sparse,
    gradient: Matrix,
    /// The gradients of a layer's sums by row, its weights by column, and the gradients of its inputs.
    slopes: Sparse,
    transposed: Matrix,
    below: Matrix,
    /// A row of outputs.
    row: Vec<f32>,
}

/// Weights and biases are uniform within 1 / sqrt(inputs).
fn draw_layer(inputs: usize, outputs: usize, rng: &mut Rng) -> Dense {
    let bound = (1.0 / inputs as f64).sqrt();
    let mut draw = |count: usize| (0..count).map(|_| ((2.0 * rng.f64() - 1.0) * bound) as f32).collect();
    Dense { inputs, outputs, weights: draw(inputs * outputs), bias: draw(outputs) }
}

fn matrix_of(layer: &Dense) -> Matrix {
    let mut matrix = Matrix::zeros(1 + layer.inputs, layer.outputs);
    matrix.set_row(0, &layer.bias);
    let rows = layer.weights.chunks_exact(layer.outputs).enumerate();
    rows.for_each(|(input, row)| matrix.set_row(1 + input, row));
    matrix
}

fn dense_of(matrix: &Matrix) -> Dense {
    let (mut bias, mut weights) = (Vec::new(), Vec::new());
    matrix.copy_row(0, &mut bias);
    (1..matrix.rows()).for_each(|row| matrix.copy_row(row, &mut weights));
    Dense { inputs: matrix.rows() - 1, outputs: matrix.columns(), weights, bias }
}

impl DenseNetwork {
    /// A network with random weights; `widths` has the number of inputs, of hidden values by layer, of outputs.
    pub(crate) fn draw(widths: &[usize], rng: &mut Rng) -> DenseNetwork {
        let layers = widths.windows(2).map(|pair| matrix_of(&draw_layer(pair[0], pair[1], rng))).collect();
        DenseNetwork { layers }
    }

    /// The weights.
    pub(crate) fn weights(&self) -> Vec<Dense> {
        self.layers.iter().map(dense_of).collect()
    }

    /// The outputs of all rows, one row behind the other.
    pub(crate) fn outputs(&self, rows: &[f32]) -> Vec<f32> {
        let (mut work, mut outputs) = (Workspace::default(), Vec::new());
        self.forward(rows, None, &mut work);
        let matrix = &work.values[self.layers.len() - 1];
        (0..matrix.rows()).for_each(|row| matrix.copy_row(row, &mut outputs));
        outputs
    }

    /// One step against the gradient of the mean cross entropy; returns the cross entropy before.
    pub(crate) fn fit(
        &mut self,
        batch: Batch<'_>,
        steps: &mut Steps,
        rate: f64,
        work: &mut Workspace,
    ) -> f64 {
        let Batch { rows, answers, offsets, dropout } = batch;
        let kept = dropout.as_ref().map_or(1.0, Dropout::kept);
        self.forward(rows, dropout, work);
        let loss = work.outputs_to_gradients(answers, offsets);
        self.backward(kept, steps, rate, work);
        loss
    }

    fn forward(&self, rows: &[f32], mut dropout: Option<Dropout<'_>>, work: &mut Workspace) {
        let Workspace { inputs, values, .. } = work;
        inputs.resize_with(self.layers.len(), Sparse::default);
        values.resize_with(self.layers.len(), Matrix::default);
        inputs[0].clear();
        for row in rows.chunks_exact(self.layers[0].rows() - 1) {
            inputs[0].push(0, 1.0);
            inputs[0].push_values(1, row);
            inputs[0].end_row();
        }
        for (at, layer) in self.layers.iter().enumerate() {
            multiply(&inputs[at], layer, &mut values[at]);
            if at + 1 < self.layers.len() {
                rectify(&mut values[at], dropout.as_mut());
                list(&values[at], &mut inputs[at + 1]);
            }
        }
    }

    fn backward(&mut self, kept: f32, steps: &mut Steps, rate: f64, work: &mut Workspace) {
        steps.begin();
        for (at, weights) in self.layers.iter_mut().enumerate().rev() {
            work.inputs[at].transpose_into(weights.rows(), &mut work.columns);
            multiply(&work.columns, &work.values[at], &mut work.gradient);
            if at > 0 {
                work.gradients_below(at, weights, kept);
            }
            steps.step(at, weights, &work.gradient, rate);
        }
    }
}

/// Negative sums become 0, and so does what is left out.
fn rectify(values: &mut Matrix, dropout: Option<&mut Dropout<'_>>) {
    values.values_mut().iter_mut().for_each(|value| *value = value.max(0.0));
    let Some(dropout) = dropout else { return };
    let factors = dropout.factors(values.rows() * values.columns());
    for (row, factors) in factors.chunks_exact(values.columns()).enumerate() {
        values.scale_row(row, factors);
    }
}

/// The values that are not 0, behind the 1 that is multiplied by the biases.
fn list(values: &Matrix, inputs: &mut Sparse) {
    inputs.clear();
    for row in 0..values.rows() {
        inputs.push(0, 1.0);
        inputs.push_row(1, values, row);
        inputs.end_row();
    }
}

impl Workspace {
    /// Replaces the outputs by the gradients of the mean cross entropy, which is returned.
    fn outputs_to_gradients(&mut self, answers: &[usize], offsets: Option<&[f32]>) -> f64 {
        let outputs = self.values.last_mut().expect("a network has layers");
        let (row, share) = (&mut self.row, 1.0 / answers.len() as f32);
        let mut loss = 0.0;
        for (at, &answer) in answers.iter().enumerate() {
            row.clear();
            outputs.copy_row(at, row);
            if let Some(offsets) = offsets {
                let offsets = &offsets[at * row.len()..];
                row.iter_mut().zip(offsets).for_each(|(output, offset)| *output += offset);
            }
            loss += cross_entropy(row, answer, share);
            outputs.set_row(at, row);
        }
        loss / answers.len() as f64
    }

    /// Replaces the hidden values below layer `at` by the gradients of their sums.
    fn gradients_below(&mut self, at: usize, weights: &Matrix, kept: f32) {
        let Workspace { values, slopes, transposed, below, .. } = self;
        slopes.clear();
        for row in 0..values[at].rows() {
            slopes.push_row(0, &values[at], row);
            slopes.end_row();
        }
        weights.transpose_into(1, transposed);
        multiply(slopes, transposed, below);
        run_widest(Gate { values: values[at - 1].values_mut(), slopes: below.values(), kept });
    }
}

/// Replaces hidden values by their gradients: 0 for those rectified or left out, `kept` times the slope for the rest.
struct Gate<'a> {
    values: &'a mut [f32],
    slopes: &'a [f32],
    kept: f32,
}

impl Kernel for Gate<'_> {
    #[inline(always)]
    fn run(self) {
        for (value, slope) in self.values.iter_mut().zip(self.slopes) {
            // A factor and no branch: which values are 0 cannot be foreseen.
            let factor = if *value > 0.0 { self.kept } else { 0.0 };
            *value = factor * slope;
        }
    }
}

#[cfg(test)]
mod tests;
