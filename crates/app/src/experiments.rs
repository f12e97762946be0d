//! Experiments as the command line sees them: where they are, how they run, where their reports go.

use std::fs;
use std::path::{Path, PathBuf};

use lab::experiment::{Config, Existing, Options, Plan, Ran, Results, Run, Shard};
use lab::{remove_orphans, report};
use table::unknown;

use crate::failure::Failure;
use crate::house::{Built, EXPERIMENTS};
use crate::names::up_to;
use crate::progress::Bars;
use crate::{files, threads};

/// Where experiments lie, in the working directory or one above it.
const FOLDER: &str = "experiments";
/// What explains an experiment, beside its config and beside its results.
const README: &str = "README.md";

/// How much is played, and with which seed.
#[derive(clap::Args)]
pub(crate) struct Amount {
    /// Fewer games and cells, as the experiment says
    #[arg(long, conflicts_with = "games")]
    quick: bool,
    /// So many games a cell, whatever the experiment says
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = up_to(u64::MAX))]
    games: Option<u64>,
    /// Another seed than the experiment's
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// Write every game down, in records.jsonl.zst
    #[arg(long)]
    records: bool,
}

impl Amount {
    pub(crate) fn options(&self) -> Options {
        Options { quick: self.quick, games: self.games, seed: self.seed, records: self.records }
    }

    /// What a folder's name says of it.
    pub(crate) fn suffix(&self) -> &'static str {
        if self.quick { "-quick" } else { "" }
    }
}

/// An experiment that can be run, and what explains it.
#[derive(Clone)]
pub(crate) struct Experiment {
    pub(crate) config: Config,
    readme: Option<String>,
}

impl Experiment {
    /// An experiment from its file; its README lies beside it.
    pub(crate) fn read(path: &Path) -> Result<Experiment, Failure> {
        let readme = fs::read_to_string(path.with_file_name(README)).ok();
        Ok(Experiment { config: Config::read(path)?, readme })
    }

    /// The experiment of a file or, where there is no such file, of a name.
    pub(crate) fn find(file: &Path) -> Result<Experiment, Failure> {
        let name = file.to_str().filter(|_| !file.exists());
        let built = name.and_then(|name| EXPERIMENTS.iter().find(|built| built.name == name));
        built.map_or_else(|| Experiment::read(file), Experiment::built)
    }

    fn built(built: &Built) -> Result<Experiment, Failure> {
        let path = Path::new(FOLDER).join(built.name).join("config.toml");
        let config = Config::parse(&path, built.config.to_string())?;
        Ok(Experiment { config, readme: Some(built.readme.to_string()) })
    }

    pub(crate) fn name(&self) -> &str {
        self.config.name()
    }
}

/// All experiments, and what lies where experiments lie and is none.
#[derive(Default)]
pub(crate) struct All {
    /// In the order of their names.
    pub(crate) experiments: Vec<Experiment>,
    /// The name of its folder, and why it cannot be read.
    pub(crate) unreadable: Vec<(String, Failure)>,
}

/// Those of the house, and those of the folder of experiments here or above; of two with the same name, the latter.
pub(crate) fn all() -> Result<All, Failure> {
    let mut all = All::default();
    for path in folder().map_or(Ok(Vec::new()), |folder| configs(&folder))? {
        match Experiment::read(&path) {
            Ok(experiment) => all.experiments.push(experiment),
            Err(why) => all.unreadable.push((name_of(&path), why)),
        }
    }
    for built in EXPERIMENTS {
        let is_there = all.experiments.iter().any(|own| own.name() == built.name)
            || all.unreadable.iter().any(|(name, _)| name == built.name);
        if !is_there {
            all.experiments.push(Experiment::built(built)?);
        }
    }
    all.experiments.sort_by(|a, b| a.name().cmp(b.name()));
    Ok(all)
}

fn name_of(config: &Path) -> String {
    let folder = config.parent().and_then(Path::file_name);
    folder.map_or(String::new(), |name| name.to_string_lossy().into_owned())
}

