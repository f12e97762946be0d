//! From the rows of all units to one figure.

use catalog::kinds::Formula;

use super::Rows;
use crate::stats::{
    Bootstrap, Figure, LEVEL, Share, Tally, UnitLayout, clustered_mean, mean, pooled, pooled_rate,
};
use crate::tally::win_rate;

/// What a formula makes of all units, each of which is this many games. Units that are counted apart say nothing.
pub fn estimate(formula: &Formula, rows: &Rows, games: u64) -> Figure {
    estimate_in(formula, rows, games, UnitLayout::Apart)
}

/// The same for units that hang together.
pub(super) fn estimate_in(formula: &Formula, rows: &Rows, games: u64, layout: UnitLayout) -> Figure {
    if rows.iter().any(is_apart) && !rows.iter().all(is_apart) {
        let values = rows.iter().filter(|row| !is_apart(row)).flatten().copied().collect();
        return estimate(formula, &Rows { width: rows.width, values }, games);
    }
    let shares = || -> Vec<Share> { rows.iter().filter_map(|row| share(formula, row, games)).collect() };
    let tallies = |places: &[usize]| -> Vec<Tally> {
        rows.iter().map(|row| Tally { sum: sum(places, row), games: games as u32 }).collect()
    };
    match formula {
        Formula::Rate { .. } => pooled_rate(&shares(), layout, LEVEL),
        Formula::Ratio { .. } => pooled(&shares(), layout, LEVEL),
        Formula::Mean(_) if layout != UnitLayout::Apart => pooled(&shares(), layout, LEVEL),
        Formula::Mean(column) => {
            let noted: Vec<f64> =
                rows.iter().map(|row| row[*column]).filter(|value| value.is_finite()).collect();
            mean(&noted, LEVEL)
        }
        Formula::Wins(places) => win_rate(&tallies(places)),
        Formula::PerGame(places) => clustered_mean(&tallies(places), LEVEL),
        Formula::Calibration(bins) => calibration_error(bins, rows, layout),
        Formula::Resampled(statistic) => {
            Bootstrap::default().percentile_in(&rows.iter().collect::<Vec<_>>(), layout, statistic)
        }
    }
}

/// Whether a unit is counted apart, because somebody forfeited one of its games: no number of it is one.
pub(super) fn is_apart(row: &[f64]) -> bool {
    row.iter().all(|value| value.is_nan())
}

/// What a unit adds to the two sums that a formula is the ratio of; nothing if it is no such ratio.
pub(super) fn share(formula: &Formula, row: &[f64], games: u64) -> Option<Share> {
    match formula {
        Formula::Calibration(_) | Formula::Resampled(_) => None,
        _ if is_apart(row) => Some(Share::default()),
        Formula::Rate { part, whole } | Formula::Ratio { part, whole } => {
            let units = whole.is_empty().then_some(1.0);
            Some(Share { part: sum(part, row), whole: units.unwrap_or_else(|| sum(whole, row)) })
        }
        // A unit without a number says nothing.
        Formula::Mean(column) if !row[*column].is_finite() => Some(Share::default()),
        Formula::Mean(column) => Some(Share { part: row[*column], whole: 1.0 }),
        Formula::Wins(places) | Formula::PerGame(places) => {
            Some(Share { part: sum(places, row), whole: games as f64 })
        }
    }
}

fn sum(places: &[usize], row: &[f64]) -> f64 {
    places.iter().map(|&place| row[place]).sum()
}

