//! What experiments measure in Daihinmin: where company steers a person to, and what that costs it.

mod company;
mod judge;

use games::Daihinmin;

use crate::measures::KindRow;

/// The kinds of this game.
pub(super) const KINDS: &[KindRow<Daihinmin>] = &[company::COMPANY];
