//! Nothing changes unnoticed: one random game of each kind, with every answer of the interface, is kept as text.

use std::fs;
use std::path::{Path, PathBuf};

use games::{GAMES, playthroughs};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/playthroughs")
}

#[test]
fn games_go_as_they_went() {
    for (game, kept) in playthroughs() {
        let (name, text) = (kept.name, game.play_through(kept).unwrap());
        let kept = fs::read_to_string(folder().join(name).with_extension("txt")).unwrap_or_default();
        let differs = kept.lines().zip(text.lines()).position(|(kept, new)| kept != new);
        let line = differs.unwrap_or(kept.lines().count().min(text.lines().count())) + 1;
        assert!(
            kept == text,
            "{name}.txt differs from line {line} on; if that is meant: tefuda playthrough --update"
        );
    }
}

#[test]
fn every_file_is_compared() {
    for file in fs::read_dir(folder()).unwrap() {
        let path = file.unwrap().path();
        let known = playthroughs().any(|(_, known)| path == folder().join(known.name).with_extension("txt"));
        assert!(known, "no playthrough writes {}", path.display());
    }
}

#[test]
fn every_game_is_kept() {
    GAMES.iter().for_each(|game| assert!(!game.playthroughs.is_empty(), "{}", game.name));
}
