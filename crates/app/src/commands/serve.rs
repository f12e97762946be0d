//! `tefuda serve`: the page.

use std::fs;
use std::net::{IpAddr, SocketAddr};
use std::path::{Component, Path, PathBuf};
use std::time::Duration;

use clap::builder::{PathBufValueParser, TypedValueParser};
use lab::experiment::{RunProgress, run_progress};
use page::{PaceReport, PageError, PageServer, PageSettings, Rate, RunSummary, Runs, StoreError, USUAL_PACE};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

use crate::failure::Failure;
use crate::names::whole;
use crate::{interrupt, output, text};

/// Serve a page on which people play and watch with a browser
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tefuda serve                              open the address that is printed; only this machine can reach it
  tefuda serve --port 0 --data /tmp/tables  any port that is free, and tables kept in this folder
  tefuda serve --bind 0.0.0.0 --host games.example
                                            for everybody who reaches this machine, also by that name
  tefuda serve --agent 'mine=exec(cmd=\"python3 my_agent.py\")' --agent 'slow=ismcts(ms=3000)'
                                            two players of your own in the lobby: a program, and one that thinks long

Every choice is on disk before it counts: tables go on after the server was stopped, however it was. Each person's seat \
has a link with a secret of its own; who has no link watches. What an agent chooses is shown after a delay that does not depend on whether it \
had a choice. Guests choose among agents that run no programs, read no \
files and think within bounds, and among yours, of which they learn the names alone. Ctrl-C ends the server; whoever plays goes on when it is back. Browsers speak to it \
without encryption: where that matters, let a proxy with a certificate stand before it and name it with --host.")]
pub(crate) struct Args {
    /// The port; 0 for any that is free
    #[arg(long, value_name = "P", allow_negative_numbers = true, default_value_t = 8080, value_parser = whole::<u16>(0, 65_535))]
    port: u16,
    /// The address to listen on; others than this machine can reach you by any but the default
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1")]
    bind: IpAddr,
    /// The folder that keeps the tables; it is made if it does not exist
    #[arg(long, value_name = "DIR", default_value = "tables")]
    data: PathBuf,
    /// A name that browsers may reach the server by, besides numbers and localhost; may be repeated
    #[arg(long, value_name = "NAME", value_parser = host_name)]
    host: Vec<String>,
    /// The folder of runs whose progress and reports are shown [default: runs, if only this machine can look]
    #[arg(long, value_name = "DIR", value_parser = PathBufValueParser::new().try_map(folder))]
    runs: Option<PathBuf>,
    /// How many tables are kept at most
    #[arg(long, value_name = "N", allow_negative_numbers = true, default_value_t = 10_000, value_parser = whole::<u32>(1, 10_000_000))]
    tables: u32,
    /// After how many days a table is forgotten that nobody touched
    #[arg(long, value_name = "DAYS", allow_negative_numbers = true, default_value_t = 60, value_parser = whole::<u32>(1, 36_500))]
    keep: u32,
    /// How many threads agents think on [default: two more than cores]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole::<u16>(1, 1_024))]
    threads: Option<u16>,
    /// How long what an agent chooses waits on average before it is shown, in milliseconds. Within this time nobody sees who had a
    /// choice; with 0 it shows, which is for tests and for programs that own both ends
    #[arg(long, value_name = "T", allow_negative_numbers = true, default_value_t = USUAL_PACE.as_millis() as u64, value_parser = whole::<u64>(0, 3_000))]
    pace_ms: u64,
    /// A player of your own that guests may choose by its name; may be repeated. Programs (exec) and players that read
    /// files are taken only where nobody but this machine reaches the server
    #[arg(long, value_name = "NAME=SPEC")]
    agent: Vec<String>,
    /// How many requests a second an address of another machine may send for long
    #[arg(long, value_name = "N", allow_negative_numbers = true, default_value_t = 20, value_parser = whole::<u32>(1, 1_000_000))]
    rate: u32,
    /// How many tables an hour an address of another machine may open for long
    #[arg(long, value_name = "N", allow_negative_numbers = true, default_value_t = 120, value_parser = whole::<u32>(1, 1_000_000))]
    openings: u32,
}

