//! Runs the real binary and looks at what it did.
#![allow(dead_code, reason = "each test file uses a part of it")]

use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use rustix::process::{Pid, Signal, kill_process};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};

/// What a run left behind.
pub(crate) struct Ran {
    pub(crate) status: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// The binary, not yet started, without a terminal.
pub(crate) fn command() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tefuda"));
    command.stdin(Stdio::null()).env("TERM", "xterm");
    for name in ["NO_COLOR", "LC_ALL", "LC_CTYPE", "LANG"] {
        command.env_remove(name);
    }
    command
}

/// Runs it with arguments separated by blanks.
pub(crate) fn tefuda(args: &str) -> Ran {
    finish(command().args(args.split_whitespace()))
}

/// Runs a prepared command to its end.
pub(crate) fn finish(command: &mut Command) -> Ran {
    let output = command.output().expect("the binary starts");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("only UTF-8 is printed");
    Ran { status: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
}

/// Its standard output, if all went well and nothing was said besides.
pub(crate) fn prints(args: &str) -> String {
    let ran = tefuda(args);
    assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""), "{args}");
    ran.out
}

/// The one JSON document it prints.
pub(crate) fn json(args: &str) -> serde_json::Value {
    serde_json::from_str(&prints(args)).expect("one JSON document and nothing else")
}

/// The one line in which it says what is wrong, with this exit status.
pub(crate) fn complains(args: &str, status: i32) -> String {
    complaint(tefuda(args), status, args)
}

/// The same, of a run that is over.
pub(crate) fn complaint(ran: Ran, status: i32, args: &str) -> String {
    assert_eq!(ran.status, Some(status), "{args}: {}", ran.err);
    assert_eq!(ran.out, "", "{args}");
    assert!(ran.err.starts_with("error: ") && ran.err.ends_with('\n'), "{args}: {:?}", ran.err);
    assert_eq!(ran.err.lines().count(), 1, "{args}: {}", ran.err);
    assert!(!ran.err.contains("panicked"), "{args}: {}", ran.err);
    ran.err
}

/// Where a server listens that was just started: it says so in its first line.
pub(crate) fn listening(server: &mut Child) -> SocketAddr {
    let mut line = String::new();
    let out = server.stdout.take().expect("its standard output is piped");
    BufReader::new(out).read_line(&mut line).expect("it says something");
    let address = line.strip_prefix("open http://").and_then(|rest| rest.split_once('/')).expect(&line).0;
    address.parse().expect(&line)
}

/// An empty directory of this test's own.
pub(crate) fn directory(test: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(test);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).expect("the test's directory can be made");
    path
}

/// An experiment that takes no time, in the folder of experiments of this directory.
pub(crate) fn small_experiment(directory: &Path, name: &str) {
    let folder = directory.join("experiments").join(name);
    std::fs::create_dir_all(&folder).expect("the experiment's folder can be made");
    let config = format!(
        r#"
name = "{name}"
title = "Small"
question = "Is it better to take what comes first?"
seed = 1
[[part]]
name = "alone"
about = "Random against first."
kind = "match"
game = "kuhn"
seats = ["{{agent}}", "first"]
games = 60
measures = ["win_rate", "mean"]
sweep.agent = ["random", "first"]
quick.games = 20
[[part.published]]
at = {{ agent = "random" }}
measure = "win_rate"
value = 0.5
"#
    );
    std::fs::write(folder.join("config.toml"), config).expect("the config can be written");
    std::fs::write(folder.join("README.md"), "# Small\n\n## What follows\n\nNothing much.\n")
        .expect("the README can be written");
}

/// What a person sees who types this into a terminal, and the exit status.
pub(crate) fn in_terminal(command: &mut Command, typed: &str) -> (String, Option<i32>) {
    in_terminal_of(command, typed, (100, 1000))
}

/// The same in a terminal of so many columns and rows.
pub(crate) fn in_terminal_of(
    command: &mut Command,
    typed: &str,
    (columns, rows): (u16, u16),
) -> (String, Option<i32>) {
    let (mut near, mut child) = open_terminal(command, (columns, rows));
    near.write_all(typed.as_bytes()).expect("a terminal takes what is typed");
    let screen = read_screen(&mut near);
    (screen, child.wait().expect("the binary ends").code())
}

/// What a person sees who types this, and whom a signal reaches once the screen shows a text this often.
pub(crate) fn interrupted_in_terminal(
    command: &mut Command,
    typed: &str,
    (text, times): (&str, usize),
    signal: Signal,
) -> (String, Option<i32>) {
    let (mut near, mut child) = open_terminal(command, (100, 1000));
    near.write_all(typed.as_bytes()).expect("a terminal takes what is typed");
    let (mut screen, mut buffer) = (String::new(), [0; 4096]);
    while screen.matches(text).count() < times {
        let read = near.read(&mut buffer).expect("the program is still there");
        screen += &String::from_utf8_lossy(&buffer[..read]);
    }
    kill_process(Pid::from_child(&child), signal).expect("the program is ours");
    screen += &read_screen(&mut near);
    (screen.replace("\r\n", "\n"), child.wait().expect("the binary ends").code())
}

fn open_terminal(command: &mut Command, (columns, rows): (u16, u16)) -> (File, Child) {
    let near = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("there are terminals left");
    grantpt(&near).and_then(|()| unlockpt(&near)).expect("the terminal is ours");
    let name = ptsname(&near, Vec::new()).expect("the terminal has a name");
    let size = Winsize { ws_col: columns, ws_row: rows, ws_xpixel: 0, ws_ypixel: 0 };
    tcsetwinsize(&near, size).expect("a terminal has a size");
    let far = || File::options().read(true).write(true).open(name.to_str().expect("an ASCII name"));
    let side = || Stdio::from(far().expect("the terminal opens"));
    // Our own copies of the far side go with the command, so that the near side notices the end.
    let child = command.stdin(side()).stdout(side()).stderr(side()).spawn().expect("the binary starts");
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    (File::from(near), child)
}

/// Reads until the far side is closed, which a terminal reports as an error.
fn read_screen(near: &mut File) -> String {
    let (mut screen, mut buffer) = (Vec::new(), [0; 4096]);
    while let Ok(read @ 1..) = near.read(&mut buffer) {
        screen.extend_from_slice(&buffer[..read]);
    }
    String::from_utf8_lossy(&screen).replace("\r\n", "\n")
}

/// Whether these tests run under `nohup`, which what they start inherits.
pub(crate) fn ignores_hangup() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").expect("Linux tells");
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:")).expect("Linux tells");
    u64::from_str_radix(ignored.trim(), 16).expect("a mask") & 1 == 1
}
