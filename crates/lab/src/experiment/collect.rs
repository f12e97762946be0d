//! Results of runs that lie on disk.

use std::path::{Path, PathBuf};

use super::folder::Folder;
use super::games_file;
use super::results::Results;
use super::store::{Store, count_chunks};
use crate::error::LabError;

/// The results of runs on disk, in the order given, each with the folder it is in.
///
/// Shards of one run are put together into the first of their folders; a finished run is read from its
/// `games.parquet`.
///
/// # Errors
/// Runs with chunks missing, damaged files, files of another version.
pub fn collect(folders: &[PathBuf]) -> Result<Vec<(PathBuf, Results)>, LabError> {
    let mut runs: Vec<(String, Vec<PathBuf>)> = Vec::new();
    for folder in folders {
        let plan = Folder::new(folder).run_file()?.plan;
        match runs.iter_mut().find(|(known, _)| *known == plan) {
            Some((_, shards)) => shards.push(folder.clone()),
            None => runs.push((plan, vec![folder.clone()])),
        }
    }
    runs.into_iter().map(|(_, shards)| Ok((shards[0].clone(), collect_run(&shards)?))).collect()
}

/// How far a run is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Standing {
    /// The title of its experiment.
    pub title: String,
    /// How many chunks are done.
    pub done: usize,
    /// How many there are.
    pub chunks: usize,
}

/// How far the run in a folder is, also while it is going on.
///
/// # Errors
/// Folders without a run, runs of another version.
pub fn standing(folder: &Path) -> Result<Standing, LabError> {
    let folder = Folder::new(folder);
    let plan = folder.plan()?;
    let chunks = plan.chunks.len();
    // A run that has come to its end has put its chunks away.
    let done = if folder.games().exists() { chunks } else { count_chunks(&folder.chunks())? };
    Ok(Standing { title: plan.title, done, chunks })
}

fn collect_run(shards: &[PathBuf]) -> Result<Results, LabError> {
    let folders: Vec<Folder> = shards.iter().map(|shard| Folder::new(shard)).collect();
    let plan = folders[0].plan()?;
    if let [folder] = &folders[..]
        && folder.games().exists()
    {
        let rows = games_file::read(&folder.games(), &plan)?;
        let results = folder.results(&plan, |cell| Ok(rows[cell].clone()))?;
        // Whatever lies there may be of another version, damaged or lost.
        return folder.write_results(&results).map(|()| results);
    }
    let chunks: Vec<PathBuf> = folders.iter().map(Folder::chunks).collect();
    let store = Store::open(&plan, &chunks)?;
    let (missing, of) = (store.missing().len(), plan.chunks.len());
    if missing > 0 {
        let why = format!(
            "{missing} of {of} chunks are missing: resume the run, or name the folders of its other shards too"
        );
        return Err(LabError::disk(&shards[0], why));
    }
    let mut results = folders[0].finish(&plan, &store)?;
    for other in &folders[1..] {
        results.info.seconds += other.run_file()?.seconds;
    }
    Ok(results)
}
