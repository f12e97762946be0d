//! How long an experiment will take, from a few games of it.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use catalog::kinds::Cost;
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
    /// one core. Cells that can tell what they cost are asked, however long that takes.
    ///
    /// # Errors
    /// Players that break down.
    pub fn trial(&self, budget: Duration) -> Result<Vec<Trial>, LabError> {
        let begun = Instant::now();
        let try_cell = |cell| Tried::new(cell, || begun.elapsed() < budget);
        let tried = self.cells.par_iter().map(try_cell).collect::<Result<Vec<_>, _>>()?;
        let tried = once(tried);
        let mean_of = |part: usize| {
            let each = |(cell, seconds): (&PlannedCell, &Option<f64>)| {
                Some((cell.part, (*seconds)? / cell.units as f64))
            };
            let each = || self.cells.iter().zip(&tried).filter_map(each);
            let own = mean(each().filter(|(of, _)| *of == part).map(|(_, seconds)| seconds));
            own.or_else(|| mean(each().map(|(_, seconds)| seconds)))
        };
        let by_others = |cell: &PlannedCell| Some(cell.units as f64 * mean_of(cell.part)?);
        let tell = |(cell, seconds): (&PlannedCell, &Option<f64>)| Trial {
            cell: self.describe(cell),
            units: cell.units,
            games: cell.units * cell.job.games,
            seconds: seconds.or_else(|| by_others(cell)).unwrap_or(f64::NAN),
            tried: seconds.is_some(),
        };
        Ok(self.cells.iter().zip(&tried).map(tell).collect())
    }
}

fn mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let (sum, count) = values.fold((0.0, 0), |(sum, count), value| (sum + value, count + 1));
    (count > 0).then(|| sum / f64::from(count))
}

/// What was found out about one cell.
enum Tried {
    /// The seconds for all its units.
    Played(f64),
    /// What it asks for.
    Asks(Vec<Cost>),
}

impl Tried {
    /// Asks for its costs or, if there is time, doubles the number of units until they take long enough to be timed.
    fn new(cell: &PlannedCell, is_time: impl Fn() -> bool) -> Result<Option<Tried>, LabError> {
        if let Some(costs) = cell.job.costs(cell.units)? {
            return Ok(Some(Tried::Asks(costs)));
        }
        if !is_time() {
            return Ok(None);
        }
        let mut units = 1;
        loop {
            let begun = Instant::now();
            cell.job.play(0..units, false)?;
            if begun.elapsed() >= ENOUGH || units >= cell.units {
                let seconds = begun.elapsed().as_secs_f64() * cell.units as f64 / units as f64;
                return Ok(Some(Tried::Played(seconds)));
            }
            units = (2 * units).min(cell.units);
        }
    }
}

/// The seconds of each cell, where what several ask for is done once: a later cell adds what it asks for beyond those
/// before it.
fn once(tried: Vec<Option<Tried>>) -> Vec<Option<f64>> {
    let mut done: BTreeMap<String, f64> = BTreeMap::new();
    let mut beyond = |cost: Cost| {
        let done = done.entry(cost.name).or_default();
        let more = (cost.seconds - *done).max(0.0);
        *done += more;
        more
    };
    let mut seconds = |tried| match tried {
        Tried::Played(seconds) => seconds,
        Tried::Asks(costs) => costs.into_iter().map(&mut beyond).sum(),
    };
    tried.into_iter().map(|cell| cell.map(&mut seconds)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_several_ask_for_is_done_once() {
        let asks = |costs: &[(&str, f64)]| {
            let cost = |&(name, seconds): &(&str, f64)| Cost { name: name.into(), seconds };
            Some(Tried::Asks(costs.iter().map(cost).collect()))
        };
        let tried = vec![
            asks(&[("a", 2.0), ("b", 3.0)]),
            None,
            asks(&[("a", 5.0)]),
            Some(Tried::Played(7.0)),
            asks(&[("a", 4.0), ("b", 3.5)]),
        ];
        assert_eq!(once(tried), [Some(5.0), None, Some(3.0), Some(7.0), Some(0.5)]);
    }
}
