//! A table of any game: people, players of the house and players written in Python sit at it.

use std::sync::{Arc, Mutex};

use catalog::{AnyTable, open_table, opening};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use serde_json::{Map, Value, json};
use table::{Advice, AdviceRow, Host, Occupant, OpenError, PlayError, Seat, Seeds, Shape, SpecError};

use crate::agent::{Company, Entrant, broken, named};
use crate::errors::{Refused, refused};
use crate::kept::{Kept, Words};
use crate::lists::{find_game, read_lang, read_spec};
use crate::values::{python, written};
use crate::work::aside;

/// A table at which one series is played. Use `tefuda.Table`.
#[pyclass(frozen, name = "Session", module = "tefuda._tefuda")]
pub(crate) struct PySession {
    /// Left alone in a process that was forked: programs that play here belong to the other one.
    table: Kept<Box<dyn AnyTable>>,
    company: Mutex<Company>,
    /// The game's name.
    kind: &'static str,
    process: u32,
}

const WORDS: Words = Words {
    busy: "this table is in use: by another thread, or by one of its own players, who may not look at it",
    broke: "this table broke down earlier; open another",
};
const FORKED: &str = "this table was opened by another process; open one here";

impl PySession {
    /// The table, if it is this process's own.
    fn own(&self) -> PyResult<&Kept<Box<dyn AnyTable>>> {
        match self.process == std::process::id() {
            true => Ok(&self.table),
            false => Err(PyRuntimeError::new_err(FORKED)),
        }
    }

    /// Looks at the table, while Python goes on.
    fn host<T: Send>(&self, py: Python<'_>, work: impl FnOnce(&mut dyn Host) -> T + Send) -> PyResult<T> {
        self.own()?.look(|table| Ok(py.detach(|| work(table.host()))))
    }

    /// Changes the table, while Python goes on; that may be refused, or break a player.
    fn play<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut dyn Host) -> Result<T, PlayError> + Send,
    ) -> PyResult<T> {
        let played = self.own()?.change(|table| Ok(py.detach(|| work(table.host()))))?;
        played.map_err(|error| self.explained(py, error))
    }

    fn explained(&self, py: Python<'_>, error: PlayError) -> PyErr {
        match error {
            PlayError::Refused(why) => refused(why),
            PlayError::Fault(fault) => match self.company.try_lock() {
                Ok(company) => company.explained(py, broken(&fault)),
                Err(_) => broken(&fault),
            },
        }
    }

    fn seat(&self, py: Python<'_>, text: &str) -> PyResult<Seat> {
        self.host(py, |host| host.seat(text))?.map_err(|error| self.explained(py, error))
    }

    fn observer(&self, py: Python<'_>, text: Option<&str>) -> PyResult<Option<Seat>> {
        text.map(|text| self.seat(py, text)).transpose()
    }
}

#[pymethods]
impl PySession {
    #[new]
    fn new(
        py: Python<'_>,
        game: &str,
        seats: Vec<Option<Entrant>>,
        seed: u64,
        games: Option<u32>,
    ) -> PyResult<PySession> {
        let (mut company, mut places) = (Company::default(), Vec::new());
        let (spec, kind) = (read_spec(game)?, find_game(game)?.name);
        for entrant in seats {
            places.push(place(entrant, &mut company, kind)?);
        }
        let guests = company.guests();
        let open = || {
            let opening = opening(&spec, Seeds::new(seed), games, places)?;
            Ok(open_table(&opening, &[], Arc::new(guests)))
        };
        let opened = aside(py, open)?.map_err(|error: SpecError| refused(error))?;
        let table = opened.map_err(|error| match error {
            OpenError::Fault(fault) => company.explained(py, broken(&fault)),
            other => company.explained(py, refused(other)),
        })?;
        let process = std::process::id();
        Ok(PySession { table: Kept::new(table, &WORDS), company: Mutex::new(company), kind, process })
    }

    fn game(&self, py: Python<'_>) -> PyResult<String> {
        self.host(py, |host| host.game())
    }

    fn names(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        self.host(py, |host| host.names().to_vec())
    }

    fn series(&self, py: Python<'_>) -> PyResult<(u32, u32)> {
        self.host(py, |host| host.series())
    }

    fn waiting(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        self.host(py, |host| host.waiting().map(|seat| seat.to_string()).collect())
    }

    fn turn(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        self.host(py, |host| host.turn().map(|seat| seat.to_string()).collect())
    }

    fn fault(&self, py: Python<'_>) -> PyResult<Option<String>> {
        self.host(py, |host| host.fault().map(ToString::to_string))
    }

