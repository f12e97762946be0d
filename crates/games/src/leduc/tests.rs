//! Leduc poker sits the exams.

use exams::{check, chi_square_p, perft, scenarios, secrecy};
use table::{BySeat, Event, Game, Hidden, Rng, Scene, Seat};

use super::*;

#[test]
fn conforms() {
    check::<Leduc>(&Rules, 0..200).unwrap();
}

#[test]
fn keeps_secrets() {
    assert_eq!(secrecy::<Leduc>(&Rules, 1).unwrap().states, 9_457);
}

#[test]
fn plays_by_the_book() {
    let demands = scenarios::<Leduc>(include_str!("../../tests/rules/leduc.md")).unwrap();
    assert!(demands >= 40, "{demands}");
}

#[test]
fn counts_as_published() {
    // OpenSpiel 2.0.2: leduc_poker, suits told apart.
    let counts = perft::<Leduc>(&Rules);
    assert_eq!((counts.histories, counts.terminals), (9_457, 5_520));
    assert_eq!(counts.information_sets, BySeat::new(2, 468));
}

#[test]
fn deals_every_card_alike() {
    let mut counts = [0.0; 36];
    for seed in 0..30_000 {
        let mut rng = Rng::new(seed);
        let mut game = Leduc::new(&Rules);
        let places = [(); 2].map(|()| {
            let deal = game.draw(&mut rng);
            game.apply(&Event::Chance(deal));
            let Chance::Deal(_, card) = deal else { panic!("two cards are dealt first") };
            usize::from(card.rank * 2 + card.suit)
        });
        counts[places[0] * 6 + places[1]] += 1.0;
    }
    let expected: Vec<f64> = (0..36).map(|i| if i / 6 == i % 6 { 0.0 } else { 1000.0 }).collect();
    assert!(chi_square_p(&counts, &expected) > 1e-6, "{counts:?}");
}

#[test]
fn is_drawn_as_its_seat_sees_it() {
    let mut game = Leduc::new(&Rules);
    for event in
        ["deal A Q1", "deal B K2", "A calls", "B raises", "A calls", "flop Q2", "A raises"].map(str::parse)
    {
        game.apply(&event.unwrap());
    }
    let text = <Leduc as table::Picture>::text(&Scene::of(game.view(Seat::new(1))));
    let wanted = [
        "  seat       card   in",
        "  A          [? ]    7",
        "  B you      [K2]    3",
        "  before   A calls, B raises, A calls",
        "  flop [Q2] A raises",
    ];
    assert_eq!(text.lines().collect::<Vec<_>>(), wanted);
}
