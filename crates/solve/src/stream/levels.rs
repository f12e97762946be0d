//! From the last round up to the first.

use super::audit::{Audit, audit};
use super::device::{Device, DeviceError, Raised};
use super::rule::{LevelTask, pair};
use crate::file::{Kind, LoadError, Saved};
use crate::setting::{Setting, Utility};
use crate::space::{Root, Space};
use crate::step::{SpaceLevels, Step};
use std::path::{Path, PathBuf};
use std::time::Instant;
use std::{fmt, fs, io};

/// What is to be worked out, and with what care.
#[derive(Clone, Debug)]
pub struct LevelsJob {
    /// The game.
    pub setting: Setting,
    /// What is asked.
    pub task: LevelTask,
    /// The folder in which the latest level is kept; a job that finds one goes on from there.
    pub checkpoints: Option<PathBuf>,
    /// Levels of more bytes are not kept.
    pub largest: u64,
    /// How many states of each level are worked out again.
    pub audit: usize,
}

/// What is known of one level.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LevelReport {
    /// The rounds left.
    pub rounds: usize,
    /// The states.
    pub states: u64,
    /// The matrix games.
    pub games: u64,
    /// The time it took to prepare the arrays.
    pub prepared: f64,
    /// The time it took to raise the level.
    pub seconds: f64,
    /// What was seen meanwhile.
    pub raised: Raised,
    /// How far a value of this level may be off.
    pub bound: f64,
    /// What a sample showed, if asked for.
    pub audit: Option<Audit>,
}

/// The levels of the first rounds.
#[derive(Clone, PartialEq, Debug)]
pub struct TopLevels {
    /// The words of the states after two rounds, after one, and of the start.
    pub words: Vec<u32>,
    /// The fewest rounds left among these states.
    pub lowest: usize,
    /// How far a value may be off.
    ///
    /// A value of a level is a mean over prizes of values of matrix games. The value of a game moves by no more than
    /// its cells do, and a mean by no more than its terms; so an error of the level below is passed on as it is. To
    /// it are added what the games of this level leave open (the two mixtures found secure values at most a gap
    /// apart, and the value lies between) and what storing takes away. Both are measured, on every game and state.
    pub bound: f64,
}

impl TopLevels {
    /// What A gains from the start if A follows the rule whose price was asked, and if B does.
    #[must_use]
    pub fn priced(&self, setting: &Setting) -> [f64; 2] {
        let unit = Space::down_to(setting.start.rounds(), &Root::of(setting)).unit();
        let word = *self.words.last().expect("the start is among them");
        pair(word, unit, false).map(f64::from)
    }
}

/// Why a job was not done.
#[derive(Debug)]
pub enum StreamError {
    /// The device gave up.
    Device(DeviceError),
    /// A checkpoint cannot be used: remove it, or name another folder.
    Checkpoint(PathBuf, LoadError),
    /// A checkpoint cannot be written.
    Io(io::Error),
    /// A sample disagrees with the stored values: do not believe them.
    Audit {
        /// The level.
        rounds: usize,
        /// What was seen.
        audit: Audit,
        /// The most that may be seen.
        allowed: f64,
    },
}

impl fmt::Display for StreamError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Device(error) => error.fmt(f),
            Self::Checkpoint(path, error) => write!(f, "{}: {error}", path.display()),
            Self::Io(error) => write!(f, "the checkpoint cannot be written: {error}"),
            Self::Audit { rounds, audit, allowed } => write!(
                f,
                "with {rounds} rounds left a stored value is off by {:.1e}, a planted one by {:.1e}; {allowed:.1e} is allowed",
                audit.worst, audit.planted
            ),
        }
    }
}

impl std::error::Error for StreamError {}

impl From<DeviceError> for StreamError {
    fn from(error: DeviceError) -> Self {
        Self::Device(error)
    }
}

impl From<io::Error> for StreamError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// Does a job, from the last round up or from the level that an earlier attempt kept.
///
/// # Errors
/// If the device gives up, a checkpoint is damaged or cannot be written, or a sample disagrees.
pub fn solve_levels<D: Device>(
    job: &LevelsJob,
    device: &mut D,
    watch: &mut dyn FnMut(&LevelReport),
) -> Result<TopLevels, StreamError> {
    let levels = SpaceLevels::new(&job.setting);
    check_room(&levels, device)?;
    let all = job.setting.start.rounds();
    let mut induction = Induction { job, levels: &levels, device };
    let (mut rounds, mut bound, mut below) = induction.start()?;
    let lowest = all.saturating_sub(2).max(1);
    let mut words = Vec::new();
    while rounds < all {
        rounds += 1;
        let step_start = Instant::now();
        let step = levels.step(rounds, job.task);
        let prepared = step_start.elapsed().as_secs_f64();
        let (here, report) = induction.up(&step, &below, bound, prepared)?;
        (below, bound) = (here, report.bound);
        watch(&report);
        if rounds >= lowest {
            induction.copy(rounds, &below, &mut words)?;
        } else {
            induction.keep(rounds, bound, &below)?;
        }
    }
    Ok(TopLevels { words, lowest, bound })
}

/// Refuses what does not fit before anything is worked out.
fn check_room<D: Device>(levels: &SpaceLevels, device: &D) -> Result<(), StreamError> {
    let pair = |rounds: usize| (levels.states(rounds) + levels.states(rounds - 1)) as u64 * 4;
    let needed = (1..=levels.rounds()).map(pair).max().unwrap_or(0);
    let free = device.room()?;
    if needed > free { Err(DeviceError::Memory { needed, free }.into()) } else { Ok(()) }
}

