//! Files that are either there and whole, or not there.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::error::LabError;

/// How the name of a file ends while it is being written.
pub(crate) const UNFINISHED: &str = "unfinished";

/// A file on its way: written under another name, made to last, then renamed. Dropped before that, it is gone.
pub struct WholeFile {
    path: PathBuf,
    unfinished: PathBuf,
    writer: BufWriter<File>,
}

impl WholeFile {
    /// Begins a file of this name.
    ///
    /// # Errors
    /// If it cannot be created.
    pub fn create(path: &Path) -> Result<WholeFile, LabError> {
        let unfinished = unfinished_name(path);
        let file = File::create(&unfinished).map_err(LabError::file(path))?;
        Ok(WholeFile { path: path.into(), unfinished, writer: BufWriter::new(file) })
    }

    /// Gives the file its name, once its bytes are sure to stay.
    ///
    /// # Errors
    /// A full disk, most often; then there is no file.
    pub fn finish(mut self) -> Result<(), LabError> {
        self.settle().map_err(LabError::file(&self.path))
    }

    fn settle(&mut self) -> io::Result<()> {
        self.writer.flush()?;
        self.writer.get_ref().sync_all()?;
        fs::rename(&self.unfinished, &self.path)?;
        sync_folder(&self.path)
    }
}

impl Write for WholeFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

impl Drop for WholeFile {
    fn drop(&mut self) {
        // After the rename there is nothing of this name; before it, what is there is of no use.
        let _ = fs::remove_file(&self.unfinished);
    }
}

/// Two processes that write the same file must not write into each other's.
fn unfinished_name(path: &Path) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(format!(".{}.{UNFINISHED}", std::process::id()));
    name.into()
}

/// The new name itself must outlive a power cut too. Only Unix lets a program open a folder for that.
fn sync_folder(path: &Path) -> io::Result<()> {
    match path.parent() {
        Some(folder) if cfg!(unix) && !folder.as_os_str().is_empty() => File::open(folder)?.sync_all(),
        _ => Ok(()),
    }
}

/// Writes a whole file at once.
///
/// # Errors
/// If it cannot be written; then there is no file, or the one before it.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), LabError> {
    let mut file = WholeFile::create(path)?;
    file.write_all(bytes).map_err(LabError::file(path))?;
    file.finish()
}

/// Removes what processes that are no longer there left half written in a folder; those that are may still finish it.
///
/// # Errors
/// If the folder cannot be read.
pub fn remove_orphans(folder: &Path) -> Result<(), LabError> {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    for entry in fs::read_dir(folder).map_err(LabError::file(folder))? {
        let path = entry.map_err(LabError::file(folder))?.path();
        if is_orphan(&path) {
            // Two runs of one folder may both see it; only one removes it.
            let _ = fs::remove_file(&path);
        }
    }
    Ok(())
}

/// Whether a file is half written by a process that has ended. Where processes cannot be looked up, none is.
fn is_orphan(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let pid = name.strip_suffix(&format!(".{UNFINISHED}")).and_then(|name| name.rsplit_once('.'));
    let pid: Option<u32> = pid.and_then(|(_, pid)| pid.parse().ok());
    let lookup = Path::new("/proc");
    pid.is_some_and(|pid| lookup.join("self").exists() && !lookup.join(pid.to_string()).exists())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_nobody_writes_any_more_is_removed() {
        let folder = std::env::temp_dir().join(format!("tefuda-orphans-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        // No process has this number: it is beyond the largest that Linux gives.
        let names =
            ["a.json.4294967295.unfinished".to_string(), format!("b.json.{}.unfinished", std::process::id())];
        names.iter().chain(["unfinished", "c.unfinished", "d.json"].map(String::from).iter()).for_each(
            |name| {
                fs::write(folder.join(name), "").unwrap();
            },
        );
        remove_orphans(&folder).unwrap();
        let mut left: Vec<_> =
            fs::read_dir(&folder).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
        left.sort();
        fs::remove_dir_all(&folder).unwrap();
        assert_eq!(left, [names[1].as_str(), "c.unfinished", "d.json", "unfinished"]);
    }
}
