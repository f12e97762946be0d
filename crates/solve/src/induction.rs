//! Backward induction: a level from the one below it, on the cores.

use super::board::Board;
use super::space::Space;
use super::step::Step;
use crate::progress::{OnProgress, SolveProgress};
use crate::stream::{LevelTask, Raised};
use rayon::prelude::*;
use search::matrix::{PayoffMatrix, Solver};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

/// Whether the rows of a level are shared among the threads of the pool.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Work {
    Alone,
    Shared,
}

/// Counts the states that are done, and hears whether to go on.
pub(super) struct Count<'a> {
    done: AtomicU64,
    total: u64,
    look: &'a OnProgress<'a>,
}

impl<'a> Count<'a> {
    pub(super) fn new(space: &Space, look: &'a OnProgress<'a>) -> Self {
        Self { done: AtomicU64::new(0), total: space.states() as u64, look }
    }

    pub(super) fn add(&self, states: usize) -> ControlFlow<()> {
        let done = self.done.fetch_add(states as u64, Ordering::Relaxed) + states as u64;
        (self.look)(SolveProgress { done, total: self.total })
    }
}

/// A value as it is kept.
pub(super) trait Kept: Copy + Send + Sync {
    fn value(self) -> f64;

    /// Keeps a value, and notes what that changes.
    fn keep(value: f64, raised: &mut Raised) -> Self;

    /// Solves a game; what its mixtures leave open is noted where values are believed by their bound.
    fn solve(solver: &mut Solver, game: &PayoffMatrix, raised: &mut Raised) -> f64;
}

/// In double precision, for tables: what a table leaves open is measured by best responses to it.
impl Kept for f64 {
    fn value(self) -> f64 {
        self
    }

    fn keep(value: f64, _: &mut Raised) -> Self {
        value
    }

    fn solve(solver: &mut Solver, game: &PayoffMatrix, _: &mut Raised) -> f64 {
        solver.value(game)
    }
}

/// The bits of a number in single precision, for levels.
impl Kept for u32 {
    fn value(self) -> f64 {
        f64::from(f32::from_bits(self))
    }

    fn keep(value: f64, raised: &mut Raised) -> Self {
        let kept = value as f32;
        raised.rounding = raised.rounding.max((value - f64::from(kept)).abs());
        kept.to_bits()
    }

    fn solve(solver: &mut Solver, game: &PayoffMatrix, raised: &mut Raised) -> f64 {
        let found = solver.solve(game);
        let gap = game.concession(found.col) - game.guarantee(found.row);
        raised.gap = raised.gap.max(gap);
        raised.mixed += u64::from(found.row.iter().all(|&share| share < 1.0));
        found.value
    }
}

/// The values of all states of the space, unless somebody stops it.
pub(super) fn induct(space: &Space, work: Work, look: &OnProgress<'_>) -> ControlFlow<(), Vec<f64>> {
    let mut values = vec![0.0; space.len()];
    let count = Count::new(space, look);
    for pair in space.levels.windows(2) {
        let (below, above) = values.split_at_mut(pair[1].start());
        let step = Step::new(space, pair[1].rounds, LevelTask::Equilibrium, work);
        let here = &mut above[..pair[1].end() - pair[1].start()];
        raise(&step, work, &below[pair[0].start()..], here, &|states| count.add(states))?;
    }
    ControlFlow::Continue(values)
}

/// Works a level out from the one below; `count` hears of the states of each row, and may stop it.
pub(super) fn raise<K: Kept>(
    step: &Step,
    work: Work,
    below: &[K],
    here: &mut [K],
    count: &(impl Fn(usize) -> ControlFlow<()> + Sync),
) -> ControlFlow<(), Raised> {
    let fill = |games: &mut Games<'_>, (pattern, row): (usize, &mut [K])| {
        let raised = games.fill(below, pattern, row);
        count(row.len())?;
        ControlFlow::Continue(raised)
    };
    sweep(work, rows(step, here), || Games::new(step), fill)
}

/// What is gathered from the rows of a level.
pub(super) trait Gathered: Default + Send {
    fn and(self, other: Self) -> Self;
}

impl Gathered for () {
    fn and(self, (): ()) {}
}

impl Gathered for Raised {
    fn and(self, other: Self) -> Self {
        Self {
            gap: self.gap.max(other.gap),
            rounding: self.rounding.max(other.rounding),
            mixed: self.mixed + other.mixed,
            pivots: self.pivots + other.pivots,
        }
    }
}

/// Visits the rows of a level, each thread with its own workspace, until a visit breaks off.
pub(super) fn sweep<T: Send, S, R: Gathered>(
    work: Work,
    rows: Vec<T>,
    start: impl Fn() -> S + Sync + Send,
    visit: impl Fn(&mut S, (usize, T)) -> ControlFlow<(), R> + Sync + Send,
) -> ControlFlow<(), R> {
    let gather = |sum: R, found: R| ControlFlow::Continue(sum.and(found));
    match work {
        Work::Shared => {
            rows.into_par_iter().enumerate().map_init(start, visit).try_reduce(R::default, gather)
        }
        Work::Alone => {
            let mut scratch = start();
            rows.into_iter()
                .enumerate()
                .try_fold(R::default(), |sum, row| gather(sum, visit(&mut scratch, row)?))
        }
    }
}

/// Cuts the values of a level into the rows of its patterns.
pub(super) fn rows<'a, T>(step: &Step, mut values: &'a mut [T]) -> Vec<&'a mut [T]> {
    let mut rows = Vec::with_capacity(step.patterns());
    for ends in step.rows.windows(2) {
        let (row, rest) = values.split_at_mut((ends[1] - ends[0]) as usize);
        rows.push(row);
        values = rest;
    }
    rows
}

/// What one thread needs to solve rows of a level.
struct Games<'a> {
    step: &'a Step,
    board: Board,
    solver: Solver,
    turns: Vec<f64>,
}

impl<'a> Games<'a> {
    fn new(step: &'a Step) -> Self {
        Self { step, board: Board::new(), solver: Solver::new(), turns: vec![0.0; step.turns.len()] }
    }

    /// Solves the games of one pattern, then takes the means over the next prize.
    fn fill<K: Kept>(&mut self, below: &[K], pattern: usize, row: &mut [K]) -> Raised {
        let mut raised = Raised::default();
        let value = |at: usize, swapped| if swapped { -below[at].value() } else { below[at].value() };
        self.board.set(self.step, pattern);
        for &turn in self.step.list(pattern) {
            let game = self.board.game(&self.step.turns[turn as usize], value);
            self.turns[turn as usize] = K::solve(&mut self.solver, game, &mut raised);
        }
        means(self.step, &self.turns, row.iter_mut(), |cell, mean| *cell = K::keep(mean, &mut raised));
        raised
    }
}

/// The mean over the next prize, for every node of a row.
pub(super) fn means<T>(
    step: &Step,
    turns: &[f64],
    row: impl Iterator<Item = T>,
    mut put: impl FnMut(T, f64),
) {
    for (node, cell) in row.enumerate() {
        let sum: f64 = step.draws(node).map(|turn| turns[turn]).sum();
        put(cell, sum / step.rounds as f64);
    }
}
