//! The server: listens, accepts connections, and shuts down in order.

use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use std::{fmt, io, thread};

use axum::Router;
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::Runtime;
use tokio::sync::watch;
use tokio::time::{MissedTickBehavior, interval, sleep, timeout};

use crate::connection::{ConnectionSlot, Connections, WriteTimeout};
use crate::host_agents::HostAgents;
use crate::pace::{PaceReport, USUAL_PACE};
use crate::rooms::{Rooms, Tell};
use crate::routes::{AppState, Peer, router};
use crate::runs::Runs;
use crate::safety::{Buckets, Rate};
use crate::show::Stage;
use crate::store::{Store, StoreError};
use crate::thinking::Thinkers;

/// Upper limit on the bytes of a request's head.
const LONGEST_HEAD: usize = 16 * 1024;

/// Time for the last responses once the server ends.
const LAST_WORDS: Duration = Duration::from_secs(2);

/// Timeouts for clients.
#[derive(Clone, Copy, Debug)]
pub struct Timeouts {
    /// For the head of a request, and between two of them.
    pub head: Duration,
    /// For the body of a request.
    pub body: Duration,
    /// For reading anything of what is sent to it.
    pub write: Duration,
}

impl Default for Timeouts {
    fn default() -> Timeouts {
        let [head, body, write] = [30, 10, 20].map(Duration::from_secs);
        Timeouts { head, body, write }
    }
}

/// The settings of a server.
pub struct PageSettings {
    /// The address to listen on.
    pub address: SocketAddr,
    /// The folder of the tables.
    pub data: PathBuf,
    /// The names the server goes by, besides numbers and `localhost`.
    pub hosts: Vec<String>,
    /// Upper limit on tables on disk.
    pub tables: usize,
    /// A table that nobody touched for so long is deleted.
    pub keep: Duration,
    /// The number of threads that agents think on.
    pub thinkers: usize,
    /// How long what an agent chose is held until it is shown, on average. With zero, the time that somebody thought shows who
    /// had a choice: only for programs that own both ends.
    pub pace: Duration,
    /// The host's own agents, each as `NAME=SPEC`: guests choose them by name and never learn the spec.
    pub agents: Vec<String>,
    /// Rate limit on requests of an address.
    pub requests: Rate,
    /// Rate limit on new tables of an address.
    pub openings: Rate,
    /// Timeouts for clients.
    pub timeouts: Timeouts,
    /// Runs of experiments to look at.
    pub runs: Option<Box<dyn Runs>>,
    /// Tells the owner of the server what goes wrong.
    pub tell: Tell,
}

impl PageSettings {
    /// The usual settings, for this address and this folder.
    pub fn new(address: SocketAddr, data: PathBuf) -> PageSettings {
        PageSettings {
            address,
            data,
            hosts: Vec::new(),
            tables: 10_000,
            keep: Duration::from_secs(60 * 24 * 3_600),
            thinkers: thread::available_parallelism().map_or(2, usize::from) + 2,
            requests: Rate { burst: 200.0, per_second: 20.0 },
            openings: Rate { burst: 10.0, per_second: 1.0 / 30.0 },
            timeouts: Timeouts::default(),
            pace: USUAL_PACE,
            agents: Vec::new(),
            runs: None,
            tell: Box::new(|_| {}),
        }
    }

    /// Whether only this machine reaches the server. A server with a name is behind a proxy, so everybody reaches it.
    pub fn is_private(&self) -> bool {
        self.address.ip().is_loopback() && self.hosts.is_empty()
    }
}

/// Why a server could not be started.
#[derive(Debug)]
pub enum PageError {
    /// One of the host's own agents cannot be used.
    Agent(String),
    /// The address cannot be listened on.
    Listen(SocketAddr, io::Error),
    /// Threads cannot be started.
    Threads(io::Error),
    /// The folder cannot be used.
    Store(StoreError),
}

