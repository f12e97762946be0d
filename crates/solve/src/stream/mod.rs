//! The game solved level by level, with no more than two levels in memory, on any device.
//!
//! A level needs only the one below it. Its values are kept in single precision where the device has them, which
//! is what makes the real game fit on one card; what that costs is bounded, level by level, by figures taken on
//! every game and every state, see [`TopLevels::bound`].
//!
//! `device` says what a device must do, `cpu` does it on all cores, `solve_levels` goes through the levels, `audit` works a sample out again, `rule` has the rules of
//! thumb whose price is asked.

mod audit;
mod cpu;
mod device;
mod levels;
mod rule;

#[cfg(test)]
mod tests;

pub use audit::Audit;
pub use cpu::Cores;
pub use device::{Device, DeviceError, Raised};
pub use levels::{LevelReport, LevelsJob, StreamError, TopLevels, solve_levels};
pub use rule::{BidRule, LevelTask};
