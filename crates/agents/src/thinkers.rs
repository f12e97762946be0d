//! Players that search, by name: what each parameter means, and how a spec becomes a player.

use search::decoupled::{Bias, Exp3, Rm, Select, Uct, UctChance};
use search::{Aim, Budget, Decoupled, Flat, Halving, Ismcts, Pimc, PimcRule, Poll, Scale};
use table::{Param, Params, Player, Spec, SpecError};

use crate::registry::{AgentInfo, Seated};

const SIMS: Param = Param { key: "sims", default: "1000", about: "simulations a choice, 1 to 100000000" };
const MS: Param = Param { key: "ms", default: "", about: "milliseconds a choice, in place of sims" };
const NODES: Param =
    Param { key: "nodes", default: "1048576", about: "how many nodes its tree may have, 1 to 268435456" };
const AIM: Param = Param { key: "aim", default: "points", about: "points, or wins" };
const C: Param = Param { key: "c", default: "0.7", about: "weight of exploration in UCB1, rewards in 0..1" };

const FLAT: &[Param] = &[SIMS, MS, AIM];
const UCT: &[Param] = &[SIMS, MS, C, AIM, NODES];
const CHANCE: &[Param] = &[
    SIMS,
    MS,
    C,
    Param { key: "bias", default: "0.2", about: "weight of the bias, -10 to 10; 0 is uct" },
    AIM,
    NODES,
];
const RM: &[Param] = &[
    SIMS,
    MS,
    Param { key: "gamma", default: "0.05", about: "share of uniform exploration, 0 to 1" },
    Param { key: "decay", default: "0.25", about: "how fast exploration fades with visits, 0 to 1" },
    Param { key: "weight", default: "2", about: "late strategies weigh more in the average, 0 to 4" },
    Param { key: "plus", default: "yes", about: "whether negative regret is forgotten, yes or no" },
    Param {
        key: "explores",
        default: "no",
        about: "whether exploration is part of what is played, yes or no",
    },
    Param { key: "threshold", default: "0", about: "actions with a smaller share are not played, 0 to 0.5" },
    AIM,
    NODES,
];
const EXP3: &[Param] = &[
    SIMS,
    MS,
    Param { key: "gamma", default: "0.2", about: "share of uniform exploration, 0.0001 to 1" },
    AIM,
    NODES,
];
const PIMC: &[Param] = &[
    SIMS,
    MS,
    C,
    Param { key: "worlds", default: "20", about: "imagined worlds that share the simulations, 1 to 100000" },
    Param { key: "poll", default: "visits", about: "how the worlds decide: visits, or votes" },
    AIM,
    NODES,
];

/// The searchers that play any game.
pub(crate) const FOR_ANY: [AgentInfo; 4] = [
    AgentInfo {
        name: "flat",
        about: "tries every action equally often, plays on at random",
        params: FLAT,
        games: &[],
    },
    AgentInfo {
        name: "halving",
        about: "tries actions in the same worlds, drops the worse half, thinks on",
        params: FLAT,
        games: &[],
    },
    AgentInfo {
        name: "ismcts",
        about: "information-set tree search with one tree a seat (Cowling et al. 2012)",
        params: UCT,
        games: &[],
    },
    AgentInfo {
        name: "pimc",
        about: "searches imagined worlds as if each were the truth, and polls them",
        params: PIMC,
        games: &[],
    },
];

/// The searchers for games in which only the choices of the turn are hidden.
pub(crate) const AT_ONCE: [AgentInfo; 6] = [
    at_once("duct-mix", "decoupled UCT that plays its visits as a mixture (the literature's DUCT(mix))", UCT),
    at_once("exp3", "exponential weights in every node, plays its average", EXP3),
    at_once("rm", "regret matching in every node, plays its average: hard to exploit", RM),
    at_once("uct", "Basic-UCT of the paper: each seat its own UCB1, plays the most visited", UCT),
    at_once("uct-chance", "Basic-UCT(chance): UCB1 with a bias from the prizes still to come", CHANCE),
    at_once("uct-mix", "Basic-UCT(mix): selects and plays in proportion", UCT),
];

const fn at_once(name: &'static str, about: &'static str, params: &'static [Param]) -> AgentInfo {
    AgentInfo { name, about, params, games: &["buzzard"] }
}

/// The searcher that plays any game and has this name, if there is one.
pub(crate) fn for_any<G: Seated>(spec: &Spec) -> Option<Result<Player<G>, SpecError>> {
    let build = match spec.name.as_str() {
        "flat" => flat,
        "halving" => halving,
        "ismcts" => ismcts,
        "pimc" => pimc,
        _ => return None,
    };
    Some(build(&mut Params::new(spec)))
}

