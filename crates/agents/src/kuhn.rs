//! Kuhn poker has no players of its own: those for any game play it.

use games::Kuhn;
use table::{Player, Spec, SpecError};

use crate::registry::Seated;

impl Seated for Kuhn {
    fn own_player(_spec: &Spec, _rules: &games::kuhn::Rules) -> Option<Result<Player<Kuhn>, SpecError>> {
        None
    }
}
