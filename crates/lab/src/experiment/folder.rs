//! The output folder of a run: what was asked for, what came of it, and how.

use std::path::{Path, PathBuf};
use std::{fs, io};

use serde::{Deserialize, Serialize};

use super::config::Config;
use super::games_file;
use super::kinds::Rows;
use super::plan::{Options, Plan};
use super::records::write_records;
use super::results::{Document, Results, RunInfo};
use super::runner::{Existing, Run};
use super::store::{Store, chunk_files, sweep_up};
use super::summary::summarise;
use crate::error::LabError;
use crate::whole::{remove_orphans, write_whole};

/// The version of `run.json`.
const FORMAT: u32 = 1;
/// The version of the program.
pub(super) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// What `run.json` says. The clock is here and in no other file of the folder.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RunFile {
    tefuda_run: u32,
    experiment: String,
    version: String,
    /// The digest of the program itself.
    build: String,
    /// The fingerprint of the plan.
    pub(super) plan: String,
    seed: u64,
    options: Options,
    /// Every game that is played, with the version of its rules.
    rules: Vec<(String, u32)>,
    /// What was typed.
    command: String,
    cores: usize,
    /// Time spent in all sessions that came to their end.
    pub(super) seconds: f64,
}

/// Says what would be right where a file that every run leaves is not there.
fn no_run(error: io::Error) -> io::Error {
    const WHY: &str =
        "not there, so no run is in this folder: name one that `run` or `reproduce` wrote, such as runs/NAME";
    if error.kind() == io::ErrorKind::NotFound { io::Error::new(io::ErrorKind::NotFound, WHY) } else { error }
}

/// The output folder of one run, or of one shard of it.
#[derive(Clone, Debug)]
pub(super) struct Folder {
    root: PathBuf,
}

impl Folder {
    pub(super) fn new(root: &Path) -> Folder {
        Folder { root: root.into() }
    }

    pub(super) fn chunks(&self) -> PathBuf {
        self.root.join("chunks")
    }

    pub(super) fn games(&self) -> PathBuf {
        self.root.join("games.parquet")
    }

    fn results_json(&self) -> PathBuf {
        self.root.join("results.json")
    }

    fn records(&self) -> PathBuf {
        self.root.join("records.jsonl.zst")
    }

    fn run_json(&self) -> PathBuf {
        self.root.join("run.json")
    }

    fn config(&self) -> PathBuf {
        self.root.join("config.toml")
    }

    /// Removes what runs have left here, and nothing else.
    fn clear(&self) -> Result<(), LabError> {
        let files = [self.run_json(), self.config(), self.games(), self.results_json(), self.records()];
        let there = files.into_iter().filter(|path| path.exists());
        for path in chunk_files(&self.chunks())?.into_iter().chain(there) {
            fs::remove_file(&path).map_err(LabError::file(&path))?;
        }
        Ok(())
    }

    /// Makes the folder ready for a plan. What another plan or another build of the program has begun is never
    /// gone on from.
    pub(super) fn begin(&self, run: &Run<'_>) -> Result<(), LabError> {
        let Run { plan, existing, .. } = *run;
        fs::create_dir_all(self.chunks()).map_err(LabError::file(self.chunks()))?;
        remove_orphans(&self.root)?;
        remove_orphans(&self.chunks())?;
        if existing == Existing::Replace {
            self.clear()?;
        }
        let mut run = RunFile::new(run);
        if self.run_json().exists() {
            let before = self.run_file()?;
            self.check_same(&before, &run)?;
            run.seconds = before.seconds;
        }
        if existing == Existing::Refuse && !chunk_files(&self.chunks())?.is_empty() {
            let why = "there are finished chunks: go on from them with --resume, replace them with --fresh, or choose another \
                 folder with --out";
            return Err(LabError::disk(self.chunks(), why));
        }
        write_whole(&self.config(), plan.config.as_bytes())?;
        self.write_run(&run)
    }

