//! How often the solved policy ties.

use super::board::Board;
use super::induction::{Work, means, rows, sweep};
use super::pattern::Pattern;
use super::space::{Place, Turned};
use super::step::Step;
use super::table::{SolvedTable, columns};
use crate::stream::LevelTask;
use search::matrix::Solver;
use std::ops::ControlFlow;

impl SolvedTable {
    /// The rounds that end in a tie, on average over a whole game of the solved policy against itself; for the win, until
    /// the lead decides, since any bid is optimal afterwards. Where several mixtures are optimal, it is that of the one
    /// the solver finds.
    #[must_use]
    pub fn ties(&self) -> f64 {
        let space = &self.solved.space;
        let mut below = vec![0.0; space.levels[0].end()];
        for pair in space.levels.windows(2) {
            let step = Step::new(space, pair[1].rounds, LevelTask::Equilibrium, Work::Shared);
            let mut here = vec![0.0; pair[1].end() - pair[1].start()];
            let start = pair[0].start();
            let visit = |scratch: &mut Scratch, (at, row): (usize, &mut [f64])| {
                scratch.turns(self, start, &step, (at, pair[1].patterns[at]), &below);
                means(&step, &scratch.turns, row.iter_mut(), |cell, mean| *cell = mean);
                ControlFlow::Continue(())
            };
            let whole = sweep(Work::Shared, rows(&step, &mut here), || Scratch::new(&step), visit);
            debug_assert!(whole.is_continue(), "no visit breaks off");
            below = here;
        }
        match self.start().0 {
            Place::At(at) => below[at],
            Place::Decided(_) => 0.0,
        }
    }
}

/// One board for the policy, one for the ties still to come.
struct Scratch {
    boards: [Board; 2],
    solver: Solver,
    turns: Vec<f64>,
}

impl Scratch {
    fn new(step: &Step) -> Self {
        // Once the lead decides, ties are not counted.
        let boards = [Board::new(), Board::deciding(0.0)];
        Self { boards, solver: Solver::new(), turns: vec![0.0; step.turns.len()] }
    }

    fn turns(
        &mut self,
        table: &SolvedTable,
        start: usize,
        step: &Step,
        (at, pattern): (usize, Pattern),
        below: &[f64],
    ) {
        let value = |at: usize, swapped: bool| {
            let value = table.solved.values.get(start + at);
            if swapped { -value } else { value }
        };
        self.boards.iter_mut().for_each(|board| board.set(step, at));
        let [policy, ties] = &mut self.boards;
        for &at in step.list(at) {
            let turn = &step.turns[at as usize];
            let play = self.solver.solve(policy.game(turn, value));
            let (x, y) = (play.row, columns(pattern.is_even() && turn.is_level(), &play));
            let now: f64 = ties.ties().iter().map(|&(i, j)| x[i] * y[j]).sum();
            let game = ties.game(&Turned { gain: 0.0, ..*turn }, |at, _| below[at]);
            let row = |i: usize| game.row(i).iter().zip(y).map(|(cell, y)| cell * y).sum::<f64>();
            self.turns[at as usize] = now + (0..game.rows()).map(|i| x[i] * row(i)).sum::<f64>();
        }
    }
}
