use players::forward::{Network, PassBuffers, Weights, WeightsHeader};
use table::Digest;

use super::*;
use crate::daihinmin::rank::dense::Optimizer;

/// Odd widths, and hidden layers of one panel and of two.
const WIDTHS: [usize; 4] = [7, 21, 70, 5];
const COUNT: usize = 9;

struct Case {
    network: DenseNetwork,
    rows: Vec<f32>,
    answers: Vec<usize>,
    offsets: Vec<f32>,
}

fn case() -> Case {
    let mut rng = Rng::new(11);
    let network = DenseNetwork::draw(&WIDTHS, &mut rng);
    // Half of the inputs are 0.
    let mut value = || if rng.below(2) == 0 { 0.0 } else { (rng.f64() * 2.0 - 1.0) as f32 };
    let rows = (0..COUNT * WIDTHS[0]).map(|_| value()).collect();
    let offsets = (0..COUNT * WIDTHS[3]).map(|_| value()).collect();
    Case { network, rows, answers: (0..COUNT).map(|at| at * 3 % WIDTHS[3]).collect(), offsets }
}

/// Seed and share of the values that are left out.
const DROPOUT: (u64, f32) = (5, 0.3);

impl Case {
    fn fit(&self, network: &mut DenseNetwork, drops: bool, rate: f64) -> f64 {
        let mut rng = Rng::new(DROPOUT.0);
        let dropout = drops.then_some(Dropout { share: DROPOUT.1, rng: &mut rng });
        let batch = Batch { rows: &self.rows, answers: &self.answers, offsets: Some(&self.offsets), dropout };
        let mut steps = Steps::new(Optimizer::Sgd, &network.layers);
        network.fit(batch, &mut steps, rate, &mut Workspace::default())
    }

    /// The mean cross entropy by its definition, in double precision.
    fn loss(&self, weights: &[Vec<f64>], drops: bool) -> f64 {
        let mut rng = Rng::new(DROPOUT.0);
        let mut dropout = Dropout { share: if drops { DROPOUT.1 } else { 0.0 }, rng: &mut rng };
        let factors = [1, 2].map(|layer| dropout.factors(COUNT * WIDTHS[layer]));
        let loss = |at: usize| {
            let mut values = doubles(&self.rows[at * WIDTHS[0]..][..WIDTHS[0]]);
            for (layer, weights) in weights.iter().enumerate() {
                values = sums(weights, &values);
                if let Some(factors) = factors.get(layer) {
                    let factors = &factors[at * values.len()..];
                    values
                        .iter_mut()
                        .zip(factors)
                        .for_each(|(value, by)| *value = value.max(0.0) * f64::from(*by));
                }
            }
            let offsets = doubles(&self.offsets[at * WIDTHS[3]..]);
            values.iter_mut().zip(offsets).for_each(|(output, offset)| *output += offset);
            let sum: f64 = values.iter().map(|output| output.exp()).sum();
            sum.ln() - values[self.answers[at]]
        };
        (0..COUNT).map(loss).sum::<f64>() / COUNT as f64
    }
}

fn doubles(values: &[f32]) -> Vec<f64> {
    values.iter().copied().map(f64::from).collect()
}

/// Bias and weighted sum of each output; the biases are the first row of the weights.
fn sums(weights: &[f64], inputs: &[f64]) -> Vec<f64> {
    let mut rows = weights.chunks_exact(weights.len() / (inputs.len() + 1));
    let bias = rows.next().expect("biases are the first row").to_vec();
    rows.zip(inputs)
        .fold(bias, |sums, (row, input)| sums.iter().zip(row).map(|(sum, w)| sum + w * input).collect())
}

fn weights(network: &DenseNetwork) -> Vec<Vec<f64>> {
    let layer = |layer: &Dense| [doubles(&layer.bias), doubles(&layer.weights)].concat();
    network.weights().iter().map(layer).collect()
}

/// The gradient by a step of plain gradient descent with rate 1.
fn gradient(case: &Case, drops: bool) -> Vec<Vec<f64>> {
    let mut moved = case.network.clone();
    case.fit(&mut moved, drops, 1.0);
    let pairs = weights(&case.network).into_iter().zip(weights(&moved));
    pairs.map(|(before, after)| before.iter().zip(&after).map(|(b, a)| b - a).collect()).collect()
}

#[test]
fn gradients_agree_with_centred_differences() {
    const STEP: f64 = 1e-6;
    let case = case();
    for drops in [false, true] {
        let mut at = weights(&case.network);
        for (layer, gradient) in gradient(&case, drops).into_iter().enumerate() {
            let mut most = 0.0_f64;
            for (place, found) in gradient.into_iter().enumerate() {
                let middle = at[layer][place];
                let mut loss = |weight: f64| {
                    at[layer][place] = weight;
                    case.loss(&at, drops)
                };
                let wanted = (loss(middle + STEP) - loss(middle - STEP)) / (2.0 * STEP);
                loss(middle);
                assert!((found - wanted).abs() < 1e-6, "layer {layer}, weight {place}: {found} and {wanted}");
                most = most.max(wanted.abs());
            }
            assert!(most > 0.01, "layer {layer} has gradients: {most}");
        }
    }
}

#[test]
fn the_loss_follows_its_definition() {
    let case = case();
    for drops in [false, true] {
        let (found, wanted) =
            (case.fit(&mut case.network.clone(), drops, 1.0), case.loss(&weights(&case.network), drops));
        assert!((found - wanted).abs() < 1e-6, "{found} and {wanted}");
    }
}

/// The player's forward pass and the trainer's agree.
#[test]
fn outputs_are_those_of_the_player() {
    let case = case();
    let network = Network::new(&Weights { header: WeightsHeader::default(), layers: case.network.weights() });
    let outputs = case.network.outputs(&case.rows);
    assert_eq!(outputs.len(), COUNT * WIDTHS[3]);
    for (row, found) in case.rows.chunks(WIDTHS[0]).zip(outputs.chunks(WIDTHS[3])) {
        let mut work = PassBuffers::default();
        let wanted = network.dense(row, &mut work);
        assert!(found.iter().zip(wanted).all(|(f, w)| (f - w).abs() < 1e-6), "{found:?} and {wanted:?}");
    }
}

/// The digest stands for every machine and both profiles: sums have one order and products are rounded.
#[test]
fn equal_seeds_give_equal_bits_on_every_processor() {
    let digest = |optimizer: Optimizer| {
        let (case, mut work, mut rng) = (case(), Workspace::default(), Rng::new(1));
        let mut network = case.network.clone();
        let mut steps = Steps::new(optimizer, &network.layers);
        for _ in 0..50 {
            let dropout = Some(Dropout { share: DROPOUT.1, rng: &mut rng });
            let batch =
                Batch { rows: &case.rows, answers: &case.answers, offsets: Some(&case.offsets), dropout };
            network.fit(batch, &mut steps, 0.01, &mut work);
        }
        let mut digest = Digest::default();
        let values = network.layers.iter().flat_map(Matrix::values);
        values.for_each(|value| digest.write(&value.to_le_bytes()));
        digest.value()
    };
    assert_eq!(
        [Optimizer::Sgd, Optimizer::AdamW].map(digest),
        [3_401_898_240_381_444_421, 10_392_750_324_135_068_243]
    );
}

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
