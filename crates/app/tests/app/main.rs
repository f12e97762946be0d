//! The commands with the real binary, as people type them.
#![allow(clippy::unwrap_used, reason = "the helpers of a test may fail it")]

mod bench;
mod common;
mod errors;
mod experiment;
mod help;
#[path = "../../../page/tests/page/http.rs"]
mod http;
mod interrupt;
mod kept;
mod matches;
mod play;
mod playthrough;
mod replay;
mod serve;
mod solve;
mod train;
mod uecda;
