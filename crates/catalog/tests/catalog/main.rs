//! Every game with its players, held against what the lists say of them.
#![allow(clippy::unwrap_used, reason = "the helpers of a test may fail it")]

mod batch;
mod batch_digests;
mod exams_can_fail;
mod exec;
mod knowledge;
mod nim;
mod options;
mod pages;
mod phrases;
mod players;
mod rows;
mod tables;
