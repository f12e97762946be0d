//! A run that is killed again and again ends in the same bytes as one that is left in peace.
#![cfg(unix)]

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::common::{Scratch, chunk_files, outcome, plan, run, run_shard};
use lab::experiment::Shard;
use table::Rng;

/// Tells a copy of this test program that it is the one to be killed, and where it is to run.
const VICTIM: &str = "TEFUDA_TEST_VICTIM";
const KILLS: usize = 20;

const LONG: &str = r#"
name = "long"
title = "Long enough to be killed"
question = "Does anything get lost?"
seed = 3
[[part]]
name = "all"
about = "Every pair."
kind = "match"
game = "kuhn"
seats = ["{agent}", "{other}"]
games = 60000
measures = ["win_rate", "mean"]
sweep.agent = ["random", "first"]
sweep.other = ["random", "first"]
"#;

/// Not a test of its own: what the copies of this program do.
#[test]
fn victim() {
    if let Ok(folder) = std::env::var(VICTIM) {
        run(&plan(LONG), Path::new(&folder));
    }
}

fn spawn(folder: &Path, shell: &str) -> Child {
    let program = std::env::current_exe().unwrap();
    Command::new("sh")
        .args(["-c", shell, "sh"])
        .arg(program)
        .args(["--exact", "killed::victim"])
        .env(VICTIM, folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// How many files of chunks there are.
fn files(folder: &Path) -> usize {
    if folder.join("chunks").exists() { chunk_files(folder).len() } else { 0 }
}

#[test]
fn twenty_kills_do_not_change_a_byte() {
    let scratch = Scratch::new("killed");
    let (peace, folder) = (scratch.join("peace"), scratch.join("killed"));
    run(&plan(LONG), &peace);
    let (mut rng, mut in_the_middle) = (Rng::new(20), 0);
    for _ in 0..KILLS {
        let mut child = spawn(&folder, "exec \"$@\"");
        let (before, begun) = (files(&folder), Instant::now());
        while files(&folder) == before && child.try_wait().unwrap().is_none() {
            assert!(begun.elapsed() < Duration::from_secs(60), "no chunk in a minute");
            std::thread::sleep(Duration::from_millis(1));
        }
        std::thread::sleep(Duration::from_micros(u64::from(rng.below(3000))));
        child.kill().unwrap();
        child.wait().unwrap();
        in_the_middle += usize::from(!folder.join("results.json").exists());
    }
    assert!(in_the_middle >= KILLS / 2, "only {in_the_middle} kills came before the end");
    run(&plan(LONG), &folder);
    assert!(outcome(&folder) == outcome(&peace));
}

#[test]
fn a_disk_that_takes_no_more_loses_nothing() {
    let scratch = Scratch::new("full");
    let (peace, folder) = (scratch.join("peace"), scratch.join("full"));
    run(&plan(LONG), &peace);
    run_shard(&plan(LONG), &folder, Shard { index: 0, of: 2 }, 2, &()).unwrap();
    let before = chunk_files(&folder);
    // No file may grow beyond 8 KiB, so a write fails in the middle of a chunk.
    let child = spawn(&folder, "trap '' XFSZ; ulimit -f 16; exec \"$@\"");
    let full = child.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&full.stdout);
    assert!(!full.status.success() && said.contains(".chunks: File too large"), "{said}");
    assert_eq!(chunk_files(&folder), before, "what was finished stays, what was not leaves nothing");
    run(&plan(LONG), &folder);
    assert!(outcome(&folder) == outcome(&peace));
}
