//! The lab and the searches are for any game: no game is named in them.

use std::fs;
use std::path::{Path, PathBuf};

use catalog::{Playable, Visitor, visit_usual};
use games::GAMES;

/// The name of a game's type.
struct TypeName;

impl Visitor for TypeName {
    type Out = &'static str;

    fn visit<G: Playable>(self, _rules: G::Rules) -> &'static str {
        std::any::type_name::<G>().rsplit("::").next().unwrap()
    }
}

/// What games are called: their names, those of their presets, and their types.
fn names() -> Vec<String> {
    let of = |game: &games::GameInfo| {
        let presets = game.presets.iter().map(|preset| preset.name);
        [game.name, visit_usual(game, TypeName)]
            .into_iter()
            .chain(presets)
            .map(str::to_lowercase)
            .collect::<Vec<_>>()
    };
    GAMES.iter().flat_map(of).collect()
}

/// The source files of a crate that are part of the program: no tests.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.file_stem().unwrap().to_str().unwrap() {
            "tests" => {}
            _ if path.is_dir() => sources(&path, found),
            _ => found.push(path),
        }
    }
}

/// The first line of a text, but for its tests, that has one of these words.
fn named(text: &str, names: &[String]) -> Option<String> {
    let (before, tests) = text.split_once("#[cfg(test)]\nmod tests {").unwrap_or((text, ""));
    let after = tests.split_once("\n}\n").map_or("", |(_, after)| after);
    let program = [before, after].join("\n");
    let has = |line: &&str| {
        let line = line.to_lowercase();
        let mut words = line.split(|c: char| !c.is_alphanumeric() && c != '-');
        words.any(|word| names.iter().any(|name| name == word))
    };
    program.lines().find(has).map(|line| line.trim().to_string())
}

#[test]
fn neither_the_lab_nor_the_searches_name_a_game() {
    let (names, mut files) = (names(), Vec::new());
    for part in ["lab", "search"] {
        sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(part).join("src"), &mut files);
    }
    assert!(files.len() > 50 && names.len() > 8, "{} files, {names:?}", files.len());
    let found =
        files.iter().filter_map(|file| Some((file, named(&fs::read_to_string(file).unwrap(), &names)?)));
    assert_eq!(found.collect::<Vec<_>>(), []);
}

#[test]
fn a_game_would_be_found() {
    let names = names();
    let found = |text: &str| named(text, &names).is_some();
    assert!(found("use games::Saboteur;"));
    assert!(found("fn f() {\n    match name { \"kuhn\" => 1 }\n}"));
    assert!(found("/// How raiders win."));
    assert!(!found("/// A game of any kind.\n#[cfg(test)]\nmod tests {\n    use games::Kuhn;\n}\n"));
    assert!(found("#[cfg(test)]\nmod tests {\n    fn f() {}\n}\n// leduc"), "what comes after tests counts");
}
