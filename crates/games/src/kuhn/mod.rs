//! Kuhn poker: one card each, one bet. The smallest game worth bluffing in, solved by hand.
//!
//! Sources: H. W. Kuhn, "A simplified two-person poker" (1950); for three seats the form with four cards of
//! Szafron, Gibson and Sturtevant (2013). In short:
//!
//! * As many cards as seats and one more, ranked; every seat antes 1 and is dealt one card in secret.
//! * In turn each seat passes or bets 1. Once somebody has bet, each other seat has one more turn: it passes
//!   (and is out) or bets (calls).
//! * The highest card among those who bet takes the pot; if nobody bet, the highest of all.

mod cards;
mod deal;
mod events;
mod notation;
mod options;
mod picture;
mod private;
mod public;
mod rules;
#[cfg(test)]
mod tests;

pub use cards::Card;
pub use events::{Action, Deal, Seen};
pub use options::Rules;
pub use private::Private;
pub use public::Public;
pub use rules::Kuhn;
