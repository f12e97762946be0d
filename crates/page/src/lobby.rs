//! The lobby's list of games and players, and the rulebooks.

use std::sync::OnceLock;

use catalog::{Info, agents_for, check_open, company};
use games::{GAMES, GameInfo};
use pulldown_cmark::{Event, Options, Parser, html};
use serde::Serialize;
use table::{Lang, Spec, Values};

use crate::host_agents::HostAgents;
use crate::refusal::Refusal;
use crate::state::json;

#[derive(Clone, Serialize)]
struct LobbyGame {
    name: &'static str,
    title: &'static str,
    about: &'static str,
    seats: [usize; 2],
    usual: usize,
    series: u32,
    presets: Vec<LobbyPreset>,
    company: Vec<String>,
    agents: Vec<LobbyAgent>,
}

#[derive(Clone, Serialize)]
struct LobbyPreset {
    name: &'static str,
    about: &'static str,
    usual: usize,
    company: Vec<String>,
}

#[derive(Clone, Serialize)]
struct LobbyAgent {
    name: String,
    about: &'static str,
    levels: Vec<Level>,
}

#[derive(Clone, Serialize)]
struct Level {
    spec: String,
    label: String,
}

/// All games with all players that guests may choose, as JSON in both languages.
pub(crate) fn games_json(host_agents: &HostAgents) -> [String; 2] {
    static EVERYWHERE: OnceLock<[Vec<LobbyGame>; 2]> = OnceLock::new();
    let list = |lang| GAMES.iter().map(|game| lobby_game(game, lang)).collect();
    let lists = EVERYWHERE.get_or_init(|| Lang::ALL.map(list));
    Lang::ALL.map(|lang| {
        let mut games = lang.either(&lists[0], &lists[1]).clone();
        games.iter_mut().for_each(|game| game.welcome(host_agents, lang));
        json(&games)
    })
}

impl LobbyGame {
    /// Lists the host's own players first.
    fn welcome(&mut self, host_agents: &HostAgents, lang: Lang) {
        let own = host_agents.of_game(self.name).map(|name| lobby_host_agent(name, lang));
        self.agents.splice(..0, own);
    }
}

fn lobby_host_agent(name: &str, lang: Lang) -> LobbyAgent {
    LobbyAgent {
        name: name.to_string(),
        about: lang.either("a player of this server's own", "このサーバー独自のプレイヤー"),
        levels: vec![usual_level(name, lang)],
    }
}

/// A player with its default parameters.
fn usual_level(name: &str, lang: Lang) -> Level {
    Level { spec: name.to_string(), label: level_name(1, lang).to_string() }
}

fn lobby_game(game: &GameInfo, lang: Lang) -> LobbyGame {
    let company = usual_company(game.name);
    let preset = |preset: &table::Preset| {
        let company = usual_company(preset.name);
        LobbyPreset {
            name: preset.name,
            about: catalog::text(preset.about, lang),
            usual: company.len() + 1,
            company,
        }
    };
    LobbyGame {
        name: game.name,
        title: game.title(lang),
        about: catalog::text(game.about, lang),
        seats: [game.seats.0, game.seats.1],
        usual: company.len() + 1,
        series: game.series,
        presets: game.presets.iter().map(preset).collect(),
        company,
        agents: agents_for(game.name).filter_map(|agent| lobby_agent(agent, game.name, lang)).collect(),
    }
}

fn usual_company(game: &str) -> Vec<String> {
    let company = company(&Spec::named(game)).expect("a game of the list");
    company.iter().map(ToString::to_string).collect()
}

fn lobby_agent(agent: &Info, game: &str, lang: Lang) -> Option<LobbyAgent> {
    check_open(&Spec::named(agent.name), game).ok()?;
    Some(LobbyAgent {
        name: agent.name.to_string(),
        about: catalog::text(agent.about, lang),
        levels: levels(agent, game, lang),
    })
}

