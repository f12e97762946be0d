//! A conversation with a person at a terminal.

use std::io::{self, BufRead, IsTerminal, Write};

use crate::failure::Failure;
use crate::output;

/// Somebody who reads and types.
pub(crate) struct Console<'a> {
    input: Box<dyn BufRead + 'a>,
    out: Box<dyn Write + 'a>,
    colours: bool,
}

/// Whether a person sits at both ends.
pub(crate) fn is_there() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

impl<'a> Console<'a> {
    /// The person at this terminal.
    pub(crate) fn here() -> Console<'static> {
        Console {
            input: Box::new(io::stdin().lock()),
            out: Box::new(io::stdout()),
            colours: output::colours(),
        }
    }

    /// Somebody whose answers are written down already.
    #[cfg(test)]
    pub(crate) fn scripted(input: &'a str, out: &'a mut Vec<u8>) -> Console<'a> {
        Console { input: Box::new(input.as_bytes()), out: Box::new(out), colours: false }
    }

    /// Says something, with a line end.
    pub(crate) fn say(&mut self, text: &str) -> Result<(), Failure> {
        writeln!(self.out, "{text}").and_then(|()| self.out.flush()).map_err(output::cannot_write)
    }

    /// Asks for a line; `None` if the person has left.
    pub(crate) fn ask(&mut self, prompt: &str) -> Result<Option<String>, Failure> {
        write!(self.out, "{prompt}").and_then(|()| self.out.flush()).map_err(output::cannot_write)?;
        let mut line = Vec::new();
        match self.input.read_until(b'\n', &mut line) {
            Ok(0) => self.say("").map(|()| None),
            Ok(_) => Ok(Some(String::from_utf8_lossy(&line).trim().to_string())),
            Err(error) => Err(Failure::Failed(format!("the terminal could not be read: {error}"))),
        }
    }

    /// Text that stands out.
    pub(crate) fn bold(&self, text: &str) -> String {
        self.paint("1", text)
    }

    /// Text that stands back.
    pub(crate) fn dim(&self, text: &str) -> String {
        self.paint("2", text)
    }

    fn paint(&self, code: &str, text: &str) -> String {
        if self.colours { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_string() }
    }
}
