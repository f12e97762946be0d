//! Nothing of somebody else's is replaced, and nothing that was played is lost: foreign files, signals, resumed matches,
//! forfeits, unfinished runs, odd paths.

use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::common::{
    Ran, command, complaint, directory, finish, ignores_hangup, json, prints, small_experiment,
};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

fn there(directory: &Path, args: &str) -> Command {
    let mut command = command();
    command.current_dir(directory).args(args.split_whitespace());
    command
}

#[track_caller]
fn runs(directory: &Path, args: &str) -> Ran {
    finish(&mut there(directory, args))
}

#[track_caller]
fn ok(directory: &Path, args: &str) -> String {
    let ran = runs(directory, args);
    assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""), "{args}");
    ran.out
}

#[test]
fn foreign_files_stay() {
    let here = directory("foreign_files");
    small_experiment(&here, "small");
    let games =
        "match daihinmin --seats random,random,random,random,random --games 60 --json --records dai.jsonl";
    ok(&here, games);
    for (args, file) in [
        ("run small --quick --out proj", "config.toml"),
        ("run small --quick --out proj --fresh", "README.md"),
        ("run small --quick --out proj --resume", "results.json"),
        ("run small --quick --out proj", "report.html"),
        ("run small --quick --out proj --fresh", "run.json"),
        ("reproduce small --quick --out proj", "index.html"),
        ("train rank-a --data dai.jsonl --epochs 1 --out proj", "weights.safetensors"),
        ("train rank-a --data dai.jsonl --epochs 1 --out proj --fresh", "state.json"),
        ("solve buzzard --cards 15 --pictures proj", "first-bids.svg"),
    ] {
        let proj = here.join("proj");
        let _ = fs::remove_dir_all(&proj);
        fs::create_dir(&proj).unwrap();
        fs::write(proj.join(file), "precious\n").unwrap();
        let said = complaint(runs(&here, args), 1, args);
        assert!(said.contains(file) && said.contains("choose another folder"), "{args}: {said}");
        assert_eq!(fs::read_to_string(proj.join(file)).unwrap(), "precious\n", "{args}");
        assert_eq!(fs::read_dir(&proj).unwrap().count(), 1, "{args}: nothing else was put there");
    }
    // A folder of runs has runs of its own beside other files.
    ok(&here, "reproduce small --quick");
    fs::write(here.join("runs/notes.txt"), "mine").unwrap();
    ok(&here, "reproduce small --quick");
    // Pictures are drawn again where they are the same, and others replaced where that is asked for.
    let draw = "solve buzzard --cards 15 --pictures drawn";
    ok(&here, draw);
    ok(&here, draw);
    fs::write(here.join("drawn/first-bids.svg"), "precious").unwrap();
    complaint(runs(&here, draw), 1, draw);
    ok(&here, &format!("{draw} --force"));
    assert!(fs::read_to_string(here.join("drawn/first-bids.svg")).unwrap().starts_with("<svg"));
}

/// A program that passes until its twelfth game, in which it says nothing for as long as anybody waits.
fn silent_in_game_12(directory: &Path) -> String {
    let program = r#"while read line; do case "$line" in
    *'"type":"hello"'*) n=$((n+1)) ;;
    *'"type":"act"'*) if [ $n = 12 ]; then touch asked; sleep 600; fi; echo '{"action":"passes"}' ;;
esac; done
"#;
    fs::write(directory.join("silent.sh"), program).unwrap();
    r#"exec(cmd="exec sh silent.sh",seconds=600),random"#.to_string()
}

#[track_caller]
fn wait_for(path: &Path) {
    let begun = Instant::now();
    while !path.exists() {
        assert!(begun.elapsed() < Duration::from_secs(60), "waited in vain for {}", path.display());
        std::thread::sleep(Duration::from_millis(10));
    }
}

fn signal(child: &Child, signal: Signal) {
    kill_process(Pid::from_child(child), signal).unwrap();
}

