//! Hands out work to all cores of the pool. Matches take the finished games in order, runs write chunks as they come.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};

use catalog::{FinishedGame, GameWorker, Games};

use crate::error::LabError;

/// Items by number, each handed out once, in order.
struct Scheduler<'a> {
    /// The first item that is not handed out yet.
    next: AtomicU64,
    /// The first item that is not wanted: it does not exist, or one before it has failed.
    limit: AtomicU64,
    stopped: &'a (dyn Fn() -> bool + Sync),
}

impl<'a> Scheduler<'a> {
    fn new(items: u64, stopped: &'a (dyn Fn() -> bool + Sync)) -> Self {
        Scheduler { next: AtomicU64::new(0), limit: AtomicU64::new(items), stopped }
    }

    /// The next items, at most `size`; nothing when the work is over.
    fn take(&self, size: u64) -> Option<Range<u64>> {
        if self.is_stopped() {
            return None;
        }
        let start = self.next.fetch_add(size, Ordering::Relaxed);
        let end = self.limit.load(Ordering::Relaxed).min(start + size);
        (start < end).then_some(start..end)
    }

    fn is_stopped(&self) -> bool {
        (self.stopped)()
    }

    fn is_wanted(&self, item: u64) -> bool {
        item < self.limit.load(Ordering::Relaxed)
    }

    /// This item and those after it are no longer wanted.
    fn cut(&self, item: u64) {
        self.limit.fetch_min(item, Ordering::Relaxed);
    }
}

/// How many finished items may wait for the writer before the cores wait too.
const QUEUE: usize = 256;

/// Makes items on all cores and hands what they give, one thing after the other, to a writer thread. When somebody stops the
/// work or an item fails, no other is begun; those that are being made are finished and written. `make` receives the number of
/// an item and a way to hand over, which says whether the writer still takes anything.
///
/// # Errors
/// The writer's error, else that of an item.
pub(crate) fn make_and_write<T: Send>(
    items: usize,
    stopped: &(dyn Fn() -> bool + Sync),
    make: impl Fn(usize, &dyn Fn(T) -> bool) -> Result<(), LabError> + Sync,
    write: impl FnOnce(Receiver<T>) -> Result<(), LabError> + Send,
) -> Result<(), LabError> {
    let scheduler = Scheduler::new(items as u64, stopped);
    let (sender, receiver) = sync_channel(QUEUE);
    std::thread::scope(|scope| {
        let writer = scope.spawn(|| write(receiver).inspect_err(|_| scheduler.cut(0)));
        let made = rayon::broadcast(|_| {
            // The writer hangs up only after an error of its own, and then nothing is wanted.
            let hand_over = |made| sender.send(made).is_ok();
            while let Some(taken) = scheduler.take(1) {
                make(taken.start as usize, &hand_over).inspect_err(|_| scheduler.cut(0))?;
            }
            Ok(())
        });
        drop(sender);
        let written = writer.join().expect("the writer does not panic");
        // A full disk is told before what followed from it.
        written.and(made.into_iter().collect())
    })
}

/// Reports the progress of games, and may end them early.
#[derive(Clone, Copy)]
pub struct GameMonitor<'a> {
    /// Called with the number of games finished and in all.
    pub done: &'a (dyn Fn(u64, u64) + Sync),
    /// Once this is true, every worker ends the game it is playing and begins no other.
    pub stop: &'a AtomicBool,
    /// Once this is true, what was played is handed over at once, while games still go on at the tables.
    pub hurry: &'a AtomicBool,
}

/// Never true.
static NEVER: AtomicBool = AtomicBool::new(false);

impl GameMonitor<'static> {
    /// No progress reporting.
    pub const NOBODY: GameMonitor<'static> = GameMonitor { done: &|_, _| (), stop: &NEVER, hurry: &NEVER };
}

impl<'a> GameMonitor<'a> {
    /// One that waits for the games at the tables.
    pub fn new(done: &'a (dyn Fn(u64, u64) + Sync), stop: &'a AtomicBool) -> GameMonitor<'a> {
        GameMonitor { done, stop, hurry: &NEVER }
    }
}

/// Takes finished games, in order.
pub(crate) trait Keep: Send {
    /// Takes the next games.
    fn keep(&mut self, games: Vec<FinishedGame>) -> Result<(), LabError>;

    /// Somebody cannot wait for the games at the tables: hands over what was kept, and why there is no more. Afterwards
    /// no game is kept.
    fn leave(&mut self, cut: LabError);
}

