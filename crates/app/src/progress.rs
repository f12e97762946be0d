//! How far long work has come, for whoever looks.

use std::fmt::Write;
use std::io::IsTerminal;
use std::sync::Mutex;
use std::time::Duration;

use indicatif::{MultiProgress, ProgressBar, ProgressState, ProgressStyle};
use lab::experiment::{Plan, Progress};

/// A bar on the standard error with an estimate of the time left; nothing if that is not a terminal.
pub(crate) fn bar(total: u64, unit: &'static str, message: String) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = "  {msg}  {bar:32}  {human_pos}/{human_len} {speed}  about {eta} left";
    let speed = move |state: &ProgressState, out: &mut dyn Write| {
        write!(out, "{unit}  {:.0} {unit}/s", state.per_sec()).expect("a bar takes what it shows");
    };
    let style = ProgressStyle::with_template(style).expect("the template is well formed");
    let bar = ProgressBar::new(total).with_style(style.with_key("speed", speed)).with_message(message);
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

/// The bars of an experiment: one for every cell that is being played, and one in all.
#[derive(Default)]
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
