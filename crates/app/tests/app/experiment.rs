//! Experiments from the command line: run, shard, resume, report, reproduce; and the arena.

use std::fs;
use std::path::Path;

use crate::common::{Ran, command, complaint, directory, finish, json, prints, small_experiment};

/// Runs it in a directory, with arguments separated by blanks.
fn tefuda_in(directory: &Path, args: &str) -> Ran {
    finish(command().args(args.split_whitespace()).current_dir(directory))
}

#[track_caller]
fn prints_in(directory: &Path, args: &str) -> String {
    let ran = tefuda_in(directory, args);
    assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""), "{args}");
    ran.out
}

#[test]
fn reproduce_prints_tables_and_leaves_pages() {
    let here = directory("reproduce");
    small_experiment(&here, "small");
    small_experiment(&here, "other");
    let out = prints_in(&here, "reproduce small other --quick");
    for text in
        ["small · Is it better", "report: runs/small-quick/report.html", "all of them: runs/index.html"]
    {
        assert!(out.contains(text), "{text}: {out}");
    }
    assert!(!out.contains("Random against first"), "of several, the tables are in the pages: {out}");
    let tables = prints_in(&here, "reproduce small other --quick --tables");
    assert!(tables.contains("Random against first"), "{tables}");
    assert!(tables.contains("Win rate (%)") && !out.contains("Win rate (%)"), "{out}");
    assert!(prints_in(&here, "reproduce small --quick").contains("Random against first"));
    let page = fs::read_to_string(here.join("runs/small-quick/report.html")).unwrap();
    assert!(!page.contains("Nothing much."), "what the README concludes is of the full run");
    assert!(page.contains("This is not the full run") && page.contains("data:application/json;base64,"));
    assert!(page.contains("<a href=\"games.parquet\">games.parquet</a>"), "the data are named");
    assert!(fs::read_to_string(here.join("runs/index.html")).unwrap().contains("other-quick/report.html"));
    assert!(here.join("runs/small-quick/report.md").exists());
    assert!(page.contains("<a href=\"../index.html\">"), "the page points back to the index");

    // The second time everything is there already, from any directory below, and --fresh plays it again.
    let below = here.join("experiments/small");
    let again = prints_in(&below, "reproduce small --quick --json --out ../../runs");
    let document: serde_json::Value = serde_json::from_str(&again).unwrap();
    let cell = &document["experiments"][0]["cells"][0];
    assert_eq!((&cell["at"]["agent"], &cell["n"]), (&"random".into(), &20.into()));
    assert_eq!(document["experiments"][0]["fit"]["of"], 1);
    assert_eq!(prints_in(&here, "reproduce small --quick --json --fresh --threads 1"), again);
}

#[test]
fn one_experiment_has_an_index_too() {
    let here = directory("index");
    small_experiment(&here, "small");
    small_experiment(&here, "other");
    let index = || fs::read_to_string(here.join("runs/index.html")).unwrap();
    let out = prints_in(&here, "reproduce other --quick");
    assert!(out.contains("all of them: runs/index.html"), "{out}");
    assert!(index().contains("other-quick/report.html") && !index().contains("small-quick"));
    // The index is over all runs of its folder, whoever played them.
    prints_in(&here, "reproduce small --quick --json");
    let both = index();
    let place = |link: &str| both.find(link).unwrap();
    assert!(place("other-quick/report.html") < place("small-quick/report.html"));
    // A run that stands beside an index points to it, one that stands alone does not.
    let page = |folder: &str| {
        prints_in(&here, &format!("run experiments/small/config.toml --quick --out {folder}"));
        fs::read_to_string(here.join(folder).join("report.html")).unwrap()
    };
    assert!(page("runs/mine").contains("../index.html"));
    assert!(!page("alone/mine").contains("index.html"));
}

