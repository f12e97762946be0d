//! Players that know Shadow Raiders.

use games::Raiders;
use games::raiders::{Public, Rules};
use search::Scale;
use table::{Player, Spec, SpecError};

use crate::registry::Seated;

impl Seated for Raiders {
    /// A point is a win, and several may win.
    fn scale(_public: &Public) -> Scale {
        Scale::Wins
    }

    fn own_player(_spec: &Spec, _rules: &Rules) -> Option<Result<Player<Raiders>, SpecError>> {
        None
    }
}
