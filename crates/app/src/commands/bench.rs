//! `tefuda bench`: how fast each game is, that it plays without allocating, and one signature.

mod signature;

use std::time::Duration;

use catalog::bench::{Bench, OBSERVED, REFEREED, STEPPED, Speed, tables};
use serde::Serialize;
use table::SpecError;

use crate::counting::allocations;
use crate::failure::Failure;
use crate::text::columns;
use crate::{output, progress};

/// Measure the speed of every game, and print one signature of what happens in it
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tefuda bench                      random games a second of one thread, by game and seats
  tefuda bench --seconds 2          the same, measured longer
  tefuda bench --seconds 0.05 --json
                                    one JSON document, measured briefly
  tefuda bench --signature          what the signature is made of: a digest a game and player

Time is the thread's own, so other programs disturb little. `allocations` is a game's, after warming up, and \
must be 0. The signature fingerprints fixed games, some played at random and one of every player (but `exec`): \
it changes only when the behaviour of games or players does.")]
pub(crate) struct Args {
    /// Print one JSON document and nothing else
    #[arg(long)]
    json: bool,
    /// How long each row is measured
    #[arg(long, value_name = "S", default_value_t = 0.4, value_parser = seconds)]
    seconds: f64,
    /// Print what the signature is made of, and measure nothing
    #[arg(long, conflicts_with = "seconds")]
    signature: bool,
}

fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.001..=60.0).contains(seconds));
    seconds.ok_or_else(|| "a number from 0.001 to 60".to_string())
}

pub(crate) fn run(args: Args) -> Result<(), Failure> {
    if args.signature {
        let signature = signature::signature(&tables()?)?;
        return if args.json { output::print_json(&signature) } else { output::print(&signature.text()) };
    }
    let report = report(Duration::from_secs_f64(args.seconds))?;
    if args.json { output::print_json(&report) } else { output::print(&text(&report)) }
}

#[derive(Serialize)]
struct Report {
    signature: String,
    rows: Vec<Speed>,
}

/// What is stepped in batches.
const BATCHES: &[(&str, usize)] = &[("buzzard", 2), ("daihinmin", 5), ("raiders", 5), ("saboteur", 6)];

fn report(time: Duration) -> Result<Report, SpecError> {
    let (mut rows, tables) = (Vec::new(), tables()?);
    let bench = Bench { time, allocations };
    let signature = signature::signature(&tables)?.signature;
    let bar = progress::bar(tables.len() as u64, "tables", "measuring".to_string());
    for (spec, seats) in tables {
        rows.extend(bench.games(&spec, seats)?);
        bar.inc(1);
    }
    rows.push(bench.simulations()?);
    rows.push(bench.refereed(&"raiders-modified".parse()?, 5, "heuristic")?);
    rows.push(bench.refereed(&"saboteur-collusion".parse()?, 6, "papers")?);
    for (spec, seats) in BATCHES {
        rows.extend(bench.batched(&spec.parse()?, *seats)?);
    }
    bar.finish_and_clear();
    Ok(Report { signature, rows })
}

fn text(report: &Report) -> String {
    let head = ["game", "seats", "games/s", "actions/s", "games seen/s", "allocations", "state"];
    let head = head.map(String::from).to_vec();
    let (lines, games): (Vec<&Speed>, Vec<&Speed>) = report.rows.iter().partition(|row| row.agent.is_some());
    let rows: Vec<_> = [head].into_iter().chain(games.chunks(3).map(table_row)).collect();
    let lines: String = lines.into_iter().map(line).collect();
    format!("{}\n{lines}\n  signature {}\n", columns(&rows, &[0]), report.signature)
}

/// What one kind of player does in a second.
fn line(row: &Speed) -> String {
    let Speed { rules, players, allocations, .. } = row;
    let (agent, speed) = (row.agent.unwrap_or_default(), grouped(row.per_second));
    let (what, each) = match row.what {
        REFEREED => ("games/s through the referee", "game"),
        STEPPED => ("actions/s in a batch of 4,096 tables", "step"),
        OBSERVED => ("actions/s in the same with a row and a mask a table", "step"),
        _ => ("simulations/s", "search"),
    };
    let bytes =
        row.row_bytes.map_or_else(String::new, |bytes| format!(" of {} bytes", grouped(bytes as f64)));
    format!(
        "  {agent} in {rules}, {players} seats: {speed} {what}{bytes}, {allocations} allocations a {each}\n"
    )
}

/// The three rows of a table side by side.
fn table_row(rows: &[&Speed]) -> Vec<String> {
    let (first, most) = (rows[0], rows.iter().map(|row| row.allocations).max());
    let head = [first.rules.clone(), first.players.to_string()];
    let speeds = rows.iter().map(|row| grouped(row.per_second));
    let tail = [most.unwrap_or(0).to_string(), format!("{} B", first.state_bytes)];
    head.into_iter().chain(speeds).chain(tail).collect()
}

/// A whole number with thin gaps between thousands.
fn grouped(value: f64) -> String {
    let digits = format!("{value:.0}");
    let gap = |i: usize| if i > 0 && (digits.len() - i).is_multiple_of(3) { " " } else { "" };
    digits.char_indices().map(|(i, digit)| format!("{}{digit}", gap(i))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_grouped() {
        assert_eq!([7.0, 999.6, 1234567.0].map(grouped), ["7", "1 000", "1 234 567"]);
    }
}
