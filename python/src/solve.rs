//! Small games solved, as the crates solve them.

use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

use catalog::solving::{Effort, solve};
use pyo3::prelude::*;
use solve::SolveProgress;

use crate::errors::refused;
use crate::lists::read_spec;
use crate::values::written;
use crate::work::watched;

/// Solves a small game for two; what came of it as a dict.
#[pyfunction]
#[pyo3(signature = (game, *, iterations, nodes, threads, progress))]
pub(crate) fn solve_game<'py>(
    py: Python<'py>,
    game: &str,
    iterations: u64,
    nodes: usize,
    threads: Option<usize>,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let (spec, effort) = (read_spec(game)?, Effort { iterations, nodes });
    let solution = watched(py, threads, progress.as_ref(), |watch| {
        solve(&spec, &effort, &|SolveProgress { done, total }| {
            (watch.done)(done, total);
            match watch.stop.load(Ordering::Relaxed) {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        })
    })?;
    written(py, &solution.map_err(refused)?)
}
