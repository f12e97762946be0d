//! What can happen: what a seat can do, what chance decides, and what an observer sees of it.

use serde::Serialize;
use table::Seat;

use super::cards::Card;

/// What a seat can do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
pub enum Action {
    /// Check, or give up once somebody has bet.
    Pass,
    /// Bet 1, or call.
    Bet,
}

/// A seat is dealt a card.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Deal(pub Seat, pub Card);

/// One event as one observer saw it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub enum Seen {
    /// A seat was dealt a card; which one, only that seat sees.
    Dealt(Seat, Option<Card>),
    /// A seat passed or bet.
    Acted(Seat, Action),
}
