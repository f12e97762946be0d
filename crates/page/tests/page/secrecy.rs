//! Secrecy on the wire: every byte that a seat was sent is explained by what that seat saw.
//!
//! The record of a finished series has the truth of every moment. For each message the test imagines another world that
//! the seat cannot tell from the truth, and makes the message from that one: anything else of the truth in it would
//! differ. Texts that are not made from a world (headers, answers, names) are compared with public knowledge.

use std::collections::BTreeMap;

use catalog::{Playable, Visitor, visit};
use serde_json::{Value, json};
use table::{Lang, PublicState, Record, RecordReader, Rng, Scene, Seat, Shape, Spec, Turn, label};

use crate::games::{LOOKS, Played, play, tables};
use crate::test_server::TestServer;

/// The texts that one client was sent: messages, and everything else.
struct Sent<'a> {
    messages: &'a [String],
    answers: &'a [String],
}

/// Checks that all that one observer was sent is explained.
struct Explain<'a> {
    record: &'a str,
    people: usize,
    look: (Option<Seat>, Lang, Shape, &'a str),
    sent: Sent<'a>,
}

impl Visitor for Explain<'_> {
    type Out = Result<usize, String>;

    fn visit<G: Playable>(self, _rules: G::Rules) -> Self::Out {
        self.sent.answers.iter().try_for_each(|answer| plain_answer(answer))?;
        let mut reader = RecordReader::new(self.record.as_bytes());
        let mut records: Vec<Record<G>> = Vec::new();
        while let Some(record) = reader.read().unwrap() {
            records.push(record);
        }
        let mut rng = Rng::new(3);
        for message in self.sent.messages {
            self.explain::<G>(&records, message, &mut rng)?;
        }
        Ok(self.sent.messages.len())
    }
}

impl Explain<'_> {
    fn explain<G: Playable>(
        &self,
        records: &[Record<G>],
        message: &str,
        rng: &mut Rng,
    ) -> Result<(), String> {
        let mut state: Value = serde_json::from_str(message).unwrap();
        let after = state["after"].as_str().unwrap().to_string();
        let (game, events) = after.split_once('.').unwrap();
        let (game, events): (usize, usize) = (game.parse().unwrap(), events.parse().unwrap());
        let told = std::mem::take(&mut state["events"]);
        told.as_array().unwrap().iter().try_for_each(|event| self.told(records, event))?;
        let map = state.as_object_mut().unwrap();
        // A time, and what only this seat's own entries decide.
        assert!(map.remove("version").is_some_and(|version| version.is_u64()));
        let own = [map.remove("turn").unwrap(), map.remove("envelope").unwrap()];
        let truth = truth(&records[game], events);
        self.own(&truth, &records[game], events, &own)?;
        let expected = self.expected(records, &truth, game, &after, rng, &state);
        if expected == state { Ok(()) } else { Err(first_difference(&expected, &state)) }
    }

    /// An event is told as this observer saw it.
    fn told<G: Playable>(&self, records: &[Record<G>], event: &Value) -> Result<(), String> {
        let (game, i) = event["at"].as_str().unwrap().split_once('.').unwrap();
        let (record, i) = (&records[game.parse::<usize>().unwrap()], i.parse::<usize>().unwrap());
        let seen = truth(record, i + 1).seen(&record.events[i], self.look.0);
        let expected = json!({"at": event["at"], "text": G::tell(&seen, self.look.1)});
        if *event == expected { Ok(()) } else { Err(first_difference(&expected, event)) }
    }

    /// The number of the seat's own commands, and its own envelope, which its next event shows.
    fn own<G: Playable>(
        &self,
        truth: &G,
        record: &Record<G>,
        events: usize,
        own: &[Value; 2],
    ) -> Result<(), String> {
        let Some(seat) = self.look.0 else {
            return if own.iter().all(Value::is_null) {
                Ok(())
            } else {
                Err(format!("a spectator has {own:?}"))
            };
        };
        let Some(envelope) = own[1].as_str() else { return Ok(()) };
        let next = record.events[events..].iter().find_map(|event| match event {
            table::Event::Act(by, action) if *by == seat => {
                Some(G::label(truth.view(seat), action, self.look.1))
            }
            _ => None,
        });
        if next.as_deref() == Some(envelope) {
            Ok(())
        } else {
            Err(format!("an envelope of {envelope}, then {next:?}"))
        }
    }

    /// The message made from another world. Whether there are choices is taken from the message: a seat knows whether it has chosen.
    fn expected<G: Playable>(
        &self,
        records: &[Record<G>],
        truth: &G,
        game: usize,
        after: &str,
        rng: &mut Rng,
        sent: &Value,
    ) -> Value {
        let (observer, lang, shape, _) = self.look;
        let record = &records[game];
        let is_over = truth.public().turn() == Turn::Over;
        let seats = record.header.seats.len();
        let world = observer.map(|seat| G::imagine(truth.view(seat), rng));
        let names: Vec<String> = record.header.seats.iter().map(|name| label(name, 16)).collect();
        let scene = match (&world, observer) {
            (Some(world), Some(seat)) => Scene::of(world.view(seat)),
            _ => Scene::spectator(truth.public()),
        };
        let svg = G::svg(&scene.with_names(&names).in_lang(lang).shaped(shape));
        let asked = sent["choices"].as_array().is_some_and(|choices| !choices.is_empty());
        let (choices, parts) = match (&world, observer) {
            (Some(world), Some(seat)) if asked => choices(world, seat, lang),
            _ => (json!([]), json!({})),
        };
        let points = |seat: usize| -> f64 {
            let over = &records[..game + usize::from(is_over)];
            over.iter().map(|record| record.payoffs.points.as_slice()[seat]).sum()
        };
        let kind = |seat: usize| if seat < self.people { "person" } else { "agent" };
        let standing = match (&world, observer) {
            (Some(world), Some(seat)) => standing(world, seat, lang),
            _ => json!([]),
        };
        let seat =
            |i: usize| json!({"seat": Seat::new(i), "name": names[i], "kind": kind(i), "points": points(i)});
        let turn = match truth.public().turn() {
            Turn::Seats(set) => set,
            _ => table::SeatSet::NONE,
        };
        // In an open game it is no secret who has chosen; elsewhere all that is told follows from whose turn it is.
        let waiting = match G::OPEN {
            true => sent["waiting"].clone(),
            false => {
                let people = turn.filter(|seat| seat.index() < self.people);
                json!(people.filter(|&seat| Some(seat) != observer || asked).collect::<Vec<_>>())
            }
        };
        let thinking = match G::OPEN {
            true => sent["thinking"].clone(),
            false => json!(turn.into_iter().any(|seat| seat.index() >= self.people)),
        };
        let payoff = |i: usize| {
            let (points, win) = (record.payoffs.points.as_slice()[i], record.payoffs.wins.as_slice()[i]);
            json!({"seat": Seat::new(i), "points": points, "win": win})
        };
        let payoffs: Vec<Value> = (0..seats).map(payoff).collect();
        let over = is_over.then(|| json!({"payoffs": payoffs, "last": game + 1 == records.len()}));
        json!({
            "game": G::NAME, "spec": record.header.series.first,
            "title": sent["title"], "number": game, "of": records.len(), "seats": (0..seats).map(seat).collect::<Vec<_>>(),
            "you": observer, "people": self.people, "waiting": waiting, "thinking": thinking, "choices": choices,
            "parts": parts, "agent_chose": false, "standing": standing, "svg": svg, "over": over, "hints": false, "fault": null, "mend": null, "clock": null, "events": null,
            "after": after,
        })
    }
}

