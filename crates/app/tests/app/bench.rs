//! The bench: no game allocates, and nothing happens otherwise than it did when the signature was written.

use std::collections::BTreeSet;

use crate::common::{json, prints};

#[test]
fn games_do_not_allocate_and_keep_their_signature() {
    let report = json("bench --seconds 0.001 --json");
    let rows = report["rows"].as_array().unwrap();
    for row in rows {
        assert_eq!(row["allocations"], 0, "{row}");
        assert!(
            row["per_second"].as_f64().unwrap() > 0.0 && row["state_bytes"].as_u64().unwrap() > 0,
            "{row}"
        );
    }
    let measured = |rules: &str, players: u64, what: &str| {
        rows.iter().any(|row| row["rules"] == rules && row["players"] == players && row["what"] == what)
    };
    for what in ["games", "actions", "games_seen"] {
        (2..=6).for_each(|players| assert!(measured("buzzard", players, what), "{players} {what}"));
        assert!(measured("goofspiel", 2, what) && measured("goofspiel(cards=15)", 5, what));
        assert!(measured("kuhn", 2, what) && measured("kuhn", 3, what));
    }
    let signature = SIGNATURE.trim().lines().last().unwrap();
    assert_eq!(signature.trim(), format!("signature {}", report["signature"].as_str().unwrap()));
}

/// What `tefuda bench --signature` printed when play last changed.
const SIGNATURE: &str = include_str!("../signature.txt");

#[test]
fn no_game_and_no_player_changes_unnoticed() {
    let now = prints("bench --signature");
    if now != SIGNATURE {
        panic!("{}\nif play was meant to change, write this into signature.txt:\n{now}", changes(&now));
    }
}

/// The lines that went and those that came.
fn changes(now: &str) -> String {
    let lines = |text: &'static str| text.lines().collect::<BTreeSet<_>>();
    let (old, new) = (lines(SIGNATURE), now.lines().collect::<BTreeSet<_>>());
    let gone = old.difference(&new).map(|line| format!("- {line}\n"));
    let came = new.difference(&old).map(|line| format!("+ {line}\n"));
    gone.chain(came).collect()
}

#[test]
fn every_player_is_signed_in_every_game_it_plays() {
    let signed = json("bench --signature --json");
    let signed: BTreeSet<_> = signed["games"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| (game(&row["rules"]), name(&row["player"])))
        .collect();
    let games = json("list games --json");
    let every: Vec<_> = games["games"].as_array().unwrap().iter().map(|game| name(&game["name"])).collect();
    let listed = json("list agents --json");
    // A program and a network need a file; networks that come along are signed where they do.
    let needs_file = |agent: &&serde_json::Value| {
        ["exec", "learned", "lookahead"].iter().any(|name| agent["name"] == *name)
    };
    for agent in listed["agents"].as_array().unwrap().iter().filter(|agent| !needs_file(agent)) {
        let games: Vec<_> = agent["games"].as_array().unwrap().iter().map(name).collect();
        let games = if games.is_empty() { every.clone() } else { games };
        for game in games {
            assert!(
                signed.contains(&(game, name(&agent["name"]))),
                "{} plays no signed {game}: no table of its `TABLES` is signed for it",
                agent["name"]
            );
        }
    }
}

/// A spec without its parameters.
fn name(spec: &serde_json::Value) -> &str {
    let text = spec.as_str().unwrap_or_default();
    text.split_once('(').map_or(text, |(name, _)| name)
}

/// The game whose rules these are; presets begin with its name, but for one.
fn game(rules: &serde_json::Value) -> &str {
    let name = name(rules);
    match name.split_once('-') {
        Some((game, _)) => game,
        None if name == "goofspiel" => "buzzard",
        None => name,
    }
}
