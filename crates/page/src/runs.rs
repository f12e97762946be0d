//! Runs of experiments: how far they are, and their reports.

use table::Lang;

use crate::words::{escape, word};

/// A run on disk.
pub struct RunSummary {
    /// The name of its folder.
    pub name: String,
    /// Its title.
    pub title: String,
    /// How many chunks are done, and how many there are.
    pub done: (usize, usize),
    /// Whether there is a report.
    pub has_report: bool,
}

impl RunSummary {
    fn is_going_on(&self) -> bool {
        self.done.0 < self.done.1
    }
}

/// A source of runs.
pub trait Runs: Send + Sync {
    /// All runs, as the page lists them.
    fn list(&self) -> Vec<RunSummary>;

    /// The report of the run in a folder of this name, as a page of its own.
    fn report(&self, name: &str) -> Option<String>;
}

/// Seconds between reloads of the page while a run goes on.
const EVERY: u32 = 3;

/// The list, and the element that makes browsers reload the page; both are HTML.
pub(crate) fn list(runs: &[RunSummary], lang: Lang) -> (String, String) {
    let text = |key| escape(word(key, lang).unwrap_or_default());
    let again = match runs.iter().any(RunSummary::is_going_on) {
        true => format!("<meta http-equiv=\"refresh\" content=\"{EVERY}\">"),
        false => String::new(),
    };
    let body = match runs.is_empty() {
        true => format!("<p>{}</p>", text("no_runs")),
        false => {
            format!("<ul class=\"runs\">{}</ul>", runs.iter().map(|run| row(run, &text)).collect::<String>())
        }
    };
    (body, again)
}

fn row(run: &RunSummary, text: &impl Fn(&'static str) -> String) -> String {
    let (name, title) = (escape(&run.name), escape(&run.title));
    let heading = match run.has_report {
        true => format!("<a href=\"/runs/{name}\">{title}</a>"),
        false => title,
    };
    let (done, all) = run.done;
    let state = match run.is_going_on() {
        true => format!(
            "<progress value=\"{done}\" max=\"{all}\" aria-label=\"{}\"></progress> {done} / {all}",
            text("run_progress")
        ),
        false => text("run_done"),
    };
    format!("<li><h2>{heading}</h2><p class=\"quiet\"><code>{name}</code> · {state}</p></li>")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(done: usize, has_report: bool) -> RunSummary {
        RunSummary { name: "a<b".to_string(), title: "R & D".to_string(), done: (done, 4), has_report }
    }

    #[test]
    fn what_goes_on_is_asked_for_again() {
        let (body, again) = list(&[run(1, false), run(4, true)], Lang::English);
        assert!(again.contains("refresh"));
        assert!(
            body.contains("value=\"1\" max=\"4\"") && body.contains("<a href=\"/runs/a&lt;b\">R &amp; D</a>"),
            "{body}"
        );
        assert!(!body.contains("a<b"), "names are escaped: {body}");
        assert_eq!(list(&[run(4, true)], Lang::Japanese).1, "");
        assert!(list(&[], Lang::English).0.starts_with("<p>"));
    }
}
