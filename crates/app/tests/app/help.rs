//! Help: every text teaches by examples, and the examples are true.

use std::path::Path;
use std::process::Command;

use crate::common::{Ran, finish, in_terminal, json, prints};

const COMMANDS: [&str; 18] = [
    "play",
    "serve",
    "match",
    "arena",
    "reproduce",
    "run",
    "report",
    "solve",
    "train",
    "replay",
    "stats",
    "uecda",
    "rules",
    "list",
    "docs",
    "playthrough",
    "bench",
    "completions",
];

/// The `tefuda ..` lines of a text, without what is said beside them.
fn examples(text: &str) -> Vec<String> {
    let lines =
        text.lines().filter_map(|line| line.strip_prefix("  ")).filter(|line| line.starts_with("tefuda "));
    lines.map(|line| line.split("  ").next().unwrap_or(line).trim().to_string()).collect()
}

/// Runs an example as a person would, in a directory with records, at a terminal if it is for one.
fn try_out(example: &str, directory: &Path) -> Ran {
    let binary = Path::new(env!("CARGO_BIN_EXE_tefuda")).parent().expect("a binary lies in a directory");
    let path = format!("{}:{}", binary.display(), std::env::var("PATH").expect("a shell has a path"));
    let mut shell = Command::new("sh");
    shell.arg("-c").arg(example.replace("| less", "| cat")).current_dir(directory);
    shell.env("PATH", path).env("HOME", directory).stdin(std::process::Stdio::null());
    if example.starts_with("tefuda play ") {
        let (out, status) = in_terminal(&mut shell, "q\ny\n");
        return Ran { status, out, err: String::new() };
    }
    finish(&mut shell)
}

/// Benches measure for a while, all experiments take theirs, and a server runs until it is stopped (`tests/serve.rs`);
/// only the brief ones are tried.
fn is_quick(example: &str) -> bool {
    if example == "tefuda reproduce --quick" || example.starts_with("tefuda serve") {
        return false;
    }
    !example.starts_with("tefuda bench")
        || example.contains("--seconds 0.05")
        || example.contains("--signature")
}

#[test]
fn every_example_runs() {
    let directory = crate::common::directory("examples");
    for folder in [".local/share/bash-completion/completions", ".zfunc", ".config/fish/completions"] {
        std::fs::create_dir_all(directory.join(folder)).unwrap();
    }
    let records = directory.join("games.jsonl");
    prints(&format!("match kuhn --seats random,first --games 3 --records {}", records.display()));
    let rules = "match daihinmin --seats rule,rule,rule,rule,rule --games 60 --records";
    prints(&format!("{rules} {}", directory.join("daihinmin.jsonl").display()));
    crate::common::small_experiment(&directory, "buzzard_uct");
    std::fs::copy(directory.join("experiments/buzzard_uct/config.toml"), directory.join("mine.toml"))
        .unwrap();
    for shard in ["0", "1"] {
        let out = directory.join(format!("runs/shard{shard}"));
        let file = directory.join("experiments/buzzard_uct/config.toml");
        prints(&format!("run {} --out {} --shard {shard}/2", file.display(), out.display()));
    }
    let (file, out) = (directory.join("mine.toml"), directory.join("runs/mine"));
    for name in ["mine", "before", "after"] {
        prints(&format!("run {} --out {}", file.display(), out.with_file_name(name).display()));
    }
    std::fs::create_dir_all(directory.join("experiments/mine")).unwrap();
    std::fs::copy(&file, directory.join("experiments/mine/config.toml")).unwrap();
    let welcome = examples(&prints(""));
    assert!(welcome.len() >= 4, "{welcome:?}");
    let helps = COMMANDS.iter().flat_map(|command| {
        let examples = examples(&prints(&format!("{command} --help")));
        assert!((2..=5).contains(&examples.len()), "{command}: {examples:?}");
        examples
    });
    for example in welcome.into_iter().chain(helps).filter(|example| is_quick(example)) {
        let ran = try_out(&example, &directory);
        assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""), "{example}: {}", ran.out);
    }
}

#[test]
fn every_page_that_is_listed_can_be_read() {
    let list = prints("docs");
    for page in ["uecda", "page", "neural", "numbers", "cluster", "kuhn", "raiders-players", "buzzard_uct"] {
        assert!(list.lines().any(|line| line.starts_with(&format!("  {page} "))), "{page}: {list}");
    }
    for name in list.lines().filter_map(|line| line.strip_prefix("  ")?.split(' ').next()) {
        assert!(prints(&format!("docs {name}")).lines().count() > 5, "{name}");
    }
    let heads: Vec<&str> = list.lines().filter(|line| !line.starts_with(' ') && !line.is_empty()).collect();
    assert!(heads.len() == 3 && heads[2] == "experiments", "{heads:?}");
}

