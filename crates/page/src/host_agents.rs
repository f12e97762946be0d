//! The host's own agents: named when the server starts, chosen by guests like any other player.
//!
//! The spec behind a name, perhaps a command line or a file, stays here: guests, tables and records know the name alone.

use std::sync::Arc;

use catalog::{
    ExecOptions, Guest, Guests, Sees, agents, agents_for, check_open, reaches_out, runs_programs, try_seat,
};
use games::GAMES;
use table::{LONGEST_LABEL, Occupant, Spec, SpecError, unknown};

use crate::lazy_program::{LazyProgram, MAX_PROGRAMS, Slots};
use crate::opening::PERSON;
use crate::refusal::Refusal;

/// An agent of the host's own.
struct HostAgent {
    name: String,
    spec: Spec,
    /// How it is started, if it is a program.
    program: Option<ExecOptions>,
    /// The games that it plays.
    games: Vec<&'static str>,
}

/// The host's own agents, and how many programs play among them.
#[derive(Default)]
pub(crate) struct HostAgents {
    all: Vec<HostAgent>,
    slots: Arc<Slots>,
}

impl HostAgents {
    /// Reads agents, each as `NAME=SPEC`. Programs and files are allowed only if nobody else reaches the server.
    ///
    /// # Errors
    /// If an agent cannot be used; the text says which and why.
    pub(crate) fn read(given: &[String], is_private: bool) -> Result<HostAgents, String> {
        let mut host_agents = HostAgents::default();
        for text in given {
            let agent = host_agents.read_one(text, is_private);
            let name = text.split('=').next().unwrap_or_default().trim();
            let named = |why| format!("--agent {}: {why}", name.escape_debug());
            host_agents.all.push(agent.map_err(named)?);
        }
        Ok(host_agents)
    }

    fn read_one(&self, text: &str, is_private: bool) -> Result<HostAgent, String> {
        let form = "write NAME=SPEC, e.g. mine=exec(cmd=\"python3 my_agent.py\") or slow=ismcts(ms=3000)";
        let (name, spec) = text.split_once('=').ok_or(form)?;
        let (name, spec) = (name.trim().to_string(), spec.trim());
        self.check_name(&name)?;
        let spec: Spec = spec.parse().map_err(|error: SpecError| error.to_string())?;
        if reaches_out(&spec) && !is_private {
            return Err("it runs a program or reads a file of this machine, and others reach this server: \
                        leave --bind and --host away, or name a player that does neither"
                .to_string());
        }
        let program = program(&spec)?;
        let games = games_of(&spec).map_err(|error| error.to_string())?;
        Ok(HostAgent { name, spec, program, games })
    }

    fn check_name(&self, name: &str) -> Result<(), String> {
        if !name.parse().is_ok_and(|spec: Spec| spec == Spec::named(name)) {
            return Err("a name has letters, digits, `-` and `_` alone".to_string());
        }
        if name.chars().nth(LONGEST_LABEL).is_some() {
            return Err(format!("a name has at most {LONGEST_LABEL} characters, to stand beside a seat"));
        }
        if name == PERSON || is_listed(name) || self.find(name).is_some() {
            return Err(format!("the name {name} is taken; choose another"));
        }
        Ok(())
    }

    fn find(&self, name: &str) -> Option<&HostAgent> {
        self.all.iter().find(|agent| agent.name == name)
    }

