//! Ownership of a folder: no foreign file is replaced, and two processes do not write there at the same
//! time.
//!
//! A folder is ours if it holds the mark of an earlier run: `run.json`, or `state.json` of a training. Any other folder may
//! have what it likes, except files of the names that would be written.

use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};

use crate::error::LabError;

/// What the lock of a folder is called. It is there while somebody writes, and after a kill.
const LOCK: &str = ".tefuda-lock";

/// The right to write into a folder. The system takes it back when the process ends, however it ends; readers do not
/// need it.
#[derive(Debug)]
pub struct FolderLock {
    path: PathBuf,
    /// Nothing where the file system knows no locks.
    held: Option<File>,
}

impl FolderLock {
    /// Takes the right, and makes the folder if it is not there.
    ///
    /// # Errors
    /// If another process has it, or the folder cannot be written to.
    pub fn take(folder: &Path) -> Result<FolderLock, LabError> {
        fs::create_dir_all(folder).map_err(LabError::file(folder))?;
        let path = folder.join(LOCK);
        loop {
            let mut file = File::options()
                .read(true)
                .write(true)
                .create(true)
                .truncate(false)
                .open(&path)
                .map_err(LabError::file(folder))?;
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => return Err(LabError::disk(folder, busy(&mut file))),
                Err(TryLockError::Error(_)) => return Ok(FolderLock { path, held: None }),
            }
            // The former owner has removed the file, and a third process may have made another one since.
            if is_at(&file, &path) {
                let _ = file.set_len(0).and_then(|()| write!(file, "{}", std::process::id()));
                return Ok(FolderLock { path, held: Some(file) });
            }
        }
    }
}

impl Drop for FolderLock {
    fn drop(&mut self) {
        if self.held.is_some() {
            // Before it is unlocked: so nobody removes the file of another.
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// What is said where another process has the lock; it has left its number there.
fn busy(lock: &mut File) -> String {
    let mut pid = String::new();
    let _ = lock.rewind().and_then(|()| lock.take(20).read_to_string(&mut pid));
    let who = match pid.is_empty() || pid.bytes().any(|byte| !byte.is_ascii_digit()) {
        true => "another process".to_string(),
        false => format!("another process ({pid})"),
    };
    format!("{who} is writing here: wait until it is done, or choose another folder with --out")
}

#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let place = |meta: io::Result<fs::Metadata>| meta.map(|meta| (meta.dev(), meta.ino())).ok();
    place(file.metadata()).is_some() && place(file.metadata()) == place(fs::metadata(path))
}

#[cfg(not(unix))]
fn is_at(_file: &File, path: &Path) -> bool {
    path.exists()
}

/// Opens a file to write to, for this process alone, and empties it if asked; where the file system knows no locks, others
/// are not kept away. Readers are.
///
/// # Errors
/// If it cannot be opened, or another process writes to it.
pub(crate) fn open_alone(path: &Path, empty: bool) -> Result<File, LabError> {
    let file = File::options().read(true).write(true).create(true).truncate(false).open(path);
    let file = file.map_err(LabError::file(path))?;
    if let Err(TryLockError::WouldBlock) = file.try_lock() {
        let why = "another process is writing to it: wait until it is done, or name another file";
        return Err(LabError::disk(path, why));
    }
    if empty {
        file.set_len(0).map_err(LabError::file(path))?;
    }
    Ok(file)
}

/// Refuses a folder that is not ours and has one of these files, or a folder of that name with something in it.
///
/// # Errors
/// Says what was found, and what would be right.
pub fn refuse_foreign(folder: &Path, names: &[&str]) -> Result<(), LabError> {
    let found: Vec<&str> = names.iter().copied().filter(|name| holds(&folder.join(name))).collect();
    let (last, rest) = match found.split_last() {
        None => return Ok(()),
        Some(split) => split,
    };
    let list = if rest.is_empty() { (*last).to_string() } else { format!("{} and {last}", rest.join(", ")) };
    let why = format!(
        "{list} there would be replaced, and nothing says that this program made it (no run.json, no state.json): \
         choose another folder with --out, or move it away"
    );
    Err(LabError::disk(folder, why))
}

/// Whether there is something of this name that can be lost.
fn holds(path: &Path) -> bool {
    match fs::symlink_metadata(path) {
        Err(_) => false,
        Ok(meta) if meta.is_dir() => fs::read_dir(path).is_ok_and(|mut entries| entries.next().is_some()),
        Ok(_) => true,
    }
}

/// The bytes of a plain file. A pipe or a device is refused: it may never end.
///
/// # Errors
/// If it cannot be read, or is no plain file.
pub fn read_plain(path: &Path) -> io::Result<Vec<u8>> {
    if fs::metadata(path)?.is_file() {
        return fs::read(path);
    }
    Err(io::Error::new(io::ErrorKind::InvalidInput, "not a plain file"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scratch(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("tefuda-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    #[test]
    fn a_folder_has_one_writer() {
        let folder = scratch("lock");
        let held = FolderLock::take(&folder).unwrap();
        let error = FolderLock::take(&folder).unwrap_err().to_string();
        let who = format!("another process ({}) is writing here", std::process::id());
        assert!(error.contains(&who), "{error}");
        drop(held);
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 0, "nothing is left");
        // What a kill has left does not matter.
        fs::write(folder.join(LOCK), "12").unwrap();
        drop(FolderLock::take(&folder).unwrap());
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_file_has_one_writer() {
        let folder = scratch("alone");
        let path = folder.join("x");
        fs::write(&path, "precious").unwrap();
        let held = open_alone(&path, false).unwrap();
        assert!(open_alone(&path, true).unwrap_err().to_string().contains("another process is writing"));
        assert_eq!(fs::read_to_string(&path).unwrap(), "precious", "it was not emptied first");
        drop(held);
        open_alone(&path, true).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "");
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn what_would_be_replaced_is_named() {
        let folder = scratch("foreign");
        let check = || refuse_foreign(&folder, &["a", "b", "c"]);
        fs::write(folder.join("other"), "").unwrap();
        fs::create_dir(folder.join("a")).unwrap();
        check().unwrap();
        fs::write(folder.join("a/x"), "").unwrap();
        fs::write(folder.join("c"), "").unwrap();
        let why = check().unwrap_err().to_string();
        assert!(why.contains("a and c there would be replaced"), "{why}");
        fs::remove_dir_all(&folder).unwrap();
    }
}
