//! The door: connections in order of arrival, each greeted on a thread of its own.

use std::collections::BTreeMap;
use std::io;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::thread::Scope;
use std::time::Duration;

use super::link::greet;
use crate::wire::Profile;

/// How many clients are greeted at once; more wait in the system's queue.
const MOST_GREETED: usize = 256;

/// The interval at which a thread that waits for a client checks whether the matches are to end.
const GLANCE: Duration = Duration::from_millis(100);

/// How often the door is looked at.
const PAUSE: Duration = Duration::from_millis(5);

/// A greeting needs little.
const STACK: usize = 128 << 10;

/// A client that was greeted, or why it was sent away.
pub(super) struct Arrival {
    ticket: u64,
    pub(super) from: SocketAddr,
    pub(super) stream: TcpStream,
    /// Without a profile it speaks version 20060.
    pub(super) greeted: Result<Option<Profile>, String>,
}

/// Lets clients in until `closed`, or until the matches are to end.
///
/// # Errors
/// If the listener breaks; a single client that cannot be accepted is nothing.
pub(super) fn accept<'scope>(
    scope: &'scope Scope<'scope, '_>,
    listener: &TcpListener,
    closed: &AtomicBool,
    stop: &AtomicBool,
    greeting: &'scope AtomicUsize,
    arrivals: &Sender<Arrival>,
) -> io::Result<()> {
    listener.set_nonblocking(true)?;
    let mut ticket = 0;
    while !closed.load(Ordering::Acquire) && !stop.load(Ordering::Relaxed) {
        let free = greeting.load(Ordering::Acquire) < MOST_GREETED;
        let accepted = if free { listener.accept().ok() } else { None };
        let Some((stream, from)) = accepted else {
            std::thread::sleep(PAUSE);
            continue;
        };
        greeting.fetch_add(1, Ordering::AcqRel);
        let arrivals = arrivals.clone();
        std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, move || {
            let greeted = match stream.set_nonblocking(false) {
                Ok(()) => greet(&stream),
                Err(error) => Err(error.to_string()),
            };
            greeting.fetch_sub(1, Ordering::AcqRel);
            // The door may have closed meanwhile; the client is then dropped.
            let _ = arrivals.send(Arrival { ticket, from, stream, greeted });
        })?;
        ticket += 1;
    }
    Ok(())
}

/// Greeted clients in the order in which they came.
pub(super) struct InOrder {
    arrivals: Receiver<Arrival>,
    early: BTreeMap<u64, Arrival>,
    next: u64,
    stop: &'static AtomicBool,
}

impl InOrder {
    /// Ends once `stop` is raised.
    pub(super) fn new(arrivals: Receiver<Arrival>, stop: &'static AtomicBool) -> InOrder {
        InOrder { arrivals, early: BTreeMap::new(), next: 0, stop }
    }
}

impl Iterator for InOrder {
    type Item = Arrival;

    fn next(&mut self) -> Option<Arrival> {
        loop {
            if let Some(arrival) = self.early.remove(&self.next) {
                self.next += 1;
                return Some(arrival);
            }
            if self.stop.load(Ordering::Relaxed) {
                return None;
            }
            let arrival = match self.arrivals.recv_timeout(GLANCE) {
                Ok(arrival) => arrival,
                Err(RecvTimeoutError::Timeout) => continue,
                Err(RecvTimeoutError::Disconnected) => return None,
            };
            self.early.insert(arrival.ticket, arrival);
        }
    }
}
