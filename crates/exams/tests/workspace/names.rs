//! A public type name means one thing in the workspace.

use std::collections::BTreeMap;

use super::{crates, sources};

/// Names that every game has by design.
const PER_GAME: &[&str] =
    &["Action", "Card", "Chance", "Deal", "Phase", "Private", "Public", "Rules", "Seen", "Role"];

/// Every public type name that is defined more than once, with the places.
fn homonyms() -> BTreeMap<String, Vec<String>> {
    let mut places: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (name, folder) in crates() {
        for (path, text) in sources(&folder) {
            for found in text.lines().filter_map(defined) {
                let file = path.strip_prefix(folder.join("src")).unwrap().display().to_string();
                places.entry(found.to_string()).or_default().push(format!("{name}/{file}"));
            }
        }
    }
    places.retain(|name, places| places.len() > 1 && !PER_GAME.contains(&name.as_str()));
    places
}

/// The type that a line defines for others.
fn defined(line: &str) -> Option<&str> {
    let rest = line.trim_start().strip_prefix("pub ")?;
    let rest = ["struct ", "enum ", "trait ", "type "].iter().find_map(|word| rest.strip_prefix(word))?;
    let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
    rest[..end].starts_with(char::is_uppercase).then(|| &rest[..end])
}

#[test]
fn a_public_name_means_one_thing() {
    let found = homonyms();
    assert!(found.is_empty(), "these names stand for something else already: {found:#?}");
}
