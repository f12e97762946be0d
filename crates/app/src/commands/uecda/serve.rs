//! `tefuda uecda serve`: a server for clients of the tournament.

use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use games::daihinmin::Rules;
use table::Spec;
use uecda::server::{Filler, Notice, PlayerReport, Report, ServeError, Server, Settings, UNREAD_LIMIT};

use super::theatre::Theatre;
use crate::failure::Failure;
use crate::names::Specs;
use crate::{files, output, text};

/// Serve matches to clients of the tournament, five connections a match in order of arrival
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The port; 0 for any that is free
    #[arg(long, value_name = "P", default_value_t = 42485)]
    port: u16,
    /// The address to listen on; others than this machine can reach you by any but the default
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1")]
    bind: IpAddr,
    /// How many games a match has
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    /// After how many games the ranks are forgotten
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u16).range(1..))]
    block: u16,
    /// After how many games the turn order is drawn anew; 0 for never
    #[arg(long, value_name = "N", default_value_t = 3)]
    reseat: u16,
    /// The seed of all random streams
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
    /// Write the match as the official server does; with several matches, `-N` is put before the extension
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Replace a log that exists
    #[arg(long)]
    force: bool,
    /// How long a client may take for a choice before it passes for good [default: for ever]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    move_limit_ms: Option<u64>,
    /// How many matches are played, all at once if enough clients come
    #[arg(long, value_name = "M", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    matches: u32,
    /// Agents of ours on the last seats of every match
    #[arg(long, value_name = "A,B,..")]
    fill: Option<Specs>,
    /// Tell on the standard error who comes, who goes and how every game ends
    #[arg(long)]
    watch: bool,
    /// Show the matches on a page at this port of the same address; 0 for any that is free
    #[arg(long, value_name = "P", num_args = 0..=1, default_missing_value = "8080")]
    page: Option<u16>,
    /// How long a choice stays on the page before the match goes on, so that people can follow
    #[arg(long, value_name = "T", requires = "page", default_value_t = 0, value_parser = clap::value_parser!(u64).range(0..=60_000))]
    pace_ms: u64,
}

pub(super) fn run(args: Args) -> Result<(), Failure> {
    let (watch, force, place) = (args.watch, args.force, SocketAddr::new(args.bind, args.port));
    let pace = Duration::from_millis(args.pace_ms);
    let theatre = args
        .page
        .map(|port| Theatre::open(SocketAddr::new(args.bind, port), args.games, pace))
        .transpose()?;
    let settings = settings(args)?;
    let logs = (1..=settings.matches).map_while(|number| settings.log_of(number));
    logs.into_iter().try_for_each(|log| files::check_new(&log, force))?;
    let server = Server::bind(place, settings).map_err(|error| not_bound(place, error))?;
    let address = server.address().map_err(failure)?;
    output::print(&format!("listening on {address}\n"))?;
    let told = |notice| {
        tell(&notice, watch);
        theatre.iter().for_each(|theatre| theatre.show(&notice));
    };
    let reports = server.run(&told).map_err(failure)?;
    reports.iter().try_for_each(|report| output::print(&table(report)))?;
    theatre.map_or(Ok(()), Theatre::stay)
}

fn settings(args: Args) -> Result<Settings, Failure> {
    let rules = uecda::rules(args.block, args.reseat);
    let fill = args.fill.map_or(Vec::new(), |specs| specs.0);
    Ok(Settings {
        games: args.games,
        block: args.block,
        reseat: args.reseat,
        seed: args.seed,
        move_limit: args.move_limit_ms.map(Duration::from_millis),
        unread_limit: UNREAD_LIMIT,
        matches: args.matches as usize,
        fill: fill.into_iter().map(|spec| filler(spec, rules)).collect::<Result<_, _>>()?,
        log: args.log,
    })
}

/// A maker of this agent, which was tried once.
fn filler(spec: Spec, rules: Rules) -> Result<Filler, Failure> {
    super::agent(&spec, &rules)?;
    let name = spec.to_string();
    let build = move || super::agent(&spec, &rules).expect("it could be made before");
    Ok(Filler { name, build: Arc::new(build) })
}

fn not_bound(place: SocketAddr, error: ServeError) -> Failure {
    match error {
        ServeError::Listen(error) => Failure::Failed(format!(
            "{place}: cannot listen there: {error} (--port says where, 0 for any port that is free)"
        )),
        _ => failure(error),
    }
}

fn failure(error: ServeError) -> Failure {
    match error {
        ServeError::TooManyFillers(_) => Failure::Usage(error.to_string()),
        _ => Failure::Failed(error.to_string()),
    }
}

/// What happens; whoever is sent away or gone is told of in any case.
fn tell(notice: &Notice, watch: bool) {
    let line = match notice {
        Notice::Refused { from, why } => format!("{from} was sent away: {why}"),
        Notice::Gone { number, player, why } => {
            format!("match {number}: player {player} passes from now on: {why}")
        }
        _ if !watch => return,
        Notice::Begun { .. } | Notice::Chosen { .. } => return,
        Notice::Seated { number, player, name, version } => {
            format!("match {number}: player {player} is {name} ({})", version.number())
        }
        Notice::Game { number, game, result, points } => {
            let result: Vec<String> = result.as_slice().iter().map(|seat| seat.index().to_string()).collect();
            let points = points.map(|points| points.to_string()).join(" ");
            format!("match {number}: game {game} ends {}, points {points}", result.join(" "))
        }
    };
    output::note(&line);
}

/// The final points, and how long each player took.
fn table(report: &Report) -> String {
    let mut rows =
        vec![["player", "name", "points", "a game", "mean ms", "largest ms"].map(String::from).to_vec()];
    rows.extend(report.players.iter().enumerate().map(|(number, player)| row(number, player, report.games)));
    let games = text::counted(u64::from(report.games), "game");
    format!("match {}, {games}\n{}", report.number, text::columns(&rows, &[0, 1]))
}

fn row(number: usize, player: &PlayerReport, games: u32) -> Vec<String> {
    let millis = |wait: Duration| format!("{:.2}", wait.as_secs_f64() * 1000.0);
    let mut row = vec![
        number.to_string(),
        player.name.clone(),
        player.points.to_string(),
        format!("{:.3}", player.points as f64 / f64::from(games)),
        millis(player.waits.mean()),
        millis(player.waits.largest),
    ];
    row.extend(player.gone.as_ref().map(|why| format!("gone: {why}")));
    row
}
