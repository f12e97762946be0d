//! Algorithms that think about any game; no game is named here.
#![warn(missing_docs)]

pub mod exact;
pub mod matrix;
