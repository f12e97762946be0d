//! What can go wrong in the lab, and whose it is to mend.

use std::fmt;
use std::io;
use std::path::PathBuf;

use table::{Fault, SpecError};

/// Why work stopped.
#[derive(Debug)]
pub enum LabError {
    /// What was asked for does not exist or does not fit together; ask again.
    Spec(SpecError),
    /// A player broke down.
    Fault {
        /// Which game of the match, counted from 1.
        game: u64,
        /// What happened.
        fault: Fault,
    },
    /// A file could not be written or read.
    File {
        /// Which one.
        path: PathBuf,
        /// What the system said.
        error: io::Error,
    },
}

impl LabError {
    /// A file that could not be written or read.
    pub fn file(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> LabError {
        let path = path.into();
        move |error| LabError::File { path, error }
    }
}

impl fmt::Display for LabError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LabError::Spec(error) => error.fmt(f),
            LabError::Fault { game, fault } => write!(f, "game {game} has no result: {fault}"),
            LabError::File { path, error } => write!(f, "{}: {error}", path.display()),
        }
    }
}

impl std::error::Error for LabError {}

impl From<SpecError> for LabError {
    fn from(error: SpecError) -> LabError {
        LabError::Spec(error)
    }
}
