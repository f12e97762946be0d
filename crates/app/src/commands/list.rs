//! `tefuda list`: what there is.

use catalog::kinds::Measure;
use catalog::{Listed, ORACLE, agents, estimators, role_games};
use games::{GAMES, GameInfo, find_game};
use lab::LabError;
use lab::experiment::{All, Experiment, ListedKind, all, kinds};
use serde_json::{Value, json};
use table::{OptionInfo, Param, Preset, Spec};

use crate::failure::Failure;
use crate::text::columns;
use crate::{names, output};

/// List games, agents, estimators, experiments and what these can measure
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tefuda list                     everything, a line each
  tefuda list agents raiders      those who play this game, with the parameters they take
  tefuda list estimators          who guesses the roles of others, and in which games
  tefuda list kinds               what the parts of an experiment can be, and what they measure
  tefuda list measures raiders --json
      what can be measured in this game, for programs")]
pub(crate) struct Args {
    /// Only these
    #[arg(value_enum)]
    what: Option<What>,
    /// Only what this game has: its agents, estimators, options, measures and experiments
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
    Kinds,
    Measures,
}

/// Every list; measures stand under their kinds.
const EVERYTHING: [What; 5] = [What::Games, What::Agents, What::Estimators, What::Experiments, What::Kinds];

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

    fn kinds(self) -> impl Iterator<Item = &'static ListedKind> {
        kinds().iter().filter(move |kind| self.is_in(&kind.games))
    }

    /// The measures of a kind that some game has, or the one that is named.
    fn measures_of(self, kind: &'static ListedKind) -> impl Iterator<Item = &'static Measure> {
        kind.measures.iter().filter(move |of| self.is_in(&of.games)).map(|of| &of.it)
    }

    fn measures(self) -> impl Iterator<Item = (&'static ListedKind, &'static Measure)> {
        self.kinds().flat_map(move |kind| self.measures_of(kind).map(move |measure| (kind, measure)))
    }

    fn plays(self, experiment: &Experiment) -> bool {
        self.0.is_none_or(|name| experiment.config.games().iter().any(|game| game == name))
    }

    fn has(self, listed: &Listed) -> bool {
        self.is_in(&listed.games)
    }

    fn is_in(self, games: &[&str]) -> bool {
        self.0.is_none_or(|name| games.contains(&name))
    }
}

impl What {
    fn title(self) -> &'static str {
        match self {
            What::Games => "games",
            What::Agents => "agents",
            What::Estimators => "estimators",
            What::Experiments => "experiments",
            What::Kinds => "kinds",
            What::Measures => "measures",
        }
    }

    fn text(self, of: Of, detail: bool) -> Result<String, Failure> {
        let rows: Vec<_> = match self {
            What::Games => of.games().flat_map(|game| game_rows(game, detail)).collect(),
            What::Agents => of.agents().flat_map(|agent| listed_rows(agent, detail)).collect(),
            What::Estimators => of.estimators().flat_map(|it| listed_rows(&it, detail)).collect(),
            What::Experiments => experiment_rows(of)?,
            What::Kinds => of.kinds().flat_map(|kind| kind_rows(kind, of, detail)).collect(),
            What::Measures => of.measures().map(|(kind, it)| measure_row(it, kind.name, "")).collect(),
        };
        Ok(match of.0 {
            Some(game) if self == What::Estimators && rows.is_empty() => {
                format!("  none: {game} has no hidden roles, and nobody forecasts its ranks\n")
            }
            _ => columns(&rows, &[0, 1, 2]),
        })
    }

    fn json(self, of: Of) -> Result<Value, Failure> {
        Ok(match self {
            What::Games => of.games().map(game_json).collect(),
            What::Agents => of.agents().map(agent_json).collect(),
            What::Estimators => of.estimators().map(|it| estimator_json(&it)).collect(),
            What::Experiments => {
                all()?.experiments.iter().filter(|it| of.plays(it)).map(experiment_json).collect()
            }
            What::Kinds => of.kinds().map(|kind| kind_json(kind, of)).collect(),
            What::Measures => of.measures().map(|(kind, it)| measure_json(kind, it)).collect(),
        })
    }
}