fn flat<G: Seated>(params: &mut Params<'_>) -> Result<Player<G>, SpecError> {
    let (budget, aim) = (budget(params, 1000)?, aim::<G>(params)?);
    done(params, Player::agent(Flat::new(budget, aim)))
}

fn halving<G: Seated>(params: &mut Params<'_>) -> Result<Player<G>, SpecError> {
    let (budget, aim) = (budget(params, 1000)?, aim::<G>(params)?);
    done(params, Player::agent(Halving::new(budget, aim)))
}

fn ismcts<G: Seated>(params: &mut Params<'_>) -> Result<Player<G>, SpecError> {
    let (c, budget, aim) = (exploration(params)?, tree_budget(params)?, aim::<G>(params)?);
    done(params, Player::agent(Ismcts::new(c, budget, aim)))
}

fn pimc<G: Seated>(params: &mut Params<'_>) -> Result<Player<G>, SpecError> {
    let (c, budget, aim) = (exploration(params)?, tree_budget(params)?, aim::<G>(params)?);
    let worlds = params.number("worlds", 20, 1..=100_000)?;
    let poll = params.choice("poll", &[("visits", Poll::Visits), ("votes", Poll::Votes)])?;
    done(params, Player::agent(Pimc::new(PimcRule { worlds, c, poll }, budget, aim)))
}

/// The searcher for turns in which all choose at once that has this name, if there is one.
pub(crate) fn at_once_player<G: Seated>(spec: &Spec, bias: Bias<G>) -> Option<Result<Player<G>, SpecError>> {
    let params = &mut Params::new(spec);
    Some(match spec.name.as_str() {
        "uct" => exploration(params).and_then(|c| decoupled(params, Uct::basic(c))),
        "uct-mix" => exploration(params).and_then(|c| decoupled(params, Uct::mix(c))),
        "duct-mix" => exploration(params).and_then(|c| decoupled(params, Uct::duct_mix(c))),
        "uct-chance" => chance(params, bias).and_then(|select| decoupled(params, select)),
        "rm" => rm(params).and_then(|select| decoupled(params, select)),
        "exp3" => params.number("gamma", 0.2, 1e-4..=1.0).and_then(|gamma| decoupled(params, Exp3 { gamma })),
        _ => return None,
    })
}

fn decoupled<G: Seated, S: Select<G> + 'static>(
    params: &mut Params<'_>,
    select: S,
) -> Result<Player<G>, SpecError> {
    let (budget, aim) = (tree_budget(params)?, aim::<G>(params)?);
    done(params, Player::agent(Decoupled::new(select, budget, aim)))
}

fn chance<G: Seated>(params: &mut Params<'_>, bias: Bias<G>) -> Result<UctChance<G>, SpecError> {
    let (c, weight) = (exploration(params)?, params.number("bias", 0.2, -10.0..=10.0)?);
    Ok(UctChance { uct: Uct::basic(c), bias, weight })
}

fn rm(params: &mut Params<'_>) -> Result<Rm, SpecError> {
    let settings = Rm::default();
    Ok(Rm {
        gamma: params.number("gamma", settings.gamma, 0.0..=1.0)?,
        decay: params.number("decay", settings.decay, 0.0..=1.0)?,
        weight: params.number("weight", settings.weight, 0..=4)?,
        plus: params.choice("plus", &[("yes", true), ("no", false)])?,
        explores: params.choice("explores", &[("no", false), ("yes", true)])?,
        threshold: params.number("threshold", settings.threshold, 0.0..=0.5)?,
    })
}

fn exploration(params: &mut Params<'_>) -> Result<f32, SpecError> {
    params.number("c", 0.7, 0.0..=100.0)
}

/// What `sims` and `ms` say, or so many simulations.
pub(crate) fn budget(params: &mut Params<'_>, default: u32) -> Result<Budget, SpecError> {
    let sims = params.number("sims", default, 1..=100_000_000)?;
    let ms = params.number("ms", 0, 1..=86_400_000)?;
    match (params.text("sims"), ms) {
        (Some(_), 1..) => Err(SpecError::bad("give `sims` or `ms`, not both")),
        (_, 0) => Ok(Budget::simulations(sims)),
        (None, _) => Ok(Budget::millis(ms)),
    }
}

fn tree_budget(params: &mut Params<'_>) -> Result<Budget, SpecError> {
    let nodes = params.number("nodes", Budget::NODES, 1..=1 << 28)?;
    Ok(budget(params, 1000)?.with_nodes(nodes))
}

fn aim<G: Seated>(params: &mut Params<'_>) -> Result<Aim<G>, SpecError> {
    let points: Aim<G> = G::scale;
    params.choice("aim", &[("points", points), ("wins", Scale::wins::<G>)])
}

fn done<T>(params: &mut Params<'_>, player: T) -> Result<T, SpecError> {
    params.finish().map(|()| player)
}
