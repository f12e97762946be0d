//! The options of the game.

use serde::Serialize;

/// The options of the game: only the number of seats.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Rules {
    /// The number of players at the table, 2 or 3.
    pub seats: u8,
}