/// The mean distance between what was claimed and what came true, each bin counted by its claims.
///
/// Chance alone makes them differ, so the value errs upwards. The interval does not: it is what the intervals
/// of the single bins leave possible, which hold all at once.
fn calibration_error(bins: &[[usize; 3]], rows: &Rows, layout: UnitLayout) -> Figure {
    let (mut error, mut claims) = (Figure::symmetric(0.0, 0.0, 0), 0.0);
    for &[count, claimed, true_ones] in bins {
        let off = |row: &[f64]| Share { part: row[claimed] - row[true_ones], whole: row[count] };
        let units: Vec<Share> = rows.iter().map(off).collect();
        let weight: f64 = units.iter().map(|unit| unit.whole).sum();
        if weight > 0.0 {
            let (value, least, most) =
                distance(pooled(&units, layout, 1.0 - (1.0 - LEVEL) / bins.len() as f64));
            error.value += weight * value;
            error.low += weight * least;
            error.high += weight * most;
            claims += weight;
        }
    }
    let says_something = |row: &&[f64]| bins.iter().any(|[count, ..]| row[*count] > 0.0);
    let n = rows.iter().filter(says_something).count();
    Figure { value: error.value / claims, low: error.low / claims, high: error.high / claims, n: n as u64 }
}

/// How far from zero a value is, at least and at most; probabilities cannot be off by more than 1.
fn distance(off: Figure) -> (f64, f64, f64) {
    let least = if off.interval().contains(0.0) { 0.0 } else { off.low.abs().min(off.high.abs()) };
    (off.value.abs(), least, off.low.abs().max(off.high.abs()).min(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(values: &[[f64; 3]]) -> Rows {
        Rows { width: 3, values: values.concat() }
    }

    #[test]
    fn a_formula_is_what_it_says() {
        let rows = rows(&[[1.0, 2.0, 4.0], [0.0, 6.0, 4.0], [1.0, 1.0, f64::NAN]]);
        let found = |formula: Formula| estimate(&formula, &rows, 2);
        let (part, whole) = (vec![0], vec![0, 1]);
        let rate = found(Formula::Rate { part: part.clone().into(), whole: whole.clone().into() });
        assert_eq!((rate.value, rate.n), (2.0 / 11.0, 3));
        let ratio = found(Formula::Ratio { part: part.into(), whole: whole.into() });
        assert_eq!(ratio.value, rate.value);
        assert_ne!((ratio.low, ratio.high), (rate.low, rate.high), "a rate has Wilson's interval");
        let units = found(Formula::Rate { part: vec![0].into(), whole: vec![].into() });
        assert_eq!(units.value, 2.0 / 3.0, "without a whole the units are counted");
        let mean = found(Formula::Mean(2));
        assert_eq!((mean.value, mean.n), (4.0, 2), "what is no number says nothing");
        assert_eq!(found(Formula::PerGame(vec![0, 1].into())).value, 11.0 / 6.0);
        assert_eq!(found(Formula::Wins(vec![0].into())).value, 2.0 / 6.0);
        assert_eq!(found(Formula::Resampled(|rows| rows.iter().map(|row| row[1]).sum())).value, 9.0);
        let off = found(Formula::Calibration(vec![[1, 0, 0]]));
        assert_eq!((off.value, off.n), (0.0, 3));
    }

    /// What is compared unit by unit adds up to the figure itself.
    #[test]
    fn shares_are_of_the_same_ratio() {
        let rows = rows(&[[1.0, 2.0, 4.0], [0.0, 6.0, 4.0], [1.0, 1.0, f64::NAN]]);
        let (part, whole) = (vec![0], vec![1]);
        for formula in [
            Formula::Rate { part: part.clone().into(), whole: whole.clone().into() },
            Formula::Ratio { part: part.into(), whole: whole.into() },
            Formula::Rate { part: vec![0].into(), whole: vec![].into() },
            Formula::Mean(2),
            Formula::Wins(vec![0].into()),
            Formula::PerGame(vec![0, 1].into()),
        ] {
            let shares: Vec<Share> = rows.iter().map(|row| share(&formula, row, 2).unwrap()).collect();
            let sum = |of: fn(&Share) -> f64| shares.iter().map(of).sum::<f64>();
            let ratio = sum(|share| share.part) / sum(|share| share.whole);
            assert!((ratio - estimate(&formula, &rows, 2).value).abs() < 1e-12, "{formula:?}");
        }
        assert!(share(&Formula::Calibration(vec![]), &[0.0], 1).is_none());
        assert!(share(&Formula::Resampled(|_| 0.0), &[0.0], 1).is_none());
    }
}
