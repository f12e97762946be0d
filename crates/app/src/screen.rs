//! What the screen can show: how wide it is, and which characters and colours it knows.

use std::io::{self, IsTerminal};

use rustix::termios::tcgetwinsize;
use table::Lang;

use crate::text::{WIDTH, ascii, fit, unfolded, width};

/// The screen that the standard output is, or a page without end if it is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Screen {
    pub(crate) columns: usize,
    /// Lines, where somebody looks at them.
    pub(crate) rows: Option<usize>,
    pub(crate) colours: bool,
    /// Whether nothing but ASCII can be shown.
    pub(crate) ascii: bool,
    /// Whether long lines are broken: a file keeps them whole.
    pub(crate) breaks: bool,
}

impl Screen {
    /// What text that nobody looks at is written for.
    pub(crate) const FILE: Screen =
        Screen { columns: WIDTH, rows: None, colours: false, ascii: false, breaks: false };

    /// The standard output.
    pub(crate) fn here() -> Screen {
        if !io::stdout().is_terminal() {
            return Screen::FILE;
        }
        let size = tcgetwinsize(io::stdout()).ok().filter(|size| size.ws_col > 0 && size.ws_row > 0);
        let (columns, rows) = size.map_or((80, 24), |size| (size.ws_col.into(), size.ws_row.into()));
        Screen { columns, rows: Some(rows), colours: colours(), ascii: is_ascii(), breaks: true }
    }

    /// A text that was broken by hand, whole paragraphs a line where this screen is too narrow for it.
    pub(crate) fn prose(&self, text: String) -> String {
        let is_narrow = self.breaks && text.lines().any(|line| width(line) > self.columns);
        if is_narrow { unfolded(&text) } else { text }
    }

    /// The text as this screen can show it.
    pub(crate) fn shown(&self, text: &str) -> String {
        let text = if self.ascii { ascii(text) } else { text.to_string() };
        if self.breaks { fit(&text, self.columns) } else { text }
    }
}

/// Whether the owner of the screen does not mind colours (no-color.org), and the screen knows them.
fn colours() -> bool {
    let set = |name| std::env::var_os(name).filter(|value| !value.is_empty());
    set("NO_COLOR").is_none() && set("TERM").is_none_or(|term| term != "dumb")
}

/// The language of the locale: the first of its variables that is set decides.
pub(crate) fn lang() -> Lang {
    let set = |name| std::env::var(name).ok().filter(|value| !value.is_empty());
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().find_map(set).unwrap_or_default();
    if locale.starts_with("ja") { Lang::Japanese } else { Lang::English }
}

/// Whether the locale is the plain one: the first of its variables that is set decides.
fn is_ascii() -> bool {
    let set = |name| std::env::var(name).ok().filter(|value| !value.is_empty());
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(set);
    locale.is_some_and(|locale| locale == "C" || locale == "POSIX")
}
