//! What can happen: a prize is turned up, and what an observer sees of it and of the bids.
//!
//! What a seat can do is a [`Bid`], which is a card of its hand.

use serde::Serialize;
use table::Seat;

use super::cards::{Bid, Prize};
use super::options::Ties;
use super::public::Round;

/// A prize is turned up.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct TurnUp(pub Prize);

/// One event as one observer saw it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub enum Seen {
    /// A prize was turned up.
    Turned(Prize),
    /// Another seat has put a bid into its envelope.
    Committed(Seat),
    /// This seat's own bid went into the envelope.
    Bid(Seat, Bid),
    /// The last bid came, and everybody saw all of them.
    Revealed(Reveal),
}

/// A round as it was shown.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Reveal {
    /// The prize, the pot, the bids and who took it.
    pub round: Round,
    /// What equal bids do at this table.
    pub ties: Ties,
    /// Whether a pot that nobody took waits for the next prize.
    pub waits: bool,
}
