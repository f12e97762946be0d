//! Experiments as the command line runs them: how much is played, with bars, and where the reports go.

use std::path::Path;

use lab::experiment::{Build, Existing, Experiment, Options, Plan, Ran, Run, Shard};
use lab::report;

use crate::failure::Failure;
use crate::names::up_to;
use crate::progress::Bars;
use crate::threads;

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
        let ran = ran??;
        self.experiment.copy_readme(folder)?;
        if let Ran::Whole(results) = &ran {
            report::publish(folder, results, self.indexed)?;
        }
        Ok(ran)
    }
}

/// What was typed, so that it can be typed again.
fn typed() -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_=./,".contains(c);
    let quoted = |arg: String| if arg.chars().all(plain) { arg } else { format!("'{arg}'") };
    let args: Vec<String> = std::env::args().skip(1).map(quoted).collect();
    format!("tefuda {}", args.join(" "))
}
