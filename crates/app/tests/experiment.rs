//! Experiments from the command line: run, shard, resume, report, reproduce; and the arena.

mod common;

use std::fs;
use std::path::Path;

use common::{Ran, command, complaint, directory, finish, json, prints, small_experiment};

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
    let out = prints_in(&here, "reproduce --quick");
    for text in
        ["small · Is it better", "report: runs/small-quick/report.html", "all of them: runs/index.html"]
    {
        assert!(out.contains(text), "{text}: {out}");
    }
    let page = fs::read_to_string(here.join("runs/small-quick/report.html")).unwrap();
    assert!(page.contains("Nothing much."), "the README's conclusion is on the page");
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
    assert!(dry.contains("alone (agent=first)") && dry.contains("2 cells, 120 games: about"), "{dry}");
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
    says("report nowhere", 1, "nowhere/run.json: No such file");
    says(&format!("run {file} --shard 2/2"), 2, "numbered from 0 to 1");
    says(&format!("run {file} --quick --games 3"), 2, "cannot be used with");
    says(&format!("run {file} --out {file}/x"), 1, "Not a directory");
    prints_in(&here, &format!("run {file} --out out"));
    says(&format!("run {file} --out out"), 1, "there are finished chunks: resume");
    says(&format!("run {file} --out out --resume --games 7"), 1, "was begun with another config");
    let text = fs::read_to_string(here.join(file)).unwrap();
    fs::write(here.join(file), text.replace("games = 60", "gmaes = 60")).unwrap();
    says(&format!("run {file}"), 2, "experiments/small/config.toml:12: unknown field `gmaes`");
    fs::remove_dir_all(here.join("experiments/small")).unwrap();
    says("reproduce", 2, "there is no experiment");
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
