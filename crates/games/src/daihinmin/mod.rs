//! Daihinmin 大貧民 (also Daifugo 大富豪): get rid of your cards first, as it is played at the UECda tournament.
//!
//! Sources: the standard rules of the UEC computer daihinmin tournament as a paper on the game states them, its rules
//! (1) to (17), and what the tournament's official server does where they leave something open (the development kit
//! of 2018, github.com/honohonopi/UECda, read and compared by play). In short:
//!
//! * 53 cards, five seats in an order that is drawn every three games. The poor give their best cards to the rich, who
//!   give any back. The 3 of diamonds leads.
//! * Singles, groups of one rank and runs of one suit, the joker for any card; a play is followed by a stronger one of
//!   the same kind and size, or by a pass that lasts until the table is cleared.
//! * Equal suits lock, four of a rank or five in a run turn the order, an 8 clears the table, the 3 of spades takes the
//!   joker.
//! * The first to have no card left earns five points, the last one point; ranks carry over into the next game.

mod cards;
mod deal;
mod events;
mod melds;
mod moves;
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

pub use cards::{COLUMNS, Card, CardSet, EIGHT, GridCell, JACK, Suit, SuitSet, THREE, TWO};
pub use deal::Deals;
pub use events::{Action, Chance, Seen, Then};
pub use melds::{Joker, Meld, MeldKind, ROWS, TableState};
pub use moves::each_meld;
pub use options::{Line, MOST_SEATS, Pair, Rules};
pub use private::Private;
pub use public::{Phase, Public};
pub use rules::Daihinmin;
pub use terms::rank_terms;
