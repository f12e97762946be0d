//! How a choice comes of what a search thought.

use table::{Game, Mixed, Rng, View};

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
