//! The list of players, and the door from names to types.

use games::{Buzzard, Kuhn, Leduc, Raiders, Saboteur, find_game};
use search::Scale;
use table::{Enumerable, Game, Notation, Param, Params, Picture, Player, Spec, SpecError, unknown};

use crate::exec::{Exec, ExecOptions};
use crate::simple::{First, Random};
use crate::thinkers;

/// What the list says about a player.
#[derive(Clone, Copy, Debug)]
pub struct AgentInfo {
    /// The name people type.
    pub name: &'static str,
    /// One line about it.
    pub about: &'static str,
    /// What can be set.
    pub params: &'static [Param],
    /// The games it knows; empty if it plays any.
    pub games: &'static [&'static str],
}

/// Every player of the house.
pub static AGENTS: &[AgentInfo] = &[
    crate::saboteur::BREAKER,
    crate::saboteur::CHEATER,
    crate::saboteur::COLLUDER,
    thinkers::AT_ONCE[0],
    AgentInfo {
        name: "equilibrium",
        about: "an equilibrium of the game for two, as Kuhn found it",
        params: crate::kuhn::EQUILIBRIUM,
        games: &[Kuhn::NAME],
    },
    crate::saboteur::ESTIMATING,
    raiders(
        "estimating",
        "the heuristic player, fed by an estimator of factions",
        crate::raiders::ESTIMATING,
    ),
    buzzard("exact", "the equilibrium in points of the game for two, solved", crate::buzzard::EXACT),
    anybody("exec", "any program that speaks our JSON lines (docs/exec.md)", ExecOptions::PARAMS),
    thinkers::AT_ONCE[1],
    anybody("first", "always the first legal action", &[]),
    thinkers::FOR_ANY[0],
    buzzard("greedy", "bids the prize's rank among the prizes left; for vultures the lowest card", &[]),
    thinkers::FOR_ANY[1],
    raiders(
        "heuristic",
        "the paper's player: attacks, heals and draws by what it knows",
        crate::raiders::HEURISTIC,
    ),
    thinkers::FOR_ANY[2],
    buzzard("match-prize", "bids the prize's own value; for goofspiel", &[]),
    crate::saboteur::PAPERS,
    thinkers::FOR_ANY[3],
    anybody("random", "each legal action with the same probability", &[]),
    thinkers::AT_ONCE[2],
    crate::saboteur::THINKER,
    raiders(
        "thinker",
        "tries actions in an estimator's worlds, heuristic players play on",
        crate::raiders::THINKER,
    ),
    raiders(
        "tipped",
        "the same, told the truth about some factions: a cheat to measure by",
        crate::raiders::TIPPED,
    ),
    thinkers::AT_ONCE[3],
    thinkers::AT_ONCE[4],
    thinkers::AT_ONCE[5],
];

const fn anybody(name: &'static str, about: &'static str, params: &'static [Param]) -> AgentInfo {
    AgentInfo { name, about, params, games: &[] }
}

const fn buzzard(name: &'static str, about: &'static str, params: &'static [Param]) -> AgentInfo {
    AgentInfo { name, about, params, games: &[Buzzard::NAME] }
}

const fn raiders(name: &'static str, about: &'static str, params: &'static [Param]) -> AgentInfo {
    AgentInfo { name, about, params, games: &[Raiders::NAME] }
}

impl AgentInfo {
    /// Whether it plays this game.
    pub fn plays(&self, game: &str) -> bool {
        self.games.is_empty() || self.games.contains(&game)
    }
}

/// The players of one game.
pub fn agents_for(game: &str) -> impl Iterator<Item = &'static AgentInfo> {
    AGENTS.iter().filter(move |agent| agent.plays(game))
}

/// A game the house has players for.
pub trait Seated: Notation + Picture + Enumerable {
    /// The bounds of what can be earned, for searches that want rewards in [0, 1].
    fn scale(public: &Self::Public) -> Scale;

    /// A player that knows this game, if the name is one of those.
    fn own_player(spec: &Spec, rules: &Self::Rules) -> Option<Result<Player<Self>, SpecError>>;
}

/// Refuses a name that no player of this game has, or a parameter that it does not take.
pub fn check_agent(spec: &Spec, game: &str) -> Result<&'static AgentInfo, SpecError> {
    let agent = agents_for(game).find(|agent| agent.name == spec.name).ok_or_else(|| {
        unknown(&format!("agent for {game}"), &spec.name, agents_for(game).map(|agent| agent.name))
    })?;
    match spec.params.iter().find(|(key, _)| !agent.params.iter().any(|param| param.key == key)) {
        None => Ok(agent),
        Some((key, _)) => {
            let known = agent.params.iter().map(|param| param.key);
            Err(unknown(&format!("parameter of {}", spec.name), key, known))
        }
    }
}