#[test]
fn shards_are_put_together_and_runs_resumed() {
    let here = directory("shards");
    small_experiment(&here, "small");
    let file = "experiments/small/config.toml";
    let whole = prints_in(&here, &format!("run {file} --json"));
    for shard in ["0", "1", "2"] {
        let out = prints_in(&here, &format!("run {file} --out part{shard} --shard {shard}/3"));
        assert!(out.contains("chunks are in part"), "{out}");
    }
    assert_eq!(prints_in(&here, "report part0 part1 part2 --json"), whole);
    assert_eq!(
        fs::read(here.join("part0/games.parquet")).unwrap(),
        fs::read(here.join("runs/small/games.parquet")).unwrap()
    );
    assert!(prints_in(&here, "report part0").contains("report: part0/report.html"));
    assert!(
        prints_in(&here, &format!("run {file} --out part1 --resume")).contains("report: part1/report.html")
    );
    let dry = prints_in(&here, &format!("run {file} --dry"));
    assert!(dry.contains("alone (agent=first)") && dry.contains("2 cells, 120 games: "), "{dry}");
}

#[test]
fn mistakes_are_one_line() {
    let here = directory("mistakes");
    small_experiment(&here, "small");
    let file = "experiments/small/config.toml";
    let says = |args: &str, status: i32, why: &str| {
        let line = complaint(tefuda_in(&here, args), status, args);
        assert!(line.contains(why), "{args}: {line}");
    };
    says("reproduce smal", 2, "no experiment `smal`; did you mean `small`?");
    says("run nowhere.toml", 1, "nowhere.toml: No such file");
    says("run experiments", 1, "experiments: ");
    says("report nowhere", 1, "nowhere/run.json: not there, so no run is in this folder: name one that");
    says(&format!("run {file} --shard 2/2"), 2, "numbered from 0 to 1");
    says(&format!("run {file} --quick --games 3"), 2, "cannot be used with");
    says(&format!("run {file} --out {file}/x"), 1, "Not a directory");
    prints_in(&here, &format!("run {file} --out out"));
    says(
        &format!("run {file} --out out"),
        1,
        "there are finished chunks: go on from them with --resume, replace",
    );
    says(
        &format!("run {file} --out out --resume --games 7"),
        1,
        "was begun with other options (without --games, now 7)",
    );
    says(
        "run out",
        2,
        "out holds a run, and is no experiment: `tefuda report out` shows it, `tefuda run CONFIG --out out --resume`",
    );
    says("run ./out --quick", 2, "./out holds a run");
    assert!(!here.join("runs").exists(), "nothing was begun");
    says("run no-such-experiment", 2, "no experiment `no-such-experiment` (there are: ");
    says("run /dev/zero", 1, "/dev/zero: longer than 4194304 bytes, so it is no config");
    prints_in(&here, &format!("run {file} --out out --fresh --games 7"));
    let text = fs::read_to_string(here.join(file)).unwrap();
    fs::write(here.join(file), text.replace("games = 60", "gmaes = 60")).unwrap();
    says(&format!("run {file}"), 2, "experiments/small/config.toml:12: unknown field `gmaes`");
}

/// What `cargo install` gives: no folder of ours anywhere.
#[test]
fn an_empty_folder_is_enough() {
    let here = directory("nowhere");
    let listed = prints_in(&here, "list experiments");
    assert!(listed.lines().count() == 18 && listed.contains("\n  buzzard_uct "), "{listed}");
    let out = prints_in(&here, "reproduce raiders_beliefs --games 1");
    assert!(out.contains("report: runs/raiders_beliefs/report.html"), "{out}");
    let page = fs::read_to_string(here.join("runs/raiders_beliefs/report.html")).unwrap();
    assert!(
        page.contains("What follows")
            && page.contains("With the figures of this run, which is not the full one: "),
        "the README is built in, too"
    );
    let config = prints_in(&here, "docs raiders_beliefs");
    assert_eq!(config, fs::read_to_string(here.join("runs/raiders_beliefs/config.toml")).unwrap());
    for page in ["exec", "experiments", "estimators", "json", "glossary"] {
        assert!(prints_in(&here, &format!("docs {page}")).starts_with("# "), "{page}");
    }
}

/// Others call their folders so, too.
#[test]
fn a_foreign_folder_of_experiments_is_passed_over() {
    let here = directory("foreign");
    fs::create_dir_all(here.join("experiments/resnet")).unwrap();
    fs::write(here.join("experiments/resnet/config.toml"), "lr = 0.1\n").unwrap();
    small_experiment(&here, "small");
    let listed = prints_in(&here, "list experiments");
    assert!(
        listed.contains("resnet ") && listed.contains("(cannot be run: ") && listed.contains("small "),
        "{listed}"
    );
    assert!(prints_in(&here, "reproduce small --quick").contains("small · "));
    let line = complaint(tefuda_in(&here, "reproduce resnet"), 2, "resnet");
    assert!(line.contains("experiments/resnet/config.toml:1: unknown field `lr`"), "{line}");
}

