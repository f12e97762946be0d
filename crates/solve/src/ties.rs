//! How often the solved policy ties.

use super::board::Board;
use super::induction::{Work, average, rows, sweep};
use super::space::{Level, Turn};
use super::table::{SolvedTable, columns};
use search::matrix::Solver;
use std::ops::ControlFlow;

impl SolvedTable {
    /// The rounds that end in a tie, on average over a whole game of the solved policy against itself. Where several
    /// mixtures are optimal, it is that of the one the solver finds.
    #[must_use]
    pub fn ties(&self) -> f64 {
        let space = &self.solved.space;
        let mut below = vec![0.0; space.levels[0].end()];
        for pair in space.levels.windows(2) {
            let mut here = vec![0.0; pair[1].end() - pair[1].start()];
            let start = pair[0].start();
            let visit = |scratch: &mut Scratch, (at, row): (usize, &mut [f64])| {
                scratch.fill(self, &pair[1], at, |at, _| below[at - start]);
                average(&pair[1], &scratch.turns, row);
                ControlFlow::Continue(())
            };
            let whole = sweep(Work::Shared, rows(&pair[1], &mut here), || Scratch::new(&pair[1]), visit);
            debug_assert!(whole.is_continue(), "no visit breaks off");
            below = here;
        }
        below[0]
    }
}

/// One board for the policy, one for the ties still to come.
struct Scratch {
    boards: [Board; 2],
    solver: Solver,
    turns: Vec<f64>,
}

impl Scratch {
    fn new(level: &Level) -> Self {
        let boards = [Board::new(), Board::new()];
        Self { boards, solver: Solver::new(), turns: vec![0.0; level.turns.len()] }
    }

    fn fill(
        &mut self,
        table: &SolvedTable,
        level: &Level,
        at: usize,
        later: impl Fn(usize, bool) -> f64 + Copy,
    ) {
        let (pattern, space) = (level.patterns[at], &table.solved.space);
        let value = |at: usize, swapped: bool| {
            let value = table.solved.values.get(at);
            if swapped { -value } else { value }
        };
        self.boards.iter_mut().for_each(|board| board.set(space, pattern));
        let [policy, ties] = &mut self.boards;
        for group in &level.groups {
            policy.load(group.taken, value);
            ties.load(group.taken, later);
            let turns = group.turns.clone().zip(&level.turns[group.turns.clone()]);
            for (at, turn) in turns.take_while(|(_, turn)| turn.ties <= space.ties(pattern)) {
                let play = self.solver.solve(policy.game(turn, value));
                let (x, y) = (play.row, columns(pattern, &play));
                let now: f64 = ties.ties().iter().map(|&(i, j)| x[i] * y[j]).sum();
                let game = ties.game(&Turn { size: 0.0, ..*turn }, later);
                let row = |i: usize| game.row(i).iter().zip(y).map(|(cell, y)| cell * y).sum::<f64>();
                self.turns[at] = now + (0..game.rows()).map(|i| x[i] * row(i)).sum::<f64>();
            }
        }
    }
}
