//! Training with the real binary: killed and gone on with it ends where an undisturbed one does, and bad input is
//! refused in a sentence.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::common::{Ran, command, complaint, directory, finish, prints};
use serde_json::Value;

/// A directory with a few games in `games.jsonl`.
fn with_games(test: &str) -> std::path::PathBuf {
    let directory = directory(test);
    let records = directory.join("games.jsonl");
    prints(&format!(
        "match daihinmin --seats random,random,random,random,random --games 60 --json --records {}",
        records.display()
    ));
    directory
}

/// A command line there.
fn there(directory: &Path, args: &str) -> Command {
    let mut command = command();
    command.current_dir(directory).args(args.split_whitespace());
    command
}

const TRAIN: &str = "train rank-a --data games.jsonl --epochs 120 --json --save-every 0";

fn trained(directory: &Path, args: &str) -> Value {
    let ran = finish(&mut there(directory, args));
    assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""), "{args}");
    serde_json::from_str(&ran.out).unwrap()
}

/// How many epochs the state that is kept there knows of; none while there is no whole state.
fn epochs_kept(folder: &Path) -> usize {
    let text = fs::read(folder.join("state.json")).unwrap_or_default();
    let state: Value = serde_json::from_slice(&text).unwrap_or_default();
    state["history"].as_array().map_or(0, Vec::len)
}

/// Kills a training as soon as so many epochs are kept; it must not have come to its end.
fn kill_after(mut child: Child, folder: &Path, epochs: usize) {
    let begun = Instant::now();
    while epochs_kept(folder) < epochs {
        assert!(begun.elapsed() < Duration::from_secs(60), "no epoch {epochs} in {}", folder.display());
        std::thread::sleep(Duration::from_millis(2));
    }
    child.kill().unwrap();
    assert_eq!(child.wait().unwrap().code(), None, "the kill came before the end");
}

#[test]
fn a_killed_training_goes_on_to_the_same_bytes() {
    let directory = with_games("train_killed");
    let whole = trained(&directory, &format!("{TRAIN} --out whole"));
    for (epochs, resume) in [(1, ""), (7, " --resume"), (20, " --resume")] {
        let mut begun = there(&directory, &format!("{TRAIN} --out killed{resume}"));
        let child = begun.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        kill_after(child, &directory.join("killed"), epochs);
    }
    let rest = trained(&directory, &format!("{TRAIN} --out killed --resume"));
    assert_eq!(rest["epochs"], whole["epochs"]);
    let weights = |folder: &str| fs::read(directory.join(folder).join("weights.safetensors")).unwrap();
    assert!(weights("killed") == weights("whole"), "the weights are the same to the byte");
}

#[test]
fn bad_input_is_refused_in_a_sentence() {
    let directory = with_games("train_refused");
    fs::write(directory.join("letter.txt"), "Dear reader,\nthis is no game.\n").unwrap();
    fs::write(directory.join("empty.jsonl"), "").unwrap();
    fs::write(directory.join("taken"), "a file").unwrap();
    prints(&format!(
        "match kuhn --seats random,random --games 5 --json --records {}",
        directory.join("kuhn.jsonl").display()
    ));
    // One series is one block: it cannot be on two sides.
    prints(&format!(
        "match daihinmin --seats random,random,random,random,random --games 1 --series 1 --json --records {}",
        directory.join("few.jsonl").display()
    ));
    for (args, status, right) in [
        ("train rank-c --data games.jsonl", 2, "no network `rank-c`; did you mean `rank"),
        ("train rank-a --alpha 0.5", 2, "`--alpha` is for `rank-b`"),
        ("train rank-a --data games.jsonl --epochs 0", 2, "a whole number from 1 to 100000"),
        ("train rank-a --data games.jsonl --rate 0", 2, "`--rate` is above 0"),
        ("train rank-b --data games.jsonl --alpha 1.5", 2, "`--alpha` is from 0 to 1"),
        ("train rank-a --data games.jsonl --fold 5", 2, "below `--folds`"),
        ("train rank-a --data games.jsonl --split half", 2, "block, state"),
        ("train rank-a --data none.jsonl", 1, "none.jsonl"),
        ("train rank-a --data letter.txt", 1, "letter.txt"),
        ("train rank-a --data kuhn.jsonl", 1, "kuhn.jsonl"),
        ("train rank-a --data empty.jsonl", 1, "empty.jsonl"),
        ("train rank-a --data few.jsonl", 1, "more games are needed"),
        ("train rank-a --data games.jsonl --epochs 1 --out taken", 1, "taken"),
    ] {
        let said = refused(&directory, args, status);
        assert!(said.contains(right), "{args}: {said}");
    }
}

fn refused(directory: &Path, args: &str, status: i32) -> String {
    let ran: Ran = finish(&mut there(directory, args));
    complaint(ran, status, args)
}

#[test]
fn what_is_kept_is_not_written_over_unasked() {
    let directory = with_games("train_kept");
    let train = "train rank-a --data games.jsonl --epochs 2 --json --out kept";
    trained(&directory, train);
    let said = refused(&directory, train, 2);
    assert!(
        said.contains("kept holds a training; go on with --resume, or replace it with --fresh"),
        "{said}"
    );
    let said = refused(&directory, &format!("{train} --seed 9 --resume"), 1);
    assert!(said.contains("another training is kept there"), "{said}");
    fs::write(directory.join("kept/state.json"), "{").unwrap();
    let said = refused(&directory, &format!("{train} --resume"), 1);
    assert!(said.contains("state.json"), "{said}");
    trained(&directory, &format!("{train} --fresh"));
}
