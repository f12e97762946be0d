//! Matches and arenas.

use std::path::PathBuf;

use lab::{Arena, LabError, Match, play_match};
use pyo3::prelude::*;
use serde::Serialize;

use crate::agent::{Company, Entrant};
use crate::errors;
use crate::lists::read_spec;
use crate::values::written;
use crate::work::watched;

/// Plays a match; what came of it as a dict.
#[pyfunction]
#[pyo3(signature = (game, entrants, *, games, series, seed, paired, records, threads, progress))]
#[expect(clippy::too_many_arguments, reason = "they are the keywords of a Python function")]
pub(crate) fn match_play<'py>(
    py: Python<'py>,
    game: &str,
    entrants: Vec<Entrant>,
    games: u64,
    series: Option<u32>,
    seed: u64,
    paired: bool,
    records: Option<PathBuf>,
    threads: Option<usize>,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let mut company = Company::default();
    let (game, entrants) = (read_spec(game)?, company.specs(entrants)?);
    let plan = Match { game, entrants, games, series, seed, paired, records, resume: false };
    let played = watched(py, threads, progress.as_ref(), |watch| {
        play_match(&plan, watch).map(|played| (played.outcome, played.cut))
    });
    result(py, &company, played)
}

/// Plays an arena; what came of it as a dict.
#[pyfunction]
#[pyo3(signature = (game, entrants, *, seats, games, series, seed, threads, progress))]
#[expect(clippy::too_many_arguments, reason = "they are the keywords of a Python function")]
pub(crate) fn arena_play<'py>(
    py: Python<'py>,
    game: &str,
    entrants: Vec<Entrant>,
    seats: Option<usize>,
    games: u64,
    series: Option<u32>,
    seed: u64,
    threads: Option<usize>,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let mut company = Company::default();
    let (game, agents) = (read_spec(game)?, company.specs(entrants)?);
    let arena = Arena { game, agents, seats, games, series, seed, records: None };
    let played = watched(py, threads, progress.as_ref(), |watch| {
        arena.play(watch).map(|played| (played.standings, played.cut))
    });
    result(py, &company, played)
}

/// What came of some games as a dict; cut short, it stands in the exception as `partial`.
fn result<'py, T: Serialize>(
    py: Python<'py>,
    company: &Company,
    played: PyResult<Result<(T, Option<LabError>), LabError>>,
) -> PyResult<Bound<'py, PyAny>> {
    let (outcome, cut) = played?.map_err(|error| company.explained(py, errors::lab(error)))?;
    let outcome = written(py, &outcome)?;
    let Some(cut) = cut else { return Ok(outcome) };
    let error = company.explained(py, errors::lab(cut));
    error.value(py).setattr("partial", outcome)?;
    Err(error)
}
