//! Why a command did not do what was asked: one line, and whose it is to mend.

use std::fmt;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use clap::error::ErrorKind;
use lab::{LabError, in_words};
use table::{Fault, OpenError, SpecError};

use crate::interrupt;

/// A command that did not succeed.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Failure {
    /// What was asked for does not exist or does not fit together: ask again.
    Usage(String),
    /// Half a command was typed: its help says how it goes on.
    Half(String),
    /// It was asked rightly and went wrong: a player broke down, a file is damaged.
    Failed(String),
    /// Somebody ended it with a signal; what there was has been shown.
    Interrupted(String),
    /// The reader of the output has closed it; there is nothing to mend.
    Unread,
}

impl Failure {
    /// A file that could not be read or written.
    pub(crate) fn file(path: &Path) -> impl FnOnce(io::Error) -> Failure {
        move |error| Failure::Failed(format!("{}: {}", path.display(), in_words(&error)))
    }

    /// What is wrong, and what would be right.
    pub(crate) fn why(&self) -> &str {
        match self {
            Failure::Usage(why) | Failure::Half(why) | Failure::Failed(why) | Failure::Interrupted(why) => {
                why
            }
            Failure::Unread => "nobody reads the output",
        }
    }

    /// Says it on the standard error and gives the exit status. Nobody may be listening there.
    pub(crate) fn report(self) -> ExitCode {
        let _ = match &self {
            Failure::Unread => Ok(()),
            Failure::Half(help) => write!(io::stderr(), "{help}"),
            _ => writeln!(io::stderr(), "{self}"),
        };
        ExitCode::from(match self {
            Failure::Failed(_) => 1,
            Failure::Usage(_) | Failure::Half(_) => 2,
            Failure::Interrupted(_) => interrupt::status(),
            Failure::Unread => 0,
        })
    }
}

/// No word of an error is longer.
const LONGEST_WORD: usize = 300;

/// Always one line, whatever the text quotes.
impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("error: ")?;
        let mut length = 0;
        self.why().chars().try_for_each(|c| {
            // What is quoted may be as long as anybody likes.
            length = if c.is_whitespace() { 0 } else { length + 1 };
            match c {
                _ if length == LONGEST_WORD => f.write_str("…"),
                _ if length > LONGEST_WORD => Ok(()),
                c if c.is_control() => write!(f, "{}", c.escape_default()),
                c => write!(f, "{c}"),
            }
        })
    }
}

impl From<SpecError> for Failure {
    fn from(error: SpecError) -> Failure {
        Failure::Usage(error.to_string())
    }
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Failure {
        Failure::Failed(fault.to_string())
    }
}

impl From<OpenError> for Failure {
    fn from(error: OpenError) -> Failure {
        match error {
            OpenError::Bad(why) => Failure::Usage(why),
            OpenError::Fault(_) | OpenError::Closed { .. } => Failure::Failed(error.to_string()),
        }
    }
}

impl From<LabError> for Failure {
    fn from(error: LabError) -> Failure {
        match error {
            LabError::Spec(error) => error.into(),
            LabError::Config { .. } => Failure::Usage(error.to_string()),
            LabError::Interrupted { .. } | LabError::Stopped { .. } => {
                Failure::Interrupted(error.to_string())
            }
            LabError::Fault { .. }
            | LabError::Cell { .. }
            | LabError::Cells { .. }
            | LabError::File { .. }
            | LabError::Disk { .. } => Failure::Failed(error.to_string()),
        }
    }
}

impl From<clap::Error> for Failure {
    fn from(error: clap::Error) -> Failure {
        let text = error.render().to_string();
        match error.kind() {
            ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => Failure::Half(text),
            _ => Failure::Usage(one_line(&text)),
        }
    }
}

/// The parser's answer of several paragraphs as one line that still says what would be right.
fn one_line(rendered: &str) -> String {
    let kept = rendered.lines().map(str::trim).filter(|line| !line.is_empty());
    let kept = kept.filter(|line| !line.starts_with("For more information"));
    let text = kept.collect::<Vec<_>>().join(" ");
    let text = text.strip_prefix("error: ").unwrap_or(&text);
    text.replacen(" Usage: ", "; usage: ", 1).replacen(" tip: ", "; tip: ", 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_is_one_line_whatever_it_quotes() {
        let failure = Failure::Failed("no file `a\nb\x1b[31m`".to_string());
        assert_eq!(failure.to_string(), "error: no file `a\\nb\\u{1b}[31m`");
    }

    #[test]
    fn the_parsers_paragraphs_become_one_line() {
        let rendered = "error: unrecognized subcommand 'lst'\n\n  tip: a similar subcommand exists: 'list'\n\n\
                        Usage: tefuda [COMMAND]\n\nFor more information, try '--help'.\n";
        let line = "unrecognized subcommand 'lst'; tip: a similar subcommand exists: 'list'; usage: tefuda [COMMAND]";
        assert_eq!(one_line(rendered), line);
    }
}
