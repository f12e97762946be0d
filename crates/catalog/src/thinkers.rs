//! Players that search, by name: what each parameter means, and how a spec becomes a player.

use players::params::{MS, NO_YES, SIMS, budget};
use search::decoupled::{Exp3, Rm, Select, Uct, UctChance};
use search::{
    Algorithm, Budget, Decoupled, Flat, Halving, Ismcts, Pimc, PimcRule, Poll, Scale, ScaleFor, Searcher,
};
use table::{Param, Params, Player, SpecError, WordParam};

use crate::learned;
use crate::registry::Playable;
use crate::row::Row;

const NODES: Param =
    Param::number("nodes", "1048576", "how many nodes its tree may have", 1.0, 268_435_456.0);
const AIM: WordParam<Goal> =
    WordParam::new("aim", "points", "points, or wins", &[("points", Goal::Points), ("wins", Goal::Wins)]);
const C: Param = Param::number("c", "0.7", "weight of exploration in UCB1, rewards in 0..1", 0.0, 100.0);
const BIAS: Param = Param::number("bias", "0.2", "weight of the bias; 0 is uct", -10.0, 10.0);
const LOOK: WordParam<Look> = WordParam::new(
    "look",
    "pot",
    "what the bias looks at: the pot now, or the next chance event and the actions left then",
    &[("pot", Look::Pot), ("next", Look::Next)],
);
const WORLDS: Param =
    Param::number("worlds", "20", "imagined worlds that share the simulations", 1.0, 100_000.0);
const POLL: WordParam<Poll> = WordParam::new(
    "poll",
    "visits",
    "how the worlds decide: visits, or votes",
    &[("visits", Poll::Visits), ("votes", Poll::Votes)],
);
const RM_GAMMA: Param = Param::number("gamma", "0.05", "share of uniform exploration", 0.0, 1.0);
const EXP3_GAMMA: Param = Param::number("gamma", "0.2", "share of uniform exploration", 0.0001, 1.0);
const DECAY: Param = Param::number("decay", "0.25", "how fast exploration fades with visits", 0.0, 1.0);
const WEIGHT: Param = Param::number("weight", "2", "late strategies weigh more in the average", 0.0, 4.0);
const PLUS: WordParam<bool> =
    WordParam::new("plus", "yes", "whether negative regret is forgotten, yes or no", NO_YES);
const EXPLORES: WordParam<bool> =
    WordParam::new("explores", "no", "whether exploration is part of what is played, yes or no", NO_YES);
const THRESHOLD: Param =
    Param::number("threshold", "0", "actions played less often than this are not played", 0.0, 0.5);

/// What is searched for.
#[derive(Clone, Copy, Debug)]
enum Goal {
    Points,
    Wins,
}

/// What the bias of chance looks at.
#[derive(Clone, Copy, Debug)]
enum Look {
    Pot,
    Next,
}

const BUDGET: &[Param] = &[SIMS, MS];
const TREE: &[Param] = &[AIM.param, NODES];

/// The searchers of a game: those for any game, and those for games in which only the turn's choices are hidden.
pub(crate) fn rows<G: Playable>() -> Vec<Row<G>> {
    let mut rows = for_any().to_vec();
    if G::OPEN {
        rows.extend(decoupled_rows());
        rows.extend(G::BIAS.map(|_| chance_row()));
        rows.push(learned::lookahead_row());
    }
    rows
}

fn for_any<G: Playable>() -> [Row<G>; 4] {
    [
        Row {
            name: "flat",
            about: "tries every action equally often, plays on at random",
            params: &[BUDGET, &[AIM.param]],
            quick: &["sims=30"],
            build: |params, _| listing(params, Flat::default()),
        },
        Row {
            name: "halving",
            about: "tries actions in the same worlds, drops the worse half, thinks on",
            params: &[BUDGET, &[AIM.param]],
            quick: &["sims=30"],
            build: |params, _| listing(params, Halving::default()),
        },
        Row {
            name: "ismcts",
            about: "information-set tree search with one tree a seat (Cowling et al. 2012)",
            params: &[BUDGET, &[C], TREE],
            quick: &["sims=30"],
            build: |params, _| params.number(&C).and_then(|c| growing(params, Ismcts::new(c))),
        },
        Row {
            name: "pimc",
            about: "searches imagined worlds as if each were the truth, and polls them",
            params: &[BUDGET, &[C, WORLDS, POLL.param], TREE],
            quick: &["sims=30,worlds=5", "sims=30,worlds=5,poll=votes"],
            build: |params, _| pimc(params).and_then(|rule| growing(params, Pimc::new(rule))),
        },
    ]
}

