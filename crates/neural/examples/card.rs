//! Training on a graphics card: how long the first step takes, how many rows a second follow, and how far the outputs
//! are from those of our own pass with the same weights on the processor.
//! `CUDARC_CUDA_VERSION=13000 cargo run --release -p neural --features cuda --example card`
#![allow(clippy::print_stdout, reason = "a measurement that is run by hand")]

use std::time::{Duration, Instant};

use agents::forward::{Header, Network, Weights, Work};
use neural::{Device, Method, Trainer};
use table::Rng;

/// Layers and batch.
const TRIED: [(&[usize], usize); 3] =
    [(&[226, 500, 3], 256), (&[226, 500, 3], 8192), (&[226, 2048, 2048, 3], 8192)];
/// How long steps are taken before they count, and while they do.
const SECONDS: u64 = 8;
/// How many rows are compared.
const COMPARED: usize = 256;

fn main() {
    for (widths, batch) in TRIED {
        for device in [Device::Cuda, Device::Cpu] {
            match Trainer::on(device, widths, Method::Sgd, &mut Rng::new(2)) {
                Ok(trainer) => measure(trainer, device, widths, batch),
                Err(why) => println!("{device:?}: {why}"),
            }
        }
    }
}

fn measure(mut trainer: Trainer, device: Device, widths: &[usize], batch: usize) {
    let mut rng = Rng::new(1);
    let mut figure = || if rng.below(4) == 0 { 1.0 } else { 0.0 };
    let rows: Vec<f32> = (0..batch * widths[0]).map(|_| figure()).collect();
    let answers: Vec<i64> = (0..batch).map(|_| i64::from(rng.below(3))).collect();
    let begun = Instant::now();
    trainer.fit(rows.clone(), &answers, 0.01);
    let first = begun.elapsed().as_secs_f64();
    steps(&mut trainer, &rows, &answers);
    let (count, seconds) = steps(&mut trainer, &rows, &answers);
    let a_second = f64::from(count) / seconds;
    println!(
        "{device:?} {widths:?} batch {batch}: first step {first:.1} s, then {a_second:.0} steps, {:.0} thousand rows a second",
        a_second * batch as f64 / 1000.0
    );
    println!("    outputs differ from our own by at most {:.1e}", difference(&trainer, &rows, widths[0]));
}

/// Takes steps for a while: how many, in how many seconds.
fn steps(trainer: &mut Trainer, rows: &[f32], answers: &[i64]) -> (u32, f64) {
    let (begun, mut count) = (Instant::now(), 0);
    while begun.elapsed() < Duration::from_secs(SECONDS) {
        trainer.fit(rows.to_vec(), answers, 0.01);
        count += 1;
    }
    (count, begun.elapsed().as_secs_f64())
}

fn difference(trainer: &Trainer, rows: &[f32], width: usize) -> f32 {
    let theirs = trainer.outputs(rows[..COMPARED * width].to_vec(), COMPARED);
    let network = Network::new(&Weights { header: Header::default(), layers: trainer.weights() });
    let (mut work, mut most) = (Work::default(), 0.0_f32);
    for (row, theirs) in rows.chunks(width).zip(theirs.chunks(3)) {
        let ours = network.dense(row, &mut work);
        most = ours.iter().zip(theirs).fold(most, |most, (ours, theirs)| most.max((ours - theirs).abs()));
    }
    most
}
