//! How far long work has come, for whoever looks.

use std::fmt::Write;
use std::io::IsTerminal;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressState, ProgressStyle};

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