/// The truth of a game after so many events.
fn truth<G: Playable>(record: &Record<G>, events: usize) -> G {
    let spec: Spec = record.header.game.parse().unwrap();
    let mut truth = G::new(&G::read_rules(&spec, record.header.seats.len()).unwrap());
    record.events[..events].iter().for_each(|event| truth.apply(event));
    truth
}

/// The choices of a seat in a world, as it is told them.
fn choices<G: Playable>(world: &G, seat: Seat, lang: Lang) -> (Value, Value) {
    let view = world.view(seat);
    let mut legal = Vec::new();
    G::legal(view, &mut legal);
    let mut parts = BTreeMap::new();
    let mut choice = |action: &G::Action| {
        let own = G::parts(view, action);
        let keys: Vec<String> = own.iter().map(|part| format!("{}:{}", part.sort, part.name)).collect();
        for (part, key) in own.iter().zip(&keys) {
            parts.insert(key.clone(), json!({"sort": part.sort, "label": G::part_label(part, lang)}));
        }
        json!({"action": action.to_string(), "label": G::label(view, action, lang), "parts": keys})
    };
    let choices: Vec<Value> = legal.iter().map(&mut choice).collect();
    (json!(choices), json!(parts))
}

/// The answers that a seat may leave in advance in a world; nobody in these games does.
fn standing<G: Playable>(world: &G, seat: Seat, lang: Lang) -> Value {
    let rows = G::ANSWERS.standing.iter().filter(|row| !(row.ends)(world.view(seat)));
    rows.map(|row| json!({"name": row.name, "label": catalog::text(row.about, lang), "stands": false}))
        .collect()
}

/// Checks that an answer's head has only headers that all have, and its body only an acknowledgement.
fn plain_answer(answer: &str) -> Result<(), String> {
    const NAMES: [&str; 13] = [
        "cache-control",
        "connection",
        "content-length",
        "content-security-policy",
        "content-type",
        "cross-origin-opener-policy",
        "cross-origin-resource-policy",
        "date",
        "permissions-policy",
        "referrer-policy",
        "transfer-encoding",
        "x-content-type-options",
        "x-frame-options",
    ];
    let lines = answer.lines().skip(1).filter(|line| !line.is_empty());
    for line in lines {
        let is_head =
            line.split_once(": ").is_some_and(|(name, _)| NAMES.contains(&name.to_lowercase().as_str()));
        let body: Option<Value> = serde_json::from_str(line).ok();
        let is_body = body.is_some_and(|body| {
            body.as_object().is_some_and(|map| map.len() == 1 && body["version"].is_u64())
        });
        if !is_head && !is_body {
            return Err(format!("an answer says {line:?}"));
        }
    }
    Ok(())
}

