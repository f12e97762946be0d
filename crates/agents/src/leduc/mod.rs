//! What is known about Leduc poker: its numbers, for those who train.

mod encode;

pub use encode::{LeducIds, LeducRow};
