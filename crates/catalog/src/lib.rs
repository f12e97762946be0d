//! Every game with its players, estimators and kinds of work by name, and the doors to play it.
//!
//! All loops over a game are compiled here, once: games in bulk, tables, batches, states, solutions, readers of records.
//! Other crates receive objects and name no game. A paper's study, which knows its game, calls [`Catalogued`].

mod batch;
pub mod bench;
mod bulk;
pub mod buzzard;
mod daihinmin;
mod doors;
mod estimators;
#[cfg(test)]
mod exams;
mod exec;
mod figures;
mod guests;
pub mod kinds;
mod kuhn;
mod learned;
mod leduc;
mod notes;
mod phrases;
mod raiders;
mod recorded;
mod registry;
mod row;
mod saboteur;
mod simple;
pub mod solving;
mod state;
mod tables;
mod text_agent;
mod thinkers;
mod together;

pub use batch::{AnyBatch, BatchFacts, BatchOptions, BatchRows, NotLoaded, open_batch};
pub use bulk::{BulkError, FinishedGame, Forfeit, GameWorker, Games, Lots, Seating, Together, seatings};
pub use doors::Catalogued;
pub use estimators::{
    Estimated, EstimatorRow, ForecastRow, ORACLE, RoleSource, estimator, estimator_rows, estimators,
    forecast, role_games, role_source,
};
pub use exec::{Exec, ExecOptions, Outside, end_programs};
pub use figures::{GameFigures, figures};
pub use guests::{
    Arrive, ArriveForRows, Invitation, RowGuest, RowQuestions, invite, invite_for_rows, shown_name,
};
pub use notes::{noter, rank_noter};
pub use phrases::{PHRASES, text};
pub use recorded::{Drawing, Frame, Ink, Look, Recorded, RecordedGames};
pub use registry::{
    Biases, Playable, Sees, Visitor, agents, agents_for, check_agent, check_open, company, is_repeatable,
    players, quick_agents, reaches_out, runs_programs, seat, seat_named, try_seat, visit, visit_usual,
};
pub use row::{BuildRow, Info, Listed, Row};
pub use state::{AnyState, GameFacts, open_state};
pub use tables::{AnyTable, Guest, Guests, TableFacts, check_notes, open_table, opening, standing_sentences};
pub use text_agent::{RowNumbers, TextAgent, TextPlayer};
