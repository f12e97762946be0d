//! Which options were typed: some are for one way of solving alone.

use clap::parser::ValueSource;
use clap::{ArgMatches, Args, Command, Error, FromArgMatches, Id};

use crate::failure::Failure;

/// What every game takes.
const COMMON: [&str; 3] = ["game", "threads", "json"];

/// What CFR+ takes besides.
const TREE: [&str; 2] = ["iterations", "nodes"];

/// What asking an agent takes, in any game.
const ASKING: [&str; 3] = ["exploit", "repeats", "seed"];

/// The arguments that were typed, by their ids. It stands first among the fields: those after it take away what they read.
pub(super) struct Given(Vec<Id>);

impl Given {
    /// Refuses what only games solved by CFR+ take.
    pub(super) fn check_rounds(&self) -> Result<(), Failure> {
        match self.0.iter().find(|id| TREE.contains(&id.as_str())) {
            Some(id) => Err(Failure::Usage(format!(
                "{} is for games that CFR+ solves, such as kuhn; this one is solved exactly, round by round: leave it out",
                typed(id)
            ))),
            None => Ok(()),
        }
    }

    /// Refuses what only the buzzard takes.
    pub(super) fn check_tree(&self, game: &str) -> Result<(), Failure> {
        let known = |id: &Id| COMMON.iter().chain(&TREE).chain(&ASKING).any(|known| id == known);
        match self.0.iter().find(|id| !known(id)) {
            Some(id) => Err(Failure::Usage(format!(
                "{} is for the buzzard alone; {game} takes --iterations, --nodes, --exploit, --repeats, --seed, --threads and --json",
                typed(id)
            ))),
            None => self.check_asking(),
        }
    }

    /// Refuses what only an agent is asked by, where none is named.
    fn check_asking(&self) -> Result<(), Failure> {
        let [exploit, others @ ..] = ASKING;
        let idle = self.0.iter().find(|id| others.contains(&id.as_str()));
        match idle.filter(|_| !self.0.iter().any(|id| id == exploit)) {
            Some(id) => {
                Err(Failure::Usage(format!("{} is for an agent: name one with --exploit", typed(id))))
            }
            None => Ok(()),
        }
    }
}

/// The option as it is typed.
fn typed(id: &Id) -> String {
    format!("--{}", id.as_str().replace('_', "-"))
}

impl FromArgMatches for Given {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Given, Error> {
        let is_typed = |id: &&Id| matches.value_source(id.as_str()) == Some(ValueSource::CommandLine);
        Ok(Given(matches.ids().filter(is_typed).cloned().collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Given::from_arg_matches(matches)?;
        Ok(())
    }
}

/// It reads what others declare.
impl Args for Given {
    fn augment_args(command: Command) -> Command {
        command
    }

    fn augment_args_for_update(command: Command) -> Command {
        command
    }
}
