//! Whole series of every game, with people and agents, and the events that every observer was told.

use std::collections::BTreeSet;
use std::thread::scope;

use catalog::{Playable, Visitor, visit};
use games::{GAMES, GameInfo};
use serde_json::{Value, json};
use table::{Lang, RecordReader, Seat, Shape, Spec};

use crate::player::Guest;
use crate::test_server::TestServer;

/// A game, the agents after the two people on A and B, and how many games are played.
pub(crate) type Tried = (&'static str, &'static [&'static str], u32);

/// Tables of games for which quicker rules, other agents or more games are wanted than [`tables`] would give them.
const CHOSEN: [Tried; 7] = [
    ("buzzard(cards=6)", &["greedy", "uct(sims=20)"], 2),
    ("kuhn", &["random"], 3),
    ("leduc", &[], 3),
    ("daihinmin", &["rule", "random", "rule"], 2),
    ("saboteur(rounds=1)", &["papers", "random"], 1),
    ("saboteur-collusion", &["random", "random", "random", "random"], 1),
    ("raiders", &["random", "random", "random"], 1),
];

/// A table or more for every game: two people, and agents that play at random unless others are chosen.
pub(crate) fn tables() -> Vec<Tried> {
    let is_chosen = |game: &GameInfo| CHOSEN.iter().any(|(spec, ..)| game.is_named(&spec.parse().unwrap()));
    let others = GAMES.iter().filter(|game| !is_chosen(game) && game.seats.1 >= 2);
    let at_random = others.map(|game| (game.name, &["random"; 8][..game.seats.0.max(2) - 2], 1));
    CHOSEN.into_iter().chain(at_random).collect()
}

pub(crate) fn wanted(game: &str, agents: &[&str], series: u32) -> Value {
    let seats: Vec<&str> = ["person", "person"].iter().chain(agents).copied().collect();
    json!({"game": game, "seats": seats, "series": series})
}

/// The clients: the observer, the language, the screen and the query.
pub(crate) const LOOKS: [(Option<Seat>, Lang, Shape, &str); 3] = [
    (Some(Seat::new(0)), Lang::English, Shape::Wide, "lang=en&shape=wide"),
    (Some(Seat::new(1)), Lang::Japanese, Shape::Narrow, "lang=ja&shape=narrow"),
    (None, Lang::English, Shape::Wide, "lang=en"),
];

/// A table that was played to its end.
pub(crate) struct Played {
    /// A, B and a spectator.
    pub(crate) guests: [Guest; 3],
    /// The bearers of A and B.
    pub(crate) links: Vec<String>,
    /// The record, which is secret before the end.
    pub(crate) record: String,
}

/// Plays a table to its end: two people who each lose their connection now and then, and a spectator who does, too.
pub(crate) fn play(server: &TestServer, (game, agents, series): Tried, seed: u64) -> Played {
    let (id, links) = server.open(&wanted(game, agents, series));
    let guest =
        |i: usize| Guest::new(server, &id, links.get(i).map(String::as_str), LOOKS[i].3, seed + i as u64);
    let [mut a, mut b, mut spectator] = [guest(0), guest(1), guest(2)];
    scope(|scope| {
        scope.spawn(|| a.play(true));
        scope.spawn(|| b.play(false));
        scope.spawn(|| spectator.play(false));
    });
    let record = server.get(&format!("/t/{id}/record"), None);
    assert_eq!(record.status, 200, "{}", record.text());
    Played { guests: [a, b, spectator], links, record: record.text() }
}

/// The events of a series as one observer is told them.
type Stories = [Vec<(String, String)>; 3];

/// The events that each observer should have been told, computed from the record.
struct Told<'a>(&'a str);

impl Visitor for Told<'_> {
    type Out = Stories;

    fn visit<G: Playable>(self, _rules: G::Rules) -> Stories {
        let mut stories = LOOKS.map(|_| Vec::new());
        let mut records = RecordReader::new(self.0.as_bytes());
        for game in 0.. {
            let Some(record) = records.read::<G>().unwrap() else { break };
            let spec: Spec = record.header.game.parse().unwrap();
            let mut truth = G::new(&G::read_rules(&spec, record.header.seats.len()).unwrap());
            for (i, event) in record.events.iter().enumerate() {
                truth.apply(event);
                for (story, (observer, lang, ..)) in stories.iter_mut().zip(LOOKS) {
                    let text = G::tell(&truth.seen(event, observer), lang);
                    story.extend((!text.is_empty()).then(|| (format!("{game}.{i}"), text)));
                }
            }
        }
        stories
    }
}

#[test]
fn whole_games_are_played_and_everybody_is_told_everything_once() {
    let server = TestServer::new("whole_games");
    let mut names = BTreeSet::new();
    for (i, table) in tables().into_iter().enumerate() {
        let played = play(&server, table, 100 * i as u64);
        let spec: Spec = table.0.parse().unwrap();
        let expected = visit(&spec, table.1.len() + 2, Told(&played.record)).unwrap();
        for (guest, expected) in played.guests.iter().zip(&expected) {
            assert!(!guest.story.is_empty());
            assert_eq!(&guest.story, expected, "{}", table.0);
        }
        names.insert(games::find_game(&spec).unwrap().name);
    }
    let all: BTreeSet<&str> = GAMES.iter().map(|game| game.name).collect();
    assert_eq!(names, all, "every game is tried");
}