#[test]
fn every_command_is_named_in_the_help() {
    let help = prints("--help");
    COMMANDS.iter().for_each(|command| assert!(help.contains(&format!("\n  {command} ")), "{command}"));
    COMMANDS.iter().for_each(|command| assert!(prints(&format!("help {command}")).contains("Examples:")));
    assert!(prints("--version").starts_with("tefuda "));
}

#[test]
fn everything_listed_can_be_asked_for() {
    let lists = json("list --json");
    for game in lists["games"].as_array().unwrap() {
        let name = game["name"].as_str().unwrap();
        assert!(prints("list games").contains(name));
        assert!(prints(&format!("rules {name}")).contains("seats"), "{name}");
        assert!(prints(&format!("playthrough {name}")).starts_with(&format!("game {name}")), "{name}");
        let [fewest, most] = ["fewest", "most"].map(|key| game["seats"][key].as_u64().unwrap());
        for seats in [fewest, most] {
            let seats = vec!["random"; seats as usize].join(",");
            prints(&format!("match {name} --seats {seats} --games 2 --json"));
        }
    }
    for (list, key) in [("agents", "name"), ("estimators", "name")] {
        let text = prints(&format!("list {list}"));
        for row in lists[list].as_array().unwrap() {
            assert!(text.contains(row[key].as_str().unwrap()), "{row}");
            let keys = row["params"].as_array().unwrap().iter().map(|param| param["key"].as_str().unwrap());
            keys.for_each(|key| assert!(text.contains(&format!("\n    {key}=")), "{key} of {row}"));
        }
    }
    let nowhere = |row: &serde_json::Value| row["games"].as_array().unwrap().is_empty();
    assert!(!lists["estimators"].as_array().unwrap().iter().any(nowhere));
    assert_eq!(json("list games --json")["games"], lists["games"]);
    assert!(lists["experiments"].is_array());
}

#[test]
fn kinds_and_measures_are_listed() {
    let (kinds, measures) = (json("list kinds --json"), json("list measures --json"));
    let names = |rows: &serde_json::Value| -> Vec<String> {
        rows.as_array().unwrap().iter().map(|row| row["name"].as_str().unwrap().to_string()).collect()
    };
    let kinds = &kinds["kinds"];
    assert_eq!(
        names(kinds),
        [
            "bids",
            "breaks",
            "collusion",
            "company",
            "exploit",
            "gains",
            "lasting",
            "match",
            "rank",
            "roles",
            "sides",
            "signals"
        ]
    );
    let all: Vec<_> = kinds.as_array().unwrap().iter().flat_map(|kind| names(&kind["measures"])).collect();
    assert_eq!(names(&measures["measures"]), all);
    let text = prints("list kinds");
    for kind in kinds.as_array().unwrap() {
        assert!(text.contains(kind["about"].as_str().unwrap().split(' ').next().unwrap()), "{kind}");
        assert!(!kind["columns"].as_array().unwrap().is_empty(), "{kind}");
    }
    let raiders = prints("list measures raiders");
    assert!(raiders.contains("shadow_wins") && !raiders.contains("digger_wins"), "{raiders}");
    assert!(prints("list measures").contains("digger_wins"));
    assert_eq!(json("list --json")["kinds"], *kinds);
}

#[test]
fn the_rows_are_what_is_listed() {
    let names = |list: &str| {
        let rows = json(&format!("list {list} --json"));
        let rows = rows[list.split(' ').next().unwrap()].as_array().unwrap().clone();
        rows.iter().map(|row| row["name"].as_str().unwrap().to_string()).collect::<Vec<_>>()
    };
    let rows: Vec<&str> = catalog::agents().iter().map(|listed| listed.info.name).collect();
    assert_eq!(names("agents"), rows);
    let raiders: Vec<&str> = catalog::agents_for("raiders").map(|info| info.name).collect();
    assert_eq!(names("agents raiders-modified"), raiders, "a preset's name will do");
    assert_eq!(names("estimators raiders"), ["bayes", "candidates", "uniform", "oracle"]);
    assert_eq!(names("estimators daihinmin"), ["rank"], "it forecasts ranks");
    assert!(names("estimators buzzard").is_empty());
    assert!(prints("list estimators buzzard").contains("none: buzzard has no hidden roles"));
    assert_eq!(names("games kuhn"), ["kuhn"]);
}

#[test]
fn completions_know_the_commands() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = prints(&format!("completions {shell}"));
        for word in ["playthrough", "goofspiel", "ismcts", "candidates", "saboteur_break", "example-agent"] {
            // Two of the shells complete no values of this kind.
            let knows = !["elvish", "powershell"].contains(&shell) || word == "playthrough";
            assert!(!knows || script.contains(word), "{shell}: {word}");
        }
    }
}
