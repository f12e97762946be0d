//! Playthroughs: the kept texts are rewritten where they are kept, and only what has changed.

use std::fs;
use std::path::Path;

use crate::common::{command, complaint, directory, finish, prints};

/// What an update says, a line a text.
fn update(args: &[&str], directory: &Path) -> Vec<String> {
    let ran = finish(command().args(["playthrough", "--update"]).args(args).current_dir(directory));
    assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""));
    ran.out.lines().map(ToString::to_string).collect()
}

#[test]
fn only_what_has_changed_is_rewritten() {
    let repository = directory("repository");
    let kept = repository.join("crates/games/tests/playthroughs");
    fs::create_dir_all(&kept).unwrap();
    assert!(update(&[], &kept).iter().all(|line| line.starts_with("new ")));
    assert!(update(&[], &repository).iter().all(|line| line.starts_with("unchanged ")));
    let text = fs::read_to_string(kept.join("kuhn.txt")).unwrap();
    assert_eq!(text, prints("playthrough kuhn --seats 2 --seed 1"));
    fs::write(kept.join("kuhn.txt"), "something else").unwrap();
    let said = update(&["kuhn"], &repository);
    assert!(said.contains(&"changed    kuhn".to_string()), "{said:?}");
    assert!(said.iter().all(|line| line.contains("kuhn")), "{said:?}");
    assert_eq!(fs::read_to_string(kept.join("kuhn.txt")).unwrap(), text);
}

#[test]
fn outside_the_repository_there_is_nothing_to_update() {
    let ran = finish(command().args(["playthrough", "--update"]).current_dir("/"));
    assert!(complaint(ran, 1, "--update").contains("run --update in Tefuda's repository"));
    let ran = finish(command().args(["playthrough", "chess", "--update"]));
    assert!(complaint(ran, 2, "--update").contains("no game `chess`"));
}
