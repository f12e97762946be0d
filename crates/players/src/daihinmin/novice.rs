//! A player who errs, for people between those who know nothing and those who play well.

use games::Daihinmin;
use games::daihinmin::Action;
use table::{Agent, Mixed, Param, Params, Rng, SpecError, View};

use super::Quick;

const SLIP: Param = Param::number("slip", "0.3", "how often it chooses at random", 0.0, 1.0);

/// Plays like [`Quick`], but every now and then at random.
#[derive(Clone, Debug)]
pub struct Novice {
    slip: f64,
    quick: Quick,
}

impl Novice {
    /// Its parameters.
    pub const PARAMS: &'static [&'static [Param]] = &[&[SLIP]];

    /// Reads its parameters.
    ///
    /// # Errors
    /// Values that cannot be.
    pub fn read(params: &mut Params<'_>) -> Result<Novice, SpecError> {
        Ok(Novice { slip: params.number(&SLIP)?, quick: Quick::default() })
    }
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
