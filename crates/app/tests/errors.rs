//! Mistakes: one line that says what would be right, the right exit status, never a panic.

mod common;

use std::process::Stdio;

use common::{Ran, command, complains, complaint, finish};

#[test]
fn bad_usage_is_status_2() {
    for (args, right) in [
        ("lst", "'list'"),
        ("list thing", "games, agents, estimators, experiments"),
        ("list --jsn", "--json"),
        ("rules", "usage: tefuda rules"),
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
fn what_is_quoted_cannot_break_the_line() {
    let ran = finish(command().args(["rules", "a\nb\x1b[31m"]));
    complaint(ran, 2, "a name with a line end");
    let ran = finish(command().args(["replay", "no\nsuch\nfile"]));
    complaint(ran, 1, "a file name with line ends");
}

#[test]
fn a_reader_who_leaves_is_no_panic() {
    for args in ["", "--help", "list", "list --json", "rules buzzard", "playthrough kuhn", "completions bash"]
    {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let child = command().args(args.split_whitespace()).stdout(writer).stderr(Stdio::piped()).spawn();
        let output = child.unwrap().wait_with_output().unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        let line = complaint(Ran { status: output.status.code(), out: String::new(), err }, 1, args);
        assert!(line.contains("the output could not be written"), "{line}");
    }
}