/// A row for the agent or estimator, and one for each parameter.
fn listed_rows(listed: &Listed, detail: bool) -> Vec<Vec<String>> {
    let own = vec![listed.info.name.to_string(), in_games(&listed.games), listed.info.about.to_string()];
    [own].into_iter().chain(param_rows(listed.info.params().filter(|_| detail))).collect()
}

fn in_games(games: &[&str]) -> String {
    if is_everywhere(games) { "any game".to_string() } else { games.join(", ") }
}

fn is_everywhere(games: &[&str]) -> bool {
    games.len() == GAMES.len()
}

/// A row for the kind, one for each axis that it reads, and one for each measure.
fn kind_rows(kind: &'static ListedKind, of: Of, detail: bool) -> Vec<Vec<String>> {
    let own = vec![kind.name.to_string(), in_games(&kind.games), kind.about.to_string()];
    let axes = param_rows(kind.axes.iter().filter(|_| detail));
    let measures = of.measures_of(kind).filter(|_| detail).map(|measure| measure_row(measure, "", "  "));
    [own].into_iter().chain(axes).chain(measures).collect()
}

/// What is measured, in which kind if that is to be said, and its unit.
fn measure_row(measure: &Measure, kind: &str, indent: &str) -> Vec<String> {
    let words: Vec<&str> = [kind, measure.unit.word()].into_iter().filter(|word| !word.is_empty()).collect();
    vec![format!("{indent}{}", measure.name), words.join(", "), measure.about.to_string()]
}

/// `games` is empty for a kind of any game.
fn kind_json(kind: &'static ListedKind, of: Of) -> Value {
    let columns = kind.columns.iter().filter(|column| of.is_in(&column.games));
    json!({
        "name": kind.name,
        "about": kind.about,
        "games": if is_everywhere(&kind.games) { &[] } else { &kind.games[..] },
        "axes": kind.axes.iter().map(param_json).collect::<Vec<_>>(),
        "measures": of.measures_of(kind).map(|it| measure_json(kind, it)).collect::<Vec<_>>(),
        "columns": columns.map(|c| json!({"name": c.it.name, "about": c.it.about})).collect::<Vec<_>>(),
    })
}

/// `unit` says how reports write it: a share is between 0 and 1 in every file, and in per cent for people.
fn measure_json(kind: &ListedKind, measure: &Measure) -> Value {
    json!({
        "name": measure.name,
        "kind": kind.name,
        "unit": measure.unit.word(),
        "about": measure.about,
    })
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
fn experiment_rows(of: Of) -> Result<Vec<Vec<String>>, Failure> {
    let All { mut experiments, mut unreadable } = all()?;
    experiments.retain(|experiment| of.plays(experiment));
    unreadable.retain(|_| of.0.is_none());
    let row = |it: &Experiment| vec![it.name().to_string(), it.config.question().to_string()];
    let strange = |(name, why): &(String, LabError)| vec![name.clone(), format!("(cannot be run: {why})")];
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
    let row = |o: OptionInfo| vec![format!("  {}={}", o.key, o.default), String::new(), o.meaning()];
    let options = game.options().into_iter().filter(|_| detail).map(row);
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
        "options": game.options().iter().map(option_json).collect::<Vec<_>>(),
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
        "games": if is_everywhere(&listed.games) { &[] } else { &listed.games[..] },
    })
}

fn option_json(option: &OptionInfo) -> Value {
    json!({"key": option.key, "default": option.default, "about": option.meaning()})
}

fn param_json(param: &Param) -> Value {
    json!({"key": param.key, "default": param.default, "about": param.meaning()})
}
