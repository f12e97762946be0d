//! Reports as files beside the results they tell.

use std::fs;
use std::path::{Path, PathBuf};

use super::{Summary, html, index, markdown};
use crate::error::LabError;
use crate::experiment::{README, Results};
use crate::whole::{remove_orphans, write_whole};

/// The page over all runs, beside their folders.
const INDEX: &str = "index.html";

/// The page of the run in a folder.
pub fn page(folder: &Path) -> PathBuf {
    folder.join("report.html")
}

/// Writes the reports of a run beside its results; they point to the page over all runs if there is one, or
/// is about to be.
///
/// # Errors
/// A folder that cannot be written to.
pub fn publish(folder: &Path, results: &Results, indexed: bool) -> Result<(), LabError> {
    remove_orphans(folder)?;
    let readme = fs::read_to_string(folder.join(README)).unwrap_or_default();
    let above = Path::new("..").join(INDEX);
    let index = (indexed || folder.join(&above).exists()).then(|| above.to_string_lossy());
    write_whole(&page(folder), html(results, &readme, index.as_deref()).as_bytes())?;
    write_whole(&folder.join("report.md"), markdown(results).as_bytes())
}

/// Writes the page over all runs in the folders of a folder, and says where it is.
///
/// # Errors
/// A folder that cannot be written to.
pub fn publish_index(folder: &Path) -> Result<PathBuf, LabError> {
    remove_orphans(folder)?;
    let path = folder.join(INDEX);
    write_whole(&path, index(&Summary::beside(folder)).as_bytes())?;
    Ok(path)
}
