//! Reports as files beside the results they tell.

use std::fs;
use std::path::{Path, PathBuf};

use super::html::{Around, with_surroundings};
use super::markdown::with_readme;
use super::{Summary, index};
use crate::error::LabError;
use crate::experiment::{README, Results};
use crate::whole::{remove_orphans, write_whole};

/// The page over all runs, beside their folders.
const INDEX: &str = "index.html";

/// The figures of a run.
const FIGURES: &str = "results.json";
/// What else a run leaves, as its page names it.
pub(super) const FILES: &[&str] =
    &["results.json", "games.parquet", "records.jsonl.zst", "report.md", "config.toml", "README.md"];

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
    // The Markdown first, so that the page finds it beside itself.
    write_whole(&folder.join("report.md"), with_readme(results, &readme).as_bytes())?;
    let figures = fs::read(folder.join(FIGURES)).ok();
    let files: Vec<&str> = FILES.iter().copied().filter(|file| folder.join(file).is_file()).collect();
    let around =
        Around { readme: &readme, index: index.as_deref(), figures: figures.as_deref(), files: &files };
    write_whole(&page(folder), with_surroundings(results, &around).as_bytes())
}

/// Refuses a folder whose `index.html` is somebody else's page.
///
/// # Errors
/// Says that it would be replaced.
pub fn check_index(folder: &Path) -> Result<(), LabError> {
    let path = folder.join(INDEX);
    let is_ours = |text: String| text.contains("<title>Tefuda: experiments</title>");
    match fs::symlink_metadata(&path).is_err() || fs::read_to_string(&path).is_ok_and(is_ours) {
        true => Ok(()),
        false => {
            let why = "there, and no page that this program made: it would be replaced; choose another folder with --out, or \
                       move it away";
            Err(LabError::disk(path, why))
        }
    }
}

/// Writes the page over all runs in the folders of a folder, and says where it is.
///
/// # Errors
/// A folder that cannot be written to, or whose page is somebody else's.
pub fn publish_index(folder: &Path) -> Result<PathBuf, LabError> {
    check_index(folder)?;
    remove_orphans(folder)?;
    let path = folder.join(INDEX);
    write_whole(&path, index(&Summary::beside(folder)).as_bytes())?;
    Ok(path)
}
