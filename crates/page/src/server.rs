//! The server: listens, lets requests in, and ends in order.

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

use crate::connection::{Door, Doors, Patient};
use crate::residents::Residents;
use crate::rooms::{House, Tell};
use crate::routes::{Front, Peer, router};
use crate::runs::Runs;
use crate::safety::{Buckets, Rate};
use crate::show::Stage;
use crate::store::{Store, StoreError};
use crate::thinking::Thinkers;

/// The longest head of a request.
const LONGEST_HEAD: usize = 16 * 1024;

/// How long the last answers may take once the server ends.
const LAST_WORDS: Duration = Duration::from_secs(2);

/// How long a client may keep the server waiting.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// For the head of a request, and between two of them.
    pub head: Duration,
    /// For the body of a request.
    pub body: Duration,
    /// For taking anything of what is sent to it.
    pub write: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        let [head, body, write] = [30, 10, 20].map(Duration::from_secs);
        Patience { head, body, write }
    }
}

/// What is served, and to whom.
pub struct Settings {
    /// Where to listen.
    pub address: SocketAddr,
    /// Where tables are kept.
    pub data: PathBuf,
    /// The names the server goes by, besides numbers and `localhost`.
    pub hosts: Vec<String>,
    /// The most tables that are kept.
    pub tables: usize,
    /// After how long a table is forgotten that nobody touched.
    pub keep: Duration,
    /// How many threads agents think on.
    pub thinkers: usize,
    /// Players of the host's own, each as `NAME=SPEC`: guests choose them by name, and never learn what they stand for.
    pub agents: Vec<String>,
    /// How often an address may ask for anything.
    pub requests: Rate,
    /// How often an address may open a table.
    pub openings: Rate,
    /// How long a client may keep the server waiting.
    pub patience: Patience,
    /// Runs of experiments to look at.
    pub runs: Option<Box<dyn Runs>>,
    /// How the owner is told what goes wrong.
    pub tell: Tell,
}

impl Settings {
    /// The usual settings, for this address and this folder.
    pub fn new(address: SocketAddr, data: PathBuf) -> Settings {
        Settings {
            address,
            data,
            hosts: Vec::new(),
            tables: 10_000,
            keep: Duration::from_secs(60 * 24 * 3_600),
            thinkers: thread::available_parallelism().map_or(2, usize::from) + 2,
            requests: Rate { burst: 200.0, per_second: 20.0 },
            openings: Rate { burst: 10.0, per_second: 1.0 / 30.0 },
            patience: Patience::default(),
            agents: Vec::new(),
            runs: None,
            tell: Box::new(|_| {}),
        }
    }

    /// Whether nobody but this machine reaches the server. One with a name has a proxy before it, and so everybody.
    pub fn is_private(&self) -> bool {
        self.address.ip().is_loopback() && self.hosts.is_empty()
    }
}

/// Why the server cannot serve.
#[derive(Debug)]
pub enum ServeError {
    /// A player of the host's own cannot be.
    Agent(String),
    /// The address cannot be listened on.
    Listen(SocketAddr, io::Error),
    /// Threads cannot be started.
    Threads(io::Error),
    /// The folder cannot be used.
    Store(StoreError),
}

