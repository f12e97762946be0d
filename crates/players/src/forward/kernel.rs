//! Sums of weighted rows: the arithmetic of a layer, compiled once for any processor and once for wide registers.
#![allow(unsafe_code)] // calls of functions whose processor was asked for

/// A loop over numbers that gains from wide registers, for [`run_widest`].
///
/// `run` is to be `#[inline(always)]`, and its sums are to have a fixed order: then every processor gives the same bits.
pub trait Kernel {
    /// Does the work.
    fn run(self);
}

/// Runs a kernel, compiled for the widest registers that this processor has.
pub fn run_widest(kernel: impl Kernel) {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx512f") {
        // SAFETY: the processor has just said that it knows these instructions.
        return unsafe { run_avx512(kernel) };
    } else if std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has just said that it knows these instructions.
        return unsafe { run_avx2(kernel) };
    }
    kernel.run();
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f")]
fn run_avx512(kernel: impl Kernel) {
    kernel.run();
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn run_avx2(kernel: impl Kernel) {
    kernel.run();
}

/// How many sums stay in registers while the rows go by.
const BLOCK: usize = 64;

/// Rows are padded to a multiple of it.
pub(super) const LANES: usize = 16;

/// Lays rows of weights out as they are read: the columns of one block of all rows, then those of the next. A block is
/// then one stretch of memory, which the processor fetches ahead.
pub(super) fn lay_out(rows: &[f32], width: usize) -> Vec<f32> {
    let mut laid = Vec::with_capacity(rows.len());
    for (start, length) in blocks(width) {
        laid.extend(rows.chunks_exact(width).flat_map(|row| &row[start..start + length]));
    }
    laid
}

/// Where blocks of columns begin, and how long they are.
fn blocks(width: usize) -> impl Iterator<Item = (usize, usize)> {
    let whole = width - width % BLOCK;
    let large = (0..whole).step_by(BLOCK).map(|start| (start, BLOCK));
    large.chain((whole..width).step_by(LANES).map(|start| (start, LANES)))
}

/// Adds `factor` times row `place` to the sums, for each pair in turn; the rows are laid out by [`lay_out`].
///
/// Every sum is built in the order of the pairs, and products are rounded before they are added: all processors give
/// the same bits.
pub(super) fn add_rows(sums: &mut [f32], laid: &[f32], weighted: impl Iterator<Item = (usize, f32)> + Clone) {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has just said that it knows these instructions.
        return unsafe { add_rows_wide(sums, laid, weighted) };
    }
    add_rows_by_blocks(sums, laid, weighted);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn add_rows_wide(sums: &mut [f32], laid: &[f32], weighted: impl Iterator<Item = (usize, f32)> + Clone) {
    add_rows_by_blocks(sums, laid, weighted);
}

#[inline(always)]
fn add_rows_by_blocks(sums: &mut [f32], laid: &[f32], weighted: impl Iterator<Item = (usize, f32)> + Clone) {
    let rows = laid.len() / sums.len();
    for (start, length) in blocks(sums.len()) {
        let (sums, laid) = (&mut sums[start..start + length], &laid[start * rows..(start + length) * rows]);
        match length {
            BLOCK => add_block::<BLOCK>(sums, laid, weighted.clone()),
            _ => add_block::<LANES>(sums, laid, weighted.clone()),
        }
    }
}

/// The sums of one block, few enough for the registers.
#[inline(always)]
fn add_block<const N: usize>(sums: &mut [f32], laid: &[f32], weighted: impl Iterator<Item = (usize, f32)>) {
    let sums: &mut [f32; N] = sums.try_into().expect("a block is so long");
    let mut held = *sums;
    for (place, factor) in weighted {
        let row: &[f32; N] = laid[place * N..][..N].try_into().expect("a block is so long");
        for (sum, weight) in held.iter_mut().zip(row) {
            *sum += factor * weight;
        }
    }
    *sums = held;
}

/// The product of two rows of equal length, a multiple of [`LANES`]; the same bits on all processors, too.
pub(super) fn product(left: &[f32], right: &[f32]) -> f32 {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has just said that it knows these instructions.
        return unsafe { product_wide(left, right) };
    }
    product_by_lanes(left, right)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn product_wide(left: &[f32], right: &[f32]) -> f32 {
    product_by_lanes(left, right)
}

#[inline(always)]
fn product_by_lanes(left: &[f32], right: &[f32]) -> f32 {
    let mut lanes = [0.0; LANES];
    for (left, right) in left.chunks_exact(LANES).zip(right.chunks_exact(LANES)) {
        for ((lane, left), right) in lanes.iter_mut().zip(left).zip(right) {
            *lane += left * right;
        }
    }
    lanes.iter().sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_processor_gives_the_same_bits() {
        let width = BLOCK + 2 * LANES;
        let rows: Vec<f32> = (0..7 * width).map(|at| ((at * 7919 % 1009) as f32 - 500.0) / 333.0).collect();
        let weighted = [(0, 1.0), (6, 0.3), (2, -1.7), (5, 1e-3)];
        let laid = lay_out(&rows, width);
        let (mut asked, mut plain) = (vec![0.1; width], vec![0.1; width]);
        add_rows(&mut asked, &laid, weighted.iter().copied());
        add_rows_by_blocks(&mut plain, &laid, weighted.iter().copied());
        assert_eq!(asked, plain);
        for (column, found) in plain.iter().enumerate() {
            let add = |sum: f32, &(place, by): &(usize, f32)| sum + by * rows[place * width + column];
            assert_eq!(*found, weighted.iter().fold(0.1, add), "column {column}");
        }
        let (left, right) = (&rows[..width], &rows[3 * width..4 * width]);
        assert_eq!(product(left, right), product_by_lanes(left, right));
    }
}
