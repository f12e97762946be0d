//! Networks that tell the class of the final rank: data sets, training with checkpoints, weights as a file.
//!
//! The networks are small and dense, and the backward pass is our own: no other framework is needed. The player's side,
//! the forward pass over a file of weights, is [`players::forward`].

mod data;
mod dense;
mod kind;
mod model;
mod networks;
mod predictor;
mod ranks;
mod score;
mod sources;
mod train;

pub use data::{Dataset, Decision, Split, Subset, Target};
pub use dense::{Dropout, Optimizer};
pub use kind::KIND;
pub use model::Trainer;
pub use networks::{DESIGNS, Design};
pub use score::Score;
pub use sources::ReadError;
pub use train::{Epoch, KeptTraining, TrainError, Trained, Training, TrainingPlan};
