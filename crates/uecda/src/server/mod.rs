//! The server: five players a match in order of arrival, many matches at once, a thread each.
//!
//! A match blocks only on its own clients, so threads are the plain choice: 200 matches are 200 threads that sleep most
//! of the time. Nothing is shared between matches but the door.

mod chair;
mod link;
mod lobby;
mod play;

use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::net::{SocketAddr, TcpListener, ToSocketAddrs};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, mpsc};
use std::thread::{Scope, ScopedJoinHandle};
use std::time::Duration;

use games::daihinmin::{Action, Daihinmin, Line, Rules};
use table::{Agent, Seeds};

use crate::cells::Refused;
use crate::grid::PLAYERS;
use crate::wire::Version;
use chair::Chair;
use link::Link;
use lobby::{Arrival, InOrder, accept};
use play::play_match;

pub use link::Waits;

/// What [`Settings::unread_limit`] usually is: a client that lives reads at once.
pub const UNREAD_LIMIT: Duration = Duration::from_secs(10);

/// How a server plays.
#[derive(Clone)]
pub struct Settings {
    /// The number of games a match has.
    pub games: u32,
    /// The number of games after which the ranks are forgotten.
    pub block: u16,
    /// The number of games after which the turn order is drawn anew; 0 for never.
    pub reseat: u16,
    /// What all luck derives from.
    pub seed: u64,
    /// How long a client may take for a choice; for ever, as on the official server, if it is not said.
    pub move_limit: Option<Duration>,
    /// How long a client may leave what it is sent unread before it counts as gone; not zero.
    pub unread_limit: Duration,
    /// How many matches are played before the server ends.
    pub matches: usize,
    /// Our own players, who take the last seats of every match.
    pub fill: Vec<Filler>,
    /// Where the official log goes; with more than one match, `-N` is put before the extension.
    pub log: Option<PathBuf>,
    /// Set to end all matches: the games under way are given up.
    pub stop: &'static AtomicBool,
}

impl Settings {
    /// Where the log of a match goes, which is counted from 1.
    pub fn log_of(&self, number: usize) -> Option<PathBuf> {
        let path = self.log.as_ref()?;
        if self.matches == 1 {
            return Some(path.clone());
        }
        let mut name = path.file_stem().unwrap_or_default().to_os_string();
        name.push(format!("-{number}"));
        if let Some(extension) = path.extension() {
            name.push(".");
            name.push(extension);
        }
        Some(path.with_file_name(name))
    }
}

/// One of our own players.
#[derive(Clone)]
pub struct Filler {
    /// What it is called.
    pub name: String,
    /// Makes a new one, for another match.
    pub build: Arc<dyn Fn() -> Box<dyn Agent<Daihinmin>> + Send + Sync>,
}

/// What happens at a server.
#[derive(Clone, Debug)]
pub enum Notice {
    /// A client was sent away.
    Refused {
        /// From where it came.
        from: SocketAddr,
        /// Why.
        why: String,
    },
    /// A client took a seat.
    Seated {
        /// In which match, counted from 1.
        number: usize,
        /// Its number.
        player: usize,
        /// Its name.
        name: String,
        /// What it speaks.
        version: Version,
    },
    /// A match begins.
    Begun {
        /// Which match, counted from 1.
        number: usize,
        /// The rules of its first game.
        rules: Rules,
        /// What its deals derive from.
        seeds: Seeds,
        /// Who plays, by number.
        names: Vec<String>,
    },
    /// A player has chosen, also where only one action was legal.
    Chosen {
        /// In which match, counted from 1.
        number: usize,
        /// Its number.
        player: usize,
        /// What.
        action: Action,
    },
    /// What a player submitted is void: it counts as a pass, or its strongest cards are given in its place.
    Void {
        /// In which match, counted from 1.
        number: usize,
        /// Its number.
        player: usize,
        /// Why.
        why: Refused,
    },
    /// The log of a match cannot be written any more; the match goes on.
    LogLost {
        /// In which match, counted from 1.
        number: usize,
        /// The file.
        path: PathBuf,
        /// What the system said.
        why: String,
    },
    /// A client is gone, and its player passes from now on.
    Gone {
        /// In which match, counted from 1.
        number: usize,
        /// Its number.
        player: usize,
        /// Why.
        why: String,
    },
    /// A game is over.
    Game {
        /// In which match, counted from 1.
        number: usize,
        /// Which game, counted from 1.
        game: u32,
        /// Who went out when.
        result: Line,
        /// The points of each player so far.
        points: [u64; PLAYERS],
    },
}

