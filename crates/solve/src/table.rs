//! A solved game that answers questions.

use super::estimate::{Limits, SolveCost, estimate};
use super::file::Values;
use super::induction::{Work, induct};
use super::pattern::{Pattern, Place};
use super::reach::Left;
use super::setting::{Setting, State};
use super::space::{self, Root, Space, Turned};
use crate::progress::{OnProgress, nobody};
use search::matrix::{MatrixSolution, PayoffMatrix, Solver};
use std::fmt;
use std::ops::ControlFlow;

/// How often each card is played.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Mix([f64; 16]);

impl Mix {
    /// The share of one card; 0 for a card that is not held.
    #[must_use]
    pub fn of(&self, card: u8) -> f64 {
        self.0.get(usize::from(card)).copied().unwrap_or(0.0)
    }

    /// The cards that are played at all, lowest first, with their shares.
    pub fn iter(&self) -> impl Iterator<Item = (u8, f64)> + '_ {
        (0..).zip(self.0).filter(|&(_, share)| share > 0.0)
    }
}

/// Optimal play of both sides once a prize is turned up.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RoundPolicy {
    /// What A gains on B from here on; for the win, A's chance to win less the chance to lose.
    pub value: f64,
    /// How A plays.
    pub a: Mix,
    /// How B plays.
    pub b: Mix,
}

/// The values of a space: what tables and endgames share.
#[derive(Debug)]
pub(super) struct Solved {
    pub space: Space,
    pub values: Values,
}

impl Solved {
    pub(super) fn new(root: &Root, work: Work, look: &OnProgress<'_>) -> ControlFlow<(), Self> {
        let space = Space::new(root);
        let values = Values::Owned(induct(&space, work, look)?);
        ControlFlow::Continue(Self { space, values })
    }

    pub(super) fn value(&self, state: &State) -> Option<f64> {
        let left = self.space.reach.left(state.prizes().list())?;
        self.signed(Pattern::of(state.hands()), (left, state.carry(), state.lead()))
    }

    pub(super) fn policy(&self, state: &State, turned: i32) -> Option<RoundPolicy> {
        let prizes = state.prizes();
        prizes.list().binary_search(&turned).ok()?;
        let left = self.space.reach.left(prizes.without(turned).list())?;
        let (pattern, swapped) = Pattern::of(state.hands()).canonical();
        let lead = if swapped { -state.lead() } else { state.lead() };
        let game = self.game(pattern, left, (state.carry() + turned, lead))?;
        let even = pattern.is_even() && self.space.reach.counted(lead) == 0;
        Some(policy(state, pattern, (even, swapped), &game))
    }

    /// The matrix game of a turned-up pot, asked for one state at a time: slow and plain.
    fn game(&self, pattern: Pattern, left: Left, turned: (i32, i32)) -> Option<PayoffMatrix> {
        let (rows, cols): (Vec<_>, Vec<_>) =
            (pattern.choices().collect(), pattern.swapped().choices().collect());
        let mut game = PayoffMatrix::new(rows.len(), cols.len());
        for (i, &a) in rows.iter().enumerate() {
            for (j, &b) in cols.iter().enumerate() {
                game.row_mut(i)[j] = self.cell(pattern, (a, b), left, turned)?;
            }
        }
        Some(game)
    }

    /// The same game over all cards, one by one.
    pub(super) fn cards(&self, state: &State, turned: i32) -> Option<PayoffMatrix> {
        let pattern = Pattern::of(state.hands());
        let left = self.space.reach.left(state.prizes().without(turned).list())?;
        let mut game = PayoffMatrix::new(state.rounds(), state.rounds());
        for (i, a) in pattern.places().enumerate() {
            for (j, b) in pattern.swapped().places().enumerate() {
                game.row_mut(i)[j] =
                    self.cell(pattern, (a, b), left, (state.carry() + turned, state.lead()))?;
            }
        }
        Some(game)
    }

    fn cell(
        &self,
        pattern: Pattern,
        (a, b): (Place, Place),
        left: Left,
        (pot, lead): (i32, i32),
    ) -> Option<f64> {
        let (after, reach) = (pattern.after(a, b), &self.space.reach);
        if a == b {
            return self.signed(after, (left, reach.tied(pot), lead));
        }
        let sign = if a > b { 1 } else { -1 };
        let gain = f64::from(sign * reach.gain(pot));
        Some(self.signed(after, (left, 0, lead + sign * pot.abs()))? + gain)
    }

    fn signed(&self, pattern: Pattern, (left, carry, lead): (Left, i32, i32)) -> Option<f64> {
        let (pattern, swapped) = pattern.canonical();
        let lead = if swapped { -lead } else { lead };
        let value = match self.space.find(pattern, (left, carry, lead))? {
            space::Place::At(at) => self.values.get(at),
            space::Place::Decided(value) => value,
        };
        Some(if swapped { -value } else { value })
    }
}