    /// Whether the host has an agent of this name.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.find(name).is_some()
    }

    /// Whether this was the name of a host's agent that the server runs without now.
    pub(crate) fn lacks(&self, name: &str) -> bool {
        let is_plain = name.parse().is_ok_and(|spec: Spec| spec.params.is_empty());
        is_plain && !self.has(name) && !is_listed(name)
    }

    /// Whether this is the name of a program.
    pub(crate) fn is_program(&self, name: &str) -> bool {
        self.find(name).is_some_and(|agent| agent.program.is_some())
    }

    /// The names of the agents that play a game.
    pub(crate) fn of_game(&self, game: &str) -> impl Iterator<Item = &str> {
        self.all.iter().filter(move |agent| agent.games.contains(&game)).map(|r| r.name.as_str())
    }

    /// Refuses a player that a guest may not choose.
    ///
    /// # Errors
    /// If the player is not for guests, does not exist or does not play the game.
    pub(crate) fn check(&self, spec: &Spec, game: &str) -> Result<(), SpecError> {
        match self.find(&spec.name) {
            None => check_open(spec, game),
            Some(_) if !spec.params.is_empty() => {
                Err(SpecError::bad(format!("{} takes no parameters: its host has chosen them", spec.name)))
            }
            Some(agent) if agent.games.contains(&game) => Ok(()),
            Some(agent) => {
                let plays = agent.games.join(", ");
                Err(SpecError::bad(format!("{} does not play {game}; it plays {plays}", spec.name)))
            }
        }
    }

    /// Refuses a new table with more programs than may still be seated.
    pub(crate) fn check_slots(&self, seats: &[Occupant]) -> Result<(), Refusal> {
        let programs = seats.iter().filter(|place| self.is_program(place.name())).count();
        if programs > self.slots.free() { Err(Refusal::Programs(MAX_PROGRAMS)) } else { Ok(()) }
    }

    fn lazy_program(&self, program: Option<ExecOptions>) -> Guest {
        Guest::Text(Box::new(LazyProgram::new(program, &self.slots)))
    }
}

/// The host's own agents by name. No refusal tells the spec behind a name.
impl Guests for HostAgents {
    fn find(&self, name: &str) -> Option<Result<Guest, String>> {
        Some(Ok(match self.find(name) {
            Some(HostAgent { program: Some(program), .. }) => self.lazy_program(Some(program.clone())),
            Some(HostAgent { spec, name, .. }) => {
                let unfit = format!("{name} does not play by these rules; choose others, or another player");
                Guest::Listed { spec: spec.clone(), unfit: Some(unfit) }
            }
            None if self.lacks(name) => self.lazy_program(None),
            None => return None,
        }))
    }

    fn check(&self, name: &str, sees: Sees) -> Result<(), String> {
        match sees {
            Sees::View => Ok(()),
            Sees::Everything => Err(format!("{name} sees what others hold: not at a page")),
        }
    }
}

/// Whether a built-in player has this name.
fn is_listed(name: &str) -> bool {
    agents().iter().any(|agent| agent.info.name == name)
}

/// The options to start a spec's program, if it is one.
fn program(spec: &Spec) -> Result<Option<ExecOptions>, String> {
    match (spec.name.as_str(), runs_programs(spec)) {
        ("exec", _) => ExecOptions::read(spec).map(Some).map_err(|error| error.to_string()),
        (_, false) => Ok(None),
        (_, true) => Err("name the program itself: it does not play inside another player here".to_string()),
    }
}

/// The games that a player plays.
fn games_of(spec: &Spec) -> Result<Vec<&'static str>, SpecError> {
    let listed: Vec<&str> =
        GAMES.iter().map(|game| game.name).filter(|game| lists(game, &spec.name)).collect();
    let mut names: Vec<&str> = agents().iter().map(|agent| agent.info.name).collect();
    names.dedup();
    let mut why = unknown("agent", &spec.name, names);
    let mut games = Vec::new();
    for game in listed {
        match try_seat(spec, game) {
            Ok(Sees::View) => games.push(game),
            Ok(Sees::Everything) => {
                return Err(SpecError::bad(format!("{} sees what others hold: not at a page", spec.name)));
            }
            Err(error) => why = error,
        }
    }
    if games.is_empty() { Err(why) } else { Ok(games) }
}

