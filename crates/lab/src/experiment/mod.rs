//! Experiments as files: what to play, what to measure, and what the paper found.
//!
//! A [`Config`] is what an author typed, a [`Plan`] what it means. A [`Run`] plays a plan into a folder, chunk
//! by chunk, and ends in [`Results`]; [`collect`] finds the results of folders on disk and puts shards
//! together. Where the chunks are played elsewhere, a [`Worker`] plays them after the run's order, and the run keeps
//! what comes back.

mod arms;
mod build;
mod check;
mod collect;
mod config;
mod folder;
mod games_file;
mod house;
mod kinds;
mod order;
mod plan;
mod quote;
mod recorded;
mod records;
mod results;
mod runner;
mod store;
mod summary;
mod sweep;
mod trial;

pub use build::Build;
pub use collect::{Collected, RunProgress, collect, collect_so_far, run_progress};
pub use config::Config;
pub(crate) use folder::RUN_FILE;
pub(crate) use house::README;
pub use house::{All, Built, EXPERIMENTS, Experiment, all, named};
pub use kinds::{Job, ListedKind, Of, Rows, estimate, kinds, reference, register};
pub use order::Worker;
pub use plan::{Chunk, MOST_CELLS, MOST_GAMES, MOST_IN_ALL, Options, Plan, PlannedCell, PlannedPart};
pub use quote::{Quote, Quoted};
pub use recorded::RecordedFigures;
pub use records::RecordFile;
pub use results::{
    At, Axis, Compared, Document, Fit, JSON_VERSION, PartFits, PartResults, PlotConfig, PlotKind, Recovered,
    ResultCell, Results, RunInfo, STATED, Value, experiments_json,
};
pub use runner::{Existing, Progress, Ran, Run, Shard};
pub use trial::Trial;
