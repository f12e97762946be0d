//! What experiments measure in Saboteur: break cards, what they gain and how long they last, what dead ends say, and
//! the signs of saboteurs.

mod breaks;
mod collusion;
mod gains;
mod information;
mod lasting;
mod signals;
mod turns;

use games::Saboteur;

use catalog::kinds::KindRow;

/// 1 for what holds, so that it can be counted.
const fn is(holds: bool) -> f64 {
    if holds { 1.0 } else { 0.0 }
}

/// The kinds of this game.
pub(crate) static KINDS: &[KindRow<Saboteur>] =
    &[breaks::BREAKS, collusion::COLLUSION, gains::GAINS, lasting::LASTING, signals::SIGNALS];
