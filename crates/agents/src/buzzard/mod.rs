//! Players that know the buzzard.

mod exact;
pub mod exploit;
mod simple;
pub mod solve;

use std::path::Path;

use games::Buzzard;
use games::buzzard::{Prizes, Rules};
use table::{Agent, Param, Params, Player, Spec, SpecError};

pub use exact::{Exact, setting};
pub use simple::{Greedy, MatchPrize};

use crate::registry::Seated;

/// What `exact` can be told.
pub(crate) const EXACT: &[Param] = &[
    Param {
        key: "rounds",
        default: "7",
        about: "in a game of more than 9 cards, so many last rounds are exact",
    },
    Param {
        key: "opening",
        default: "greedy",
        about: "who plays before that, e.g. opening=\"rm(sims=1000)\"",
    },
    Param {
        key: "table",
        default: "",
        about: "a file that `tefuda solve` saved: exact from the first round",
    },
];

impl Seated for Buzzard {
    fn own_player(spec: &Spec, rules: &Rules) -> Option<Result<Player<Buzzard>, SpecError>> {
        match spec.name.as_str() {
            "greedy" => Some(Params::new(spec).finish().map(|()| Player::agent(Greedy))),
            "match-prize" => Some(match_prize(spec, rules)),
            "exact" => Some(exact_player(spec, rules)),
            _ => None,
        }
    }
}

fn match_prize(spec: &Spec, rules: &Rules) -> Result<Player<Buzzard>, SpecError> {
    Params::new(spec).finish()?;
    match rules.prizes {
        Prizes::Mice => Ok(Player::agent(MatchPrize)),
        _ => Err(SpecError::bad(
            "match-prize needs prizes that are bids: play goofspiel or buzzard(prizes=mice)",
        )),
    }
}

fn exact_player(spec: &Spec, rules: &Rules) -> Result<Player<Buzzard>, SpecError> {
    let mut params = Params::new(spec);
    let rounds = params.number("rounds", 7, 1..=8)?;
    let table = params.text("table").map(Path::new);
    let opening = opening(params.text("opening").unwrap_or("greedy"), rules)?;
    params.finish()?;
    Ok(Player::agent(Exact::new(rules, rounds, table, opening)?))
}

fn opening(text: &str, rules: &Rules) -> Result<Box<dyn Agent<Buzzard>>, SpecError> {
    let spec: Spec = text.parse()?;
    match crate::seat::<Buzzard>(&spec, rules)? {
        Player::Agent(agent) if spec.name != "exact" => Ok(agent),
        _ => Err(SpecError::bad(format!("exact: `opening={spec}` should be another agent"))),
    }
}
