//! The framework behind a small door: fit a batch, ask for outputs, take the weights out, save and go on.

use agents::forward::Dense;
use burn::backend::{Autodiff, Flex};
use burn::module::{AutodiffModule, Module, Param};
use burn::nn::Linear;
use burn::nn::loss::CrossEntropyLossConfig;
use burn::optim::adaptor::OptimizerAdaptor;
use burn::optim::{Adam, AdamConfig, GradientsParams, Optimizer, Sgd, SgdConfig};
use burn::record::{BinBytesRecorder, FullPrecisionSettings, Recorder};
use burn::tensor::activation::relu;
use burn::tensor::backend::Backend;
use burn::tensor::{Int, Tensor, TensorData};
use serde::{Deserialize, Serialize};
use table::Rng;

/// The processor, without gradients and with them.
type Plain = Flex;
type Graded = Autodiff<Plain>;

/// How weights move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Method {
    /// Stochastic gradient descent, as in the paper.
    Sgd,
    /// Adam.
    Adam,
}

#[derive(Module, Debug)]
struct Layers<B: Backend> {
    layers: Vec<Linear<B>>,
}

impl<B: Backend> Layers<B> {
    fn forward(&self, rows: Tensor<B, 2>) -> Tensor<B, 2> {
        let last = self.layers.len() - 1;
        let step = |values, (at, layer): (usize, &Linear<B>)| {
            let sums = layer.forward(values);
            if at < last { relu(sums) } else { sums }
        };
        self.layers.iter().enumerate().fold(rows, step)
    }
}

/// A network that is being trained.
pub struct Trainer {
    layers: Layers<Graded>,
    optimizer: AnyOptimizer,
}

enum AnyOptimizer {
    Sgd(OptimizerAdaptor<Sgd<Plain>, Layers<Graded>, Graded>),
    Adam(OptimizerAdaptor<Adam, Layers<Graded>, Graded>),
}

/// Rows behind one another, and how many.
fn tensor<B: Backend>(figures: Vec<f32>, count: usize) -> Tensor<B, 2> {
    let width = figures.len() / count;
    Tensor::from_data(TensorData::new(figures, [count, width]), &B::Device::default())
}

/// A layer with weights drawn evenly around 0, as wide as the number of its inputs asks for.
fn draw_layer(inputs: usize, outputs: usize, rng: &mut Rng) -> Dense {
    let bound = (1.0 / inputs as f64).sqrt();
    let mut draw = |count: usize| (0..count).map(|_| ((2.0 * rng.f64() - 1.0) * bound) as f32).collect();
    Dense { inputs, outputs, weights: draw(inputs * outputs), bias: draw(outputs) }
}

fn linear<B: Backend>(dense: Dense) -> Linear<B> {
    let device = B::Device::default();
    let bias: Tensor<B, 1> = Tensor::from_data(TensorData::new(dense.bias, [dense.outputs]), &device);
    let weight = tensor(dense.weights, dense.inputs);
    Linear { weight: Param::from_tensor(weight), bias: Some(Param::from_tensor(bias)) }
}

impl Trainer {
    /// A network with so many values in each layer, the inputs first, and weights drawn at random.
    pub fn new(widths: &[usize], method: Method, rng: &mut Rng) -> Trainer {
        let layers = widths.windows(2).map(|pair| linear(draw_layer(pair[0], pair[1], rng))).collect();
        let optimizer = match method {
            Method::Sgd => AnyOptimizer::Sgd(SgdConfig::new().init()),
            Method::Adam => AnyOptimizer::Adam(AdamConfig::new().init()),
        };
        Trainer { layers: Layers { layers }, optimizer }
    }

    /// Moves the weights by one batch of rows, and returns the mean loss before.
    pub fn fit(&mut self, rows: Vec<f32>, answers: &[i64], rate: f64) -> f32 {
        let count = answers.len();
        let targets: Tensor<Graded, 1, Int> =
            Tensor::from_data(TensorData::new(answers.to_vec(), [count]), &Default::default());
        let outputs = self.layers.forward(tensor(rows, count));
        let loss = CrossEntropyLossConfig::new().init(&Default::default()).forward(outputs, targets);
        let value = loss.clone().into_scalar();
        let gradients = GradientsParams::from_grads(loss.backward(), &self.layers);
        let layers = self.layers.clone();
        self.layers = match &mut self.optimizer {
            AnyOptimizer::Sgd(sgd) => sgd.step(rate, layers, gradients),
            AnyOptimizer::Adam(adam) => adam.step(rate, layers, gradients),
        };
        value
    }

    /// The outputs for so many rows, before they become probabilities.
    pub fn outputs(&self, rows: Vec<f32>, count: usize) -> Vec<f32> {
        let outputs = self.layers.valid().forward(tensor(rows, count));
        outputs.into_data().into_vec().expect("outputs are of 32 bits")
    }

    /// The weights.
    pub fn weights(&self) -> Vec<Dense> {
        let figures = |data: TensorData| data.into_vec::<f32>().expect("weights are of 32 bits");
        let dense = |layer: &Linear<Graded>| {
            let [inputs, outputs] = layer.weight.dims();
            let bias = layer.bias.as_ref().expect("every layer has one").val();
            let weights = figures(layer.weight.val().into_data());
            Dense { inputs, outputs, weights, bias: figures(bias.into_data()) }
        };
        self.layers.layers.iter().map(dense).collect()
    }

    /// Weights and the state of the method, to go on from.
    pub fn save(&self) -> (Vec<u8>, Vec<u8>) {
        let layers = Bytes::default().record(self.layers.clone().into_record(), ());
        let method = match &self.optimizer {
            AnyOptimizer::Sgd(sgd) => Bytes::default().record(sgd.to_record(), ()),
            AnyOptimizer::Adam(adam) => Bytes::default().record(adam.to_record(), ()),
        };
        let written = "memory takes any record";
        (layers.expect(written), method.expect(written))
    }

    /// Goes on from what was saved.
    ///
    /// # Errors
    /// If it is not what a network of this shape saved.
    pub fn load(self, layers: Vec<u8>, method: Vec<u8>) -> Result<Trainer, String> {
        let device = Default::default();
        let text = |error: burn::record::RecorderError| error.to_string();
        let record = Bytes::default().load(layers, &device).map_err(text)?;
        let optimizer = match self.optimizer {
            AnyOptimizer::Sgd(sgd) => {
                AnyOptimizer::Sgd(sgd.load_record(Bytes::default().load(method, &device).map_err(text)?))
            }
            AnyOptimizer::Adam(adam) => {
                AnyOptimizer::Adam(adam.load_record(Bytes::default().load(method, &device).map_err(text)?))
            }
        };
        Ok(Trainer { layers: self.layers.load_record(record), optimizer })
    }
}

/// How states are written.
type Bytes = BinBytesRecorder<FullPrecisionSettings, Vec<u8>>;
