//! A view drawn: both hands and the card turned up in a row, the bets beneath.

use std::fmt::Write;

use table::{Picture, Scene, Seat};

use super::options::SEATS;
use super::{Betting, Leduc};
use crate::svg::{MIDDLE, Svg};

/// What lies before a seat: its card if this observer may see it.
fn face(scene: &Scene<'_, Leduc>, seat: Seat) -> String {
    let own = scene.view_of(seat).and_then(|view| view.private.card);
    let dealt = seat.index() < usize::from(scene.public.dealt);
    own.map_or(if dealt { "?" } else { "" }.to_string(), |card| card.to_string())
}

/// The card turned up.
fn flop(scene: &Scene<'_, Leduc>) -> String {
    scene.public.flop.map_or(String::new(), |card| card.to_string())
}

/// A round in words: `A calls, B raises`.
fn told(round: &Betting) -> String {
    let seats = Seat::all(SEATS).cycle();
    seats.zip(round.actions()).map(|(seat, action)| format!("{seat} {action}")).collect::<Vec<_>>().join(", ")
}

impl Picture for Leduc {
    fn text(scene: &Scene<'_, Leduc>) -> String {
        let names = Seat::all(SEATS).map(|seat| scene.name(seat).chars().count());
        let wide = names.max().unwrap_or(0).max(8);
        let mut out = format!("  {:<1$} card   in\n", "seat", wide + 2);
        for seat in Seat::all(SEATS) {
            let (card, name, stake) = (face(scene, seat), scene.name(seat), scene.public.stakes[seat]);
            writeln!(out, "  {seat} {name:<wide$} [{card:^2}]   {stake:>2}")
                .expect("a string takes everything");
        }
        let [first, second] = scene.public.rounds.each_ref().map(told);
        for row in [format!("  before   {first}"), format!("  flop [{:^2}] {second}", flop(scene))] {
            writeln!(out, "{}", row.trim_end()).expect("a string takes everything");
        }
        out
    }

    fn svg(scene: &Scene<'_, Leduc>) -> String {
        let mut sheet = Svg::new(350, 220);
        for (seat, x) in Seat::all(SEATS).zip([20, 240]) {
            let stake = format!("in {}", scene.public.stakes[seat]);
            sheet.playing_card((x, 30), seat, face(scene, seat), stake);
        }
        sheet.playing_card((130, 30), "flop", flop(scene), "");
        for (y, round) in [196, 212].into_iter().zip(&scene.public.rounds) {
            sheet.text((175, y), 12, MIDDLE, told(round));
        }
        sheet.finish()
    }
}
