//! What a spectator learns from time and framing about who had a choice, at a server that runs already, and how its pace feels.
//!
//! Plays games of agents, and of people who take their time, all at once; notes when each message came and which events were
//! in it; and compares with the records which choices were forced.
//!
//! ```text
//! tefuda serve --port 8080 --data /tmp/forced &
//! cargo run --release -p page --example forced -- 127.0.0.1:8080 [GAMES [TITLE]]
//! ```
#![allow(clippy::print_stdout, reason = "an example prints")]

#[allow(clippy::unwrap_used, reason = "the tests' client")]
#[path = "../tests/page/http.rs"]
mod http;

use std::net::SocketAddr;
use std::thread::{scope, sleep};
use std::time::{Duration, Instant};

use catalog::{Playable, Visitor, visit};
use serde_json::{Value, json};
use table::{Event, Record, RecordReader, Rng, Spec};

use http::Site;

/// A game, its agents after the first seat, and whether people sit there instead.
type Asked = (&'static str, &'static str, &'static [&'static str], bool);

const ASKED: [Asked; 8] = [
    ("Raiders, agents", "raiders", &["heuristic"; 4], false),
    ("Raiders, people", "raiders", &["person"; 4], true),
    ("Daihinmin, agents", "daihinmin", &["mc(sims=200)", "rule", "ismcts(sims=200)", "rule"], false),
    ("Daihinmin, people", "daihinmin", &["person"; 4], true),
    ("Saboteur, agents", "saboteur(rounds=1)", &["papers"; 3], false),
    ("the buzzard, agents", "buzzard", &["greedy", "greedy"], false),
    ("Kuhn, agents", "kuhn", &["random"], false),
    ("Leduc, agents", "leduc", &["random"], false),
];

/// How long a person takes for any choice.
const REACTION: Duration = Duration::from_millis(250);

fn main() {
    let mut args = std::env::args().skip(1);
    let address: SocketAddr = args.next().and_then(|text| text.parse().ok()).expect("forced ADDRESS [GAMES]");
    let games: usize = args.next().map_or(60, |text| text.parse().expect("a number of games"));
    let site = Site(address);
    let title = args.next().unwrap_or_default();
    println!("{games} games each; shares with 95 % Wilson intervals");
    for asked in ASKED.into_iter().filter(|asked| asked.0.contains(&title)) {
        let mut games = scope(|scope| {
            let threads: Vec<_> =
                (0..games).map(|seed| scope.spawn(move || Watched::of(site, asked, seed as u64))).collect();
            threads.into_iter().map(|thread| thread.join().expect("a game")).collect::<Vec<_>>()
        });
        report(asked.0, &mut games);
    }
}

/// A game as a spectator was told it.
struct Watched {
    /// When each message came, in seconds, and how many events were known then.
    messages: Vec<(f64, usize)>,
    choices: Vec<Noted>,
}

/// A choice that a spectator could not know to be forced, nor see to be free.
struct Noted {
    forced: bool,
    /// Whether it was the first choice of its message.
    first: bool,
    /// Seconds since the message before.
    gap: f64,
}

impl Watched {
    fn of(site: Site, (_, game, others, people): Asked, seed: u64) -> Watched {
        let seats: Vec<&str> = ["person"].iter().chain(others).copied().collect();
        let (id, links) = site.open(&json!({"game": game, "seats": seats, "series": 1}));
        let mut stream = site.events(&format!("/t/{id}/events?after=0.0"), None).expect("a stream");
        if !people {
            let left =
                site.post(&format!("/t/{id}/entries"), Some(&links[0]), &json!({"turn": 0, "leave": true}));
            assert_eq!(left.status, 200, "{}", left.text());
        }
        let (mut messages, begun) = (Vec::new(), Instant::now());
        scope(|scope| {
            for (i, link) in links.iter().enumerate().filter(|_| people) {
                let id = &id;
                scope.spawn(move || person(site, id, link, seed * 8 + i as u64));
            }
            loop {
                let state = stream.next().expect("the table goes on");
                let known = state["after"].as_str().and_then(|after| after.split_once('.')?.1.parse().ok());
                messages.push((begun.elapsed().as_secs_f64(), known.expect("a position")));
                if !state["over"].is_null() {
                    break;
                }
            }
        });
        let record = site.get(&format!("/t/{id}/record"), None).text();
        let spec: Spec = game.parse().expect("a game");
        let choices =
            visit(&spec, seats.len(), Notes { record: &record, messages: &messages }).expect("a game");
        Watched { messages, choices }
    }
}

