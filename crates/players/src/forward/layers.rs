//! What networks are made of: dense layers, laid out for the kernel, and the steps between them.

use super::kernel::{self, LANES};
use super::weights::Dense;

/// A layer with a row of weights for each input, padded with zeros and laid out as they are read.
#[derive(Clone, Debug)]
pub(super) struct Layer {
    width: usize,
    outputs: usize,
    pub(super) rows: Vec<f32>,
    pub(super) bias: Vec<f32>,
}

/// A layer with a row of weights for each output, so that single outputs can be asked for.
#[derive(Clone, Debug)]
pub(super) struct Readout {
    width: usize,
    rows: Vec<f32>,
    bias: Vec<f32>,
}

/// A step of a network: it changes a vector, or its width.
#[derive(Clone, Debug)]
pub(super) enum Block {
    Dense(Layer),
    Relu,
    /// Layer norm: the vector with mean 0 and variance 1, then scaled and shifted.
    Norm {
        scale: Vec<f32>,
        shift: Vec<f32>,
    },
    /// The vector, plus what these steps make of it.
    Residual(Vec<Block>),
}

/// Room for what comes up on the way, kept between passes.
#[derive(Clone, Debug, Default)]
pub(super) struct Room {
    pub(super) next: Vec<f32>,
    /// The inputs of a layer that are not 0.
    pub(super) active: Vec<(usize, f32)>,
    /// Vectors that a residual step has done with.
    spare: Vec<Vec<f32>>,
}

/// What layer norm adds to the variance.
const EPSILON: f64 = 1e-5;

fn padded(width: usize) -> usize {
    width.next_multiple_of(LANES)
}

/// A row with zeros up to the next whole register.
pub(super) fn pad(row: &[f32]) -> Vec<f32> {
    let mut padded_row = row.to_vec();
    padded_row.resize(padded(row.len()), 0.0);
    padded_row
}

impl Layer {
    pub(super) fn new(dense: &Dense) -> Layer {
        let width = padded(dense.outputs);
        let rows: Vec<f32> = dense.weights.chunks_exact(dense.outputs).flat_map(pad).collect();
        Layer { width, outputs: dense.outputs, rows: kernel::lay_out(&rows, width), bias: pad(&dense.bias) }
    }

    pub(super) fn inputs(&self) -> usize {
        self.rows.len() / self.width
    }

    pub(super) fn outputs(&self) -> usize {
        self.outputs
    }

    pub(super) fn sum(&self, sums: &mut Vec<f32>, weighted: impl Iterator<Item = (usize, f32)> + Clone) {
        sums.clear();
        sums.extend_from_slice(&self.bias);
        kernel::add_rows(sums, &self.rows, weighted);
    }

    /// The same for a whole row: what is 0 adds nothing and is left out.
    pub(super) fn sum_row(&self, row: &[f32], sums: &mut Vec<f32>, active: &mut Vec<(usize, f32)>) {
        active.clear();
        active.extend(row.iter().copied().enumerate().filter(|&(_, figure)| figure != 0.0));
        self.sum(sums, active.iter().copied());
    }
}

impl Readout {
    pub(super) fn new(dense: &Dense) -> Readout {
        let row = |output: usize| {
            let row: Vec<f32> = dense.weights.iter().skip(output).step_by(dense.outputs).copied().collect();
            pad(&row)
        };
        let rows = (0..dense.outputs).flat_map(row).collect();
        Readout { width: padded(dense.inputs), rows, bias: dense.bias.clone() }
    }

    pub(super) fn outputs(&self) -> usize {
        self.bias.len()
    }

    /// One output for these padded values.
    #[inline]
    pub(super) fn output(&self, values: &[f32], output: usize) -> f32 {
        self.bias[output] + kernel::product(values, &self.rows[output * self.width..][..self.width])
    }

    pub(super) fn all<'a>(&'a self, values: &'a [f32]) -> impl Iterator<Item = f32> + 'a {
        (0..self.outputs()).map(|output| self.output(values, output))
    }
}

/// Runs the steps over padded values.
pub(super) fn run(blocks: &[Block], values: &mut Vec<f32>, room: &mut Room) {
    for block in blocks {
        match block {
            Block::Dense(layer) => {
                layer.sum_row(&values[..layer.inputs()], &mut room.next, &mut room.active);
                std::mem::swap(values, &mut room.next);
            }
            Block::Relu => rectify(values),
            Block::Norm { scale, shift } => normalise(&mut values[..scale.len()], scale, shift),
            Block::Residual(inside) => {
                let mut kept = room.spare.pop().unwrap_or_default();
                kept.clone_from(values);
                run(inside, values, room);
                values.iter_mut().zip(&kept).for_each(|(value, kept)| *value += kept);
                room.spare.push(kept);
            }
        }
    }
}

pub(super) fn rectify(values: &mut [f32]) {
    values.iter_mut().for_each(|value| *value = value.max(0.0));
}

fn normalise(values: &mut [f32], scale: &[f32], shift: &[f32]) {
    let count = values.len() as f64;
    let mean = values.iter().map(|&value| f64::from(value)).sum::<f64>() / count;
    let squares: f64 = values.iter().map(|&value| (f64::from(value) - mean).powi(2)).sum();
    let by = 1.0 / (squares / count + EPSILON).sqrt();
    for ((value, scale), shift) in values.iter_mut().zip(scale).zip(shift) {
        *value = ((f64::from(*value) - mean) * by) as f32 * scale + shift;
    }
}
