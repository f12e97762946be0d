//! Loops over a game are compiled in the catalog alone: no product crate beyond it makes one for a game's type.

use super::{crates, sources};

/// The crates up to the catalog.
const WITHIN: &[&str] = &["table", "exams", "games", "search", "solve", "gpu", "players", "catalog"];

/// The crate that knows one game and drives its referee itself.
const DRIVES_ITS_OWN: &str = "uecda";

/// What makes a loop over a game where it is called.
const LOOPS: &[&str] = &[
    "Referee::",
    "Referee<",
    "Table::<",
    "Batch::<",
    "Sequential::<",
    "Searcher::",
    "Visitor for",
    "visit(",
    "visit_usual(",
    "catalog::seat",
    "seat::<",
    "seat_named",
    "estimator::<",
    "G: Playable",
    "G: Estimated",
];

#[test]
fn no_crate_beyond_the_catalog_compiles_a_loop_over_a_game() {
    for (name, folder) in crates().iter().filter(|(name, _)| !WITHIN.contains(&name.as_str())) {
        let found = sources(folder).into_iter().flat_map(|(path, text)| {
            let lines = text.lines().filter(|line| LOOPS.iter().any(|word| has(line, word)));
            lines.map(|line| format!("{}: {}", path.display(), line.trim())).collect::<Vec<_>>()
        });
        let found: Vec<String> = found.collect();
        if name == DRIVES_ITS_OWN {
            assert!(!found.is_empty(), "{name} drives a referee no more: hold it to the rule");
        } else {
            assert!(found.is_empty(), "{name} compiles loops that the catalog has:\n{}", found.join("\n"));
        }
    }
}

/// Whether a line has a word, not as the end of a longer one.
fn has(line: &str, word: &str) -> bool {
    line.match_indices(word).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        !before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == '.')
    })
}
