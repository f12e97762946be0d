//! Mistakes: one line that says what would be right, the right exit status, never a panic.

use std::process::Stdio;

use crate::common::{Ran, command, complains, complaint, finish};

#[test]
fn bad_usage_is_status_2() {
    for (args, right) in [
        ("lst", "'list'"),
        ("list thing", "games, agents, estimators, experiments"),
        ("list --jsn", "--json"),
        ("rules", "usage: tefuda rules"),
        ("docs exce", "no page `exce`; did you mean `exec`?"),
        ("match leduc --seats random,random,random", "leduc is for 2 seats, not 3"),
        ("match buzzard --seats uct(sims=1e3),random", "`sims=1e3` should be a whole number from 1 to"),
        (
            "match buzzard --seats random,random --games -1",
            "'-1' for '--games <N>': a whole number from 1 to 10000000 is wanted",
        ),
        ("solve buzzard --hands 1,2/3,4 --prizes=-2147483648,5", "beyond 1000000"),
        ("solve buzzard --hands 1,2/3,4 --prizes=-5,5 --carry-in=-2147483648", "beyond 1000000"),
        ("rules chess", "(there are: "),
        ("rules buzzard(cards=1)", "a whole number from 2 to 15"),
        ("playthrough kuhn --seats 4", "2 to 3 seats"),
        ("playthrough kuhn --seats 100000", "2 to 3 seats"),
        ("bench --seconds 0", "0.001 to 60"),
        ("bench --seconds nan", "0.001 to 60"),
        ("completions csh", "possible values"),
        ("replay", "usage: tefuda replay"),
    ] {
        let line = complains(args, 2);
        assert!(line.contains(right), "{args}: {line}");
    }
}

#[test]
fn half_a_command_is_answered_with_its_help() {
    let ran = finish(command().arg("uecda"));
    assert_eq!((ran.status, ran.out.as_str()), (Some(2), ""));
    for line in ["Usage: tefuda uecda <COMMAND>", "Commands:", "Examples:"] {
        assert!(ran.err.lines().any(|known| known == line), "{line}: {}", ran.err);
    }
    assert!(!ran.err.contains("error:"), "{}", ran.err);
}

#[test]
fn what_is_quoted_cannot_break_the_line() {
    let ran = finish(command().args(["rules", "a\nb\x1b[31m"]));
    complaint(ran, 2, "a name with a line end");
    let ran = finish(command().args(["replay", "no\nsuch\nfile"]));
    complaint(ran, 1, "a file name with line ends");
}

/// `tefuda .. | head` is no mistake.
#[test]
fn a_reader_who_leaves_has_seen_enough() {
    for args in [
        "",
        "--help",
        "list",
        "list --json",
        "rules buzzard",
        "playthrough kuhn",
        "completions bash",
        "docs exec",
    ] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let child = command().args(args.split_whitespace()).stdout(writer).stderr(Stdio::piped()).spawn();
        let output = child.unwrap().wait_with_output().unwrap();
        assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()), "{args}");
    }
}

#[test]
fn what_cannot_be_written_is_a_failure() {
    let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
    let output = command().arg("list").stdout(full).stderr(Stdio::piped()).output().unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    let line =
        complaint(Ran { status: output.status.code(), out: String::new(), err }, 1, "list > /dev/full");
    assert!(line.contains("the output could not be written"), "{line}");
}