    fn view<'py>(&self, py: Python<'py>, seat: Option<&str>) -> PyResult<Bound<'py, PyAny>> {
        let observer = self.observer(py, seat)?;
        python(py, &self.host(py, |host| host.view(observer))?)
    }

    fn legal(&self, py: Python<'_>, seat: &str) -> PyResult<Vec<String>> {
        let seat = self.seat(py, seat)?;
        self.host(py, |host| host.legal(seat))
    }

    fn labels(&self, py: Python<'_>, seat: &str, lang: &str) -> PyResult<Vec<(String, String)>> {
        let (seat, lang) = (self.seat(py, seat)?, read_lang(lang)?);
        let label = |choice: &table::Choice| (choice.action.clone(), choice.label.clone());
        self.host(py, |host| host.choices(seat, lang).left().map(label).collect())
    }

    fn commit(&self, py: Python<'_>, seat: &str, action: &str) -> PyResult<()> {
        let seat = self.seat(py, seat)?;
        self.play(py, |host| host.commit(seat, action))
    }

    fn withdraw(&self, py: Python<'_>, seat: &str) -> PyResult<()> {
        let seat = self.seat(py, seat)?;
        self.play(py, |host| host.withdraw(seat))
    }

    fn think(&self, py: Python<'_>) -> PyResult<()> {
        self.play(py, |host| host.think())
    }

    fn next_game(&self, py: Python<'_>) -> PyResult<()> {
        self.play(py, |host| host.next_game())
    }

    fn replace(&self, py: Python<'_>, seat: &str, entrant: Option<Entrant>) -> PyResult<()> {
        let seat = self.seat(py, seat)?;
        let busy = |_| PyRuntimeError::new_err(WORDS.busy);
        let mut company = self.company.try_lock().map_err(busy)?;
        let place = place(entrant, &mut company, self.kind)?;
        let (name, guests) = (place.name().to_string(), company.guests());
        drop(company);
        let replaced = self.play(py, |host| host.replace(seat, place));
        replaced.inspect_err(|error| {
            if error.is_instance_of::<Refused>(py) {
                guests.dismiss(&name);
            }
        })
    }

    fn events(&self, py: Python<'_>, seat: Option<&str>, since: usize, lang: &str) -> PyResult<Vec<String>> {
        let (observer, lang) = (self.observer(py, seat)?, read_lang(lang)?);
        self.host(py, |host| host.events_since(observer, since, lang))
    }

    fn text(&self, py: Python<'_>, seat: Option<&str>, lang: &str, width: usize) -> PyResult<String> {
        let (observer, lang) = (self.observer(py, seat)?, read_lang(lang)?);
        self.host(py, |host| host.text_within(observer, lang, width))
    }

    fn svg(&self, py: Python<'_>, seat: Option<&str>, lang: &str) -> PyResult<String> {
        let (observer, lang) = (self.observer(py, seat)?, read_lang(lang)?);
        self.host(py, |host| host.svg(observer, lang, Shape::Wide))
    }

    fn face_up(&self, py: Python<'_>, lang: &str, width: usize) -> PyResult<Option<String>> {
        let lang = read_lang(lang)?;
        self.host(py, |host| host.face_up(None, lang, width))
    }

    fn payoffs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        written(py, &self.host(py, |host| host.payoffs())?)
    }

    fn points(&self, py: Python<'_>) -> PyResult<Vec<f64>> {
        self.host(py, |host| host.points())
    }

    fn record(&self, py: Python<'_>) -> PyResult<Option<String>> {
        self.host(py, |host| host.record())
    }

    fn belief<'py>(&self, py: Python<'py>, seat: &str, estimator: &str) -> PyResult<Bound<'py, PyAny>> {
        let (seat, spec) = (self.seat(py, seat)?, read_spec(estimator)?);
        let thought = self.own()?.look(|table| Ok(py.detach(|| table.belief(seat, &spec))))?;
        python(py, &thought.map_err(refused)?)
    }

    fn advice<'py>(
        &self,
        py: Python<'py>,
        seat: &str,
        player: String,
        lang: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (seat, player, lang) = (self.seat(py, seat)?, named(player, self.kind)?, read_lang(lang)?);
        let told = |error| self.explained(py, error);
        let adviser = self.host(py, |host| host.adviser(seat, &player, lang))?.map_err(told)?;
        // It thinks beside the table, which is free meanwhile.
        let advice = aside(py, || adviser.advise())?.map_err(|fault| told(PlayError::Fault(fault)))?;
        python(py, &advice_json(&advice))
    }
}

/// Where somebody sits.
fn place(entrant: Option<Entrant>, company: &mut Company, game: &str) -> PyResult<Occupant> {
    match entrant {
        None => Ok(Occupant::External("person".to_string())),
        Some(entrant) => company.name(entrant, game).map(Occupant::Agent),
    }
}

fn advice_json(advice: &Advice) -> Value {
    let row = |AdviceRow { label, visits, value, share }: &AdviceRow| json!({"label": label, "visits": visits, "value": value, "share": share});
    let rows: Vec<Value> = advice.rows.iter().map(row).collect();
    let notes: Map<String, Value> =
        advice.beliefs().map(|(seat, text)| (seat.to_string(), json!(text))).collect();
    json!({"action": advice.action, "label": advice.label, "rows": rows, "notes": notes})
}

impl Drop for PySession {
    fn drop(&mut self) {
        if self.process != std::process::id() {
            std::mem::forget(self.table.take());
        }
    }
}
