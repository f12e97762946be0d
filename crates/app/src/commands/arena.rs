//! `tefuda arena`: many agents, who is better than whom.

use lab::{Arena, Figure, MOST_IN_SERIES, Standings};
use table::Spec;

use crate::failure::Failure;
use crate::names::Specs;
use crate::text::columns;
use crate::{output, progress, threads};

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

Each deal is played in every rotation of the seats (every permutation up to 3 seats), every agent sits
everywhere equally often, and equal seeds give equal results.")]
pub(crate) struct Args {
    /// The game with its options
    game: Spec,
    /// The agents, with their parameters
    #[arg(long, value_name = "X,Y,..")]
    agents: Specs,
    /// How many sit at a table [default: as few as the game has]
    #[arg(long, value_name = "N")]
    seats: Option<usize>,
    /// How many games; rounded up to whole deals and rounds
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    games: u64,
    /// How many games are played one after another, with what the game carries over [default: the game's usual]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=i64::from(MOST_IN_SERIES)))]
    series: Option<u32>,
    /// What all luck derives from
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
    /// How many threads [default: one a core]
    #[arg(long, value_name = "N", value_parser = threads::parser())]
    threads: Option<u64>,
    /// Print one JSON document and nothing else
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: Args) -> Result<(), Failure> {
    let (threads, json) = (args.threads, args.json);
    let Args { game, agents, seats, games, series, seed, .. } = args;
    let arena = Arena { game, agents: agents.0, seats, games, series, seed };
    let bar = progress::bar(games, "games", arena.game.to_string());
    let show = |done, of| {
        bar.set_length(of);
        bar.set_position(done);
    };
    let played = threads::on(threads, || arena.play(&show));
    bar.finish_and_clear();
    let standings = played??;
    if json { output::print_json(&standings) } else { output::print(&text(&standings)) }
}

/// Best first.
fn text(standings: &Standings) -> String {
    let Standings { rules, seats, games, series, deals, seed, .. } = standings;
    let series = if *series == 1 { String::new() } else { format!(", series of {series}") };
    let mut order: Vec<usize> = (0..standings.agents.len()).collect();
    order.sort_by(|&a, &b| standings.agents[b].rating.value.total_cmp(&standings.agents[a].rating.value));
    format!(
        "{rules} · {seats} seats · {games} games ({deals} deals{series}) · seed {seed}\n\n{}\n\
         share of games won by the agent of the row in company of the agent of the column\n\n{}",
        ratings(standings, &order),
        cross(standings, &order)
    )
}

fn ratings(standings: &Standings, order: &[usize]) -> String {
    let head = ["", "agent", "rating", "wins", "mean payoff"].map(String::from).to_vec();
    let row = |(rank, &agent): (usize, &usize)| {
        let standing = &standings.agents[agent];
        vec![
            (rank + 1).to_string(),
            standing.agent.clone(),
            give_or_take(standing.rating, 1.0, 0, ""),
            give_or_take(standing.win_rate, 100.0, 1, " %"),
            give_or_take(standing.mean, 1.0, 3, ""),
        ]
    };
    let rows: Vec<_> = [head].into_iter().chain(order.iter().enumerate().map(row)).collect();
    columns(&rows, &[1])
}

/// A value and the distance to the farther end of its interval; few deals leave it open.
fn give_or_take(figure: Figure, scale: f64, decimals: usize, unit: &str) -> String {
    let [value, low, high] = [figure.value, figure.low, figure.high].map(|x| x * scale);
    let half = (value - low).max(high - value);
    let half = if half.is_finite() { format!("{half:.decimals$}") } else { "?".to_string() };
    let sign = if unit.is_empty() { "+" } else { "" };
    if sign.is_empty() {
        format!("{value:.decimals$}{unit} ± {half}")
    } else {
        format!("{value:+.decimals$} ± {half}")
    }
}

fn cross(standings: &Standings, order: &[usize]) -> String {
    let name = |(rank, &agent): (usize, &usize)| format!("{} {}", rank + 1, standings.agents[agent].agent);
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