fn piped(mut command: Command) -> Child {
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

fn end(child: Child) -> Ran {
    let output = child.wait_with_output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    Ran { status: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
}

/// SIGTERM, a hangup and the second Ctrl-C do not wait for the game at the table; what was played is shown and kept.
#[test]
fn who_cannot_wait_is_shown_what_was_played() {
    for (name, signals, status) in [
        ("term", &[Signal::TERM][..], 143),
        ("hup", &[Signal::HUP], 129),
        ("twice", &[Signal::INT, Signal::INT], 130),
        ("then_term", &[Signal::INT, Signal::TERM], 143),
    ] {
        // Under `nohup` a hangup ends nothing, as whoever said so wants it.
        if name == "hup" && ignores_hangup() {
            continue;
        }
        for (kind, seats) in [("match", "--seats"), ("arena", "--agents")] {
            let here = directory(&format!("hurry_{kind}_{name}"));
            let mut tefuda = there(&here, kind);
            tefuda.args(["kuhn", seats, &silent_in_game_12(&here)]);
            tefuda.args(["--games", "1000", "--threads", "1", "--records", "kept.jsonl"]);
            let child = piped(tefuda);
            wait_for(&here.join("asked"));
            let begun = Instant::now();
            for (i, &with) in signals.iter().enumerate() {
                if i > 0 {
                    std::thread::sleep(Duration::from_millis(200));
                }
                signal(&child, with);
            }
            let ran = end(child);
            assert!(begun.elapsed() < Duration::from_secs(8), "{kind} {name}: {:?}", begun.elapsed());
            assert_eq!(ran.status, Some(status), "{kind} {name}: {}", ran.err);
            // Eleven games of a match; five deals of two games each of an arena.
            let (games, whole) = if kind == "match" { ("11 of 1000", 11) } else { ("10 of 1000", 11) };
            assert!(
                ran.out.starts_with(&format!("kuhn · 2 seats · {games} games")),
                "{kind} {name}: {}",
                ran.out
            );
            assert_eq!(ran.err, "error: ended after 11 of 1000 games\n", "{kind} {name}");
            let told = ok(&here, "stats kept.jsonl");
            assert!(
                told.contains(&format!("{whole} of 1000 games")) && told.contains("the file ends early"),
                "{told}"
            );
        }
    }
}

/// Also while a search thinks that would take hours.
#[test]
fn sigterm_ends_a_search() {
    let here = directory("hurry_search");
    let seats = "ismcts(sims=100000000,nodes=1000000),random,random";
    let mut tefuda = there(&here, "match saboteur --games 1 --threads 1 --seats");
    tefuda.arg(seats);
    let child = piped(tefuda);
    std::thread::sleep(Duration::from_millis(500));
    let begun = Instant::now();
    signal(&child, Signal::TERM);
    let ran = end(child);
    assert!(begun.elapsed() < Duration::from_secs(8), "{:?}", begun.elapsed());
    assert_eq!((ran.status, ran.err.as_str()), (Some(143), "error: ended after 0 of 1 games\n"));
}

#[test]
fn an_interrupted_training_shows_its_epochs() {
    let here = directory("train_interrupted");
    ok(
        &here,
        "match daihinmin --seats random,random,random,random,random --games 60 --json --records games.jsonl",
    );
    let train = "train rank-a --data games.jsonl --epochs 100000 --save-every 0 --out kept";
    for (with, status) in [(Signal::INT, 130), (Signal::TERM, 143)] {
        let _ = fs::remove_dir_all(here.join("kept"));
        let child = piped(there(&here, train));
        wait_for(&here.join("kept/weights.safetensors"));
        signal(&child, with);
        let ran = end(child);
        assert_eq!(ran.status, Some(status), "{}", ran.err);
        assert!(ran.err.starts_with("error: ended after ") && ran.err.contains("--resume"), "{}", ran.err);
        assert!(
            ran.out.starts_with("rank-a · 60 games, ") && ran.out.contains("validates best"),
            "{}",
            ran.out
        );
    }
    // What it was begun with need not be typed again.
    let resumed =
        ok(&here, "train rank-a --epochs 3 --seed 4 --folds 4 --out second --json --data games.jsonl");
    assert_eq!(resumed, ok(&here, "train rank-a --out second --json --resume"));
    let line = complaint(runs(&here, "train rank-a --data games.jsonl ./games.jsonl"), 2, "twice");
    assert!(line.contains("named twice"), "{line}");
}

/// A match that was killed goes on to the same bytes and figures; another one does not go on with its records.
#[test]
fn a_killed_match_is_resumed() {
    let here = directory("resumed");
    let game =
        "match buzzard --seats greedy,random,random --games 90 --series 3 --seed 5 --paired --json --records";
    let whole = ok(&here, &format!("{game} whole.jsonl"));
    let bytes = fs::read(here.join("whole.jsonl")).unwrap();
    let lines: Vec<usize> =
        bytes.iter().enumerate().filter(|(_, b)| **b == b'\n').map(|(i, _)| i + 1).collect();
    let file = here.join("cut.jsonl");
    let cuts = [0, 5, 40, lines[3], lines[3] + 7, bytes.len() / 3, bytes.len() - 1, bytes.len()];
    for cut in cuts {
        fs::write(&file, &bytes[..cut]).unwrap();
        let resumed = ok(&here, &format!("{game} cut.jsonl --resume"));
        assert_eq!(resumed, whole, "cut at {cut}");
        assert!(fs::read(&file).unwrap() == bytes, "cut at {cut}");
    }
    fs::remove_file(&file).unwrap();
    assert_eq!(ok(&here, &format!("{game} cut.jsonl --resume")), whole, "nothing was there");
    let half = &bytes[..bytes.len() / 2];
    for (from, to, why) in [
        ("--seed 5", "--seed 6", "another seed"),
        ("--games 90", "--games 180", "give the same --games"),
        ("greedy,random,random", "random,greedy,random", "another table"),
        ("match buzzard", "match buzzard(cards=8)", "another game or other options"),
        ("--series 3", "--series 1", "another series"),
    ] {
        fs::write(&file, half).unwrap();
        let args = format!("{game} cut.jsonl --resume").replace(from, to);
        let line = complaint(runs(&here, &args), 1, &args);
        assert!(line.contains("records of another match") && line.contains(why), "{line}");
        assert!(fs::read(&file).unwrap() == half, "nothing was taken off");
    }
    let mut edited = half.to_vec();
    edited[lines[5] + 20] ^= 1;
    for damaged in [&edited[..], b"precious", b"{\"mine\":", b"\x28\xb5\x2f\xfd...."] {
        fs::write(&file, damaged).unwrap();
        complaint(runs(&here, &format!("{game} cut.jsonl --resume")), 1, "damaged");
        assert!(fs::read(&file).unwrap() == damaged);
    }
    complaint(runs(&here, "match kuhn --seats first,first --resume"), 2, "without records");
}

#[test]
fn records_are_counted() {
    let here = directory("stats");
    let args = "--seats random,first --games 60 --seed 3 --json --records";
    for (name, more) in [("plain.jsonl", ""), ("paired.jsonl", " --paired"), ("series.jsonl", " --series 4")]
    {
        let of_match: Value =
            serde_json::from_str(&ok(&here, &format!("match kuhn {args} {name}{more}"))).unwrap();
        let stats: Value = serde_json::from_str(&ok(&here, &format!("stats {name} --json"))).unwrap();
        for (agent, seat) in [(0, "random"), (1, "first")] {
            for figure in ["mean", "win_rate", "games"] {
                assert_eq!(
                    stats["agents"][agent][figure], of_match["seats"][agent][figure],
                    "{name} {figure}"
                );
            }
            assert_eq!(stats["agents"][agent]["agent"], seat);
        }
        assert_eq!(
            (&stats["deals"], &stats["games"], &stats["cut"]),
            (&of_match["deals"], &60.into(), &Value::Null)
        );
    }
    let paired = ok(&here, "stats paired.jsonl");
    for text in
        ["kuhn · 2 seats · 60 games (30 deals)", "\nby seat\n", "\nby role\n", "  random   A         30"]
    {
        assert!(paired.contains(text), "{text}: {paired}");
    }
    let ranks =
        "match daihinmin --seats rule,random,random,random,random --games 20 --json --records dai.jsonl";
    ok(&here, ranks);
    let told: Value = serde_json::from_str(&ok(&here, "stats dai.jsonl --json")).unwrap();
    let by_rank = told["agents"][0]["by_rank"].as_object().unwrap();
    let games: u64 = by_rank.values().map(|earned| earned["games"].as_u64().unwrap()).sum();
    assert!(
        by_rank.contains_key("daifugo") && games == 18,
        "two of twenty games are the first of their series"
    );
    assert!(ok(&here, "stats dai.jsonl").contains("\nby rank\n"));
    // An arena's records, and those of an experiment.
    let arena: Value = serde_json::from_str(&ok(
        &here,
        "arena kuhn --agents random,first --games 40 --json --records arena.jsonl",
    ))
    .unwrap();
    let told: Value = serde_json::from_str(&ok(&here, "stats arena.jsonl --json")).unwrap();
    assert_eq!(told["agents"][0]["mean"], arena["agents"][0]["mean"]);
    let line = complaint(runs(&here, "arena kuhn --agents random,first --records arena.jsonl"), 1, "again");
    assert!(line.contains("it exists"), "{line}");
    fs::write(here.join("letter.txt"), "Dear reader,\n").unwrap();
    assert!(complaint(runs(&here, "stats letter.txt"), 1, "letter").contains("letter.txt: line 1"));
    assert!(complaint(runs(&here, "stats none"), 1, "none").ends_with("none: No such file or directory\n"));
}

/// A program that fails in every third game: by an exception, by what cannot be read, or by ending.
const FAULTY: &str = r#"import json, sys
game = 0
while True:
    line = sys.stdin.readline()
    if not line: break
    line = json.loads(line)
    if line['type'] == 'hello':
        number = open('count').read() if __import__('os').path.exists('count') else ''
        open('count', 'w').write(number + '.')
        game = len(number) + 1
    if line['type'] == 'act':
        if game % 9 == 3: raise KeyError('oops')
        if game % 9 == 6: print('{"action": ["passes"]}', flush=True)
        elif game % 9 == 0: sys.exit(4)
        else: print('{"action": "passes"}', flush=True)
"#;

#[test]
fn forfeited_games_are_counted_apart() {
    let here = directory("forfeit");
    fs::write(here.join("faulty.py"), FAULTY).unwrap();
    let faulty = r#"exec(cmd="exec python3 faulty.py",name=mine,on_error=forfeit)"#;
    let play = |args: &[&str], seats: &str| {
        let _ = fs::remove_file(here.join("count"));
        let mut tefuda = there(&here, "");
        tefuda.args(args).args([seats, &format!("{faulty},first"), "--threads", "1"]);
        finish(&mut tefuda)
    };
    let ran = play(&["match", "kuhn", "--games", "90", "--records", "kept.jsonl"], "--seats");
    assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""));
    for text in [
        "A mine, forfeited 30 games      60",
        "30 games counted apart, in no figure above",
        "the first, in game 3, by mine: seat A: the program",
        "KeyError: 'oops'",
    ] {
        assert!(ran.out.contains(text), "{text}: {}", ran.out);
    }
    let _ = fs::remove_file(here.join("kept.jsonl"));
    let ran = play(&["match", "kuhn", "--games", "90", "--json", "--records", "kept.jsonl"], "--seats");
    let document: Value = serde_json::from_str(&ran.out).unwrap();
    let seats = &document["seats"];
    assert_eq!(
        (&document["games"], &document["apart"], &seats[0]["forfeits"]),
        (&90.into(), &30.into(), &30.into())
    );
    assert_eq!((&seats[0]["games"], &seats[0]["mean"]["n"]), (&60.into(), &60.into()));
    assert!(seats[1].get("forfeits").is_none());
    assert_eq!(document["breakdowns"].as_array().unwrap().len(), 10, "the first ones");
    assert_eq!(document["breakdowns"][1]["game"], 6);
    // The records know it, too.
    let told: Value = serde_json::from_str(&ok(&here, "stats kept.jsonl --json")).unwrap();
    for figure in ["mean", "win_rate", "games", "forfeits"] {
        assert_eq!(told["agents"][0][figure], seats[0][figure], "{figure}");
    }
    assert_eq!(told["apart"], 30);
    let arena = play(&["arena", "kuhn", "--games", "36"], "--agents");
    assert_eq!(arena.status, Some(0), "{}", arena.err);
    assert!(
        arena.out.contains("mine, forfeited 12 games") && arena.out.contains("counted apart"),
        "{}",
        arena.out
    );
    // In an experiment such units say nothing.
    let config = format!(
        "name = \"r\"\ntitle = \"t\"\nquestion = \"q?\"\nseed = 1\n[[part]]\nname = \"p\"\nabout = \"a\"\nkind = \"match\"\n\
         game = \"kuhn\"\nseats = ['{faulty}', \"first\"]\ngames = 90\nmeasures = [\"win_rate\", \"mean\"]\nclock = true\n"
    );
    fs::write(here.join("r.toml"), config).unwrap();
    let _ = fs::remove_file(here.join("count"));
    let run = ok(&here, "run r.toml --threads 1 --json");
    let run: Value = serde_json::from_str(&run).unwrap();
    let cells = run["experiments"][0]["cells"].as_array().unwrap();
    assert!(cells.iter().all(|cell| cell["n"] == 60 && cell["value"].is_number()), "{run}");
}

