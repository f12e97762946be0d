//! Matrices in panels of columns, lists of entries that are not 0, and the product of the two.

use players::forward::{Kernel, run_widest};

/// The columns of a panel: their sums stay in registers while the rows go by.
const PANEL: usize = 64;

/// The columns of the panels at the right end, and what widths are padded to.
const NARROW: usize = 16;

/// A matrix, stored panel by panel: all rows of the first 64 columns, then all rows of the next.
///
/// The panel of a whole matrix of weights fits into the first cache. Columns are padded with zeros to a multiple of 16.
#[derive(Clone, PartialEq, Default, Debug)]
pub(crate) struct Matrix {
    rows: usize,
    columns: usize,
    values: Vec<f32>,
}

/// Start and length of each panel of a matrix with this many columns.
fn panels(columns: usize) -> impl Iterator<Item = (usize, usize)> {
    let padded = columns.next_multiple_of(NARROW);
    let whole = padded - padded % PANEL;
    let wide = (0..whole).step_by(PANEL).map(|start| (start, PANEL));
    wide.chain((whole..padded).step_by(NARROW).map(|start| (start, NARROW)))
}

impl Matrix {
    /// A matrix of zeros.
    pub(crate) fn zeros(rows: usize, columns: usize) -> Matrix {
        Matrix { rows, columns, values: vec![0.0; rows * columns.next_multiple_of(NARROW)] }
    }

    /// Changes the shape; values are left over from before and are to be written.
    fn reshape(&mut self, rows: usize, columns: usize) {
        (self.rows, self.columns) = (rows, columns);
        self.values.resize(rows * columns.next_multiple_of(NARROW), 0.0);
    }

    pub(crate) fn rows(&self) -> usize {
        self.rows
    }

    pub(crate) fn columns(&self) -> usize {
        self.columns
    }

    /// All values with the padding, in the order in which they are stored.
    pub(crate) fn values(&self) -> &[f32] {
        &self.values
    }

    pub(crate) fn values_mut(&mut self) -> &mut [f32] {
        &mut self.values
    }

    /// The pieces of a row with the column where each begins; the last is padded.
    fn pieces(&self, row: usize) -> impl Iterator<Item = (usize, &[f32])> {
        let rows = self.rows;
        panels(self.columns)
            .map(move |(start, length)| (start, &self.values[start * rows + row * length..][..length]))
    }

    pub(crate) fn set_row(&mut self, row: usize, values: &[f32]) {
        for (start, length) in panels(self.columns) {
            let piece = &values[start..self.columns.min(start + length)];
            self.values[start * self.rows + row * length..][..piece.len()].copy_from_slice(piece);
        }
    }

    /// Multiplies each value of a row by its factor.
    pub(crate) fn scale_row(&mut self, row: usize, factors: &[f32]) {
        for (start, length) in panels(self.columns) {
            let piece = &mut self.values[start * self.rows + row * length..][..length];
            piece.iter_mut().zip(&factors[start..]).for_each(|(value, factor)| *value *= factor);
        }
    }

    /// Appends a row without its padding.
    pub(crate) fn copy_row(&self, row: usize, out: &mut Vec<f32>) {
        let end = out.len() + self.columns;
        self.pieces(row).for_each(|(_, piece)| out.extend_from_slice(piece));
        out.truncate(end);
    }

    /// Rows become columns, without the first `skipped` rows.
    pub(crate) fn transpose_into(&self, skipped: usize, out: &mut Matrix) {
        out.values.clear();
        out.reshape(self.columns, self.rows - skipped);
        for (start, length) in panels(out.columns) {
            for column in start..out.columns.min(start + length) {
                let first = start * out.rows + column - start;
                for (row, piece) in self.pieces(column + skipped) {
                    let places = out.values[first + row * length..].iter_mut().step_by(length);
                    places
                        .zip(&piece[..piece.len().min(self.columns - row)])
                        .for_each(|(to, from)| *to = *from);
                }
            }
        }
    }
}

/// For each row of a matrix the entries that are not 0: column and value.
#[derive(Clone, Default, Debug)]
pub(crate) struct Sparse {
    /// Where rows end; the first begins at 0.
    ends: Vec<u32>,
    entries: Vec<(u32, f32)>,
    /// For each row an earlier one with the same entries, or itself; of a transposed one alone.
    equals: Vec<u32>,
}

impl Sparse {
    pub(crate) fn clear(&mut self) {
        self.ends.clear();
        self.entries.clear();
        self.equals.clear();
    }

    /// Adds an entry to the row that is being written.
    pub(crate) fn push(&mut self, column: u32, value: f32) {
        self.entries.push((column, value));
    }