pub(crate) fn run(args: Args) -> Result<(), Failure> {
    allow_connections();
    let server = PageServer::bind(settings(args)).map_err(failure)?;
    let address = server.address();
    let stop = interrupt::flag();
    output::print(&format!("open http://{}/ in a browser; Ctrl-C ends the server\n", reachable(address)))?;
    let pace = server.run(stop);
    // A program that is being asked would outlive us.
    catalog::end_programs();
    tell_pace(pace);
    Ok(())
}

/// A name as browsers send it.
fn host_name(text: &str) -> Result<String, String> {
    let fits = |part: &str| {
        !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte))
    };
    match text.len() <= 253 && text.split('.').all(fits) {
        true => Ok(text.to_string()),
        false => {
            Err("not a name that a browser can ask for; write it without port and scheme, e.g. games.example"
                .into())
        }
    }
}

/// A folder that is there.
fn folder(path: PathBuf) -> Result<PathBuf, String> {
    match path.is_dir() {
        true => Ok(path),
        false => {
            Err("there is no such folder; name the one that `run` and `reproduce` write to (--out)".into())
        }
    }
}

/// Says how often the pace was too quick for the agents, if it was.
fn tell_pace(PaceReport { turns, late }: PaceReport) {
    if late > 0 {
        let turns = text::counted(turns, "turn");
        output::note(&format!(
            "of {turns} of agents {late} took longer than the pace, which shows that somebody had a choice; a larger \
             --pace-ms hides it"
        ));
    }
}

/// Every spectator holds a connection open: as many files as the system allows are asked for. Where it refuses, fewer fit.
fn allow_connections() {
    let limit = getrlimit(Resource::Nofile);
    let _ = setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, ..limit });
}

fn settings(args: Args) -> PageSettings {
    let mut usual = PageSettings::new(SocketAddr::new(args.bind, args.port), args.data);
    usual.hosts = args.host;
    let runs = args.runs.or_else(|| usual.is_private().then(|| PathBuf::from("runs")));
    let rate = |per_second: f64, seconds: f64| Rate { burst: (per_second * seconds).max(10.0), per_second };
    PageSettings {
        tables: args.tables as usize,
        keep: Duration::from_secs(u64::from(args.keep) * 24 * 3_600),
        thinkers: args.threads.map_or(usual.thinkers, usize::from),
        pace: Duration::from_millis(args.pace_ms),
        agents: args.agent,
        requests: rate(args.rate.into(), 10.0),
        openings: rate(f64::from(args.openings) / 3_600.0, 300.0),
        runs: runs.map(|folder| Box::new(RunFolders(folder)) as Box<dyn Runs>),
        tell: Box::new(output::note),
        ..usual
    }
}

/// The runs in the folders of a folder.
struct RunFolders(PathBuf);

impl Runs for RunFolders {
    fn list(&self) -> Vec<RunSummary> {
        let entries = fs::read_dir(&self.0).into_iter().flatten();
        let mut folders: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
        folders.sort();
        folders.iter().filter_map(|folder| run_in(folder)).collect()
    }

    fn report(&self, name: &str) -> Option<String> {
        let is_name = Path::new(name).components().eq([Component::Normal(name.as_ref())]);
        is_name.then(|| fs::read_to_string(self.0.join(name).join(REPORT)).ok())?
    }
}

/// The page that `tefuda report` makes of a run.
const REPORT: &str = "report.html";

/// The run in this folder, if there is one.
fn run_in(folder: &Path) -> Option<RunSummary> {
    let RunProgress { title, done, chunks } = run_progress(folder).ok()?;
    let name = folder.file_name()?.to_str()?.to_string();
    Some(RunSummary { name, title, done: (done, chunks), has_report: folder.join(REPORT).exists() })
}

/// An address that a browser on this machine can open.
pub(crate) fn reachable(address: SocketAddr) -> SocketAddr {
    let loopback =
        if address.is_ipv4() { IpAddr::from([127, 0, 0, 1]) } else { IpAddr::from([0, 0, 0, 0, 0, 0, 0, 1]) };
    let ip = if address.ip().is_unspecified() { loopback } else { address.ip() };
    SocketAddr::new(ip, address.port())
}

pub(crate) fn failure(error: PageError) -> Failure {
    match error {
        PageError::Agent(_)
        | PageError::Store(StoreError::Busy(_) | StoreError::Newer { .. } | StoreError::Folder(..)) => {
            Failure::Usage(error.to_string())
        }
        _ => Failure::Failed(error.to_string()),
    }
}