fn lists(game: &str, name: &str) -> bool {
    agents_for(game).any(|agent| agent.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(given: &[&str], is_private: bool) -> Result<HostAgents, String> {
        HostAgents::read(&given.iter().map(ToString::to_string).collect::<Vec<_>>(), is_private)
    }

    #[test]
    fn what_cannot_be_is_refused_with_a_sentence() {
        for (given, why) in [
            ("mine", "write NAME=SPEC"),
            ("my own=random", "letters, digits, `-` and `_`"),
            ("=random", "letters, digits, `-` and `_`"),
            ("手札=random", "letters, digits, `-` and `_`"),
            ("seventeen-letters=random", "at most 16 characters"),
            ("random=greedy", "the name random is taken"),
            ("person=random", "the name person is taken"),
            ("mine=", "write `name` or `name(key=value,key=value)`"),
            ("mine=rnadom", "no agent `rnadom`; did you mean `random`?"),
            ("mine=random(x=1)", "no parameter of random `x`"),
            ("mine=uct(ms=soon)", "uct: `ms=soon` should be"),
            ("mine=exec", "exec needs a command"),
            ("mine=exec(cmd=true,seconds=0)", "exec: `seconds=0` should be"),
            ("mine=exact(table=\"no such.tbl\")", "no such.tbl"),
            ("mine=exact(opening=\"exec(cmd=true)\")", "name the program itself"),
            ("mine=cheater", "cheater sees what others hold"),
        ] {
            let error = read(&[given], true).err().unwrap_or_default();
            assert!(error.starts_with("--agent ") && error.contains(why), "{given}: {error}");
        }
        let twice = read(&["mine=random", "mine=first"], true).err().unwrap();
        assert!(twice.contains("the name mine is taken"), "{twice}");
    }

    #[test]
    fn programs_and_files_are_for_a_server_that_nobody_else_reaches() {
        for given in [
            "mine=exec(cmd=true)",
            "mine=exact(table=a.tbl)",
            "mine=exact(opening=\"exec(cmd=true)\")",
            "mine=learned(weights=a.safetensors)",
            "mine=lookahead(weights=a.safetensors)",
        ] {
            let error = read(&[given], false).err().unwrap();
            assert!(
                error.contains("others reach this server: leave --bind and --host away"),
                "{given}: {error}"
            );
        }
        assert!(read(&["mine=exec(cmd=true)"], true).is_ok());
        assert!(
            read(&["slow=ismcts(ms=30000)", "deep=uct(sims=1000000)"], false).is_ok(),
            "the host's to allow"
        );
    }

    #[test]
    fn guests_choose_them_by_name_for_the_games_that_they_play() {
        let host_agents = read(&["mine=exec(cmd=true)", "careful=greedy"], true).unwrap();
        for game in GAMES {
            assert!(host_agents.of_game(game.name).any(|name| name == "mine"), "{}", game.name);
        }
        assert_eq!(host_agents.of_game("kuhn").collect::<Vec<_>>(), ["mine"]);
        let refused =
            |text: &str, game| host_agents.check(&text.parse().unwrap(), game).map_err(|e| e.to_string());
        assert_eq!((refused("mine", "kuhn"), refused("careful", "buzzard")), (Ok(()), Ok(())));
        assert_eq!(
            refused("careful", "kuhn"),
            Err("careful does not play kuhn; it plays buzzard".to_string())
        );
        assert!(refused("mine(cmd=false)", "kuhn").unwrap_err().contains("takes no parameters"));
        assert!(refused("exec(cmd=true)", "kuhn").unwrap_err().contains("not for guests"));
    }

    #[test]
    fn somebody_who_is_away_is_known_by_a_plain_name() {
        let host_agents = read(&["mine=random"], true).unwrap();
        let lacks =
            ["mine", "random", "yours", "yours(x=1)", "exec(cmd=true)"].map(|name| host_agents.lacks(name));
        assert_eq!(lacks, [false, false, true, false, false]);
    }
}
