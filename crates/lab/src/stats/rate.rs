//! Rates: how often something that happens or does not happens.

use statrs::stats_tests::{Alternative, fishers_exact};

use super::dist::{z_critical, z_two_sided};
use super::{Difference, Figure, Interval};

/// Wilson's score interval for a rate; for 0/1 outcomes of independent games only.
pub fn wilson(hits: u64, trials: u64, level: f64) -> Interval {
    assert!(hits <= trials, "{hits} hits in {trials} trials");
    if trials == 0 {
        return Interval { low: 0.0, high: 1.0 };
    }
    wilson_at(hits as f64 / trials as f64, trials as f64, level)
}

/// Wilson's interval around a rate from a number of trials that need not be whole.
pub(super) fn wilson_at(rate: f64, n: f64, level: f64) -> Interval {
    let z2 = z_critical(level).powi(2);
    let center = (rate + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let half = (z2 * (rate * (1.0 - rate) / n + z2 / (4.0 * n * n))).sqrt() / (1.0 + z2 / n);
    // At the two ends the formula gives exactly 0 and 1; rounding must not spoil them.
    Interval {
        low: if rate == 0.0 { 0.0 } else { center - half },
        high: if rate == 1.0 { 1.0 } else { center + half },
    }
}

/// A rate with its Wilson interval.
pub fn rate(hits: u64, trials: u64, level: f64) -> Figure {
    Figure::new(hits as f64 / trials as f64, wilson(hits, trials, level), trials as usize)
}

/// First rate minus second, arms as (hits, trials), with Newcombe's hybrid score interval.
///
/// p is the pooled score test's; Fisher's exact test where a cell expects fewer than five (Cochran's rule).
/// Rates of paired deals are not independent: take [`paired`](super::paired) for them.
pub fn rate_difference(a: (u64, u64), b: (u64, u64), level: f64) -> Difference {
    let (first, second) = (rate(a.0, a.1, level), rate(b.0, b.1, level));
    let interval = newcombe(first, second);
    let n = first.n + second.n;
    Difference { figure: Figure::new(first.value - second.value, interval, n as usize), p: rates_p(a, b) }
}

/// Newcombe 1998, method 10: the two Wilson intervals' own arms, added like standard errors.
fn newcombe(a: Figure, b: Figure) -> Interval {
    if a.n == 0 || b.n == 0 {
        return Interval { low: -1.0, high: 1.0 };
    }
    independent_difference(a, b).interval()
}

/// First minus second of two estimates from deals of their own: the arms of their intervals, added like standard errors.
/// It leaves out 0 where a two-sample test at the level of both intervals finds them to differ.
pub fn independent_difference(a: Figure, b: Figure) -> Figure {
    let value = a.value - b.value;
    Figure {
        value,
        low: value - (a.value - a.low).hypot(b.high - b.value),
        high: value + (a.high - a.value).hypot(b.value - b.low),
        n: a.n + b.n,
    }
}

fn rates_p(a: (u64, u64), b: (u64, u64)) -> f64 {
    let trials = (a.1 + b.1) as f64;
    let hits = (a.0 + b.0) as f64;
    let rarest = hits.min(trials - hits) * (a.1.min(b.1) as f64) / trials;
    // Not `rarest < 5.0`: without games it is NaN, which only the exact test can answer.
    if rarest >= 5.0 { pooled_p(a, b, hits / trials) } else { fisher_p(a, b) }
}

fn pooled_p(a: (u64, u64), b: (u64, u64), pooled: f64) -> f64 {
    let (na, nb) = (a.1 as f64, b.1 as f64);
    let error = (pooled * (1.0 - pooled) * (1.0 / na + 1.0 / nb)).sqrt();
    z_two_sided((a.0 as f64 / na - b.0 as f64 / nb) / error)
}

fn fisher_p(a: (u64, u64), b: (u64, u64)) -> f64 {
    let table = [a.0, a.1 - a.0, b.0, b.1 - b.0];
    let p = fishers_exact(&table, Alternative::TwoSided).expect("a table of counts");
    p.min(1.0)
}
