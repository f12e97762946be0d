//! A view drawn: who sits in which order with how many cards, the table, the own hand by strength.

mod svg;
mod text;

use table::{Lang, Notation, Picture, PublicState, Scene, Seat, Turn, View};

use super::cards::CardSet;
use super::public::Phase;
use super::{Daihinmin, Public};
use crate::text::list;

impl Picture for Daihinmin {
    fn text(scene: &Scene<'_, Daihinmin>) -> String {
        text::draw(scene)
    }

    fn svg(scene: &Scene<'_, Daihinmin>) -> String {
        svg::draw(scene)
    }

    fn held(view: View<'_, Daihinmin>, _lang: Lang) -> String {
        spaced(view.private.hand)
    }
}

/// The names of the ranks for so many seats, the richest first.
fn rank_names(seats: usize) -> &'static [&'static str] {
    match seats {
        3 => &["daifugo", "heimin", "daihinmin"],
        4 => &["daifugo", "fugo", "hinmin", "daihinmin"],
        _ => &["daifugo", "fugo", "heimin", "hinmin", "daihinmin"],
    }
}

/// The seats as they play, or by letter before that is known.
fn rows(public: &Public) -> Vec<Seat> {
    match public.order.is_empty() {
        true => Seat::all(public.seats()).collect(),
        false => public.order.as_slice().to_vec(),
    }
}

/// What a seat was in the last game.
fn rank(public: &Public, seat: Seat) -> &'static str {
    let place = public.rules.ranks.and_then(|ranks| ranks.place(seat));
    place.map_or("", |place| rank_names(public.seats())[place])
}

/// What a seat is doing.
fn doing(public: &Public, seat: Seat) -> String {
    let asked = matches!(public.turn(), Turn::Seats(set) if set.contains(seat));
    match public.finished.place(seat) {
        Some(place) => format!("number {}", place + 1),
        None if public.passed.contains(seat) => "has passed".to_string(),
        None if public.phase == Phase::Exchange && asked => "has to give".to_string(),
        None if asked && public.table.meld.is_none() => "is to lead".to_string(),
        None if asked => "is to follow".to_string(),
        None => String::new(),
    }
}

/// `daihinmin · revolution · the suits are locked · you are A`
fn title(scene: &Scene<'_, Daihinmin>) -> String {
    let (public, mut title) = (scene.public, Daihinmin::write_rules(&scene.public.rules));
    let flags = [
        (public.table.revolution, "revolution"),
        (public.table.back, "turned by a jack"),
        (public.table.locked, "the suits are locked"),
        (public.phase == Phase::Over, "over"),
    ];
    for (_, flag) in flags.iter().filter(|(holds, _)| *holds) {
        title += &format!(" · {flag}");
    }
    if let Some(view) = scene.view {
        title += &format!(" · you are {}", view.seat);
    }
    title
}

/// What lies on the table, and who played it.
fn on_table(public: &Public) -> String {
    match public.table.meld {
        Some(meld) => format!("{meld}, played by {}", public.last),
        None => "nothing".to_string(),
    }
}

/// The cards with blanks between them.
fn spaced(cards: CardSet) -> String {
    list(cards.iter(), " ")
}

/// The own cards, if a seat looks.
fn own_hand(scene: &Scene<'_, Daihinmin>) -> Option<CardSet> {
    scene.view.map(|view| view.private.hand).filter(|hand| !hand.is_empty())
}
