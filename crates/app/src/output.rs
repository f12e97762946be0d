//! The one way out: everything a command prints goes through here, and a reader who leaves is no panic.

use std::io::{self, IsTerminal, Write};

use clap::builder::StyledStr;
use serde::Serialize;

use crate::failure::Failure;

/// Prints text on the standard output, at once.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(cannot_write)
}

/// Tells something on the standard error while a command goes on. Nobody may be listening there.
pub(crate) fn note(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}

/// Prints exactly one JSON document.
pub(crate) fn print_json(document: &impl Serialize) -> Result<(), Failure> {
    let text = serde_json::to_string(document).expect("our documents have text keys");
    print(&(text + "\n"))
}

/// Prints help, in colours if somebody looks.
pub(crate) fn print_styled(text: &StyledStr) -> Result<(), Failure> {
    if colours() { print(&text.ansi().to_string()) } else { print(&text.to_string()) }
}

/// Whether the standard output is a screen whose owner does not mind colours (no-color.org).
pub(crate) fn colours() -> bool {
    io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// The failure of a writer that nobody reads any more, or that is full.
pub(crate) fn cannot_write(error: io::Error) -> Failure {
    Failure::Failed(format!("the output could not be written: {error}"))
}
