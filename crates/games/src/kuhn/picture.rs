//! A view drawn: cards in a row, bets beneath.

use std::fmt::Write;

use table::{Game, Picture, PublicState, Scene, Seat, Turn};

use super::Kuhn;
use crate::svg::columns::{self, Column};
use crate::text::{columns as wide_of, padded};

/// What lies before a seat: its card if this observer may see it.
fn face(scene: &Scene<'_, Kuhn>, seat: Seat) -> String {
    let own = scene.view_of(seat).and_then(|view| view.private.card);
    let dealt = seat.index() < usize::from(scene.public.dealt);
    own.map_or(if dealt { "?" } else { " " }.to_string(), |card| card.to_string())
}

fn doing(scene: &Scene<'_, Kuhn>, seat: Seat) -> &'static str {
    // Japanese has a word of its own for the bets that follow the first one.
    let calls = scene.public.first_bet.is_some_and(|first| first != seat);
    match (scene.public.bets.contains(seat), scene.public.passes.contains(seat)) {
        (true, true) => {
            scene.lang.either("passed, then bet", if calls { "パスの後コール" } else { "パスの後ベット" })
        }
        (true, false) => scene.lang.either("bet", if calls { "コール" } else { "ベット" }),
        (false, true) => scene.lang.either("passed", "パス"),
        (false, false) => "",
    }
}

fn stake(scene: &Scene<'_, Kuhn>, seat: Seat) -> u8 {
    1 + u8::from(scene.public.bets.contains(seat))
}

fn column(scene: &Scene<'_, Kuhn>, seat: Seat) -> Column {
    let asked = matches!(scene.public.turn(), Turn::Seats(seats) if seats.contains(seat));
    let doing = match (asked, doing(scene, seat)) {
        (true, "") => scene.lang.either("is to act", "手番"),
        (_, doing) => doing,
    };
    Column {
        head: seat.to_string(),
        name: scene.name(seat).to_string(),
        face: face(scene, seat).trim().to_string(),
        stake: Some(stake(scene, seat)),
        doing: doing.to_string(),
        note: scene.note(seat).to_string(),
        asked,
    }
}

impl Picture for Kuhn {
    fn text(scene: &Scene<'_, Kuhn>) -> String {
        let names = Seat::all(scene.public.seats()).map(|seat| wide_of(scene.name(seat)));
        let wide = names.max().unwrap_or(0).max(8);
        let head = padded(scene.lang.either("seat", "席"), wide + 2);
        let mut out = format!("  {head} {}\n", scene.lang.either("card   in   has", "札     賭金 行動"));
        for seat in Seat::all(scene.public.seats()) {
            let (card, name) = (face(scene, seat), padded(scene.name(seat), wide));
            let (stake, doing) = (stake(scene, seat), padded(doing(scene, seat), 16));
            let row = format!("  {seat} {name} [{card}]    {stake}   {doing}  {}", scene.note(seat));
            writeln!(out, "{}", row.trim_end()).expect("a string takes everything");
        }
        out
    }

    fn svg(scene: &Scene<'_, Kuhn>) -> String {
        let seats: Vec<Column> = Seat::all(scene.public.seats()).map(|seat| column(scene, seat)).collect();
        columns::draw(scene.shape, scene.lang.either(Kuhn::NAME, "クーンポーカー"), &seats, &[])
    }
}
