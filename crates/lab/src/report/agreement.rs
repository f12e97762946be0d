//! Whether our figure and the paper's can both be right.

use super::figures::paper;
use crate::experiment::ResultCell;

/// Whether they differ by no more than sampling error; nothing to say where there is no figure of the paper, or no
/// interval of ours.
pub(super) fn agrees(cell: &ResultCell) -> Option<bool> {
    paper(cell).filter(|_| cell.figure.has_interval()).map(|paper| cell.agrees(paper))
}
