//! The number of playouts of `mc` one thread plays a second, from the first turn of deals without ranks on:
//! `cargo run --release -p players --example daihinmin_playouts`.
#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "a measurement that is run by hand")]

use std::time::Instant;

use games::Daihinmin;
use games::daihinmin::Phase;
use players::daihinmin::{EndgameSolver, Playouts};
use search::playout::Playout;
use table::{Event, Game, Hidden, Notation, Rng, Seat};

const PLAYOUTS: u32 = 200_000;

fn main() {
    let rules = Daihinmin::read_rules(&"daihinmin".parse().unwrap(), 5).unwrap();
    let mut rng = Rng::new(0);
    let dealt: Vec<Daihinmin> = (0..1_000).map(|_| dealt(Daihinmin::new(&rules), &mut rng)).collect();
    for (name, guided, solver) in [
        ("rule, the last two solved", true, Some(EndgameSolver::default())),
        ("rule", true, None),
        ("random", false, None),
    ] {
        let mut playouts = Playouts::new(guided, solver);
        let begun = Instant::now();
        for number in 0..PLAYOUTS {
            if number % 1_000 == 0 {
                playouts.forget();
            }
            let mut game = dealt[number as usize % dealt.len()];
            playouts.finish(&mut game, Seat::new(0), &mut rng);
        }
        let second = f64::from(PLAYOUTS) / begun.elapsed().as_secs_f64();
        println!("{name:28} {second:.0} playouts a second");
    }
}

fn dealt(mut game: Daihinmin, rng: &mut Rng) -> Daihinmin {
    while game.public().phase != Phase::Play {
        game.apply(&Event::Chance(game.draw(rng)));
    }
    game
}