/// A job on its way.
struct Induction<'a, D> {
    job: &'a LevelsJob,
    levels: &'a SpaceLevels,
    device: &'a mut D,
}

impl<D: Device> Induction<'_, D> {
    /// The level to begin with: the one kept, or the end of the game.
    fn start(&mut self) -> Result<(usize, f64, D::Cells), StreamError> {
        if let Some(path) = self.checkpoint().filter(|path| path.exists()) {
            return self.resume(&path);
        }
        let cells = self.device.zeros(self.levels.states(0))?;
        Ok((0, 0.0, cells))
    }

    fn checkpoint(&self) -> Option<PathBuf> {
        let folder = self.job.checkpoints.as_ref()?;
        let (rounds, task) = (self.job.setting.start.rounds(), self.job.task.code());
        let name = match self.job.setting.utility {
            Utility::Points => "buzzard",
            Utility::Win => "buzzard-win",
        };
        Some(folder.join(format!("{name}-{rounds}-{task}.level")))
    }

    fn resume(&mut self, path: &Path) -> Result<(usize, f64, D::Cells), StreamError> {
        let length = fs::metadata(path)?.len().saturating_sub(128) / 4;
        let mut cells = self.device.zeros(length as usize)?;
        let take = |_: &Saved, from: usize, words: &[u32]| -> Result<(), Broken> {
            Ok(self.device.write(&mut cells, from, words)?)
        };
        let saved = Saved::open(Kind::Level, &self.job.setting, path, take);
        let saved = saved.map_err(|broken| broken.at(path))?;
        let fits = (1..=self.levels.rounds()).contains(&saved.rounds) && saved.task == self.job.task;
        if !fits || self.levels.states(saved.rounds) != saved.values {
            return Err(StreamError::Checkpoint(path.to_path_buf(), LoadError::Setting(None)));
        }
        Ok((saved.rounds, saved.bound, cells))
    }

    /// Raises a level and has a sample of it worked out again.
    fn up(
        &mut self,
        step: &Step,
        below: &D::Cells,
        bound: f64,
        prepared: f64,
    ) -> Result<(D::Cells, LevelReport), StreamError> {
        let start = Instant::now();
        let (mut here, raised) = self.device.raise(step, below)?;
        let seconds = start.elapsed().as_secs_f64();
        let stored = raised.gap + raised.rounding;
        let audit = match self.job.task {
            LevelTask::Equilibrium if self.job.audit > 0 => {
                Some(audit(self.device, step, below, &mut here, self.job.audit)?)
            }
            _ => None,
        };
        let report = LevelReport {
            rounds: step.rounds,
            states: step.states(),
            games: step.games(),
            prepared,
            seconds,
            raised,
            bound: bound + self.step_bound(stored),
            audit,
        };
        // The check itself solves games with a tolerance of its own, far below what is stored.
        check_audit(step.rounds, audit, stored + 1e-9)?;
        Ok((here, report))
    }

    /// What a level adds to the bound: for a rule half a unit, since its pairs are rounded to whole ones, and what
    /// single precision loses on the way: of at most 15 terms no more than 15 roundings of 2^-24, below 0.05 units.
    fn step_bound(&self, stored: f64) -> f64 {
        match self.job.task {
            LevelTask::Equilibrium => stored,
            LevelTask::Price(_) => f64::from(self.levels.0.unit()) * 0.55,
        }
    }

    /// Appends a level to the words of the first rounds.
    fn copy(&mut self, rounds: usize, cells: &D::Cells, words: &mut Vec<u32>) -> Result<(), StreamError> {
        let start = words.len();
        words.resize(start + self.levels.states(rounds), 0);
        Ok(self.device.read(cells, 0, &mut words[start..])?)
    }

    /// Keeps a level in place of the one before, if it is not too large.
    fn keep(&mut self, rounds: usize, bound: f64, cells: &D::Cells) -> Result<(), StreamError> {
        let words = self.levels.states(rounds);
        let Some(path) = self.checkpoint().filter(|_| words as u64 * 4 <= self.job.largest) else {
            return Ok(());
        };
        fs::create_dir_all(path.parent().unwrap_or(Path::new(".")))?;
        let (setting, task) = (self.job.setting.clone(), self.job.task);
        let saved = Saved { kind: Kind::Level, setting, task, rounds, bound, values: words };
        saved.write(&path, |from, words| -> Result<(), StreamError> {
            Ok(self.device.read(cells, from, words)?)
        })
    }
}

fn check_audit(rounds: usize, audit: Option<Audit>, allowed: f64) -> Result<(), StreamError> {
    match audit {
        // `planted` must be seen: a check that finds nothing anywhere would pass every level.
        Some(audit) if !(audit.worst <= allowed && audit.planted > allowed) => {
            Err(StreamError::Audit { rounds, audit, allowed })
        }
        _ => Ok(()),
    }
}

/// A checkpoint that was not read: the file's fault or the device's.
enum Broken {
    File(LoadError),
    Device(DeviceError),
}

impl Broken {
    fn at(self, path: &Path) -> StreamError {
        match self {
            Self::File(error) => StreamError::Checkpoint(path.to_path_buf(), error),
            Self::Device(error) => error.into(),
        }
    }
}

impl From<LoadError> for Broken {
    fn from(error: LoadError) -> Self {
        Self::File(error)
    }
}

impl From<DeviceError> for Broken {
    fn from(error: DeviceError) -> Self {
        Self::Device(error)
    }
}