/// How a match ended, or how it stands.
#[derive(Clone, Debug)]
pub struct Report {
    /// Which match, counted from 1.
    pub number: usize,
    /// How many games were played to their end.
    pub games: u32,
    /// The number of games it should have had.
    pub asked: u32,
    /// The players, by number.
    pub players: Vec<PlayerReport>,
    /// The points of the players in each game.
    pub each: Vec<[u8; PLAYERS]>,
    /// The log that could not be written, and why.
    pub log_lost: Option<(PathBuf, String)>,
}

/// How a player did.
#[derive(Clone, Debug, Default)]
pub struct PlayerReport {
    /// Its name.
    pub name: String,
    /// Its points.
    pub points: u64,
    /// How long the server waited for it.
    pub waits: Waits,
    /// How many of its submissions were void.
    pub refused: u32,
    /// Why it is gone, if it is.
    pub gone: Option<String>,
}

/// How all matches stand, at any time: also where a server no longer comes to its end.
#[derive(Clone, Debug, Default)]
pub struct SoFar(Arc<Mutex<BTreeMap<usize, Report>>>);

impl SoFar {
    /// The matches that have begun, in order.
    ///
    /// # Panics
    /// If the thread of a match panicked while it wrote down how it stands.
    pub fn reports(&self) -> Vec<Report> {
        self.held().values().cloned().collect()
    }

    /// Changes what is known of a match, which has begun.
    fn change(&self, number: usize, change: impl FnOnce(&mut Report)) {
        change(self.held().get_mut(&number).expect("it has begun"));
    }

    fn begin(&self, report: Report) {
        self.held().insert(report.number, report);
    }

    fn held(&self) -> MutexGuard<'_, BTreeMap<usize, Report>> {
        self.0.lock().expect("no thread panics with it")
    }
}

/// Why a server could not go on.
#[derive(Debug)]
pub enum ServeError {
    /// More than five players would sit at a table.
    TooManyFillers(usize),
    /// The address cannot be listened on, or the door broke.
    Listen(io::Error),
}

impl fmt::Display for ServeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ServeError::TooManyFillers(count) => {
                write!(f, "five sit at a table, and {count} of our own are to take a seat")
            }
            ServeError::Listen(error) => write!(f, "cannot listen there: {error}"),
        }
    }
}

impl std::error::Error for ServeError {}

/// What is told of a match in progress; called from the threads of all matches.
pub type Notices<'a> = &'a (dyn Fn(Notice) + Sync);

/// A server that listens.
pub struct Server {
    listener: TcpListener,
    settings: Settings,
    so_far: SoFar,
}

impl Server {
    /// Listens on an address.
    ///
    /// # Errors
    /// If it cannot, or if there are more than five of our own.
    pub fn bind(address: impl ToSocketAddrs, settings: Settings) -> Result<Server, ServeError> {
        if settings.fill.len() > PLAYERS {
            return Err(ServeError::TooManyFillers(settings.fill.len()));
        }
        let listener = TcpListener::bind(address).map_err(ServeError::Listen)?;
        Ok(Server { listener, settings, so_far: SoFar::default() })
    }

    /// The address it listens on.
    ///
    /// # Errors
    /// If the system does not say.
    pub fn address(&self) -> Result<SocketAddr, ServeError> {
        self.listener.local_addr().map_err(ServeError::Listen)
    }

