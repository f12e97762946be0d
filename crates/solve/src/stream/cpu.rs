//! Levels raised on the threads of the ambient pool.

use super::device::{Device, DeviceError, Raised};
use super::rule::{BidRule, pair, word};
use crate::board::Board;
use crate::induction::{Work, raise, rows, sweep};
use crate::step::{Ruled, Step};
use search::matrix::PayoffMatrix;
use std::ops::ControlFlow;

/// All cores of this machine.
#[derive(Clone, Copy, Debug)]
pub struct Cores {
    /// The bytes that levels may take.
    pub room: u64,
}

impl Device for Cores {
    type Cells = Vec<u32>;

    fn name(&self) -> String {
        format!("{} threads", rayon::current_num_threads())
    }

    fn room(&self) -> Result<u64, DeviceError> {
        Ok(self.room)
    }

    fn zeros(&mut self, len: usize) -> Result<Vec<u32>, DeviceError> {
        Ok(vec![0; len])
    }

    fn raise(&mut self, step: &Step, below: &Vec<u32>) -> Result<(Vec<u32>, Raised), DeviceError> {
        let mut here = self.zeros(step.states() as usize)?;
        let raised = match &step.ruled {
            None => raise(step, Work::Shared, below, &mut here, &|_| ControlFlow::Continue(())),
            Some(ruled) => reply(step, ruled, below, &mut here),
        };
        let ControlFlow::Continue(raised) = raised else { unreachable!("nobody stops it") };
        Ok((here, raised))
    }

    fn gather(&mut self, cells: &Vec<u32>, at: &[u64]) -> Result<Vec<u32>, DeviceError> {
        Ok(at.iter().map(|&at| cells[at as usize]).collect())
    }

    fn read(&mut self, cells: &Vec<u32>, from: usize, out: &mut [u32]) -> Result<(), DeviceError> {
        out.copy_from_slice(&cells[from..from + out.len()]);
        Ok(())
    }

    fn write(&mut self, cells: &mut Vec<u32>, from: usize, words: &[u32]) -> Result<(), DeviceError> {
        cells[from..from + words.len()].copy_from_slice(words);
        Ok(())
    }
}

/// Answers a rule on a level.
fn reply(step: &Step, ruled: &Ruled, below: &[u32], here: &mut [u32]) -> ControlFlow<(), Raised> {
    let fill = |replies: &mut Replies<'_>, (pattern, row): (usize, &mut [u32])| {
        replies.fill(below, pattern, row);
        ControlFlow::Continue(())
    };
    sweep(Work::Shared, rows(step, here), || Replies::new(step, ruled), fill)?;
    ControlFlow::Continue(Raised::default())
}

/// What one thread needs to answer a rule: for every turn and every choice what A gets when that is what A, or B,
/// bids by the rule.
struct Replies<'a> {
    step: &'a Step,
    ruled: &'a Ruled,
    /// For the games in which A follows the rule, and those in which B does.
    boards: [Board; 2],
    values: Vec<[[f64; 2]; 15]>,
}

impl<'a> Replies<'a> {
    fn new(step: &'a Step, ruled: &'a Ruled) -> Self {
        let boards = [Board::new(), Board::new()];
        Self { step, ruled, boards, values: vec![[[0.0; 2]; 15]; step.turns.len()] }
    }

    fn fill(&mut self, below: &[u32], pattern: usize, row: &mut [u32]) {
        self.boards.iter_mut().for_each(|board| board.set(self.step, pattern));
        for &turn in self.step.list(pattern) {
            self.values[turn as usize] = self.replies(below, pattern, turn as usize);
        }
        let runs = &self.ruled.runs[pattern];
        for (node, cell) in row.iter_mut().enumerate() {
            let mut sums = [0.0; 2];
            for (d, turn) in self.step.draws(node).enumerate() {
                let rank = usize::from(self.ruled.ranks[d * self.step.nodes + node]);
                sums[0] += self.values[turn][usize::from(runs[rank])][0];
                sums[1] += self.values[turn][usize::from(runs[16 + rank])][1];
            }
            *cell = word(sums.map(|sum| sum / self.step.rounds as f64), self.ruled.unit);
        }
    }

    fn replies(&mut self, below: &[u32], pattern: usize, turn: usize) -> [[f64; 2]; 15] {
        let (turn, unit) = (&self.step.turns[turn], self.ruled.unit);
        // Where the players have changed places the halves do, too.
        let value =
            |side: usize| move |at: usize, swapped: bool| f64::from(pair(below[at], unit, swapped)[side]);
        let [of_a, of_b] = &mut self.boards;
        let (ruled_a, ruled_b) = (of_a.game(turn, value(0)), of_b.game(turn, value(1)));
        match self.ruled.rule {
            BidRule::Uniform => {
                let blind = [true, false].map(|of_a| blind(self.step, self.ruled, pattern, of_a));
                [[ruled_a.guarantee(&blind[0]), ruled_b.concession(&blind[1])]; 15]
            }
            _ => std::array::from_fn(|choice| [least(ruled_a, choice), most(ruled_b, choice)]),
        }
    }
}

/// The choices of one who bids any card.
fn blind(step: &Step, ruled: &Ruled, pattern: usize, of_a: bool) -> [f64; 15] {
    let runs = &ruled.runs[pattern][if of_a { 0 } else { 16 }..][..step.rounds];
    let mut mix = [0.0; 15];
    runs.iter().for_each(|&run| mix[usize::from(run)] += 1.0 / runs.len() as f64);
    mix
}

fn least(game: &PayoffMatrix, row: usize) -> f64 {
    if row >= game.rows() {
        return 0.0;
    }
    game.row(row).iter().copied().fold(f64::INFINITY, f64::min)
}

fn most(game: &PayoffMatrix, col: usize) -> f64 {
    if col >= game.cols() {
        return 0.0;
    }
    (0..game.rows()).map(|row| game.row(row)[col]).fold(f64::NEG_INFINITY, f64::max)
}
