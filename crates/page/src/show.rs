//! Matches that are played elsewhere and only watched here.
//!
//! The program that plays them repeats every choice at a table of this server that nobody has a link to. Such a table is
//! not on disk: it lasts as long as its [`WatchedMatch`].

use std::sync::Arc;

use table::{OpenError, Opening, PlayError, Seat};
use tokio::runtime::Handle;

use crate::live::LiveTable;
use crate::room::Room;
use crate::rooms::Rooms;
use crate::store::now;

/// Where matches are shown.
#[derive(Clone)]
pub struct Stage {
    rooms: Arc<Rooms>,
    runtime: Handle,
}

impl Stage {
    pub(crate) fn new(rooms: Arc<Rooms>, runtime: Handle) -> Stage {
        Stage { rooms, runtime }
    }

    /// Shows a match; the lobby lists it by its title. All its seats are played from outside.
    ///
    /// # Errors
    /// If the opening cannot be.
    pub fn open(&self, opening: &Opening, title: &str) -> Result<WatchedMatch, OpenError> {
        let no_luck = |error: getrandom::Error| OpenError::Bad(error.to_string());
        let opening = Opening { asks_all: true, ..opening.clone() };
        let pace = self.rooms.pace().map_err(no_luck)?;
        let live = LiveTable::restore(&opening, &[], None, now(), &self.rooms.host_agents, pace)?;
        let room = self.rooms.show(live, title).map_err(no_luck)?;
        self.runtime.block_on(room.go_on());
        Ok(WatchedMatch { room, runtime: self.runtime.clone() })
    }
}

/// A match that everybody may watch and nobody here plays.
pub struct WatchedMatch {
    room: Arc<Room>,
    runtime: Handle,
}

impl WatchedMatch {
    /// Repeats the choice of a seat, also a forced one, at its time: waits until the choice before has been shown for the delay
    /// of the server's pace. However quickly the seat chose, the page does not tell it below that.
    ///
    /// # Errors
    /// Refused if it is not legal: the match and the table differ.
    pub fn choose(&self, seat: Seat, action: &str) -> Result<(), PlayError> {
        self.runtime.block_on(self.room.repeat(|host| host.commit(seat, action)))
    }

    /// Begins the next game, at its time.
    ///
    /// # Errors
    /// Refused while this one is not over, and after the last.
    pub fn next_game(&self) -> Result<(), PlayError> {
        self.runtime.block_on(self.room.repeat(|host| host.next_game()))
    }
}
