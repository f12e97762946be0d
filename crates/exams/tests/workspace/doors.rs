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
    "GameInfo::of",
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

/// A generic visitor is compiled where its type is chosen: beyond the catalog.
#[test]
fn visitors_of_the_catalog_are_compiled_there() {
    let crates = crates();
    let (_, catalog) = crates.iter().find(|(name, _)| name == "catalog").expect("it is a crate");
    for (path, text) in sources(catalog) {
        let found: Vec<&str> = text.lines().filter(|line| is_generic_visitor(line)).collect();
        assert!(
            found.is_empty(),
            "{}: take an object in place of the type parameter: {found:?}",
            path.display()
        );
    }
}

/// Whether a line implements a visitor with a type parameter; lifetimes are none.
fn is_generic_visitor(line: &str) -> bool {
    let params = line.strip_prefix("impl<").and_then(|rest| rest.split_once("> Visitor for "));
    params.is_some_and(|(params, _)| params.split(", ").any(|param| !param.starts_with('\'')))
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
    assert!(is_generic_visitor("impl<'a, R: BufRead> Visitor for ReadRecord<'a, R> {"));
    assert!(
        !is_generic_visitor("impl<'a> Visitor for Restore<'a> {")
            && !is_generic_visitor("impl Visitor for Begin {")
    );
    for line in ["self.visit(x)", "revisit(x)", "let seats = seats();", "MyReferee::new()"] {
        assert!(!LOOPS.iter().any(|word| has(line, word)), "{line}");
    }
}
