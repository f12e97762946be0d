//! `tefuda report`: pages from results already on disk.

use std::path::{Path, PathBuf};

use lab::LabError;
use lab::experiment::{Collected, Config, Recorded, Results, collect_so_far, experiments_json};
use lab::report::{self, page, publish, publish_index};
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
  tefuda report runs/buzzard_uct-quick --json
      its figures for programs
  tefuda report runs/mine --record experiments/mine
      keeps the tables of a full run beside its config, where sentences quote them

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
    /// Print one JSON document and nothing else
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: Args) -> Result<(), Failure> {
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
    let mut told = String::new();
    for (folder, results) in &runs {
        told += &format!("{}\nreport: {}\n\n", report::text(results), page(folder).display());
    }
    if indexed {
        told += &format!("all of them: {}\n", publish_index(&beside)?.display());
    }
    let results: Vec<_> = runs.into_iter().map(|(_, results)| results).collect();
    if args.json {
        output::print_json(&Reported { experiments: experiments_json(&results), unfinished, notes })?;
    } else {
        output::print(&told)?;
    }
    missing.into_iter().next().map_or(Ok(()), |missing| Err(missing.into()))
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
    files::write(&folder.join("recorded.json"), &Recorded::of(results).text())
}

/// Refuses to replace tables that nothing says we have kept.
fn check_own(folder: &Path) -> Result<(), Failure> {
    let kept = folder.join("recorded.json");
    match kept.exists() {
        true => Ok(Recorded::read(&kept).map(drop)?),
        false => Ok(lab::refuse_foreign(folder, &["results.md"])?),
    }
}
