//! Runs a plan on all cores and keeps every finished chunk.

use std::collections::BTreeMap;
use std::path::Path;
use std::str::FromStr;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::time::{Duration, Instant};

use table::SpecError;

use super::build::Build;
use super::folder::Folder;
use super::plan::{Chunk, Plan};
use super::results::Results;
use super::store::{Store, keep_chunks, write_chunks};
use crate::error::LabError;
use crate::ownership::FolderLock;
use crate::scheduler::make_and_write;
use catalog::kinds::{Units, Workroom};

/// One of several machines that share the work: chunk `k` belongs to shard `k mod of`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Which one, counted from 0.
    pub index: usize,
    /// How many there are.
    pub of: usize,
}

impl Shard {
    /// All the work.
    pub const WHOLE: Shard = Shard { index: 0, of: 1 };

    fn has(self, chunk: usize) -> bool {
        chunk % self.of == self.index
    }
}

/// Reads `i/n`.
impl FromStr for Shard {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Shard, SpecError> {
        let parts =
            text.split_once('/').and_then(|(index, of)| Some((index.parse().ok()?, of.parse().ok()?)));
        match parts {
            Some((index, of)) if index < of => Ok(Shard { index, of }),
            Some((_, of)) if of > 0 => {
                Err(SpecError::bad(format!("shard `{text}` of {of}: they are numbered from 0 to {}", of - 1)))
            }
            _ => Err(SpecError::bad(format!(
                "shard `{}` should be like 0/4, the first of four",
                text.escape_debug()
            ))),
        }
    }
}

/// Who is told how far the work is.
pub trait Progress: Sync {
    /// Work begins; the number of finished units of each cell is given.
    fn begin(&self, _plan: &Plan, _done: &[u64]) {}

    /// This many more units of a cell are finished.
    fn advance(&self, _cell: usize, _units: u64) {}

    /// Whether somebody wants the work to end: chunks that are being played are finished and kept, no other is begun.
    fn is_stopped(&self) -> bool {
        false
    }
}

/// No progress reporting.
impl Progress for () {}

/// What came of a run.
#[derive(Debug)]
pub enum Ran {
    /// Every chunk is there: the results are written.
    Whole(Box<Results>),
    /// This shard is done; others are not, or lie elsewhere.
    Shard {
        /// Chunks that are there.
        chunks: usize,
        /// Chunks of the whole plan.
        of: usize,
    },
}

/// What becomes of an earlier run in the folder of a new one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Existing {
    /// Its finished chunks are an error.
    Refuse,
    /// If it is of the same plan and the same build of the program, it is gone on from; else it is an error.
    Resume,
    /// It is removed.
    Replace,
}

/// A plan and where to run it to.
pub struct Run<'a> {
    pub plan: &'a Plan,
    /// The output folder.
    pub folder: &'a Path,
    /// What becomes of an earlier run in the folder.
    pub existing: Existing,
    /// Which part of the work is done here.
    pub shard: Shard,
    /// What to type to run it again.
    pub command: &'a str,
    /// The program that plays.
    pub build: &'a Build,
}

