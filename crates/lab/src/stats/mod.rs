//! How sure a table may be: intervals, tests, sample sizes and ratings.
//!
//! The unit of all of it is the *deal* (or the series), never the single seat: seatings of one deal share
//! their randomness, so [`by_deal`] folds games into units first. `n` is always the number of such units. Wilson
//! and Newcombe are for 0/1 outcomes of independent games; everything else is a t or a bootstrap interval.
//! Every function is a pure function of its arguments; the order of games never matters to a rating.

mod binomial;
mod bootstrap;
mod cross;
mod dist;
mod holm;
mod mean;
mod played;
mod pool;
mod power;
mod rate;
mod rating;
mod sprt;
#[cfg(test)]
mod tests;

use serde::{Deserialize, Deserializer, Serialize};

pub use bootstrap::{Bootstrap, Confusion};
pub use cross::{CrossTable, cross_table};
pub use holm::holm;
pub use mean::{Tally, by_deal, clustered_mean, mean, paired, paired_differences, welch};
pub use played::Played;
pub use pool::{Share, UnitLayout, pooled, pooled_difference, pooled_rate, recovered};
pub use power::PowerPlan;
pub use rate::{independent_difference, rate, rate_difference, wilson};
pub use rating::{Anchor, PlackettLuce};
pub use sprt::{Sprt, Verdict, elo_share};

/// The confidence level of every table that does not say otherwise.
pub const LEVEL: f64 = 0.95;

/// Below this many units no interval is shown: ratings of equals over five deals covered 85 % instead of 95 %.
pub const FEWEST_UNITS: usize = 10;

/// A closed range of plausible values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    pub low: f64,
    pub high: f64,
}

impl Interval {
    /// What is known without data: nothing.
    pub const ALL: Self = Self { low: f64::NEG_INFINITY, high: f64::INFINITY };

    /// Whether a value lies inside, ends included.
    pub fn contains(self, value: f64) -> bool {
        (self.low..=self.high).contains(&value)
    }
}

/// A measured value, its interval, and the number of independent units behind it.
///
/// Without units the value is NaN; with too few for an interval the ends are infinite. JSON writes both as
/// `null`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Figure {
    #[serde(deserialize_with = "or_nan")]
    pub value: f64,
    #[serde(deserialize_with = "or_lowest")]
    pub low: f64,
    #[serde(deserialize_with = "or_highest")]
    pub high: f64,
    #[serde(deserialize_with = "or_none")]
    pub n: u64,
}

impl Figure {
    /// A value with an interval around it.
    pub fn new(value: f64, interval: Interval, n: usize) -> Self {
        Self { value, low: interval.low, high: interval.high, n: n as u64 }
    }

    /// A value with the same distance to both ends.
    pub fn symmetric(value: f64, half: f64, n: usize) -> Self {
        Self { value, low: value - half, high: value + half, n: n as u64 }
    }

    /// The same without an interval where there are too few units to trust one.
    pub fn or_open(self) -> Self {
        if self.n < FEWEST_UNITS as u64 { self.within(Interval::ALL) } else { self }
    }

    /// The same value with another interval.
    pub fn within(self, interval: Interval) -> Self {
        Self { low: interval.low, high: interval.high, ..self }
    }

    /// Whether there were enough units for an interval.
    pub fn has_interval(self) -> bool {
        self.low.is_finite() && self.high.is_finite()
    }

    /// The two ends alone.
    pub fn interval(self) -> Interval {
        Interval { low: self.low, high: self.high }
    }
}

fn or_nan<'de, D: Deserializer<'de>>(json: D) -> Result<f64, D::Error> {
    Ok(Option::deserialize(json)?.unwrap_or(f64::NAN))
}

fn or_lowest<'de, D: Deserializer<'de>>(json: D) -> Result<f64, D::Error> {
    Ok(Option::deserialize(json)?.unwrap_or(f64::NEG_INFINITY))
}

fn or_highest<'de, D: Deserializer<'de>>(json: D) -> Result<f64, D::Error> {
    Ok(Option::deserialize(json)?.unwrap_or(f64::INFINITY))
}

/// Figures copied from a printed report do not tell their `n`.
fn or_none<'de, D: Deserializer<'de>>(json: D) -> Result<u64, D::Error> {
    Ok(Option::deserialize(json)?.unwrap_or(0))
}

/// How much two arms differ, and how easily chance alone would differ as much.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difference {
    /// First arm minus second.
    pub figure: Figure,
    /// Two-sided; 1 where the data cannot tell.
    pub p: f64,
}
