//! What there is: games, players, estimators.

use agents::{Info, agents_for, estimators};
use games::{GAMES, GameInfo};
use pyo3::prelude::*;
use serde_json::{Value, json};
use table::{Lang, Spec};

use crate::errors::refused;
use crate::values::python;

/// A spec from outside, e.g. `buzzard(cards=8)`.
pub(crate) fn read_spec(text: &str) -> PyResult<Spec> {
    text.parse().map_err(refused)
}

/// The game that a text names, with or without options.
pub(crate) fn find_game(text: &str) -> PyResult<&'static GameInfo> {
    games::find_game(&read_spec(text)?).map_err(refused)
}

/// Every game: name, sentence, fewest and most seats, options, presets.
#[pyfunction]
pub(crate) fn games_list(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    python(py, &GAMES.iter().map(game_row).collect())
}

fn game_row(game: &GameInfo) -> Value {
    let option = |option: table::OptionInfo| {
        json!({
            "key": option.key, "default": option.default, "about": option.about,
        })
    };
    let preset = |preset: &table::Preset| json!({"name": preset.name, "about": preset.about});
    json!({
        "name": game.name,
        "about": game.about,
        "seats": [game.seats.0, game.seats.1],
        "series": game.series,
        "options": game.options().into_iter().map(option).collect::<Vec<_>>(),
        "presets": game.presets.iter().map(preset).collect::<Vec<_>>(),
    })
}

/// The players of a game: name, sentence, parameters.
#[pyfunction]
pub(crate) fn agents_list<'py>(py: Python<'py>, game: &str) -> PyResult<Bound<'py, PyAny>> {
    python(py, &agents_for(find_game(game)?.name).map(info_row).collect())
}

/// The estimators and forecasts of a game: name, sentence, parameters.
#[pyfunction]
pub(crate) fn estimators_list<'py>(py: Python<'py>, game: &str) -> PyResult<Bound<'py, PyAny>> {
    let name = find_game(game)?.name;
    let listed = estimators().into_iter().filter(|row| row.games.contains(&name));
    python(py, &listed.map(|row| info_row(&row.info)).collect())
}

fn info_row(info: &Info) -> Value {
    let param = |param: &table::Param| {
        json!({
            "key": param.key, "default": param.default, "about": param.about,
        })
    };
    let params: Vec<Value> = info.params().map(param).collect();
    json!({"name": info.name, "about": info.about, "params": params})
}

/// The rules of a game, for people.
#[pyfunction]
pub(crate) fn rulebook(game: &str, lang: &str) -> PyResult<&'static str> {
    Ok(find_game(game)?.rulebook(read_lang(lang)?))
}

/// A language by its short name.
pub(crate) fn read_lang(lang: &str) -> PyResult<Lang> {
    match lang {
        "en" => Ok(Lang::English),
        "ja" => Ok(Lang::Japanese),
        other => Err(refused(format!("no language `{}`; there are en and ja", other.escape_debug()))),
    }
}

/// The fewest seats of a game.
#[pyfunction]
pub(crate) fn fewest_seats(game: &str) -> PyResult<usize> {
    Ok(find_game(game)?.seats.0)
}
