//! Experiments as files: what to play, what to measure, and what the paper found.

mod results;

pub use results::{At, Axis, Cell, Fit, PartResults, PlotConfig, PlotKind, Results, RunInfo, STATED, Value};
