//! The rooms of the workspace: which crate may use which, where loops over games are compiled, and names that mean one thing.
#![allow(clippy::unwrap_used, reason = "the helpers of a test may fail it")]

mod doors;
mod names;
mod rooms;

use std::fs;
use std::path::{Path, PathBuf};

/// The root of the repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// The crates of the workspace, by name: each with its folder.
fn crates() -> Vec<(String, PathBuf)> {
    let mut found: Vec<_> =
        fs::read_dir(root().join("crates")).unwrap().map(|entry| entry.unwrap().path()).collect();
    found.sort();
    let named = |path: PathBuf| (path.file_name().unwrap().to_string_lossy().into_owned(), path);
    let mut all: Vec<_> = found.into_iter().map(named).collect();
    all.push(("python".to_string(), root().join("python")));
    all
}

/// The product's sources of a crate: no tests, no examples.
fn sources(folder: &Path) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    walk(&folder.join("src"), &mut found);
    found.sort();
    found.into_iter().map(|path| (path.clone(), product(&fs::read_to_string(path).unwrap()))).collect()
}

fn walk(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.file_stem().unwrap().to_str().unwrap() {
            "tests" | "testing" => {}
            _ if path.is_dir() => walk(&path, found),
            _ if path.extension().is_some_and(|ending| ending == "rs") => found.push(path),
            _ => {}
        }
    }
}

/// A source without its tests, which stand last, and without comments.
fn product(text: &str) -> String {
    let text = text.split_once("#[cfg(test)]\nmod tests {").map_or(text, |(before, _)| before);
    let code = |line: &&str| !line.trim_start().starts_with("//");
    text.lines().filter(code).map(|line| format!("{line}\n")).collect()
}
