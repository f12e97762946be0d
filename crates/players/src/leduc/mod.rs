//! The numbers of Leduc poker, for networks.

mod encode;

pub use encode::{LeducIds, LeducRow};