    fn check_same(&self, before: &RunFile, now: &RunFile) -> Result<(), LabError> {
        let refuse = |what: &str, before: &str, now: &str| {
            let why = format!(
                "was begun with another {what} ({before}, now {now}), and its games do not mix with new ones: \
                 choose another folder with --out, or begin anew in this one with --fresh"
            );
            Err(LabError::disk(&self.root, why))
        };
        if before.plan != now.plan {
            return refuse("config", &before.plan, &now.plan);
        }
        if before.build != now.build {
            refuse("build of this program", &before.build, &now.build)
        } else {
            Ok(())
        }
    }

    /// Whether a run was begun here.
    pub(super) fn is_begun(&self) -> bool {
        self.run_json().is_file()
    }

    pub(super) fn run_file(&self) -> Result<RunFile, LabError> {
        let path = self.run_json();
        let bytes = fs::read(&path).map_err(no_run).map_err(LabError::file(&path))?;
        let run: RunFile = serde_json::from_slice(&bytes)
            .map_err(|error| LabError::disk(&path, format!("not what a run leaves here: {error}")))?;
        match run.tefuda_run {
            FORMAT => Ok(run),
            other => Err(LabError::disk(path, format!("run format {other}, this program reads {FORMAT}"))),
        }
    }

    fn write_run(&self, run: &RunFile) -> Result<(), LabError> {
        let text = serde_json::to_string_pretty(run).expect("plain data") + "\n";
        write_whole(&self.run_json(), text.as_bytes())
    }

    /// Notes a session: its time is added to that of others, and the cores are the latest ones.
    pub(super) fn note(&self, seconds: f64, cores: usize) -> Result<(), LabError> {
        let mut run = self.run_file()?;
        run.seconds += seconds;
        run.cores = cores;
        self.write_run(&run)
    }

    /// The plan this folder was begun with.
    pub(super) fn plan(&self) -> Result<Plan, LabError> {
        let run = self.run_file()?;
        let plan = Plan::new(&Config::read(&self.config())?, &run.options)?;
        if plan.fingerprint().to_string() != run.plan {
            let why = format!(
                "this program (version {VERSION}) does not make the same plan of it as version {}, which ran \
                 it: run it again into another folder",
                run.version
            );
            return Err(LabError::disk(self.config(), why));
        }
        Ok(plan)
    }

    /// Turns a complete set of chunks into results: `games.parquet`, `results.json`, and records if kept.
    pub(super) fn finish(&self, plan: &Plan, store: &Store<'_>) -> Result<Results, LabError> {
        games_file::write(&self.games(), plan, store)?;
        if plan.records {
            write_records(&self.records(), plan, store)?;
        }
        let results = self.results(plan, |cell| store.rows(cell))?;
        self.write_results(&results)?;
        sweep_up(&self.chunks())?;
        Ok(results)
    }

    pub(super) fn write_results(&self, results: &Results) -> Result<(), LabError> {
        let text = serde_json::to_string_pretty(&Document::of(results)).expect("plain data") + "\n";
        write_whole(&self.results_json(), text.as_bytes())
    }

    /// The results, told with how they came about.
    pub(super) fn results(
        &self,
        plan: &Plan,
        rows: impl Fn(usize) -> Result<Rows, LabError> + Sync,
    ) -> Result<Results, LabError> {
        let mut results = Results { info: self.run_file()?.info(plan), ..summarise(plan, rows)? };
        results.answer = crate::report::answer(plan, &results);
        Ok(results)
    }
}

impl RunFile {
    fn new(run: &Run<'_>) -> RunFile {
        let plan = run.plan;
        let mut rules: Vec<_> =
            plan.cells.iter().map(|cell| (cell.setting.game.name.clone(), cell.rules_version)).collect();
        rules.sort();
        rules.dedup();
        RunFile {
            tefuda_run: FORMAT,
            experiment: plan.name.clone(),
            version: VERSION.into(),
            build: run.build.to_string(),
            plan: plan.fingerprint().to_string(),
            seed: plan.seed,
            options: plan.options.clone(),
            rules,
            command: run.command.into(),
            cores: rayon::current_num_threads(),
            seconds: 0.0,
        }
    }

    fn info(self, plan: &Plan) -> RunInfo {
        RunInfo {
            config: plan.config.clone(),
            version: self.version,
            rules_versions: self.rules,
            cores: self.cores,
            seconds: self.seconds,
            command: self.command,
            full: plan.options.is_full(),
        }
    }
}
