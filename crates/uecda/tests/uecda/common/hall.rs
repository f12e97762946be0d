//! A server in a thread, and clients that say what they are told to.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;

use games::daihinmin::{Action, Daihinmin};
use table::{Agent, Rng, View};
use uecda::server::{Filler, Notice, Report, ServeError, Server, Settings, UNREAD_LIMIT};
use uecda::{Grid, Profile, Version};

/// No read of a test waits longer.
const PATIENCE: Duration = Duration::from_secs(20);

/// Nobody ends the matches of a test that does not say so.
static NEVER: AtomicBool = AtomicBool::new(false);

/// A server in a thread.
pub struct Hall {
    pub address: SocketAddr,
    pub notices: Arc<Mutex<Vec<Notice>>>,
    thread: JoinHandle<Result<Vec<Report>, ServeError>>,
}

pub fn settings(games: u32) -> Settings {
    Settings {
        games,
        block: 100,
        reseat: 3,
        seed: 1,
        move_limit: None,
        unread_limit: UNREAD_LIMIT,
        matches: 1,
        fill: Vec::new(),
        log: None,
        stop: &NEVER,
    }
}

impl Hall {
    pub fn open(settings: Settings) -> Hall {
        let server = Server::bind("127.0.0.1:0", settings).unwrap();
        let address = server.address().unwrap();
        let notices = Arc::new(Mutex::new(Vec::new()));
        let told = notices.clone();
        let thread = std::thread::spawn(move || server.run(&|notice| told.lock().unwrap().push(notice)));
        Hall { address, notices, thread }
    }

    pub fn end(self) -> Vec<Report> {
        self.thread.join().unwrap().unwrap()
    }

    pub fn is_over(&self) -> bool {
        self.thread.is_finished()
    }

    pub fn refused(&self) -> Vec<String> {
        let notices = self.notices.lock().unwrap();
        let why = |notice: &Notice| match notice {
            Notice::Refused { why, .. } => Some(why.clone()),
            _ => None,
        };
        notices.iter().filter_map(why).collect()
    }
}

/// A client that does what a test says.
pub struct Client {
    pub stream: TcpStream,
    pub version: Version,
    pub number: i32,
}

impl Client {
    /// Sends a profile, or nothing in the oldest version, and reads its number.
    pub fn connect(address: SocketAddr, version: Version) -> Client {
        let mut stream = TcpStream::connect(address).unwrap();
        stream.set_nodelay(true).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        if version != Version::V20060 {
            let profile = Profile { version, name: "scripted".into() };
            stream.write_all(&Version::V20070.encode(&profile.grid())).unwrap();
        }
        let mut client = Client { stream, version, number: 0 };
        client.number = client.int();
        client
    }

    pub fn int(&mut self) -> i32 {
        let mut bytes = [0; 4];
        self.stream.read_exact(&mut bytes).unwrap();
        self.version.decode_int(bytes)
    }

    pub fn table(&mut self) -> Grid {
        let mut bytes = vec![0; self.version.table_len()];
        self.stream.read_exact(&mut bytes).unwrap();
        self.version.decode(&bytes).unwrap()
    }

    pub fn send(&mut self, grid: &Grid) {
        self.stream.write_all(&self.version.encode(grid)).unwrap();
    }

    /// Plays to the end by passing and by giving nothing; how often it was its turn.
    pub fn pass_to_the_end(&mut self) -> usize {
        let mut turns = 0;
        loop {
            let (more, flag) = self.pass_a_game();
            turns += more;
            if flag == 2 {
                return turns;
            }
        }
    }

    /// Plays one game so: how often it was its turn, and the flag that ended it.
    pub fn pass_a_game(&mut self) -> (usize, i32) {
        let mut turns = 0;
        let deal = self.table();
        if deal.0[5][1] > 0 {
            self.send(&Grid::default());
        }
        loop {
            let hand = self.table();
            if hand.0[5][2] == 1 {
                turns += 1;
                self.send(&Grid::default());
                self.int();
            }
            self.table();
            match self.int() {
                0 => {}
                flag => return (turns, flag),
            }
        }
    }
}

/// Any legal action.
pub struct Anything;

impl Agent<Daihinmin> for Anything {
    fn act(&mut self, _view: View<'_, Daihinmin>, legal: &[Action], rng: &mut Rng) -> Action {
        rng.pick(legal)
    }
}

pub fn fillers(count: usize) -> Vec<Filler> {
    (0..count).map(|n| Filler { name: format!("any{n}"), build: Arc::new(|| Box::new(Anything)) }).collect()
}
