//! Ctrl-C and its relatives: work that has something to show ends with what it has.
//!
//! The first Ctrl-C lets the games at the tables come to their end. SIGTERM and a hangup wait for them only a moment, since
//! who sends them often kills soon after; what was played is shown then, and so it is at the second signal of any kind. The
//! third one, and the first one in all other work, ends at once. With it end the programs that play.

use std::fs;
use std::io::{self, IsTerminal};
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::Duration;

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
use signal_hook::iterator::Signals;

use crate::failure::Failure;
use crate::{output, progress};

/// Whether the work under way looks at [`STOP`].
static IS_GENTLE: AtomicBool = AtomicBool::new(false);
/// Whether it looks at [`HURRY`], too.
static CAN_HURRY: AtomicBool = AtomicBool::new(false);
/// Raised by the first signal.
static STOP: AtomicBool = AtomicBool::new(false);
/// Raised when nobody can wait for the games at the tables.
static HURRY: AtomicBool = AtomicBool::new(false);
/// The last signal.
static SIGNAL: AtomicI32 = AtomicI32::new(SIGINT);
/// What is said where work ends at once.
static HINT: OnceLock<String> = OnceLock::new();

/// Keeps work that would be lost, and says where.
static KEEP: Mutex<Option<Keep>> = Mutex::new(None);

/// Keeps work that would be lost, and says where.
pub(crate) type Keep = Box<dyn FnOnce() -> String + Send>;

/// How long the games at the tables may take after SIGTERM.
const MOMENT: Duration = Duration::from_millis(300);
/// How long it may take to show what was played: the ratings of an arena of many deals take longer than a match's table.
const SHOWING: Duration = Duration::from_secs(3);

/// Waits for signals, from now on. A file that may not grow beyond a limit is an error of the file, not the end of us.
pub(crate) fn watch() -> Result<(), Failure> {
    let caught = [SIGHUP, SIGINT, SIGTERM].into_iter().filter(|&signal| signal != SIGHUP || !is_nohup());
    let signals = Signals::new(caught.chain([SIGXFSZ])).and_then(|mut signals| {
        let wait = move || signals.forever().filter(|&signal| signal != SIGXFSZ).for_each(answer);
        thread::Builder::new().spawn(wait)
    });
    signals.map(drop).map_err(|error| Failure::Failed(format!("signals cannot be caught: {error}")))
}

/// A flag that the first signal raises, for work that ends by itself then. The second one ends the program.
pub(crate) fn flag() -> &'static AtomicBool {
    IS_GENTLE.store(true, Ordering::Relaxed);
    &STOP
}

/// A flag for work that can show what it has at once, and calls [`leave`] then.
pub(crate) fn hurry() -> &'static AtomicBool {
    CAN_HURRY.store(true, Ordering::Relaxed);
    &HURRY
}

/// Says this where a signal ends the program at once.
pub(crate) fn hint(text: impl Into<String>) {
    HINT.get_or_init(|| text.into());
}

/// Has this work kept where a signal ends the program at once, in place of what was to be kept before.
pub(crate) fn keep(work: Option<Keep>) {
    *KEEP.lock().unwrap_or_else(PoisonError::into_inner) = work;
}

/// Keeps the work now, if there is any; it is kept once. The text says where.
pub(crate) fn keep_now() -> Option<String> {
    let mut keep = KEEP.lock().unwrap_or_else(PoisonError::into_inner);
    keep.take().map(|keep| keep())
}

/// What shells say of a program that the last signal ended.
pub(crate) fn status() -> u8 {
    128 + SIGNAL.load(Ordering::Relaxed) as u8
}

/// Ends the program now, and the programs that play.
#[expect(clippy::exit, reason = "main may be waiting for a table that no longer answers")]
pub(crate) fn leave() -> ! {
    catalog::end_programs();
    std::process::exit(status().into());
}

fn answer(signal: i32) {
    SIGNAL.store(signal, Ordering::Relaxed);
    let is_first = !STOP.swap(true, Ordering::Relaxed);
    match (IS_GENTLE.load(Ordering::Relaxed), CAN_HURRY.load(Ordering::Relaxed)) {
        (true, _) if is_first && signal == SIGINT => {}
        (true, true) => {
            let wait = if is_first { MOMENT } else { Duration::ZERO };
            // Meanwhile another signal may come.
            thread::spawn(move || {
                thread::sleep(wait);
                hurry_up();
            });
        }
        (true, false) if is_first => {}
        _ => end(),
    }
}

/// Stops the work and shows the results so far; a second signal does not wait for that.
fn hurry_up() {
    if !HURRY.swap(true, Ordering::Relaxed) {
        thread::sleep(SHOWING);
    }
    end();
}

fn end() -> ! {
    progress::clear();
    // A bar of other work may stand in the last line, longer than what is said.
    let line = if io::stderr().is_terminal() { "\r\x1b[K" } else { "" };
    HINT.get().iter().for_each(|hint| output::note(&format!("{line}error: interrupted; {hint}")));
    keep_now().iter().for_each(|kept| output::note(&format!("\n{kept}")));
    leave()
}

/// Whether somebody wants the program to survive its terminal (`nohup`), where the system tells.
fn is_nohup() -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    ignored.is_some_and(|mask| mask >> (SIGHUP - 1) & 1 == 1)
}