/// Somebody who stays hidden, and does anything else by chance, always after the same while.
fn person(site: Site, id: &str, link: &str, seed: u64) {
    let mut rng = Rng::new(seed);
    let mut stream = site.events(&format!("/t/{id}/events"), Some(link)).expect("a stream");
    let mut entered = None;
    while let Some(state) = stream.next() {
        if !state["over"].is_null() {
            return;
        }
        let choices = state["choices"].as_array().map_or(&[][..], Vec::as_slice);
        if choices.is_empty() || entered == state["turn"].as_u64() {
            continue;
        }
        entered = state["turn"].as_u64();
        let find = |action: &str| choices.iter().find(|choice| choice["action"] == action);
        let declines = find("reveals").and_then(|_| find("declines"));
        let any = || &choices[rng.below(choices.len() as u32) as usize];
        let choice = declines.unwrap_or_else(any)["action"].clone();
        sleep(REACTION);
        let entry: Value = json!({"turn": state["turn"], "choice": choice});
        let answer = site.post(&format!("/t/{id}/entries"), Some(link), &entry);
        assert_eq!(answer.status, 200, "{}", answer.text());
    }
}

/// Compares what a spectator was told with the record.
struct Notes<'a> {
    record: &'a str,
    messages: &'a [(f64, usize)],
}

impl Visitor for Notes<'_> {
    type Out = Vec<Noted>;

    fn visit<G: Playable>(self, rules: G::Rules) -> Vec<Noted> {
        let record: Record<G> =
            RecordReader::new(self.record.as_bytes()).read().expect("a record").expect("a game");
        let (mut truth, mut noted, mut legal) =
            (G::new(&G::next_rules(&rules, 0, None)), Vec::new(), Vec::new());
        let mut last = None;
        for (i, event) in record.events.iter().enumerate() {
            if let Event::Act(seat, action) = event {
                let message = self.messages.partition_point(|(_, known)| *known <= i);
                let first = last != Some(message);
                last = Some(message);
                legal.clear();
                G::legal(truth.view(*seat), &mut legal);
                let telling = ["passes", "declines", "does nothing"].contains(&action.to_string().as_str());
                let before = message.checked_sub(1).and_then(|before| self.messages.get(before));
                let (Some((then, _)), Some((now, _))) = (before, self.messages.get(message)) else {
                    truth.apply(event);
                    continue;
                };
                if telling && !(G::ANSWERS.is_open)(truth.public()) {
                    noted.push(Noted {
                        forced: legal.len() == 1,
                        first,
                        gap: if first { now - then } else { 0.0 },
                    });
                }
            }
            truth.apply(event);
        }
        noted
    }
}

fn report(title: &str, games: &mut [Watched]) {
    let mut gaps: Vec<f64> =
        games.iter().flat_map(|game| game.messages.windows(2).map(|pair| pair[1].0 - pair[0].0)).collect();
    let mut lengths: Vec<f64> =
        games.iter().filter_map(|game| game.messages.last().map(|last| last.0)).collect();
    println!(
        "\n{title}: {:.2} s between messages, {:.0} s a game (medians)",
        median(&mut gaps),
        median(&mut lengths)
    );
    let choices = || games.iter().flat_map(|game| &game.choices);
    let free =
        |choices: &[&Noted]| share(choices.iter().filter(|choice| !choice.forced).count(), choices.len());
    if choices().count() == 0 {
        return;
    }
    let (first, after): (Vec<&Noted>, Vec<&Noted>) = choices().partition(|choice| choice.first);
    println!("  could have done otherwise: {}", free(&choices().collect::<Vec<_>>()));
    println!("  of those first in their message: {}", free(&first));
    println!("  of those after another choice in a message: {}", free(&after));
    // A limit that parts the first half of the games best is tried on the second.
    let (learned, tried) = games.split_at(games.len() / 2);
    let of = |games: &[Watched], forced: bool| -> Vec<f64> {
        let choices = games.iter().flat_map(|game| &game.choices);
        choices.filter(|choice| choice.forced == forced).map(|choice| choice.gap).collect()
    };
    let (quick, slow) = (of(learned, true), of(learned, false));
    let part = |gaps: &[f64], limit: f64| {
        gaps.iter().filter(|gap| **gap > limit).count() as f64 / gaps.len().max(1) as f64
    };
    let mut limits: Vec<f64> = quick.iter().chain(&slow).copied().collect();
    limits.sort_by(f64::total_cmp);
    let better = |a: &f64, b: &f64| {
        (part(&slow, *a) - part(&quick, *a)).total_cmp(&(part(&slow, *b) - part(&quick, *b)))
    };
    let Some(limit) = limits.into_iter().max_by(better) else { return };
    let (quick, slow) = (of(tried, true), of(tried, false));
    let later = |gaps: &[f64]| gaps.iter().filter(|gap| **gap > limit).count();
    println!("  later than {limit:.3} s, which parts half of the games best; in the other half:");
    println!(
        "    free ones {}, forced ones {}",
        share(later(&slow), slow.len()),
        share(later(&quick), quick.len())
    );
}

fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

/// `3 of 4, 75.0 % (30.1 to 95.4)`.
fn share(count: usize, of: usize) -> String {
    let (n, z) = (of as f64, 1.959_964_f64);
    if of == 0 {
        return "0 of 0".to_string();
    }
    let p = count as f64 / n;
    let (middle, half) = (p + z * z / (2.0 * n), z * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt());
    let part = |value: f64| (100.0 * value / (1.0 + z * z / n)).max(0.0);
    format!("{count} of {of}, {:.1} % ({:.1} to {:.1})", 100.0 * p, part(middle - half), part(middle + half))
}
