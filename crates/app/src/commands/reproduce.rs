//! `tefuda reproduce`: the papers' tables, with one command.

use std::path::{Path, PathBuf};

use lab::experiment::{Existing, Experiment, Ran, Results, Shard, experiments_json, named};
use lab::report;

use crate::experiments::{Amount, RunRequest};
use crate::failure::Failure;
use crate::{interrupt, output, threads};

/// Play the papers' experiments and put our figures beside theirs
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tefuda reproduce --quick
      every experiment with fewer games: a few lines each, the tables in the pages in runs
  tefuda reproduce buzzard_uct --games 20
      one of them, with so many games a cell: its tables here, too
  tefuda reproduce buzzard_uct --quick --json
      one JSON document: every cell with its interval and the published figure

`tefuda list experiments` names them: those of the house are built in, and a folder `experiments` here or above adds \
its own. An interrupted run is resumed, by the same build of this program.")]
pub(crate) struct Args {
    /// Which experiments [default: all]
    #[arg(value_name = "NAME")]
    names: Vec<String>,
    #[command(flatten)]
    amount: Amount,
    /// The folder of the output folders
    #[arg(long, value_name = "DIR", default_value = "runs")]
    out: PathBuf,
    /// Play again what was played before, and replace it
    #[arg(long)]
    fresh: bool,
    /// Print the tables of every experiment [default: of one alone]
    #[arg(long)]
    tables: bool,
    /// How many threads [default: one a core]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = threads::parser())]
    threads: Option<u64>,
    /// Print one JSON document and nothing else
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: Args) -> Result<(), Failure> {
    interrupt::hint("finished chunks are kept: the same command resumes the run");
    let wanted = named(&args.names)?;
    report::check_index(&args.out)?;
    let tables = args.tables || wanted.len() == 1;
    let mut runs = Vec::new();
    for experiment in &wanted {
        let (folder, results) = play(&args, experiment)?;
        if !args.json {
            output::print(&told(&folder, &results, tables))?;
        }
        runs.push((folder, results));
    }
    let index = report::publish_index(&args.out)?;
    if !args.json {
        return output::print(&format!("all of them: {}\n", index.display()));
    }
    let results: Vec<Results> = runs.into_iter().map(|(_, results)| results).collect();
    output::print_json(&experiments_json(&results))
}

fn play(args: &Args, experiment: &Experiment) -> Result<(PathBuf, Results), Failure> {
    let folder = args.out.join(format!("{}{}", experiment.name(), args.amount.suffix()));
    let existing = if args.fresh { Existing::Replace } else { Existing::Resume };
    let (options, shard, threads) = (args.amount.options(), Shard::WHOLE, args.threads);
    let request =
        RunRequest { experiment, options, folder: &folder, existing, shard, threads, indexed: true };
    match request.run()? {
        Ran::Whole(results) => Ok((folder, *results)),
        Ran::Shard { .. } => unreachable!("the whole work was asked for"),
    }
}

fn told(folder: &Path, results: &Results, tables: bool) -> String {
    let text = if tables { report::text(results) } else { report::brief(results) };
    format!("{text}\nreport: {}\n\n", report::page(folder).display())
}
