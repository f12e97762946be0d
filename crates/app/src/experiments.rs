//! Experiments as the command line runs them: how much is played, with bars, and where the reports go.

use std::path::Path;

use lab::experiment::{
    Build, Existing, Experiment, MOST_GAMES, Options, Plan, Ran, Run, Shard, collect_so_far,
};
use lab::{LabError, report};

use crate::failure::Failure;
use crate::names::{seed, up_to};
use crate::progress::Bars;
use crate::threads;

/// How much is played, and with which seed.
#[derive(clap::Args)]
pub(crate) struct Amount {
    /// Fewer games and cells, as the experiment says
    #[arg(long, conflicts_with = "games")]
    quick: bool,
    /// So many games a cell, whatever the experiment says
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = up_to(MOST_GAMES))]
    games: Option<u64>,
    /// Another seed than the experiment's
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = seed())]
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
        let (bars, command, build) = (Bars::default(), typed(), Build::current());
        let RunRequest { folder, existing, shard, .. } = *self;
        let run = Run { plan: &plan, folder, existing, shard, command: &command, build: &build };
        let ran = threads::on(self.threads, || run.go(&bars));
        bars.clear();
        match ran? {
            Ok(ran) => {
                self.experiment.copy_readme(folder)?;
                if let Ran::Whole(results) = &ran {
                    report::publish(folder, results, self.indexed)?;
                }
                Ok(ran)
            }
            Err(error @ (LabError::Cell { .. } | LabError::Cells { .. })) => Err(self.broken(error)),
            Err(error) => Err(error.into()),
        }
    }

    /// What is said where players broke down, once there is a report of what was played.
    fn broken(&self, error: LabError) -> Failure {
        let folder = self.folder;
        let reported = collect_so_far(&[folder.to_path_buf()]).and_then(|runs| {
            self.experiment.copy_readme(folder)?;
            runs.iter().try_for_each(|run| report::publish(folder, &run.results, self.indexed))
        });
        let rest = "the other cells are played, and --resume tries the rest again";
        match reported {
            Err(_) => error.into(),
            Ok(()) => {
                Failure::Failed(format!("{error}; {rest}; report so far: {}", report::page(folder).display()))
            }
        }
    }
}

/// What was typed, so that it can be typed again.
fn typed() -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_=./,".contains(c);
    let quoted = |arg: String| if arg.chars().all(plain) { arg } else { format!("'{arg}'") };
    // A path need not be text; what is not is shown as well as it can be.
    let args = std::env::args_os().skip(1).map(|arg| quoted(arg.to_string_lossy().into_owned()));
    let args: Vec<String> = args.collect();
    format!("tefuda {}", args.join(" "))
}
