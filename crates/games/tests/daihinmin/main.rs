//! Daihinmin against a slow, obvious reading of its rules, and against ten thousand games of the official server.
#![allow(clippy::unwrap_used, reason = "the helpers of a test may fail it")]

mod archive;
mod log;
mod moves;
mod slow;
