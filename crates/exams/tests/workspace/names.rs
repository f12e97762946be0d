//! A public type name means one thing in the workspace. Those that stand twice are listed, and the list may only shrink.

use std::collections::BTreeMap;
use std::fs;

use super::{crates, root, sources};

/// The list, a name a line with the crates that have it.
const LIST: &str = "crates/exams/tests/workspace/homonyms.txt";
/// With this variable the list is written anew; it refuses to grow.
const WRITE: &str = "TEFUDA_WRITE";

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
fn the_list_of_names_that_mean_two_things_only_shrinks() {
    let (path, found) = (root().join(LIST), homonyms());
    let text: String = found.iter().map(|(name, at)| format!("{name}: {}\n", at.join(", "))).collect();
    let listed = fs::read_to_string(&path).unwrap();
    let before: BTreeMap<&str, usize> = listed
        .lines()
        .filter_map(|line| line.split_once(": ").map(|(name, places)| (name, places.split(", ").count())))
        .collect();
    let new: Vec<_> = found
        .iter()
        .filter(|(name, places)| before.get(name.as_str()).is_none_or(|&count| places.len() > count))
        .collect();
    assert!(new.is_empty(), "these names stand for something else already: {new:#?}");
    if std::env::var_os(WRITE).is_some() {
        return fs::write(&path, text).unwrap();
    }
    assert_eq!(
        listed, text,
        "names or their places went away: `{WRITE}=1 cargo test -p exams --profile ci names` writes the list"
    );
}
