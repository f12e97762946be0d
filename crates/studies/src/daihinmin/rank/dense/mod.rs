//! Training of small dense networks: forward and backward pass, cross entropy, optimizers.
//!
//! Entries that are 0 are left out of every product: in our inputs most are, and in hidden values about half.

mod checkpoint;
mod loss;
mod matrix;
mod network;
mod optimizer;

pub use network::Dropout;
pub(crate) use network::{Batch, DenseNetwork, Workspace};
pub use optimizer::Optimizer;
pub(crate) use optimizer::Steps;
