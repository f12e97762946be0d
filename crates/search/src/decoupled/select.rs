//! How one seat chooses at a node, learns from what came of it, and finally plays.

use table::{Game, Rng, View};

use crate::bandit::Bandit;

/// A rule of selection. The statistics of one action of one seat at one node are its `Arm`.
pub trait Select<G: Game>: Clone + Send {
    /// The statistics of one action.
    type Arm: Copy + Send;

    /// Whether the mean rewards of joint choices are kept, where two seats choose.
    const PAIRS: bool = false;

    /// The statistics of an action nobody has tried, on the state in which it would be chosen.
    fn open(&self, view: View<'_, G>, action: &G::Action) -> Self::Arm;

    /// Chooses at a node that was left `visits` times.
    fn choose(&self, arms: &mut [Self::Arm], visits: u32, rng: &mut Rng) -> Pick;

    /// Learns what came of a choice.
    fn learn(&self, arms: &mut [Self::Arm], lesson: &Lesson<'_>);

    /// The probability with which each action would be played, once the search is over.
    fn mix(&self, arms: &[Self::Arm], out: &mut [f64]);

    /// What is known of an action, and what selection would weigh it by next.
    fn think(&self, arm: &Self::Arm, visits: u32) -> (Bandit, f64);
}

/// A choice among arms.
#[derive(Clone, Copy, Debug)]
pub struct Pick {
    /// Which.
    pub arm: u32,
    /// How likely it was chosen.
    pub chance: f32,
}

impl Pick {
    /// A choice that was certain, given the statistics.
    #[inline]
    pub fn certain(arm: usize) -> Pick {
        Pick { arm: arm as u32, chance: 1.0 }
    }
}

/// Draws an arm while a strategy is read out, mixed with some uniform exploration.
pub(crate) struct Draw {
    explore: f32,
    uniform: f32,
    left: f32,
    offered: u32,
    pick: Option<Pick>,
    last: Pick,
}

impl Draw {
    #[inline]
    pub(crate) fn new(arms: usize, explore: f32, rng: &mut Rng) -> Draw {
        let (uniform, left) = (explore / arms as f32, rng.f64() as f32);
        Draw { explore, uniform, left, offered: 0, pick: None, last: Pick::certain(0) }
    }

    /// The next arm has this share of the strategy.
    #[inline]
    pub(crate) fn offer(&mut self, share: f32) {
        let chance = (1.0 - self.explore) * share + self.uniform;
        self.left -= chance;
        self.last = Pick { arm: self.offered, chance };
        self.offered += 1;
        if self.left < 0.0 && self.pick.is_none() && chance > 0.0 {
            self.pick = Some(self.last);
        }
    }

    /// The arm drawn; the last one catches rounding.
    #[inline]
    pub(crate) fn pick(self) -> Pick {
        self.pick.unwrap_or(self.last)
    }
}

/// Weights as probabilities; alike if there is no weight.
pub(crate) fn normalise(weights: impl Iterator<Item = f32> + Clone, out: &mut [f64]) {
    let total: f64 = weights.clone().map(f64::from).sum();
    let alike = 1.0 / out.len() as f64;
    for (share, weight) in out.iter_mut().zip(weights) {
        *share = if total > 0.0 { f64::from(weight) / total } else { alike };
    }
}

/// What came of a choice.
pub struct Lesson<'a> {
    /// The choice.
    pub pick: Pick,
    /// What it earned.
    pub reward: f32,
    /// What the actions earned against the choice of the other seat, if pairs are kept.
    pub others: Option<Others<'a>>,
}

/// The mean rewards of one joint choice, for the first and the second seat.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Cell {
    pub(crate) visits: u32,
    pub(crate) means: [f32; 2],
}

impl Cell {
    pub(crate) fn learn(&mut self, rewards: [f32; 2]) {
        self.visits += 1;
        let share = 1.0 / self.visits as f32;
        for (mean, reward) in self.means.iter_mut().zip(rewards) {
            *mean += (reward - *mean) * share;
        }
    }
}

/// The joint choices of two seats, and the one that was just made.
pub(crate) struct Pair<'a> {
    pub(crate) cells: &'a [Cell],
    pub(crate) columns: usize,
    pub(crate) met: [usize; 2],
}

impl<'a> Pair<'a> {
    /// What the first (0) or the second (1) of the two sees.
    pub(crate) fn others(&self, side: usize) -> Others<'a> {
        let (first, stride) =
            if side == 0 { (self.met[1], self.columns) } else { (self.met[0] * self.columns, 1) };
        Others { cells: &self.cells[first..], stride, side }
    }
}

/// What each action of a seat earned on average against what the other seat has just chosen.
#[derive(Clone, Copy)]
pub struct Others<'a> {
    cells: &'a [Cell],
    stride: usize,
    side: usize,
}

impl Others<'_> {
    /// The mean reward of an action against it, if they ever met.
    #[inline]
    pub fn mean(&self, arm: usize) -> Option<f32> {
        let cell = &self.cells[arm * self.stride];
        (cell.visits > 0).then_some(cell.means[self.side])
    }
}
