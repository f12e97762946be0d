//! Whether our figure and the paper's can both be right.

use super::figures::paper;
use crate::experiment::Cell;

/// Whether they differ by no more than sampling error; nothing to say where there is no figure of the paper, or no
/// interval of ours.
pub(super) fn agrees(cell: &Cell) -> Option<bool> {
    paper(cell).filter(|_| cell.figure.has_interval()).map(|paper| cell.agrees(paper))
}
