//! `tefuda uecda serve`: a server for clients of the tournament.

use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

use games::daihinmin::Rules;
use page::USUAL_PACE;
use table::{Spec, label};
use uecda::server::{Filler, Notice, Report, ServeError, Server, Settings, SoFar, UNREAD_LIMIT};

use super::standings;
use super::theatre::Theatre;
use crate::failure::Failure;
use crate::names::{Specs, whole};
use crate::{files, interrupt, output};

/// How many seats a table has.
const SEATS: usize = 5;
/// How long matches have to end by themselves once they are to end. An agent of ours may think longer.
const GRACE: Duration = Duration::from_millis(500);
/// How often it is looked whether the matches are over.
const GLANCE: Duration = Duration::from_millis(20);

/// Serve matches to clients of the tournament, five connections a match in order of arrival
#[derive(clap::Args)]
#[command(after_help = "\
Ctrl-C or SIGTERM ends the matches and shows how they stand: the games that were played to their end count. \
Points have 95 % intervals from 100 games on.")]
pub(crate) struct Args {
    /// The port; 0 for any that is free
    #[arg(long, value_name = "P", allow_negative_numbers = true, default_value_t = 42485, value_parser = whole::<u16>(0, 65_535))]
    port: u16,
    /// The address to listen on; others than this machine can reach you by any but the default
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1")]
    bind: IpAddr,
    /// How many games a match has
    #[arg(long, value_name = "N", allow_negative_numbers = true, default_value_t = 100, value_parser = whole::<u32>(1, 1_000_000))]
    games: u32,
    /// After how many games the ranks are forgotten
    #[arg(long, value_name = "N", allow_negative_numbers = true, default_value_t = 100, value_parser = whole::<u16>(1, 65_535))]
    block: u16,
    /// After how many games the turn order is drawn anew; 0 for never
    #[arg(long, value_name = "N", allow_negative_numbers = true, default_value_t = 3)]
    reseat: u16,
    /// The seed of all random streams
    #[arg(long, value_name = "S", allow_negative_numbers = true, default_value_t = 0, value_parser = crate::names::seed())]
    seed: u64,
    /// Write the match as the official server does; with several matches, `-N` is put before the extension
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Replace a log that exists
    #[arg(long)]
    force: bool,
    /// How long a client may take for a choice before it passes for good [default: for ever]
    #[arg(long, value_name = "T", allow_negative_numbers = true, value_parser = whole::<u64>(1, 86_400_000))]
    move_limit_ms: Option<u64>,
    /// How many matches are played, all at once if enough clients come
    #[arg(long, value_name = "M", allow_negative_numbers = true, default_value_t = 1, value_parser = whole::<u32>(1, 10_000))]
    matches: u32,
    /// Agents of ours on the last seats of every match
    #[arg(long, value_name = "A,B,..")]
    fill: Option<Specs>,
    /// Tell on the standard error who comes, who goes and how every game ends
    #[arg(long)]
    watch: bool,
    /// Print one JSON document at the end and nothing else; where it listens is told on the standard error
    #[arg(long)]
    json: bool,
    /// Show the matches on a page at this port of the same address; 0 for any that is free
    #[arg(long, value_name = "P", num_args = 0..=1, default_missing_value = "8080")]
    page: Option<u16>,
    /// How long a choice stays on the page on average before the match goes on, so that people can follow and nobody sees who had a
    /// choice; with 0 it shows
    #[arg(long, value_name = "T", allow_negative_numbers = true, requires = "page", default_value_t = USUAL_PACE.as_millis() as u64, value_parser = whole::<u64>(0, 3_000))]
    pace_ms: u64,
}