impl Run<'_> {
    /// Plays what is missing on all cores of the current pool, and writes the results once nothing is.
    ///
    /// Where a player breaks down, its cell is given up and the others are played on.
    ///
    /// # Errors
    /// Another plan's folder, damaged chunks, a full disk, players that break down, an end before the end. Finished
    /// chunks stay.
    pub fn go(&self, progress: &dyn Progress) -> Result<Ran, LabError> {
        let begun = Instant::now();
        let (_lock, missing) = self.open()?;
        progress.begin(self.plan, &self.done(&missing));
        let lines = self.lines(missing);
        let wanted: usize = lines.iter().map(Vec::len).sum();
        let broken: Mutex<BTreeMap<usize, LabError>> = Mutex::default();
        let play = |item: usize, hand_over: &dyn Fn(Finished) -> bool| {
            self.play_line(&lines[item], &broken, progress, hand_over);
            Ok(())
        };
        let write = |finished| self.write(&finished, progress);
        make_and_write(lines.len(), &|| progress.is_stopped(), play, write)?;
        let (ran, missing) = self.conclude(begun.elapsed().as_secs_f64(), rayon::current_num_threads())?;
        let mut broken = broken.into_inner().expect("nobody panics while a cell is given up");
        if let Some((_, first)) = broken.pop_first() {
            return Err(match broken.len() {
                0 => first,
                others => LabError::Cells { first: Box::new(first), others },
            });
        }
        // A run that is stopped after its last chunk was begun has its results.
        match self.own(missing).len() {
            left @ 1.. if progress.is_stopped() => {
                Err(LabError::Stopped { played: wanted - left, of: wanted })
            }
            _ => Ok(ran),
        }
    }

    /// Plays the chunks of a line one after the other, each only once the one before it is kept. A cell that breaks down is
    /// noted, and the rest goes on.
    fn play_line(
        &self,
        line: &[usize],
        broken: &Mutex<BTreeMap<usize, LabError>>,
        progress: &dyn Progress,
        hand_over: &dyn Fn(Finished) -> bool,
    ) {
        let broken_cells = || broken.lock().expect("nobody panics while a cell is given up");
        let unfinished = Folder::new(self.folder).unfinished();
        for (place, &chunk) in line.iter().enumerate() {
            let Chunk { cell, units } = &self.plan.chunks[chunk];
            if place > 0 && progress.is_stopped() {
                return;
            }
            if broken_cells().contains_key(cell) {
                continue;
            }
            let (told, size) = (AtomicU64::new(0), units.end - units.start);
            let tell = |share: f64| {
                let done = ((share * size as f64) as u64).min(size);
                let before = told.fetch_max(done, Ordering::Relaxed);
                progress.advance(*cell, done.saturating_sub(before));
            };
            match self.plan.play_chunk(chunk, &Workroom { folder: Some(&unfinished), done: &tell }) {
                Ok(units) => {
                    let (kept, is_kept) = sync_channel(1);
                    let told = told.into_inner();
                    let taken =
                        hand_over(Finished { chunk, units, told, kept: (line.len() > 1).then_some(kept) });
                    if !taken || (line.len() > 1 && is_kept.recv().is_err()) {
                        return;
                    }
                }
                Err(error) => {
                    broken_cells().entry(*cell).or_insert(error);
                }
            }
        }
    }

    /// Writes what is finished: at once if it is long ago that anything was, else together with what comes.
    fn write(&self, finished: &Receiver<Finished>, progress: &dyn Progress) -> Result<(), LabError> {
        let (folder, fingerprint) = (Folder::new(self.folder).chunks(), self.plan.fingerprint().to_string());
        let mut due = Instant::now();
        while let Ok(first) = finished.recv() {
            let gathered = gather(first, finished, due);
            due = Instant::now() + PAUSE;
            let (batches, notes): (Vec<_>, Vec<_>) =
                gathered.into_iter().map(|one| ((one.chunk, one.units), (one.told, one.kept))).unzip();
            write_chunks(&folder, &fingerprint, &batches)?;
            for ((chunk, _), (told, kept)) in batches.iter().zip(notes) {
                let Chunk { cell, units } = &self.plan.chunks[*chunk];
                progress.advance(*cell, units.end - units.start - told);
                // Who does not wait any more need not be told.
                kept.map(|kept| kept.send(()).ok());
            }
        }
        Ok(())
    }

    /// Makes the folder ready, and says which chunks are still to be played, wherever that is done.
    ///
    /// # Errors
    /// Another plan's folder, damaged chunks.
    pub fn begin(&self) -> Result<Vec<usize>, LabError> {
        let (_, missing) = self.open()?;
        Ok(self.own(missing))
    }

    /// Keeps chunks that a [`Worker`](super::Worker) has played, and says which they are. One that is there already may
    /// come again.
    ///
    /// # Errors
    /// Chunks of another plan, bytes that were damaged on their way, a full disk.
    pub fn keep(&self, bytes: &[u8]) -> Result<Vec<usize>, LabError> {
        keep_chunks(self.plan, &Folder::new(self.folder).chunks(), bytes)
    }

    /// Ends a session, notes its duration and number of cores, and writes the results if no chunk is missing.
    ///
    /// # Errors
    /// Damaged chunks, a full disk.
    pub fn finish(&self, seconds: f64, cores: usize) -> Result<Ran, LabError> {
        Ok(self.conclude(seconds, cores)?.0)
    }

    /// The right to write into the folder, and the chunks that are missing there, of any shard.
    fn open(&self) -> Result<(FolderLock, Vec<usize>), LabError> {
        let folder = Folder::new(self.folder);
        let lock = folder.begin(self)?;
        Ok((lock, Store::open(self.plan, &[folder.chunks()])?.missing()))
    }

    /// Those of this shard. A line is of one shard.
    fn own(&self, mut chunks: Vec<usize>) -> Vec<usize> {
        let leaders = self.plan.leaders();
        chunks.retain(|&chunk| self.shard.has(leaders[chunk]));
        chunks
    }

    /// Those of this shard, line by line.
    fn lines(&self, chunks: Vec<usize>) -> Vec<Vec<usize>> {
        let (leaders, mut lines) = (self.plan.leaders(), BTreeMap::<usize, Vec<usize>>::new());
        for chunk in self.own(chunks) {
            lines.entry(leaders[chunk]).or_default().push(chunk);
        }
        lines.into_values().collect()
    }

    /// How many units of each cell are there already.
    fn done(&self, missing: &[usize]) -> Vec<u64> {
        let mut done: Vec<u64> = self.plan.cells.iter().map(|cell| cell.units).collect();
        for chunk in missing.iter().map(|&chunk| &self.plan.chunks[chunk]) {
            done[chunk.cell] -= chunk.units.end - chunk.units.start;
        }
        done
    }

    /// Ends a session; also says which chunks of the plan are missing.
    fn conclude(&self, seconds: f64, cores: usize) -> Result<(Ran, Vec<usize>), LabError> {
        let folder = Folder::new(self.folder);
        folder.note(seconds, cores)?;
        let store = Store::open(self.plan, &[folder.chunks()])?;
        let (missing, of) = (store.missing(), self.plan.chunks.len());
        if self.own(missing.clone()).is_empty() {
            folder.clear_unfinished()?;
        }
        let ran = match missing.len() {
            0 => Ran::Whole(Box::new(folder.finish(self.plan, &store)?)),
            missing => Ran::Shard { chunks: of - missing, of },
        };
        Ok((ran, missing))
    }
}

/// To make a file last costs the disk milliseconds, so chunks of quick games share one.
const PAUSE: Duration = Duration::from_millis(50);
/// Maximum number of chunks in a file.
const MOST: usize = 1024;

/// A chunk that is played.
struct Finished {
    chunk: usize,
    units: Units,
    /// How many of its units were told to be done already.
    told: u64,
    /// Somebody who waits until it is kept.
    kept: Option<SyncSender<()>>,
}

/// What is finished until a moment, and what waits then.
fn gather(first: Finished, finished: &Receiver<Finished>, due: Instant) -> Vec<Finished> {
    let mut batches = vec![first];
    while batches.len() < MOST
        && let Ok(next) = finished.recv_timeout(due.saturating_duration_since(Instant::now()))
    {
        batches.push(next);
    }
    batches
}
