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

/// What a manifest's product uses: every table of dependencies but those of tests, also for one system or for building.
fn used_by(manifest: &str) -> Vec<String> {
    let (mut used, mut within) = (Vec::new(), false);
    for line in manifest.lines().map(str::trim).filter(|line| !line.starts_with('#')) {
        if let Some(header) = line.strip_prefix('[') {
            let header = header.trim_end_matches(']');
            within = header.ends_with("dependencies") && !header.ends_with("dev-dependencies");
            if let Some((table, name)) = header.rsplit_once('.')
                && table.ends_with("dependencies")
                && !table.ends_with("dev-dependencies")
            {
                used.push(name.to_string());
            }
        } else if within && let Some((name, _)) = line.split_once(['.', ' ', '=']) {
            used.push(name.to_string());
        }
    }
    used
}

#[test]
fn every_kind_of_dependency_is_seen() {
    let manifest = "[dependencies]\na.workspace = true\n# b = \"1\"\n[dev-dependencies]\nc = \"1\"\n\
                    [target.'cfg(unix)'.dependencies]\nd = { version = \"1\" }\n[dependencies.e]\nversion = \"1\"\n\
                    [build-dependencies]\nf = \"1\"\n[dev-dependencies.g]\nversion = \"1\"\n[lints]\nworkspace = true\n";
    assert_eq!(used_by(manifest), ["a", "d", "e", "f"]);
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
        for used in used_by(&manifest).into_iter().filter(ours) {
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
        for used in used_by(&manifest) {
            assert!(few.contains(&used.as_str()), "{name} uses {used}");
        }
    }
}

/// What a good player knows needs no operating system.
#[test]
fn players_name_no_crate_of_the_operating_system() {
    let (_, folder) = crates().into_iter().find(|(name, _)| name == "players").unwrap();
    let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
    for used in used_by(&manifest) {
        assert!(
            !["rustix", "rayon", "memmap2", "signal-hook", "tokio", "libc"].contains(&used.as_str()),
            "{used}"
        );
    }
}