fn decoupled_rows<G: Playable>() -> [Row<G>; 5] {
    [
        Row {
            name: "duct-mix",
            about: "decoupled UCT that plays its visits as a mixture (the literature's DUCT(mix))",
            params: &[BUDGET, &[C], TREE],
            quick: &["sims=30"],
            build: |params, _| params.number(&C).and_then(|c| decoupled(params, Uct::duct_mix(c))),
        },
        Row {
            name: "exp3",
            about: "exponential weights in every node, plays its average",
            params: &[BUDGET, &[EXP3_GAMMA], TREE],
            quick: &["sims=30"],
            build: |params, _| params.number(&EXP3_GAMMA).and_then(|gamma| decoupled(params, Exp3 { gamma })),
        },
        Row {
            name: "rm",
            about: "regret matching in every node, plays its average: hard to exploit",
            params: &[BUDGET, &[RM_GAMMA, DECAY, WEIGHT, PLUS.param, EXPLORES.param, THRESHOLD], TREE],
            quick: &["sims=30", "sims=30,plus=no,explores=yes"],
            build: |params, _| rm(params).and_then(|select| decoupled(params, select)),
        },
        Row {
            name: "uct",
            about: "Basic-UCT of the paper: each seat its own UCB1, plays the most visited",
            params: &[BUDGET, &[C], TREE],
            quick: &["sims=30"],
            build: |params, _| params.number(&C).and_then(|c| decoupled(params, Uct::basic(c))),
        },
        Row {
            name: "uct-mix",
            about: "Basic-UCT(mix): selects and plays in proportion",
            params: &[BUDGET, &[C], TREE],
            quick: &["sims=30"],
            build: |params, _| params.number(&C).and_then(|c| decoupled(params, Uct::mix(c))),
        },
    ]
}

fn chance_row<G: Playable>() -> Row<G> {
    Row {
        name: "uct-chance",
        about: "Basic-UCT(chance): UCB1 with a bias from the prizes still to come",
        params: &[BUDGET, &[C, BIAS, LOOK.param], TREE],
        quick: &["sims=30"],
        build: |params, _| chance(params).and_then(|select| decoupled(params, select)),
    }
}

/// The player that thinks like this and reads nothing into what others do.
fn searcher<G: Playable>(
    params: &mut Params<'_>,
    algorithm: impl Algorithm<G> + 'static,
    budget: Budget,
) -> Result<Player<G>, SpecError> {
    Ok(Player::agent(Searcher::new(algorithm, budget, aim::<G>(params)?)))
}

/// The same for those without a tree.
fn listing<G: Playable>(
    params: &mut Params<'_>,
    algorithm: impl Algorithm<G> + 'static,
) -> Result<Player<G>, SpecError> {
    let budget = budget(params, &SIMS)?;
    searcher(params, algorithm, budget)
}

/// The same for those whose trees take memory.
fn growing<G: Playable>(
    params: &mut Params<'_>,
    algorithm: impl Algorithm<G> + 'static,
) -> Result<Player<G>, SpecError> {
    let budget = budget(params, &SIMS)?.with_nodes(params.number(&NODES)?);
    searcher(params, algorithm, budget)
}

fn decoupled<G: Playable, S: Select<G> + 'static>(
    params: &mut Params<'_>,
    select: S,
) -> Result<Player<G>, SpecError> {
    growing(params, Decoupled::new(select))
}

fn pimc(params: &mut Params<'_>) -> Result<PimcRule, SpecError> {
    Ok(PimcRule { worlds: params.number(&WORLDS)?, c: params.number(&C)?, poll: params.choice(&POLL)? })
}

fn chance<G: Playable>(params: &mut Params<'_>) -> Result<UctChance<G>, SpecError> {
    let (uct, weight) = (Uct::basic(params.number(&C)?), params.number(&BIAS)?);
    let biases = G::BIAS.ok_or_else(|| SpecError::bad(format!("{} has no bias of chance", G::NAME)))?;
    let bias = match params.choice(&LOOK)? {
        Look::Pot => biases.pot,
        Look::Next => biases.next,
    };
    Ok(UctChance { uct, bias, weight })
}

fn rm(params: &mut Params<'_>) -> Result<Rm, SpecError> {
    Ok(Rm {
        gamma: params.number(&RM_GAMMA)?,
        decay: params.number(&DECAY)?,
        weight: params.number(&WEIGHT)?,
        plus: params.choice(&PLUS)?,
        explores: params.choice(&EXPLORES)?,
        threshold: params.number(&THRESHOLD)?,
    })
}

fn aim<G: Playable>(params: &mut Params<'_>) -> Result<ScaleFor<G>, SpecError> {
    Ok(match params.choice(&AIM)? {
        Goal::Points => G::scale,
        Goal::Wins => Scale::wins::<G>,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::Spec;

    #[test]
    fn the_defaults_are_those_of_the_search() {
        let spec = Spec::named("rm");
        let params = &mut Params::new(&spec);
        assert_eq!(rm(params), Ok(Rm::default()));
        assert_eq!(params.number::<usize>(&NODES), Ok(Budget::NODES as usize));
    }
}
