//! How long it takes to find every meld, averaged over the positions of the archived games, and how many random games
//! a second one thread plays: `cargo run --release -p games --example daihinmin_moves`.
#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "a measurement that is run by hand")]

use std::hint::black_box;
use std::time::Instant;

use games::Daihinmin;
use games::daihinmin::{Action, CardSet, Chance, Phase, TableState, each_meld};
use table::{Event, Game, Hidden, Notation, PublicState, Rng, Seat, Turn, View};

#[allow(dead_code, reason = "it belongs to the tests, which read more of a log")]
#[path = "../tests/games/daihinmin/log.rs"]
mod log;

/// Every position in which somebody was asked: the hand and the table.
fn positions(file: &str) -> Vec<(CardSet, TableState)> {
    let first = Daihinmin::read_rules(&"daihinmin".parse().unwrap(), 5).unwrap();
    let (mut positions, mut last) = (Vec::new(), None);
    for (number, logged) in log::read(file).iter().enumerate() {
        let mut game = Daihinmin::new(&Daihinmin::next_rules(&first, number as u32, last.as_ref()));
        if game.public().phase == Phase::Order {
            game.apply(&Event::Chance(Chance::Order(logged.order)));
        }
        if game.public().phase == Phase::First {
            game.apply(&Event::Chance(Chance::First(logged.dealt_first())));
        }
        game.apply(&Event::Chance(Chance::Deal(logged.hands)));
        for &(from, _, cards) in
            logged.gifts.iter().filter(|gift| game.public().giving.contains(gift.0)).collect::<Vec<_>>()
        {
            game.apply(&Event::Act(from, Action::Give(cards)));
        }
        for (seat, submitted) in &logged.plays {
            let (hand, table) = (game.private(*seat).hand, game.public().table);
            positions.push((hand, table));
            let play = submitted.meld().filter(|&meld| hand.covers(submitted.cards()) && table.takes(meld));
            game.apply(&Event::Act(*seat, play.map_or(Action::Pass, Action::Play)));
        }
        last = Some(*game.public());
    }
    positions
}

fn main() {
    let positions: Vec<_> =
        ["mixed-1", "mixed-2", "mixed-3", "mixed-4"].iter().flat_map(|file| positions(file)).collect();
    let mut out = Vec::with_capacity(4096);
    for _ in 0..3 {
        let (begun, mut found) = (Instant::now(), 0);
        for (hand, table) in &positions {
            out.clear();
            out.push(Action::Pass);
            each_meld(*hand, table, |meld| out.push(Action::Play(meld)));
            found += black_box(&out).len();
        }
        let nanos = begun.elapsed().as_nanos() as f64 / positions.len() as f64;
        println!("{} positions, {found} actions, {nanos:.1} ns a position", positions.len());
    }
    for spec in ["daihinmin", "daihinmin(ranks=CBDEA)"] {
        random_games(spec);
    }
    imagined();
}

fn random_games(spec: &str) {
    let rules = Daihinmin::read_rules(&spec.parse().unwrap(), 5).unwrap();
    let (mut rng, mut scratch, begun, mut events) = (Rng::new(1), Vec::new(), Instant::now(), 0);
    let games = 200_000;
    for _ in 0..games {
        let mut game = Daihinmin::new(&rules);
        loop {
            let event = match game.public().turn() {
                Turn::Over => break,
                Turn::Chance => Event::Chance(game.draw(&mut rng)),
                Turn::Seats(set) => {
                    let seat = set.first().unwrap();
                    Event::Act(seat, Daihinmin::random_action(game.view(seat), &mut rng, &mut scratch))
                }
            };
            game.apply(&event);
            events += 1;
        }
    }
    let seconds = begun.elapsed().as_secs_f64();
    println!("{spec}: {:.0} random games a second, {} events a game", games as f64 / seconds, events / games);
}

/// How long it takes to imagine a world, by rank and by how many cards were played.
fn imagined() {
    let rules = Daihinmin::read_rules(&"daihinmin(ranks=ABCDE)".parse().unwrap(), 5).unwrap();
    let (mut rng, mut scratch) = (Rng::new(2), Vec::new());
    let mut nanos = [[0.0f64; 5]; 4];
    let (mut counts, mut worst) = ([0.0; 4], 0.0f64);
    for _ in 0..100 {
        let mut game = Daihinmin::new(&rules);
        while game.public().turn() != Turn::Over {
            let event = match game.public().turn() {
                Turn::Chance => Event::Chance(game.draw(&mut rng)),
                Turn::Seats(set) => {
                    let seat = set.first().unwrap();
                    Event::Act(seat, Daihinmin::random_action(game.view(seat), &mut rng, &mut scratch))
                }
                Turn::Over => break,
            };
            game.apply(&event);
            if game.public().phase != Phase::Play {
                continue;
            }
            let part = game.public().seen_cards().len() / 14;
            counts[part] += 1.0;
            for seat in Seat::all(5) {
                let view: View<'_, Daihinmin> = game.view(seat);
                let begun = Instant::now();
                for _ in 0..4 {
                    black_box(Daihinmin::imagine(view, &mut rng));
                }
                let each = begun.elapsed().as_nanos() as f64 / 4.0;
                nanos[part][seat.index()] += each;
                worst = worst.max(each);
            }
        }
    }
    for part in 0..4 {
        let row: Vec<String> =
            nanos[part].iter().map(|sum| format!("{:.1}", sum / counts[part] / 1000.0)).collect();
        println!("{} to {} cards played: {} µs a world by rank", part * 14, part * 14 + 13, row.join(" "));
    }
    println!("slowest four worlds: {:.0} µs each", worst / 1000.0);
}
