//! Ctrl-C and its relatives: no program that plays survives the table.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::common::{command, directory, listening};
use crate::http::Site;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::json;

/// A program that writes its process number down when it is asked for the first time, and answers no more. It minds
/// neither the end of its input nor a polite signal.
const DEAF: &str = "import os, signal, sys, time\n\
signal.signal(signal.SIGTERM, signal.SIG_IGN)\n\
for line in sys.stdin:\n\
\x20   if '\"act\"' in line:\n\
\x20       open(f'{os.getpid()}.pid', 'w').close()\n\
\x20       time.sleep(600)\n";

/// A program that says goodbye at the end of its input.
const POLITE: &str = "import json, os, sys\n\
for line in sys.stdin:\n\
\x20   if '\"act\"' in line:\n\
\x20       open(f'{os.getpid()}.pid', 'w').close()\n\
\x20       print(json.dumps({'action': json.loads(line)['legal'][0]}), flush=True)\n\
open('goodbye', 'w').close()\n";

/// Starts a command in a directory that has the program.
fn begin(mut command: Command, directory: &Path, program: &str) -> Child {
    fs::write(directory.join("program.py"), program).unwrap();
    command.current_dir(directory).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// The numbers of the programs that were asked.
fn asked(directory: &Path) -> Vec<String> {
    let names =
        fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.filter_map(|name| name.strip_suffix(".pid").map(String::from)).collect()
}

#[track_caller]
fn wait_for(what: &str, mut holds: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !holds() {
        assert!(begun.elapsed() < Duration::from_secs(60), "waited in vain: {what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn signal(child: &Child, signal: Signal) {
    kill_process(Pid::from_child(child), signal).unwrap();
}

/// What it said on its standard error, and its exit status.
fn end(child: Child) -> (String, Option<i32>) {
    let output = child.wait_with_output().unwrap();
    (String::from_utf8(output.stderr).unwrap(), output.status.code())
}

#[track_caller]
fn assert_gone(directory: &Path) {
    for pid in asked(directory) {
        wait_for("the program ends", || !Path::new("/proc").join(&pid).exists());
    }
}

const MATCH: [&str; 6] = [
    "match",
    "kuhn",
    "--seats",
    "exec(cmd=\"exec python3 program.py\",start=600),random",
    "--games",
    "100000",
];

#[test]
fn the_second_signal_ends_a_match_and_the_programs_in_it() {
    let directory = directory("second_signal");
    let mut tefuda = command();
    tefuda.args(MATCH).args(["--threads", "2"]);
    let child = begin(tefuda, &directory, DEAF);
    wait_for("both programs are asked", || asked(&directory).len() == 2);
    signal(&child, Signal::INT);
    // The first one waits for the games at the tables, which do not end.
    std::thread::sleep(Duration::from_millis(300));
    assert!(asked(&directory).iter().all(|pid| Path::new("/proc").join(pid).exists()));
    signal(&child, Signal::TERM);
    assert_eq!(end(child).1, Some(143));
    assert_gone(&directory);
}

#[test]
fn one_signal_ends_a_run_and_the_programs_in_it() {
    let config = "name = \"r\"\ntitle = \"t\"\nquestion = \"q?\"\nseed = 1\n[[part]]\nname = \"p\"\nabout = \"a\"\n\
        kind = \"match\"\ngame = \"kuhn\"\nseats = ['exec(cmd=\"exec python3 program.py\",start=600)', \"random\"]\n\
        games = 100000\nmeasures = [\"win_rate\"]\nclock = true\n";
    for (program, name) in [(DEAF, "deaf"), (POLITE, "polite")] {
        let directory = directory(&format!("one_signal_{name}"));
        fs::write(directory.join("r.toml"), config).unwrap();
        let mut tefuda = command();
        tefuda.args(["run", "r.toml", "--threads", "1"]);
        let child = begin(tefuda, &directory, program);
        wait_for("the program is asked", || !asked(&directory).is_empty());
        signal(&child, Signal::INT);
        let (said, status) = end(child);
        assert_eq!(status, Some(130), "{said}");
        let kept = "finished chunks are kept: go on from them with --resume, or see `tefuda report runs/r`";
        assert_eq!(said, format!("error: interrupted; {kept}\n"));
        assert_gone(&directory);
        assert_eq!(
            directory.join("goodbye").exists(),
            program == POLITE,
            "whoever reads has a second to end"
        );
    }
}

#[test]
fn one_signal_ends_a_server_and_the_programs_at_its_tables() {
    for (program, name, with) in [(DEAF, "deaf", Signal::INT), (POLITE, "polite", Signal::TERM)] {
        let directory = directory(&format!("served_{name}"));
        let mut tefuda = command();
        tefuda.args(["serve", "--port", "0", "--pace-ms", "0", "--data", "tables", "--agent"]);
        tefuda.arg("mine=exec(cmd=\"exec python3 program.py\",start=600)");
        let mut child = begin(tefuda, &directory, program);
        let site = Site(listening(&mut child));
        site.open(&json!({"game": "kuhn", "seats": ["mine", "person"], "series": 1}));
        wait_for("the program is asked", || !asked(&directory).is_empty());
        signal(&child, with);
        assert_eq!(end(child), (String::new(), Some(0)));
        assert_gone(&directory);
        assert_eq!(directory.join("goodbye").exists(), program == POLITE);
    }
}

#[test]
fn what_must_survive_its_terminal_does() {
    let directory = directory("nohup");
    let mut shell = Command::new("sh");
    let nohup = format!("trap '' HUP; exec {} \"$@\"", env!("CARGO_BIN_EXE_tefuda"));
    shell.args(["-c", &nohup, "sh"]).args(MATCH).args(["--threads", "1"]);
    let child = begin(shell, &directory, POLITE);
    wait_for("the program is asked", || !asked(&directory).is_empty());
    signal(&child, Signal::HUP);
    signal(&child, Signal::INT);
    let (said, status) = end(child);
    assert!(said.starts_with("error: ended after "), "the signal that counts is the first: {said}");
    assert_eq!(status, Some(130));
}
