//! The one way out: everything a command prints goes through here, and a reader who leaves is no panic.

use std::io::{self, ErrorKind, Write};

use clap::builder::StyledStr;
use lab::experiment::Document;
use serde::Serialize;

use crate::failure::Failure;
use crate::screen::Screen;

/// Prints text on the standard output, at once, as its screen can show it.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    print_raw(&Screen::here().shown(text))
}

/// Prints text as it is: scripts, documents.
pub(crate) fn print_raw(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(cannot_write)
}

/// Tells something on the standard error while a command goes on. Nobody may be listening there.
pub(crate) fn note(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}

/// Prints exactly one JSON document.
pub(crate) fn print_json(content: &impl Serialize) -> Result<(), Failure> {
    let text = serde_json::to_string(&Document::of(content)).expect("our documents are maps");
    print_raw(&(text + "\n"))
}

/// Prints help, in colours if somebody looks.
pub(crate) fn print_styled(text: &StyledStr) -> Result<(), Failure> {
    let colours = Screen::here().colours;
    print_raw(&if colours { text.ansi().to_string() } else { text.to_string() })
}

/// The failure of a writer that is full, or that nobody reads any more.
pub(crate) fn cannot_write(error: io::Error) -> Failure {
    match error.kind() {
        ErrorKind::BrokenPipe => Failure::Unread,
        _ => Failure::Failed(format!("the output could not be written: {error}")),
    }
}
