//! Ratios of sums: recall is all hits over all that was to be found, whatever game they fell in.

use super::dist::{t_critical, t_two_sided, z_critical};
use super::rate::wilson_at;
use super::{Difference, Figure, Interval};

/// What one unit adds to a ratio: `part` to the sum above, `whole` to the sum below.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Share {
    pub part: f64,
    pub whole: f64,
}

/// A ratio of sums, taken apart: how much each unit moves it.
///
/// To first order (a Taylor series around the sums) the ratio is a mean over units of its moves, so errors,
/// and differences of ratios over the same units, are those of means (Cochran, *Sampling Techniques*, 6.4).
struct Pool {
    value: f64,
    /// The units that say something: more than none of them have a whole.
    n: usize,
    /// The sum below.
    whole: f64,
    moves: Vec<f64>,
}

impl Pool {
    fn of(units: &[Share]) -> Pool {
        let part: f64 = units.iter().map(|unit| unit.part).sum();
        let whole: f64 = units.iter().map(|unit| unit.whole).sum();
        let value = part / whole;
        Pool {
            value,
            n: units.iter().filter(|unit| unit.whole != 0.0).count(),
            whole,
            moves: units.iter().map(|unit| (unit.part - value * unit.whole) / whole).collect(),
        }
    }

    fn error(&self) -> f64 {
        error(self.n, self.moves.iter().copied())
    }
}

/// The standard error of a sum of moves, `n` of which count.
fn error(n: usize, moves: impl Iterator<Item = f64>) -> f64 {
    covariance(n, moves.map(|m| (m, m))).sqrt()
}

fn covariance(n: usize, moves: impl Iterator<Item = (f64, f64)>) -> f64 {
    n as f64 / (n as f64 - 1.0) * moves.map(|(a, b)| a * b).sum::<f64>()
}

/// The ratio of sums, with an interval that knows what fell into one unit together.
pub fn pooled(units: &[Share], level: f64) -> Figure {
    let pool = Pool::of(units);
    Figure::symmetric(pool.value, half_width(pool.error(), pool.n, level), pool.n)
}

/// One unit says nothing about spread: the interval is then infinite.
fn half_width(error: f64, n: usize, level: f64) -> f64 {
    if n > 1 { t_critical(level, n as f64 - 1.0) * error } else { f64::INFINITY }
}

/// The ratio of sums where no part exceeds its whole: Wilson's interval with the effective number of trials.
///
/// That number is such that independent trials would have the same error (Korn and Graubard 1998), but no
/// more than the sum below; where nothing or everything is a hit, it is the number of units.
pub fn pooled_rate(units: &[Share], level: f64) -> Figure {
    let pool = Pool::of(units);
    let interval = match pool.n {
        0 => Interval { low: 0.0, high: 1.0 },
        _ => wilson_at(pool.value, pool.effective(level), level),
    };
    Figure::new(pool.value, interval, pool.n)
}

impl Pool {
    fn effective(&self, level: f64) -> f64 {
        let (n, spread) = (self.n as f64, self.value * (1.0 - self.value));
        if spread <= 0.0 {
            return n;
        }
        if self.n < 2 {
            // Some hits and some misses, all in one unit.
            return 1.0;
        }
        let stretch = z_critical(level) / t_critical(level, n - 1.0);
        (spread / self.error().powi(2) * stretch * stretch).min(self.whole)
    }
}

/// First arm minus second, both over the same units in the same order.
///
/// # Panics
/// If the arms have not the same number of units.
pub fn pooled_difference(a: &[Share], b: &[Share], level: f64) -> Difference {
    assert_eq!(a.len(), b.len(), "both arms played the same units");
    let (x, y) = (Pool::of(a), Pool::of(b));
    let n = counted(&[a, b]);
    let error = error(n, x.moves.iter().zip(&y.moves).map(|(x, y)| x - y));
    let difference = x.value - y.value;
    let p = match n {
        0 | 1 => 1.0,
        _ if difference == 0.0 => 1.0,
        _ if difference.is_nan() => 1.0,
        _ => t_two_sided(difference / error, n as f64 - 1.0),
    };
    Difference { figure: Figure::symmetric(difference, half_width(error, n, level), n), p }
}

/// How many units say something of some arm.
fn counted(arms: &[&[Share]]) -> usize {
    (0..arms[0].len()).filter(|&unit| arms.iter().any(|arm| arm[unit].whole != 0.0)).count()
}

/// How much of the gap from `low` to `high` an arm recovers: 0 is no better than `low`, 1 as good as `high`.
///
/// All three played the same units. The interval is Fieller's: it is endless where the gap itself may be none.
///
/// # Panics
/// If the arms have not the same number of units.
pub fn recovered(arm: &[Share], low: &[Share], high: &[Share], level: f64) -> Figure {
    assert!(arm.len() == low.len() && arm.len() == high.len(), "all arms played the same units");
    let [x, l, h] = [arm, low, high].map(Pool::of);
    let n = counted(&[arm, low, high]);
    let (gain, gap) = (x.value - l.value, h.value - l.value);
    let moves = || (0..arm.len()).map(|i| (x.moves[i] - l.moves[i], h.moves[i] - l.moves[i]));
    let gains = covariance(n, moves().map(|(gain, _)| (gain, gain)));
    let gaps = covariance(n, moves().map(|(_, gap)| (gap, gap)));
    let interval = match n {
        0 | 1 => Interval::ALL,
        _ => fieller((gain, gap), (gains, covariance(n, moves()), gaps), t_critical(level, n as f64 - 1.0)),
    };
    Figure::new(gain / gap, interval, n)
}

/// Fieller 1954: the ratios that the data do not refute, from two values, their variances and covariance.
fn fieller((above, below): (f64, f64), (var_above, cov, var_below): (f64, f64, f64), t: f64) -> Interval {
    let (t2, a) = (t * t, below * below - t * t * var_below);
    let (b, c) = (above * below - t2 * cov, above * above - t2 * var_above);
    // What is not a number refutes nothing either.
    if a.is_nan() || a <= 0.0 {
        return Interval::ALL;
    }
    let half = (b * b - a * c).max(0.0).sqrt();
    Interval { low: (b - half) / a, high: (b + half) / a }
}
