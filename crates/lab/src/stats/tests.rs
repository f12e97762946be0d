//! Each figure names the function and version that gave it: SciPy 1.17.1, statsmodels 0.15.0, or a
//! publication.

mod bootstrap;
mod intervals;
mod pool;
mod rating;
mod sequential;

use super::*;
use table::Rng;

#[track_caller]
fn near(actual: f64, expected: f64, tolerance: f64) {
    assert!((actual - expected).abs() <= tolerance, "{actual} is not {expected} +- {tolerance}");
}

#[track_caller]
fn within(actual: Interval, expected: (f64, f64), tolerance: f64) {
    near(actual.low, expected.0, tolerance);
    near(actual.high, expected.1, tolerance);
}

/// The share of `trials` simulated intervals that hold the truth.
fn coverage(trials: u32, truth: f64, mut simulate: impl FnMut(&mut Rng) -> Interval) -> f64 {
    let mut rng = Rng::new(7);
    let held = (0..trials).filter(|_| simulate(&mut rng).contains(truth)).count();
    held as f64 / f64::from(trials)
}
