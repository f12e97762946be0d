//! A player who errs, for people between those who know nothing and those who play well.

use games::Daihinmin;
use games::daihinmin::Action;
use table::{Agent, Mixed, Param, Player, Rng, View};

use super::Quick;
use crate::row::Row;

const SLIP: Param = Param::number("slip", "0.3", "how often it chooses at random", 0.0, 1.0);

/// The player who errs.
pub(super) const NOVICE: Row<Daihinmin> = Row {
    name: "novice",
    about: "plays like `rule`, but every now and then at random",
    params: &[&[SLIP]],
    quick: &["", "slip=0.1"],
    build: |params, _| Ok(Player::agent(Novice { slip: params.number(&SLIP)?, quick: Quick::default() })),
};

#[derive(Clone, Debug)]
struct Novice {
    slip: f64,
    quick: Quick,
}

impl Agent<Daihinmin> for Novice {
    fn watches(&self) -> bool {
        false
    }

    fn act(&mut self, view: View<'_, Daihinmin>, legal: &[Action], rng: &mut Rng) -> Action {
        if rng.f64() < self.slip { rng.pick(legal) } else { self.quick.choose(view, legal, rng) }
    }

    fn mixed(&mut self) -> Option<&mut dyn Mixed<Daihinmin>> {
        Some(self)
    }
}

impl Mixed<Daihinmin> for Novice {
    fn mix(&mut self, view: View<'_, Daihinmin>, legal: &[Action], rng: &mut Rng, out: &mut [f64]) {
        self.quick.mix(view, legal, rng, out);
        let slip = self.slip / legal.len() as f64;
        out.iter_mut().for_each(|out| *out = slip + (1.0 - self.slip) * *out);
    }
}
