//! The rulebooks: one folder a game, the same files in each.
//!
//! `mod.rs` the rules in short, `cards.rs` the pieces, `public.rs` what lies face up, `private.rs` what one
//! seat knows, `rules.rs` what may be done and what it does, `deal.rs` luck and imagined worlds,
//! `notation.rs` text in and out, `picture.rs` a view drawn, `tests.rs` the exams.

pub mod buzzard;
pub mod daihinmin;
pub mod kuhn;
pub mod leduc;
pub mod raiders;
mod registry;
pub mod saboteur;
mod svg;

pub use buzzard::Buzzard;
pub use kuhn::Kuhn;
pub use leduc::Leduc;
pub use raiders::Raiders;
pub use registry::{GAMES, GameInfo, find_game, playthroughs, unknown_game};
pub use saboteur::Saboteur;
