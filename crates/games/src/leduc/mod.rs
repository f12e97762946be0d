//! Leduc poker: one card each, one for all, a round of bets before it and one after. The smallest game in which
//! a hand can improve.
//!
//! Source: F. Southey, M. Bowling, B. Larson, C. Piccione, N. Burch, D. Billings and C. Rayner, "Bayes' bluff:
//! opponent modelling in poker" (2005), with the actions named as OpenSpiel's `leduc_poker` names them. In
//! short:
//!
//! * Six cards, three ranks in two suits; both seats ante 1 and are dealt one card in secret.
//! * A round of bets, a card turned up for both, another round of bets. A begins both rounds.
//! * On its turn a seat calls (checks, if there is nothing to call), raises, or folds if it faces a raise. A
//!   raise is 2 in the first round and 4 in the second; there are at most two a round.
//! * A pair with the card turned up wins, else the higher rank; equal ranks share the pot.

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
pub use events::{Action, Chance, Seen};
pub use options::Rules;
pub use private::Private;
pub use public::{Betting, Public};
pub use rules::Leduc;
