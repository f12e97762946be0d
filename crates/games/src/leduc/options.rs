//! The options of the game.

use serde::Serialize;

/// The options of the game: there are none.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Rules;

/// The two who play.
pub(super) const SEATS: usize = 2;