    /// The results so far, for a caller that does not wait for the end.
    pub fn so_far(&self) -> SoFar {
        self.so_far.clone()
    }

    /// Plays all matches and ends, or ends earlier if it is told to stop.
    ///
    /// # Errors
    /// If the door breaks.
    pub fn run(self, notices: Notices<'_>) -> Result<Vec<Report>, ServeError> {
        let Server { listener, settings, so_far } = self;
        let port = listener.local_addr().map_err(ServeError::Listen)?.port();
        let (closed, greeting, broken) = (AtomicBool::new(false), AtomicUsize::new(0), Mutex::new(None));
        std::thread::scope(|scope| {
            let (sender, arrivals) = mpsc::channel();
            let (door, stop) = ((&closed, &greeting, &broken), settings.stop);
            scope.spawn(move || {
                let (closed, greeting, broken) = door;
                if let Err(error) = accept(scope, &listener, closed, stop, greeting, &sender) {
                    *broken.lock().expect("no thread panics with it") = Some(error);
                }
            });
            let hall = Hall { settings: &settings, port, notices, so_far: &so_far };
            let matches = hall.seat_all(scope, InOrder::new(arrivals, stop));
            closed.store(true, Ordering::Release);
            let broken = broken.lock().expect("no thread panics with it").take();
            if matches.len() < settings.matches
                && let Some(error) = broken
            {
                return Err(ServeError::Listen(error));
            }
            matches.into_iter().for_each(|thread| thread.join().expect("a match does not panic"));
            Ok(so_far.reports())
        })
    }
}

/// What seating needs to know.
#[derive(Clone, Copy)]
struct Hall<'a> {
    settings: &'a Settings,
    port: u16,
    notices: Notices<'a>,
    so_far: &'a SoFar,
}

impl<'a> Hall<'a> {
    /// Seats clients as they come, and begins each match once its seats are taken.
    fn seat_all<'scope>(
        self,
        scope: &'scope Scope<'scope, '_>,
        mut arrivals: InOrder,
    ) -> Vec<ScopedJoinHandle<'scope, ()>>
    where
        'a: 'scope,
    {
        let mut matches = Vec::new();
        for number in 1..=self.settings.matches {
            let Some(mut chairs) = self.seat_clients(number, &mut arrivals) else { break };
            chairs.extend(self.settings.fill.iter().map(Chair::ours));
            matches.push(scope.spawn(move || play_match(number, self, chairs)));
        }
        matches
    }

    /// Waits until the seats that are not ours are taken; `None` if the door is broken or the matches are to end.
    fn seat_clients(self, number: usize, arrivals: &mut InOrder) -> Option<Vec<Chair>> {
        let mut chairs = Vec::new();
        while chairs.len() + self.settings.fill.len() < PLAYERS {
            let arrival = arrivals.next()?;
            let from = arrival.from;
            match self.seat(number, chairs.len(), arrival) {
                Ok(chair) => chairs.push(chair),
                Err(why) => (self.notices)(Notice::Refused { from, why }),
            }
        }
        (!self.settings.stop.load(Ordering::Relaxed)).then_some(chairs)
    }

    fn seat(self, number: usize, player: usize, arrival: Arrival) -> Result<Chair, String> {
        let profile = arrival.greeted?;
        let version = profile.as_ref().map_or(Version::V20060, |profile| profile.version);
        let name = profile.map(|profile| profile.name).filter(|name| !name.is_empty());
        let name = name.unwrap_or_else(|| format!("player{player}"));
        let link = Link::new(arrival.stream, version, self.settings);
        let mut link = link.map_err(|error| error.to_string())?;
        link.send_int(player as i32);
        if let Some(why) = link.gone.take() {
            return Err(why);
        }
        (self.notices)(Notice::Seated { number, player, name: name.clone(), version });
        Ok(Chair::client(name, link))
    }
}
