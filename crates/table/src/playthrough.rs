//! The golden text of one game: every answer of the interface at every state, in full or as a digest.

use std::fmt::Write;

use crate::digest::Digest;
use crate::game::{EventOf, PublicState, Turn};
use crate::lang::Lang;
use crate::next::random_event;
use crate::notation::{Notation, Picture, Scene};
use crate::rng::{Rng, Stream};
use crate::seat::Seat;
use crate::session::view_json;

/// Plays one random game and prints what everybody sees and may do at every state.
pub fn playthrough<G: Notation + Picture>(rules: &G::Rules, seed: u64) -> String {
    let mut rng = Rng::stream(seed, Stream::Dealer);
    let (mut game, mut scratch) = (G::new(rules), Vec::new());
    let mut out = format!("game {} · seats {} · seed {seed}\n", G::write_rules(rules), game.public().seats());
    state_lines(&game, &mut out);
    while let Some(event) = random_event(&game, &mut rng, &mut scratch) {
        game.apply(&event);
        event_lines(&game, &event, &mut out);
        state_lines(&game, &mut out);
    }
    let payoffs = game.payoffs();
    line(&mut out, format_args!("points {:?}", payoffs.points));
    line(&mut out, format_args!("wins {:?}", payoffs.wins));
    out
}

/// Plays one random game and prints what a spectator saw of each event, with a digest of all that
/// [`playthrough`] would print besides: a whole game in a line an event.
pub fn outline<G: Notation + Picture>(rules: &G::Rules, seed: u64) -> String {
    let mut rng = Rng::stream(seed, Stream::Dealer);
    let (mut game, mut scratch, mut full) = (G::new(rules), Vec::new(), String::new());
    let mut out = format!("game {} · seats {} · seed {seed}\n", G::write_rules(rules), game.public().seats());
    while let Some(event) = random_event(&game, &mut rng, &mut scratch) {
        game.apply(&event);
        full.clear();
        event_lines(&game, &event, &mut full);
        state_lines(&game, &mut full);
        let told = G::tell(&game.seen(&event, None), Lang::English);
        line(&mut out, format_args!("{} {event} · {told}", Digest::of(&full)));
    }
    let payoffs = game.payoffs();
    line(&mut out, format_args!("points {:?}", payoffs.points));
    line(&mut out, format_args!("wins {:?}", payoffs.wins));
    out
}

fn line(out: &mut String, text: std::fmt::Arguments<'_>) {
    writeln!(out, "{text}").expect("a string takes everything");
}

fn event_lines<G: Notation>(game: &G, event: &EventOf<G>, out: &mut String) {
    line(out, format_args!("\n# {event}\nkind {}", game.kind(event)));
    let observers = Seat::all(game.public().seats()).map(Some).chain([None]);
    for observer in observers {
        let name = observer.map_or("spectator".to_string(), |seat| seat.to_string());
        line(out, format_args!("{name} sees {}", G::tell(&game.seen(event, observer), Lang::English)));
    }
}

fn state_lines<G: Notation + Picture>(game: &G, out: &mut String) {
    line(out, format_args!("{}", view_json::<G>(game.public(), None)));
    for seat in Seat::all(game.public().seats()) {
        let private = serde_json::to_string(game.private(seat)).expect("plain data has a JSON form");
        line(out, format_args!("{seat} knows {private}"));
    }
    if let Turn::Seats(set) = game.public().turn() {
        set.for_each(|seat| legal_line(game, seat, out));
        let seat = set.first().expect("a turn of seats has a seat");
        line(out, format_args!("{}", G::text(&Scene::of(game.view(seat)))));
    }
}

fn legal_line<G: Notation>(game: &G, seat: Seat, out: &mut String) {
    let mut legal = Vec::new();
    G::legal(game.view(seat), &mut legal);
    let list: Vec<String> = legal.iter().map(ToString::to_string).collect();
    line(out, format_args!("{seat} may {}", list.join(", ")));
}
