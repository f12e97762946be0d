//! Players that know Daihinmin.

mod carried;
mod classes;
mod company;
mod encode;
mod endgame;
mod finish;
mod forecast;
mod inputs;
mod labels;
mod league;
mod mate;
mod mc;
mod novice;
mod orders;
mod rule;
mod sontaku;
mod submission;
#[cfg(test)]
mod tests;
mod worlds;
mod worth;

use games::Daihinmin;
use games::daihinmin::Action;
use table::{Agent, Mixed, Rng, View};

pub use carried::points;
pub use classes::{CLASSES, Classes, class_of, likeliest};
pub use company::{Naive, TARGET};
pub use encode::{DaihinminIds, DaihinminRow};
pub use endgame::EndgameSolver;
pub use finish::Finish;
pub use forecast::RankForecast;
pub use inputs::{Inputs, can_play};
pub use labels::{DaihinminEvents, DaihinminTruth};
pub use league::League;
pub use mate::mate;
pub use mc::{Mc, Playouts, narrow};
pub use novice::Novice;
pub use orders::{FinalPlaces, ORDERS, keeps_places, order_of};
pub use rule::Rule;
pub use sontaku::Sontaku;
pub use submission::Submission;
pub use worlds::{Level, Worlds};
pub use worth::HandWeights;

/// The quick player at the table: sure plays first, and the rule for the rest.
#[derive(Clone, Debug)]
pub struct Quick {
    finish: Finish,
    rule: Rule,
}

impl Default for Quick {
    /// It looks for all sure plays.
    fn default() -> Quick {
        Quick { finish: Finish { mate: true, solver: Some(EndgameSolver::default()) }, rule: Rule::default() }
    }
}

impl Quick {
    fn choose(&mut self, view: View<'_, Daihinmin>, legal: &[Action], rng: &mut Rng) -> Action {
        let sure = self.finish.find(view, legal, rng);
        sure.unwrap_or_else(|| self.rule.choose(view, legal))
    }
}

impl Agent<Daihinmin> for Quick {
    fn watches(&self) -> bool {
        false
    }

    fn act(&mut self, view: View<'_, Daihinmin>, legal: &[Action], rng: &mut Rng) -> Action {
        self.choose(view, legal, rng)
    }

    fn mixed(&mut self) -> Option<&mut dyn Mixed<Daihinmin>> {
        Some(self)
    }
}

impl Mixed<Daihinmin> for Quick {
    /// All on one action.
    fn mix(&mut self, view: View<'_, Daihinmin>, legal: &[Action], rng: &mut Rng, out: &mut [f64]) {
        let chosen = self.choose(view, legal, rng);
        out.iter_mut().zip(legal).for_each(|(out, &action)| *out = f64::from(u8::from(action == chosen)));
    }
}
