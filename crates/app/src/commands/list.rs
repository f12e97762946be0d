//! `tefuda list`: what there is.

use agents::{AGENTS, AgentInfo, ESTIMATORS, EstimatorInfo, ORACLE, WITH_ROLES};
use games::{GAMES, GameInfo};
use lab::experiment::Config;
use serde_json::{Value, json};
use table::{Param, Preset};

use crate::failure::Failure;
use crate::text::columns;
use crate::{experiments, names, output};

/// List games, agents, estimators and experiments
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tefuda list                     everything, a line each
  tefuda list agents              the players, with the parameters they take
  tefuda list estimators          who guesses the roles of others, and in which games
  tefuda list games --json        the games, for programs")]
pub(crate) struct Args {
    /// Only these
    #[arg(value_enum)]
    what: Option<What>,
    /// Print one JSON document and nothing else
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum What {
    Games,
    Agents,
    Estimators,
    Experiments,
}

const EVERYTHING: [What; 4] = [What::Games, What::Agents, What::Estimators, What::Experiments];

pub(crate) fn run(args: Args) -> Result<(), Failure> {
    let wanted: Vec<What> = args.what.map_or(EVERYTHING.to_vec(), |what| vec![what]);
    if args.json {
        let lists = wanted.into_iter().map(|what| Ok((what.title().to_string(), what.json()?)));
        return output::print_json(&lists.collect::<Result<serde_json::Map<_, _>, Failure>>()?);
    }
    // Who asks for one list wants to know what can be set, too.
    let detail = args.what.is_some();
    let section = |what: What| Ok(format!("{}\n{}", what.title(), what.text(detail)?));
    output::print(&wanted.into_iter().map(section).collect::<Result<Vec<_>, Failure>>()?.join("\n"))
}

impl What {
    fn title(self) -> &'static str {
        match self {
            What::Games => "games",
            What::Agents => "agents",
            What::Estimators => "estimators",
            What::Experiments => "experiments",
        }
    }

    fn text(self, detail: bool) -> Result<String, Failure> {
        let rows: Vec<_> = match self {
            What::Games => GAMES.iter().flat_map(|game| game_rows(game, detail)).collect(),
            What::Agents => AGENTS.iter().flat_map(|agent| agent_rows(agent, detail)).collect(),
            What::Estimators => estimators().flat_map(|it| estimator_rows(it, detail)).collect(),
            What::Experiments => experiment_rows()?,
        };
        Ok(columns(&rows, &[0, 1, 2]))
    }

    fn json(self) -> Result<Value, Failure> {
        Ok(match self {
            What::Games => GAMES.iter().map(game_json).collect(),
            What::Agents => AGENTS.iter().map(agent_json).collect(),
            What::Estimators => estimators().map(estimator_json).collect(),
            What::Experiments => experiments::all()?.iter().map(experiment_json).collect(),
        })
    }
}

/// Those who see views, and last the one who looks.
fn estimators() -> impl Iterator<Item = &'static EstimatorInfo> {
    ESTIMATORS.iter().chain([&ORACLE])
}

/// The games in which an estimator guesses.
fn guesses_in(estimator: &EstimatorInfo) -> Vec<&'static str> {
    WITH_ROLES.iter().copied().filter(|game| estimator.knows(game)).collect()
}

/// A row for the estimator, and one for each parameter.
fn estimator_rows(estimator: &EstimatorInfo, detail: bool) -> Vec<Vec<String>> {
    let games = guesses_in(estimator).join(", ");
    let own = vec![estimator.name.to_string(), games, estimator.about.to_string()];
    [own].into_iter().chain(param_rows(if detail { estimator.params } else { &[] })).collect()
}

/// `reads_truth` marks the one that only experiments may name.
fn estimator_json(estimator: &EstimatorInfo) -> Value {
    json!({
        "name": estimator.name,
        "about": estimator.about,
        "params": estimator.params.iter().map(param_json).collect::<Vec<_>>(),
        "games": guesses_in(estimator),
        "reads_truth": estimator.name == ORACLE.name,
    })
}

fn experiment_rows() -> Result<Vec<Vec<String>>, Failure> {
    let rows: Vec<_> =
        experiments::all()?.iter().map(|c| vec![c.name().into(), c.question().into()]).collect();
    Ok(if rows.is_empty() { vec![vec!["none in `experiments` here or above".to_string()]] } else { rows })
}

fn experiment_json(config: &Config) -> Value {
    json!({ "name": config.name(), "title": config.title(), "question": config.question() })
}

/// A row for the game, one for each of its presets, and one for each option.
fn game_rows(game: &GameInfo, detail: bool) -> Vec<Vec<String>> {
    let preset = |p: &Preset| vec![p.name.to_string(), format!("a {}", game.name), p.about.to_string()];
    let own = vec![game.name.to_string(), names::seats(game), game.about.to_string()];
    let options = param_rows(if detail { game.options } else { &[] });
    [own].into_iter().chain(options).chain(game.presets.iter().map(preset)).collect()
}

/// A row for the agent, and one for each parameter.
fn agent_rows(agent: &AgentInfo, detail: bool) -> Vec<Vec<String>> {
    let plays = if agent.games.is_empty() { "any game".to_string() } else { agent.games.join(", ") };
    let own = vec![agent.name.to_string(), plays, agent.about.to_string()];
    [own].into_iter().chain(param_rows(if detail { agent.params } else { &[] })).collect()
}

fn param_rows(params: &[Param]) -> impl Iterator<Item = Vec<String>> {
    let value = |param: &Param| if param.default.is_empty() { ".." } else { param.default };
    params.iter().map(move |p| vec![format!("  {}={}", p.key, value(p)), String::new(), p.about.to_string()])
}

fn game_json(game: &GameInfo) -> Value {
    let preset = |p: &Preset| json!({"name": p.name, "spec": p.spec, "about": p.about});
    json!({
        "name": game.name,
        "about": game.about,
        "seats": {"fewest": game.seats.0, "most": game.seats.1},
        "options": game.options.iter().map(param_json).collect::<Vec<_>>(),
        "presets": game.presets.iter().map(preset).collect::<Vec<_>>(),
        "rules_version": game.rules_version,
    })
}

/// `games` is empty for a player of any game.
fn agent_json(agent: &AgentInfo) -> Value {
    json!({
        "name": agent.name,
        "about": agent.about,
        "params": agent.params.iter().map(param_json).collect::<Vec<_>>(),
        "games": agent.games,
    })
}

fn param_json(param: &Param) -> Value {
    json!({"key": param.key, "default": param.default, "about": param.about})
}
