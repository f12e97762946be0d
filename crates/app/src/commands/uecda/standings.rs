//! How the matches of a server ended, or stand: a table a match and one of all, or one JSON document.

use std::time::Duration;

use lab::stats::{FEWEST_UNITS, Figure, LEVEL, Tally, clustered_mean};
use serde::Serialize;
use serde_json::{Value, json};
use uecda::server::{PlayerReport, Report};

use crate::text::{UNBOUNDED, columns, counted, interval};

/// How many play at a table.
const SEATS: usize = 5;
/// The number of consecutive games that are one unit of an interval: ranks carry over, so consecutive games are not independent.
const STRETCH: usize = 20;
/// The same where there are too few games for ten such units.
const SHORT: usize = 10;

/// The tables of all matches; with several, their totals too.
pub(super) fn text(reports: &[Report]) -> String {
    let mut out: String = reports.iter().map(table).collect();
    if reports.len() > 1 {
        out += &totals_table(reports);
    }
    if !reports.is_empty() {
        out += &legend(reports);
    }
    out
}

fn table(report: &Report) -> String {
    let heads = ["player", "name", "points", "a game", "void", "mean ms", "largest ms"];
    let mut rows = vec![heads.map(String::from).to_vec()];
    rows.extend(report.players.iter().enumerate().map(|(number, player)| row(report, number, player)));
    let (games, asked) = (counted(u64::from(report.asked), "game"), report.asked);
    let games = if report.games == asked { games } else { format!("{} of {games}", report.games) };
    format!("match {}, {games}\n{}", report.number, columns(&rows, &[0, 1]))
}

fn row(report: &Report, number: usize, player: &PlayerReport) -> Vec<String> {
    let millis = |wait: Duration| format!("{:.2}", wait.as_secs_f64() * 1000.0);
    let mut row = vec![
        number.to_string(),
        player.name.clone(),
        player.points.to_string(),
        shown(per_game(report, &[number])),
        player.refused.to_string(),
        millis(player.waits.mean()),
        millis(player.waits.largest),
    ];
    row.extend(player.gone.as_ref().map(|why| format!("gone: {why}")));
    row
}

fn totals_table(reports: &[Report]) -> String {
    let heads = ["name", "seats", "games", "points", "a game", "void"];
    let mut rows = vec![heads.map(String::from).to_vec()];
    rows.extend(totals(reports).iter().map(|total| {
        let Total { name, seats, games, points, per_game, refused } = total;
        vec![
            name.clone(),
            seats.to_string(),
            games.to_string(),
            points.to_string(),
            shown(*per_game),
            refused.to_string(),
        ]
    }));
    format!(
        "all {}\n{}",
        counted(reports.len() as u64, "match").replace("matchs", "matches"),
        columns(&rows, &[0])
    )
}

/// Points a game with their interval, if there are enough units for one.
fn shown(figure: Figure) -> String {
    let Figure { value, low, high, .. } = figure;
    match (value.is_nan(), figure.has_interval()) {
        (true, _) => "-".to_string(),
        (false, true) => format!("{value:.3} {}", interval(value, (low, high), UNBOUNDED, 3)),
        (false, false) => format!("{value:.3}"),
    }
}

/// What the intervals are, and what is not counted.
fn legend(reports: &[Report]) -> String {
    let most = reports.iter().map(|report| report.each.len()).max().unwrap_or(0);
    let stretch = stretch(most);
    let intervals = if most < stretch * FEWEST_UNITS {
        format!("no interval below {} games", stretch * FEWEST_UNITS)
    } else {
        format!("± is a 95 % interval over stretches of {stretch} games")
    };
    format!("  ({intervals}; void: submissions that were refused)\n")
}

/// The number of consecutive games in one unit, for a match of this many games.
fn stretch(games: usize) -> usize {
    if games >= STRETCH * FEWEST_UNITS { STRETCH } else { SHORT }
}

/// The points a game of some players of a match.
fn per_game(report: &Report, players: &[usize]) -> Figure {
    figure(&units(report, players, stretch(report.each.len())))
}

/// What players earned in each stretch of games.
fn units(report: &Report, players: &[usize], stretch: usize) -> Vec<Tally> {
    let tally = |games: &[[u8; SEATS]]| {
        let mut tally = Tally::default();
        games.iter().for_each(|points| players.iter().for_each(|&player| tally.add(points[player].into())));
        tally
    };
    report.each.chunks(stretch).map(tally).collect()
}

fn figure(units: &[Tally]) -> Figure {
    clustered_mean(units, LEVEL).or_open()
}

/// What all players of one name earned in all matches.
#[derive(Serialize)]
struct Total {
    name: String,
    /// How many seats it had in all matches.
    seats: usize,
    /// Games, counted once for each of its seats.
    games: u64,
    points: u64,
    per_game: Figure,
    refused: u64,
}

/// Totals by name, in the order in which the names came.
fn totals(reports: &[Report]) -> Vec<Total> {
    let mut names: Vec<&str> = Vec::new();
    for player in reports.iter().flat_map(|report| &report.players) {
        if !names.contains(&player.name.as_str()) {
            names.push(&player.name);
        }
    }
    let most = reports.iter().map(|report| report.each.len()).sum();
    names.into_iter().map(|name| total(name, reports, stretch(most))).collect()
}

fn total(name: &str, reports: &[Report], stretch: usize) -> Total {
    let seats = |report: &Report| -> Vec<usize> {
        let named = report.players.iter().enumerate().filter(|(_, player)| player.name == name);
        named.map(|(number, _)| number).collect()
    };
    let units: Vec<Tally> = reports
        .iter()
        .flat_map(|report| units(report, &seats(report), stretch))
        .filter(|unit| unit.games > 0)
        .collect();
    let players =
        || reports.iter().flat_map(|report| seats(report).into_iter().map(|seat| &report.players[seat]));
    Total {
        name: name.to_string(),
        seats: players().count(),
        games: reports.iter().map(|report| (report.each.len() * seats(report).len()) as u64).sum(),
        points: players().map(|player| player.points).sum(),
        per_game: figure(&units),
        refused: players().map(|player| u64::from(player.refused)).sum(),
    }
}

/// The document of all matches; `asked` is the number that was asked for.
pub(super) fn json(reports: &[Report], asked: usize) -> Value {
    let player = |report: &Report, (number, player): (usize, &PlayerReport)| {
        json!({
            "player": number,
            "name": player.name,
            "points": player.points,
            "per_game": per_game(report, &[number]),
            "refused": player.refused,
            "mean_ms": player.waits.mean().as_secs_f64() * 1000.0,
            "largest_ms": player.waits.largest.as_secs_f64() * 1000.0,
            "gone": player.gone,
        })
    };
    let one = |report: &Report| {
        let players: Vec<Value> = report.players.iter().enumerate().map(|it| player(report, it)).collect();
        json!({ "match": report.number, "games": report.games, "asked": report.asked, "players": players })
    };
    json!({
        "matches": reports.iter().map(one).collect::<Vec<_>>(),
        "asked": asked,
        "totals": totals(reports),
    })
}
