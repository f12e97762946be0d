//! The output folder of a run: what was asked for, what came of it, and how.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::{fs, io};

use serde::{Deserialize, Serialize};
use table::Digest;

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
use crate::ownership::{FolderLock, read_plain, refuse_foreign};
use crate::whole::{remove_orphans, write_whole};

/// The version of `run.json`.
const FORMAT: u32 = 1;
/// The mark of a run: how it came about.
pub(crate) const RUN_FILE: &str = "run.json";
/// Everything that a run writes besides its mark.
const FILES: [&str; 9] = [
    "config.toml",
    "README.md",
    "games.parquet",
    "results.json",
    "records.jsonl.zst",
    "report.html",
    "report.md",
    "chunks",
    UNFINISHED,
];
/// The folder of pieces of work that are not finished.
const UNFINISHED: &str = "unfinished";
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
    /// The digests of the files that a finished run leaves, by their names; none before it is finished.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    sums: BTreeMap<String, String>,
}

/// What can be said of a file that a run has left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Soundness {
    /// It is as it was written.
    Sound,
    /// It is not there, or not as it was written.
    Damaged,
    /// It is there; an earlier version, which wrote it, kept no digest.
    Unknown,
}

fn name_of(file: &Path) -> String {
    file.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// The digest of a file.
fn digest_of(path: &Path) -> io::Result<String> {
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "not a plain file"));
    }
    let (mut file, mut digest, mut bytes) = (File::open(path)?, Digest::new(), vec![0; 1 << 20]);
    loop {
        match file.read(&mut bytes)? {
            0 => return Ok(digest.to_string()),
            read => digest.write(&bytes[..read]),
        }
    }
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

    /// Where pieces of work are kept that are not finished.
    pub(super) fn unfinished(&self) -> PathBuf {
        self.root.join(UNFINISHED)
    }

    /// Removes what was kept of pieces that are finished now, or are not wanted.
    pub(super) fn clear_unfinished(&self) -> Result<(), LabError> {
        let folder = self.unfinished();
        match fs::remove_dir_all(&folder) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(LabError::file(&folder)(error)),
            _ => Ok(()),
        }
    }

    pub(super) fn games(&self) -> PathBuf {
        self.root.join("games.parquet")
    }

    fn results_json(&self) -> PathBuf {
        self.root.join("results.json")
    }

    pub(super) fn records(&self) -> PathBuf {
        self.root.join("records.jsonl.zst")
    }

    fn run_json(&self) -> PathBuf {
        self.root.join(RUN_FILE)
    }

    fn config(&self) -> PathBuf {
        self.root.join("config.toml")
    }

    /// Removes what runs have left here, and nothing else. The mark of the run goes last: a kill in between leaves a
    /// folder that is still ours.
    fn clear(&self) -> Result<(), LabError> {
        self.clear_unfinished()?;
        let reports = ["report.html", "report.md"].map(|name| self.root.join(name));
        let files = [self.config(), self.games(), self.results_json(), self.records()];
        let there = files.into_iter().chain(reports).chain([self.run_json()]).filter(|path| path.exists());
        for path in chunk_files(&self.chunks())?.into_iter().chain(there) {
            fs::remove_file(&path).map_err(LabError::file(&path))?;
        }
        Ok(())
    }

    /// Whether an earlier run has left its mark here.
    fn is_ours(&self) -> Result<bool, LabError> {
        let path = self.run_json();
        let bytes = match read_plain(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
            read => read.map_err(LabError::file(&path))?,
        };
        let mark: Option<serde_json::Value> = serde_json::from_slice(&bytes).ok();
        match mark.is_some_and(|mark| mark.get("tefuda_run").is_some()) {
            true => Ok(true),
            false => {
                let why = "there, and not what a run of this program leaves: choose another folder with --out, or move \
                           it away";
                Err(LabError::disk(path, why))
            }
        }
    }

    /// Makes the folder ready for a plan, and keeps other writers away. A folder that is not ours keeps what it has. What
    /// another plan or another build of the program has begun is never resumed.
    pub(super) fn begin(&self, run: &Run<'_>) -> Result<FolderLock, LabError> {
        let Run { plan, existing, .. } = *run;
        let lock = FolderLock::take(&self.root)?;
        if !self.is_ours()? {
            refuse_foreign(&self.root, &FILES)?;
        }
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
            (run.seconds, run.sums) = (before.seconds, before.sums);
        }
        if existing == Existing::Refuse && !chunk_files(&self.chunks())?.is_empty() {
            let why = "there are finished chunks: go on from them with --resume, replace them with --fresh, or choose another \
                 folder with --out";
            return Err(LabError::disk(self.chunks(), why));
        }
        // First of all the mark: a kill before the next file leaves a folder that is ours.
        self.write_run(&run)?;
        write_whole(&self.config(), plan.config.as_bytes())?;
        Ok(lock)
    }

    fn check_same(&self, before: &RunFile, now: &RunFile) -> Result<(), LabError> {
        let refuse = |what: &str, before: &str, now: &str| {
            let why = format!(
                "was begun with another {what} ({before}, now {now}), and its games do not mix with new ones: \
                 choose another folder with --out, or begin anew in this one with --fresh"
            );
            Err(LabError::disk(&self.root, why))
        };
        let other = before.options.differences(&now.options);
        if before.plan != now.plan && !other.is_empty() {
            let why = format!(
                "was begun with other options ({}): resume it as it was begun, `{}`, choose another folder with --out, or \
                 begin anew in this one with --fresh",
                other.join(", "),
                before.command
            );
            return Err(LabError::disk(&self.root, why));
        }
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
        let bytes = read_plain(&path).map_err(no_run).map_err(LabError::file(&path))?;
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
        self.note_sums(plan)?;
        let results = self.results(plan, |cell| store.rows(cell))?;
        self.write_results(&results)?;
        sweep_up(&self.chunks())?;
        Ok(results)
    }

    /// Writes the records again.
    pub(super) fn renew_records(&self, plan: &Plan, store: &Store<'_>) -> Result<(), LabError> {
        write_records(&self.records(), plan, store)?;
        self.note_sums(plan)
    }

    /// Keeps the digests of what was written.
    fn note_sums(&self, plan: &Plan) -> Result<(), LabError> {
        let mut run = self.run_file()?;
        let records = plan.records.then(|| self.records());
        for file in [self.games()].into_iter().chain(records) {
            run.sums.insert(name_of(&file), digest_of(&file).map_err(LabError::file(&file))?);
        }
        self.write_run(&run)
    }

    /// Whether a file that a finished run has left is as it was written.
    pub(super) fn soundness(&self, file: &Path) -> Result<Soundness, LabError> {
        let known = self.run_file()?.sums.remove(&name_of(file));
        Ok(match (known, digest_of(file)) {
            (Some(known), Ok(found)) if known == found => Soundness::Sound,
            (None, Ok(_)) => Soundness::Unknown,
            _ => Soundness::Damaged,
        })
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

    /// What the chunks that are there give, told with how they came about. It has no answer yet.
    pub(super) fn results_so_far(&self, plan: &Plan, store: &Store<'_>) -> Result<Results, LabError> {
        let told = summarise(plan, |cell| store.rows_so_far(cell))?;
        Ok(Results { info: self.run_file()?.info(plan), ..told })
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
            sums: BTreeMap::new(),
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
