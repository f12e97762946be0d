//! Networks that play: a forward pass of our own over weights from a file, without a framework.
//!
//! [`PolicyNetwork`] is the network of a learned policy: any steps, and a score for each action. [`Network`] is the small one
//! of a paper: all layers but the last are rectified. Its inputs come as a whole row, as a list of those that are not 0, or as changes
//! of a row that was already summed up; all three give the same outputs, but for the order of summation.

mod kernel;
mod layers;
mod policy;
mod tensors;
mod weights;

use layers::{Layer, Readout, rectify};

pub use kernel::{Kernel, run_widest};
pub use policy::{
    ActionKeys, CountOf, POLICY_VERSION, PolicyBy, PolicyFile, PolicyHead, PolicyLayer, PolicyNetwork,
    PolicyValue, PolicyWork, WidthOf,
};
pub use tensors::{Tensor, Tensors, digest_of_bytes};
pub use weights::{Dense, WEIGHTS_VERSION, Weights, WeightsError, WeightsHeader};

/// A network of dense layers that can be asked for its outputs.
#[derive(Clone, Debug)]
pub struct Network {
    inputs: usize,
    outputs: usize,
    /// The layers below the last.
    hidden: Vec<Layer>,
    last: Readout,
}

/// Room for the values of a pass, kept between passes.
#[derive(Clone, Debug, Default)]
pub struct PassBuffers {
    values: Vec<f32>,
    next: Vec<f32>,
    /// The inputs of a layer that are not 0.
    active: Vec<(usize, f32)>,
    outputs: Vec<f32>,
}

/// The first layer of one row, summed up and not yet rectified.
#[derive(Clone, PartialEq, Debug)]
pub struct Sums(Vec<f32>);

impl Network {
    /// The network of these weights.
    ///
    /// # Panics
    /// If there is a single layer only: a network has a hidden one.
    pub fn new(weights: &Weights) -> Network {
        let (last, hidden) = weights.layers.split_last().expect("weights have layers");
        assert!(!hidden.is_empty(), "a network has a hidden layer");
        Network {
            inputs: hidden[0].inputs,
            outputs: last.outputs,
            hidden: hidden.iter().map(Layer::new).collect(),
            last: Readout::new(last),
        }
    }

    /// The number of inputs it has.
    pub fn inputs(&self) -> usize {
        self.inputs
    }

    /// The number of outputs it has.
    pub fn outputs(&self) -> usize {
        self.outputs
    }

    /// Takes these inputs as always present: what is given later counts on top of them.
    pub fn fold(&mut self, constant: &[(u16, f32)]) {
        let first = &mut self.hidden[0];
        kernel::add_rows(&mut first.bias, &first.rows, places(constant));
    }

    /// The outputs for a whole row of inputs.
    ///
    /// # Panics
    /// If the row is not as long as the network has inputs.
    pub fn dense<'w>(&self, row: &[f32], work: &'w mut PassBuffers) -> &'w [f32] {
        assert_eq!(row.len(), self.inputs, "a row has a figure for every input");
        self.hidden[0].sum_row(row, &mut work.values, &mut work.active);
        self.rest(work)
    }

    /// The outputs for a list of inputs that are not 0.
    pub fn sparse<'w>(&self, active: &[(u16, f32)], work: &'w mut PassBuffers) -> &'w [f32] {
        self.hidden[0].sum(&mut work.values, places(active));
        self.rest(work)
    }

    /// The first layer for a list of inputs that are not 0, to be changed input by input.
    pub fn sums(&self, active: &[(u16, f32)]) -> Sums {
        let mut sums = Vec::new();
        self.hidden[0].sum(&mut sums, places(active));
        Sums(sums)
    }

    /// Changes inputs by so much.
    pub fn change(&self, sums: &mut Sums, changes: &[(u16, f32)]) {
        kernel::add_rows(&mut sums.0, &self.hidden[0].rows, places(changes));
    }

    /// The outputs for a first layer that is already summed up, with inputs changed by so much; the sums stay as they are.
    pub fn finish_with<'w>(
        &self,
        sums: &Sums,
        changes: &[(u16, f32)],
        work: &'w mut PassBuffers,
    ) -> &'w [f32] {
        work.values.clone_from(&sums.0);
        kernel::add_rows(&mut work.values, &self.hidden[0].rows, places(changes));
        self.rest(work)
    }

    /// The other layers, from the sums of the first.
    fn rest<'w>(&self, work: &'w mut PassBuffers) -> &'w [f32] {
        rectify(&mut work.values);
        for layer in &self.hidden[1..] {
            let PassBuffers { values, next, active, .. } = &mut *work;
            layer.sum_row(&values[..layer.inputs()], next, active);
            rectify(next);
            std::mem::swap(values, next);
        }
        work.outputs.clear();
        work.outputs.extend(self.last.all(&work.values));
        &work.outputs
    }
}

fn places(list: &[(u16, f32)]) -> impl Iterator<Item = (usize, f32)> + Clone {
    list.iter().map(|&(place, figure)| (usize::from(place), figure))
}

/// Turns outputs into probabilities.
pub fn softmax(outputs: &mut [f32]) {
    let most = outputs.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    outputs.iter_mut().for_each(|output| *output = (*output - most).exp());
    let sum: f32 = outputs.iter().sum();
    outputs.iter_mut().for_each(|output| *output /= sum);
}

#[cfg(test)]
mod tests;
