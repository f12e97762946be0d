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

/// How units hang together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum UnitLayout {
    /// Each is drawn apart from the others.
    #[default]
    Apart,
    /// Replicates one after the other, each of the same items in the same order: a training, and blocks that it is asked of.
    /// What a replicate has in common varies, and so does what an item has in common.
    Crossed {
        /// The number of items of each replicate.
        items: usize,
    },
}

impl UnitLayout {
    /// The layout of this many units, which fall into replicates of this many items.
    pub fn of(units: usize, items: usize) -> UnitLayout {
        let crosses = items > 1 && units > items && units.is_multiple_of(items);
        if crosses { UnitLayout::Crossed { items } } else { UnitLayout::Apart }
    }
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

    fn spread(&self, layout: UnitLayout) -> Spread {
        Spread::of(layout, self.n, &self.moves)
    }
}

/// The variance of a sum of moves, and how sure that is.
struct Spread {
    variance: f64,
    freedom: f64,
}

impl Spread {
    /// The spread of a sum of moves, `n` of which count.
    ///
    /// Crossed, it is the variance of the sums by replicate plus that of the sums by item. What is due to neither is in both,
    /// so it errs a little upwards. The degrees of freedom are Satterthwaite's.
    fn of(layout: UnitLayout, n: usize, moves: &[f64]) -> Spread {
        let plain = Spread { variance: covariance(n, moves, moves), freedom: n as f64 - 1.0 };
        let UnitLayout::Crossed { items } = layout else { return plain };
        let sides =
            sides(items, moves).map(|sums| (covariance(sums.len(), &sums, &sums), sums.len() as f64 - 1.0));
        let variance: f64 = sides.iter().map(|(variance, _)| variance).sum();
        let spent: f64 = sides.iter().map(|(variance, freedom)| variance * variance / freedom).sum();
        let freedom = if spent > 0.0 { variance * variance / spent } else { plain.freedom };
        Spread { variance, freedom }
    }

    fn error(&self) -> f64 {
        self.variance.sqrt()
    }

    /// One unit says nothing about spread: the interval is then infinite.
    fn half_width(&self, level: f64) -> f64 {
        if self.freedom > 0.0 { t_critical(level, self.freedom) * self.error() } else { f64::INFINITY }
    }
}

/// The sums of moves by replicate and by item.
fn sides(items: usize, moves: &[f64]) -> [Vec<f64>; 2] {
    let by_item = |item: usize| moves.iter().skip(item).step_by(items).sum();
    [moves.chunks(items).map(|own| own.iter().sum()).collect(), (0..items).map(by_item).collect()]
}

/// How two sums of moves vary together, `n` of which count.
fn covariance(n: usize, a: &[f64], b: &[f64]) -> f64 {
    n as f64 / (n as f64 - 1.0) * a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>()
}

/// The same where moves hang together.
fn covariance_of(layout: UnitLayout, n: usize, a: &[f64], b: &[f64]) -> f64 {
    let UnitLayout::Crossed { items } = layout else { return covariance(n, a, b) };
    let sums = sides(items, a).into_iter().zip(sides(items, b));
    sums.map(|(a, b)| covariance(a.len(), &a, &b)).sum()
}

/// The ratio of sums, with an interval that knows what fell into one unit together.
pub fn pooled(units: &[Share], layout: UnitLayout, level: f64) -> Figure {
    let pool = Pool::of(units);
    Figure::symmetric(pool.value, pool.spread(layout).half_width(level), pool.n)
}

/// The ratio of sums where no part exceeds its whole: Wilson's interval with the effective number of trials.
///
/// That number is such that independent trials would have the same error (Korn and Graubard 1998), but no
/// more than the sum below; where nothing or everything is a hit, it is the number of units.
pub fn pooled_rate(units: &[Share], layout: UnitLayout, level: f64) -> Figure {
    let pool = Pool::of(units);
    let interval = match pool.n {
        0 => Interval { low: 0.0, high: 1.0 },
        _ => wilson_at(pool.value, pool.effective(layout, level), level),
    };
    Figure::new(pool.value, interval, pool.n)
}

impl Pool {
    fn effective(&self, layout: UnitLayout, level: f64) -> f64 {
        let (n, between) = (self.n as f64, self.value * (1.0 - self.value));
        if between <= 0.0 {
            return n;
        }
        if self.n < 2 {
            // Some hits and some misses, all in one unit.
            return 1.0;
        }
        let spread = self.spread(layout);
        let stretch = z_critical(level) / t_critical(level, spread.freedom);
        (between / spread.error().powi(2) * stretch * stretch).min(self.whole)
    }
}

/// First arm minus second, both over the same units in the same order.
///
/// # Panics
/// If the arms have not the same number of units.
pub fn pooled_difference(a: &[Share], b: &[Share], layout: UnitLayout, level: f64) -> Difference {
    assert_eq!(a.len(), b.len(), "both arms played the same units");
    let (x, y) = (Pool::of(a), Pool::of(b));
    let n = counted(&[a, b]);
    let moves: Vec<f64> = x.moves.iter().zip(&y.moves).map(|(x, y)| x - y).collect();
    let spread = Spread::of(layout, n, &moves);
    let difference = x.value - y.value;
    let p = match n {
        0 | 1 => 1.0,
        _ if difference == 0.0 => 1.0,
        _ if difference.is_nan() => 1.0,
        _ => t_two_sided(difference / spread.error(), spread.freedom),
    };
    Difference { figure: Figure::symmetric(difference, spread.half_width(level), n), p }
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
pub fn recovered(arm: &[Share], low: &[Share], high: &[Share], layout: UnitLayout, level: f64) -> Figure {
    assert!(arm.len() == low.len() && arm.len() == high.len(), "all arms played the same units");
    let [x, l, h] = [arm, low, high].map(Pool::of);
    let n = counted(&[arm, low, high]);
    let (gain, gap) = (x.value - l.value, h.value - l.value);
    let less =
        |arm: &Pool| -> Vec<f64> { arm.moves.iter().zip(&l.moves).map(|(arm, low)| arm - low).collect() };
    let (gains, gaps) = (less(&x), less(&h));
    let together = |a, b| covariance_of(layout, n, a, b);
    let interval = match n {
        0 | 1 => Interval::ALL,
        _ => fieller(
            (gain, gap),
            (together(&gains, &gains), together(&gains, &gaps), together(&gaps, &gaps)),
            t_critical(
                level,
                Spread::of(layout, n, &gaps).freedom.min(Spread::of(layout, n, &gains).freedom),
            ),
        ),
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
