//! Which break cards are counted: those of some turns of the round.

use games::saboteur::Public;
use table::{Param, Params, SpecError, Values};

pub(super) const WHEN: Param = Param::new(
    "when",
    "0-99",
    "only break cards that come after so many cards of the round, e.g. 12-17",
    Values::Text,
);

/// Turns of a round, by the number of cards used before.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turns {
    first: usize,
    last: usize,
}

impl Turns {
    /// Those that the sweep asks for.
    pub(super) fn read(params: &mut Params<'_>) -> Result<Turns, SpecError> {
        let text = params.text(&WHEN);
        let ends = text.split_once('-').and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
        match ends {
            Some((first, last)) if first <= last => Ok(Turns { first, last }),
            _ => Err(params.refuse(WHEN.key, text, "the first and the last turn, e.g. 12-17")),
        }
    }

    /// Whether the turn that is to be played now is one of them.
    pub(super) fn contains(self, public: &Public) -> bool {
        (self.first..=self.last).contains(&public.turns())
    }
}
