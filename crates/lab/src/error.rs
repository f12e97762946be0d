//! What can go wrong in the lab, and whose it is to mend.

use std::fmt;
use std::io;
use std::path::PathBuf;

use catalog::BulkError;
use table::{Fault, SpecError};

/// Why work stopped.
#[derive(Debug)]
pub enum LabError {
    /// What was asked for does not exist or does not fit together; ask again.
    Spec(SpecError),
    /// A config file asks for what cannot be; mend it at this line.
    Config {
        /// The file.
        path: PathBuf,
        /// The line, counted from 1.
        line: usize,
        /// What is wrong and what would be right.
        why: String,
    },
    /// A player broke down.
    Fault {
        /// Which game of the match, counted from 1.
        game: u64,
        /// What happened.
        fault: Fault,
    },
    /// Somebody ended it.
    Interrupted {
        /// The number of games played.
        played: u64,
        /// The number asked for.
        of: u64,
    },
    /// Somebody ended the run of an experiment, whose finished chunks are kept.
    Stopped {
        /// The number of chunks played in this session.
        played: usize,
        /// The number that was to be played.
        of: usize,
    },
    /// Work on one cell of an experiment stopped.
    Cell {
        /// Which one.
        cell: String,
        /// What happened.
        error: Box<LabError>,
    },
    /// Work on several cells of an experiment stopped.
    Cells {
        /// What happened in the first.
        first: Box<LabError>,
        /// How many others there are.
        others: usize,
    },
    /// A file could not be written or read.
    File {
        /// Which one.
        path: PathBuf,
        /// What the system said.
        error: io::Error,
    },
    /// What lies on disk is not what should lie there.
    Disk {
        /// Where.
        path: PathBuf,
        /// What is wrong with it, and the way out.
        why: String,
    },
}

impl LabError {
    /// A file that could not be written or read.
    pub fn file(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> LabError {
        let path = path.into();
        move |error| LabError::File { path, error }
    }

    /// Something on disk that should be otherwise.
    pub(crate) fn disk(path: impl Into<PathBuf>, why: impl Into<String>) -> LabError {
        LabError::Disk { path: path.into(), why: why.into() }
    }
}

impl fmt::Display for LabError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LabError::Spec(error) => error.fmt(f),
            LabError::Config { path, line, why } => write!(f, "{}:{line}: {why}", path.display()),
            LabError::Fault { game, fault } => write!(f, "game {game} has no result: {fault}"),
            LabError::Interrupted { played, of } => write!(f, "ended after {played} of {of} games"),
            LabError::Stopped { played, of } => {
                write!(
                    f,
                    "ended after {played} of {of} chunks, which are kept: resume the run to go on from them"
                )
            }
            LabError::Cell { cell, error } => write!(f, "{cell}: {error}"),
            LabError::Cells { first, others } => {
                let cells = if *others == 1 { "cell" } else { "cells" };
                write!(f, "{first}; {others} more {cells} broke down")
            }
            LabError::File { path, error } => write!(f, "{}: {}", path.display(), in_words(error)),
            LabError::Disk { path, why } => write!(f, "{}: {why}", path.display()),
        }
    }
}

/// What the system said, without its number.
pub fn in_words(error: &io::Error) -> String {
    let text = error.to_string();
    if error.kind() == io::ErrorKind::InvalidData && text == "stream did not contain valid UTF-8" {
        return "not UTF-8 text".to_string();
    }
    match text.split_once(" (os error ") {
        Some((words, _)) => words.to_string(),
        None => text,
    }
}

impl std::error::Error for LabError {}

impl From<SpecError> for LabError {
    fn from(error: SpecError) -> LabError {
        LabError::Spec(error)
    }
}

impl From<BulkError> for LabError {
    fn from(error: BulkError) -> LabError {
        match error {
            BulkError::Spec(error) => LabError::Spec(error),
            BulkError::Fault { game, fault } => LabError::Fault { game, fault },
        }
    }
}
