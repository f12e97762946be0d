//! Players that know a game, players for any game, estimators of who is who, and the lists of all of them.

pub mod beliefs;
pub mod buzzard;
mod estimators;
mod exec;
pub mod kuhn;
mod notes;
mod poker;
mod quick;
pub mod raiders;
mod registry;
pub mod saboteur;
mod simple;
mod thinkers;

pub use estimators::{
    Assignment, ESTIMATORS, EstimatorInfo, Guessed, GuessedVisitor, Guesser, ORACLE, WITH_ROLES,
    check_estimator, deals_from, estimator, estimators_for, guesser, probability, visit_guessed,
};
pub use exec::{Exec, ExecOptions};
pub use notes::noter;
pub use quick::quick_agents;
pub use registry::{
    AGENTS, AgentInfo, Seated, Visitor, agents_for, by_the_clock, check_agent, seat, seat_named, visit,
};
pub use simple::{First, Random};