/// A worker takes as many sittings at a time as fill about this long: quick games seldom wait for each other,
/// slow ones are handed over one by one.
const STINT: Duration = Duration::from_millis(5);

/// Maximum batch size.
const MOST: u64 = 256;

/// How often it is looked whether somebody is in a hurry, or finished games wait for one that takes long.
const LOOK: Duration = Duration::from_millis(20);

/// Plays these sittings, each core at one table for the whole match, and keeps their games in order. What comes before a
/// fault, or before the end that the watch calls, is kept in any case.
///
/// # Errors
/// The first game that could not be played, or kept; or that the watch ended it.
pub(crate) fn play(
    games: &dyn Games,
    sittings: Range<u64>,
    watch: &GameMonitor<'_>,
    keep: &mut dyn Keep,
) -> Result<(), LabError> {
    let series = u64::from(games.series());
    let (handover, all) = (Handover::new(keep, sittings.start * series), sittings.end * series);
    let stopped = || watch.stop.load(Ordering::Relaxed);
    let mut scheduler = Scheduler::new(sittings.end, &stopped);
    scheduler.next = AtomicU64::new(sittings.start);
    let trays = (0..rayon::current_num_threads()).map(|_| Tray::default()).collect();
    let workers = Workers { games, watch, all, scheduler, handover: Mutex::new(handover), trays };
    let over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let hurried = scope.spawn(|| {
            let is_over = || over.load(Ordering::Relaxed);
            while !is_over() && !watch.hurry.load(Ordering::Relaxed) {
                std::thread::park_timeout(LOOK);
                // A game may take long after many that took none.
                workers.trays.iter().for_each(|tray| workers.hand_over_waiting(tray));
            }
            // Where somebody panicked while handing over, nothing is left to show.
            let Ok(mut handover) = workers.handover.lock() else { return };
            if !is_over() {
                // What cannot be kept is told by its fault.
                workers.trays.iter().for_each(|tray| _ = handover.clear(tray));
                handover.leave(all);
            }
        });
        let _end = AtEnd(|| {
            // Nobody may be shown an end before the end that there is.
            let _handover = workers.handover.lock();
            over.store(true, Ordering::Relaxed);
            hurried.thread().unpark();
        });
        rayon::broadcast(|thread| workers.work(&workers.trays[thread.index()]));
    });
    let handover = workers.handover.into_inner().expect("nobody panics while handing over");
    match handover.trouble {
        Some((_, error)) => Err(error),
        None if handover.due < all => Err(LabError::Interrupted { played: handover.due, of: all }),
        None => Ok(()),
    }
}

/// Does this when it goes out of scope, also when somebody panics: else a scope would wait for its threads for ever.
struct AtEnd<F: Fn()>(F);

impl<F: Fn()> Drop for AtEnd<F> {
    fn drop(&mut self) {
        (self.0)();
    }
}

struct Workers<'a> {
    games: &'a dyn Games,
    watch: &'a GameMonitor<'a>,
    /// The number of games there are in all.
    all: u64,
    /// Hands out the sittings.
    scheduler: Scheduler<'a>,
    handover: Mutex<Handover<'a>>,
    /// What each worker has finished and not handed over.
    trays: Vec<Tray>,
}

/// Finished games of one worker, and the number of the first.
type Tray = Mutex<(u64, Vec<FinishedGame>)>;

fn on(tray: &Tray) -> MutexGuard<'_, (u64, Vec<FinishedGame>)> {
    tray.lock().expect("nobody panics over a tray")
}

impl<'a> Workers<'a> {
    fn work(&self, tray: &Tray) {
        let (mut worker, mut size) = (None, self.games.together().unwrap_or(1));
        while let Some(sittings) = self.scheduler.take(size) {
            let begun = Instant::now();
            if self.games.together().is_some() {
                if let Err((game, error)) = self.play_together(&mut worker, tray, sittings.clone()) {
                    self.fail(game / u64::from(self.games.series()), game, error);
                }
                continue;
            }
            if let Err((game, error)) = self.play(&mut worker, tray, sittings.clone(), size == 1) {
                self.fail(sittings.start, game, error);
            }
            let fitting = size * STINT.as_micros() as u64 / (begun.elapsed().as_micros() as u64).max(1);
            size = fitting.clamp(1, MOST.min(2 * size));
        }
    }

