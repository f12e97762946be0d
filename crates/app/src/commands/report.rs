//! `tefuda report`: pages from results already on disk.

use std::path::{Path, PathBuf};

use lab::experiment::{Config, Recorded, Results, collect, experiments_json};
use lab::report::{self, page, publish, publish_index};

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
      keeps the tables of a full run beside its config, where sentences quote them")]
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
    let runs = collect(&args.folders)?;
    // An index links to folders beside it, so it is one over those of the first run's folder.
    let beside = runs[0].0.parent().map_or_else(PathBuf::new, Path::to_path_buf);
    let indexed = runs.len() > 1 && runs.iter().all(|(folder, _)| folder.parent() == Some(&beside));
    for (folder, results) in &runs {
        publish(folder, results, indexed)?;
    }
    if let Some(folder) = &args.record {
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
    if args.json { output::print_json(&experiments_json(&results)) } else { output::print(&told) }
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
    files::write(&folder.join("results.md"), &report::markdown(results))?;
    files::write(&folder.join("recorded.json"), &Recorded::of(results).text())
}
