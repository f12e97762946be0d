//! The exams of games (conformance, secrecy, scenarios and counts) and those of players.
//!
//! An exam returns a [`Failed`] that names the clause and shows the evidence; a game's test unwraps it. Only tests
//! depend on this crate, so that no exam and no toy game is part of the program.
#![warn(missing_docs)]

mod conformance;
pub mod high_card;
mod parameters;
mod perft;
mod player;
mod scenario;
mod secrecy;
mod statistics;
mod transcript;

use std::fmt;

pub use conformance::check;
pub use high_card::HighCard;
pub use parameters::{BuildPlayer, listed_is_read, parameters};
pub use perft::{Perft, perft};
pub use player::PlayerExam;
pub use scenario::scenarios;
pub use secrecy::{Secrecy, secrecy};
pub use statistics::chi_square_p;

/// An exam that was not passed: which clause, and what showed it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failed {
    /// The clause, in a few words.
    pub clause: &'static str,
    /// What showed it.
    pub evidence: String,
}

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.clause, self.evidence)
    }
}

impl std::error::Error for Failed {}

/// Passes if `right`; otherwise fails this clause with this evidence.
fn demand(right: bool, clause: &'static str, evidence: impl FnOnce() -> String) -> Result<(), Failed> {
    if right { Ok(()) } else { Err(Failed { clause, evidence: evidence() }) }
}
