//! A view drawn: cards in a row, bets beneath.

use std::fmt::Write;

use table::{Picture, PublicState, Scene, Seat};

use super::Kuhn;
use crate::svg::{MIDDLE, Svg};

/// What lies before a seat: its card if this observer may see it.
fn face(scene: &Scene<'_, Kuhn>, seat: Seat) -> String {
    let own = scene.view_of(seat).and_then(|view| view.private.card);
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
        let names = Seat::all(scene.public.seats()).map(|seat| scene.name(seat).chars().count());
        let wide = names.max().unwrap_or(0).max(8);
        let mut out = format!("  {:<1$} card   in   has\n", "seat", wide + 2);
        for seat in Seat::all(scene.public.seats()) {
            let (card, name) = (face(scene, seat), scene.name(seat));
            let stake = 1 + u8::from(scene.public.bets.contains(seat));
            let row = format!(
                "  {seat} {name:<wide$} [{card}]    {stake}   {:<16}  {}",
                doing(scene, seat),
                scene.note(seat)
            );
            writeln!(out, "{}", row.trim_end()).expect("a string takes everything");
        }
        out
    }

    fn svg(scene: &Scene<'_, Kuhn>) -> String {
        let mut sheet = Svg::new(20 + 110 * scene.public.seats() as i32, 190);
        for seat in Seat::all(scene.public.seats()) {
            let x = 20 + 110 * seat.index() as i32;
            sheet.playing_card((x, 30), seat, face(scene, seat), doing(scene, seat));
            if !scene.note(seat).is_empty() {
                sheet.text((x + 45, 148), 11, &format!("fill='#555' {MIDDLE}"), scene.note(seat));
            }
        }
        sheet.finish()
    }
}
