//! What there is: games, players, estimators.

use catalog::{Info, agents_for, estimators};
use games::{GAMES, GameInfo};
use pyo3::prelude::*;
use serde_json::{Value, json};
use table::{Lang, Spec};

use crate::errors::refused;
use crate::values::python;
use crate::work::caught;

/// A spec from outside, e.g. `buzzard(cards=8)`.
pub(crate) fn read_spec(text: &str) -> PyResult<Spec> {
    text.parse().map_err(refused)
}

/// The name in a spec, and its parameters.
#[pyfunction]
pub(crate) fn spec_read(text: &str) -> PyResult<(String, Vec<(String, String)>)> {
    let Spec { name, params } = caught(|| read_spec(text))??;
    Ok((name, params))
}

/// The spec with this name and these parameters.
#[pyfunction]
pub(crate) fn spec_write(name: String, params: Vec<(String, String)>) -> PyResult<String> {
    caught(|| Spec { name, params }.to_string())
}

/// The game that a text names, with or without options.
pub(crate) fn find_game(text: &str) -> PyResult<&'static GameInfo> {
    let spec = read_spec(text)?;
    caught(|| games::find_game(&spec))?.map_err(refused)
}

/// Every game: name, sentence, fewest and most seats, options, presets.
#[pyfunction]
pub(crate) fn games_list(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    python(py, &caught(|| GAMES.iter().map(game_row).collect())?)
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
    let name = find_game(game)?.name;
    python(py, &caught(|| agents_for(name).map(info_row).collect())?)
}

/// The estimators and forecasts of a game: name, sentence, parameters.
#[pyfunction]
pub(crate) fn estimators_list<'py>(py: Python<'py>, game: &str) -> PyResult<Bound<'py, PyAny>> {
    let name = find_game(game)?.name;
    let listed = caught(|| {
        let listed = estimators().into_iter().filter(|row| row.games.contains(&name));
        listed.map(|row| info_row(&row.info)).collect()
    });
    python(py, &listed?)
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