impl fmt::Display for PageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PageError::Listen(address, error) => {
                write!(
                    f,
                    "{address}: cannot listen there: {error} (--port says where, 0 for any port that is free)"
                )
            }
            PageError::Agent(why) => f.write_str(why),
            PageError::Threads(error) => write!(f, "cannot start threads: {error}"),
            PageError::Store(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for PageError {}

impl From<StoreError> for PageError {
    fn from(error: StoreError) -> PageError {
        PageError::Store(error)
    }
}

/// A server that listens.
pub struct PageServer {
    runtime: Runtime,
    listener: TcpListener,
    address: SocketAddr,
    state: Arc<AppState>,
    keep: Duration,
    closing: watch::Sender<bool>,
}

impl PageServer {
    /// Opens the folder and listens. Nobody is answered before [`PageServer::run`].
    ///
    /// # Errors
    /// If a player, the folder or the address cannot be used.
    pub fn bind(settings: PageSettings) -> Result<PageServer, PageError> {
        let is_private = settings.is_private();
        let PageSettings {
            address,
            data,
            hosts,
            tables,
            keep,
            thinkers,
            pace,
            agents,
            requests,
            openings,
            timeouts,
            runs,
            tell,
        } = settings;
        let host_agents = HostAgents::read(&agents, is_private).map_err(PageError::Agent)?;
        let store = Store::open(&data)?;
        let runtime = Runtime::new().map_err(PageError::Threads)?;
        let listen = |error| PageError::Listen(address, error);
        let listener = runtime.block_on(TcpListener::bind(address)).map_err(listen)?;
        let address = listener.local_addr().map_err(listen)?;
        let thinkers = Thinkers::start(thinkers).map_err(PageError::Threads)?;
        let rooms = Rooms::new(store, thinkers, host_agents, tables, pace, tell)?;
        let (closing, ends) = watch::channel(false);
        let state = AppState {
            rooms,
            trusts_loopback: is_private,
            hosts,
            runs,
            lobby: OnceLock::new(),
            requests: Buckets::new(requests),
            tables: Buckets::new(openings),
            timeouts,
            closing: ends,
        };
        Ok(PageServer { runtime, listener, address, state: Arc::new(state), keep, closing })
    }

    /// The address that it listens on.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The stage for matches that are played elsewhere.
    pub fn stage(&self) -> Stage {
        Stage::new(self.state.rooms.clone(), self.runtime.handle().clone())
    }

    /// Serves until the flag is raised. All that was accepted is on disk when this returns. Reports how well the pace was kept.
    pub fn run(self, stop: &AtomicBool) -> PaceReport {
        let PageServer { runtime, listener, state, keep, closing, .. } = self;
        let rooms = state.rooms.clone();
        let connections = Arc::new(Connections::default());
        runtime.block_on(async {
            tokio::spawn(tidy(rooms.clone(), keep));
            let accepting = tokio::spawn(accept(listener, state, connections.clone()));
            while !stop.load(Ordering::Relaxed) {
                sleep(Duration::from_millis(50)).await;
            }
            accepting.abort();
            closing.send_replace(true);
            let gone = async {
                while !connections.is_empty() {
                    sleep(Duration::from_millis(10)).await;
                }
            };
            // Clients that still read after that are cut off.
            let _ = timeout(LAST_WORDS, gone).await;
        });
        rooms.close();
        runtime.shutdown_timeout(Duration::from_secs(1));
        rooms.pace_counts.report()
    }
}

/// Removes idle tables from memory and old ones from disk.
async fn tidy(rooms: Arc<Rooms>, keep: Duration) {
    let mut minutes = interval(Duration::from_secs(60));
    minutes.set_missed_tick_behavior(MissedTickBehavior::Delay);
    for minute in 0u64.. {
        minutes.tick().await;
        rooms.sweep();
        if minute.is_multiple_of(60) {
            rooms.forget(keep).await;
        }
    }
}

async fn accept(listener: TcpListener, state: Arc<AppState>, connections: Arc<Connections>) {
    let app = router(state.clone());
    loop {
        match listener.accept().await {
            Ok((stream, peer)) => {
                let limited = !(state.trusts_loopback && peer.ip().to_canonical().is_loopback());
                if let Some(slot) = connections.enter(peer.ip(), limited) {
                    tokio::spawn(serve(stream, peer.ip(), app.clone(), slot, state.clone()));
                }
            }
            // Too many open files, or a client that left at once: others come.
            Err(_) => sleep(Duration::from_millis(20)).await,
        }
    }
}

async fn serve(stream: TcpStream, peer: IpAddr, app: Router, slot: ConnectionSlot, state: Arc<AppState>) {
    let (timeouts, mut closing) = (state.timeouts, state.closing.clone());
    // Small messages go out at once; where that cannot be set, they go out later.
    let _ = stream.set_nodelay(true);
    let app = TowerToHyperService::new(app);
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(Peer(peer));
        app.call(request)
    });
    let stream = TokioIo::new(WriteTimeout::new(stream, timeouts.write));
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(timeouts.head)
        .max_buf_size(LONGEST_HEAD)
        .serve_connection(stream, service);
    let mut connection = std::pin::pin!(connection);
    // However a connection ends, its table goes on.
    tokio::select! {
        _ = connection.as_mut() => {}
        () = raised(&mut closing) => {
            connection.as_mut().graceful_shutdown();
            let _ = connection.await;
        }
    }
    drop(slot);
}

/// Waits until the flag is raised, or nobody is left to raise it.
pub(crate) async fn raised(flag: &mut watch::Receiver<bool>) {
    let _ = flag.wait_for(|is_raised| *is_raised).await;
}
