//! The framework behind a small door: fit a batch, ask for outputs, take the weights out, save and go on.

use agents::forward::Dense;
use burn::backend::{Autodiff, Flex};
use burn::module::{AutodiffModule, Module, Param};
use burn::nn::Linear;
use burn::nn::loss::CrossEntropyLossConfig;
use burn::optim::adaptor::OptimizerAdaptor;
use burn::optim::{AdamW, AdamWConfig, GradientsParams, Optimizer, Sgd, SgdConfig};
use burn::record::{BinBytesRecorder, FullPrecisionSettings, Recorder, RecorderError};
use burn::tensor::activation::relu;
use burn::tensor::backend::Backend;
use burn::tensor::{ElementConversion, Int, Tensor, TensorData};
use serde::{Deserialize, Serialize};
use table::Rng;

/// How weights move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Method {
    /// Stochastic gradient descent, as in the paper.
    Sgd,
    /// Adam with weights that decay, at three tenths of the rate.
    AdamW,
}

/// How fast weights decay, as a part of the rate.
const DECAY: f32 = 0.3;

/// A share of the hidden values that is left out while learning, drawn anew for every row.
pub struct Dropout<'r> {
    /// The share, in steps of a 256th.
    pub share: f32,
    /// What draws.
    pub rng: &'r mut Rng,
}

impl Dropout<'_> {
    /// Factors for so many values: 0 for what is left out, and what keeps the mean for the rest.
    fn factors(&mut self, count: usize) -> Vec<f32> {
        let least = (self.share * 256.0) as u8;
        let (mut factors, kept) = (Vec::with_capacity(count + 7), 256.0 / (256.0 - f32::from(least)));
        while factors.len() < count {
            let factor = |byte: u8| if byte < least { 0.0 } else { kept };
            factors.extend(self.rng.bits().to_le_bytes().map(factor));
        }
        factors.truncate(count);
        factors
    }
}

#[derive(Module, Debug)]
struct Layers<B: Backend> {
    layers: Vec<Linear<B>>,
}

impl<B: Backend> Layers<B> {
    fn forward(&self, rows: Tensor<B, 2>, mut dropout: Option<Dropout<'_>>) -> Tensor<B, 2> {
        let (count, last) = (rows.dims()[0], self.layers.len() - 1);
        let step = |values, (at, layer): (usize, &Linear<B>)| {
            let sums = layer.forward(values);
            match &mut dropout {
                _ if at == last => sums,
                None => relu(sums),
                Some(dropout) => {
                    let factors = dropout.factors(count * sums.dims()[1]);
                    relu(sums) * tensor(factors, count)
                }
            }
        };
        self.layers.iter().enumerate().fold(rows, step)
    }
}

/// Where a network is trained.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Device {
    /// On one core of the processor.
    #[default]
    Cpu,
    /// On the first graphics card, if this program was built for it.
    Cuda,
}

/// A network that is being trained.
pub struct Trainer(Box<dyn Learn>);

/// What a network can be asked for, whatever it is trained on.
trait Learn: Send {
    fn fit(&mut self, batch: Batch<'_>, rate: f64) -> f32;
    fn outputs(&self, rows: Vec<f32>, count: usize) -> Vec<f32>;
    fn weights(&self) -> Vec<Dense>;
    fn save(&self) -> (Vec<u8>, Vec<u8>);
    fn load(&mut self, layers: Vec<u8>, method: Vec<u8>) -> Result<(), RecorderError>;
}

/// What is learned from at once.
struct Batch<'a> {
    rows: Vec<f32>,
    answers: &'a [i64],
    /// What is added to the outputs.
    offsets: Option<Vec<f32>>,
    dropout: Option<Dropout<'a>>,
}

/// A network on one kind of device.
struct Learner<B: Backend> {
    /// Taken out for a moment while they are moved: nobody else holds the tensors then, and they are moved in place.
    layers: Option<Layers<Autodiff<B>>>,
    optimizer: AnyOptimizer<B>,
}

enum AnyOptimizer<B: Backend> {
    Sgd(OptimizerAdaptor<Sgd<B>, Layers<Autodiff<B>>, Autodiff<B>>),
    AdamW(OptimizerAdaptor<AdamW, Layers<Autodiff<B>>, Autodiff<B>>),
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
    /// A network with so many values in each layer, the inputs first, and weights drawn at random, on the processor.
    pub fn new(widths: &[usize], method: Method, rng: &mut Rng) -> Trainer {
        Trainer(Box::new(Learner::<Flex>::new(widths, method, rng)))
    }

    /// The same on any device.
    ///
    /// # Errors
    /// What is missing on this machine, or in this program.
    pub fn on(device: Device, widths: &[usize], method: Method, rng: &mut Rng) -> Result<Trainer, String> {
        match device {
            Device::Cpu => Ok(Trainer::new(widths, method, rng)),
            Device::Cuda => on_card(widths, method, rng),
        }
    }

    /// Moves the weights by one batch of rows, and returns the mean loss before.
    pub fn fit(&mut self, rows: Vec<f32>, answers: &[i64], rate: f64) -> f32 {
        self.fit_with(rows, answers, None, None, rate)
    }

    /// The same, with something added to the outputs, and with some hidden values left out.
    pub fn fit_with(
        &mut self,
        rows: Vec<f32>,
        answers: &[i64],
        offsets: Option<Vec<f32>>,
        dropout: Option<Dropout<'_>>,
        rate: f64,
    ) -> f32 {
        self.0.fit(Batch { rows, answers, offsets, dropout }, rate)
    }

    /// The outputs for so many rows, before they become probabilities.
    pub fn outputs(&self, rows: Vec<f32>, count: usize) -> Vec<f32> {
        self.0.outputs(rows, count)
    }

