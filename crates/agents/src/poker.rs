//! The poker games have no players of their own: those for any game play them.

use games::{Kuhn, Leduc};
use table::{Player, Spec, SpecError};

use crate::registry::Seated;

impl Seated for Kuhn {
    fn own_player(_spec: &Spec, _rules: &games::kuhn::Rules) -> Option<Result<Player<Kuhn>, SpecError>> {
        None
    }
}

impl Seated for Leduc {
    fn own_player(_spec: &Spec, _rules: &games::leduc::Rules) -> Option<Result<Player<Leduc>, SpecError>> {
        None
    }
}