    /// Plays some sittings and hands their games over; slow ones at once. An error comes with the game it is in.
    fn play(
        &self,
        worker: &mut Option<Box<dyn GameWorker + 'a>>,
        tray: &Tray,
        sittings: Range<u64>,
        slow: bool,
    ) -> Result<(), (u64, LabError)> {
        let series = u64::from(self.games.series());
        let games = sittings.start * series..sittings.end * series;
        *on(tray) = (games.start, Vec::new());
        let worker = match worker {
            Some(worker) => worker,
            None => worker.insert(self.games.worker().map_err(|error| (games.start, error.into()))?),
        };
        let mut played = Ok(());
        for game in games {
            if self.scheduler.is_stopped() || !self.scheduler.is_wanted(game / series) {
                break;
            }
            match worker.play(game) {
                Ok(game) => on(tray).1.push(game),
                Err(error) => {
                    played = Err((game, error.into()));
                    break;
                }
            }
            if slow {
                self.hand_over(tray);
            }
        }
        self.hand_over(tray);
        played
    }

    /// Plays some sittings at one time and hands their games over. An error comes with the game it is in.
    fn play_together(
        &self,
        worker: &mut Option<Box<dyn GameWorker + 'a>>,
        tray: &Tray,
        sittings: Range<u64>,
    ) -> Result<(), (u64, LabError)> {
        let first = sittings.start * u64::from(self.games.series());
        let worker = match worker {
            Some(worker) => worker,
            None => worker.insert(self.games.worker().map_err(|error| (first, error.into()))?),
        };
        let (played, trouble) = worker.play_together(sittings, &|| self.scheduler.is_stopped());
        *on(tray) = (first, played);
        self.hand_over(tray);
        trouble.map_or(Ok(()), |(game, error)| Err((game, error.into())))
    }

    /// Whatever comes after this sitting is no longer wanted; what comes before it is.
    fn fail(&self, sitting: u64, game: u64, error: LabError) {
        self.scheduler.cut(sitting);
        self.handover.lock().expect("nobody panics while handing over").fail(game, error);
    }

    /// Hands over what a worker has finished while it plays on.
    fn hand_over_waiting(&self, tray: &Tray) {
        if !on(tray).1.is_empty() {
            self.hand_over(tray);
        }
    }

    fn hand_over(&self, tray: &Tray) {
        let mut handover = self.handover.lock().expect("nobody panics while handing over");
        if !handover.clear(tray) {
            self.scheduler.cut(0);
        }
        (self.watch.done)(handover.finished, self.all);
    }
}

/// Games come from the workers as they are finished, and leave in order.
struct Handover<'k> {
    keep: &'k mut dyn Keep,
    /// The number of the next game to be kept.
    due: u64,
    /// Games that wait for some before them, by the number of the first.
    waiting: BTreeMap<u64, Vec<FinishedGame>>,
    finished: u64,
    /// The first game that went wrong, and how.
    trouble: Option<(u64, LabError)>,
    /// Whether somebody in a hurry has taken what was kept.
    has_left: bool,
}

impl<'k> Handover<'k> {
    /// The first game that is kept has this number.
    fn new(keep: &'k mut dyn Keep, first: u64) -> Self {
        Handover {
            keep,
            due: first,
            waiting: BTreeMap::new(),
            finished: first,
            trouble: None,
            has_left: false,
        }
    }

    /// Takes what is on a worker's tray; false if it cannot be kept.
    fn clear(&mut self, tray: &Tray) -> bool {
        let mut tray = on(tray);
        let (first, games) = (tray.0, std::mem::take(&mut tray.1));
        tray.0 += games.len() as u64;
        self.finished += games.len() as u64;
        let added = self.add(first, games);
        let is_kept = added.is_ok();
        if let Err(error) = added {
            self.fail(self.due, error);
        }
        is_kept
    }

    fn add(&mut self, first: u64, games: Vec<FinishedGame>) -> Result<(), LabError> {
        if !games.is_empty() {
            self.waiting.insert(first, games);
        }
        while !self.has_left
            && let Some(games) = self.waiting.remove(&self.due)
        {
            self.due += games.len() as u64;
            self.keep.keep(games)?;
        }
        Ok(())
    }

    fn leave(&mut self, all: u64) {
        self.has_left = true;
        self.keep.leave(LabError::Interrupted { played: self.due, of: all });
    }

    fn fail(&mut self, game: u64, error: LabError) {
        if self.trouble.as_ref().is_none_or(|&(before, _)| game < before) {
            self.trouble = Some((game, error));
        }
    }
}
