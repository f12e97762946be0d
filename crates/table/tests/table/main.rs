//! Tests of the vocabulary that need an exam or a toy game, which use it themselves.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod bits;
mod looks;
mod options;
mod plain;
mod rng;
