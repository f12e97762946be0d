//! What can happen: what a seat can do, what chance decides, and what an observer sees of it.

use serde::Serialize;
use table::Seat;

use super::{Card, Cell, Deed, End, Goal, Gold, Nuggets, Path, Role, Tool, Treasure};
use crate::text::words;

words! {
    /// What one says about a goal one has looked at.
    Claim, "a claim" {
        /// It is the gold.
        Gold = "gold",
        /// It is a stone.
        Stone = "stone",
        /// No comment.
        Nothing = "nothing",
    }
}

/// What a seat can do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// Place a tunnel card.
    Dig(Path, Cell),
    /// Break a tool of another seat.
    Break(Tool, Seat),
    /// Repair a tool of any seat with this card.
    Repair(Card, Tool, Seat),
    /// Take a tunnel card away.
    Rockfall(Cell),
    /// Look at a goal.
    Map(Goal),
    /// Pass: put a card away face down.
    Discard(Card),
    /// Say something about the goal just looked at.
    Say(Claim),
    /// Keep a gold card of the bundle and pass on the rest.
    Take(Nuggets),
}

/// What chance decides.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Chance {
    /// The goals are shuffled; from top to bottom they are these. A round begins with it.
    Goals([Treasure; 3]),
    /// This seat begins.
    First(Seat),
    /// A seat gets its role.
    Role(Seat, Role),
    /// A seat is dealt a card.
    Deal(Seat, Card),
    /// A seat draws a card after its turn.
    Draw(Seat, Card),
    /// These gold cards are drawn for those who found the gold.
    Bundle(Gold),
}

/// One event as one observer saw it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub enum Seen {
    /// The goals were shuffled, and a round began.
    Shuffled(u8),
    /// It was drawn who begins.
    First(Seat),
    /// A seat got its role; which one, only that seat sees.
    Role(Seat, Option<Role>),
    /// A seat was dealt a card; which one, only that seat sees.
    Dealt(Seat, Option<Card>),
    /// A seat drew a card; which one, only that seat sees.
    Drew(Seat, Option<Card>),
    /// A seat played a card, passed or spoke; and how the round ended, if it did.
    Did(Seat, Deed, Option<End>),
    /// This many gold cards were drawn for the diggers; the first of them alone sees which.
    Bundle(Seat, u8, Option<Gold>),
    /// A seat kept a gold card and passed on the rest.
    Took(Took),
}

/// A gold card was kept.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Took {
    /// Who kept it.
    pub seat: Seat,
    /// Which one, for the eyes of that seat only.
    pub card: Option<Nuggets>,
    /// Who got the rest, if there was one.
    pub next: Option<Seat>,
    /// The rest, for the eyes of that seat only.
    pub rest: Option<Gold>,
}