    /// The weights.
    pub fn weights(&self) -> Vec<Dense> {
        self.0.weights()
    }

    /// Weights and the state of the method, to go on from.
    pub fn save(&self) -> (Vec<u8>, Vec<u8>) {
        self.0.save()
    }

    /// Goes on from what was saved.
    ///
    /// # Errors
    /// If it is not what a network of this shape saved.
    pub fn load(mut self, layers: Vec<u8>, method: Vec<u8>) -> Result<Trainer, String> {
        self.0.load(layers, method).map_err(|error| error.to_string())?;
        Ok(self)
    }
}

/// The driver is asked first: on a broken one the framework would abort.
#[cfg(feature = "cuda")]
fn on_card(widths: &[usize], method: Method, rng: &mut Rng) -> Result<Trainer, String> {
    gpu::probe().map_err(|error| error.to_string())?;
    Ok(Trainer(Box::new(Learner::<burn::backend::Cuda>::new(widths, method, rng))))
}

#[cfg(not(feature = "cuda"))]
fn on_card(_widths: &[usize], _method: Method, _rng: &mut Rng) -> Result<Trainer, String> {
    Err("this program was built without `--features cuda`".to_string())
}

impl<B: Backend> Learner<B> {
    fn new(widths: &[usize], method: Method, rng: &mut Rng) -> Learner<B> {
        let layers = widths.windows(2).map(|pair| linear(draw_layer(pair[0], pair[1], rng))).collect();
        let optimizer = match method {
            Method::Sgd => AnyOptimizer::Sgd(SgdConfig::new().init()),
            Method::AdamW => AnyOptimizer::AdamW(AdamWConfig::new().with_weight_decay(DECAY).init()),
        };
        Learner { layers: Some(Layers { layers }), optimizer }
    }

    fn layers(&self) -> &Layers<Autodiff<B>> {
        self.layers.as_ref().expect("they are taken out only while they are moved")
    }
}

impl<B: Backend> Learn for Learner<B> {
    fn fit(&mut self, batch: Batch<'_>, rate: f64) -> f32 {
        let (count, device) = (batch.answers.len(), B::Device::default());
        let targets: Tensor<Autodiff<B>, 1, Int> =
            Tensor::from_data(TensorData::new(batch.answers.to_vec(), [count]), &device);
        let outputs = self.layers().forward(tensor(batch.rows, count), batch.dropout);
        let outputs = match batch.offsets {
            Some(offsets) => outputs + tensor(offsets, count),
            None => outputs,
        };
        let loss = CrossEntropyLossConfig::new().init(&device).forward(outputs, targets);
        let value = loss.clone().into_scalar().elem();
        let gradients = GradientsParams::from_grads(loss.backward(), self.layers());
        let layers = self.layers.take().expect("they are taken out only here");
        self.layers = Some(match &mut self.optimizer {
            AnyOptimizer::Sgd(sgd) => sgd.step(rate, layers, gradients),
            AnyOptimizer::AdamW(adam) => adam.step(rate, layers, gradients),
        });
        value
    }

    fn outputs(&self, rows: Vec<f32>, count: usize) -> Vec<f32> {
        let outputs = self.layers().valid().forward(tensor(rows, count), None);
        outputs.into_data().into_vec().expect("outputs are of 32 bits")
    }

    fn weights(&self) -> Vec<Dense> {
        let figures = |data: TensorData| data.into_vec::<f32>().expect("weights are of 32 bits");
        let dense = |layer: &Linear<Autodiff<B>>| {
            let [inputs, outputs] = layer.weight.dims();
            let bias = layer.bias.as_ref().expect("every layer has one").val();
            let weights = figures(layer.weight.val().into_data());
            Dense { inputs, outputs, weights, bias: figures(bias.into_data()) }
        };
        self.layers().layers.iter().map(dense).collect()
    }

    fn save(&self) -> (Vec<u8>, Vec<u8>) {
        let layers = Bytes::default().record(self.layers().clone().into_record(), ());
        let method = match &self.optimizer {
            AnyOptimizer::Sgd(sgd) => Bytes::default().record(sgd.to_record(), ()),
            AnyOptimizer::AdamW(adam) => Bytes::default().record(adam.to_record(), ()),
        };
        let written = "memory takes any record";
        (layers.expect(written), method.expect(written))
    }

    fn load(&mut self, layers: Vec<u8>, method: Vec<u8>) -> Result<(), RecorderError> {
        let device = B::Device::default();
        let record = Bytes::default().load(layers, &device)?;
        self.layers = self.layers.take().map(|layers| layers.load_record(record));
        match &mut self.optimizer {
            AnyOptimizer::Sgd(sgd) => *sgd = sgd.clone().load_record(Bytes::default().load(method, &device)?),
            AnyOptimizer::AdamW(adam) => {
                *adam = adam.clone().load_record(Bytes::default().load(method, &device)?);
            }
        }
        Ok(())
    }
}

/// How states are written.
type Bytes = BinBytesRecorder<FullPrecisionSettings, Vec<u8>>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dropout_leaves_its_share_out_and_keeps_the_mean() {
        let mut dropout = Dropout { share: 0.3, rng: &mut Rng::new(5) };
        let factors = dropout.factors(100_001);
        let zeros = factors.iter().filter(|factor| **factor == 0.0).count() as f64 / 100_001.0;
        let mean = factors.iter().map(|&factor| f64::from(factor)).sum::<f64>() / 100_001.0;
        assert_eq!(factors.len(), 100_001);
        assert!((zeros - 0.297).abs() < 0.01 && (mean - 1.0).abs() < 0.01, "{zeros} and {mean}");
        assert_ne!(factors[..1000], dropout.factors(1000), "drawn anew");
    }
}
