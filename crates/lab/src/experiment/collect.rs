//! Results of runs that lie on disk.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::folder::{Folder, Soundness};
use super::games_file;
use super::plan::Plan;
use super::results::Results;
use super::store::{Store, count_chunks};
use crate::error::LabError;
use crate::lines::open_lines;

/// The results of runs on disk, in the order given, each with the folder it is in.
///
/// Shards of one run are put together into the first of their folders; a finished run is read from its
/// `games.parquet` or, where that is damaged, from its chunks.
///
/// # Errors
/// Runs with chunks missing, damaged files, files of another version.
pub fn collect(folders: &[PathBuf]) -> Result<Vec<(PathBuf, Results)>, LabError> {
    let whole = |run: Collected| match run.missing(&run.folder) {
        None => Ok((run.folder, run.results)),
        Some(missing) => Err(missing),
    };
    collect_so_far(folders)?.into_iter().map(whole).collect()
}

/// The results of a run on disk, which may not have come to its end.
#[derive(Clone, Debug)]
pub struct Collected {
    /// The folder it is in; of several shards the first.
    pub folder: PathBuf,
    /// What there is. Of an unfinished run they are in no file of the folder.
    pub results: Results,
    /// How many chunks are there and how many there are in all, if some are missing.
    pub unfinished: Option<(usize, usize)>,
    /// What was found damaged, and what became of it.
    pub notes: Vec<String>,
}

impl Collected {
    /// What is missing, if anything is, and the way out.
    pub fn missing(&self, folder: &Path) -> Option<LabError> {
        let (there, of) = self.unfinished?;
        let why = format!(
            "{} of {of} chunks are missing: resume the run, or name the folders of its other shards too",
            of - there
        );
        Some(LabError::disk(folder, why))
    }
}

/// The same; of runs with chunks missing, what is there.
///
/// # Errors
/// Damaged files, files of another version, runs without any chunk.
pub fn collect_so_far(folders: &[PathBuf]) -> Result<Vec<Collected>, LabError> {
    let mut runs: Vec<(String, Vec<PathBuf>)> = Vec::new();
    for folder in folders {
        let plan = Folder::new(folder).run_file()?.plan;
        match runs.iter_mut().find(|(known, _)| *known == plan) {
            Some((_, shards)) => shards.push(folder.clone()),
            None => runs.push((plan, vec![folder.clone()])),
        }
    }
    runs.into_iter().map(|(_, shards)| collect_run(&shards)).collect()
}

/// How far a run is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RunProgress {
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
pub fn run_progress(folder: &Path) -> Result<RunProgress, LabError> {
    let folder = Folder::new(folder);
    let plan = folder.plan()?;
    let chunks = plan.chunks.len();
    // A run that has come to its end has put its chunks away.
    let done = if folder.games().exists() { chunks } else { count_chunks(&folder.chunks())? };
    Ok(RunProgress { title: plan.title, done, chunks })
}

fn collect_run(shards: &[PathBuf]) -> Result<Collected, LabError> {
    let folders: Vec<Folder> = shards.iter().map(|shard| Folder::new(shard)).collect();
    let plan = folders[0].plan()?;
    let told =
        |results, unfinished, notes| Ok(Collected { folder: shards[0].clone(), results, unfinished, notes });
    if let [folder] = &folders[..]
        && folder.games().exists()
    {
        let (results, notes) = finished(folder, &plan)?;
        return told(results, None, notes);
    }
    let chunks: Vec<PathBuf> = folders.iter().map(Folder::chunks).collect();
    let store = Store::open(&plan, &chunks)?;
    let (missing, of) = (store.missing().len(), plan.chunks.len());
    if missing > 0 {
        let mut results = folders[0].results_so_far(&plan, &store)?;
        results.title += &format!(" (unfinished: {} of {of} chunks)", of - missing);
        return told(results, Some((of - missing, of)), Vec::new());
    }
    let mut results = folders[0].finish(&plan, &store)?;
    for other in &folders[1..] {
        results.info.seconds += other.run_file()?.seconds;
    }
    told(results, None, Vec::new())
}

/// The results of a run that came to its end. What was damaged since is made anew from the chunks; figures are never taken
/// from it.
fn finished(folder: &Folder, plan: &Plan) -> Result<(Results, Vec<String>), LabError> {
    let games = folder.games();
    let soundness = folder.soundness(&games)?;
    // They may have been put away, and they may be damaged themselves.
    let store = Store::open(plan, &[folder.chunks()]).ok().filter(|store| store.missing().is_empty());
    match (soundness, &store) {
        (Soundness::Damaged, None) => {
            let why = "damaged: it is not as the run wrote it, and the chunks that it was made from are not all there or \
                       are damaged, too; resume the run, and what is missing is played again. No report was changed";
            return Err(LabError::disk(games, why));
        }
        // All files are written again, the records too.
        (Soundness::Damaged, Some(store)) => {
            let note = format!("{}: damaged; made anew from the chunks, with all figures", games.display());
            return Ok((folder.finish(plan, store)?, vec![note]));
        }
        (Soundness::Unknown, Some(store)) => return Ok((folder.finish(plan, store)?, Vec::new())),
        (Soundness::Sound, _) | (Soundness::Unknown, None) => {}
    }
    let rows = games_file::read(&games, plan)?;
    let results = folder.results(plan, |cell| Ok(rows[cell].clone()))?;
    // Whatever lies there may be of another version, damaged or lost.
    folder.write_results(&results)?;
    Ok((results, checked_records(folder, plan, store.as_ref())?))
}

/// What is said of records that are not as they were written.
fn checked_records(folder: &Folder, plan: &Plan, store: Option<&Store<'_>>) -> Result<Vec<String>, LabError> {
    let file = folder.records();
    let is_sound = !plan.records
        || match folder.soundness(&file)? {
            Soundness::Sound => true,
            Soundness::Damaged => false,
            Soundness::Unknown => can_be_read(&file),
        };
    Ok(match store {
        _ if is_sound => Vec::new(),
        Some(store) => {
            folder.renew_records(plan, store)?;
            vec![format!("{}: damaged or gone; made anew from the chunks", file.display())]
        }
        None => vec![format!(
            "{}: damaged or gone, and the chunks that it was made from are not there; the figures are not concerned",
            file.display()
        )],
    })
}

/// Whether a compressed file can be unpacked to its end, and has something in it.
fn can_be_read(file: &Path) -> bool {
    let is_empty = fs::metadata(file).is_ok_and(|meta| meta.len() == 0);
    !is_empty && open_lines(file).and_then(|mut lines| io::copy(&mut lines, &mut io::sink())).is_ok()
}
