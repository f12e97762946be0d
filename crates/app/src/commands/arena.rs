//! `tefuda arena`: many agents, who is better than whom.

use std::path::PathBuf;

use lab::stats::FEWEST_UNITS;
use lab::{Arena, Figure, GameMonitor, PlayedArena, Standings};
use table::{Spec, label};

use super::r#match::{NEVER_AGAIN, apart, intervals, show_and_leave};
use crate::failure::Failure;
use crate::names::{Specs, seed, series, up_to};
use crate::text::{UNBOUNDED, columns, counted, interval};
use crate::{files, interrupt, output, progress, threads};

/// The most games of one arena: all their results are held in memory, some 600 bytes each.
const MOST_GAMES: u64 = 1_000_000;

/// Rate many agents: every company, paired deals, Elo points with intervals
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tefuda arena buzzard --agents greedy,random,first
      three agents, two at a table: ratings, and who does how well against whom
  tefuda arena buzzard --agents greedy,random,first --seats 3 --games 600
      all three at one table
  tefuda arena kuhn --agents random,first --games 100 --json
      one JSON document

Each deal is played in every rotation of the seats (every permutation up to 3 seats), every agent sits \
everywhere equally often, and equal seeds give equal results. Ctrl-C ends the arena after the games at the tables and \
shows what was played, a second one or SIGTERM at once; a player that breaks down ends it too, but for programs with \
on_error=forfeit.")]
pub(crate) struct Args {
    /// The game with its options
    game: Spec,
    /// The agents, with their parameters
    #[arg(long, value_name = "X,Y,..")]
    agents: Specs,
    /// How many sit at a table [default: as few as the game has]
    #[arg(long, value_name = "N")]
    seats: Option<usize>,
    /// How many games; rounded up to whole deals, and so that all sit equally often
    #[arg(long, value_name = "N", allow_negative_numbers = true, default_value_t = 1000, value_parser = up_to(MOST_GAMES))]
    games: u64,
    /// How many games are played one after another, with what the game carries over [default: the game's usual]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = series())]
    series: Option<u32>,
    /// The seed of all random streams
    #[arg(long, value_name = "S", default_value_t = 0, allow_negative_numbers = true, value_parser = seed())]
    seed: u64,
    /// How many threads [default: one a core]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = threads::parser())]
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
    let Args { game, agents, seats, games, series, seed, records, .. } = args;
    let arena = Arena { game, agents: agents.0, seats, games, series, seed, records };
    arena.records.as_deref().map_or(Ok(()), |path| files::check_new(path, force))?;
    show(play(&arena, threads, json)?, json, games)
}

/// What was played, and why there is no more of it if there is not.
fn show(PlayedArena { standings, cut }: PlayedArena, json: bool, wanted: u64) -> Result<(), Failure> {
    if json { output::print_json(&standings) } else { output::print(&text(&standings, wanted)) }?;
    cut.map_or(Ok(()), |cut| Err(cut.into()))
}

fn play(arena: &Arena, threads: Option<u64>, json: bool) -> Result<PlayedArena, Failure> {
    let (stop, hurry) = (interrupt::flag(), interrupt::hurry());
    let bar = progress::stoppable_bar(arena.games, "games", arena.game.to_string(), Some(stop));
    let done = |done, of| {
        bar.set_length(of);
        bar.set_position(done);
    };
    let leave = |played| {
        bar.finish_and_clear();
        show_and_leave(played, |played| show(played, json, arena.games))
    };
    let watch = GameMonitor { done: &done, stop, hurry };
    let played = threads::on(threads, || arena.play_or_leave(&watch, &leave));
    bar.finish_and_clear();
    Ok(played??)
}

/// As much of an agent's name as stands before a row of the cross table.
const LONGEST_NAME: usize = 32;