/// Whether what a player does depends on more than its luck: on the clock, or on a program outside. Players
/// that a parameter names count, too.
pub fn by_the_clock(spec: &Spec) -> bool {
    // A time is given in place of something else, so it has no default; `ms` of papers is no time.
    let time = |param: &Param| param.key == "ms" && param.default.is_empty();
    let takes_time = AGENTS.iter().any(|agent| agent.name == spec.name && agent.params.iter().any(time));
    let timed = |(key, value): &(String, String)| {
        (key == "ms" && takes_time) || value.parse().is_ok_and(|inner| by_the_clock(&inner))
    };
    spec.name == "exec" || spec.params.iter().any(timed)
}

/// The player a spec names, for a table with these rules.
pub fn seat<G: Seated>(spec: &Spec, rules: &G::Rules) -> Result<Player<G>, SpecError> {
    check_agent(spec, G::NAME)?;
    G::own_player(spec, rules).unwrap_or_else(|| common_player(spec))
}

/// The player of this name, as tables build them.
///
/// # Errors
/// What is wrong with the name, as text.
pub fn seat_named<G: Seated>(name: &str, rules: &G::Rules) -> Result<Player<G>, String> {
    let spec = name.parse().map_err(|error: SpecError| error.to_string())?;
    seat::<G>(&spec, rules).map_err(|error| error.to_string())
}

fn common_player<G: Seated>(spec: &Spec) -> Result<Player<G>, SpecError> {
    match spec.name.as_str() {
        "exec" => Ok(Player::agent(Exec::<G>::new(ExecOptions::read(spec)?))),
        "first" => Params::new(spec).finish().map(|()| Player::agent(First)),
        "random" => Params::new(spec).finish().map(|()| Player::agent(Random)),
        name => {
            thinkers::for_any(spec).unwrap_or_else(|| unreachable!("`{name}` is listed, so it is built here"))
        }
    }
}

/// Work that can be done with any game.
pub trait Visitor {
    /// What comes of it.
    type Out;

    /// Does it with this game.
    fn visit<G: Seated>(self, rules: G::Rules) -> Self::Out;
}

/// Does some work with the game that a spec names, for this many seats.
pub fn visit<V: Visitor>(spec: &Spec, seats: usize, visitor: V) -> Result<V::Out, SpecError> {
    match find_game(spec)?.name {
        Buzzard::NAME => Ok(visitor.visit::<Buzzard>(Buzzard::read_rules(spec, seats)?)),
        Kuhn::NAME => Ok(visitor.visit::<Kuhn>(Kuhn::read_rules(spec, seats)?)),
        Leduc::NAME => Ok(visitor.visit::<Leduc>(Leduc::read_rules(spec, seats)?)),
        Raiders::NAME => Ok(visitor.visit::<Raiders>(Raiders::read_rules(spec, seats)?)),
        Saboteur::NAME => Ok(visitor.visit::<Saboteur>(Saboteur::read_rules(spec, seats)?)),
        name => unreachable!("`{name}` is listed, so it is visited here"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::GAMES;

    /// A player with what it cannot do without.
    fn example(agent: &AgentInfo) -> Spec {
        if agent.name == "exec" { "exec(cmd=true)".parse().unwrap() } else { Spec::named(agent.name) }
    }

    /// Builds every listed player of a game from its defaults.
    struct BuildAll;

    impl Visitor for BuildAll {
        type Out = usize;

        fn visit<G: Seated>(self, rules: G::Rules) -> usize {
            let built = |agent: &&AgentInfo| match seat::<G>(&example(agent), &rules) {
                Ok(_) => true,
                Err(error) => panic!("{} for {}: {error}", agent.name, G::NAME),
            };
            agents_for(G::NAME).filter(built).count()
        }
    }

    #[test]
    fn every_game_is_visited_and_every_player_is_built() {
        // Goofspiel rather than the buzzard: every player of the buzzard plays it.
        for game in GAMES {
            let name = if game.name == "buzzard" { "goofspiel" } else { game.name };
            let built = visit(&Spec::named(name), game.seats.0, BuildAll).unwrap();
            assert!(built >= 2, "{}: {built}", game.name);
        }
    }

    #[test]
    fn who_plays_by_the_clock_is_known() {
        let timed = |text: &str| by_the_clock(&text.parse().unwrap());
        let opened = "exact(rounds=3,opening=\"rm(ms=5)\")";
        for text in ["rm(ms=20)", "exec(cmd=true)", opened, "thinker(ms=50)"] {
            assert!(timed(text), "{text}");
        }
        let opened = "exact(opening=\"rm(sims=5)\")";
        for text in ["rm", "rm(sims=20)", opened, "exact(table=\"ms\")", "papers(ms=0.2)"] {
            assert!(!timed(text), "{text}");
        }
    }

    #[test]
    fn names_and_parameters_are_checked() {
        let error = |text: &str| check_agent(&text.parse().unwrap(), "kuhn").unwrap_err().to_string();
        assert!(error("rnadom").starts_with("no agent for kuhn `rnadom`; did you mean `random`?"));
        assert!(error("random(x=1)").starts_with("no parameter of random `x`"));
    }
}
