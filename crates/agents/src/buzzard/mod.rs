//! Players that know the buzzard.

mod simple;

use games::Buzzard;
use games::buzzard::{Prizes, Rules};
use table::{Params, Player, Spec, SpecError};

pub use simple::{Greedy, MatchPrize};

use crate::registry::Seated;

impl Seated for Buzzard {
    fn own_player(spec: &Spec, rules: &Rules) -> Option<Result<Player<Buzzard>, SpecError>> {
        let player = match spec.name.as_str() {
            "greedy" => Player::agent(Greedy),
            "match-prize" if rules.prizes == Prizes::Mice => Player::agent(MatchPrize),
            "match-prize" => {
                let why = "match-prize needs prizes that are bids: play goofspiel or buzzard(prizes=mice)";
                return Some(Err(SpecError::bad(why)));
            }
            _ => return None,
        };
        Some(Params::new(spec).finish().map(|()| player))
    }
}
