//! One round as a matrix game: solved exactly where it is small, by regret matching where it is large.

use crate::matrix::{MAX, PayoffMatrix, Solver};

/// How many iterations of regret matching a round with more than [`MAX`] actions on a side is given.
const ITERATIONS: u32 = 1000;

/// Solves one round after another.
#[derive(Debug)]
pub(super) struct RoundSolver {
    payoffs: PayoffMatrix,
    exact: Solver,
    regret: RegretMatching,
    row: Vec<f64>,
    col: Vec<f64>,
}

impl RoundSolver {
    pub(super) fn new() -> RoundSolver {
        let (payoffs, exact) = (PayoffMatrix::new(1, 1), Solver::new());
        RoundSolver { payoffs, exact, regret: RegretMatching::default(), row: Vec::new(), col: Vec::new() }
    }

    /// What the row side receives if both play well; cells stand row by row.
    pub(super) fn value(&mut self, cells: &[f64], cols: usize) -> f64 {
        match self.fits(cells, cols) {
            true => self.exact.value(&self.payoffs),
            false => self.regret.solve(cells, cols, ITERATIONS, &mut self.row, &mut self.col),
        }
    }

    /// The same, and how both play then: [`RoundSolver::mixes`].
    pub(super) fn solve(&mut self, cells: &[f64], cols: usize) -> f64 {
        if !self.fits(cells, cols) {
            return self.regret.solve(cells, cols, ITERATIONS, &mut self.row, &mut self.col);
        }
        let solution = self.exact.solve(&self.payoffs);
        self.row.clear();
        self.row.extend_from_slice(solution.row);
        self.col.clear();
        self.col.extend_from_slice(solution.col);
        solution.value
    }

    /// How often the row side plays each row, and the column side each column.
    pub(super) fn mixes(&self) -> [&[f64]; 2] {
        [&self.row, &self.col]
    }

    /// Whether the exact solver takes it. If so, it is laid before it.
    fn fits(&mut self, cells: &[f64], cols: usize) -> bool {
        let rows = cells.len() / cols;
        if rows > MAX || cols > MAX {
            return false;
        }
        self.payoffs.resize(rows, cols);
        let rows = cells.chunks_exact(cols).enumerate();
        rows.for_each(|(at, row)| self.payoffs.row_mut(at).copy_from_slice(row));
        true
    }
}

/// Regret matching of both sides in turn: negative regret is forgotten, and iteration `t` weighs `t` in the average.
#[derive(Debug, Default)]
pub(super) struct RegretMatching {
    sides: [Side; 2],
}

#[derive(Debug, Default)]
struct Side {
    regret: Vec<f64>,
    /// What it plays now, and the sum of what it played.
    plays: Vec<f64>,
    played: Vec<f64>,
    /// What each choice earns against what the other side plays.
    earns: Vec<f64>,
}

impl RegretMatching {
    /// Writes an approximate equilibrium and gives the middle of what it secures for either side.
    pub(super) fn solve(
        &mut self,
        cells: &[f64],
        cols: usize,
        iterations: u32,
        row: &mut Vec<f64>,
        col: &mut Vec<f64>,
    ) -> f64 {
        let [maximizer, minimizer] = &mut self.sides;
        maximizer.begin(cells.len() / cols);
        minimizer.begin(cols);
        for iteration in 1..=iterations {
            let weight = f64::from(iteration);
            maximizer.answer(|at| against_row(cells, cols, at, &minimizer.plays), weight);
            minimizer.answer(|at| -against_col(cells, cols, at, &maximizer.plays), weight);
        }
        maximizer.average(row);
        minimizer.average(col);
        let secured = (0..cols).map(|at| against_col(cells, cols, at, row)).fold(f64::INFINITY, f64::min);
        let conceded =
            (0..row.len()).map(|at| against_row(cells, cols, at, col)).fold(f64::NEG_INFINITY, f64::max);
        (secured + conceded) / 2.0
    }
}

/// What a row earns against a mixture of columns.
fn against_row(cells: &[f64], cols: usize, at: usize, col: &[f64]) -> f64 {
    cells[at * cols..][..cols].iter().zip(col).map(|(cell, share)| cell * share).sum()
}

/// What the row side earns with a mixture of rows against a column.
fn against_col(cells: &[f64], cols: usize, at: usize, row: &[f64]) -> f64 {
    cells[at..].iter().step_by(cols).zip(row).map(|(cell, share)| cell * share).sum()
}

impl Side {
    fn begin(&mut self, choices: usize) {
        for list in [&mut self.regret, &mut self.played, &mut self.earns] {
            list.clear();
            list.resize(choices, 0.0);
        }
        self.plays.clear();
        self.plays.resize(choices, 1.0 / choices as f64);
    }

    /// Learns from what each choice earns now, and chooses anew.
    fn answer(&mut self, earns: impl Fn(usize) -> f64, weight: f64) {
        let Side { regret, plays, played, earns: earned } = self;
        earned.iter_mut().enumerate().for_each(|(at, earned)| *earned = earns(at));
        let mean: f64 = earned.iter().zip(&*plays).map(|(earned, share)| earned * share).sum();
        let all = regret.iter_mut().zip(&*earned);
        all.for_each(|(regret, earned)| *regret = (*regret + earned - mean).max(0.0));
        let total: f64 = regret.iter().sum();
        let even = 1.0 / regret.len() as f64;
        for ((plays, regret), played) in plays.iter_mut().zip(&*regret).zip(played) {
            *plays = if total > 0.0 { regret / total } else { even };
            *played += weight * *plays;
        }
    }

    fn average(&self, out: &mut Vec<f64>) {
        let total: f64 = self.played.iter().sum();
        out.clear();
        out.extend(self.played.iter().map(|played| played / total));
    }
}
