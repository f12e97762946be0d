//! Loops over a game are compiled in the catalog alone: no product crate beyond it makes one for a game's type.

use super::{crates, sources};

/// The crates up to the catalog.
const WITHIN: &[&str] = &["table", "exams", "games", "search", "solve", "gpu", "players", "catalog"];

/// The crate that knows one game and drives its referee itself, and what it makes so.
const DRIVES_ITS_OWN: (&str, &[&str]) = ("uecda", &["Referee::", "Referee<", ".read::<"]);

/// What makes a loop over a game where it is called.
const LOOPS: &[&str] = &[
    "Referee::",
    "Referee<",
    "Table::<",
    "Table::open",
    "Table::restore",
    "Batch::<",
    "Batch::new",
    "Sequential::",
    "Searcher::",
    "Searcher<",
    "next_event",
    "random_event",
    "Visitor for",
    "visit(",
    "visit_usual(",
    "catalog::seat",
    "seat::<",
    "seat_named",
    "estimator::<",
    ".read::<",
    "G: Game",
    "G: Notation",
    "G: Playable",
    "G: Estimated",
];

#[test]
fn no_crate_beyond_the_catalog_compiles_a_loop_over_a_game() {
    for (name, folder) in crates().iter().filter(|(name, _)| !WITHIN.contains(&name.as_str())) {
        let own: &[&str] = if name == DRIVES_ITS_OWN.0 { DRIVES_ITS_OWN.1 } else { &[] };
        let forbidden = |line: &str| LOOPS.iter().any(|word| !own.contains(word) && has(line, word));
        let found: Vec<String> = sources(folder)
            .iter()
            .flat_map(|(path, text)| text.lines().map(move |line| (path, line)))
            .filter(|(_, line)| forbidden(line))
            .map(|(path, line)| format!("{}: {}", path.display(), line.trim()))
            .collect();
        assert!(found.is_empty(), "{name} compiles loops that the catalog has:\n{}", found.join("\n"));
    }
}

/// Whether a line has a word, not as the end of a longer one.
fn has(line: &str, word: &str) -> bool {
    line.match_indices(word).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        word.starts_with('.') || !before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == '.')
    })
}

#[test]
fn a_word_is_found_where_it_stands_alone() {
    for line in [
        "let r = Referee::new(&rules);",
        "(Table::open(x))",
        "let x = reader.read::<Kuhn>()?;",
        "impl Visitor for X",
    ] {
        assert!(LOOPS.iter().any(|word| has(line, word)), "{line}");
    }
    for line in ["self.visit(x)", "revisit(x)", "let seats = seats();", "MyReferee::new()"] {
        assert!(!LOOPS.iter().any(|word| has(line, word)), "{line}");
    }
}
