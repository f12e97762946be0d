//! One client: what is sent to it, what is read from it, and how long the server waited.

use std::io::{self, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::Settings;
use crate::grid::Grid;
use crate::wire::{BadTable, Profile, Version};

/// How long a client may take to send its profile; one that has sent nothing by then speaks version 20060.
const SILENCE: Duration = Duration::from_micros(2_000_500);

/// How long it may take to send the rest of a profile it has begun.
const WHOLE_PROFILE: Duration = Duration::from_secs(5);

/// How often a reader looks whether the matches are to end.
const GLANCE: Duration = Duration::from_millis(100);

/// Where nobody ends the matches: a greeting ends soon by itself.
static NEVER: AtomicBool = AtomicBool::new(false);

/// How often 4096 bytes sent unasked are read away at the end.
const MOST_DRAINED: usize = 1024;

/// How long the server waited for a player.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Waits {
    /// How often it was asked.
    pub count: u32,
    /// All the waiting together.
    pub total: Duration,
    /// The longest.
    pub largest: Duration,
}

impl Waits {
    /// Counts one more.
    pub(crate) fn add(&mut self, wait: Duration) {
        self.count += 1;
        self.total += wait;
        self.largest = self.largest.max(wait);
    }

    /// The mean, if it was asked at all.
    pub fn mean(&self) -> Duration {
        self.total / self.count.max(1)
    }
}

/// The connection to a client. Once it is lost, it stays lost, and its player passes.
pub(super) struct Link {
    /// Closed as soon as the client is gone.
    stream: Option<TcpStream>,
    version: Version,
    limit: Option<Duration>,
    stop: &'static AtomicBool,
    /// Why the client is gone.
    pub(super) gone: Option<String>,
}

/// Reads what a client sends first.
///
/// # Errors
/// A sentence: half a profile, or a version that is not spoken here.
pub(super) fn greet(mut stream: &TcpStream) -> Result<Option<Profile>, String> {
    stream.set_nodelay(true).map_err(|error| error.to_string())?;
    let mut bytes = vec![0; Version::V20070.table_len()];
    let begun = stream.set_read_timeout(Some(SILENCE)).and_then(|()| stream.read(&mut bytes));
    match begun {
        Err(error) if is_timeout(&error) => return Ok(None),
        Err(error) => return Err(error.to_string()),
        Ok(0) => return Err("it hung up before it said anything".into()),
        Ok(count) => read_until(stream, &mut bytes[count..], Some(Instant::now() + WHOLE_PROFILE), &NEVER)
            .map_err(|error| format!("half a profile: {error}"))?,
    }
    let grid = Version::V20070.decode(&bytes).map_err(|error| error.to_string())?;
    Profile::read(&grid)
        .map(Some)
        .map_err(|number| format!("version {number} of the protocol is not spoken here"))
}

fn is_timeout(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut)
}

/// Fills the bytes, however they are split on their way; `Interrupted` once the matches are to end.
fn read_until(
    mut stream: &TcpStream,
    mut bytes: &mut [u8],
    deadline: Option<Instant>,
    stop: &AtomicBool,
) -> io::Result<()> {
    while !bytes.is_empty() {
        let left = deadline.map_or(GLANCE, |deadline| deadline.saturating_duration_since(Instant::now()));
        if left == Duration::ZERO {
            return Err(ErrorKind::TimedOut.into());
        }
        if stop.load(Ordering::Relaxed) {
            return Err(ErrorKind::Interrupted.into());
        }
        stream.set_read_timeout(Some(left.min(GLANCE)))?;
        match stream.read(bytes) {
            Ok(0) => return Err(ErrorKind::UnexpectedEof.into()),
            Ok(count) => bytes = &mut bytes[count..],
            Err(error) if error.kind() == ErrorKind::Interrupted || is_timeout(&error) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

impl Link {
    /// # Errors
    /// If the system does not limit how long a write may take.
    pub(super) fn new(stream: TcpStream, version: Version, settings: &Settings) -> io::Result<Link> {
        stream.set_write_timeout(Some(settings.unread_limit))?;
        Ok(Link {
            stream: Some(stream),
            version,
            limit: settings.move_limit,
            stop: settings.stop,
            gone: None,
        })
    }

    /// Sends a table, in one write: some clients read it in one.
    pub(super) fn send(&mut self, grid: &Grid) {
        self.write(&self.version.encode(grid));
    }

    pub(super) fn send_int(&mut self, number: i32) {
        self.write(&self.version.encode_int(number));
    }

    fn write(&mut self, bytes: &[u8]) {
        let Some(mut stream) = self.stream.as_ref() else { return };
        if let Err(error) = stream.write_all(bytes) {
            self.lose(if is_timeout(&error) { "it does not read".into() } else { error.to_string() });
        }
    }

    /// The table a client sends next; `None` if it is gone, or the matches are to end.
    pub(super) fn receive(&mut self) -> Option<Result<Grid, BadTable>> {
        let stream = self.stream.as_ref()?;
        let mut bytes = vec![0; self.version.table_len()];
        let deadline = self.limit.map(|limit| Instant::now() + limit);
        match read_until(stream, &mut bytes, deadline, self.stop) {
            Ok(()) => Some(self.version.decode(&bytes)),
            Err(error) if error.kind() == ErrorKind::Interrupted => None,
            Err(error) => {
                self.lose(match error.kind() {
                    ErrorKind::UnexpectedEof => "it hung up".into(),
                    _ if is_timeout(&error) => "it took too long".into(),
                    _ => error.to_string(),
                });
                None
            }
        }
    }

    /// Reads away what was sent unasked. Otherwise the system would break the connection off, and the client might lose
    /// the last tables it was sent.
    fn drain(mut stream: &TcpStream) -> io::Result<()> {
        let mut waste = [0; 4096];
        stream.set_nonblocking(true)?;
        for _ in 0..MOST_DRAINED {
            if stream.read(&mut waste)? == 0 {
                break;
            }
        }
        Ok(())
    }

    fn lose(&mut self, why: String) {
        (self.stream, self.gone) = (None, Some(why));
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        if let Some(stream) = &self.stream {
            // There is nothing left to do for a client that is gone.
            let _ = Link::drain(stream);
        }
    }
}
