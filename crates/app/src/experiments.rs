//! Experiments as the command line sees them: where they are, how they run, where their reports go.

use std::fs;
use std::path::{Path, PathBuf};

use lab::experiment::{Config, Existing, Options, Plan, Ran, Results, Run, Shard};
use lab::report;
use table::unknown;

use crate::failure::Failure;
use crate::progress::Bars;
use crate::{files, threads};

/// Where experiments lie, in the working directory or one above it.
const FOLDER: &str = "experiments";
/// What explains an experiment, beside its config and beside its results.
const README: &str = "README.md";

/// How much is played, and with what luck.
#[derive(clap::Args)]
pub(crate) struct Amount {
    /// Fewer games and cells, as the experiment says
    #[arg(long, conflicts_with = "games")]
    quick: bool,
    /// So many games a cell, whatever the experiment says
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
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

/// The configs of all experiments, in the order of their names.
pub(crate) fn all() -> Result<Vec<Config>, Failure> {
    let Some(folder) = folder() else { return Ok(Vec::new()) };
    let entries = fs::read_dir(&folder).map_err(Failure::file(&folder))?;
    let mut paths = entries.map(|entry| Ok(entry?.path().join("config.toml"))).collect::<Result<Vec<_>, _>>();
    let paths = paths
        .as_mut()
        .map_err(|error: &mut std::io::Error| Failure::Failed(format!("{}: {error}", folder.display())))?;
    paths.retain(|path| path.is_file());
    paths.sort();
    paths.iter().map(|path| Ok(Config::read(path)?)).collect()
}

fn folder() -> Option<PathBuf> {
    let here = std::env::current_dir().ok()?;
    let above = here.ancestors().map(|above| above.join(FOLDER));
    [PathBuf::from(FOLDER)].into_iter().chain(above).find(|folder| folder.is_dir())
}

/// The experiments of these names; all of them for no name or `all`.
pub(crate) fn named(names: &[String]) -> Result<Vec<Config>, Failure> {
    let known = all()?;
    if known.is_empty() {
        let why = format!("there is no experiment: no folder `{FOLDER}` with configs here or above");
        return Err(Failure::Usage(why));
    }
    if names.is_empty() || names.iter().any(|name| name == "all") {
        return Ok(known);
    }
    let find = |name: &String| {
        let found = known.iter().find(|config| config.name() == name).cloned();
        Ok(found.ok_or_else(|| unknown("experiment", name, known.iter().map(Config::name)))?)
    };
    names.iter().map(find).collect()
}

/// A run as it was asked for.
pub(crate) struct Order<'a> {
    pub(crate) config: &'a Config,
    pub(crate) options: Options,
    pub(crate) folder: &'a Path,
    pub(crate) existing: Existing,
    pub(crate) shard: Shard,
    pub(crate) threads: Option<u64>,
    /// Whether a page over all runs beside it will be written.
    pub(crate) indexed: bool,
}

impl Order<'_> {
    /// Runs it, with bars if somebody looks, and writes its reports if it is whole.
    pub(crate) fn run(&self) -> Result<Ran, Failure> {
        let plan = Plan::new(self.config, &self.options)?;
        let (bars, command) = (Bars::default(), typed());
        let Order { folder, existing, shard, .. } = *self;
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
        match fs::read_to_string(self.config.path().with_file_name(README)) {
            Ok(readme) => files::write(&self.folder.join(README), &readme),
            Err(_) => Ok(()),
        }
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
    let readme = fs::read_to_string(folder.join(README)).unwrap_or_default();
    let above = Path::new("..").join(INDEX);
    let index = (indexed || folder.join(&above).exists()).then(|| above.to_string_lossy());
    files::write(&page(folder), &report::html(results, &readme, index.as_deref()))?;
    files::write(&folder.join("report.md"), &report::markdown(results))
}

/// Writes the page over all runs in the folders of a folder, and says where it is.
pub(crate) fn publish_index(folder: &Path) -> Result<PathBuf, Failure> {
    let path = folder.join(INDEX);
    files::write(&path, &report::index(&report::Summary::beside(folder)))?;
    Ok(path)
}
