//! What a good player of a game knows: players and their parameters, beliefs about hidden cards and roles, encoders for
//! networks, and the networks' forward pass.
//!
//! A player is made from values (`new`) or from the parameters of a spec (`read`, with `PARAMS` beside it). Names stand in
//! `catalog`: no player is looked up here, and one that seats another receives it.

pub mod beliefs;
pub mod buzzard;
pub mod daihinmin;
mod estimating;
mod figures;
pub mod forward;
pub mod kuhn;
pub mod learned;
pub mod leduc;
mod numbers;
pub mod params;
pub mod raiders;
pub mod roles;
pub mod saboteur;
mod simple;

pub use estimating::Estimating;
pub use learned::Learned;
pub use simple::{First, Random};
