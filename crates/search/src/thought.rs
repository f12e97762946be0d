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

/// Makes a search in the worlds of a belief a player: belief and playouts see what it sees, and it draws from the
/// distribution it shows.
macro_rules! agent_of {
    ($searcher:ident) => {
        impl<G: table::Game, B: table::Belief<G>, P: crate::playout::Playout<G>> table::Agent<G>
            for $searcher<G, B, P>
        {
            fn begin(&mut self, view: table::View<'_, G>, _rng: &mut table::Rng) {
                self.belief.begin(view);
                self.playout.begin();
            }

            fn see(&mut self, view: table::View<'_, G>, seen: &G::Seen) {
                self.belief.see(view, seen);
                self.playout.see(view.public, &G::as_spectator(seen));
            }

            fn act(
                &mut self,
                view: table::View<'_, G>,
                legal: &[G::Action],
                rng: &mut table::Rng,
            ) -> G::Action {
                crate::thought::draw_from(self, view, legal, rng)
            }

            fn thoughts(&self, view: table::View<'_, G>) -> Vec<table::Thought<G::Action>> {
                self.thoughts(view)
            }

            fn mixed(&mut self) -> Option<&mut dyn table::Mixed<G>> {
                Some(self)
            }
        }
    };
}
pub(crate) use agent_of;
