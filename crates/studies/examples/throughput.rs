//! How many rows one thread trains per second of its own time: `cargo run --release -p studies --example throughput`.
//!
//! Stochastic gradient descent on 173-250-3 with batches of 32, 128 and 256. Every batch is gathered from shuffled rows
//! first, as `throughput.py` beside it does with PyTorch; both are to be run in the same minutes.
#![allow(clippy::print_stdout, reason = "a measurement that is run by hand")]

use studies::daihinmin::rank::{Optimizer, Trainer};
use table::Rng;

const WIDTHS: [usize; 3] = [173, 250, 3];
const ROWS: usize = 32_768;
/// One input in this many is 1, about as in the game.
const EVERY: u32 = 4;
/// Passes over all rows, of which the best counts: other work on the machine only slows it down.
const PASSES: usize = 5;

fn main() {
    let mut rng = Rng::new(1);
    let mut figure = || if rng.below(EVERY) == 0 { 1.0 } else { 0.0 };
    let rows: Vec<f32> = (0..ROWS * WIDTHS[0]).map(|_| figure()).collect();
    let answers: Vec<usize> = (0..ROWS).map(|_| rng.below(3) as usize).collect();
    let order: Vec<usize> = (0..ROWS).map(|_| rng.below(ROWS as u32) as usize).collect();
    for batch in [32, 128, 256] {
        let mut trainer = Trainer::new(&WIDTHS, Optimizer::Sgd, &mut Rng::new(2));
        let best = (0..PASSES).map(|_| seconds(&mut trainer, &rows, &answers, &order, batch));
        let best = best.fold(f64::INFINITY, f64::min);
        println!("batch {batch:4}: {:6.0} thousand rows a second", ROWS as f64 / best / 1000.0);
    }
}

/// Processor time of this thread so far, from Linux: other work on the machine counts less than by the clock.
fn own_seconds() -> f64 {
    let times =
        std::fs::read_to_string("/proc/thread-self/schedstat").expect("Linux tells the time of a thread");
    let nanoseconds = times.split(' ').next().and_then(|first| first.parse::<f64>().ok());
    nanoseconds.expect("its first figure is the time in nanoseconds") / 1e9
}

/// Processor seconds of one pass over all rows.
fn seconds(trainer: &mut Trainer, rows: &[f32], answers: &[usize], order: &[usize], batch: usize) -> f64 {
    let begun = own_seconds();
    for among in order.chunks(batch) {
        let gathered = among.iter().flat_map(|at| &rows[at * WIDTHS[0]..(at + 1) * WIDTHS[0]]).copied();
        let gathered: Vec<f32> = gathered.collect();
        let answers: Vec<usize> = among.iter().map(|&at| answers[at]).collect();
        trainer.fit(&gathered, &answers, 0.01);
    }
    own_seconds() - begun
}