/// The configs in the folders of a folder, sorted.
fn configs(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let entries = fs::read_dir(folder).map_err(Failure::file(folder))?;
    let paths = entries.map(|entry| Ok(entry?.path().join("config.toml"))).collect::<Result<Vec<_>, _>>();
    let mut paths = paths.map_err(Failure::file(folder))?;
    paths.retain(|path| path.is_file());
    paths.sort();
    Ok(paths)
}

fn folder() -> Option<PathBuf> {
    let here = std::env::current_dir().ok()?;
    let above = here.ancestors().map(|above| above.join(FOLDER));
    [PathBuf::from(FOLDER)].into_iter().chain(above).find(|folder| folder.is_dir())
}

/// The experiments of these names; all of them for no name or `all`.
pub(crate) fn named(names: &[String]) -> Result<Vec<Experiment>, Failure> {
    let All { experiments, mut unreadable } = all()?;
    if names.is_empty() || names.iter().any(|name| name == "all") {
        return Ok(experiments);
    }
    let mut found = Vec::new();
    for name in names {
        if let Some(place) = unreadable.iter().position(|(folder, _)| folder == name) {
            return Err(unreadable.swap_remove(place).1);
        }
        let one = experiments.iter().find(|experiment| experiment.name() == name).cloned();
        found.push(one.ok_or_else(|| unknown("experiment", name, experiments.iter().map(Experiment::name)))?);
    }
    Ok(found)
}

/// A run as it was asked for.
pub(crate) struct RunRequest<'a> {
    pub(crate) experiment: &'a Experiment,
    pub(crate) options: Options,
    pub(crate) folder: &'a Path,
    pub(crate) existing: Existing,
    pub(crate) shard: Shard,
    pub(crate) threads: Option<u64>,
    /// Whether a page over all runs beside it will be written.
    pub(crate) indexed: bool,
}

impl RunRequest<'_> {
    /// Runs it, with bars if somebody looks, and writes its reports if it is whole.
    pub(crate) fn run(&self) -> Result<Ran, Failure> {
        let plan = Plan::new(&self.experiment.config, &self.options)?;
        let (bars, command) = (Bars::default(), typed());
        let RunRequest { folder, existing, shard, .. } = *self;
        let run = Run { plan: &plan, folder, existing, shard, command: &command };
        let ran = threads::on(self.threads, || run.go(&bars));
        bars.clear();
        let ran = ran??;
        self.copy_readme()?;
        if let Ran::Whole(results) = &ran {
            publish(folder, results, self.indexed)?;
        }
        Ok(ran)
    }

    /// The page quotes the experiment's README, also when it is made again later.
    fn copy_readme(&self) -> Result<(), Failure> {
        let readme = self.experiment.readme.as_deref();
        readme.map_or(Ok(()), |readme| files::write(&self.folder.join(README), readme))
    }
}

/// What was typed, so that it can be typed again.
fn typed() -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_=./,".contains(c);
    let quoted = |arg: String| if arg.chars().all(plain) { arg } else { format!("'{arg}'") };
    let args: Vec<String> = std::env::args().skip(1).map(quoted).collect();
    format!("tefuda {}", args.join(" "))
}

/// The page of a run.
pub(crate) fn page(folder: &Path) -> PathBuf {
    folder.join("report.html")
}

/// The page over all runs, beside their folders.
const INDEX: &str = "index.html";

/// Writes the reports of a run beside its results; they point to the page over all runs if there is one, or
/// is about to be.
pub(crate) fn publish(folder: &Path, results: &Results, indexed: bool) -> Result<(), Failure> {
    remove_orphans(folder)?;
    let readme = fs::read_to_string(folder.join(README)).unwrap_or_default();
    let above = Path::new("..").join(INDEX);
    let index = (indexed || folder.join(&above).exists()).then(|| above.to_string_lossy());
    files::write(&page(folder), &report::html(results, &readme, index.as_deref()))?;
    files::write(&folder.join("report.md"), &report::markdown(results))
}

/// Writes the page over all runs in the folders of a folder, and says where it is.
pub(crate) fn publish_index(folder: &Path) -> Result<PathBuf, Failure> {
    remove_orphans(folder)?;
    let path = folder.join(INDEX);
    files::write(&path, &report::index(&report::Summary::beside(folder)))?;
    Ok(path)
}
