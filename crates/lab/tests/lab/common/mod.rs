//! What the tests of experiments share: a folder that goes away, and a small experiment.
#![allow(dead_code, reason = "each test program uses its own part of it")]

use std::fs;
use std::path::{Path, PathBuf};

use lab::LabError;
use lab::experiment::{Build, Config, Existing, Options, Plan, Progress, Ran, Results, Run, Shard};

/// A folder of this test alone; it goes away with the value.
pub(crate) struct Scratch(PathBuf);

impl Scratch {
    pub(crate) fn new(name: &str) -> Scratch {
        let path = std::env::temp_dir().join(format!("tefuda-lab-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Scratch(path)
    }

    pub(crate) fn join(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Four unpaired cells, and two paired ones of two and three seats.
pub(crate) const SMALL: &str = r#"
name = "small"
title = "A small experiment"
question = "Is it better to think, or to take what comes first?"
seed = 7

[[part]]
name = "alone"
about = "One game a deal."
kind = "match"
game = "kuhn"
seats = ["{agent}", "{other}"]
games = 300
measures = ["win_rate", "mean"]
[part.sweep]
agent = ["random", "first"]
other = ["random", "first"]
[part.quick]
games = 40
sweep.agent = ["first"]
[[part.published]]
at = { agent = "first", other = "random" }
measure = "win_rate"
value = 0.4
n = 100
[[part.plot]]
kind = "bars"
x = "agent"
series = "other"
measure = "mean"

[[part]]
name = "paired"
about = "Each deal in every seating."
reading = "paired"
kind = "match"
game = "kuhn()"
seats = ["random", "first"]
games = 200
paired = true
measures = ["mean", "win_rate"]
[part.sweep]
players = [2, 3]
[[part.published]]
at = { players = 3 }
measure = "mean"
value = 0.1
"#;

/// Works out a config, whatever kind of work it asks for.
pub(crate) fn work_out(config: &Config, options: &Options) -> Result<Plan, LabError> {
    studies::register();
    Plan::new(config, options)
}

pub(crate) fn plan(text: &str) -> Plan {
    plan_with(text, &Options::default())
}

pub(crate) fn plan_with(text: &str, options: &Options) -> Plan {
    let config = Config::parse(Path::new("config.toml"), text.into()).unwrap();
    work_out(&config, options).unwrap_or_else(|error| panic!("{error}"))
}

/// Runs a shard of a plan into a folder, with so many threads.
pub(crate) fn run_shard(
    plan: &Plan,
    folder: &Path,
    shard: Shard,
    threads: usize,
    progress: &dyn Progress,
) -> Result<Ran, LabError> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    pool.install(|| {
        Run {
            plan,
            folder,
            existing: Existing::Resume,
            shard,
            command: "tefuda run",
            build: &Build::current(),
        }
        .go(progress)
    })
}

/// Runs a whole plan on two threads.
pub(crate) fn run(plan: &Plan, folder: &Path) -> Results {
    match run_shard(plan, folder, Shard::WHOLE, 2, &()) {
        Ok(Ran::Whole(results)) => *results,
        Ok(Ran::Shard { chunks, of }) => panic!("only {chunks} of {of} chunks"),
        Err(error) => panic!("{error}"),
    }
}

/// The files that must be equal to the byte.
pub(crate) fn outcome(folder: &Path) -> [Vec<u8>; 2] {
    ["games.parquet", "results.json"].map(|name| fs::read(folder.join(name)).unwrap())
}

/// The files of the chunks, in order.
pub(crate) fn chunk_files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder.join("chunks")).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|end| end == "chunks"));
    files.sort();
    files
}
