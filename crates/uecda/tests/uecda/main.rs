//! The protocol, its logs, the server and the client: one binary. `many.rs` beside it counts what its process holds
//! and so has one of its own.
#![allow(clippy::unwrap_used, reason = "the helpers of a test may fail it")]

mod archive;
mod common;
mod convert;
mod join;
mod logs;
mod scripted;
mod serve;
mod spoilt;
mod wire;
