//! The UECda wire protocol: tables on the wire, the logs of other programs, a server and a client.
//!
//! UECda is the yearly tournament of Daihinmin programs at the University of Electro-Communications. Its clients speak
//! a protocol of tables with 8 rows and 15 columns, its server writes logs. Here both are spoken and read, so that
//! a client written for the tournament plays on our server, and ours on theirs.
#![warn(missing_docs)]

mod cells;
pub mod client;
mod convert;
mod grid;
pub mod logs;
mod replay;
pub mod server;
mod wire;

pub use cells::{CARD_ROWS, Cells, JOKER_ROW, Refused};
pub use convert::{ConvertError, Converted, Format, Placed, convert, read_games, read_text, text_of};
pub use grid::{BadStatus, COLUMNS, Grid, PLAYERS, ROWS, Status};
pub use replay::{ReplayError, Replayed, points_after, replay, rules};
pub use wire::{BadTable, LONGEST_NAME, Profile, Version};
