//! The opening and the log of a table, from which it can be restored.
//!
//! Chance events are not in the log; they are drawn again. Forced choices are not either, unless the table asks for all
//! choices ([`Opening::asks_all`]); they are settled again. Each line carries the digest of the
//! events before it, so a table that no longer replays (another build, other rules) is noticed instead of
//! dealing other cards. Both hold secrets, seeds and envelopes: they belong to the host alone.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::agent::Fault;
use crate::rng::Seeds;
use crate::seat::Seat;

/// The version of [`Opening`] and [`LogLine`].
pub(super) const FORMAT: u32 = 1;

/// The occupant of a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Occupant {
    /// An agent of the table, by its spec.
    Agent(String),
    /// A seat that is played from outside, by a name.
    #[serde(rename = "outside")]
    External(String),
}

impl Occupant {
    /// The name of the occupant.
    pub fn name(&self) -> &str {
        match self {
            Occupant::Agent(name) | Occupant::External(name) => name,
        }
    }
}

/// How a table was opened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Opening {
    /// The version of the log.
    pub log: u32,
    /// The game with its options, as the series begins.
    pub game: String,
    /// The version of its rules.
    pub rules_version: u32,
    /// The occupant of each seat.
    pub seats: Vec<Occupant>,
    /// The number of games the series has.
    pub games: u32,
    /// The seed of chance events.
    pub deal: u64,
    /// The seed of the players' random streams.
    pub players: u64,
    /// Whether a seat is asked also where one action is left, and the answer is logged. Others cannot know then whether it
    /// had a choice, neither by whom the table waits for nor by what happens together. Tables of earlier versions
    /// do not say it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub asks_all: bool,
}

impl Opening {
    /// The two seeds of the series.
    pub fn seeds(&self) -> Seeds {
        Seeds { deal: self.deal, players: self.players }
    }
}

/// An entry of the log: something that a table accepted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Entry {
    /// A seat has chosen, in the game's notation.
    Choice(Seat, String),
    /// A seat took its choice back before it was opened.
    Withdrawal(Seat),
    /// The seat has another occupant from now on.
    Replacement(Seat, Occupant),
    /// The next game of the series began.
    Next,
    /// From now on every choice is asked and logged, as if [`Opening::asks_all`] had said so.
    AskAll,
    /// The seat leaves a standing answer, by its name, or takes it back.
    Standing(Seat, String, bool),
}

/// An entry with the digest of the events before it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LogLine {
    /// What was accepted.
    pub entry: Entry,
    /// The digest of all events of the series before it.
    pub sum: String,
}

/// Why a table could not be opened or restored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpenError {
    /// The opening is wrong: its rules, seats or players are not possible.
    Bad(String),
    /// A player broke down at once.
    Fault(Fault),
    /// The log does not replay from this line on, counted from 1. The table is closed: going on would deal
    /// other cards.
    Closed {
        /// The line.
        line: usize,
        /// What is wrong with it.
        why: String,
    },
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpenError::Bad(why) => f.write_str(why),
            OpenError::Fault(fault) => fault.fmt(f),
            OpenError::Closed { line, why } => write!(
                f,
                "the table cannot be restored and is closed: line {line} of its log does not replay ({why}); it was played with another build or other rules"
            ),
        }
    }
}

impl std::error::Error for OpenError {}

impl From<Fault> for OpenError {
    fn from(fault: Fault) -> OpenError {
        OpenError::Fault(fault)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tables on disk outlive the names in the code.
    #[test]
    fn an_occupant_is_written_as_it_always_was() {
        let occupants = [Occupant::Agent("random".into()), Occupant::External("ann".into())];
        let written = serde_json::to_string(&occupants).unwrap();
        assert_eq!(written, r#"[{"agent":"random"},{"outside":"ann"}]"#);
        assert_eq!(serde_json::from_str::<[Occupant; 2]>(&written).unwrap(), occupants);
    }

    /// A table that an earlier version wrote does not say whether it asks for all choices.
    #[test]
    fn an_opening_of_an_earlier_version_is_read() {
        let old = r#"{"log":1,"game":"kuhn","rules_version":1,"seats":[{"agent":"random"},{"outside":"ann"}],"games":1,"deal":3,"players":4}"#;
        let opening: Opening = serde_json::from_str(old).unwrap();
        assert!(!opening.asks_all);
        assert_eq!(serde_json::to_string(&opening).unwrap(), old);
        let new = Opening { asks_all: true, ..opening };
        let written = serde_json::to_string(&new).unwrap();
        assert_eq!(serde_json::from_str::<Opening>(&written).unwrap(), new);
    }
}
