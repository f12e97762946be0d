//! `tefuda run`: an experiment from its file.

use std::path::PathBuf;
use std::time::Duration;

use lab::experiment::{Existing, Experiment, Plan, Ran, Shard, Trial, experiments_json};
use lab::report;

use crate::experiments::{Amount, RunRequest};
use crate::failure::Failure;
use crate::text::{about, columns, counted, duration};
use crate::{interrupt, output, threads};

/// A dry run tries games for about as long as this.
const TRIAL: Duration = Duration::from_secs(10);

/// Run an experiment from its file
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tefuda run mine.toml --dry
      the cells, how many games, and how long it will take
  tefuda run mine.toml --quick --out runs/try
      fewer games; results and report in runs/try
  tefuda run mine.toml --quick --out runs/try --resume
      resume it after Ctrl-C or worse; until then `tefuda report runs/try` shows what is there
  tefuda run mine.toml --quick --out runs/part0 --shard 0/2
      the first half; run 1/2 elsewhere, then `tefuda report runs/part0 runs/part1`

Every finished chunk is kept, and the results do not depend on threads, interruptions or shards. `tefuda docs experiments` \
describes the file; `tefuda docs buzzard_uct` is one.")]
pub(crate) struct Args {
    /// The experiment's config.toml or its folder, or the name of one of the house
    file: PathBuf,
    /// The output folder [default: runs/NAME]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Resume from the chunks in the output folder, which the same build of this program must have played
    #[arg(long)]
    resume: bool,
    /// Replace the run in the output folder
    #[arg(long, conflicts_with = "resume")]
    fresh: bool,
    /// Only say what would be played, and how long it would take
    #[arg(long)]
    dry: bool,
    /// Only this share of the work, e.g. 0/4
    #[arg(long, value_name = "I/N", default_value = "0/1")]
    shard: Shard,
    #[command(flatten)]
    amount: Amount,
    /// How many threads [default: one a core]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = threads::parser())]
    threads: Option<u64>,
    /// Print one JSON document and nothing else
    #[arg(long, conflicts_with_all = ["dry", "shard"])]
    json: bool,
}

pub(crate) fn run(args: Args) -> Result<(), Failure> {
    let experiment = Experiment::find(&args.file)?;
    let options = args.amount.options();
    if args.dry {
        let plan = Plan::new(&experiment.config, &options)?;
        let trial = threads::on(args.threads, || (plan.trial(TRIAL), rayon::current_num_threads()))?;
        return output::print(&forecast(&trial.0?, trial.1));
    }
    let usual = || PathBuf::from("runs").join(format!("{}{}", experiment.name(), args.amount.suffix()));
    let folder = &args.out.unwrap_or_else(usual);
    let shown = folder.display();
    interrupt::hint(format!(
        "finished chunks are kept: go on from them with --resume, or see `tefuda report {shown}`"
    ));
    let existing = match (args.resume, args.fresh) {
        (true, _) => Existing::Resume,
        (_, true) => Existing::Replace,
        _ => Existing::Refuse,
    };
    let (shard, threads) = (args.shard, args.threads);
    let request =
        RunRequest { experiment: &experiment, options, folder, existing, shard, threads, indexed: false };
    match request.run()? {
        Ran::Whole(results) if args.json => output::print_json(&experiments_json(&[*results])),
        Ran::Whole(results) => {
            let page = report::page(folder);
            output::print(&format!("{}\nreport: {}\n", report::text(&results), page.display()))
        }
        Ran::Shard { chunks, of } => {
            let here = folder.display();
            output::print(&format!(
                "{chunks} of {of} chunks are in {here}; `tefuda report` puts shards together\n"
            ))
        }
    }
}

/// What a dry run says.
fn forecast(trial: &[Trial], cores: usize) -> String {
    let head = ["cell", "games", "time on one core"].map(String::from).to_vec();
    let time = |cell: &Trial| match (cell.tried, cell.seconds.is_nan()) {
        (_, true) => "?".to_string(),
        (true, _) => duration(cell.seconds),
        (false, _) => format!("{} (not tried)", duration(cell.seconds)),
    };
    let row = |cell: &Trial| vec![cell.cell.clone(), cell.games.to_string(), time(cell)];
    let rows: Vec<_> = [head].into_iter().chain(trial.iter().map(row)).collect();
    let games: u64 = trial.iter().map(|cell| cell.games).sum();
    let seconds: f64 = trial.iter().map(|cell| cell.seconds).sum();
    format!(
        "{}\n{}, {}: {} on {}\n",
        columns(&rows, &[0]),
        counted(trial.len() as u64, "cell"),
        counted(games, "game"),
        if seconds.is_nan() { "not known how long".to_string() } else { about(seconds / cores as f64) },
        counted(cores as u64, "thread")
    )
}
