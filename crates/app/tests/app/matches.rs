//! Matches: equal seeds give equal bytes, and what is printed has the promised shape.

use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::common::{command, complains, complaint, directory, finish, json, prints};

#[test]
fn threads_do_not_change_a_byte() {
    let directory = directory("threads");
    let run = |threads: usize| {
        let file = directory.join(format!("{threads}.jsonl"));
        let args =
            format!("match buzzard --seats greedy,random,random --games 300 --seed 5 --threads {threads}");
        let table = prints(&args);
        let document = prints(&format!("{args} --paired --json --records {}", file.display()));
        (table, document, std::fs::read(file).unwrap())
    };
    assert!(run(1) == run(2), "one thread and two threads differ");
}

#[test]
fn the_document_has_its_fields() {
    let document = json("match buzzard(cards=5) --seats greedy,random --games 10 --seed 3 --json");
    assert_eq!((&document["tefuda"], &document["game"]), (&1.into(), &"buzzard".into()));
    assert_eq!(document["rules"], "buzzard(cards=5)");
    assert_eq!((&document["games"], &document["seed"]), (&10.into(), &3.into()));
    let seats = document["seats"].as_array().unwrap();
    assert_eq!(seats.iter().map(|seat| &seat["agent"]).collect::<Vec<_>>(), ["greedy", "random"]);
    for seat in seats {
        for figure in [&seat["mean"], &seat["win_rate"]] {
            let [value, low, high] = ["value", "low", "high"].map(|key| figure[key].as_f64().unwrap());
            assert!(low <= value && value <= high && figure["n"] == 10, "{seat}");
        }
        assert_eq!(seat["games"], 10);
    }
    let wins: f64 = seats.iter().map(|seat| seat["wins"].as_f64().unwrap()).sum();
    assert!((wins - 10.0).abs() < 1e-9, "every game is won by somebody: {wins}");
}

#[test]
fn another_seed_is_another_match() {
    let run = |seed| prints(&format!("match buzzard --seats random,random --games 20 --json --seed {seed}"));
    assert_ne!(run(1).replace("\"seed\":1", "\"seed\":2"), run(2));
}

#[test]
fn the_table_says_what_was_played() {
    let table = prints("match kuhn --seats random,first --games 5 --paired");
    assert!(
        table.starts_with("kuhn · 2 seats · 6 games (paired: 3 deals x 2 seatings) · seed 0\n"),
        "{table}"
    );
    let table = prints("match kuhn --seats random,first --games 1");
    assert!(table.contains("  A random       1   "), "{table}");
    assert!(table.contains("no interval below 10 deals") && !table.contains("95 %"), "{table}");
    let table = prints("match kuhn --seats random,first --games 25 --series 2");
    assert!(table.starts_with("kuhn · 2 seats · 26 games (13 series of 2) · seed 0\n"), "{table}");
    assert!(table.contains("95 % interval"), "{table}");
}

#[test]
fn what_cannot_be_played_is_refused() {
    for (args, right) in [
        ("match kun --seats random,random", "did you mean `kuhn`?"),
        ("match kuhn --seats rnadom,random", "did you mean `random`?"),
        ("match kuhn --seats greedy,random", "no agent for kuhn `greedy` (there are: "),
        ("match kuhn --seats greedy,random", "; `greedy` plays buzzard"),
        ("match kuhn --seats random(x=1),random", "no parameter of random `x`"),
        ("match kuhn --seats random", "2 to 3 seats"),
        ("match kuhn --seats random,random,random,random", "2 to 3 seats"),
        ("match kuhn(cards=3) --seats random,random", "no parameter of kuhn `cards`"),
        ("match buzzard(cards=99) --seats random,random", "a whole number from 2 to 15"),
        ("match buzzard(card=9) --seats random,random", "did you mean `cards`?"),
        ("match buzzard(cards --seats random,random", "a `)` is missing"),
        ("match buzzard --seats random,,random", "name(key=value"),
        ("match buzzard --seats random,random --games 0", "a whole number from 1 to 10000000"),
        ("match buzzard --seats random,random --games 10000001", "a whole number from 1 to 10000000"),
        ("match buzzard --seats random,random --games many", "--games"),
        ("match buzzard --seats random,random --threads 0", "a whole number from 1 to 1024"),
        ("match buzzard --seats random,random --seed x", "--seed"),
        ("match buzzard", "usage: tefuda match --seats"),
        ("match", "usage: tefuda match --seats"),
    ] {
        let line = complains(args, 2);
        assert!(line.contains(right), "{args}: {line}");
    }
}

#[test]
fn a_player_that_breaks_down_is_a_failure() {
    let seats = r#"random,exec(cmd="exit 3")"#;
    let file = directory("breakdown").join("games.jsonl");
    let ran = finish(command().args(["match", "kuhn", "--seats", seats, "--records"]).arg(&file));
    let line = complaint(ran, 1, seats);
    assert!(line.contains("game 1 has no result"), "{line}");
    assert!(!file.exists(), "no game was played, so there are no records");
}

