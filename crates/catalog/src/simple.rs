//! Players that need no thought: the yardsticks of every table.

use players::{First, Random};
use table::{Game, Player};

use crate::row::Row;

/// The rows of both, for any game.
pub(crate) fn rows<G: Game>() -> [Row<G>; 2] {
    [
        Row {
            name: "first",
            about: "always the least of the legal actions",
            params: &[],
            quick: &[],
            build: |_, _| Ok(Player::agent(First)),
        },
        Row {
            name: "random",
            about: "each legal action with the same probability",
            params: &[],
            quick: &[],
            build: |_, _| Ok(Player::agent(Random)),
        },
    ]
}