/// A run whose second arm breaks down has a report of the first, and tries the rest again.
#[test]
fn a_broken_run_has_a_report() {
    let here = directory("broken_run");
    let config = "name = \"r\"\ntitle = \"Two arms\"\nquestion = \"q?\"\nseed = 1\n[[part]]\nname = \"p\"\nabout = \"a\"\nkind = \"match\"\n\
        game = \"kuhn\"\nseats = [\"{agent}\", \"first\"]\ngames = 60\nmeasures = [\"win_rate\"]\nclock = true\n\
        sweep.agent = ['exec(cmd=\"sh secret/place.sh\",name=mine)', \"random\"]\n";
    fs::write(here.join("r.toml"), config).unwrap();
    let said = complaint(runs(&here, "run r.toml"), 1, "run");
    assert!(said.starts_with("error: p (agent=mine): game "), "{said}");
    assert!(said.contains("report so far: runs/r/report.html"), "{said}");
    let page = fs::read_to_string(here.join("runs/r/report.md")).unwrap();
    assert!(page.contains("# Two arms (unfinished: ") && page.contains("| random |"), "{page}");
    let ran = runs(&here, "report runs/r");
    assert_eq!(ran.status, Some(1));
    assert!(
        ran.out.contains("random") && ran.err.contains("chunks are missing: resume the run"),
        "{}",
        ran.err
    );
    let document: Value = serde_json::from_str(&runs(&here, "report runs/r --json").out).unwrap();
    assert_eq!(document["unfinished"][0]["name"], "r");
    assert!(!here.join("runs/r/results.json").exists());
    fs::create_dir(here.join("secret")).unwrap();
    fs::write(
        here.join("secret/place.sh"),
        "while read line; do case \"$line\" in *'\"act\"'*) echo '{\"action\":\"passes\"}';; esac; done",
    )
    .unwrap();
    ok(&here, "run r.toml --resume");
    assert!(here.join("runs/r/results.json").exists());
}