pub(super) fn run(args: Args) -> Result<(), Failure> {
    let (watch, force, json, place) =
        (args.watch, args.force, args.json, SocketAddr::new(args.bind, args.port));
    let pace = Duration::from_millis(args.pace_ms);
    let theatre = args
        .page
        .map(|port| Theatre::open(SocketAddr::new(args.bind, port), args.games, pace))
        .transpose()?
        .map(Arc::new);
    let settings = settings(args)?;
    let logs = (1..=settings.matches).map_while(|number| settings.log_of(number));
    logs.into_iter().try_for_each(|log| files::check_new(&log, force))?;
    let (asked, waiting) = (settings.matches, waiting_for(&settings));
    let server = Server::bind(place, settings).map_err(|error| not_bound(place, error))?;
    let listening = format!("listening on {}", server.address().map_err(failure)?);
    if json {
        output::note(&listening);
    } else {
        output::print(&format!("{listening}\n"))?;
    }
    waiting.iter().for_each(|line| output::note(line));
    let reports = play(server, watch, theatre.clone())?;
    if json {
        output::print_json(&standings::json(&reports, asked))
    } else {
        output::print(&standings::text(&reports))
    }?;
    if interrupt::flag().load(Ordering::Relaxed) {
        return Err(Failure::Interrupted(
            "interrupted; the table shows the games that were played to their end".to_string(),
        ));
    }
    if let Some((path, why)) = reports.iter().find_map(|report| report.log_lost.as_ref()) {
        return Err(Failure::Failed(format!(
            "{}: {why}; the match was played without its log",
            path.display()
        )));
    }
    // The server is over, and nobody else holds the theatre.
    theatre.and_then(Arc::into_inner).map_or(Ok(()), Theatre::stay)
}

/// Who has to come before a match begins.
fn waiting_for(settings: &Settings) -> Option<String> {
    let clients = SEATS.saturating_sub(settings.fill.len());
    let ours: Vec<&str> = settings.fill.iter().map(|filler| filler.name.as_str()).collect();
    let ours =
        if ours.is_empty() { String::new() } else { format!("; on the other seats: {}", ours.join(", ")) };
    match clients {
        0 => None,
        1 => Some(format!("a match begins when 1 client is there{ours}")),
        _ => Some(format!("a match begins when {clients} clients are there{ours}")),
    }
}

/// Plays all matches, or as much of them as there is time for: how they ended, or how they stand.
fn play(server: Server, watch: bool, theatre: Option<Arc<Theatre>>) -> Result<Vec<Report>, Failure> {
    let (stop, so_far): (_, SoFar) = (interrupt::flag(), server.so_far());
    let told = move |notice| {
        tell(&notice, watch);
        theatre.iter().for_each(|theatre| theatre.show(&notice));
    };
    let playing = thread::spawn(move || server.run(&told));
    let mut stopped = None;
    while !playing.is_finished() {
        if stop.load(Ordering::Relaxed) && stopped.get_or_insert_with(Instant::now).elapsed() > GRACE {
            return Ok(so_far.reports());
        }
        thread::sleep(GLANCE);
    }
    playing.join().expect("a server does not panic").map_err(failure)
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
        stop: interrupt::flag(),
    })
}

/// A maker of this agent, which was tried once.
fn filler(spec: Spec, rules: Rules) -> Result<Filler, Failure> {
    super::agent(&spec, &rules)?;
    let name = called(&spec);
    let build = move || super::agent(&spec, &rules).expect("it could be made before");
    Ok(Filler { name, build: Arc::new(build) })
}

/// What tables and logs call an agent of ours: a program by the name of its spec, never by its command.
fn called(spec: &Spec) -> String {
    if spec.name == "exec" && spec.get("name").is_none() {
        "exec".to_string()
    } else {
        label(&spec.to_string(), usize::MAX)
    }
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

/// Reports what happens. Clients that were sent away or have gone are always reported.
fn tell(notice: &Notice, watch: bool) {
    let line = match notice {
        Notice::Refused { from, why } => format!("{from} was sent away: {why}"),
        Notice::Gone { number, player, why } => {
            format!("match {number}: player {player} passes from now on: {why}")
        }
        Notice::LogLost { number, path, why } => {
            format!("match {number}: goes on without its log: {}: {why}", path.display())
        }
        _ if !watch => return,
        Notice::Begun { .. } | Notice::Chosen { .. } => return,
        Notice::Void { number, player, why } => {
            format!("match {number}: player {player}: void: {why}")
        }
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
