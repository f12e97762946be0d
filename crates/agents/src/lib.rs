//! Players that know a game, players for any game, estimators of who is who, what experiments measure, and the
//! lists of all of them.

mod any_batch;
mod any_state;
pub mod beliefs;
pub mod buzzard;
pub mod daihinmin;
mod estimating;
mod estimators;
#[cfg(test)]
mod exams;
mod exec;
mod figures;
pub mod forward;
mod guests;
mod high_card;
pub mod kuhn;
pub mod leduc;
pub mod measures;
mod notes;
mod phrases;
pub mod raiders;
mod recorded;
mod registry;
mod row;
pub mod saboteur;
mod simple;
pub mod solving;
mod text_agent;
mod thinkers;

pub use any_batch::{AnyBatch, BatchOptions, open_batch};
pub use any_state::{AnyState, GameFacts, open_state};
pub use estimating::Estimating;
pub use estimators::{
    Assignment, EstimatorRow, ForecastRow, ORACLE, RoleGame, RoleSource, estimator, estimator_rows,
    estimators, forecast, is_possible, list_assignments, probability, role_games, role_source, told_roles,
};
pub use exec::{Exec, ExecOptions, Outside, end_programs};
pub use guests::{Arrive, Invitation, invite, shown_name};
pub use notes::{noter, rank_noter};
pub use phrases::{PHRASES, text};
pub use recorded::{Drawing, Frame, Ink, Look, Recorded, RecordedGames};
pub use registry::{
    Biases, Playable, Sees, Visitor, agents, agents_for, check_agent, check_open, company, is_repeatable,
    measured_tables, players, quick_agents, reaches_out, runs_programs, seat, seat_named, try_seat, visit,
    visit_usual,
};
pub use row::{Build, Info, Listed, Row};
pub use simple::{First, Random};
pub use text_agent::{TextAgent, TextPlayer};
