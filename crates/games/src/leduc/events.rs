//! What can happen: what a seat can do, what chance decides, and what an observer sees of it.

use serde::Serialize;
use table::Seat;

use super::cards::Card;

/// What a seat can do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
pub enum Action {
    /// Give up, facing a raise.
    Fold,
    /// Put in as much as the other has; check, if that is nothing.
    Call,
    /// Put in as much as the other has, and the round's raise besides.
    Raise,
}

/// What chance decides.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub enum Chance {
    /// A seat is dealt a card.
    Deal(Seat, Card),
    /// A card is turned up for both.
    Flop(Card),
}

/// One event as one observer saw it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub enum Seen {
    /// A seat was dealt a card; which one, only that seat sees.
    Dealt(Seat, Option<Card>),
    /// A card was turned up.
    Flopped(Card),
    /// A seat folded, called or raised.
    Acted(Seat, Action),
}
