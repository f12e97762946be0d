//! `tefuda report`: pages from results already on disk.

use std::path::{Path, PathBuf};

use lab::LabError;
use lab::experiment::{Collected, Config, RecordedFigures, Results, collect_so_far, experiments_json};
use lab::report::{self, compare, comparison, page, publish, publish_index};
use serde::Serialize;

use crate::failure::Failure;
use crate::{files, output};

/// Make the reports of runs on disk, and put shards together
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tefuda report runs/buzzard_uct-quick
      the report of a run, made again
  tefuda report runs/shard0 runs/shard1
      two shards of a run become one, in the first folder
  tefuda report runs/mine --record experiments/mine
      keeps the tables of a full run beside its config, where sentences quote them
  tefuda report runs/mine --pack mine.zip
      one file to send: report, figures, games, config
  tefuda report runs/before runs/after --compare
      the figures that two runs have, and the second less the first

Of a run that was interrupted it shows what is there, and says how much is missing. Everything is verified before it is \
told. A damaged games.parquet is made anew from the chunks beside it; without them \
nothing is changed.")]
pub(crate) struct Args {
    /// Output folders of runs
    #[arg(value_name = "DIR", required = true)]
    folders: Vec<PathBuf>,
    /// Keep the tables of one full run in this folder, as results.md and recorded.json
    #[arg(long, value_name = "DIR")]
    record: Option<PathBuf>,
    /// Pack the runs into this new zip file, with all they leave but their chunks
    #[arg(long, value_name = "FILE", conflicts_with = "compare")]
    pack: Option<PathBuf>,
    /// Replace the zip file if it exists
    #[arg(long, requires = "pack")]
    force: bool,
    /// Hold two runs against each other, figure by figure
    #[arg(long, conflicts_with = "record")]
    compare: bool,
    /// Print one JSON document and nothing else
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: Args) -> Result<(), Failure> {
    if args.compare {
        return held_against(&args);
    }
    args.pack.as_deref().map_or(Ok(()), |path| files::check_new(path, args.force))?;
    let so_far = collect_so_far(&args.folders)?;
    so_far.iter().flat_map(|run| &run.notes).for_each(|note| output::note(&format!("note: {note}")));
    let missing: Vec<LabError> = so_far.iter().filter_map(|run| run.missing(&run.folder)).collect();
    let unfinished: Vec<Unfinished> = so_far.iter().filter_map(Unfinished::of).collect();
    let notes: Vec<String> = so_far.iter().flat_map(|run| run.notes.clone()).collect();
    let runs: Vec<(PathBuf, Results)> = so_far.into_iter().map(|run| (run.folder, run.results)).collect();
    // An index links to folders beside it, so it is one over those of the first run's folder.
    let beside = runs[0].0.parent().map_or_else(PathBuf::new, Path::to_path_buf);
    let indexed = runs.len() > 1 && runs.iter().all(|(folder, _)| folder.parent() == Some(&beside));
    if indexed {
        report::check_index(&beside)?;
    }
    for (folder, results) in &runs {
        publish(folder, results, indexed)?;
    }
    if let (Some(folder), true) = (&args.record, missing.is_empty()) {
        record(folder, &runs)?;
    }
    if let Some(path) = &args.pack {
        report::pack(runs.iter().map(|(folder, _)| folder.as_path()), path)?;
    }
    let mut told = String::new();
    for (folder, results) in &runs {
        told += &format!("{}\nreport: {}\n\n", report::text(results), page(folder).display());
    }
    if indexed {
        told += &format!("all of them: {}\n", publish_index(&beside)?.display());
    }
    if let Some(path) = &args.pack {
        told += &format!("packed: {}\n", path.display());
    }
    let results: Vec<_> = runs.into_iter().map(|(_, results)| results).collect();
    if args.json {
        output::print_json(&Reported { experiments: experiments_json(&results), unfinished, notes })?;
    } else {
        output::print(&told)?;
    }
    missing.into_iter().next().map_or(Ok(()), |missing| Err(missing.into()))
}

/// Two runs held against each other; nothing is written.
fn held_against(args: &Args) -> Result<(), Failure> {
    let [first, second] = &args.folders[..] else {
        let why =
            format!("--compare holds two runs against each other, and these are {}", args.folders.len());
        return Err(Failure::Usage(why));
    };
    // One at a time: shards of one run would become one.
    let one = |folder: &PathBuf| -> Result<Results, Failure> {
        let mut runs = collect_so_far(std::slice::from_ref(folder))?;
        Ok(runs.pop().expect("a folder is a run").results)
    };
    let changed = compare(&one(first)?, &one(second)?);
    if changed.is_empty() {
        let why = format!("{} and {} have no figure in common", first.display(), second.display());
        return Err(Failure::Usage(why));
    }
    match args.json {
        true => output::print_json(&serde_json::json!({ "figures": changed })),
        false => {
            let names = [first, second].map(|folder| folder.display().to_string());
            output::print(&comparison(&changed, [&names[0], &names[1]]))
        }
    }
}

/// What is printed for programs.
#[derive(Serialize)]
struct Reported<T> {
    #[serde(flatten)]
    experiments: T,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    unfinished: Vec<Unfinished>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
}

/// A run with chunks missing.
#[derive(Serialize)]
struct Unfinished {
    name: String,
    folder: String,
    chunks: usize,
    of: usize,
}

impl Unfinished {
    fn of(run: &Collected) -> Option<Unfinished> {
        let (chunks, of) = run.unfinished?;
        Some(Unfinished {
            name: run.results.name.clone(),
            folder: run.folder.display().to_string(),
            chunks,
            of,
        })
    }
}

/// Keeps the tables of a run, which must be one that its config describes.
fn record(folder: &Path, runs: &[(PathBuf, Results)]) -> Result<(), Failure> {
    let [(run, results)] = runs else {
        return Err(Failure::Usage("--record keeps one run, and these are several".to_string()));
    };
    if !results.info.full {
        let why = "played fewer games or another seed than its config says: only a full run is recorded";
        return Err(Failure::Usage(format!("{}: {why}", run.display())));
    }
    let (config, name) = (folder.join("config.toml"), &results.name);
    let of = Config::read(&config)?;
    if of.name() != name {
        let why = format!("is of {}, and this run is of {name}", of.name());
        return Err(Failure::Usage(format!("{}: {why}", config.display())));
    }
    check_own(folder)?;
    files::write(&folder.join("results.md"), &report::markdown(results))?;
    files::write(&folder.join("recorded.json"), &RecordedFigures::of(results).text())
}

/// Refuses to replace tables that nothing says we have kept.
fn check_own(folder: &Path) -> Result<(), Failure> {
    let kept = folder.join("recorded.json");
    match kept.exists() {
        true => Ok(RecordedFigures::read(&kept).map(drop)?),
        false => Ok(lab::refuse_foreign(folder, &["results.md"])?),
    }
}
