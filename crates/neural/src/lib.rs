//! Networks trained on games: data from what was played, training that can be interrupted, weights as a file.
//!
//! No other crate names the framework. What it trains is played by [`agents::forward`], without it.
#![warn(missing_docs)]

mod data;
mod kind;
mod model;
mod networks;
mod score;
mod sources;
mod teller;
mod train;

pub use data::{Dataset, Part, Row, Split, Target};
pub use kind::kinds;
pub use model::{Device, Dropout, Method, Trainer};
pub use networks::{DESIGNS, Design};
pub use score::Score;
pub use sources::ReadError;
pub use train::{Epoch, Plan, TrainError, Trained, Training};
