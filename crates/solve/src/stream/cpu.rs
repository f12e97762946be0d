//! Levels raised on the threads of the ambient pool.

use super::device::{Device, DeviceError, Raised};
use super::rule::{BidRule, pair, word};
use super::step::{Ruled, Step, Turned};
use rayon::prelude::*;
use search::matrix::{PayoffMatrix, Solver};

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
        let rows = rows(step, &mut here).into_par_iter().enumerate();
        let raised = match &step.ruled {
            None => {
                rows.map_init(|| Games::new(step), |games, (pattern, row)| games.fill(below, pattern, row))
            }
            Some(ruled) => {
                rows.for_each_init(
                    || Replies::new(step, ruled),
                    |replies, (pattern, row)| replies.fill(below, pattern, row),
                );
                return Ok((here, Raised::default()));
            }
        };
        let raised = raised.reduce(Raised::default, Raised::and);
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

impl Raised {
    fn and(self, other: Self) -> Self {
        Self {
            gap: self.gap.max(other.gap),
            rounding: self.rounding.max(other.rounding),
            mixed: self.mixed + other.mixed,
            pivots: self.pivots + other.pivots,
        }
    }
}

/// Cuts a level into the rows of its patterns.
fn rows<'a>(step: &Step, mut cells: &'a mut [u32]) -> Vec<&'a mut [u32]> {
    let mut rows = Vec::with_capacity(step.patterns());
    for ends in step.rows.windows(2) {
        let (row, rest) = cells.split_at_mut((ends[1] - ends[0]) as usize);
        rows.push(row);
        cells = rest;
    }
    rows
}

/// What A gains at once from a pair of choices.
pub(super) fn gain(pair: u32, turn: &Turned) -> f64 {
    match pair >> 1 & 3 {
        0 => 0.0,
        1 => f64::from(turn.size),
        _ => -f64::from(turn.size),
    }
}

/// The matrix game of a turn; `value` reads a place of the level below.
pub(super) fn game(step: &Step, pattern: usize, turn: &Turned, value: impl Fn(u64) -> f64) -> PayoffMatrix {
    let (rows, cols, _) = step.shape(pattern);
    let mut game = PayoffMatrix::new(rows, cols);
    for (i, pairs) in step.board(pattern).chunks_exact(cols).enumerate() {
        for (cell, &pair) in game.row_mut(i).iter_mut().zip(pairs) {
            let value = value(step.place(pair, turn));
            *cell = gain(pair, turn) + if pair & 1 == 1 { -value } else { value };
        }
    }
    game
}

/// The turns that follow a node.
pub(super) fn draws(step: &Step, node: usize) -> impl Iterator<Item = usize> + '_ {
    (0..step.rounds).map(move |d| step.draws[d * step.nodes + node] as usize)
}

/// What one thread needs to solve rows.
struct Games<'a> {
    step: &'a Step,
    solver: Solver,
    values: Vec<f64>,
}

impl<'a> Games<'a> {
    fn new(step: &'a Step) -> Self {
        Self { step, solver: Solver::new(), values: vec![0.0; step.turns.len()] }
    }

    fn fill(&mut self, below: &[u32], pattern: usize, row: &mut [u32]) -> Raised {
        let mut raised = Raised::default();
        let value = |at: u64| f64::from(f32::from_bits(below[at as usize]));
        for &turn in self.step.list(pattern) {
            let game = game(self.step, pattern, &self.step.turns[turn as usize], value);
            let found = self.solver.solve(&game);
            let gap = game.concession(found.col) - game.guarantee(found.row);
            let mixed = u64::from(found.row.iter().all(|&share| share < 1.0));
            self.values[turn as usize] = found.value;
            raised = raised.and(Raised { gap: gap.max(0.0), mixed, ..Raised::default() });
        }
        for (node, cell) in row.iter_mut().enumerate() {
            let sum: f64 = draws(self.step, node).map(|turn| self.values[turn]).sum();
            let mean = sum / self.step.rounds as f64;
            *cell = (mean as f32).to_bits();
            raised.rounding = raised.rounding.max((mean - f64::from(mean as f32)).abs());
        }
        raised
    }
}

/// What one thread needs to answer a rule: for every turn and every choice what A gets when that is what A, or B,
/// bids by the rule.
struct Replies<'a> {
    step: &'a Step,
    ruled: &'a Ruled,
    values: Vec<[[f64; 2]; 15]>,
}

impl<'a> Replies<'a> {
    fn new(step: &'a Step, ruled: &'a Ruled) -> Self {
        Self { step, ruled, values: vec![[[0.0; 2]; 15]; step.turns.len()] }
    }

    fn fill(&mut self, below: &[u32], pattern: usize, row: &mut [u32]) {
        for &turn in self.step.list(pattern) {
            self.values[turn as usize] = self.replies(below, pattern, &self.step.turns[turn as usize]);
        }
        let runs = &self.ruled.runs[pattern];
        for (node, cell) in row.iter_mut().enumerate() {
            let mut sums = [0.0; 2];
            for (d, turn) in draws(self.step, node).enumerate() {
                let rank = usize::from(self.ruled.ranks[d * self.step.nodes + node]);
                sums[0] += self.values[turn][usize::from(runs[rank])][0];
                sums[1] += self.values[turn][usize::from(runs[16 + rank])][1];
            }
            *cell = word(sums.map(|sum| sum / self.step.rounds as f64), self.ruled.unit);
        }
    }

    fn replies(&self, below: &[u32], pattern: usize, turn: &Turned) -> [[f64; 2]; 15] {
        let value = |side: usize| {
            let halves = move |at: u64| pair(below[at as usize], self.ruled.unit, false)[side];
            // A game reads the value of swapped players with its sign turned, but the halves change places too.
            let other = move |at: u64| pair(below[at as usize], self.ruled.unit, false)[1 - side];
            sided(self.step, pattern, turn, halves, other)
        };
        let (ruled_a, ruled_b) = (value(0), value(1));
        match self.ruled.rule {
            BidRule::Uniform => {
                [[self.blind(pattern, &ruled_a, true), self.blind(pattern, &ruled_b, false)]; 15]
            }
            _ => std::array::from_fn(|choice| [least(&ruled_a, choice), most(&ruled_b, choice)]),
        }
    }

    /// What the best reply leaves or gets when the other bids any card.
    fn blind(&self, pattern: usize, game: &PayoffMatrix, of_a: bool) -> f64 {
        let runs = &self.ruled.runs[pattern][if of_a { 0 } else { 16 }..][..self.step.rounds];
        let mut mix = [0.0; 15];
        runs.iter().for_each(|&run| mix[usize::from(run)] += 1.0 / runs.len() as f64);
        if of_a { game.guarantee(&mix) } else { game.concession(&mix) }
    }
}

/// A game whose cells come from one side of the pairs below, or the other where the players have changed places.
fn sided(
    step: &Step,
    pattern: usize,
    turn: &Turned,
    same: impl Fn(u64) -> f32,
    other: impl Fn(u64) -> f32,
) -> PayoffMatrix {
    let (rows, cols, _) = step.shape(pattern);
    let mut game = PayoffMatrix::new(rows, cols);
    for (i, pairs) in step.board(pattern).chunks_exact(cols).enumerate() {
        for (cell, &pair) in game.row_mut(i).iter_mut().zip(pairs) {
            let at = step.place(pair, turn);
            *cell = gain(pair, turn) + f64::from(if pair & 1 == 1 { -other(at) } else { same(at) });
        }
    }
    game
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
