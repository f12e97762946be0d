//! Players that know a game, players for any game, and the list of all of them.

pub mod buzzard;
mod exec;
mod poker;
pub mod raiders;
mod registry;
mod simple;
mod thinkers;

pub use exec::{Exec, ExecOptions};
pub use registry::{AGENTS, AgentInfo, Seated, Visitor, agents_for, check_agent, seat, visit};
pub use simple::{First, Random};