/// A name of a file need not be text.
#[test]
fn paths_that_are_no_text() {
    let here = directory("no_text");
    small_experiment(&here, "small");
    let odd = OsStr::from_bytes(b"bad\xff\xfe");
    let toml = OsStr::from_bytes(b"bad\xff.toml");
    fs::copy(here.join("experiments/small/config.toml"), here.join(toml)).unwrap();
    let games =
        "match daihinmin --seats random,random,random,random,random --games 60 --json --records dai.jsonl";
    ok(&here, games);
    for (args, more) in [
        ("run small --quick --out", vec![odd]),
        ("run small --quick --resume --json --out", vec![odd]),
        ("report", vec![odd]),
        ("report --json", vec![odd]),
        ("run --quick", vec![toml]),
        ("reproduce small --quick --out", vec![OsStr::from_bytes(b"all\xff")]),
        ("match kuhn --seats first,first --games 2 --records", vec![OsStr::from_bytes(b"games\xff")]),
        ("stats", vec![OsStr::from_bytes(b"games\xff")]),
        ("replay", vec![OsStr::from_bytes(b"games\xff")]),
        ("train rank-a --data dai.jsonl --epochs 1 --json --out", vec![OsStr::from_bytes(b"net\xff")]),
        ("train rank-a --data dai.jsonl --json --resume --out", vec![OsStr::from_bytes(b"net\xff")]),
    ] {
        let ran = finish(there(&here, args).args(&more));
        assert_eq!(ran.status, Some(0), "{args}: {}", ran.err);
    }
    for args in ["solve", "list", "rules", "match kuhn --seats", "docs", "arena kuhn --agents", "play"] {
        let ran = finish(there(&here, args).arg(odd));
        assert!(
            ran.status == Some(2) && ran.err.starts_with("error: ") && ran.err.lines().count() == 1,
            "{args}: {}",
            ran.err
        );
    }
}

