//! Scores of predictions: accuracy, log loss, calibration.

use players::daihinmin::{Classes, likeliest};
use serde::{Deserialize, Serialize};

/// Sums over predictions of classes.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Score {
    /// Number of predictions.
    pub count: u64,
    /// Number of those whose likeliest class was right.
    pub right: u64,
    /// The sum of log losses.
    pub loss: f64,
    /// By tenths of the likeliest class's probability: number of predictions, sum of these probabilities, number right.
    bins: [(u64, f64, u64); BINS],
}

/// Number of bins of the calibration error.
pub(crate) const BINS: usize = 10;

/// Lower bound of probabilities in the log loss: one mistake never costs more than 16.
const LEAST: f64 = 1e-7;

impl Score {
    /// Adds one prediction.
    pub fn add(&mut self, classes: &Classes, right: usize) {
        let (place, claim) = bin(classes);
        let hit = u64::from(likeliest(classes) == right);
        self.count += 1;
        self.right += hit;
        self.loss += loss(classes, right);
        let bin = &mut self.bins[place];
        *bin = (bin.0 + 1, bin.1 + claim, bin.2 + hit);
    }

    /// The share of predictions that were right.
    pub fn accuracy(&self) -> f64 {
        self.right as f64 / self.count as f64
    }

    /// The mean log loss, in nats.
    pub fn log_loss(&self) -> f64 {
        self.loss / self.count as f64
    }

    /// The expected calibration error: the mean gap between the likeliest class's probability and how often it was right.
    pub fn calibration_error(&self) -> f64 {
        calibration_error(self.bins.iter().map(|&(count, said, right)| [count as f64, said, right as f64]))
    }
}

/// The log loss of one prediction.
pub(crate) fn loss(classes: &Classes, right: usize) -> f64 {
    -classes[right].max(LEAST).ln()
}

/// The bin of a prediction, and the probability of its likeliest class.
pub(crate) fn bin(classes: &Classes) -> (usize, f64) {
    let claim = classes[likeliest(classes)];
    (((claim * BINS as f64) as usize).min(BINS - 1), claim)
}

/// The expected calibration error of bins with the number of predictions, the sum of their probabilities and the number
/// of those that were right.
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
