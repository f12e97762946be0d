//! Games in bulk, and what they mean: matches on all cores, and honest statistics of them.

mod arena;
mod error;
pub mod experiment;
mod lines;
mod matches;
mod ownership;
mod record_stats;
pub mod report;
mod scheduler;
pub mod stats;
mod tally;
#[cfg(test)]
mod tests;
mod whole;

pub use arena::{AgentResult, Arena, PlayedArena, Standings};
pub use error::{LabError, in_words};
pub use lines::open_lines;
pub use matches::{MOST_IN_SERIES, Match, Outcome, PlayedMatch, SeatResult, play_match, play_match_or_leave};
pub use ownership::{FolderLock, read_plain, refuse_foreign};
pub use record_stats::{AgentRecord, Earnings, RecordStats};
pub use scheduler::GameMonitor;
pub use stats::Figure;
pub use tally::Breakdown;
pub use whole::{WholeFile, remove_orphans, write_whole};