/// Damaged results are mended from the chunks, and said to be.
#[test]
fn a_report_says_what_was_damaged() {
    let here = directory("damaged_report");
    small_experiment(&here, "small");
    let whole = ok(&here, "run small --records --json");
    let parquet = here.join("runs/small/games.parquet");
    let mut bytes = fs::read(&parquet).unwrap();
    let place = bytes.len() / 2;
    bytes[place] ^= 1;
    fs::write(&parquet, &bytes).unwrap();
    let ran = runs(&here, "report runs/small --json");
    assert!(
        ran.err.starts_with("note: runs/small/games.parquet: damaged; made anew from the chunks"),
        "{}",
        ran.err
    );
    let document: Value = serde_json::from_str(&ran.out).unwrap();
    let before: Value = serde_json::from_str(&whole).unwrap();
    assert_eq!(document["experiments"], before["experiments"]);
    fs::write(here.join("runs/small/records.jsonl.zst"), "").unwrap();
    let ran = runs(&here, "report runs/small");
    assert!(
        ran.err.contains("records.jsonl.zst: damaged or gone; made anew") && ran.status == Some(0),
        "{}",
        ran.err
    );
    assert_eq!(ok(&here, "report runs/small --json"), whole);
    fs::remove_dir_all(here.join("runs/small/chunks")).unwrap();
    fs::write(&parquet, &bytes).unwrap();
    let before = fs::read(here.join("runs/small/report.md")).unwrap();
    let said = complaint(runs(&here, "report runs/small"), 1, "no chunks");
    assert!(said.contains("games.parquet: damaged") && said.contains("No report was changed"), "{said}");
    assert!(fs::read(here.join("runs/small/report.md")).unwrap() == before);
}