fn first_difference(expected: &Value, sent: &Value) -> String {
    match (expected, sent) {
        (Value::Object(a), Value::Object(b)) => {
            let keys = a.keys().chain(b.keys());
            let differing = keys.into_iter().find(|key| a.get(*key) != b.get(*key));
            differing
                .map_or_else(String::new, |key| format!("{key}: {:?} should be {:?}", b.get(key), a.get(key)))
        }
        _ => format!("{sent} should be {expected}"),
    }
}

/// The same messages with a leak planted in the last of them.
fn planted(messages: &[String], leak: impl FnOnce(&mut Value)) -> Vec<String> {
    let mut messages = messages.to_vec();
    let mut state: Value = serde_json::from_str(messages.last().unwrap()).unwrap();
    leak(&mut state);
    *messages.last_mut().unwrap() = state.to_string();
    messages
}

fn explained(
    table: &str,
    seats: usize,
    played: &Played,
    i: usize,
    messages: &[String],
    answers: &[String],
) -> Result<usize, String> {
    let sent = Sent { messages, answers };
    let work = Explain { record: &played.record, people: 2, look: LOOKS[i], sent };
    visit(&table.parse().unwrap(), seats, work).unwrap()
}

#[test]
fn every_byte_is_explained_by_what_its_reader_saw() {
    let server = TestServer::new("secrecy");
    let mut messages = 0;
    for (number, table) in tables().into_iter().enumerate() {
        let (game, seats) = (table.0, table.1.len() + 2);
        let played = play(&server, table, 1_000 + 10 * number as u64);
        for (i, guest) in played.guests.iter().enumerate() {
            let checked = explained(game, seats, &played, i, &guest.messages, &guest.answers);
            messages += checked.unwrap_or_else(|why| panic!("{game}, {:?}: {why}", LOOKS[i].0));
            no_secret_of_others(guest.messages.iter().chain(&guest.answers), &played, i);
        }
        leaks_are_caught(game, seats, &played);
    }
    assert!(messages > 200, "{messages} messages");
}

/// No seed and no other seat's secret was sent to anybody.
fn no_secret_of_others<'a>(sent: impl Iterator<Item = &'a String>, played: &Played, i: usize) {
    let header: Value = serde_json::from_str(played.record.lines().next().unwrap()).unwrap();
    let seeds =
        ["seed", "deal", "players"].iter().filter_map(|key| header.get(*key)).map(ToString::to_string);
    let others = played.links.iter().enumerate().filter(|(other, _)| *other != i);
    let secrets: Vec<String> = others.map(|(_, link)| link[2..].to_string()).chain(seeds).collect();
    assert!(secrets.len() >= 2, "{header}");
    for text in sent {
        secrets
            .iter()
            .for_each(|secret| assert!(!text.contains(secret.trim_matches('"')), "{secret} in {text}"));
    }
}

fn leaks_are_caught(game: &str, seats: usize, played: &Played) {
    let [a, b, _] = &played.guests;
    let theirs: Value = serde_json::from_str(b.messages.last().unwrap()).unwrap();
    let seed = || json!(12_345_678_901_234_567_890_u64);
    let leaks: [(&str, Vec<String>); 5] = [
        ("another seat's picture", planted(&a.messages, |state| state["svg"] = theirs["svg"].clone())),
        (
            "a title in the picture",
            planted(&a.messages, |state| {
                state["svg"] = json!(state["svg"].as_str().unwrap().replacen('>', "><title>K</title>", 1));
            }),
        ),
        (
            "a role in an event",
            planted(&a.messages, |state| {
                let at = state["after"].as_str().unwrap().rsplit_once('.').unwrap();
                let last = format!("{}.{}", at.0, at.1.parse::<usize>().unwrap() - 1);
                state["events"] = json!([{"at": last, "text": "C is the saboteur"}]);
            }),
        ),
        ("a seed", planted(&a.messages, |state| state["seed"] = seed())),
        (
            "another's choices",
            planted(&a.messages, |state| {
                state["choices"] = json!([{"action": "x", "label": "x", "parts": []}]);
            }),
        ),
    ];
    for (leak, messages) in &leaks {
        assert!(
            explained(game, seats, played, 0, messages, &a.answers).is_err(),
            "{game}: {leak} is not noticed"
        );
    }
    let header = vec![a.answers[0].replacen("\r\n", "\r\nx-secret: A.abc\r\n", 1)];
    assert!(explained(game, seats, played, 0, &a.messages, &header).is_err(), "a secret in a header");
}
