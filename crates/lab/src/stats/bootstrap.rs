//! Intervals for any statistic: draw the units again, many times, and see how much it moves.

use super::binomial::binomial;
use super::dist::{normal_cdf, normal_quantile};
use super::{Figure, Interval, Tally, UnitLayout};
use table::Rng;

/// No call draws more units than this, unless even `FEWEST` resamples would.
const MOST_DRAWS: usize = 100_000_000;
/// Resamples below which an interval is not worth printing.
const FEWEST: usize = 200;
/// With more kinds of deals than this, drawing them one by one is not slower.
const MOST_KINDS: usize = 64;
/// The jackknife leaves out one unit at a time up to here, and one of this many groups beyond.
const MOST_GROUPS: usize = 200;

/// A seeded bootstrap: equal arguments, equal bytes.
///
/// It is about the spread of the units it saw: if they are all equal, the interval has no width. Rates of 0/1
/// want [`wilson`](super::wilson).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bootstrap {
    pub resamples: usize,
    pub level: f64,
    pub seed: u64,
}

impl Default for Bootstrap {
    fn default() -> Self {
        Self { resamples: 2000, level: super::LEVEL, seed: 0 }
    }
}

impl Bootstrap {
    /// The percentile interval of a statistic of units.
    pub fn percentile<T: Copy>(&self, units: &[T], statistic: impl Fn(&[T]) -> f64) -> Figure {
        let replicates = self.replicates(units, &statistic);
        Figure::new(statistic(units), cut(&replicates, tails(self.level), units.len()), units.len())
    }

    /// The percentile interval of a statistic of units in a layout. Where they are crossed, replicates and items are drawn
    /// apart from each other, and each pair of the two that were drawn is a unit (Owen 2007, the pigeonhole bootstrap).
    pub fn percentile_in<T: Copy>(
        &self,
        units: &[T],
        layout: UnitLayout,
        statistic: impl Fn(&[T]) -> f64,
    ) -> Figure {
        let UnitLayout::Crossed { items } = layout else { return self.percentile(units, statistic) };
        let (mut rng, count) = (Rng::new(self.seed), units.len() / items);
        let mut draw = |of: usize| -> Vec<usize> { (0..of).map(|_| rng.below(of as u32) as usize).collect() };
        let mut replicate = || {
            let (replicates, drawn) = (draw(count), draw(items));
            let pairs =
                replicates.iter().flat_map(|of| drawn.iter().map(move |item| units[of * items + item]));
            statistic(&pairs.collect::<Vec<T>>())
        };
        let times = resamples(self.resamples, units.len());
        let mut replicates: Vec<f64> =
            (0..times).map(|_| replicate()).filter(|value| !value.is_nan()).collect();
        replicates.sort_by(f64::total_cmp);
        Figure::new(statistic(units), cut(&replicates, tails(self.level), units.len()), units.len())
    }

    /// The percentile interval of a mean over games of several deals: that of [`Tally::ratio`].
    ///
    /// Deals that are alike are drawn together, so where outcomes are few (win shares) it costs the same for
    /// any number of deals.
    pub fn ratio(&self, deals: &[Tally]) -> Figure {
        let kinds = kinds(deals);
        if kinds.len() > MOST_KINDS {
            return self.percentile(deals, Tally::ratio);
        }
        let mut rng = Rng::new(self.seed);
        let mut replicates: Vec<f64> =
            (0..self.resamples).map(|_| resampled_ratio(&kinds, deals.len() as u64, &mut rng)).collect();
        replicates.sort_by(f64::total_cmp);
        Figure::new(Tally::ratio(deals), cut(&replicates, tails(self.level), deals.len()), deals.len())
    }

    /// The bias-corrected and accelerated interval (Efron 1987), better than percentiles for skewed
    /// statistics.
    ///
    /// Where the correction is undefined (no spread, or a value outside all resamples) it is the percentile
    /// interval.
    pub fn bca<T: Copy>(&self, units: &[T], statistic: impl Fn(&[T]) -> f64) -> Figure {
        let value = statistic(units);
        let replicates = self.replicates(units, &statistic);
        let acceleration = acceleration(units, &statistic);
        let tails = bca_tails(&replicates, value, acceleration, self.level);
        Figure::new(value, cut(&replicates, tails, units.len()), units.len())
    }

    /// The statistic of every resample, ascending; resamples in which it is undefined (0/0) are left out.
    fn replicates<T: Copy>(&self, units: &[T], statistic: &impl Fn(&[T]) -> f64) -> Vec<f64> {
        let mut rng = Rng::new(self.seed);
        let mut resample = units.to_vec();
        let mut replicates: Vec<f64> = (0..resamples(self.resamples, units.len()))
            .map(|_| {
                resample.fill_with(|| units[rng.below(units.len() as u32) as usize]);
                statistic(&resample)
            })
            .filter(|value| !value.is_nan())
            .collect();
        replicates.sort_by(f64::total_cmp);
        replicates
    }
}

