//! Players that need no thought: the yardsticks of every table.

use table::{Agent, Game, Mixed, Rng, View, all_on};

/// Chooses each legal action with the same probability.
#[derive(Clone, Copy, Debug, Default)]
pub struct Random;

impl<G: Game> Agent<G> for Random {
    fn watches(&self) -> bool {
        false
    }

    fn act(&mut self, _view: View<'_, G>, legal: &[G::Action], rng: &mut Rng) -> G::Action {
        rng.pick(legal)
    }

    fn mixed(&mut self) -> Option<&mut dyn Mixed<G>> {
        Some(self)
    }
}

impl<G: Game> Mixed<G> for Random {
    fn mix(&mut self, _view: View<'_, G>, legal: &[G::Action], _rng: &mut Rng, out: &mut [f64]) {
        out.fill(1.0 / legal.len() as f64);
    }
}

/// Chooses the least legal action, in whatever order they are listed.
#[derive(Clone, Copy, Debug, Default)]
pub struct First;

impl<G: Game> Agent<G> for First {
    fn watches(&self) -> bool {
        false
    }

    fn act(&mut self, _view: View<'_, G>, legal: &[G::Action], _rng: &mut Rng) -> G::Action {
        *legal.iter().min().expect("whoever is asked has a choice")
    }

    fn mixed(&mut self) -> Option<&mut dyn Mixed<G>> {
        Some(self)
    }
}

impl<G: Game> Mixed<G> for First {
    fn mix(&mut self, _view: View<'_, G>, legal: &[G::Action], _rng: &mut Rng, out: &mut [f64]) {
        all_on(legal.iter().min().copied(), legal, out);
    }
}
