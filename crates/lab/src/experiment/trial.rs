//! How long an experiment will take, from a few games of it.

use std::time::{Duration, Instant};

use rayon::prelude::*;

use super::plan::{Plan, PlannedCell};
use crate::error::LabError;

/// What a dry run says of one cell.
#[derive(Clone, Debug, PartialEq)]
pub struct Trial {
    /// The cell as a person names it.
    pub cell: String,
    pub units: u64,
    /// Games in all.
    pub games: u64,
    /// What one core needs for it; the mean of its part's other cells if there was no time to try it.
    pub seconds: f64,
    /// Whether it was tried, or worked out from its own games.
    pub tried: bool,
}

/// A cell that is quicker than this to try is tried with more units.
const ENOUGH: Duration = Duration::from_millis(20);

impl Plan {
    /// Plays the first games of every cell, for about as long as this, and tells how long the whole will take
    /// one core.
    ///
    /// # Errors
    /// Players that break down.
    pub fn trial(&self, budget: Duration) -> Result<Vec<Trial>, LabError> {
        let begun = Instant::now();
        let try_cell = |cell| (begun.elapsed() < budget).then(|| seconds_per_unit(cell)).transpose();
        let tried = self.cells.par_iter().map(try_cell).collect::<Result<Vec<Option<f64>>, _>>()?;
        let mean_of = |part: usize| {
            let own = self.cells.iter().zip(&tried).filter(|(cell, _)| cell.part == part);
            mean(own.filter_map(|(_, seconds)| *seconds)).or_else(|| mean(tried.iter().flatten().copied()))
        };
        let tell = |(cell, seconds): (&PlannedCell, &Option<f64>)| Trial {
            cell: self.describe(cell),
            units: cell.units,
            games: cell.units * cell.job.games,
            seconds: cell.units as f64 * seconds.or_else(|| mean_of(cell.part)).unwrap_or(f64::NAN),
            tried: seconds.is_some(),
        };
        Ok(self.cells.iter().zip(&tried).map(tell).collect())
    }
}

fn mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let (sum, count) = values.fold((0.0, 0), |(sum, count), value| (sum + value, count + 1));
    (count > 0).then(|| sum / f64::from(count))
}

/// Doubles the number of units until they take long enough to be timed.
fn seconds_per_unit(cell: &PlannedCell) -> Result<f64, LabError> {
    if let Some(seconds) = cell.job.seconds(cell.units)? {
        return Ok(seconds / cell.units as f64);
    }
    let mut units = 1;
    loop {
        let begun = Instant::now();
        cell.job.play(0..units, false)?;
        if begun.elapsed() >= ENOUGH || units >= cell.units {
            return Ok(begun.elapsed().as_secs_f64() / units as f64);
        }
        units = (2 * units).min(cell.units);
    }
}
