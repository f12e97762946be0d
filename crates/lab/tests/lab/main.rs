//! Experiments, matches and reports, through the public door of the crate.
#![allow(clippy::unwrap_used, reason = "the helpers of a test may fail it")]

mod common;
mod config;
mod elsewhere;
mod figures;
mod killed;
mod names;
mod players;
mod reference;
mod runs;