    /// Adds the values that are not 0 to the row that is being written, the first at column `first`.
    pub(crate) fn push_values(&mut self, first: usize, values: &[f32]) {
        let begin = self.entries.len();
        self.entries.resize(begin + values.len(), (0, 0.0));
        let (room, mut kept) = (&mut self.entries[begin..], 0);
        for (column, &value) in (first as u32..).zip(values) {
            // Written always and kept if needed: no branch that the processor has to guess.
            room[kept] = (column, value);
            kept += usize::from(value != 0.0);
        }
        self.entries.truncate(begin + kept);
    }

    /// Ends the row that is being written.
    pub(crate) fn end_row(&mut self) {
        self.ends.push(self.entries.len() as u32);
    }

    /// Adds a row of a matrix to the row that is being written, its first column as `first`.
    pub(crate) fn push_row(&mut self, first: usize, matrix: &Matrix, row: usize) {
        matrix.pieces(row).for_each(|(start, piece)| self.push_values(first + start, piece));
    }

    fn rows(&self) -> impl Iterator<Item = &[(u32, f32)]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.entries[start as usize..end as usize])
    }

    /// Rows become columns; entries of a new row are in the order of the old rows.
    pub(crate) fn transpose_into(&self, columns: usize, out: &mut Sparse) {
        self.fill_transposed(columns, out);
        out.find_equals();
    }

    /// Finds rows with equal entries: inputs that are the same in a whole batch, of which some networks have many. A row is
    /// held against the one before it, and against the last that another was equal to.
    fn find_equals(&mut self) {
        let Sparse { ends, entries, equals } = self;
        let row = |at: usize| {
            &entries[at.checked_sub(1).map_or(0, |before| ends[before] as usize)..ends[at] as usize]
        };
        equals.clear();
        let mut known = [0; 2];
        for at in 0..ends.len() {
            let equal = known.into_iter().find(|&other| row(other) == row(at));
            if let Some(other) = equal {
                known[0] = other;
            }
            known[1] = equal.unwrap_or(at);
            equals.push(known[1] as u32);
        }
    }

    fn fill_transposed(&self, columns: usize, out: &mut Sparse) {
        let ends = &mut out.ends;
        ends.clear();
        ends.resize(columns + 1, 0);
        // Where each new row begins, one place further on: after filling, that is where it ends.
        self.entries.iter().for_each(|&(column, _)| ends[column as usize + 1] += 1);
        (0..columns).for_each(|column| ends[column + 1] += ends[column]);
        out.entries.resize(self.entries.len(), (0, 0.0));
        for (row, entries) in self.rows().enumerate() {
            for &(column, value) in entries {
                let place = &mut ends[column as usize];
                out.entries[*place as usize] = (row as u32, value);
                *place += 1;
            }
        }
        ends.truncate(columns);
    }
}

/// `out = left * right`. Every sum is built in the order of the entries, and products are rounded before they are added:
/// all processors give the same bits.
pub(crate) fn multiply(left: &Sparse, right: &Matrix, out: &mut Matrix) {
    out.reshape(left.ends.len(), right.columns);
    run_widest(Multiply { left, right, out });
}

struct Multiply<'a> {
    left: &'a Sparse,
    right: &'a Matrix,
    out: &'a mut Matrix,
}

impl Kernel for Multiply<'_> {
    #[inline(always)]
    fn run(self) {
        let Multiply { left, right, out } = self;
        for (start, length) in panels(right.columns) {
            let from = &right.values[start * right.rows..][..length * right.rows];
            let to = &mut out.values[start * out.rows..][..length * out.rows];
            match length {
                PANEL => multiply_panel::<PANEL>(left, from, to),
                _ => multiply_panel::<NARROW>(left, from, to),
            }
        }
    }
}

#[inline(always)]
fn multiply_panel<const N: usize>(left: &Sparse, right: &[f32], out: &mut [f32]) {
    let (right, _) = right.as_chunks::<N>();
    let (out, _) = out.as_chunks_mut::<N>();
    for (at, entries) in left.rows().enumerate() {
        if let Some(&equal) = left.equals.get(at)
            && equal as usize != at
        {
            out[at] = out[equal as usize];
            continue;
        }
        let mut sums = [0.0; N];
        for &(row, factor) in entries {
            let row = &right[row as usize];
            for (sum, value) in sums.iter_mut().zip(row) {
                *sum += factor * value;
            }
        }
        out[at] = sums;
    }
}

