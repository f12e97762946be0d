//! Ctrl-C: work that has something to show ends with what it has. The second time, and all other work, ends at once,
//! and with it the programs that play.

use std::fs;
use std::io::{self, IsTerminal};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

use crate::failure::Failure;
use crate::output;

/// Whether the work under way looks at [`STOP`].
static IS_GENTLE: AtomicBool = AtomicBool::new(false);
/// Raised by the first signal.
static STOP: AtomicBool = AtomicBool::new(false);
/// What is said where work ends at once.
static HINT: OnceLock<&'static str> = OnceLock::new();

/// Waits for signals, from now on.
pub(crate) fn watch() -> Result<(), Failure> {
    let caught = [SIGHUP, SIGINT, SIGTERM].into_iter().filter(|&signal| signal != SIGHUP || !is_nohup());
    let signals = Signals::new(caught).and_then(|mut signals| {
        let wait = move || signals.forever().for_each(answer);
        thread::Builder::new().spawn(wait)
    });
    signals.map(drop).map_err(|error| Failure::Failed(format!("signals cannot be caught: {error}")))
}

/// A flag that the first signal raises, for work that ends by itself then. The second one ends the program.
pub(crate) fn flag() -> &'static AtomicBool {
    IS_GENTLE.store(true, Ordering::Relaxed);
    &STOP
}

/// Says this where a signal ends the program at once.
pub(crate) fn hint(text: &'static str) {
    HINT.get_or_init(|| text);
}

#[expect(clippy::exit, reason = "main may be waiting for a table that no longer answers")]
fn answer(signal: i32) {
    if !IS_GENTLE.load(Ordering::Relaxed) || STOP.swap(true, Ordering::Relaxed) {
        catalog::end_programs();
        // A progress bar may stand in the last line.
        let line = if io::stderr().is_terminal() { "\n" } else { "" };
        HINT.get().iter().for_each(|hint| output::note(&format!("{line}error: interrupted; {hint}")));
        // What shells say of a program that a signal ended.
        std::process::exit(128 + signal);
    }
}

/// Whether somebody wants the program to survive its terminal (`nohup`), where the system tells.
fn is_nohup() -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    ignored.is_some_and(|mask| mask >> (SIGHUP - 1) & 1 == 1)
}