/// The different deals there are, in order, and how many are alike.
fn kinds(deals: &[Tally]) -> Vec<(Tally, u64)> {
    let mut sorted = deals.to_vec();
    sorted.sort_by(|a, b| a.sum.total_cmp(&b.sum).then(a.games.cmp(&b.games)));
    sorted.chunk_by(|a, b| a == b).map(|alike| (alike[0], alike.len() as u64)).collect()
}

/// Draws as many deals again, kind by kind: of those left to draw, a binomial share is of the next kind.
fn resampled_ratio(kinds: &[(Tally, u64)], deals: u64, rng: &mut Rng) -> f64 {
    let (mut to_draw, mut in_bag) = (deals, deals);
    let (mut sum, mut games) = (0.0, 0.0);
    for (kind, count) in kinds {
        let drawn = binomial(to_draw, *count as f64 / in_bag as f64, rng);
        sum += drawn as f64 * kind.sum;
        games += drawn as f64 * f64::from(kind.games);
        (to_draw, in_bag) = (to_draw - drawn, in_bag - count);
    }
    sum / games
}

/// The number of resamples the budget allows.
pub(super) fn resamples(wanted: usize, units: usize) -> usize {
    let affordable = MOST_DRAWS / units.max(1);
    wanted.min(affordable.max(FEWEST))
}

/// The two probabilities a central interval cuts off at.
pub(super) fn tails(level: f64) -> [f64; 2] {
    [(1.0 - level) / 2.0, (1.0 + level) / 2.0]
}

/// The part of the sorted replicates between two probabilities; one unit alone has no spread to resample.
pub(super) fn cut(replicates: &[f64], tails: [f64; 2], units: usize) -> Interval {
    if units < 2 || replicates.is_empty() {
        return Interval::ALL;
    }
    let [low, high] = tails.map(|p| quantile(replicates, p));
    Interval { low, high }
}

/// The sample quantile with linear interpolation (type 7, as in R and NumPy) of at least one value.
pub(super) fn quantile(sorted: &[f64], p: f64) -> f64 {
    let last = sorted.len() - 1;
    let position = p * last as f64;
    let (below, part) = (position.floor() as usize, position.fract());
    let (low, high) = (sorted[below], sorted[(below + 1).min(last)]);
    if low == high { low } else { low + part * (high - low) }
}

pub(super) fn bca_tails(replicates: &[f64], value: f64, acceleration: f64, level: f64) -> [f64; 2] {
    let bias = bias(replicates, value);
    let corrected = tails(level).map(|p| {
        let z = bias + normal_quantile(p);
        (z, 1.0 - acceleration * z)
    });
    // False also if the acceleration is NaN.
    let defined = bias.is_finite() && corrected.iter().all(|&(_, stretch)| stretch > 0.0);
    if defined { corrected.map(|(z, stretch)| normal_cdf(bias + z / stretch)) } else { tails(level) }
}

/// How far, in standard errors, the value sits from the median of its replicates; ties count half.
pub(super) fn bias(replicates: &[f64], value: f64) -> f64 {
    let below = replicates.partition_point(|&x| x < value);
    let not_above = replicates.partition_point(|&x| x <= value);
    normal_quantile((below + not_above) as f64 / (2 * replicates.len().max(1)) as f64)
}

/// A sixth of the skewness of the jackknife values: how fast the spread grows with the statistic.
pub(super) fn acceleration<T: Copy>(units: &[T], statistic: &impl Fn(&[T]) -> f64) -> f64 {
    let values = jackknife(units, statistic);
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    let moment = |power| values.iter().map(|x| (mean - x).powi(power)).sum::<f64>();
    moment(3) / (6.0 * moment(2).powf(1.5))
}

/// The statistic without each unit, or without each of many groups: grouping leaves the acceleration as it
/// is.
fn jackknife<T: Copy>(units: &[T], statistic: &impl Fn(&[T]) -> f64) -> Vec<f64> {
    let groups = units.len().min(MOST_GROUPS);
    let mut rest = Vec::with_capacity(units.len());
    (0..groups)
        .map(|group| {
            rest.clear();
            rest.extend(units.iter().enumerate().filter(|(i, _)| i % groups != group).map(|(_, unit)| *unit));
            statistic(&rest)
        })
        .collect()
}

/// What an estimator found, missed and invented in one unit; weights may be fractions.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Confusion {
    pub hits: f64,
    pub false_alarms: f64,
    pub misses: f64,
}

impl Confusion {
    /// All units together: ratios are taken of these sums, not averaged over units.
    pub fn total(units: &[Self]) -> Self {
        units.iter().fold(Self::default(), |a, b| Self {
            hits: a.hits + b.hits,
            false_alarms: a.false_alarms + b.false_alarms,
            misses: a.misses + b.misses,
        })
    }

    /// How much of what was named is right.
    pub fn precision(self) -> f64 {
        self.hits / (self.hits + self.false_alarms)
    }

    /// How much of what is there was named.
    pub fn recall(self) -> f64 {
        self.hits / (self.hits + self.misses)
    }

    /// The harmonic mean of precision and recall.
    pub fn f1(self) -> f64 {
        2.0 * self.hits / (2.0 * self.hits + self.false_alarms + self.misses)
    }
}
