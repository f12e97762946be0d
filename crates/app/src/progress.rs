//! Progress bars for long work.

use std::fmt::Write;
use std::io::IsTerminal;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, OnceLock};
use std::time::Duration;

use indicatif::{HumanCount, MultiProgress, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use lab::experiment::{Plan, Progress};
use rustix::termios::tcgetwinsize;
use table::label;

use crate::text::{about, width};

/// A bar on the standard error with an estimate of the time left; nothing if that is not a terminal.
pub(crate) fn bar(total: u64, unit: &'static str, name: String) -> ProgressBar {
    stoppable_bar(total, unit, name, None)
}

/// The same for work that a flag ends: once it is raised, the bar says what is waited for.
pub(crate) fn stoppable_bar(
    total: u64,
    unit: &'static str,
    name: String,
    stop: Option<&'static AtomicBool>,
) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let line = move |state: &ProgressState, out: &mut dyn Write| {
        let (done, of) = (state.pos(), state.len().unwrap_or(0));
        let at = At { done, of, speed: state.per_sec(), left: state.eta().as_secs_f64() };
        let ends = stop.is_some_and(|stop| stop.load(Ordering::Relaxed));
        let text = if ends { ending(unit) } else { line(&name, unit, at, columns()) };
        out.write_str(&text).expect("a bar takes what it shows");
    };
    let style = ProgressStyle::with_template("{line}").expect("the template is well formed");
    let bar = ProgressBar::new(total).with_style(style.with_key("line", line));
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

/// Said from the first Ctrl-C on.
fn ending(unit: &str) -> String {
    format!("  ending after these {unit}; Ctrl-C again ends now")
}

/// How far work is.
#[derive(Clone, Copy)]
struct At {
    done: u64,
    of: u64,
    /// How much is done in a second.
    speed: f64,
    /// The seconds that are left.
    left: f64,
}

/// How wide the terminal is; one column stays free, so that no line breaks by itself.
fn columns() -> usize {
    tcgetwinsize(std::io::stderr()).ok().filter(|size| size.ws_col > 0).map_or(80, |size| size.ws_col.into())
        - 1
}

/// One line of a bar, no wider than this; before anything is done nothing is foretold. Where there is little room the
/// speed is left out first.
fn line(name: &str, unit: &str, at: At, columns: usize) -> String {
    let At { done, of, speed, left } = at;
    let count = format!("{}/{} {unit}", HumanCount(done), HumanCount(of));
    let told = |text: String| if done == 0 { String::new() } else { text };
    let left = told(format!("  {} left", about(left)));
    let name = label(name, (columns / 3).max(8));
    let used = width(&name) + width(&count) + width(&left) + 4;
    // A speed is of many: `1 epoch/s`.
    let each = if format!("{speed:.0}") == "1" { unit.strip_suffix('s').unwrap_or(unit) } else { unit };
    let speed = Some(told(format!("  {speed:.0} {each}/s"))).filter(|text| used + width(text) <= columns);
    let speed = speed.unwrap_or_default();
    let room = columns.saturating_sub(used + width(&speed) + 2).min(32);
    let full = (room as u64 * done).checked_div(of).unwrap_or(0).min(room as u64) as usize;
    let bar = if room < 4 { String::new() } else { "█".repeat(full) + &"░".repeat(room - full) + "  " };
    format!("  {name}  {bar}{count}{speed}{left}").chars().take(columns).collect()
}

/// All bars of an experiment. Whatever ends the program can take them off the screen.
static SCREEN: OnceLock<MultiProgress> = OnceLock::new();

/// Takes the bars of an experiment off the screen, for good.
pub(crate) fn clear() {
    if let Some(screen) = SCREEN.get() {
        let _ = screen.clear();
        screen.set_draw_target(ProgressDrawTarget::hidden());
    }
}

/// The bars of an experiment: one for every cell that is being played, and one in all.
pub(crate) struct Bars {
    screen: MultiProgress,
    shown: Mutex<Shown>,
}

#[derive(Default)]
struct Shown {
    all: Option<ProgressBar>,
    cells: Vec<Cell>,
}

/// A cell, and its bar while it is being played.
struct Cell {
    name: String,
    units: u64,
    done: u64,
    bar: Option<ProgressBar>,
}

impl Default for Bars {
    fn default() -> Bars {
        Bars { screen: SCREEN.get_or_init(MultiProgress::default).clone(), shown: Mutex::default() }
    }
}

impl Bars {
    /// Takes them off the screen.
    pub(crate) fn clear(&self) {
        let shown = &mut *self.shown.lock().expect("nobody panics while drawing");
        let bars = shown.cells.iter_mut().filter_map(|cell| cell.bar.take()).chain(shown.all.take());
        bars.for_each(|bar| bar.finish_and_clear());
    }

    /// A new bar above the one in all.
    fn add(&self, total: u64, done: u64, name: String) -> ProgressBar {
        let bar = self.screen.insert(0, bar(total, "units", name)).with_position(done);
        bar.reset_eta();
        bar
    }
}

impl Progress for Bars {
    fn begin(&self, plan: &Plan, done: &[u64]) {
        let cell = |(cell, &done)| {
            let cell: &lab::experiment::PlannedCell = cell;
            Cell { name: plan.describe(cell), units: cell.units, done, bar: None }
        };
        let shown = &mut *self.shown.lock().expect("nobody panics while drawing");
        shown.cells = plan.cells.iter().zip(done).map(cell).collect();
        shown.all = Some(self.add(plan.units(), done.iter().sum(), plan.name.clone()));
    }

    fn advance(&self, cell: usize, units: u64) {
        let shown = &mut *self.shown.lock().expect("nobody panics while drawing");
        shown.all.iter().for_each(|bar| bar.inc(units));
        let cell = &mut shown.cells[cell];
        let bar = cell.bar.get_or_insert_with(|| self.add(cell.units, cell.done, cell.name.clone()));
        bar.inc(units);
        cell.done += units;
        if cell.done == cell.units
            && let Some(bar) = cell.bar.take()
        {
            bar.finish_and_clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_fits_its_line_and_foretells_nothing_too_early() {
        let at = |done| At { done, of: 2000, speed: 25.0, left: 76.0 };
        assert_eq!(
            line("kuhn", "games", at(1000), 79),
            "  kuhn  ███████████░░░░░░░░░░░░  1,000/2,000 games  25 games/s  about 76 s left"
        );
        assert_eq!(
            line("kuhn", "games", at(0), 79),
            "  kuhn  ░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░  0/2,000 games"
        );
        let long = "buzzard(cards=8,pot=discard,prizes=mice)";
        for columns in 20..120 {
            let line = line(long, "games", at(1999), columns);
            assert!(width(&line) <= columns, "{columns}");
            assert!(columns < 60 || line.ends_with("about 76 s left"), "{line}");
        }
    }
}
