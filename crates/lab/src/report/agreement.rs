//! Whether our figure and the paper's can both be right.

use super::figures::paper;
use crate::experiment::Cell;
use crate::stats::{Interval, LEVEL, wilson};

/// Whether the paper's figure lies inside our interval, or its own sampling interval meets ours; nothing to
/// say where there is no figure of the paper, or no interval of ours.
pub(super) fn agrees(cell: &Cell) -> Option<bool> {
    let paper = paper(cell).filter(|_| cell.low <= cell.high)?;
    let ours = Interval { low: cell.low, high: cell.high };
    let own = cell.published_n.map_or(Interval { low: paper, high: paper }, |n| sampling(paper, n));
    Some(own.low <= ours.high && own.high >= ours.low)
}

/// The interval of a published rate over so many games.
fn sampling(rate: f64, n: u64) -> Interval {
    let hits = (rate.clamp(0.0, 1.0) * n as f64).round() as u64;
    wilson(hits, n, LEVEL)
}
