//! Random numbers are fair.

use exams::chi_square_p;
use table::Rng;

#[test]
fn every_number_below_n_is_equally_likely() {
    let mut rng = Rng::new(1);
    let mut counts = [0.0; 7];
    (0..70_000).for_each(|_| counts[rng.below(7) as usize] += 1.0);
    assert!(chi_square_p(&counts, &[10_000.0; 7]) > 1e-6, "{counts:?}");
}

#[test]
fn bits_of_a_mask_are_equally_likely() {
    let mut rng = Rng::new(2);
    let mut counts = [0.0; 4];
    let place = |bit| [1, 4, 5, 63].iter().position(|&b| b == bit).unwrap();
    (0..40_000).for_each(|_| counts[place(rng.pick_bit(1 << 1 | 1 << 4 | 1 << 5 | 1 << 63))] += 1.0);
    assert!(chi_square_p(&counts, &[10_000.0; 4]) > 1e-6, "{counts:?}");
}

#[test]
fn weights_are_kept() {
    let mut rng = Rng::new(3);
    let mut counts = [0.0; 3];
    (0..40_000).for_each(|_| counts[rng.weighted(&[1.0, 0.0, 3.0])] += 1.0);
    assert_eq!(counts[1], 0.0);
    assert!(chi_square_p(&[counts[0], counts[2]], &[10_000.0, 30_000.0]) > 1e-6, "{counts:?}");
}
