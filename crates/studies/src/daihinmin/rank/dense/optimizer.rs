//! Steps against the gradient.

use players::forward::{Kernel, run_widest};
use serde::{Deserialize, Serialize};

use super::matrix::Matrix;

/// Optimizer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Optimizer {
    /// Stochastic gradient descent, as in the paper.
    Sgd,
    /// Adam with decoupled weight decay of 0.3 times the learning rate.
    AdamW,
}

/// Weight decay, as a multiple of the learning rate.
const DECAY: f64 = 0.3;

/// How much of each moment is kept in a step.
const KEPT: [f32; 2] = [0.9, 0.999];

/// Keeps the step finite where gradients were 0.
const EPSILON: f32 = 1e-5;

/// Estimates of the gradient's first and second moment.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Moments {
    /// The first and the second of each layer.
    pub(crate) layers: Vec<[Matrix; 2]>,
    /// What of each moment is still due to its beginning at 0.
    pub(crate) missing: [f64; 2],
}

/// What an optimizer keeps between steps; nothing for plain gradient descent.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Steps(pub(crate) Option<Moments>);

impl Steps {
    pub(crate) fn new(optimizer: Optimizer, layers: &[Matrix]) -> Steps {
        let zeros = |layer: &Matrix| [0, 1].map(|_| Matrix::zeros(layer.rows(), layer.columns()));
        let moments = || Moments { layers: layers.iter().map(zeros).collect(), missing: [1.0; 2] };
        Steps((optimizer == Optimizer::AdamW).then(moments))
    }

    /// Begins a step of all layers.
    pub(crate) fn begin(&mut self) {
        if let Some(moments) = &mut self.0 {
            moments.missing[0] *= f64::from(KEPT[0]);
            moments.missing[1] *= f64::from(KEPT[1]);
        }
    }

    /// Moves the weights of one layer.
    pub(crate) fn step(&mut self, layer: usize, weights: &mut Matrix, gradient: &Matrix, rate: f64) {
        let (weights, gradient) = (weights.values_mut(), gradient.values());
        match &mut self.0 {
            None => run_widest(Sgd { weights, gradient, rate: rate as f32 }),
            Some(Moments { layers, missing }) => {
                let [first, second] = layers[layer].each_mut().map(Matrix::values_mut);
                let (rest, rate, scale) = (
                    (1.0 - rate * DECAY) as f32,
                    (rate / (1.0 - missing[0])) as f32,
                    (1.0 / (1.0 - missing[1])) as f32,
                );
                run_widest(AdamW { weights, gradient, first, second, rest, rate, scale });
            }
        }
    }
}

struct Sgd<'a> {
    weights: &'a mut [f32],
    gradient: &'a [f32],
    rate: f32,
}

impl Kernel for Sgd<'_> {
    #[inline(always)]
    fn run(self) {
        for (weight, gradient) in self.weights.iter_mut().zip(self.gradient) {
            *weight -= self.rate * gradient;
        }
    }
}

struct AdamW<'a> {
    weights: &'a mut [f32],
    gradient: &'a [f32],
    first: &'a mut [f32],
    second: &'a mut [f32],
    /// What decay leaves of a weight.
    rest: f32,
    /// The learning rate, and a factor for the second moment, both made larger by what is missing of the moments.
    rate: f32,
    scale: f32,
}

impl Kernel for AdamW<'_> {
    #[inline(always)]
    fn run(self) {
        let values = self.weights.iter_mut().zip(self.gradient).zip(self.first).zip(self.second);
        for (((weight, gradient), first), second) in values {
            *first = KEPT[0] * *first + (1.0 - KEPT[0]) * gradient;
            *second = KEPT[1] * *second + (1.0 - KEPT[1]) * (gradient * gradient);
            *weight = self.rest * *weight - self.rate * *first / ((self.scale * *second).sqrt() + EPSILON);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A few weights that are moved, and the gradients of each step.
    fn weights() -> Matrix {
        Matrix::from_rows(&[[0.3, -0.2, 0.0], [1.0, 0.5, -2.0]])
    }

    fn gradient(step: usize) -> Matrix {
        let value = |at: usize| ((at * 31 + step * 17) % 23) as f32 / 10.0 - 1.0;
        Matrix::from_rows(&[[value(0), value(1), value(2)], [value(3), value(4), 0.0]])
    }

    fn row(matrix: &Matrix) -> Vec<f64> {
        let mut values = Vec::new();
        (0..matrix.rows()).for_each(|row| matrix.copy_row(row, &mut values));
        values.into_iter().map(f64::from).collect()
    }

    /// Rates of a schedule that falls.
    const RATES: [f64; 20] = {
        let (mut rates, mut step) = ([0.0; 20], 0);
        while step < 20 {
            rates[step] = 0.02 - 0.001 * step as f64;
            step += 1;
        }
        rates
    };

    fn moved(optimizer: Optimizer) -> Vec<f64> {
        let mut layers = [weights()];
        let mut steps = Steps::new(optimizer, &layers);
        for (step, rate) in RATES.into_iter().enumerate() {
            steps.begin();
            steps.step(0, &mut layers[0], &gradient(step), rate);
        }
        row(&layers[0])
    }

    #[track_caller]
    fn close(found: &[f64], wanted: &[f64]) {
        assert!(found.iter().zip(wanted).all(|(f, w)| (f - w).abs() < 1e-6), "{found:?} and {wanted:?}");
    }

    #[test]
    fn gradient_descent_follows_its_definition() {
        let mut wanted = row(&weights());
        for (step, rate) in RATES.into_iter().enumerate() {
            wanted.iter_mut().zip(row(&gradient(step))).for_each(|(weight, slope)| *weight -= rate * slope);
        }
        close(&moved(Optimizer::Sgd), &wanted);
    }

    /// Loshchilov and Hutter, "Decoupled weight decay regularization", algorithm 2.
    #[test]
    fn adam_with_decay_follows_its_definition() {
        let mut wanted = row(&weights());
        let (mut first, mut second) = (vec![0.0; 6], vec![0.0; 6]);
        for (step, rate) in RATES.into_iter().enumerate() {
            let time = step as i32 + 1;
            for (at, slope) in row(&gradient(step)).into_iter().enumerate() {
                first[at] = 0.9 * first[at] + 0.1 * slope;
                second[at] = 0.999 * second[at] + 0.001 * slope * slope;
                let mean: f64 = first[at] / (1.0 - 0.9_f64.powi(time));
                let square: f64 = second[at] / (1.0 - 0.999_f64.powi(time));
                wanted[at] -= rate * (mean / (square.sqrt() + 1e-5) + 0.3 * wanted[at]);
            }
        }
        close(&moved(Optimizer::AdamW), &wanted);
    }
}
