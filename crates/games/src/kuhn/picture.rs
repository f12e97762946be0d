//! A view drawn: cards in a row, bets beneath.

use std::fmt::Write;

use table::{Picture, PublicState, Scene, Seat};

use super::Kuhn;

/// What lies before a seat: its card if this eye may see it.
fn face(scene: &Scene<'_, Kuhn>, seat: Seat) -> String {
    let own = scene.view.filter(|view| view.seat == seat).and_then(|view| view.private.card);
    let dealt = seat.index() < usize::from(scene.public.dealt);
    own.map_or(if dealt { "?" } else { " " }.to_string(), |card| card.to_string())
}

fn doing(scene: &Scene<'_, Kuhn>, seat: Seat) -> &'static str {
    match (scene.public.bets.contains(seat), scene.public.passes.contains(seat)) {
        (true, true) => "passed, then bet",
        (true, false) => "bet",
        (false, true) => "passed",
        (false, false) => "",
    }
}

impl Picture for Kuhn {
    fn text(scene: &Scene<'_, Kuhn>) -> String {
        let mut out = String::from("  seat       card   in   has\n");
        for seat in Seat::all(scene.public.seats()) {
            let (card, name) = (face(scene, seat), scene.name(seat));
            let stake = 1 + u8::from(scene.public.bets.contains(seat));
            let row = format!(
                "  {seat} {name:<8} [{card}]    {stake}   {:<16}  {}",
                doing(scene, seat),
                scene.note(seat)
            );
            writeln!(out, "{}", row.trim_end()).expect("a string takes everything");
        }
        out
    }

    fn svg(scene: &Scene<'_, Kuhn>) -> String {
        let width = 20 + 110 * scene.public.seats();
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} 190\" font-family=\"sans-serif\" text-anchor=\"middle\">"
        );
        for seat in Seat::all(scene.public.seats()) {
            let (x, card, doing) = (20 + 110 * seat.index(), face(scene, seat), doing(scene, seat));
            let middle = x + 45;
            let parts = format!(
                "<rect x=\"{x}\" y=\"30\" width=\"90\" height=\"126\" rx=\"9\" fill=\"#fff\" stroke=\"#555\"/>\
                 <text x=\"{middle}\" y=\"20\" font-size=\"14\" fill=\"currentColor\">{seat}</text>\
                 <text x=\"{middle}\" y=\"108\" font-size=\"42\" fill=\"#222\">{card}</text>\
                 <text x=\"{middle}\" y=\"178\" font-size=\"13\" fill=\"currentColor\">{doing}</text>"
            );
            out.push_str(&parts);
            if !scene.note(seat).is_empty() {
                let note = crate::svg::escape(scene.note(seat));
                out +=
                    &format!("<text x=\"{middle}\" y=\"148\" font-size=\"11\" fill=\"#555\">{note}</text>");
            }
        }
        out + "</svg>"
    }
}
