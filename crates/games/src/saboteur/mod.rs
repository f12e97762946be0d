//! Saboteur (お邪魔者): diggers dig a tunnel to the gold, and some of them see to it that it is not found.
//!
//! Sources: the rule sheet of the card game by F. Moyersoen (2004), compared with public programs and with the
//! rules as two papers print them (the presets). In short:
//!
//! * Everybody is a digger or a saboteur, in secret; one role card stays out, so that nobody knows how many
//!   saboteurs there are. Saboteurs do not know each other.
//! * From the start three goals lie eight columns to the right, face down: the gold and two stones.
//! * On its turn a seat places a tunnel card, or breaks or repairs a tool, takes a tunnel card away, looks at a
//!   goal, or puts a card away face down. Then it draws.
//! * A tunnel card fits its neighbours and joins an open end that leads back to the start. A player with a broken
//!   tool may not place one. A passage that leads to a goal turns it up.
//! * Once the gold is found, diggers share as many gold cards as there are players; if all cards are gone before,
//!   the saboteurs are paid. Three rounds; most nuggets win.

mod cards;
mod deal;
mod events;
mod notation;
mod options;
mod phrases;
mod picture;
mod private;
mod public;
mod rules;
mod terms;
#[cfg(test)]
mod tests;

pub use cards::{
    Card, CardBag, Edges, Face, Goal, Goals, Gold, Nuggets, Path, Role, Shows, Side, Tool, Tools, Treasure,
};
pub use events::{Action, Chance, Claim, Seen, Took};
pub use options::{Extent, Rules, Score};
pub use private::{GoalLook, Looks, Private};
pub use public::{
    Board, Cell, CellSet, Deed, End, Phase, Play, Public, RoundLog, SPAN, Spot, Spots, Window, Winner,
};
pub use rules::Saboteur;