/// Best first; last those who have not played. `wanted` is the number of games asked for, before it was rounded up.
fn text(standings: &Standings, wanted: u64) -> String {
    let Standings { rules, seats, games, asked, series, deals, seed, .. } = standings;
    let series = if *series == 1 { String::new() } else { format!(", series of {series}") };
    let played = if games == asked { games.to_string() } else { format!("{games} of {asked}") };
    let rounded = match *asked == wanted {
        true => String::new(),
        false => format!("; {wanted} rounded up to whole rounds, in which all sit equally often"),
    };
    let key = |agent: usize| (standings.agents[agent].mean.n > 0, standings.agents[agent].rating.value);
    let mut order: Vec<usize> = (0..standings.agents.len()).collect();
    order.sort_by(|&a, &b| key(b).0.cmp(&key(a).0).then(key(b).1.total_cmp(&key(a).1)));
    let again = if standings.repeatable { String::new() } else { format!("; {NEVER_AGAIN}") };
    let apart = apart(standings.apart, &standings.breakdowns, |agent| &standings.agents[agent].agent);
    // Each has sat in fewer deals than there were.
    let fewest = standings.agents.iter().map(|agent| agent.mean.n).filter(|&n| n > 0).min().unwrap_or(0);
    let intervals = match fewest < FEWEST_UNITS as u64 && FEWEST_UNITS as u64 <= *deals {
        true => "± is a 95 % interval; ± ? below 10 deals of one's own",
        false => intervals(*deals),
    };
    format!(
        "{rules} · {seats} seats · {played} games ({}{series}{rounded}) · seed {seed}\n\n{}  ({intervals}{again})\n{apart}\n\
         how often a seat of the row's agent wins at tables where the column's agent sits too\n\n{}",
        counted(*deals, "deal"),
        ratings(standings, &order),
        cross(standings, &order)
    )
}

fn ratings(standings: &Standings, order: &[usize]) -> String {
    let head = ["", "agent", "rating", "wins", "mean payoff"].map(String::from).to_vec();
    let row = |(rank, &agent): (usize, &usize)| {
        let standing = &standings.agents[agent];
        let forfeits = match standing.forfeits {
            0 => String::new(),
            games => format!(", forfeited {}", counted(games, "game")),
        };
        vec![
            (rank + 1).to_string(),
            label(&standing.agent, usize::MAX) + &forfeits,
            figure(standing.rating, |f| {
                format!("{:+.0} {}", f.value, interval(f.value, (f.low, f.high), UNBOUNDED, 0))
            }),
            figure(standing.win_rate, share),
            figure(standing.mean, |f| {
                format!("{:+.3} {}", f.value, interval(f.value, (f.low, f.high), UNBOUNDED, 3))
            }),
        ]
    };
    let rows: Vec<_> = [head].into_iter().chain(order.iter().enumerate().map(row)).collect();
    columns(&rows, &[1])
}

/// A figure, or that there is none: who has not played has none.
fn figure(figure: Figure, text: impl Fn(Figure) -> String) -> String {
    if figure.n == 0 { "–".to_string() } else { text(figure) }
}

fn share(figure: Figure) -> String {
    let [value, low, high] = [figure.value, figure.low, figure.high].map(|x| 100.0 * x);
    format!("{value:.1} % {}", interval(value, (low, high), (0.0, 100.0), 1))
}

fn cross(standings: &Standings, order: &[usize]) -> String {
    let name = |(rank, &agent): (usize, &usize)| {
        format!("{} {}", rank + 1, label(&standings.agents[agent].agent, LONGEST_NAME))
    };
    let head = [String::new()].into_iter().chain((1..=order.len()).map(|rank| rank.to_string())).collect();
    let cell =
        |figure: &Option<Figure>| figure.map_or("–".to_string(), |f| format!("{:.1} %", 100.0 * f.value));
    let row = |place: (usize, &usize)| {
        let cells = order.iter().map(|&column| cell(&standings.cross[*place.1][column]));
        [name(place)].into_iter().chain(cells).collect()
    };
    let rows: Vec<Vec<String>> = [head].into_iter().chain(order.iter().enumerate().map(row)).collect();
    columns(&rows, &[0])
}
