//! A view drawn: both hands and the card turned up in a row, the bets beneath.

use std::fmt::Write;

use table::{Game, Lang, Picture, PublicState, Scene, Seat, Turn};

use super::options::SEATS;
use super::{Action, Betting, Leduc};
use crate::svg::columns::{self, Column};
use crate::text::{columns as wide_of, list, padded};

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

fn act(action: Action, lang: Lang) -> String {
    let japanese = match action {
        Action::Fold => "フォールド",
        Action::Call => "コール",
        Action::Raise => "レイズ",
    };
    lang.either(action.to_string(), japanese.to_string())
}

/// A round in words: `A calls, B raises`.
fn told(round: &Betting, lang: Lang) -> String {
    let acts = Seat::all(SEATS).cycle().zip(round.actions());
    list(acts.map(|(seat, action)| format!("{seat} {}", act(action, lang))), lang.either(", ", "、"))
}

fn column(scene: &Scene<'_, Leduc>, seat: Seat) -> Column {
    let asked = matches!(scene.public.turn(), Turn::Seats(seats) if seats.contains(seat));
    let doing = match scene.public.folded() == Some(seat) {
        true => act(Action::Fold, scene.lang),
        false if asked => scene.lang.either("is to act", "手番").to_string(),
        false => String::new(),
    };
    Column {
        head: seat.to_string(),
        name: scene.name(seat).to_string(),
        face: face(scene, seat),
        stake: Some(scene.public.stakes[seat]),
        doing,
        note: scene.note(seat).to_string(),
        asked,
    }
}

impl Picture for Leduc {
    fn text(scene: &Scene<'_, Leduc>) -> String {
        let (lang, names) = (scene.lang, Seat::all(SEATS).map(|seat| wide_of(scene.name(seat))));
        let wide = names.max().unwrap_or(0).max(8);
        let head = padded(lang.either("seat", "席"), wide + 2);
        let mut out = format!("  {head} {}\n", lang.either("card   in", "札   賭金"));
        for seat in Seat::all(SEATS) {
            let (card, name) = (face(scene, seat), padded(scene.name(seat), wide));
            writeln!(out, "  {seat} {name} [{card:^2}]   {:>2}", scene.public.stakes[seat])
                .expect("a string takes everything");
        }
        let [first, second] = scene.public.rounds.each_ref().map(|round| told(round, lang));
        let (before, after) = lang.either(("before  ", "flop"), ("第1回     ", "共通カード"));
        for row in [format!("  {before} {first}"), format!("  {after} [{:^2}] {second}", flop(scene))] {
            writeln!(out, "{}", row.trim_end()).expect("a string takes everything");
        }
        out
    }

    fn svg(scene: &Scene<'_, Leduc>) -> String {
        let lang = scene.lang;
        let head = lang.either("flop", "共通カード").to_string();
        let flop = Column { head, face: flop(scene), ..Column::default() };
        let [a, b] = [0, 1].map(|seat| column(scene, Seat::new(seat)));
        let rounds = scene.public.rounds.each_ref().map(|round| told(round, lang));
        let names = lang.either(["before", "after the flop"], ["第1回", "第2回"]);
        let lines = names.iter().zip(&rounds).filter(|(_, round)| !round.is_empty());
        let lines: Vec<String> = lines.map(|(name, round)| format!("{name}: {round}")).collect();
        columns::draw(scene.shape, lang.either(Leduc::NAME, "レデュック・ホールデム"), &[a, flop, b], &lines)
    }
}
