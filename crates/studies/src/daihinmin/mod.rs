//! What experiments measure in Daihinmin: where company steers a person to, what that costs it, and how well networks tell
//! the final rank.

mod company;
mod judge;
pub mod rank;

use games::Daihinmin;

use catalog::kinds::KindRow;

/// The kinds of this game.
pub(crate) static KINDS: &[KindRow<Daihinmin>] = &[company::COMPANY, rank::KIND];
