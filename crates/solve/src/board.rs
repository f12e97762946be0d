//! The matrix games of one pattern, built fast.

use super::pattern::Pattern;
use super::space::{Space, Turn};
use search::matrix::{MAX, PayoffMatrix};

/// Where the values after a pair of choices lie, and whether the players have changed places there.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Next {
    start: usize,
    swapped: bool,
}

/// The choices of both sides for one pattern. Only the pot and the prizes left change between its games, so
/// what depends on the pattern alone is worked out once.
#[derive(Clone, Debug)]
pub(super) struct Board {
    next: [[Next; MAX]; MAX],
    ties: Vec<(usize, usize)>,
    /// Who takes the pot: +1 for A, -1 for B, 0 for a tie.
    taker: PayoffMatrix,
    /// What follows when the pot is taken.
    base: PayoffMatrix,
    game: PayoffMatrix,
}

impl Board {
    pub(super) fn new() -> Self {
        let zeros = || PayoffMatrix::new(1, 1);
        Self {
            next: [[Next::default(); MAX]; MAX],
            ties: Vec::new(),
            taker: zeros(),
            base: zeros(),
            game: zeros(),
        }
    }

    /// Sets the board up for a pattern of the space.
    pub(super) fn set(&mut self, space: &Space, pattern: Pattern) {
        let (rows, cols) = (pattern.choices().count(), pattern.swapped().choices().count());
        for payoffs in [&mut self.taker, &mut self.base, &mut self.game] {
            payoffs.resize(rows, cols);
        }
        self.ties.clear();
        let below = &space.levels[pattern.rounds() - 1];
        for (i, a) in pattern.choices().enumerate() {
            for (j, b) in pattern.swapped().choices().enumerate() {
                let (after, swapped) = pattern.after(a, b).canonical();
                let row = below.row(after).expect("every follower was reached");
                self.next[i][j] = Next { start: row.start, swapped };
                self.taker.row_mut(i)[j] = f64::from(i8::from(a > b) - i8::from(a < b));
                if a == b {
                    self.ties.push((i, j));
                }
            }
        }
    }

    /// The pairs of choices that tie.
    pub(super) fn ties(&self) -> &[(usize, usize)] {
        &self.ties
    }

    /// Reads what follows when the pot is taken; `value` turns a place into a value for A.
    pub(super) fn load(&mut self, taken: usize, value: impl Fn(usize, bool) -> f64) {
        for i in 0..self.base.rows() {
            for (cell, next) in self.base.row_mut(i).iter_mut().zip(&self.next[i]) {
                *cell = value(next.start + taken, next.swapped);
            }
        }
    }

    /// The game for one turn, after `load` for its group.
    pub(super) fn game(&mut self, turn: &Turn, value: impl Fn(usize, bool) -> f64) -> &PayoffMatrix {
        for i in 0..self.game.rows() {
            let (base, taker) = (self.base.row(i), self.taker.row(i));
            for (cell, (base, taker)) in self.game.row_mut(i).iter_mut().zip(base.iter().zip(taker)) {
                *cell = base + taker * turn.size;
            }
        }
        for &(i, j) in &self.ties {
            let next = self.next[i][j];
            self.game.row_mut(i)[j] = value(next.start + turn.tied, next.swapped);
        }
        &self.game
    }
}
