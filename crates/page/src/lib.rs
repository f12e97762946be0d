//! The page: tables that people reach with a browser, kept on disk.
//!
//! A [`PageServer`] keeps tables of any game. People reach a seat by a link that carries its secret; spectators see what lies
//! face up. Whatever is accepted is on disk before anybody is told of it, so a table survives however the process ends.
#![warn(missing_docs)]

mod assets;
mod command;
mod connection;
mod health;
mod hint;
mod host_agents;
mod lazy_program;
mod live;
mod lobby;
mod opening;
mod pace;
mod refusal;
mod room;
mod rooms;
mod routes;
mod runs;
mod safety;
mod secret;
mod server;
mod show;
mod state;
mod store;
mod stream;
mod thinking;
mod words;

pub use pace::{PaceReport, USUAL_PACE};
pub use rooms::Tell;
pub use runs::{RunSummary, Runs};
pub use safety::Rate;
pub use server::{PageError, PageServer, PageSettings, Timeouts};
pub use show::{Stage, WatchedMatch};
pub use store::StoreError;
