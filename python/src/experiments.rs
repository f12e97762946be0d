//! Experiments: planned, run here or chunk by chunk elsewhere, put together.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use lab::GameMonitor;
use lab::experiment::{
    Build, Document, Existing, Experiment, Options, Plan, Progress, Ran, Results, Run, Shard, Worker, all,
};
use lab::report;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use serde_json::json;

use crate::errors::{self, refused};
use crate::values::{python, written};
use crate::work::{aside, caught, pool, watched};

/// The digest of this module: it plays, whatever interpreter has loaded it.
fn build(py: Python<'_>) -> PyResult<Build> {
    static BUILD: OnceLock<Build> = OnceLock::new();
    if let Some(build) = BUILD.get() {
        return Ok(build.clone());
    }
    let file: PathBuf = py.import("tefuda._tefuda")?.getattr("__file__")?.extract()?;
    Ok(BUILD.get_or_init(|| Build::of(&file)).clone())
}

/// Every experiment that can be run by name: name, title, question.
#[pyfunction]
pub(crate) fn experiments_list(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    let row = |it: &Experiment| json!({"name": it.name(), "title": it.config.title(), "question": it.config.question()});
    let listed = aside(py, || all().map(|all| all.experiments.iter().map(row).collect()))?;
    python(py, &listed.map_err(errors::lab)?)
}

/// The results of runs on disk, shards put together into the first of their folders.
#[pyfunction]
pub(crate) fn collect<'py>(py: Python<'py>, folders: Vec<PathBuf>) -> PyResult<Vec<Bound<'py, PyDict>>> {
    let runs = aside(py, || lab::experiment::collect(&folders))?.map_err(errors::lab)?;
    runs.iter().map(|(folder, results)| told(py, folder, results)).collect()
}

/// One who plays chunks after the order of a run, on whatever machine.
#[pyclass(frozen, module = "tefuda._tefuda", name = "Worker")]
pub(crate) struct PyWorker(Worker);

#[pymethods]
impl PyWorker {
    #[new]
    fn new(py: Python<'_>, order: &str) -> PyResult<PyWorker> {
        let build = build(py)?;
        aside(py, || Worker::new(order, &build))?.map(PyWorker).map_err(errors::lab)
    }

    /// Plays these chunks on one thread, as bytes that the run keeps.
    fn play<'py>(&self, py: Python<'py>, chunks: Vec<usize>) -> PyResult<Bound<'py, PyBytes>> {
        let pool = pool(Some(1))?;
        let bytes = aside(py, || pool.install(|| self.0.play(&chunks)))?.map_err(errors::lab)?;
        Ok(PyBytes::new(py, &bytes))
    }
}

/// Writes the reports of a run, and says what came of it: its folder, `results.json`, the tables for people.
fn told<'py>(py: Python<'py>, folder: &Path, results: &Results) -> PyResult<Bound<'py, PyDict>> {
    let published = caught(|| {
        report::publish(folder, results, false)?;
        Ok((report::text(results), report::markdown(results)))
    });
    let (text, markdown) = published?.map_err(errors::lab)?;
    let dict = PyDict::new(py);
    dict.set_item("folder", folder)?;
    dict.set_item("results", written(py, &Document::of(results))?)?;
    dict.set_item("text", text)?;
    dict.set_item("markdown", markdown)?;
    dict.set_item("full", results.info.full)?;
    Ok(dict)
}

/// An experiment, worked out, and the folder it is run into.
#[pyclass(frozen, module = "tefuda._tefuda", name = "Run")]
pub(crate) struct PyRun {
    experiment: Experiment,
    plan: Plan,
    folder: PathBuf,
    existing: Existing,
    shard: Shard,
    command: String,
    build: Build,
}

impl PyRun {
    fn run(&self) -> Run<'_> {
        Run {
            plan: &self.plan,
            folder: &self.folder,
            existing: self.existing,
            shard: self.shard,
            command: &self.command,
            build: &self.build,
        }
    }

    /// What came of a run; nothing yet if chunks are missing.
    fn told<'py>(&self, py: Python<'py>, ran: Ran) -> PyResult<Option<Bound<'py, PyDict>>> {
        self.experiment.copy_readme(&self.folder).map_err(errors::lab)?;
        match ran {
            Ran::Whole(results) => told(py, &self.folder, &results).map(Some),
            Ran::Shard { .. } => Ok(None),
        }
    }

    fn units(&self, chunk: usize) -> PyResult<u64> {
        let known = self.plan.chunks.get(chunk).map(|chunk| chunk.units.end - chunk.units.start);
        known.ok_or_else(|| refused(format!("no chunk {chunk}: this plan has {}", self.plan.chunks.len())))
    }
}