/// One writer of a file of records, and files that may not grow.
#[test]
fn files_that_cannot_be_written_are_told_of() {
    let here = directory("limits");
    let mut slow = there(&here, "match kuhn --games 1000 --threads 1 --records same.jsonl --seats");
    slow.arg(silent_in_game_12(&here));
    let child = piped(slow);
    wait_for(&here.join("asked"));
    let begun = Instant::now();
    while !runs(&here, "stats same.jsonl").out.contains("11 of 1000 games") {
        assert!(
            begun.elapsed() < Duration::from_secs(20),
            "readers are let in, and games are kept when they are over"
        );
    }
    let before = fs::read(here.join("same.jsonl")).unwrap();
    for more in ["--force", "--resume"] {
        let args = format!("match kuhn --seats first,first --games 9 --records same.jsonl {more}");
        let said = complaint(runs(&here, &args), 1, &args);
        assert!(said.contains("same.jsonl: another process is writing to it"), "{said}");
    }
    assert!(fs::read(here.join("same.jsonl")).unwrap() == before);
    signal(&child, Signal::TERM);
    end(child);
    // No file may grow beyond 8 KiB.
    let mut shell = Command::new("sh");
    let limited = format!("ulimit -f 16; exec {} \"$@\"", env!("CARGO_BIN_EXE_tefuda"));
    shell.current_dir(&here).args(["-c", &limited, "sh"]);
    shell.args("match kuhn --seats first,first --games 1000 --records full.jsonl".split(' '));
    let ran = finish(&mut shell);
    assert_eq!(ran.status, Some(1), "{}", ran.err);
    assert_eq!(ran.err, "error: full.jsonl: File too large\n");
    assert!(ran.out.contains(" of 1000 games"), "what was played is shown: {}", ran.out);
}

