//! A view drawn: who sits in which order with how many cards, the table, the seat's own hand by strength.

mod cards;
mod svg;
mod text;

use table::{Lang, Notation, Picture, PublicState, Scene, Seat, Turn, View};

use super::cards::CardSet;
use super::public::Phase;
use super::terms::rank_terms;
use super::{Daihinmin, Public, Rules};
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

/// The seats as they play, or by letter before that is known.
fn rows(public: &Public) -> Vec<Seat> {
    match public.order.is_empty() {
        true => Seat::all(public.seats()).collect(),
        false => public.order.as_slice().to_vec(),
    }
}

/// What a seat was in the last game.
fn rank(scene: &Scene<'_, Daihinmin>, seat: Seat) -> &'static str {
    let place = scene.public.rules.ranks.and_then(|ranks| ranks.place(seat));
    place.map_or("", |place| rank_terms(scene.public.seats(), scene.lang)[place])
}

/// Whether a seat is asked.
fn is_asked(public: &Public, seat: Seat) -> bool {
    matches!(public.turn(), Turn::Seats(set) if set.contains(seat))
}

/// What a seat is doing.
fn doing(scene: &Scene<'_, Daihinmin>, seat: Seat) -> String {
    let (public, say) =
        (scene.public, |english: &str, japanese: &str| scene.lang.either(english, japanese).to_string());
    let asked = is_asked(public, seat);
    match public.finished.place(seat) {
        Some(place) => say(&format!("number {}", place + 1), &format!("{}位", place + 1)),
        None if public.passed.contains(seat) => say("has passed", "パス"),
        None if public.phase == Phase::Exchange && asked => say("has to give", "渡す番"),
        None if asked && public.table.meld.is_none() => say("is to lead", "から（場は空）"),
        None if asked => say("is to follow", "手番"),
        None => String::new(),
    }
}

/// The game, and which of its series: what was carried over into a later one stands beside the seats.
fn named(rules: &Rules, lang: Lang) -> String {
    if rules.game == 0 {
        return Daihinmin::write_rules(rules);
    }
    let first = Rules { game: 0, ranks: None, order: None, ..*rules };
    let (name, number) = (Daihinmin::write_rules(&first), rules.game + 1);
    lang.either(format!("{name} · game {number}"), format!("{name} · 第{number}ゲーム"))
}

/// `daihinmin · revolution · the suits are locked · you are A`
fn title(scene: &Scene<'_, Daihinmin>) -> String {
    let (public, mut title) = (scene.public, named(&scene.public.rules, scene.lang));
    let flags = [
        (public.table.revolution, "revolution", "革命"),
        (public.table.back, "turned by a jack", "11バック"),
        (public.table.locked, "the suits are locked", "しばり"),
        (public.phase == Phase::Over, "over", "終了"),
    ];
    for (_, english, japanese) in flags.iter().filter(|(holds, ..)| *holds) {
        title += &format!(" · {}", scene.lang.either(english, japanese));
    }
    if let Some(view) = scene.view {
        title += &format!(" · {} {}", scene.lang.either("you are", "あなたは"), view.seat);
    }
    title
}

/// The cards with blanks between them.
fn spaced(cards: CardSet) -> String {
    list(cards.iter(), " ")
}

/// The viewing seat's own cards; none for a spectator.
fn own_hand(scene: &Scene<'_, Daihinmin>) -> Option<CardSet> {
    scene.view.map(|view| view.private.hand).filter(|hand| !hand.is_empty())
}