#[cfg(test)]
impl Matrix {
    /// A matrix of rows with these values.
    pub(crate) fn from_rows(rows: &[impl AsRef<[f32]>]) -> Matrix {
        let mut matrix = Matrix::zeros(rows.len(), rows[0].as_ref().len());
        rows.iter().enumerate().for_each(|(at, row)| matrix.set_row(at, row.as_ref()));
        matrix
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figure(at: usize) -> f32 {
        ((at * 7919 % 1009) as f32 - 500.0) / 333.0
    }

    /// Every third value is 0.
    fn dense(rows: usize, columns: usize) -> Vec<Vec<f32>> {
        let value = |at: usize| if at.is_multiple_of(3) { 0.0 } else { figure(at) };
        (0..rows).map(|row| (0..columns).map(|column| value(row * columns + column)).collect()).collect()
    }

    fn rows(matrix: &Matrix) -> Vec<Vec<f32>> {
        let row = |row| {
            let mut values = Vec::new();
            matrix.copy_row(row, &mut values);
            values
        };
        (0..matrix.rows()).map(row).collect()
    }

    fn sparse(rows: &[Vec<f32>]) -> Sparse {
        let mut sparse = Sparse::default();
        let matrix = Matrix::from_rows(rows);
        for row in 0..matrix.rows() {
            sparse.push_row(0, &matrix, row);
            sparse.end_row();
        }
        sparse
    }

    fn transposed(rows: &[Vec<f32>]) -> Vec<Vec<f32>> {
        (0..rows[0].len()).map(|column| rows.iter().map(|row| row[column]).collect()).collect()
    }

    #[test]
    fn transposing_swaps_rows_and_columns() {
        for (count, columns) in [(1, 1), (5, 3), (70, 150), (81, 64), (64, 250)] {
            let wanted = transposed(&dense(count, columns));
            let mut out = Matrix::zeros(3, 200);
            out.values_mut().fill(7.0);
            Matrix::from_rows(&dense(count, columns)).transpose_into(0, &mut out);
            assert_eq!(rows(&out), wanted, "{count} times {columns}");
            let (mut other, left) = (Sparse::default(), sparse(&dense(count, columns)));
            left.transpose_into(columns, &mut other);
            assert_eq!(other.entries, sparse(&wanted).entries);
            assert_eq!(other.ends, sparse(&wanted).ends);
        }
        let mut out = Matrix::default();
        Matrix::from_rows(&dense(5, 3)).transpose_into(2, &mut out);
        assert_eq!(rows(&out), transposed(&dense(5, 3)[2..]));
    }

    /// The plain loop, compiled for any processor, and the definition, sum by sum in the same order.
    #[test]
    fn every_processor_gives_the_same_bits() {
        for (count, inner, columns) in [(1, 1, 1), (9, 70, 3), (33, 174, 250), (5, 20, 64)] {
            let (left, right) = (dense(count, inner), dense(inner, columns));
            let (mut asked, mut plain) = (Matrix::default(), Matrix::zeros(count, columns));
            multiply(&sparse(&left), &Matrix::from_rows(&right), &mut asked);
            Multiply { left: &sparse(&left), right: &Matrix::from_rows(&right), out: &mut plain }.run();
            assert_eq!(asked, plain);
            for (left, found) in left.iter().zip(rows(&plain)) {
                for (column, found) in found.iter().enumerate() {
                    let products = left.iter().zip(&right).filter(|(factor, _)| **factor != 0.0);
                    let wanted = products.fold(0.0, |sum, (factor, row)| sum + factor * row[column]);
                    assert_eq!(*found, wanted);
                }
            }
        }
    }

    /// Inputs that are the same in a whole batch are summed once; of those that differ in one row each is.
    #[test]
    fn equal_columns_are_summed_once_to_the_same_bits() {
        let value = |row: usize, column: usize| match column {
            0 | 3 | 4 | 9 => 0.5,
            5 | 7 => 0.0,
            _ if row == column => 1.0,
            _ if column == 8 => figure(row),
            _ => 0.5,
        };
        let left: Vec<Vec<f32>> =
            (0..9).map(|row| (0..10).map(|column| value(row, column)).collect()).collect();
        let (mut columns, right) = (Sparse::default(), Matrix::from_rows(&dense(9, 250)));
        sparse(&left).transpose_into(10, &mut columns);
        assert_eq!(columns.equals, [0, 1, 2, 0, 0, 5, 6, 7, 8, 0]);
        let (mut once, mut each) = (Matrix::default(), Matrix::default());
        multiply(&columns, &right, &mut once);
        multiply(&sparse(&transposed(&left)), &right, &mut each);
        assert_eq!(once, each);
    }
}
