//! What experiments measure in Saboteur: break cards, what they gain, and what dead ends say.

mod breaks;
mod collusion;
mod gains;

use games::Saboteur;

use crate::measures::KindRow;

/// The kinds of this game.
pub(super) const KINDS: &[KindRow<Saboteur>] = &[breaks::BREAKS, collusion::COLLUSION, gains::GAINS];
