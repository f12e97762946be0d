//! The tests of all games, and of the table with games on it: one binary, as linking costs more than running.
#![allow(clippy::unwrap_used, reason = "the helpers of a test may fail it")]

mod daihinmin;
mod duel;
mod exam_tables;
mod exams_can_fail;
mod languages;
mod pictures;
mod playthroughs;
mod records;
mod restore;
mod rulebooks;
mod sessions;
mod table;
