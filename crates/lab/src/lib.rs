//! Games in bulk, and what they mean: matches on all cores, and honest statistics of them.

mod arena;
mod error;
pub mod experiment;
mod lines;
mod matches;
pub mod report;
mod scheduler;
pub mod stats;
mod tally;
#[cfg(test)]
mod tests;
mod whole;

pub use arena::{Arena, PlayedArena, Standing, Standings};
pub use error::LabError;
pub use lines::open_lines;
pub use matches::{MOST_IN_SERIES, Match, Outcome, PlayedMatch, SeatResult, play_match};
pub use scheduler::Watch;
pub use stats::Figure;
pub use whole::{WholeFile, remove_orphans, write_whole};