#[test]
fn memory_that_is_used_up_is_told_of() {
    // What nine million games earn does not fit into 200 MB beside the program.
    let mut shell = Command::new("sh");
    let limited = format!("ulimit -v 200000; exec {} \"$@\"", env!("CARGO_BIN_EXE_tefuda"));
    shell.args(["-c", &limited, "sh"]);
    shell.args("match kuhn --seats first,first --games 9000000 --threads 1".split(' '));
    let ran = finish(&mut shell);
    assert_eq!(ran.status, Some(1), "{}", ran.err);
    assert!(
        ran.err.starts_with("error: the memory is used up: ") && ran.err.lines().count() == 1,
        "{}",
        ran.err
    );
}

#[test]
fn negative_numbers_are_told_what_is_wanted() {
    for args in [
        "match kuhn --seats first,first --seed -1",
        "match kuhn --seats first,first --threads -1",
        "match kuhn --seats first,first --series -1",
        "arena kuhn --agents first,random --seed -1",
        "train rank-a --epochs -1",
        "train rank-a --batch -1",
        "train rank-a --seed -1",
        "train rank-a --folds -1",
        "train rank-a --save-every -1",
        "run buzzard_uct --threads -1",
        "run buzzard_uct --seed -1",
        "run buzzard_uct --games -1",
        "reproduce --seed -1",
        "replay x --game -1",
        "solve kuhn --iterations -1",
        "solve kuhn --nodes -1",
        "solve buzzard --cards -1",
        "solve buzzard --cards 5 --repeats -1",
        "solve buzzard --cards 5 --audit -1",
        "playthrough kuhn --seed -1",
        "serve --port -1",
        "serve --pace-ms -1",
        "serve --pace-ms 3001",
        "serve --tables 0",
        "uecda serve --games -1",
        "uecda serve --port 70000",
        "uecda join --agent rule --port -1",
        "play kuhn --seed abc",
    ] {
        let line = complaint(crate::common::tefuda(args), 2, args);
        assert!(line.contains("a whole number from ") && line.contains("is wanted"), "{args}: {line}");
    }
    for (args, right) in [
        ("train rank-a --rate -1", "`--rate` is above 0"),
        ("train rank-b --alpha -1", "`--alpha` is from 0 to 1"),
        ("solve buzzard --cards 8 --memory -1", "a number above 0 is wanted"),
        ("match kuhn --seats first,first --seed abc", "a whole number from 0 to"),
    ] {
        let line = complaint(crate::common::tefuda(args), 2, args);
        assert!(line.contains(right), "{args}: {line}");
    }
}

/// A pipe among the runs is nobody's run.
#[test]
fn a_pipe_does_not_stop_the_index() {
    let here = directory("pipe");
    small_experiment(&here, "small");
    fs::create_dir_all(here.join("runs/x")).unwrap();
    for name in ["run.json", "results.json", "report.html"] {
        let made = Command::new("mkfifo").arg(here.join("runs/x").join(name)).status().unwrap();
        assert!(made.success());
    }
    ok(&here, "reproduce small --quick");
    let said = complaint(runs(&here, "report runs/x"), 1, "a pipe");
    assert!(said.contains("runs/x/run.json: not a plain file"), "{said}");
}

