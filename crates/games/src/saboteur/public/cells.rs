//! Cells of the board and sets of them, a bit a cell.

use std::ops::{BitAnd, BitOr, Sub};

use serde::{Serialize, Serializer};
use table::bits::indices;

use crate::saboteur::Side;

/// A cell of the board: x to the right, y downwards. Cells are ordered as one reads, row by row.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell {
    /// The row.
    pub y: i8,
    /// The column.
    pub x: i8,
}

impl Cell {
    /// The start, in the papers' coordinates.
    pub const START: Cell = Cell::at(1, 3);

    /// The cell in this column and row.
    #[inline]
    pub const fn at(x: i8, y: i8) -> Cell {
        Cell { y, x }
    }

    /// The neighbour on this side.
    #[inline]
    pub const fn beside(self, side: Side) -> Cell {
        match side {
            Side::Up => Cell::at(self.x, self.y - 1),
            Side::Right => Cell::at(self.x + 1, self.y),
            Side::Down => Cell::at(self.x, self.y + 1),
            Side::Left => Cell::at(self.x - 1, self.y),
        }
    }
}

impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.x, self.y).serialize(serializer)
    }
}

/// Rows and columns before coordinates repeat.
pub const SPAN: usize = 32;

/// A set of cells. Row y is word `y mod 32`, column x its bit `x mod 32`.
///
/// ```text
///          x  0 1 2 3 4 5 6 7 8 9
///     y 1     . . . . . . . . . .
///     y 2     . . 1 . . . . . . .     word 2 = 0b100
///     y 3     . 1 . 1 . . . . . .     word 3 = 0b1010
/// ```
///
/// Coordinates repeat after 32, and still no tunnel can meet itself, so the open board needs no edge. A tunnel
/// advances in a row by passages open left and right, of which there are 13; between two such runs it needs two
/// cards that turn, of which there are 14 (and two stones, far to the right). So it ends at most 13 + 8 = 21
/// columns to the left of the start; the goals are 8 to the right: 30 columns with one free on either side make
/// 32. To the right and up and down it gets no further than 23, and the goals lie on the way.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CellSet([u32; SPAN]);

impl CellSet {
    /// No cell.
    pub const NONE: CellSet = CellSet([0; SPAN]);

    /// This cell alone.
    #[inline]
    pub const fn only(cell: Cell) -> CellSet {
        let mut cells = CellSet::NONE;
        cells.0[word(cell.y)] = bit(cell.x);
        cells
    }

    /// Adds a cell.
    #[inline]
    pub const fn insert(&mut self, cell: Cell) {
        self.0[word(cell.y)] |= bit(cell.x);
    }

    /// Takes a cell out.
    #[inline]
    pub const fn remove(&mut self, cell: Cell) {
        self.0[word(cell.y)] &= !bit(cell.x);
    }

    /// Whether this cell is in it.
    #[inline]
    pub const fn contains(&self, cell: Cell) -> bool {
        self.0[word(cell.y)] & bit(cell.x) != 0
    }

    /// Whether it is empty.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, row| all | row) == 0
    }

    /// The number of cells.
    pub fn len(&self) -> usize {
        self.0.iter().map(|row| row.count_ones() as usize).sum()
    }

    /// The cells of this row, a bit a column.
    #[inline]
    pub const fn row(&self, y: i8) -> u32 {
        self.0[word(y)]
    }

    /// The cells of this row, to be changed.
    #[inline]
    pub const fn row_mut(&mut self, y: i8) -> &mut u32 {
        &mut self.0[word(y)]
    }

    fn both(self, other: CellSet, meet: impl Fn(u32, u32) -> u32) -> CellSet {
        CellSet(std::array::from_fn(|y| meet(self.0[y], other.0[y])))
    }
}

/// The word of a row.
#[inline]
const fn word(y: i8) -> usize {
    y as usize % SPAN
}

/// The bit of a column.
#[inline]
pub(super) const fn bit(x: i8) -> u32 {
    1 << (x as u32 % SPAN as u32)
}

impl BitOr for CellSet {
    type Output = CellSet;

    fn bitor(self, other: CellSet) -> CellSet {
        self.both(other, |a, b| a | b)
    }
}

impl BitAnd for CellSet {
    type Output = CellSet;

    fn bitand(self, other: CellSet) -> CellSet {
        self.both(other, |a, b| a & b)
    }
}

impl Sub for CellSet {
    type Output = CellSet;

    fn sub(self, other: CellSet) -> CellSet {
        self.both(other, |a, b| a & !b)
    }
}

/// The part of the board that matters: all cards, and one free cell around them unless the board ends there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Window {
    /// The first column.
    pub left: i8,
    /// The first row.
    pub top: i8,
    /// The last column.
    pub right: i8,
    /// The last row.
    pub bottom: i8,
}

impl Window {
    /// Its rows, from the top.
    #[inline]
    pub fn rows(self) -> std::ops::RangeInclusive<i8> {
        self.top..=self.bottom
    }

    /// Its columns, from the left.
    #[inline]
    pub fn columns(self) -> std::ops::RangeInclusive<i8> {
        self.left..=self.right
    }

    /// Its columns as bits of a row.
    #[inline]
    pub(in crate::saboteur) const fn mask(self) -> u32 {
        let width = (self.right - self.left) as u32 + 1;
        (u32::MAX >> (SPAN as u32 - width)).rotate_left(self.left as u32 % SPAN as u32)
    }

    /// Whether this cell is in it.
    #[inline]
    pub fn contains(self, cell: Cell) -> bool {
        self.rows().contains(&cell.y) && self.columns().contains(&cell.x)
    }

    /// Grows so that this cell and its neighbours are in it.
    pub(in crate::saboteur) fn grow(&mut self, cell: Cell) {
        self.left = self.left.min(cell.x - 1);
        self.right = self.right.max(cell.x + 1);
        self.top = self.top.min(cell.y - 1);
        self.bottom = self.bottom.max(cell.y + 1);
    }

    /// The cells of one row of bits, from the left.
    #[inline]
    pub(in crate::saboteur) fn cells_of(self, y: i8, row: u32) -> impl Iterator<Item = Cell> {
        let bits = row.rotate_right(self.left as u32 % SPAN as u32);
        indices(bits.into()).map(move |place| Cell::at(self.left + place as i8, y))
    }

    /// The cells of a set that lies inside, as one reads.
    pub fn iter(self, cells: &CellSet) -> impl Iterator<Item = Cell> + '_ {
        self.rows().flat_map(move |y| self.cells_of(y, cells.row(y)))
    }
}
