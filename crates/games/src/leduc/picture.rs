//! A view drawn: both hands and the card turned up in a row, the bets beneath.

use std::fmt::Write;

use table::{Picture, Scene, Seat};

use super::public::SEATS;
use super::{Betting, Leduc};

/// What lies before a seat: its card if this eye may see it.
fn face(scene: &Scene<'_, Leduc>, seat: Seat) -> String {
    let own = scene.view.filter(|view| view.seat == seat).and_then(|view| view.private.card);
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
        let mut out = String::from("  seat       card   in\n");
        for seat in Seat::all(SEATS) {
            let (card, name, stake) = (face(scene, seat), scene.name(seat), scene.public.stakes[seat]);
            writeln!(out, "  {seat} {name:<8} [{card:^2}]   {stake:>2}").expect("a string takes everything");
        }
        let [first, second] = scene.public.rounds.each_ref().map(told);
        for row in [format!("  before   {first}"), format!("  flop [{:^2}] {second}", flop(scene))] {
            writeln!(out, "{}", row.trim_end()).expect("a string takes everything");
        }
        out
    }

    fn svg(scene: &Scene<'_, Leduc>) -> String {
        let mut out = String::from(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 350 220\" font-family=\"sans-serif\" text-anchor=\"middle\">",
        );
        let hand = |seat| (format!("{seat}"), face(scene, seat), format!("in {}", scene.public.stakes[seat]));
        let [a, b] = [Seat::new(0), Seat::new(1)].map(hand);
        let middle = ("flop".to_string(), flop(scene), String::new());
        for (place, (above, card, below)) in [a, middle, b].iter().enumerate() {
            out += &card_svg(20 + 110 * place, above, card, below);
        }
        for (y, round) in [196, 212].into_iter().zip(&scene.public.rounds) {
            let told = told(round);
            out += &format!("<text x=\"175\" y=\"{y}\" font-size=\"12\" fill=\"currentColor\">{told}</text>");
        }
        out + "</svg>"
    }
}

/// One card with a word above and one below.
fn card_svg(x: usize, above: &str, card: &str, below: &str) -> String {
    let middle = x + 45;
    format!(
        "<rect x=\"{x}\" y=\"30\" width=\"90\" height=\"126\" rx=\"9\" fill=\"#fff\" stroke=\"#555\"/>\
         <text x=\"{middle}\" y=\"20\" font-size=\"14\" fill=\"currentColor\">{above}</text>\
         <text x=\"{middle}\" y=\"106\" font-size=\"38\" fill=\"#222\">{card}</text>\
         <text x=\"{middle}\" y=\"176\" font-size=\"13\" fill=\"currentColor\">{below}</text>"
    )
}
