//! Pictures of a random game to look at: `cargo run -p games --example pictures -- FOLDER SPEC SEATS SEED EVENTS ..`
//! writes, after each of these numbers of events, what a spectator and the seat to act see, for both screens and in both
//! languages.
#![allow(clippy::unwrap_used, reason = "a tool that is run by hand")]

use std::fs;
use std::path::Path;

use games::{GameInfo, find_game, with_games};
use table::{Game, Lang, Notation, Picture, PublicState, Rng, Scene, Seat, Shape, Spec, Turn, random_event};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder, spec, seats, seed, events @ ..] = &arguments[..] else {
        panic!("write FOLDER SPEC SEATS SEED EVENTS ..");
    };
    let (spec, seats, seed) = (spec.parse().unwrap(), seats.parse().unwrap(), seed.parse().unwrap());
    let events: Vec<usize> = events.iter().map(|count| count.parse().unwrap()).collect();
    let game: &GameInfo = find_game(&spec).unwrap();
    macro_rules! draw {
        ($($module:ident::$kind:ident),*) => {
            match game.name {
                $(name if name == <games::$kind as Game>::NAME => {
                    draw_all::<games::$kind>(Path::new(folder), &spec, (seats, seed), &events);
                })*
                _ => {}
            }
        };
    }
    with_games!(draw);
}

fn draw_all<G: Notation + Picture>(
    folder: &Path,
    spec: &Spec,
    (seats, seed): (usize, u64),
    events: &[usize],
) {
    let (mut game, mut rng) = (G::new(&G::read_rules(spec, seats).unwrap()), Rng::new(seed));
    let mut scratch = Vec::new();
    for count in 0..=events.iter().copied().max().unwrap_or(0) {
        if events.contains(&count) {
            draw_state(folder, &game, count);
        }
        match random_event(&game, &mut rng, &mut scratch) {
            Some(event) => game.apply(&event),
            None => return draw_state(folder, &game, count),
        }
    }
}

fn draw_state<G: Notation + Picture>(folder: &Path, game: &G, count: usize) {
    let asked = match game.public().turn() {
        Turn::Seats(seats) => seats.first(),
        _ => None,
    };
    let names =
        ["uct(sims=1000)", "guest", "mc", "花子", "rule", "greedy", "random", "太郎"].map(String::from);
    for (lang, shape) in Lang::ALL.into_iter().flat_map(|lang| [(lang, Shape::Wide), (lang, Shape::Narrow)]) {
        for observer in [None, Some(asked.unwrap_or(Seat::new(0)))] {
            let scene = observer.map_or(Scene::spectator(game.public()), |seat| Scene::of(game.view(seat)));
            let scene = scene.in_lang(lang).shaped(shape).with_names(&names);
            let who = observer.map_or("spectator".to_string(), |seat| seat.to_string());
            let name = format!("{}-{count:03}-{who}-{lang}-{shape:?}", G::NAME).to_lowercase();
            fs::write(folder.join(&name).with_extension("svg"), G::svg(&scene)).unwrap();
            fs::write(folder.join(&name).with_extension("txt"), G::text(&scene)).unwrap();
        }
    }
}