/// A program that ends in its twelfth game.
fn fails_in_game_12(directory: &std::path::Path) -> String {
    let program = r#"while read line; do case "$line" in
    *'"type":"hello"'*) n=$((n+1)); [ $n = 12 ] && exit 1 ;;
    *'"type":"act"'*) echo '{"action":"passes"}' ;;
esac; done
"#;
    std::fs::write(directory.join("late.sh"), program).expect("the folder is there");
    format!(r#"exec(cmd="sh {}"),random"#, directory.join("late.sh").display())
}

#[test]
fn what_was_played_before_a_breakdown_is_shown_and_kept() {
    let directory = directory("late");
    let (seats, file) = (fails_in_game_12(&directory), directory.join("games.jsonl"));
    let args = ["match", "kuhn", "--seats", &seats, "--games", "1000", "--threads", "1"];
    let ran = finish(command().args(args).arg("--records").arg(&file));
    assert_eq!(ran.status, Some(1), "{}", ran.err);
    assert!(ran.err.starts_with("error: game 12 has no result: seat A: the program"), "{}", ran.err);
    assert!(ran.out.starts_with("kuhn · 2 seats · 11 of 1000 games · seed 0\n"), "{}", ran.out);
    assert!(ran.out.contains("a program has a say") && !ran.out.contains("any number of threads"));
    let last = prints(&format!("replay {} --game 11", file.display()));
    assert!(last.contains("game 11 of 1000 · 11 whole games, then the file ends (line "), "{last}");
    let beyond = complains(&format!("replay {} --game 12", file.display()), 2);
    assert!(beyond.contains("its games are 1 to 11 (cut short, line "), "{beyond}");
    let ran = finish(command().args(args).arg("--json"));
    let document: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!((&document["games"], &document["asked"], ran.status), (&11.into(), &1000.into(), Some(1)));
    assert_eq!(document["repeatable"], false);
}

/// Ctrl-C shows what was played; even a killed match leaves records that can be read.
#[test]
fn an_interrupted_match_is_not_lost() {
    let directory = directory("interrupted");
    for (signal, status) in [(rustix::process::Signal::INT, Some(130)), (rustix::process::Signal::KILL, None)]
    {
        let file = directory.join(format!("{}.jsonl", signal.as_raw()));
        let args = "match buzzard --seats uct(sims=200),rm(sims=200) --games 100000 --records";
        let mut child = command();
        child.args(args.split(' ')).arg(&file).stdout(Stdio::piped()).stderr(Stdio::piped());
        let child = child.spawn().unwrap();
        let begun = Instant::now();
        while !std::fs::read_to_string(&file).is_ok_and(|text| text.matches("\"points\"").count() > 4) {
            assert!(begun.elapsed() < Duration::from_secs(60), "no game is recorded");
            std::thread::sleep(Duration::from_millis(20));
        }
        rustix::process::kill_process(rustix::process::Pid::from_child(&child), signal).unwrap();
        let ran = child.wait_with_output().unwrap();
        assert_eq!(ran.status.code(), status);
        let (out, err) = (String::from_utf8(ran.stdout).unwrap(), String::from_utf8(ran.stderr).unwrap());
        if status.is_some() {
            assert!(out.contains(" of 100000 games · seed 0\n"), "{out}");
            assert!(err.starts_with("error: ended after ") && err.ends_with(" of 100000 games\n"), "{err}");
        }
        assert!(prints(&format!("replay {} --game 5", file.display())).contains("game 5 of 100000"));
    }
}

#[test]
fn records_replace_nothing_unasked() {
    let directory = directory("replace");
    let file = directory.join("games.jsonl");
    std::fs::write(&file, "precious\n").unwrap();
    let args = format!("match kuhn --seats random,first --games 1 --records {}", file.display());
    let line = complains(&args, 1);
    assert!(
        line.contains("it exists; name another one, e.g. ")
            && line.contains("games-2.jsonl, or replace it with --force")
    );
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "precious\n");
    prints(&format!("{args} --force"));
    assert!(prints(&format!("replay {}", file.display())).contains("game 1 of 1"));
}

#[test]
fn records_that_cannot_be_written_stop_the_match_before_it_starts() {
    let directory = directory("unwritable");
    // So many games would take minutes.
    let args = "match buzzard --seats random,random --games 10000000 --records";
    for place in [directory.clone(), directory.join("missing/games.jsonl"), "/dev/null".into()] {
        let line = complains(&format!("{args} {}", place.display()), 1);
        assert!(line.contains(place.to_str().unwrap()), "{line}");
    }
    assert_eq!(std::fs::read_dir(directory).unwrap().count(), 0, "nothing is left behind");
}