#[pymethods]
impl PyRun {
    #[new]
    #[pyo3(signature = (experiment, out, *, quick, games, seed, records, existing, shard, command))]
    #[allow(clippy::too_many_arguments, reason = "Python names every one of them")]
    fn new(
        py: Python<'_>,
        experiment: PathBuf,
        out: Option<PathBuf>,
        quick: bool,
        games: Option<u64>,
        seed: Option<u64>,
        records: bool,
        existing: &str,
        shard: &str,
        command: String,
    ) -> PyResult<PyRun> {
        if quick && games.is_some() {
            return Err(refused("quick says how many games are played: leave one of quick and games out"));
        }
        let options = Options { quick, games, seed, records };
        let planned = aside(py, || {
            let experiment = Experiment::find(&experiment)?;
            Plan::new(&experiment.config, &options).map(|plan| (experiment, plan))
        });
        let (experiment, plan) = planned?.map_err(errors::lab)?;
        let usual =
            || Path::new("runs").join(format!("{}{}", experiment.name(), if quick { "-quick" } else { "" }));
        let (folder, shard) = (out.unwrap_or_else(usual), shard.parse().map_err(refused)?);
        let (existing, build) = (read_existing(existing)?, build(py)?);
        Ok(PyRun { experiment, plan, folder, existing, shard, command, build })
    }

    #[getter]
    fn folder(&self) -> &Path {
        &self.folder
    }

    #[getter]
    fn name(&self) -> &str {
        &self.plan.name
    }

    /// The number of chunks the whole plan has.
    #[getter]
    fn chunks(&self) -> usize {
        self.plan.chunks.len()
    }

    /// How many units (games, or deals when paired) these chunks have.
    fn units_of(&self, chunks: Vec<usize>) -> PyResult<u64> {
        chunks.into_iter().map(|chunk| self.units(chunk)).sum()
    }

    /// Plays on this machine what is missing; `progress` is called with the units done and in all.
    #[pyo3(signature = (threads, progress))]
    fn go<'py>(
        &self,
        py: Python<'py>,
        threads: Option<usize>,
        progress: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Option<Bound<'py, PyDict>>> {
        let ran = watched(py, threads, progress, |watch| self.run().go(&Units::of(watch)))?;
        let ran = ran.map_err(errors::lab)?;
        self.told(py, ran)
    }

    /// Makes the folder ready, and lists the chunks that are still to be played.
    fn begin(&self, py: Python<'_>) -> PyResult<Vec<usize>> {
        aside(py, || self.run().begin())?.map_err(errors::lab)
    }

    /// What a worker on another machine must be told.
    fn order(&self) -> PyResult<String> {
        caught(|| self.run().order())
    }

    /// Keeps chunks that were played elsewhere, and lists them.
    fn keep(&self, py: Python<'_>, sent: &[u8]) -> PyResult<Vec<usize>> {
        aside(py, || self.run().keep(sent))?.map_err(errors::lab)
    }

    /// Ends a session; the results, if no chunk is missing.
    fn finish<'py>(
        &self,
        py: Python<'py>,
        seconds: f64,
        cores: usize,
    ) -> PyResult<Option<Bound<'py, PyDict>>> {
        let ran = aside(py, || self.run().finish(seconds, cores))?.map_err(errors::lab)?;
        self.told(py, ran)
    }
}

fn read_existing(word: &str) -> PyResult<Existing> {
    match word {
        "resume" => Ok(Existing::Resume),
        "replace" => Ok(Existing::Replace),
        "refuse" => Ok(Existing::Refuse),
        other => Err(refused(format!(
            "existing is `{}`; it should be resume, replace or refuse",
            other.escape_debug()
        ))),
    }
}

/// The progress of a run, for a caller that watches it.
struct Units<'a> {
    watch: &'a GameMonitor<'a>,
    done: AtomicU64,
    of: AtomicU64,
}

impl<'a> Units<'a> {
    fn of(watch: &'a GameMonitor<'a>) -> Units<'a> {
        Units { watch, done: AtomicU64::new(0), of: AtomicU64::new(0) }
    }

    fn add(&self, units: u64) {
        let done = self.done.fetch_add(units, Ordering::Relaxed) + units;
        (self.watch.done)(done, self.of.load(Ordering::Relaxed));
    }
}

impl Progress for Units<'_> {
    fn begin(&self, plan: &Plan, done: &[u64]) {
        self.of.store(plan.units(), Ordering::Relaxed);
        self.add(done.iter().sum());
    }

    fn advance(&self, _cell: usize, units: u64) {
        self.add(units);
    }

    fn is_stopped(&self) -> bool {
        self.watch.stop.load(Ordering::Relaxed)
    }
}
