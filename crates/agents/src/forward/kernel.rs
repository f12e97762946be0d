//! Sums of weighted rows: the arithmetic of a layer, compiled once for any processor and once for wide registers.
#![allow(unsafe_code)] // one call of a function whose processor was asked for

/// How many sums stay in registers while the rows go by.
const BLOCK: usize = 64;

/// Rows are padded to a multiple of it.
pub(super) const LANES: usize = 16;

/// Adds `factor` times row `place` of `rows` to the sums, for each pair in turn.
///
/// Every sum is built in the order of the pairs, and products are rounded before they are added: all processors give
/// the same bits.
pub(super) fn add_rows(sums: &mut [f32], rows: &[f32], weighted: impl Iterator<Item = (usize, f32)> + Clone) {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has just said that it knows these instructions.
        return unsafe { add_rows_wide(sums, rows, weighted) };
    }
    add_rows_by_blocks(sums, rows, weighted);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn add_rows_wide(sums: &mut [f32], rows: &[f32], weighted: impl Iterator<Item = (usize, f32)> + Clone) {
    add_rows_by_blocks(sums, rows, weighted);
}

#[inline(always)]
fn add_rows_by_blocks(sums: &mut [f32], rows: &[f32], weighted: impl Iterator<Item = (usize, f32)> + Clone) {
    let width = sums.len();
    let whole = width - width % BLOCK;
    for start in (0..whole).step_by(BLOCK) {
        add_block::<BLOCK>(sums, rows, start, weighted.clone());
    }
    for start in (whole..width).step_by(LANES) {
        add_block::<LANES>(sums, rows, start, weighted.clone());
    }
}

/// The sums from `start` on, so many that they fit into registers.
#[inline(always)]
fn add_block<const N: usize>(
    sums: &mut [f32],
    rows: &[f32],
    start: usize,
    weighted: impl Iterator<Item = (usize, f32)>,
) {
    let width = sums.len();
    let block: &mut [f32; N] = (&mut sums[start..start + N]).try_into().expect("a block is so long");
    let mut held = *block;
    for (place, factor) in weighted {
        let from = place * width + start;
        let row: &[f32; N] = rows[from..from + N].try_into().expect("a block is so long");
        for (sum, weight) in held.iter_mut().zip(row) {
            *sum += factor * weight;
        }
    }
    *block = held;
}

/// The product of two rows of equal length, a multiple of [`LANES`].
pub(super) fn product(left: &[f32], right: &[f32]) -> f32 {
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
        let (mut asked, mut plain) = (vec![0.1; width], vec![0.1; width]);
        add_rows(&mut asked, &rows, weighted.iter().copied());
        add_rows_by_blocks(&mut plain, &rows, weighted.iter().copied());
        assert_eq!(asked, plain);
        let by_hand: f32 = weighted.iter().fold(0.1, |sum, &(place, by)| sum + by * rows[place * width + 70]);
        assert_eq!(plain[70], by_hand);
    }
}
