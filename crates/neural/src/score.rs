//! How good estimates are: accuracy, log loss, calibration.

use agents::daihinmin::{Classes, likeliest};
use serde::{Deserialize, Serialize};

/// What estimates of classes were worth, summed up.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Score {
    /// How many estimates.
    pub count: u64,
    /// How many named the right class.
    pub right: u64,
    /// The sum of log losses.
    pub loss: f64,
    /// By tenths of the probability of the named class: how many, the sum of the probabilities, how many were right.
    bins: [(u64, f64, u64); BINS],
}

/// How many bins calibration is looked at in.
pub(crate) const BINS: usize = 10;

/// No probability is taken for less, so that one mistake cannot cost everything.
const LEAST: f64 = 1e-7;

impl Score {
    /// Adds one estimate.
    pub fn add(&mut self, classes: &Classes, right: usize) {
        let (place, claim) = bin(classes);
        let hit = u64::from(likeliest(classes) == right);
        self.count += 1;
        self.right += hit;
        self.loss += loss(classes, right);
        let bin = &mut self.bins[place];
        *bin = (bin.0 + 1, bin.1 + claim, bin.2 + hit);
    }

    /// The share that named the right class.
    pub fn accuracy(&self) -> f64 {
        self.right as f64 / self.count as f64
    }

    /// The mean log loss, in nats.
    pub fn log_loss(&self) -> f64 {
        self.loss / self.count as f64
    }

    /// The expected calibration error: how far named probabilities are from what came true, on average.
    pub fn calibration_error(&self) -> f64 {
        calibration_error(self.bins.iter().map(|&(count, said, right)| [count as f64, said, right as f64]))
    }
}

/// The log loss of one estimate.
pub(crate) fn loss(classes: &Classes, right: usize) -> f64 {
    -classes[right].max(LEAST).ln()
}

/// The bin an estimate falls into, and what it gave the class it named.
pub(crate) fn bin(classes: &Classes) -> (usize, f64) {
    let claim = classes[likeliest(classes)];
    (((claim * BINS as f64) as usize).min(BINS - 1), claim)
}

/// Of bins with their number of claims, the sum of these, and how many were right: how far claims are from what came
/// true, on average.
pub(crate) fn calibration_error(bins: impl Iterator<Item = [f64; 3]>) -> f64 {
    let (gap, count) =
        bins.fold((0.0, 0.0), |(gap, all), [count, said, right]| (gap + (said - right).abs(), all + count));
    gap / count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_estimates_by_hand() {
        let mut score = Score::default();
        score.add(&[0.5, 0.25, 0.25], 0);
        score.add(&[0.5, 0.25, 0.25], 1);
        score.add(&[0.0, 0.0, 1.0], 2);
        assert_eq!((score.count, score.right), (3, 2));
        let loss = (2.0_f64.ln() + 4.0_f64.ln()) / 3.0;
        assert!((score.log_loss() - loss).abs() < 1e-12);
        // Said 1.0 in the middle bin where one was right, and 1.0 in the last where one was.
        assert!(score.calibration_error().abs() < 1e-12);
        score.add(&[0.6, 0.4, 0.0], 1);
        assert!((score.calibration_error() - 0.6 / 4.0).abs() < 1e-12);
    }
}
