//! Plays that are found rather than judged: the hand is played out, or the last other one is beaten for certain.

use games::daihinmin::{Action, Daihinmin, Phase};
use table::{Hidden, Rng, View};

use super::endgame::EndgameSolver;
use super::mate::mate;

/// How many nodes one question about the last two may take.
const NODES: u32 = 5_000;

/// Which of the two are looked for.
#[derive(Clone, Debug, Default)]
pub struct Finish {
    /// Plays that nobody can cut into.
    pub mate: bool,
    /// Solves the game of the last two.
    pub solver: Option<EndgameSolver>,
}

impl Finish {
    /// A play that is surely right, if one is found.
    pub fn find(&mut self, view: View<'_, Daihinmin>, legal: &[Action], rng: &mut Rng) -> Option<Action> {
        if view.public.phase != Phase::Play {
            return None;
        }
        let mate = if self.mate { mate(view.public, view.seat, view.private.hand) } else { None };
        mate.or_else(|| self.against_the_last(view, legal, rng))
    }

    /// All unseen cards are the other one's, so the imagined world is the truth.
    fn against_the_last(
        &mut self,
        view: View<'_, Daihinmin>,
        legal: &[Action],
        rng: &mut Rng,
    ) -> Option<Action> {
        let solver = self.solver.as_mut().filter(|_| view.public.holding.len() == 2)?;
        let world = Daihinmin::imagine(view, rng);
        let wins = |&action: &Action| {
            solver.forget();
            solver.keeps(&world, action, NODES) == Some(true)
        };
        legal.iter().copied().filter(wins).min()
    }
}
