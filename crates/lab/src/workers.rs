//! Plays sittings on all cores, each worker at one table for the whole match, and hands the games over in order.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use catalog::{FinishedGame, GameWorker, Games};

use crate::error::LabError;

/// Who looks on while games are played, and may end them early.
pub struct Watch<'a> {
    /// Called with the number of games finished and in all.
    pub done: &'a (dyn Fn(u64, u64) + Sync),
    /// Once this is true, every worker ends the game it is playing and begins no other.
    pub stop: &'a AtomicBool,
}

/// Never true.
static NEVER: AtomicBool = AtomicBool::new(false);

impl Watch<'static> {
    /// Nobody looks on.
    pub const NOBODY: Watch<'static> = Watch { done: &|_, _| (), stop: &NEVER };
}

/// Takes finished games, in order.
pub(crate) type Keep<'a> = dyn FnMut(Vec<FinishedGame>) -> Result<(), LabError> + Send + 'a;

/// A worker takes as many sittings at a time as fill about this long: quick games seldom wait for each other,
/// slow ones are handed over one by one.
const STINT: Duration = Duration::from_millis(5);

/// So many sittings at most.
const MOST: u64 = 256;

/// Plays the first so many sittings and keeps their games in order. What comes before a fault, or before the end
/// that the watch calls, is kept in any case.
///
/// # Errors
/// The first game that could not be played, or kept; or that the watch ended it.
pub(crate) fn play(
    games: &dyn Games,
    sittings: u64,
    watch: &Watch<'_>,
    keep: &mut Keep<'_>,
) -> Result<(), LabError> {
    let (handover, all) = (Handover::new(keep), sittings * u64::from(games.series()));
    let (next, wanted) = (AtomicU64::new(0), AtomicU64::new(sittings));
    let workers = Workers { games, watch, all, next, wanted, handover: Mutex::new(handover) };
    rayon::broadcast(|_| workers.work());
    let handover = workers.handover.into_inner().expect("nobody panics while handing over");
    match handover.trouble {
        Some((_, error)) => Err(error),
        None if handover.due < all => Err(LabError::Interrupted { played: handover.due, of: all }),
        None => Ok(()),
    }
}

struct Workers<'a, 'k> {
    games: &'a dyn Games,
    watch: &'a Watch<'a>,
    /// How many games there are in all.
    all: u64,
    /// The first sitting that nobody has taken.
    next: AtomicU64,
    /// The first sitting that is no longer wanted: it does not exist, or one before it has failed.
    wanted: AtomicU64,
    handover: Mutex<Handover<'a, 'k>>,
}

impl<'a> Workers<'a, '_> {
    fn work(&self) {
        let (mut worker, mut size) = (None, 1);
        while let Some(sittings) = self.take(size) {
            let begun = Instant::now();
            if let Err((game, error)) = self.play(&mut worker, sittings.clone(), size == 1) {
                self.fail(sittings.start, game, error);
            }
            let fitting = size * STINT.as_micros() as u64 / (begun.elapsed().as_micros() as u64).max(1);
            size = fitting.clamp(1, MOST.min(2 * size));
        }
    }

    fn take(&self, size: u64) -> Option<Range<u64>> {
        let start = self.next.fetch_add(size, Ordering::Relaxed);
        let end = self.wanted.load(Ordering::Relaxed).min(start + size);
        (start < end && !self.is_stopped()).then_some(start..end)
    }

    fn is_stopped(&self) -> bool {
        self.watch.stop.load(Ordering::Relaxed)
    }

    /// Plays some sittings and hands their games over; slow ones at once. An error comes with the game it is in.
    fn play(
        &self,
        worker: &mut Option<Box<dyn GameWorker + 'a>>,
        sittings: Range<u64>,
        slow: bool,
    ) -> Result<(), (u64, LabError)> {
        let series = u64::from(self.games.series());
        let games = sittings.start * series..sittings.end * series;
        let (mut first, mut ready) = (games.start, Vec::new());
        let worker = match worker {
            Some(worker) => worker,
            None => worker.insert(self.games.worker().map_err(|error| (first, error.into()))?),
        };
        let mut played = Ok(());
        for game in games {
            if self.is_stopped() || (game / series) > self.wanted.load(Ordering::Relaxed) {
                break;
            }
            match worker.play(game) {
                Ok(game) => ready.push(game),
                Err(error) => {
                    played = Err((game, error.into()));
                    break;
                }
            }
            if slow {
                self.hand_over(first, std::mem::take(&mut ready));
                first = game + 1;
            }
        }
        self.hand_over(first, ready);
        played
    }

    /// Whatever comes after this sitting is no longer wanted; what comes before it is.
    fn fail(&self, sitting: u64, game: u64, error: LabError) {
        self.wanted.fetch_min(sitting, Ordering::Relaxed);
        self.handover.lock().expect("nobody panics while handing over").fail(game, error);
    }

    fn hand_over(&self, first: u64, games: Vec<FinishedGame>) {
        let mut handover = self.handover.lock().expect("nobody panics while handing over");
        handover.finished += games.len() as u64;
        if let Err(error) = handover.add(first, games) {
            let due = handover.due;
            handover.fail(due, error);
            self.wanted.store(0, Ordering::Relaxed);
        }
        (self.watch.done)(handover.finished, self.all);
    }
}

/// Games come from the workers as they are finished, and leave in order.
struct Handover<'a, 'k> {
    keep: &'a mut Keep<'k>,
    /// The number of the next game to be kept.
    due: u64,
    /// Games that wait for some before them, by the number of the first.
    waiting: BTreeMap<u64, Vec<FinishedGame>>,
    finished: u64,
    /// The first game that went wrong, and how.
    trouble: Option<(u64, LabError)>,
}

impl<'a, 'k> Handover<'a, 'k> {
    fn new(keep: &'a mut Keep<'k>) -> Self {
        Handover { keep, due: 0, waiting: BTreeMap::new(), finished: 0, trouble: None }
    }

    fn add(&mut self, first: u64, games: Vec<FinishedGame>) -> Result<(), LabError> {
        if !games.is_empty() {
            self.waiting.insert(first, games);
        }
        while let Some(games) = self.waiting.remove(&self.due) {
            self.due += games.len() as u64;
            (self.keep)(games)?;
        }
        Ok(())
    }

    fn fail(&mut self, game: u64, error: LabError) {
        if self.trouble.as_ref().is_none_or(|&(before, _)| game < before) {
            self.trouble = Some((game, error));
        }
    }
}
