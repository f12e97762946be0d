//! The matrix games of one pattern, built fast.

use super::space::Turned;
use super::step::Step;
use search::matrix::{MAX, PayoffMatrix};

/// Where the values after a pair of choices lie.
#[derive(Clone, Copy, Debug, Default)]
struct Next {
    /// The start of a row of the level below.
    row: usize,
    /// Which node of it, among those of a turn; the lowest bit says whether the players have changed places.
    way: usize,
}

/// The choices of both sides for one pattern. Only the pot, the prizes left and the lead change between its games, so
/// what depends on the pattern alone is worked out once.
#[derive(Clone, Debug)]
pub(super) struct Board {
    /// What it is worth to have won already.
    decided: f64,
    next: [[Next; MAX]; MAX],
    ties: Vec<(usize, usize)>,
    /// Who takes the pot: +1 for A, -1 for B, 0 for a tie.
    taker: PayoffMatrix,
    /// The nodes of which `base` was read.
    read: Option<[u32; 4]>,
    /// What follows when the pot is taken.
    base: PayoffMatrix,
    game: PayoffMatrix,
}

impl Board {
    /// A board for games that are won and lost.
    pub(super) fn new() -> Self {
        Self::deciding(1.0)
    }

    /// A board on which it is worth this much to have won already.
    pub(super) fn deciding(decided: f64) -> Self {
        let zeros = || PayoffMatrix::new(1, 1);
        Self {
            decided,
            next: [[Next::default(); MAX]; MAX],
            ties: Vec::new(),
            taker: zeros(),
            read: None,
            base: zeros(),
            game: zeros(),
        }
    }

    /// Sets the board up for a pattern of the step.
    pub(super) fn set(&mut self, step: &Step, pattern: usize) {
        let (rows, cols, _) = step.shape(pattern);
        for payoffs in [&mut self.taker, &mut self.base, &mut self.game] {
            payoffs.resize(rows, cols);
        }
        self.ties.clear();
        self.read = None;
        for (i, pairs) in step.board(pattern).chunks_exact(cols).enumerate() {
            for (j, &pair) in pairs.iter().enumerate() {
                let row = step.below_rows[(pair >> 3) as usize] as usize;
                self.next[i][j] = Next { row, way: (pair & 7) as usize };
                self.taker.row_mut(i)[j] = [0.0, 1.0, -1.0][(pair >> 1 & 3) as usize];
                if pair & 6 == 0 {
                    self.ties.push((i, j));
                }
            }
        }
    }

    /// The pairs of choices that tie.
    pub(super) fn ties(&self) -> &[(usize, usize)] {
        &self.ties
    }

    /// The game for one turn; `value` turns a place of the level below into a value for A, who may be called B there.
    pub(super) fn game(&mut self, turn: &Turned, value: impl Fn(usize, bool) -> f64) -> &PayoffMatrix {
        self.read(turn, &value);
        let gain = f64::from(turn.gain);
        for i in 0..self.game.rows() {
            let (base, taker) = (self.base.row(i), self.taker.row(i));
            for (cell, (base, taker)) in self.game.row_mut(i).iter_mut().zip(base.iter().zip(taker)) {
                *cell = base + taker * gain;
            }
        }
        for &(i, j) in &self.ties {
            self.game.row_mut(i)[j] = self.after(self.next[i][j], turn, &value);
        }
        &self.game
    }

    /// The game for one turn, with the cells of another where the lead decides.
    pub(super) fn game_or(
        &mut self,
        turn: &Turned,
        value: impl Fn(usize, bool) -> f64,
        other: &PayoffMatrix,
    ) -> &PayoffMatrix {
        self.game(turn, value);
        for i in 0..self.game.rows() {
            for (j, cell) in self.game.row_mut(i).iter_mut().enumerate() {
                if turn.next[self.next[i][j].way] >= Turned::LOST {
                    *cell = other.row(i)[j];
                }
            }
        }
        &self.game
    }

    /// Reads what follows when the pot is taken: pots that leave the same prizes share it where points count.
    fn read(&mut self, turn: &Turned, value: &impl Fn(usize, bool) -> f64) {
        let [_, _, taken @ ..] = turn.next;
        if self.read == Some(taken) {
            return;
        }
        self.read = Some(taken);
        for i in 0..self.base.rows() {
            for j in 0..self.base.cols() {
                let next = self.next[i][j];
                if next.way > 1 {
                    self.base.row_mut(i)[j] = self.after(next, turn, value);
                }
            }
        }
    }

    fn after(&self, next: Next, turn: &Turned, value: &impl Fn(usize, bool) -> f64) -> f64 {
        let swapped = next.way & 1 == 1;
        match turn.next[next.way] {
            Turned::WON if swapped => -self.decided,
            Turned::WON => self.decided,
            Turned::LOST if swapped => self.decided,
            Turned::LOST => -self.decided,
            node => value(next.row + node as usize, swapped),
        }
    }
}