#[test]
fn long_words_are_cut() {
    let long = "x".repeat(6000);
    for args in [vec!["rules", &long], vec!["match", "kuhn", "--seats", &long], vec!["replay", &long]] {
        let ran = finish(command().args(&args));
        assert!(ran.err.len() < 1000 && ran.err.lines().count() == 1, "{}", ran.err.len());
    }
    let _ = std::io::stdout().flush();
    assert_eq!(json("list games --json")["tefuda"], 1);
    assert!(prints("list games").starts_with("games"));
}

/// One file to send; what is unpacked is a run again, without its chunks.
#[test]
fn a_run_is_packed_into_one_file() {
    let here = directory("packed");
    small_experiment(&here, "small");
    ok(&here, "reproduce small --quick");
    let told = ok(&here, "report runs/small-quick --pack small.zip");
    assert!(told.contains("packed: small.zip"), "{told}");
    ok(&here, "report runs/small-quick --pack again.zip");
    assert_eq!(fs::read(here.join("small.zip")).unwrap(), fs::read(here.join("again.zip")).unwrap());
    complaint(runs(&here, "report runs/small-quick --pack small.zip"), 1, "a file that exists");
    ok(&here, "report runs/small-quick --pack small.zip --force");

    // Unpacked by a program of others.
    let unpack = ["-m", "zipfile", "-e", "small.zip", "unpacked"];
    let unpacked =
        Command::new("python3").current_dir(&here).args(unpack).output().expect("python3 is there");
    assert!(unpacked.status.success(), "{}", String::from_utf8_lossy(&unpacked.stderr));
    let sent = here.join("unpacked/small-quick");
    let mut names: Vec<_> =
        fs::read_dir(&sent).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    let all = "README.md config.toml games.parquet report.html report.md results.json run.json";
    assert_eq!(names.join(" "), all);
    let figures = |folder: &str| ok(&here, &format!("report {folder} --json"));
    assert_eq!(figures("unpacked/small-quick"), figures("runs/small-quick"));
}

/// Two runs of one experiment, figure by figure.
#[test]
fn two_runs_are_compared() {
    let here = directory("compared");
    small_experiment(&here, "small");
    ok(&here, "run small --quick --out a");
    ok(&here, "run small --seed 2 --out b");
    let told = ok(&here, "report a b --compare");
    assert!(told.starts_with("b less a\n"), "{told}");
    assert!(told.contains("agent random") && told.contains("4 figures, 0 of them differ"), "{told}");
    let document: Value = serde_json::from_str(&ok(&here, "report a b --compare --json")).unwrap();
    let figures = document["figures"].as_array().unwrap();
    assert_eq!(figures.len(), 4);
    for figure in figures {
        let value = |of: &str| figure[of]["value"].as_f64().unwrap();
        assert_eq!(value("difference"), value("second") - value("first"));
        assert_eq!((figure["first"]["n"].as_u64(), figure["second"]["n"].as_u64()), (Some(20), Some(60)));
    }
    let same = ok(&here, "report a a --compare");
    assert!(same.contains("4 figures, 0 of them differ"), "{same}");
    let said = complaint(runs(&here, "report a --compare"), 2, "one run");
    assert!(said.contains("two runs"), "{said}");
}

/// What nobody could reach, or see, is refused when it is asked for.
#[test]
fn names_and_folders_of_a_server_are_checked() {
    let here = directory("server_names");
    for (args, wanted) in
        [("serve --host evil,host", "games.example"), ("serve --runs nowhere", "no such folder")]
    {
        let said = complaint(runs(&here, args), 2, args);
        assert!(said.contains(wanted), "{args}: {said}");
    }
    assert!(!here.join("tables").exists());
}
