//! The buzzard in the catalog: its players and bounds, its solution, and what a player loses against it.

pub mod exploit;
pub mod judge;
pub mod pictures;
mod solution;

pub use solution::Worth;

use std::path::Path;

use games::Buzzard;
use games::buzzard::{Prizes, Public, Rules, Utility};
use players::buzzard::{
    BuzzardEvents, BuzzardRow, BuzzardTruth, Exact, ExactOptions, Greedy, MatchPrize, next_bias, pot_bias,
};
use search::Scale;
use solve::OnProgress;
use table::{Agent, EventRow, Param, Params, Player, Spec, SpecError, TruthRow, Values, WordParam};

use crate::registry::{Biases, Playable};
use crate::row::Row;
use crate::solving::{Effort, Solution, Unsolved};

const ROUNDS: Param = Param::number(
    "rounds",
    "",
    "only so many last rounds are exact; unless said, all of up to 9 cards (8 for the win) and the last 7 of more, of the real 15 cards for points the first 2 and the last 10",
    1.0,
    10.0,
);
const UTILITY: WordParam<Utility> = WordParam::new(
    "utility",
    "",
    "points or win: the equilibrium of which game; unless said what the game is played for",
    &Utility::WORDS,
);
const OPENING: Param =
    Param::new("opening", "rm", "who bids in the other rounds, e.g. opening=\"rm(sims=1000)\"", Values::Spec);
const TABLE: Param =
    Param::new("table", "", "a file that `tefuda solve` saved: exact from the first round", Values::File);

impl Playable for Buzzard {
    type Encoder = BuzzardRow;

    fn truth_row(rules: &Rules) -> Box<dyn TruthRow<Buzzard>> {
        Box::new(BuzzardTruth::new(rules))
    }

    fn event_row(rules: &Rules) -> Box<dyn EventRow<Buzzard>> {
        Box::new(BuzzardEvents::new(rules))
    }

    const PLAYERS: &'static [Row<Buzzard>] = &[
        Row {
            name: "exact",
            about: "the equilibrium of the game for two, solved, for points or for the win",
            params: &[&[UTILITY.param, ROUNDS, OPENING, TABLE]],
            quick: &[
                "rounds=7,opening=\"rm(sims=30)\"",
                "rounds=3,opening=\"rm(sims=30)\"",
                "utility=win,rounds=5,opening=\"rm(sims=30)\"",
            ],
            build: exact_player,
        },
        Row {
            name: "greedy",
            about: "bids the prize's rank among the prizes left; for vultures the lowest card",
            params: &[],
            quick: &[],
            build: |_, _| Ok(Player::agent(Greedy)),
        },
        Row {
            name: "match-prize",
            about: "bids the prize's own value; for goofspiel",
            params: &[],
            quick: &[],
            build: match_prize,
        },
    ];
    const COMPANY: &'static [(&'static str, &'static [&'static str])] =
        &[("buzzard", &["rm", "uct"]), ("goofspiel", &["rm"])];
    const ADVISER: &'static str = "rm";
    const TIMED: &'static [(&'static str, &'static [usize])] = &[
        ("buzzard(cards=15)", &[2, 3, 4, 5, 6]),
        ("goofspiel(cards=13)", &[2]),
        ("goofspiel(cards=15)", &[5]),
    ];
    const OPEN: bool = true;
    const BIAS: Option<Biases<Buzzard>> = Some(Biases { pot: pot_bias, next: next_bias });

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

    fn most_outcomes(rules: &Rules) -> Option<u32> {
        Some(u32::from(rules.cards))
    }

    fn most_choices(rules: &Rules) -> u32 {
        u32::from(rules.cards) * u32::from(rules.seats)
    }

    /// Differences from the others' mean cancel each other; one win is shared.
    fn sum_of_points(rules: &Rules) -> Option<f64> {
        Some(if rules.utility == Utility::Win { 1.0 } else { 0.0 })
    }

    fn solve(rules: &Rules, _effort: &Effort, look: &OnProgress<'_>) -> Result<Solution, Unsolved> {
        solution::solution(rules, look)
    }
}

fn match_prize(_params: &mut Params<'_>, rules: &Rules) -> Result<Player<Buzzard>, SpecError> {
    match rules.prizes {
        Prizes::Mice => Ok(Player::agent(MatchPrize)),
        _ => Err(SpecError::bad(
            "match-prize needs prizes that are bids: play goofspiel or buzzard(prizes=mice)",
        )),
    }
}

fn exact_player(params: &mut Params<'_>, rules: &Rules) -> Result<Player<Buzzard>, SpecError> {
    let (utility, rounds) = (params.maybe_choice(&UTILITY)?, params.maybe_number(&ROUNDS)?);
    let table = params.given(&TABLE).map(Path::new);
    if table.is_some() && rounds.is_some() {
        return Err(SpecError::bad("exact: a `table` is exact in every round: leave out `rounds`"));
    }
    let opening = opening(params.text(&OPENING), rules)?;
    Ok(Player::agent(Exact::new(rules, ExactOptions { utility, rounds, table }, opening)?))
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