impl fmt::Display for ServeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ServeError::Listen(address, error) => {
                write!(
                    f,
                    "{address}: cannot listen there: {error} (--port says where, 0 for any port that is free)"
                )
            }
            ServeError::Agent(why) => f.write_str(why),
            ServeError::Threads(error) => write!(f, "cannot start threads: {error}"),
            ServeError::Store(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ServeError {}

impl From<StoreError> for ServeError {
    fn from(error: StoreError) -> ServeError {
        ServeError::Store(error)
    }
}

/// A server that listens.
pub struct Server {
    runtime: Runtime,
    listener: TcpListener,
    address: SocketAddr,
    front: Arc<Front>,
    keep: Duration,
    closing: watch::Sender<bool>,
}

impl Server {
    /// Opens the folder and listens. Nobody is answered before [`Server::run`].
    ///
    /// # Errors
    /// If a player, the folder or the address cannot be used.
    pub fn bind(settings: Settings) -> Result<Server, ServeError> {
        let is_private = settings.is_private();
        let Settings {
            address,
            data,
            hosts,
            tables,
            keep,
            thinkers,
            agents,
            requests,
            openings,
            patience,
            runs,
            tell,
        } = settings;
        let residents = Residents::read(&agents, is_private).map_err(ServeError::Agent)?;
        let store = Store::open(&data)?;
        let runtime = Runtime::new().map_err(ServeError::Threads)?;
        let listen = |error| ServeError::Listen(address, error);
        let listener = runtime.block_on(TcpListener::bind(address)).map_err(listen)?;
        let address = listener.local_addr().map_err(listen)?;
        let thinkers = Thinkers::start(thinkers).map_err(ServeError::Threads)?;
        let house = House::new(store, thinkers, residents, tables, tell)?;
        let (closing, ends) = watch::channel(false);
        let front = Front {
            house,
            trusts_loopback: is_private,
            hosts,
            runs,
            lobby: OnceLock::new(),
            requests: Buckets::new(requests),
            tables: Buckets::new(openings),
            patience,
            closing: ends,
        };
        Ok(Server { runtime, listener, address, front: Arc::new(front), keep, closing })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Where matches are shown that are played elsewhere.
    pub fn stage(&self) -> Stage {
        Stage::new(self.front.house.clone(), self.runtime.handle().clone())
    }

    /// Serves until the flag is raised. What was accepted by then is on disk when this returns.
    pub fn run(self, stop: &AtomicBool) {
        let Server { runtime, listener, front, keep, closing, .. } = self;
        let house = front.house.clone();
        let doors = Arc::new(Doors::default());
        runtime.block_on(async {
            tokio::spawn(tidy(house.clone(), keep));
            let accepting = tokio::spawn(accept(listener, front, doors.clone()));
            while !stop.load(Ordering::Relaxed) {
                sleep(Duration::from_millis(50)).await;
            }
            accepting.abort();
            closing.send_replace(true);
            let gone = async {
                while !doors.is_empty() {
                    sleep(Duration::from_millis(10)).await;
                }
            };
            // Who still reads after that is cut off.
            let _ = timeout(LAST_WORDS, gone).await;
        });
        house.close();
        runtime.shutdown_timeout(Duration::from_secs(1));
    }
}

/// Lets tables leave the memory, and the disk when they are old.
async fn tidy(house: Arc<House>, keep: Duration) {
    let mut minutes = interval(Duration::from_secs(60));
    minutes.set_missed_tick_behavior(MissedTickBehavior::Delay);
    for minute in 0u64.. {
        minutes.tick().await;
        house.sweep();
        if minute.is_multiple_of(60) {
            house.forget(keep).await;
        }
    }
}

async fn accept(listener: TcpListener, front: Arc<Front>, doors: Arc<Doors>) {
    let app = router(front.clone());
    loop {
        match listener.accept().await {
            Ok((stream, peer)) => {
                let limited = !(front.trusts_loopback && peer.ip().to_canonical().is_loopback());
                if let Some(door) = doors.enter(peer.ip(), limited) {
                    tokio::spawn(serve(stream, peer.ip(), app.clone(), door, front.clone()));
                }
            }
            // Too many open files, or a client that left at once: others come.
            Err(_) => sleep(Duration::from_millis(20)).await,
        }
    }
}

async fn serve(stream: TcpStream, peer: IpAddr, app: Router, door: Door, front: Arc<Front>) {
    let (patience, mut closing) = (front.patience, front.closing.clone());
    // Small messages go out at once; where that cannot be set, they go out later.
    let _ = stream.set_nodelay(true);
    let app = TowerToHyperService::new(app);
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(Peer(peer));
        app.call(request)
    });
    let stream = TokioIo::new(Patient::new(stream, patience.write));
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(patience.head)
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
    drop(door);
}

/// Waits until the flag is raised, or nobody is left to raise it.
pub(crate) async fn raised(flag: &mut watch::Receiver<bool>) {
    let _ = flag.wait_for(|is_raised| *is_raised).await;
}