/// The headline is the author's, of the full run; a report of another run says so.
#[test]
fn an_answer_is_of_the_full_run() {
    let here = directory("answer");
    small_experiment(&here, "small");
    let file = here.join("experiments/small/config.toml");
    let config = fs::read_to_string(&file).unwrap().replace("seed = 1", "seed = 1\nanswer = \"By 0.2.\"");
    fs::write(&file, config).unwrap();
    for (args, headline) in [
        ("", "**By 0.2.**"),
        ("--quick", "**In the full run: By 0.2.**"),
        ("--seed 5", "**In the full run: By 0.2.**"),
    ] {
        let out = format!("out{}", args.len());
        prints_in(&here, &format!("run experiments/small/config.toml --out {out} {args}"));
        let report = fs::read_to_string(here.join(out).join("report.md")).unwrap();
        assert!(report.contains(headline), "{args}: {report}");
    }
    // A full run is kept beside the config, no other.
    let kept = |run: &str| tefuda_in(&here, &format!("report {run} --record experiments/small"));
    small_experiment(&here, "other");
    let elsewhere = tefuda_in(&here, "report out0 --record experiments/other");
    complaint(elsewhere, 2, "is of other, and this run is of small");
    complaint(kept("out7"), 2, "only a full run is recorded");
    assert_eq!(kept("out0").status, Some(0));
    let record = fs::read_to_string(here.join("experiments/small/recorded.json")).unwrap();
    assert!(
        record.contains("\"experiment\":\"small\"") && here.join("experiments/small/results.md").exists()
    );
    // Made again, a report mends what is broken beside it.
    fs::write(here.join("out0/results.json"), "{").unwrap();
    prints_in(&here, "report out0");
    let results: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(here.join("out0/results.json")).unwrap()).unwrap();
    assert_eq!((&results["tefuda"], &results["name"]), (&1.into(), &"small".into()));
}

#[test]
fn everybody_in_an_arena_plays() {
    let agents: Vec<String> = (1..10).map(|sims| format!("uct(sims={sims})")).collect();
    let text =
        prints(&format!("arena kuhn --agents {} --games 2", agents.join(",")).replace("uct", "ismcts"));
    let rounded = "2 rounded up to whole rounds, in which all sit equally often";
    let head = format!("kuhn · 2 seats · 18 games (9 deals; {rounded}) · seed 0\n");
    assert!(text.starts_with(&head) && !text.contains("NaN"), "{text}");
    let whole = prints("arena kuhn --agents random,first --games 4");
    assert!(whole.starts_with("kuhn · 2 seats · 4 games (2 deals) · seed 0\n"), "{whole}");
}

#[test]
fn the_arena_rates_agents() {
    let args = "arena goofspiel(cards=5) --agents random,match-prize --games 200 --seed 3";
    let text = prints(args);
    let place = |agent: &str| text.find(agent).unwrap();
    assert!(place("1   match-prize") < place("2   random"), "{text}");
    let document = json(&format!("{args} --json"));
    assert_eq!(document["games"], 200);
    assert!(document["agents"][1]["rating"]["low"].as_f64().unwrap() > 0.0);
    assert_eq!(document, json(&format!("{args} --json --threads 1")));
}

/// Reports are written under the name of their process until they are whole.
#[test]
fn what_killed_reports_left_is_removed() {
    let directory = directory("orphans");
    small_experiment(&directory, "small");
    // No process has this number: it is beyond the largest that Linux gives.
    let report = directory.join("runs/small-quick/report.html.4294967295.unfinished");
    let index = directory.join("runs/index.html.4294967295.unfinished");
    for (args, left) in [
        ("reproduce small --quick", vec![]),
        ("report runs/small-quick", vec![&report]),
        ("reproduce small --quick", vec![&report, &index]),
    ] {
        left.iter().for_each(|file| fs::write(file, "half").unwrap());
        prints_in(&directory, args);
        assert!(left.iter().all(|file| !file.exists()), "{args}");
    }
}
