//! One direction: a crate uses those below it, and no others.

use std::fs;

use super::crates;

/// What the product of each crate may use of ours. Tests may look further.
const ROOMS: &[(&str, &[&str])] = &[
    ("table", &[]),
    ("exams", &["table"]),
    ("games", &["table"]),
    ("search", &["table"]),
    ("solve", &["search", "table"]),
    ("gpu", &["solve"]),
    ("players", &["games", "search", "solve", "table"]),
    ("catalog", &["games", "players", "search", "solve", "table"]),
    ("lab", &["catalog", "games", "table"]),
    ("uecda", &["games", "table"]),
    ("studies", &["catalog", "games", "lab", "players", "search", "table", "uecda"]),
    ("page", &["catalog", "games", "table"]),
    ("app", &["catalog", "games", "gpu", "lab", "page", "players", "solve", "studies", "table", "uecda"]),
    ("python", &["catalog", "games", "lab", "solve", "studies", "table"]),
];

/// Crates that only tests may use.
const TESTS_ONLY: &[&str] = &["exams"];

/// The names in a section of a manifest.
fn section(manifest: &str, name: &str) -> Vec<String> {
    let lines = manifest.lines().skip_while(|line| *line != format!("[{name}]")).skip(1);
    let own = lines.take_while(|line| !line.starts_with('['));
    let key = |line: &str| Some(line.split_once(['.', ' ', '='])?.0.trim().to_string());
    own.filter(|line| !line.trim_start().starts_with('#')).filter_map(key).collect()
}

#[test]
fn every_crate_uses_only_what_lies_below_it() {
    let all = crates();
    for (name, folder) in &all {
        let Some((_, allowed)) = ROOMS.iter().find(|(room, _)| room == name) else {
            panic!("the crate {name} has no place: name it in ROOMS, and what it may use");
        };
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
        let ours = |used: &String| all.iter().any(|(other, _)| other == used);
        for used in section(&manifest, "dependencies").into_iter().filter(ours) {
            assert!(allowed.contains(&used.as_str()), "{name} uses {used}, which does not lie below it");
            assert!(!TESTS_ONLY.contains(&used.as_str()), "{name}: {used} is for tests alone");
        }
    }
    assert_eq!(all.len(), ROOMS.len(), "a room in ROOMS has no crate any more");
}

/// So the graph has no circle: each room uses only rooms that stand above it in the list.
#[test]
fn the_list_of_rooms_goes_one_way() {
    for (i, (name, uses)) in ROOMS.iter().enumerate() {
        for used in *uses {
            assert!(ROOMS[..i].iter().any(|(room, _)| room == used), "{name} uses {used}, which comes later");
        }
    }
}

/// Games and the vocabulary take nothing from outside but random numbers, serde and what they bring.
#[test]
fn table_and_games_take_few_guests() {
    let few = ["rand_core", "rand_xoshiro", "serde", "serde_json", "strsim", "table"];
    for (name, folder) in crates().iter().filter(|(name, _)| name == "table" || name == "games") {
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
        for used in section(&manifest, "dependencies") {
            assert!(few.contains(&used.as_str()), "{name} uses {used}");
        }
    }
}

/// What a good player knows needs no operating system.
#[test]
fn players_name_no_crate_of_the_operating_system() {
    let (_, folder) = crates().into_iter().find(|(name, _)| name == "players").unwrap();
    let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
    for used in section(&manifest, "dependencies") {
        assert!(
            !["rustix", "rayon", "memmap2", "signal-hook", "tokio", "libc"].contains(&used.as_str()),
            "{used}"
        );
    }
}
