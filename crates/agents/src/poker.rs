//! The poker games: their scales, and the one player that knows one of them.

use games::{Kuhn, Leduc};
use search::Scale;
use table::{Player, Spec, SpecError};

use crate::registry::Seated;

impl Seated for Kuhn {
    /// Two are lost at most, and won from each of the others.
    fn scale(public: &games::kuhn::Public) -> Scale {
        Scale::Points { low: -2.0, high: 2.0 * (f64::from(public.rules.seats) - 1.0) }
    }

    fn own_player(spec: &Spec, rules: &games::kuhn::Rules) -> Option<Result<Player<Kuhn>, SpecError>> {
        (spec.name == "equilibrium").then(|| crate::kuhn::equilibrium(spec, rules))
    }
}

impl Seated for Leduc {
    /// The ante, two raises of 2 and two of 4.
    fn scale(_public: &games::leduc::Public) -> Scale {
        Scale::Points { low: -13.0, high: 13.0 }
    }

    fn own_player(_spec: &Spec, _rules: &games::leduc::Rules) -> Option<Result<Player<Leduc>, SpecError>> {
        None
    }
}
