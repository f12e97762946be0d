//! Batches step alike from Rust and from Python: both compare what they see with one file.

use catalog::{AnyBatch, BatchOptions, BatchRows, open_batch};
use games::GAMES;
use table::{Digest, Spec};

/// What `python/tests/test_batch.py` compares with, too.
const KEPT: &str = include_str!("../../../../python/tests/batch.txt");

/// The digest of all rows and rewards of 8 tables, where the first legal id is chosen 40 times.
fn digest(game: &str, seats: usize) -> String {
    let options = BatchOptions { seed: 5, ..BatchOptions::new(8) };
    let mut batch = open_batch(&Spec::named(game), seats, options).unwrap();
    let mut obs = vec![0.0; 8 * batch.facts().width];
    let mut rewards = vec![0.0; 8 * seats];
    let mut digest = Digest::new();
    for _ in 0..40 {
        let ids = first_ids(batch.as_ref());
        let rows = BatchRows { obs: Some(&mut obs), rewards: Some(&mut rewards), ..BatchRows::default() };
        batch.step(&ids, rows).unwrap();
        obs.iter().chain(&rewards).for_each(|figure| digest.write(&figure.to_le_bytes()));
    }
    format!("{game} {digest}")
}

fn first_ids(batch: &dyn AnyBatch) -> Vec<u32> {
    let (mut ids, mut offsets) = (Vec::new(), Vec::new());
    batch.legal(&mut ids, &mut offsets);
    let legal = |ends: &[u32]| ids[ends[0] as usize..ends[1] as usize].first().copied();
    offsets.windows(2).map(|ends| legal(ends).unwrap_or(0)).collect()
}

#[test]
fn batches_are_what_python_sees() {
    let now: Vec<String> = GAMES.iter().map(|game| digest(game.name, game.seats.0)).collect();
    assert_eq!(now, KEPT.lines().collect::<Vec<_>>(), "see `python/tests/batch.txt`");
}
