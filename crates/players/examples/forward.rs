//! How long one row of the paper's evaluator B (226-500-3) takes, in nanoseconds of one thread:
//! `cargo run --release -p players --example forward`.
//!
//! A row without a 0, a row as the game gives it (56 inputs and the constant half of every submitted card), the same by
//! the list of those that are not 0 (the constant ones folded into the bias), and one submission of four cards on top
//! of sums that stand. With an argument, `full`, `dense`, `list` or `change`, that way alone is run as often as the
//! second one says: for counting instructions.
#![allow(clippy::print_stdout, reason = "a measurement that is run by hand")]

use std::hint::black_box;
use std::time::Instant;

use players::daihinmin::Inputs;
use players::forward::{Dense, Network, PassBuffers, Sums, Weights, WeightsHeader};
use table::Rng;

const INPUTS: usize = 226;
const HIDDEN: usize = 500;
/// How many inputs of a row are not 0 beside the constant ones, and how many change from one submission to the next.
const ACTIVE: usize = 56;
const CHANGED: usize = 4;
const ROWS: usize = 256;
/// The number of rounds, of which the best counts: other work on the machine only slows down.
const ROUNDS: usize = 200;

struct Bench {
    plain: Network,
    folded: Network,
    full: Vec<f32>,
    rows: Vec<Vec<f32>>,
    lists: Vec<Vec<(u16, f32)>>,
    sums: Sums,
    work: PassBuffers,
}

fn layer(inputs: usize, outputs: usize, rng: &mut Rng) -> Dense {
    let mut draw = |count: usize| (0..count).map(|_| (rng.f64() - 0.5) as f32 / 8.0).collect();
    Dense { inputs, outputs, weights: draw(inputs * outputs), bias: draw(outputs) }
}

/// The number of different places.
fn list(rng: &mut Rng, count: usize) -> Vec<(u16, f32)> {
    let mut places: Vec<u16> = (0..INPUTS as u16).collect();
    for at in 0..count {
        let other = at + rng.below((INPUTS - at) as u32) as usize;
        places.swap(at, other);
    }
    places.truncate(count);
    places.sort_unstable();
    places.into_iter().map(|place| (place, 1.0)).collect()
}

fn row(list: &[(u16, f32)]) -> Vec<f32> {
    let mut row = vec![0.0; INPUTS];
    let constant = Inputs::Submission.constant();
    list.iter().chain(&constant).for_each(|&(place, figure)| row[usize::from(place)] += figure);
    row
}

impl Bench {
    fn new() -> Bench {
        let mut rng = Rng::new(1);
        let layers = vec![layer(INPUTS, HIDDEN, &mut rng), layer(HIDDEN, 3, &mut rng)];
        let plain = Network::new(&Weights { header: WeightsHeader::default(), layers });
        let mut folded = plain.clone();
        folded.fold(&Inputs::Submission.constant());
        let lists: Vec<_> = (0..ROWS).map(|_| list(&mut rng, ACTIVE)).collect();
        let (rows, sums) = (lists.iter().map(|list| row(list)).collect(), folded.sums(&lists[0]));
        Bench { plain, folded, full: vec![0.5; INPUTS], rows, lists, sums, work: PassBuffers::default() }
    }

    fn once(&mut self, way: &str, at: usize) {
        let Bench { plain, folded, full, rows, lists, sums, work } = self;
        let outputs = match way {
            "full" => plain.dense(black_box(full), work),
            "dense" => plain.dense(black_box(&rows[at]), work),
            "list" => folded.sparse(black_box(&lists[at]), work),
            _ => folded.finish_with(sums, black_box(&lists[at][..CHANGED]), work),
        };
        black_box(outputs);
    }
}

fn main() {
    let mut bench = Bench::new();
    let mut arguments = std::env::args().skip(1);
    if let Some(way) = arguments.next() {
        let times: usize = arguments.next().and_then(|times| times.parse().ok()).unwrap_or(1000);
        return (0..times).for_each(|at| bench.once(&way, at % ROWS));
    }
    for way in ["full", "dense", "list", "change"] {
        let mut best = f64::INFINITY;
        for _ in 0..ROUNDS {
            let begun = Instant::now();
            (0..ROWS).for_each(|at| bench.once(way, at));
            best = best.min(begun.elapsed().as_secs_f64() / ROWS as f64);
        }
        println!("{way:6} {:6.0} ns a row", best * 1e9);
    }
}
