//! Backward induction: from the last round up, every value from those below.

use super::board::Board;
use super::space::{Level, Space};
use crate::progress::{OnProgress, SolveProgress};
use rayon::prelude::*;
use search::matrix::Solver;
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

/// The values of all states of the space, unless somebody stops it.
pub(super) fn induct(space: &Space, work: Work, look: &OnProgress<'_>) -> ControlFlow<(), Vec<f64>> {
    let mut values = vec![0.0; space.len()];
    let count = Count::new(space, look);
    for level in &space.levels[1..] {
        let (below, above) = values.split_at_mut(level.start());
        let fill = |scratch: &mut Scratch, (at, row): (usize, &mut [f64])| {
            scratch.fill(space, level, at, below, row);
            count.add(row.len())
        };
        sweep(work, rows(level, above), || Scratch::new(level), fill)?;
    }
    ControlFlow::Continue(values)
}

/// Visits the rows of a level, each thread with its own workspace, until a visit breaks off.
pub(super) fn sweep<T: Send, S>(
    work: Work,
    rows: Vec<T>,
    start: impl Fn() -> S + Sync + Send,
    visit: impl Fn(&mut S, (usize, T)) -> ControlFlow<()> + Sync + Send,
) -> ControlFlow<()> {
    match work {
        Work::Shared => rows.into_par_iter().enumerate().try_for_each_init(start, visit),
        Work::Alone => {
            let mut scratch = start();
            rows.into_iter().enumerate().try_for_each(|row| visit(&mut scratch, row))
        }
    }
}

/// Cuts the values of a level into the rows of its patterns.
pub(super) fn rows<'a, T>(level: &Level, mut values: &'a mut [T]) -> Vec<&'a mut [T]> {
    let mut rows = Vec::with_capacity(level.patterns.len());
    for ends in level.rows.windows(2) {
        let (row, rest) = values.split_at_mut(ends[1] - ends[0]);
        rows.push(row);
        values = rest;
    }
    rows
}

/// What one thread needs to solve rows of a level.
struct Scratch {
    board: Board,
    solver: Solver,
    turns: Vec<f64>,
}

impl Scratch {
    fn new(level: &Level) -> Self {
        Self { board: Board::new(), solver: Solver::new(), turns: vec![0.0; level.turns.len()] }
    }

    /// Solves the games of one pattern, then averages them over the next prize.
    fn fill(&mut self, space: &Space, level: &Level, at: usize, below: &[f64], row: &mut [f64]) {
        let pattern = level.patterns[at];
        let ties = space.ties(pattern);
        let value = |at: usize, swapped| if swapped { -below[at] } else { below[at] };
        self.board.set(space, pattern);
        for group in &level.groups {
            self.board.load(group.taken, value);
            let turns = group.turns.clone().zip(&level.turns[group.turns.clone()]);
            for (at, turn) in turns.take_while(|(_, turn)| turn.ties <= ties) {
                self.turns[at] = self.solver.value(self.board.game(turn, value));
            }
        }
        average(level, &self.turns, row);
    }
}

/// The mean over the next prize, for every node of a row.
pub(super) fn average(level: &Level, turns: &[f64], row: &mut [f64]) {
    for (value, draws) in row.iter_mut().zip(level.draws.chunks_exact(level.rounds)) {
        *value = draws.iter().map(|&draw| turns[draw as usize]).sum::<f64>() / level.rounds as f64;
    }
}
