//! `tefuda list`: what there is.

use agents::{Listed, ORACLE, agents, estimators, role_games};
use games::{GAMES, GameInfo, find_game};
use serde_json::{Value, json};
use table::{Param, Preset, Spec};

use crate::experiments::{self, All, Experiment};
use crate::failure::Failure;
use crate::text::columns;
use crate::{names, output};

/// List games, agents, estimators and experiments
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tefuda list                     everything, a line each
  tefuda list agents              the players, with the parameters they take
  tefuda list agents raiders      those who play this game
  tefuda list estimators          who guesses the roles of others, and in which games
  tefuda list games --json        the games, for programs")]
pub(crate) struct Args {
    /// Only these
    #[arg(value_enum)]
    what: Option<What>,
    /// Only what this game has: its agents, estimators and options
    #[arg(value_name = "GAME")]
    game: Option<Spec>,
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
    let of = Of(args.game.as_ref().map(find_game).transpose()?.map(|game| game.name));
    if args.json {
        let lists = wanted.into_iter().map(|what| Ok((what.title().to_string(), what.json(of)?)));
        return output::print_json(&lists.collect::<Result<serde_json::Map<_, _>, Failure>>()?);
    }
    // Who asks for one list wants to know what can be set, too.
    let detail = args.what.is_some();
    let section = |what: What| Ok(format!("{}\n{}", what.title(), what.text(of, detail)?));
    output::print(&wanted.into_iter().map(section).collect::<Result<Vec<_>, Failure>>()?.join("\n"))
}

/// The game that everything listed must belong to, if one is named.
#[derive(Clone, Copy)]
struct Of(Option<&'static str>);

impl Of {
    fn games(self) -> impl Iterator<Item = &'static GameInfo> {
        GAMES.iter().filter(move |game| self.0.is_none_or(|name| game.name == name))
    }

    fn agents(self) -> impl Iterator<Item = &'static Listed> {
        agents().iter().filter(move |listed| self.has(listed))
    }

    /// Those who see views, and last the one who looks.
    fn estimators(self) -> impl Iterator<Item = Listed> {
        let oracle = Listed { info: ORACLE, games: role_games() };
        estimators().into_iter().chain([oracle]).filter(move |listed| self.has(listed))
    }

    fn has(self, listed: &Listed) -> bool {
        self.0.is_none_or(|name| listed.games.contains(&name))
    }
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

    fn text(self, of: Of, detail: bool) -> Result<String, Failure> {
        let rows: Vec<_> = match self {
            What::Games => of.games().flat_map(|game| game_rows(game, detail)).collect(),
            What::Agents => of.agents().flat_map(|agent| listed_rows(agent, detail)).collect(),
            What::Estimators => of.estimators().flat_map(|it| listed_rows(&it, detail)).collect(),
            What::Experiments => experiment_rows()?,
        };
        Ok(columns(&rows, &[0, 1, 2]))
    }

    fn json(self, of: Of) -> Result<Value, Failure> {
        Ok(match self {
            What::Games => of.games().map(game_json).collect(),
            What::Agents => of.agents().map(agent_json).collect(),
            What::Estimators => of.estimators().map(|it| estimator_json(&it)).collect(),
            What::Experiments => experiments::all()?.experiments.iter().map(experiment_json).collect(),
        })
    }
}

/// A row for the agent or estimator, and one for each parameter.
fn listed_rows(listed: &Listed, detail: bool) -> Vec<Vec<String>> {
    let games = if is_everywhere(listed) { "any game".to_string() } else { listed.games.join(", ") };
    let own = vec![listed.info.name.to_string(), games, listed.info.about.to_string()];
    [own].into_iter().chain(param_rows(listed.info.params().filter(|_| detail))).collect()
}

fn is_everywhere(listed: &Listed) -> bool {
    listed.games.len() == GAMES.len()
}

/// `reads_truth` marks the one that only experiments may name.
fn estimator_json(listed: &Listed) -> Value {
    json!({
        "name": listed.info.name,
        "about": listed.info.about,
        "params": listed.info.params().map(param_json).collect::<Vec<_>>(),
        "games": listed.games,
        "reads_truth": listed.info.name == ORACLE.name,
    })
}

/// Last what lies where experiments lie and is none.
fn experiment_rows() -> Result<Vec<Vec<String>>, Failure> {
    let All { experiments, unreadable } = experiments::all()?;
    let row = |it: &Experiment| vec![it.name().to_string(), it.config.question().to_string()];
    let strange =
        |(name, why): &(String, Failure)| vec![name.clone(), format!("(cannot be run: {})", why.why())];
    Ok(experiments.iter().map(row).chain(unreadable.iter().map(strange)).collect())
}

fn experiment_json(experiment: &Experiment) -> Value {
    let config = &experiment.config;
    json!({ "name": config.name(), "title": config.title(), "question": config.question() })
}

/// A row for the game, one for each of its presets, and one for each option.
fn game_rows(game: &GameInfo, detail: bool) -> Vec<Vec<String>> {
    let preset = |p: &Preset| vec![p.name.to_string(), format!("a {}", game.name), p.about.to_string()];
    let own = vec![game.name.to_string(), names::seats(game), game.about.to_string()];
    let options = param_rows(game.options.iter().filter(|_| detail));
    [own].into_iter().chain(options).chain(game.presets.iter().map(preset)).collect()
}

fn param_rows(params: impl Iterator<Item = &'static Param>) -> impl Iterator<Item = Vec<String>> {
    let value = |param: &Param| if param.default.is_empty() { ".." } else { param.default };
    params.map(move |p| vec![format!("  {}={}", p.key, value(p)), String::new(), p.meaning()])
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
fn agent_json(listed: &Listed) -> Value {
    json!({
        "name": listed.info.name,
        "about": listed.info.about,
        "params": listed.info.params().map(param_json).collect::<Vec<_>>(),
        "games": if is_everywhere(listed) { &[] } else { &listed.games[..] },
    })
}

fn param_json(param: &Param) -> Value {
    json!({"key": param.key, "default": param.default, "about": param.meaning()})
}
