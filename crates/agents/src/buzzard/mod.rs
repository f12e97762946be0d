//! Players that know the buzzard.

mod bias;
mod encode;
mod exact;
pub mod exploit;
mod simple;
pub mod solve;

use std::path::Path;

use games::Buzzard;
use games::buzzard::{Prizes, Public, Rules, Utility};
use search::Scale;
use table::{Agent, Param, Params, Player, Spec, SpecError};

pub use bias::chance_bias;
pub use encode::{BidIds, BuzzardRow};
pub use exact::{Exact, setting};
pub use simple::{Greedy, MatchPrize};

use crate::registry::Seated;
use crate::thinkers::at_once_player;

/// What `exact` can be told.
pub(crate) const EXACT: &[Param] = &[
    Param {
        key: "rounds",
        default: "7",
        about: "only so many last rounds are exact, 1 to 8; of up to 9 cards all are unless said",
    },
    Param { key: "opening", default: "rm", about: "who plays before that, e.g. opening=\"rm(sims=1000)\"" },
    Param {
        key: "table",
        default: "",
        about: "a file that `tefuda solve` saved: exact from the first round",
    },
];

impl Seated for Buzzard {
    /// The best is to take all mice while the others take all vultures, the worst the other way round.
    fn scale(public: &Public) -> Scale {
        if public.rules.utility == Utility::Win {
            return Scale::Wins;
        }
        let sum = |sign: i8| {
            let prizes = public.rules.all_prizes().iter().map(|prize| f64::from(prize.value() * sign));
            prizes.filter(|value| *value > 0.0).sum::<f64>()
        };
        let (mice, vultures, others) = (sum(1), sum(-1), f64::from(public.rules.seats) - 1.0);
        Scale::Points { low: -vultures - mice / others, high: mice + vultures / others }
    }

    fn own_player(spec: &Spec, rules: &Rules) -> Option<Result<Player<Buzzard>, SpecError>> {
        match spec.name.as_str() {
            "greedy" => Some(Params::new(spec).finish().map(|()| Player::agent(Greedy))),
            "match-prize" => Some(match_prize(spec, rules)),
            "exact" => Some(exact_player(spec, rules)),
            _ => at_once_player(spec, chance_bias),
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
    let rounds = params.number("rounds", 0, 1..=8)?;
    let table = params.text("table").map(Path::new);
    if table.is_some() && params.text("rounds").is_some() {
        return Err(SpecError::bad("exact: a `table` is exact in every round: leave out `rounds`"));
    }
    let opening = opening(params.text("opening").unwrap_or("rm"), rules)?;
    params.finish()?;
    Ok(Player::agent(Exact::new(rules, rounds, table, opening)?))
}

fn opening(text: &str, rules: &Rules) -> Result<Box<dyn Agent<Buzzard>>, SpecError> {
    let spec: Spec = text.parse()?;
    let another = || SpecError::bad(format!("exact: `opening={spec}` should be another agent"));
    if spec.name == "exact" {
        return Err(another());
    }
    match crate::seat::<Buzzard>(&spec, rules)? {
        Player::Agent(agent) => Ok(agent),
        Player::Oracle(_) => Err(another()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::Notation;

    #[test]
    fn a_table_leaves_no_rounds_to_choose() {
        let rules = Buzzard::read_rules(&Spec::named("buzzard"), 2).unwrap();
        let spec: Spec = "exact(table=none.tbl,rounds=3)".parse().unwrap();
        let error = crate::seat::<Buzzard>(&spec, &rules).err().unwrap().to_string();
        assert!(error.contains("leave out `rounds`"), "{error}");
    }
}