/// The strengths of a player: a fifth of its usual budget, the usual one and five times that, if it has a budget.
fn levels(agent: &Info, game: &str, lang: Lang) -> Vec<Level> {
    const BUDGETS: [&str; 3] = ["sims", "worlds", "ms"];
    let usual = usual_level(agent.name, lang);
    let budget = BUDGETS.iter().find_map(|key| {
        let param = agent.params().find(|param| param.key == *key)?;
        Some((*key, param.default.parse::<f64>().ok()?, param.values))
    });
    let Some((key, default, values)) = budget else { return vec![usual] };
    let scaled = |factor: f64, name: usize| {
        let amount = (default * factor).round();
        let fits = match values {
            Values::Number(low, high) | Values::Millis(low, high) => (low..=high).contains(&amount),
            _ => false,
        };
        let spec: Spec = format!("{}({key}={amount})", agent.name).parse().ok()?;
        let open = fits && amount >= 1.0 && check_open(&spec, game).is_ok();
        open.then(|| Level { spec: spec.to_string(), label: level_name(name, lang).to_string() })
    };
    scaled(0.2, 0).into_iter().chain([usual]).chain(scaled(5.0, 2)).collect()
}

fn level_name(level: usize, lang: Lang) -> &'static str {
    lang.either(["quick", "usual", "strong"], ["速い", "ふつう", "強い"])[level]
}

/// The title of a game's rulebook, and its text as HTML.
pub(crate) fn rulebook(name: &str, lang: Lang) -> Result<(&'static str, String), Refusal> {
    let game = games::find_game(&Spec::named(name)).map_err(|_| Refusal::NoPage)?;
    let text = game.rulebook(lang);
    let body = text.split_once("\n\n").map_or(text, |(_, body)| body);
    let mut out = String::new();
    html::push_html(&mut out, Parser::new_ext(body, Options::ENABLE_TABLES).map(harmless));
    Ok((game.title(lang), out))
}

/// Shows HTML in a rulebook as text: it would be a mistake there.
fn harmless(event: Event<'_>) -> Event<'_> {
    match event {
        Event::Html(text) | Event::InlineHtml(text) => Event::Text(text),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lobby_offers_every_game_and_only_open_players() {
        for text in games_json(&HostAgents::default()) {
            let games: serde_json::Value = serde_json::from_str(&text).unwrap();
            assert_eq!(games.as_array().unwrap().len(), GAMES.len());
            for game in games.as_array().unwrap() {
                let agents = game["agents"].as_array().unwrap();
                assert!(agents.iter().any(|agent| agent["name"] == "random"));
                for level in agents.iter().flat_map(|agent| agent["levels"].as_array().unwrap()) {
                    let spec: Spec = level["spec"].as_str().unwrap().parse().unwrap();
                    assert!(check_open(&spec, game["name"].as_str().unwrap()).is_ok(), "{spec}");
                    assert_ne!(spec.name, "exec");
                }
            }
        }
    }

    #[test]
    fn the_hosts_own_players_stand_first_by_their_names_alone() {
        let given = ["mine=exec(cmd=\"secret.py\")", "careful=greedy"].map(String::from);
        let host_agents = HostAgents::read(&given, true).unwrap();
        let [english, japanese] = games_json(&host_agents);
        assert!(!english.contains("secret.py") && !japanese.contains("secret.py"));
        for (text, about) in
            [(english, "a player of this server's own"), (japanese, "このサーバー独自のプレイヤー")]
        {
            let games: serde_json::Value = serde_json::from_str(&text).unwrap();
            for game in games.as_array().unwrap() {
                let agents = game["agents"].as_array().unwrap();
                assert_eq!((&agents[0]["name"], &agents[0]["about"]), (&"mine".into(), &about.into()));
                assert_eq!(agents[0]["levels"].as_array().map(Vec::len), Some(1));
                assert_eq!(agents[0]["levels"][0]["spec"], "mine");
                assert_eq!(agents[1]["name"] == "careful", game["name"] == "buzzard", "{}", game["name"]);
            }
        }
    }

    #[test]
    fn players_with_a_budget_have_strengths() {
        let game = GAMES.iter().find(|game| game.name == "buzzard").unwrap();
        let agents = lobby_game(game, Lang::English).agents;
        let levels = |name: &str| {
            let agent = agents.iter().find(|agent| agent.name == name).unwrap();
            agent.levels.iter().map(|level| level.label.clone()).collect::<Vec<_>>()
        };
        assert_eq!(levels("uct"), ["quick", "usual", "strong"]);
        assert_eq!(levels("random"), ["usual"]);
    }

    #[test]
    fn rulebooks_are_paragraphs_and_a_preset_has_its_games() {
        let (title, body) = rulebook("goofspiel", Lang::English).unwrap();
        assert!(title == "The Buzzard" && body.starts_with("<p>"), "{title}: {body}");
        assert!(matches!(rulebook("chess", Lang::English), Err(Refusal::NoPage)));
    }
}
