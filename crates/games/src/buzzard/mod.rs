//! The buzzard (ハゲタカのえじき, Hol's der Geier, Raj): everybody bids at once, and equal bids cancel.
//!
//! Sources: public rule texts of the card game by A. Randolph (1988), and OpenSpiel's `goofspiel` for the
//! preset of that name. In short:
//!
//! * Every seat holds the bids 1..15. The prizes are ten mice, 1..10, and five vultures, -5..-1, shuffled.
//! * A prize is turned up, everybody commits a bid in secret, all bids are shown at once and are spent.
//! * The highest unique bid takes a pot of mice, the lowest unique bid must take one of vultures; the sign of
//!   the pot's sum decides which it is. Equal bids cancel each other.
//! * Where no bid is unique the pot waits for the next prize; after the last round it is lost.
//! * The highest total wins.
//!
//! Goofspiel is the same game with mice only, in which any tie for the highest bid loses the prize.

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
#[cfg(test)]
mod tests;

pub use cards::{Bid, Bids, Hand, Prize, PrizeSet};
pub use events::{Reveal, Seen, TurnUp};
pub use options::{Pot, Prizes, Rules, Ties, Utility};
pub use private::Private;
pub use public::{BidLog, Public, Round};
pub use rules::Buzzard;
