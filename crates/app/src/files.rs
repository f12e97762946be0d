//! Files that are either whole or not there.

use std::path::{Path, PathBuf};

use lab::WholeFile;

use crate::failure::Failure;

/// Refuses a place where somebody's file lies already, unless it is to be replaced.
pub(crate) fn check_new(path: &Path, replace: bool) -> Result<(), Failure> {
    check_place(path)?;
    if path.starts_with("/dev") {
        return Err(Failure::Failed(format!("{}: a device; name a file", path.display())));
    }
    if !replace && path.exists() {
        let free = free(path);
        let why = format!("it exists; name another one, e.g. {}, or replace it with --force", free.display());
        return Err(Failure::Failed(format!("{}: {why}", path.display())));
    }
    Ok(())
}

/// Refuses a place where no file can be written, before hours of play are lost to it.
pub(crate) fn check_place(path: &Path) -> Result<(), Failure> {
    let refuse = |why: &str| Err(Failure::Failed(format!("{}: {why}", path.display())));
    // A finished file is renamed into its place: what is not a plain file must not be replaced by one.
    if path.exists() && !path.is_file() {
        return refuse("it exists and is not a plain file; name another one");
    }
    if path.file_name().is_none() || path.as_os_str().as_encoded_bytes().ends_with(b"/") {
        return refuse("name a file, not a directory");
    }
    // Dropped unfinished, it leaves nothing behind.
    Ok(WholeFile::create(path).map(drop)?)
}

/// Writes a file under another name and renames it when it is whole.
pub(crate) fn write(path: &Path, text: &str) -> Result<(), Failure> {
    Ok(lab::write_whole(path, text.as_bytes())?)
}

/// The name, or the first one with a number that no file has.
pub(crate) fn free(path: &Path) -> PathBuf {
    let mut names = (1..).map(|number| numbered(path, number));
    names.find(|name| !name.exists()).expect("there are more numbers than files")
}

/// The same name with a number before its extension: `game.jsonl`, `game-2.jsonl`.
fn numbered(path: &Path, number: usize) -> PathBuf {
    if number == 1 {
        return path.to_path_buf();
    }
    let mut name = path.file_stem().unwrap_or_default().to_os_string();
    name.push(format!("-{number}"));
    if let Some(extension) = path.extension() {
        name.push(".");
        name.push(extension);
    }
    path.with_file_name(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn further_games_get_files_of_their_own() {
        let name = |path, number| numbered(Path::new(path), number).display().to_string();
        assert_eq!(name("a/game.v1.jsonl", 1), "a/game.v1.jsonl");
        assert_eq!(name("a/game.v1.jsonl", 2), "a/game.v1-2.jsonl");
        assert_eq!(name("game", 3), "game-3");
    }

    #[test]
    fn only_plain_files_are_replaced() {
        for place in ["/dev/null", "/", "..", "", "no/such/directory/x"] {
            assert!(check_place(Path::new(place)).is_err(), "{place}");
        }
    }
}
