//! Runs of the kind `rank`: several trainings, the epochs of each, and an end before the end.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use lab::experiment::{Build, Config, Existing, Options, Plan, Progress, Ran, Run, Shard};

/// Two trainings of two networks, each asked after three epochs, of games that are played in no time.
const CONFIG: &str = r#"
name = "epochs"
title = "Epochs"
question = "Does anything get lost?"
seed = 5
[[part]]
name = "all"
about = "Two trainings of two networks."
kind = "rank"
game = "daihinmin"
seats = ["random", "random", "random", "random", "random"]
series = 3
games = 4
measures = ["accuracy", "log_loss", "training_loss", "calibration_error"]
[part.sweep]
network = ["linear", "rank-a"]
data = ["played"]
trainings = [2]
keep = ["last"]
epochs = [5]
after = [1, 2, 5]
[[part.compare]]
measure = "accuracy"
axis = "after"
base = 1
"#;

/// Each test has a seed, and so trainings, of its own.
fn plan(seed: u64) -> Plan {
    studies::register();
    let config = Config::parse(Path::new("epochs.toml"), CONFIG.to_string()).unwrap();
    Plan::new(&config, &Options { seed: Some(seed), ..Options::default() }).unwrap()
}

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("run-{name}"));
    let _ = std::fs::remove_dir_all(&folder);
    folder
}

/// Ends a run once so many units are told to be done.
struct Ending {
    units: AtomicUsize,
    at: usize,
}

impl Progress for Ending {
    fn advance(&self, _cell: usize, units: u64) {
        self.units.fetch_add(units as usize, Ordering::Relaxed);
    }

    fn is_stopped(&self) -> bool {
        self.units.load(Ordering::Relaxed) >= self.at
    }
}

fn go(seed: u64, folder: &Path, existing: Existing, shard: &str, at: usize) -> Result<Ran, String> {
    let (plan, build) = (plan(seed), Build::current());
    let shard: Shard = shard.parse().unwrap();
    let run = Run { plan: &plan, folder, existing, shard, command: "test", build: &build };
    let ending = Ending { units: AtomicUsize::new(0), at };
    let ran = run.go(&ending).map_err(|error| error.to_string());
    if ran.is_ok() {
        assert!(ending.units.load(Ordering::Relaxed) <= 24, "no unit is told twice");
    }
    ran
}

fn results(folder: &Path) -> String {
    std::fs::read_to_string(folder.join("results.json")).unwrap()
}

#[test]
fn a_run_that_is_ended_within_its_trainings_has_the_same_results() {
    let (whole, ended) = (folder("whole"), folder("ended"));
    // First, for what a process has trained it does not train again.
    let said = go(1, &ended, Existing::Refuse, "0/1", 3).unwrap_err();
    assert!(said.contains("ended"), "{said}");
    assert!(ended.join("unfinished").exists(), "trainings are kept");
    assert!(matches!(go(1, &ended, Existing::Resume, "0/1", usize::MAX), Ok(Ran::Whole(_))));
    assert!(matches!(go(1, &whole, Existing::Refuse, "0/1", usize::MAX), Ok(Ran::Whole(_))));
    assert_eq!(results(&ended), results(&whole));
    assert!(!ended.join("unfinished").exists());
    assert!(matches!(go(1, &ended, Existing::Replace, "0/1", usize::MAX), Ok(Ran::Whole(_))));
    assert_eq!(results(&ended), results(&whole));
}

/// All epochs of a training belong to one shard: else each would train it from its beginning.
#[test]
fn a_training_belongs_to_one_shard() {
    let (whole, shards) =
        (folder("one"), ["0/2", "1/2"].map(|shard| (shard, folder(&shard.replace('/', "-")))));
    go(2, &whole, Existing::Refuse, "0/1", usize::MAX).unwrap();
    let chunks =
        shards.each_ref().map(|(shard, folder)| match go(2, folder, Existing::Refuse, shard, usize::MAX) {
            Ok(Ran::Shard { chunks, .. }) => chunks,
            other => panic!("{other:?}"),
        });
    assert_eq!(chunks, [6, 6], "two trainings of three epochs each");
    let folders = shards.map(|(_, folder)| folder);
    let collected = lab::experiment::collect(&folders).unwrap();
    assert_eq!(collected.len(), 1);
    assert_eq!(results(&folders[0]), results(&whole));
}

/// A cell of one training has intervals over blocks alone, one of several is less sure.
#[test]
fn intervals_cover_other_trainings() {
    let (many, one) = (folder("many"), folder("first"));
    let Ok(Ran::Whole(both)) = go(3, &many, Existing::Refuse, "0/1", usize::MAX) else {
        panic!("it is whole")
    };
    let cell = both.cells().find(|cell| cell.measure == "training_loss").unwrap();
    assert!(cell.figure.high > cell.figure.low, "trainings differ: {:?}", cell.figure);
    let config = CONFIG.replace("trainings = [2]", "trainings = [1]").replace("games = 4", "games = 2");
    let config = Config::parse(Path::new("one.toml"), config).unwrap();
    let (plan, build) = (Plan::new(&config, &Options::default()).unwrap(), Build::current());
    let (shard, command) = (Shard::WHOLE, "test");
    let run = Run { plan: &plan, folder: &one, existing: Existing::Refuse, shard, command, build: &build };
    let Ok(Ran::Whole(alone)) = run.go(&()) else { panic!("it is whole") };
    let cell = alone.cells().find(|cell| cell.measure == "training_loss").unwrap();
    assert!(cell.figure.high - cell.figure.low < 1e-12, "one training: {:?}", cell.figure);
}
