//! Algorithms for any game; none of them names one.
#![warn(missing_docs)]

pub mod matrix;
