//! Solves Leduc poker: how the value and the exploitability go on with the iterations of CFR+.
//!
//! `cargo run --release -p search --example leduc -- 10000`
#![allow(clippy::print_stdout)]

use std::ops::ControlFlow;

use games::leduc::{Leduc, Rules};
use search::exact::{CfrPlus, Stakes, TooLarge, Tree};
use table::Seat;

fn main() -> Result<(), TooLarge> {
    let iterations = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(1_000);
    let tree = Tree::<Leduc>::build(&Rules, Stakes::Points, 10_000)?;
    println!("iterations   value of A   exploitability");
    let mut next = 10;
    CfrPlus::new(&tree).run(iterations, 10, |cfr| {
        if cfr.iterations() == next || cfr.iterations() == iterations {
            let policy = cfr.average();
            let (value, off) = (tree.values(&policy)[Seat::new(0)], tree.exploitability(&policy));
            println!("{:>10} {value:>12.9} {off:>16.9}", cfr.iterations());
            next *= 10;
        }
        ControlFlow::Continue(())
    });
    Ok(())
}
