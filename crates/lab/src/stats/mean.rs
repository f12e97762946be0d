//! Means, of games or of deals, and differences of means.

use std::collections::BTreeMap;

use super::dist::{t_critical, t_two_sided};
use super::{Difference, Figure};

/// What the games of one deal add up to.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tally {
    pub sum: f64,
    pub games: u32,
}

impl Tally {
    /// Adds one game.
    pub fn add(&mut self, value: f64) {
        self.sum += value;
        self.games += 1;
    }

    /// The value of the deal as one unit.
    pub fn mean(self) -> f64 {
        self.sum / f64::from(self.games)
    }

    /// All games of several deals, each game with the same weight.
    pub fn ratio(deals: &[Self]) -> f64 {
        total(deals).mean()
    }
}

fn total(deals: &[Tally]) -> Tally {
    deals.iter().fold(Tally::default(), |a, b| Tally { sum: a.sum + b.sum, games: a.games + b.games })
}

/// Folds (deal, value) pairs into one tally a deal, in the order of deals.
pub fn by_deal(games: impl IntoIterator<Item = (u64, f64)>) -> BTreeMap<u64, Tally> {
    let mut deals = BTreeMap::new();
    for (deal, value) in games {
        deals.entry(deal).or_insert_with(Tally::default).add(value);
    }
    deals
}

/// Sample size, mean and unbiased variance.
struct Moments {
    n: f64,
    mean: f64,
    variance: f64,
}

impl Moments {
    fn of(units: &[f64]) -> Self {
        let n = units.len() as f64;
        let mean = units.iter().sum::<f64>() / n;
        // Two passes: the textbook one-pass formula cancels when the mean is large.
        let squares: f64 = units.iter().map(|x| (x - mean).powi(2)).sum();
        Self { n, mean, variance: squares / (n - 1.0) }
    }

    fn squared_error(&self) -> f64 {
        self.variance / self.n
    }
}

/// The mean of independent units with a Student-t interval.
pub fn mean(units: &[f64], level: f64) -> Figure {
    let moments = Moments::of(units);
    let error = moments.squared_error().sqrt();
    Figure::symmetric(moments.mean, half_width(error, moments.n - 1.0, level), units.len())
}

/// One unit says nothing about spread: the interval is then infinite.
fn half_width(error: f64, freedom: f64, level: f64) -> f64 {
    if freedom > 0.0 { t_critical(level, freedom) * error } else { f64::INFINITY }
}

/// The mean over games, with an interval that knows which games shared a deal.
///
/// Deals of equal size give the t interval of their means; unequal ones the cluster-robust interval (CR1).
pub fn clustered_mean(deals: &[Tally], level: f64) -> Figure {
    let (n, all) = (deals.len() as f64, total(deals));
    let mean = all.mean();
    let squares: f64 = deals.iter().map(|d| (d.sum - mean * f64::from(d.games)).powi(2)).sum();
    let error = (squares * n / (n - 1.0)).sqrt() / f64::from(all.games);
    Figure::symmetric(mean, half_width(error, n - 1.0, level), deals.len())
}

/// First arm minus second on every deal that both played.
pub fn paired_differences(a: &BTreeMap<u64, Tally>, b: &BTreeMap<u64, Tally>) -> Vec<f64> {
    a.iter().filter_map(|(deal, x)| Some(x.mean() - b.get(deal)?.mean())).collect()
}

/// The paired t test, on differences within deals.
pub fn paired(differences: &[f64], level: f64) -> Difference {
    let moments = Moments::of(differences);
    let p = t_test(moments.mean, moments.squared_error().sqrt(), moments.n - 1.0);
    Difference { figure: mean(differences, level), p }
}

/// Welch's t test: two arms on different deals, with spreads of their own.
pub fn welch(a: &[f64], b: &[f64], level: f64) -> Difference {
    let (x, y) = (Moments::of(a), Moments::of(b));
    let (difference, n) = (x.mean - y.mean, a.len() + b.len());
    let error = (x.squared_error() + y.squared_error()).sqrt();
    let freedom = if a.len() < 2 || b.len() < 2 { 0.0 } else { satterthwaite(&x, &y) };
    let half = half_width(error, freedom, level);
    Difference { figure: Figure::symmetric(difference, half, n), p: t_test(difference, error, freedom) }
}

fn satterthwaite(x: &Moments, y: &Moments) -> f64 {
    let (a, b) = (x.squared_error(), y.squared_error());
    if a + b == 0.0 {
        return x.n + y.n - 2.0;
    }
    (a + b).powi(2) / (a * a / (x.n - 1.0) + b * b / (y.n - 1.0))
}

fn t_test(difference: f64, error: f64, freedom: f64) -> f64 {
    if freedom.is_nan() || freedom <= 0.0 || difference == 0.0 {
        return 1.0;
    }
    t_two_sided(difference / error, freedom)
}
