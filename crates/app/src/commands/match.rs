//! `tefuda match`: the same players, many games, who is better.

use std::path::PathBuf;

use games::find_game;
use lab::stats::FEWEST_UNITS;
use lab::{
    Breakdown, Figure, GameMonitor, LabError, Match, Outcome, PlayedMatch, SeatResult, play_match_or_leave,
};
use table::{Seat, Spec, label};

use crate::failure::Failure;
use crate::names::{Specs, seed, series, up_to};
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
      keep every game; `tefuda replay new.jsonl` steps through them, `tefuda stats new.jsonl` counts them

The same command with --resume goes on with the records of a match that was interrupted. Equal seeds give equal results, whatever the number of threads. Ctrl-C ends the match after the games at the tables and \
shows what was played, a second one or SIGTERM at once; a player that breaks down ends it too, but for programs with \
on_error=forfeit. `tefuda list agents` names the players.")]
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
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = series())]
    series: Option<u32>,
    /// The seed of all random streams
    #[arg(long, value_name = "S", default_value_t = 0, allow_negative_numbers = true, value_parser = seed())]
    seed: u64,
    /// Play each deal in every rotation of the seats (every permutation up to 3 seats)
    #[arg(long)]
    paired: bool,
    /// How many threads [default: one a core]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = threads::parser())]
    threads: Option<u64>,
    /// Write every game to this new file, each as soon as it is over
    #[arg(long, value_name = "FILE")]
    records: Option<PathBuf>,
    /// Replace the file of the records if it exists
    #[arg(long, requires = "records")]
    force: bool,
    /// Go on with the records that are there, of the same match; it is begun if there are none
    #[arg(long, requires = "records", conflicts_with = "force")]
    resume: bool,
    /// Print one JSON document and nothing else
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: Args) -> Result<(), Failure> {
    let (threads, json, replace) = (args.threads, args.json, args.force || args.resume);
    let plan = plan(args);
    find_game(&plan.game)?.canonical(&plan.game, plan.entrants.len())?;
    plan.records.as_deref().map_or(Ok(()), |path| files::check_new(path, replace))?;
    show(play(&plan, threads, json)?, json)
}

/// What was played, and why there is no more of it if there is not.
fn show(PlayedMatch { outcome, cut }: PlayedMatch, json: bool) -> Result<(), Failure> {
    if json { output::print_json(&outcome) } else { output::print(&text(&outcome)) }?;
    cut.map_or(Ok(()), |cut| Err(cut.into()))
}

/// For one who cannot wait for the games at the tables.
pub(super) fn show_and_leave<T>(
    played: Result<T, LabError>,
    show: impl FnOnce(T) -> Result<(), Failure>,
) -> ! {
    if let Err(failure) = played.map_err(Failure::from).and_then(show) {
        failure.report();
    }
    interrupt::leave()
}

fn plan(args: Args) -> Match {
    let Args { game, seats, games, series, seed, paired, records, resume, .. } = args;
    Match { game, entrants: seats.0, games, series, seed, paired, records, resume }
}

fn play(plan: &Match, threads: Option<u64>, json: bool) -> Result<PlayedMatch, Failure> {
    let (stop, hurry) = (interrupt::flag(), interrupt::hurry());
    let bar = progress::stoppable_bar(plan.games, "games", plan.game.to_string(), Some(stop));
    let done = |done, of| {
        bar.set_length(of);
        bar.set_position(done);
    };
    let leave = |played| {
        bar.finish_and_clear();
        show_and_leave(played, |played| show(played, json))
    };
    let watch = GameMonitor { done: &done, stop, hurry };
    let played = threads::on(threads, || play_match_or_leave(plan, &watch, &leave));
    bar.finish_and_clear();
    Ok(played??)
}

fn text(outcome: &Outcome) -> String {
    let head = ["agent", "games", "wins", "mean payoff"].map(String::from).to_vec();
    let row = |(i, result)| row(outcome.paired, Seat::new(i), result);
    let rows: Vec<_> = [head].into_iter().chain(outcome.seats.iter().enumerate().map(row)).collect();
    let interval = intervals(outcome.deals);
    let apart = apart(outcome.apart, &outcome.breakdowns, |entrant| &outcome.seats[entrant].agent);
    let again = if outcome.repeatable { "the same for any number of threads" } else { NEVER_AGAIN };
    format!(
        "{}\n\n{}  ({interval}; shared wins count in part; {again})\n{apart}",
        title(outcome),
        columns(&rows, &[0])
    )
}

/// What is said of games that are counted apart, and of the first breakdown.
pub(super) fn apart<'a>(games: u64, breakdowns: &[Breakdown], name: impl Fn(usize) -> &'a String) -> String {
    if games == 0 {
        return String::new();
    }
    let first = breakdowns.first().map_or(String::new(), |Breakdown { game, entrant, why }| {
        let name = label(name(*entrant), usize::MAX);
        format!("  the first, in game {game}, by {name}: {why}\n")
    });
    format!(
        "\n  {} counted apart, in no figure above: a player forfeited in their deal or series, and was played on at \
         random\n{first}",
        counted(games, "game")
    )
}

/// The sentence about intervals, which depends on the number of deals.
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
    let SeatResult { agent, games, mean, win_rate, forfeits, .. } = result;
    let name = label(agent, usize::MAX);
    let name = if paired { name } else { format!("{seat} {name}") };
    let name =
        if *forfeits == 0 { name } else { format!("{name}, forfeited {}", counted(*forfeits, "game")) };
    if *games == 0 {
        return vec![name, "0".to_string(), "–".to_string(), "–".to_string()];
    }
    let [wins, mean] = earned(win_rate, mean);
    vec![name, games.to_string(), wins, mean]
}

/// Wins and points, with their intervals.
pub(super) fn earned(win_rate: &Figure, mean: &Figure) -> [String; 2] {
    let [rate, low, high] = [win_rate.value, win_rate.low, win_rate.high].map(|x| 100.0 * x);
    [
        format!("{rate:.1} % {}", interval(rate, (low, high), (0.0, 100.0), 1)),
        format!("{} {}", signed(mean.value, 3), interval(mean.value, (mean.low, mean.high), UNBOUNDED, 3)),
    ]
}
