//! `tefuda match`: the same players, many games, who is better.

use std::path::PathBuf;

use games::find_game;
use lab::stats::FEWEST_UNITS;
use lab::{MOST_IN_SERIES, Match, Outcome, PlayedMatch, SeatResult, Watch, play_match};
use table::{Seat, Spec, label};

use crate::failure::Failure;
use crate::names::{Specs, up_to};
use crate::text::{UNBOUNDED, columns, counted, interval, signed};
use crate::{files, interrupt, output, progress, threads};

/// The most games of one match: all their results are held in memory.
const MOST_GAMES: u64 = 10_000_000;

/// Let agents play many games and see who is better
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tefuda match buzzard --seats greedy,random
      200 games; who wins how often, what each earns, and how sure that is
  tefuda match buzzard --seats greedy,random,random --games 3000 --paired
      each deal in every seating, so that nobody owes it to the cards or to the seat
  tefuda match 'buzzard(cards=8,pot=discard)' --seats greedy,random --seed 7 --json
      other rules, another seed, one JSON document
  tefuda match kuhn --seats random,first --games 1000 --series 10
      series of ten; a series is one unit, for seeds and for intervals
  tefuda match kuhn --seats random,first --games 10 --records new.jsonl
      keep every game; `tefuda replay new.jsonl` steps through them

Equal seeds give equal results, whatever the number of threads. Ctrl-C ends the match after the games at the tables and
shows what was played; a player that breaks down does the same. `tefuda list agents` names the players.")]
pub(crate) struct Args {
    /// The game with its options, e.g. `buzzard` or `buzzard(cards=8)`
    game: Spec,
    /// The agent of every seat, with its parameters
    #[arg(long, value_name = "X,Y,..")]
    seats: Specs,
    /// How many games; rounded up to whole series, with --paired to whole deals
    #[arg(long, value_name = "N", allow_negative_numbers = true, default_value_t = 200, value_parser = up_to(MOST_GAMES))]
    games: u64,
    /// How many games are played one after another, with what the game carries over [default: the game's usual]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=i64::from(MOST_IN_SERIES)))]
    series: Option<u32>,
    /// The seed of all random streams
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
    /// Play each deal in every rotation of the seats (every permutation up to 3 seats)
    #[arg(long)]
    paired: bool,
    /// How many threads [default: one a core]
    #[arg(long, value_name = "N", value_parser = threads::parser())]
    threads: Option<u64>,
    /// Write every game to this new file, each as soon as it is over
    #[arg(long, value_name = "FILE")]
    records: Option<PathBuf>,
    /// Replace the file of the records if it exists
    #[arg(long, requires = "records")]
    force: bool,
    /// Print one JSON document and nothing else
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: Args) -> Result<(), Failure> {
    let (threads, json, force) = (args.threads, args.json, args.force);
    let plan = plan(args);
    find_game(&plan.game)?.canonical(&plan.game, plan.entrants.len())?;
    plan.records.as_deref().map_or(Ok(()), |path| files::check_new(path, force))?;
    let PlayedMatch { outcome, cut } = play(&plan, threads)?;
    if json { output::print_json(&outcome) } else { output::print(&text(&outcome)) }?;
    cut.map_or(Ok(()), |cut| Err(cut.into()))
}

fn plan(args: Args) -> Match {
    let Args { game, seats, games, series, seed, paired, records, .. } = args;
    Match { game, entrants: seats.0, games, series, seed, paired, records }
}

fn play(plan: &Match, threads: Option<u64>) -> Result<PlayedMatch, Failure> {
    let stop = interrupt::flag();
    let bar = progress::stoppable_bar(plan.games, "games", plan.game.to_string(), Some(stop));
    let done = |done, of| {
        bar.set_length(of);
        bar.set_position(done);
    };
    let played = threads::on(threads, || play_match(plan, &Watch { done: &done, stop }));
    bar.finish_and_clear();
    Ok(played??)
}

fn text(outcome: &Outcome) -> String {
    let head = ["agent", "games", "wins", "mean payoff"].map(String::from).to_vec();
    let row = |(i, result)| row(outcome.paired, Seat::new(i), result);
    let rows: Vec<_> = [head].into_iter().chain(outcome.seats.iter().enumerate().map(row)).collect();
    let interval = intervals(outcome.deals);
    let again = if outcome.repeatable { "the same for any number of threads" } else { NEVER_AGAIN };
    format!(
        "{}\n\n{}  ({interval}; shared wins count in part; {again})\n",
        title(outcome),
        columns(&rows, &[0])
    )
}

/// What is said of intervals where so many deals were played.
pub(super) fn intervals(deals: u64) -> &'static str {
    if deals < FEWEST_UNITS as u64 { "no interval below 10 deals or series" } else { "± is a 95 % interval" }
}

/// Said in place of the promise that equal seeds give equal results.
pub(super) const NEVER_AGAIN: &str = "a clock or a program has a say, so another run may differ";

fn title(outcome: &Outcome) -> String {
    let Outcome { rules, seats, games, asked, series, deals, seed, .. } = outcome;
    let (seats, plural) = (seats.len(), if *asked == 1 { "" } else { "s" });
    let played = if games == asked { games.to_string() } else { format!("{games} of {asked}") };
    let seatings = games / deals / u64::from(*series);
    let how = match (outcome.paired, series) {
        (false, 1) => String::new(),
        (true, 1) => format!(" (paired: {} x {seatings} seatings)", counted(*deals, "deal")),
        (false, _) => format!(" ({deals} series of {series})"),
        (true, _) => {
            format!(" (paired: {} x {seatings} seatings x {series} in a series)", counted(*deals, "deal"))
        }
    };
    format!("{rules} · {seats} seats · {played} game{plural}{how} · seed {seed}")
}

/// Entrants of a paired match sit everywhere, so only the others are named by their seat.
fn row(paired: bool, seat: Seat, result: &SeatResult) -> Vec<String> {
    let SeatResult { agent, games, mean, win_rate, .. } = result;
    let name = label(agent, usize::MAX);
    let [rate, low, high] = [win_rate.value, win_rate.low, win_rate.high].map(|x| 100.0 * x);
    vec![
        if paired { name } else { format!("{seat} {name}") },
        games.to_string(),
        format!("{rate:.1} % {}", interval(rate, (low, high), (0.0, 100.0), 1)),
        format!("{} {}", signed(mean.value, 3), interval(mean.value, (mean.low, mean.high), UNBOUNDED, 3)),
    ]
}
