//! The pages of the games name every field that a program outside receives.

use std::collections::BTreeSet;

use catalog::{Playable, Visitor, visit};
use games::GAMES;
use serde_json::{Value, to_value};
use table::{EventOf, Referee, Seat, Seeds, Spec, Witness, view_json};

/// Everything that a seat and a spectator are told in some games of chance, by the names of the fields.
#[derive(Default)]
struct Fields(BTreeSet<String>);

impl Fields {
    fn add(&mut self, before: &str, value: &Value) {
        if let Value::Object(fields) = value {
            self.0.extend(fields.keys().map(|key| format!("{before}{key}")));
        }
    }
}

impl<G: Playable> Witness<G> for Fields {
    fn see(&mut self, truth: &G, event: &EventOf<G>) {
        let view = view_json::<G>(truth.public(), Some(truth.view(Seat::new(0))));
        self.add("public.", &view["public"]);
        self.add("private.", &view["private"]);
        let seen = to_value(truth.seen(event, Some(Seat::new(0)))).unwrap();
        // What an event did besides stands beside what it is.
        self.add("", seen.get("what").unwrap_or(&seen));
    }
}

struct Told;

impl Visitor for Told {
    type Out = (&'static str, BTreeSet<String>);

    fn visit<G: Playable>(self, rules: G::Rules) -> Self::Out {
        let mut fields = Fields::default();
        for seed in 0..20 {
            let seats = table::PublicState::seats(G::new(&rules).public());
            let mut players: Vec<_> = (0..seats).map(|_| table::Player::agent(players::Random)).collect();
            Referee::<G>::new(&rules, Seeds::new(seed)).play(&mut players, &mut fields).unwrap();
        }
        (G::NAME, fields.0)
    }
}

#[test]
fn every_field_is_on_the_page_of_its_game() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/games");
    for game in GAMES {
        let (name, fields) = visit(&Spec::named(game.name), game.seats.0, Told).unwrap();
        let page = std::fs::read_to_string(format!("{folder}/{name}.md"))
            .unwrap_or_else(|error| panic!("the page of {name}, docs/games/{name}.md: {error}"));
        let is_told = |field: &&String| {
            page.contains(&format!("`{field}`")) || page.contains(&format!("{{\"{field}\":"))
        };
        let missing: Vec<&String> = fields.iter().filter(|field| !is_told(field)).collect();
        assert!(fields.len() > 4 && missing.is_empty(), "{name}.md does not tell of {missing:?}");
    }
}
