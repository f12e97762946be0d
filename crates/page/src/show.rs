//! Matches that are played elsewhere and only watched here.
//!
//! The one who plays them repeats every choice at a table of this server that nobody has a link to. Such a table is not
//! kept: it lasts as long as its [`Show`].

use std::sync::Arc;

use table::{OpenError, Opening, PlayError, Seat};
use tokio::runtime::Handle;

use crate::live::Live;
use crate::room::Room;
use crate::rooms::House;
use crate::store::now;

/// Where matches are shown.
#[derive(Clone)]
pub struct Stage {
    house: Arc<House>,
    runtime: Handle,
}

impl Stage {
    pub(crate) fn new(house: Arc<House>, runtime: Handle) -> Stage {
        Stage { house, runtime }
    }

    /// Shows a match; the lobby lists it by its title. Its seats are all somebody's outside.
    ///
    /// # Errors
    /// If the opening cannot be.
    pub fn open(&self, opening: &Opening, title: &str) -> Result<Show, OpenError> {
        let live = Live::restore(opening, &[], None, now(), &self.house.residents)?;
        let room = self.house.show(live, title).map_err(|error| OpenError::Bad(error.to_string()))?;
        self.runtime.block_on(room.go_on());
        Ok(Show { room, runtime: self.runtime.clone() })
    }
}

/// A match that everybody may watch and nobody here plays.
pub struct Show {
    room: Arc<Room>,
    runtime: Handle,
}

impl Show {
    /// A seat that had a choice has chosen. What nobody could do otherwise the table settles by itself.
    ///
    /// # Errors
    /// Refused if it cannot be chosen: another game is played than the one shown.
    pub fn choose(&self, seat: Seat, action: &str) -> Result<(), PlayError> {
        self.runtime.block_on(self.room.repeat(|host| host.commit(seat, action)))
    }

    /// The next game begins.
    ///
    /// # Errors
    /// Refused while this one is not over, and after the last.
    pub fn next_game(&self) -> Result<(), PlayError> {
        self.runtime.block_on(self.room.repeat(|host| host.next_game()))
    }
}
