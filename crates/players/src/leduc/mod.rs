//! The numbers of Leduc poker, for networks.

mod encode;
mod labels;

pub use encode::{LeducIds, LeducRow};
pub use labels::{LeducEvents, LeducTruth};
