//! Batches step alike from Rust and from Python: both compare what they see with one file.

use catalog::{AnyBatch, BatchOptions, open_batch};
use games::GAMES;
use table::{Digest, Reset, Spec};

/// What `python/tests/test_batch.py` compares with, too.
const KEPT: &str = include_str!("../../../../python/tests/batch.txt");

/// The digest of all rows and rewards of 8 tables, where the first legal id is chosen 40 times.
fn digest(game: &str, seats: usize) -> String {
    let options = BatchOptions { tables: 8, series: None, seed: 5, reset: Reset::NextStep };
    let mut batch = open_batch(&Spec::named(game), seats, options).unwrap();
    let mut rows = vec![0.0; 8 * batch.width()];
    let mut digest = Digest::new();
    for _ in 0..40 {
        let ids = first_ids(batch.as_ref());
        batch.step(&ids).unwrap();
        batch.observe(&mut rows);
        rows.iter().chain(batch.rewards()).for_each(|figure| digest.write(&figure.to_le_bytes()));
    }
    format!("{game} {digest}")
}

fn first_ids(batch: &dyn AnyBatch) -> Vec<u32> {
    let legal = |ends: &[u32]| batch.legal()[ends[0] as usize..ends[1] as usize].first().copied();
    batch.offsets().windows(2).map(|ends| legal(ends).unwrap_or(0)).collect()
}

#[test]
fn batches_are_what_python_sees() {
    let now: Vec<String> = GAMES.iter().map(|game| digest(game.name, game.seats.0)).collect();
    assert_eq!(now, KEPT.lines().collect::<Vec<_>>(), "see `python/tests/batch.txt`");
}