fn policy(
    state: &State,
    pattern: Pattern,
    (even, swapped): (bool, bool),
    game: &PayoffMatrix,
) -> RoundPolicy {
    let mut solver = Solver::new();
    let found = solver.solve(game);
    let mix = |choices: &mut dyn Iterator<Item = Place>, shares: &[f64]| {
        let mut mix = Mix::default();
        for (place, &share) in choices.zip(shares) {
            mix.0[usize::from(Pattern::card(state.hands(), place))] = share;
        }
        mix
    };
    let a = mix(&mut pattern.choices(), found.row);
    let b = mix(&mut pattern.swapped().choices(), columns(even, &found));
    if swapped {
        RoundPolicy { value: -found.value, a: b, b: a }
    } else {
        RoundPolicy { value: found.value, a, b }
    }
}

/// How B plays. Where the game is even, with equal hands and nobody ahead, as A does, of several optimal mixtures:
/// else the policy would depend on who is called A, and a state and its mirror would not be the same.
pub(super) fn columns<'a>(even: bool, found: &MatrixSolution<'a>) -> &'a [f64] {
    if even { found.row } else { found.col }
}

/// Why a game was not solved.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum SolveError {
    /// It would take more than the limits allow: raise them, or solve a smaller game.
    TooLarge {
        /// What it would take.
        estimate: SolveCost,
        /// What was allowed.
        limits: Limits,
    },
    /// The progress callback has stopped it: begin again, nothing is kept.
    Stopped,
}

impl fmt::Display for SolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge { estimate, limits } => {
                write!(f, "too large: about {estimate}; the limits are {limits}")
            }
            Self::Stopped => f.write_str("stopped before it was solved"),
        }
    }
}

impl std::error::Error for SolveError {}

/// A solved game: the value of every state that can come up in it.
#[derive(Debug)]
pub struct SolvedTable {
    pub(super) setting: Setting,
    pub(super) solved: Solved,
}

/// Solves a game on all threads of the ambient pool.
///
/// The table is the same, to the bit, for any number of threads. Reports of progress may come out of order.
///
/// # Errors
/// If the estimate is beyond the limits, or the progress callback stops it.
pub fn solve(setting: &Setting, limits: &Limits, look: &OnProgress<'_>) -> Result<SolvedTable, SolveError> {
    limits.check(setting, estimate)?;
    match Solved::new(&Root::of(setting), Work::Shared, look) {
        ControlFlow::Continue(solved) => Ok(SolvedTable { setting: setting.clone(), solved }),
        ControlFlow::Break(()) => Err(SolveError::Stopped),
    }
}

/// Solves on threads of its own. A worker of the caller's pool would, while it waits, take up other work,
/// which might want a lock that the caller holds.
///
/// # Errors
/// As [`solve`].
pub fn solve_apart(setting: &Setting, limits: &Limits) -> Result<SolvedTable, SolveError> {
    let work = || solve(setting, limits, &nobody);
    let apart = || match rayon::ThreadPoolBuilder::new().build() {
        Ok(pool) => pool.install(work),
        Err(_) => work(),
    };
    std::thread::scope(|scope| scope.spawn(apart).join()).expect("the solver does not panic")
}

impl SolvedTable {
    /// The game that was solved.
    #[must_use]
    pub fn setting(&self) -> &Setting {
        &self.setting
    }

    /// The number of states with a round to play.
    #[must_use]
    pub fn states(&self) -> usize {
        self.solved.space.states()
    }

    /// The number of matrix games behind the values: the states with a prize turned up.
    #[must_use]
    pub fn games(&self) -> usize {
        let space = &self.solved.space;
        let games = |ties, turns: &[Turned]| turns.iter().filter(|turn| turn.ties as usize <= ties).count();
        let levels = space.levels[1..].iter();
        levels
            .flat_map(|level| level.patterns.iter().map(|&pattern| games(space.ties(pattern), &level.turns)))
            .sum()
    }

    /// The values of the states with this many rounds left, as they are numbered.
    #[must_use]
    pub fn level(&self, rounds: usize) -> Vec<f64> {
        let level = &self.solved.space.levels[rounds];
        (level.start()..level.end()).map(|at| self.solved.values.get(at)).collect()
    }

    /// What A gains on B from the start; for the win, the chance to win less the chance to lose.
    #[must_use]
    pub fn root(&self) -> f64 {
        self.value(&self.setting.start).expect("the start is in its own table")
    }

    /// What A gains on B from a state before a prize is turned up; nothing if the game cannot reach it.
    #[must_use]
    pub fn value(&self, state: &State) -> Option<f64> {
        self.solved.value(state)
    }

    /// Where the start lies in the last level, and whether the players have changed places there.
    pub(super) fn start(&self) -> (space::Place, bool) {
        let (start, lead) = (&self.setting.start, self.setting.lead());
        let (pattern, swapped) = Pattern::of(start.hands()).canonical();
        let left = (1 << start.rounds()) - 1;
        let found =
            self.solved.space.find(pattern, (left, start.carry(), if swapped { -lead } else { lead }));
        let place = match found.expect("the start is in its own table") {
            space::Place::At(at) => space::Place::At(at - self.solved.space.levels[start.rounds()].start()),
            decided @ space::Place::Decided(_) => decided,
        };
        (place, swapped)
    }

    /// Optimal play once a prize of the state is turned up; nothing if the game cannot reach it.
    #[must_use]
    pub fn policy(&self, state: &State, turned: i32) -> Option<RoundPolicy> {
        self.solved.policy(state, turned)
    }
}
