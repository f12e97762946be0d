//! What a search thought of an action, and how a choice comes of it.

use table::{Game, Mixed, Rng, View};

/// What a search thought of one action of its own seat.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Thought<A> {
    /// The action.
    pub action: A,
    /// How many simulations tried it.
    pub visits: u32,
    /// The mean reward it earned, in [0, 1]; 0 if it was never tried.
    pub value: f64,
    /// What selection would weigh it by next; infinite if it must be tried first.
    pub score: f64,
}

/// Draws an action from the distribution a player shows.
pub(crate) fn draw_from<G: Game>(
    player: &mut impl Mixed<G>,
    view: View<'_, G>,
    legal: &[G::Action],
    rng: &mut Rng,
) -> G::Action {
    let mut mix = vec![0.0; legal.len()];
    player.mix(view, legal, rng, &mut mix);
    legal[rng.weighted(&mix)]
}
