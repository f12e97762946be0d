//! Training and the kind of work that trains.
#![allow(clippy::unwrap_used, reason = "the helpers of a test may fail it")]

mod built_in;
mod kind;
mod run;
mod training;
