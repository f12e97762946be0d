//! Runs a plan on all cores and keeps every finished chunk.

use std::path::Path;
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::time::{Duration, Instant};

use table::SpecError;

use super::build::Build;
use super::folder::Folder;
use super::plan::Plan;
use super::results::Results;
use super::store::{Store, keep_chunks, write_chunks};
use crate::error::LabError;
use catalog::kinds::Units;

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
    /// Work begins; of each cell so many units are there already.
    fn begin(&self, _plan: &Plan, _done: &[u64]) {}

    /// So many more units of a cell are finished.
    fn advance(&self, _cell: usize, _units: u64) {}

    /// Whether somebody wants the work to end: chunks that are being played are finished and kept, no other is begun.
    fn is_stopped(&self) -> bool {
        false
    }
}

/// One who does not want to know.
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
    /// # Errors
    /// Another plan's folder, damaged chunks, a full disk, players that break down, an end before the end. Finished
    /// chunks stay.
    pub fn go(&self, progress: &dyn Progress) -> Result<Ran, LabError> {
        let begun = Instant::now();
        let missing = self.open()?;
        progress.begin(self.plan, &self.done(&missing));
        let work = self.own(missing);
        let play = Play {
            plan: self.plan,
            work: &work,
            progress,
            next: AtomicUsize::new(0),
            stopped: AtomicBool::new(false),
        };
        play.run(&Folder::new(self.folder).chunks())?;
        let ran = self.finish(begun.elapsed().as_secs_f64(), rayon::current_num_threads())?;
        // Whoever ends a run after its last chunk was begun has its results.
        if progress.is_stopped() { self.ended(ran, &work) } else { Ok(ran) }
    }

    /// Makes the folder ready, and says which chunks are still to be played, wherever that is done.
    ///
    /// # Errors
    /// Another plan's folder, damaged chunks.
    pub fn begin(&self) -> Result<Vec<usize>, LabError> {
        Ok(self.own(self.open()?))
    }

    /// Keeps chunks that a [`Worker`](super::Worker) has played, and says which they are. One that is there already may
    /// come again.
    ///
    /// # Errors
    /// Chunks of another plan, bytes that were damaged on their way, a full disk.
    pub fn keep(&self, bytes: &[u8]) -> Result<Vec<usize>, LabError> {
        keep_chunks(self.plan, &Folder::new(self.folder).chunks(), bytes)
    }

    /// Ends a session that took so long on so many cores, and writes the results if no chunk is missing.
    ///
    /// # Errors
    /// Damaged chunks, a full disk.
    pub fn finish(&self, seconds: f64, cores: usize) -> Result<Ran, LabError> {
        let folder = Folder::new(self.folder);
        folder.note(seconds, cores)?;
        self.conclude(&folder)
    }

    /// The chunks that are missing in the folder, of any shard.
    fn open(&self) -> Result<Vec<usize>, LabError> {
        let folder = Folder::new(self.folder);
        folder.begin(self)?;
        Ok(Store::open(self.plan, &[folder.chunks()])?.missing())
    }

    fn own(&self, mut chunks: Vec<usize>) -> Vec<usize> {
        chunks.retain(|&chunk| self.shard.has(chunk));
        chunks
    }

    /// What is said of a run that somebody ended: its results, if it came to its end none the less.
    fn ended(&self, ran: Ran, work: &[usize]) -> Result<Ran, LabError> {
        let store = Store::open(self.plan, &[Folder::new(self.folder).chunks()])?;
        let of = work.len();
        match self.own(store.missing()).len() {
            0 => Ok(ran),
            left => Err(LabError::Stopped { played: of - left, of }),
        }
    }

    /// How many units of each cell are there already.
    fn done(&self, missing: &[usize]) -> Vec<u64> {
        let mut done: Vec<u64> = self.plan.cells.iter().map(|cell| cell.units).collect();
        for chunk in missing.iter().map(|&chunk| &self.plan.chunks[chunk]) {
            done[chunk.cell] -= chunk.units.end - chunk.units.start;
        }
        done
    }

    fn conclude(&self, folder: &Folder) -> Result<Ran, LabError> {
        let store = Store::open(self.plan, &[folder.chunks()])?;
        let of = self.plan.chunks.len();
        match store.missing().len() {
            0 => Ok(Ran::Whole(Box::new(folder.finish(self.plan, &store)?))),
            missing => Ok(Ran::Shard { chunks: of - missing, of }),
        }
    }
}

/// The players' side and the disk's side of a run.
struct Play<'a> {
    plan: &'a Plan,
    /// The chunks to play, in order.
    work: &'a [usize],
    progress: &'a dyn Progress,
    next: AtomicUsize,
    stopped: AtomicBool,
}

/// So many finished chunks may wait for the disk before the players wait too.
const QUEUE: usize = 256;
/// To make a file last costs the disk milliseconds, so chunks of quick games share one.
const PAUSE: Duration = Duration::from_millis(50);
/// So many at most.
const MOST: usize = 1024;

impl Play<'_> {
    fn run(&self, folder: &Path) -> Result<(), LabError> {
        let (sender, receiver) = sync_channel(QUEUE);
        std::thread::scope(|scope| {
            let writer = scope.spawn(|| self.write(folder, receiver));
            let played = rayon::broadcast(|_| self.play(&sender));
            drop(sender);
            let written = writer.join().expect("the writer does not panic");
            // A full disk is told before what followed from it.
            written.and(played.into_iter().collect())
        })
    }

    /// One core: takes the next chunk until none is left.
    fn play(&self, finished: &SyncSender<(usize, Units)>) -> Result<(), LabError> {
        while !self.stopped.load(Ordering::Relaxed) && !self.progress.is_stopped() {
            let Some(&chunk) = self.work.get(self.next.fetch_add(1, Ordering::Relaxed)) else { break };
            let batch = self.plan.play_chunk(chunk).inspect_err(|_| self.stop())?;
            // The writer hangs up only after an error of its own.
            if finished.send((chunk, batch)).is_err() {
                break;
            }
        }
        Ok(())
    }

    fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// Writes what is finished: at once if it is long ago that anything was, else together with what comes.
    fn write(&self, folder: &Path, finished: Receiver<(usize, Units)>) -> Result<(), LabError> {
        let fingerprint = self.plan.fingerprint().to_string();
        let mut due = Instant::now();
        while let Ok(first) = finished.recv() {
            let batches = gather(first, &finished, due);
            due = Instant::now() + PAUSE;
            write_chunks(folder, &fingerprint, &batches).inspect_err(|_| self.stop())?;
            for chunk in batches.iter().map(|(chunk, _)| &self.plan.chunks[*chunk]) {
                self.progress.advance(chunk.cell, chunk.units.end - chunk.units.start);
            }
        }
        Ok(())
    }
}

/// What is finished until a moment, and what waits then.
fn gather(first: (usize, Units), finished: &Receiver<(usize, Units)>, due: Instant) -> Vec<(usize, Units)> {
    let mut batches = vec![first];
    while batches.len() < MOST
        && let Ok(next) = finished.recv_timeout(due.saturating_duration_since(Instant::now()))
    {
        batches.push(next);
    }
    batches
}
