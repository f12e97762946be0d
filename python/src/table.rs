//! A table of any game: people, players of the house and players written in Python sit at it.

use std::sync::{Mutex, MutexGuard, TryLockError};

use agents::{Playable, RoleGame, Visitor, visit};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use serde_json::json;
use table::{Host, Lang, OpenError, Opening, Place, PlayError, Seat, Seeds, Shape, Spec, Table};

use crate::agent::{Company, Entrant, broken};
use crate::belief::{self, Ask};
use crate::errors::{Broken, refused};
use crate::lists::{read_lang, read_spec};
use crate::values::{python, written};

/// A table whose game is known to itself alone.
trait Opened: Send {
    fn host(&mut self) -> &mut dyn Host;

    /// What an estimator thinks from a seat that has seen this game so far.
    fn belief(&self, seat: Seat, estimator: &Spec) -> Result<serde_json::Value, String>;
}

struct Known<G: Playable> {
    table: Table<G>,
    ask: Ask<G>,
}

impl<G: Playable> Opened for Known<G> {
    fn host(&mut self) -> &mut dyn Host {
        &mut self.table
    }

    fn belief(&self, seat: Seat, estimator: &Spec) -> Result<serde_json::Value, String> {
        (self.ask)(&self.table, seat, estimator).map_err(|error| error.to_string())
    }
}

/// Opens a table.
struct Open {
    places: Vec<Place>,
    seed: u64,
    games: Option<u32>,
}

impl Open {
    fn open<G: Playable>(self, rules: &G::Rules, ask: Ask<G>) -> Result<Box<dyn Opened>, OpenError> {
        let games = self.games.unwrap_or(G::SERIES);
        let opening: Opening = Table::<G>::opening(rules, Seeds::new(self.seed), games, self.places);
        let table = Table::<G>::open(opening, Box::new(agents::seat_named))?;
        Ok(Box::new(Known { table, ask }))
    }
}

impl Visitor for Open {
    type Out = Result<Box<dyn Opened>, OpenError>;

    fn visit<G: Playable>(self, rules: G::Rules) -> Self::Out {
        self.open::<G>(&rules, belief::ranks::<G>)
    }

    fn visit_roles<G: RoleGame>(self, rules: G::Rules) -> Self::Out {
        self.open::<G>(&rules, belief::roles::<G>)
    }
}

/// A table at which one series is played. Use `tefuda.Table`.
#[pyclass(frozen, name = "Session", module = "tefuda._tefuda")]
pub(crate) struct PySession {
    /// Left alone in a process that was forked: programs that play here belong to the other one.
    table: Mutex<Option<Box<dyn Opened>>>,
    company: Mutex<Company>,
    process: u32,
}

const BUSY: &str =
    "this table is in use: by another thread, or by one of its own players, who may not look at it";
const FORKED: &str = "this table was opened by another process; open one here";

impl PySession {
    fn lock(&self) -> PyResult<MutexGuard<'_, Option<Box<dyn Opened>>>> {
        if self.process != std::process::id() {
            return Err(PyRuntimeError::new_err(FORKED));
        }
        // Waiting could wait for ever: the one who is there may wait for the interpreter.
        self.table.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => PyRuntimeError::new_err(BUSY),
            TryLockError::Poisoned(_) => Broken::new_err("this table broke down earlier; open another"),
        })
    }

    /// Does something with the table, while Python goes on.
    fn with<T: Send>(&self, py: Python<'_>, work: impl FnOnce(&mut dyn Opened) -> T + Send) -> PyResult<T> {
        let mut held = self.lock()?;
        let table = held.as_mut().expect("only a drop takes the table").as_mut();
        Ok(py.detach(|| work(table)))
    }

    fn host<T: Send>(&self, py: Python<'_>, work: impl FnOnce(&mut dyn Host) -> T + Send) -> PyResult<T> {
        self.with(py, |table| work(table.host()))
    }

    /// The same of something that may be refused, or break a player.
    fn play<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut dyn Host) -> Result<T, PlayError> + Send,
    ) -> PyResult<T> {
        self.host(py, work)?.map_err(|error| self.explained(py, error))
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
        self.play(py, |host| host.seat(text))
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
        let (mut company, mut places, spec) = (Company::default(), Vec::new(), read_spec(game)?);
        for entrant in seats {
            places.push(match entrant {
                None => Place::Outside("person".to_string()),
                Some(entrant) => Place::Agent(company.name(entrant)?),
            });
        }
        let (seats, open) = (places.len(), Open { places, seed, games });
        let opened = py.detach(|| visit(&spec, seats, open)).map_err(refused)?;
        let table = opened.map_err(|error| match error {
            OpenError::Fault(fault) => company.explained(py, broken(&fault)),
            other => company.explained(py, refused(other)),
        })?;
        let process = std::process::id();
        Ok(PySession { table: Mutex::new(Some(table)), company: Mutex::new(company), process })
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
        let place = match entrant {
            None => Place::Outside("person".to_string()),
            Some(entrant) => {
                let mut company = self.company.try_lock().map_err(|_| PyRuntimeError::new_err(BUSY))?;
                Place::Agent(company.name(entrant)?)
            }
        };
        self.play(py, |host| host.replace(seat, place))
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
        let thought = self.with(py, |table| table.belief(seat, &spec))?;
        python(py, &thought.map_err(refused)?)
    }

    fn advice<'py>(&self, py: Python<'py>, seat: &str, player: &str) -> PyResult<Bound<'py, PyAny>> {
        let seat = self.seat(py, seat)?;
        let advice = self.play(py, |host| {
            let adviser = host.adviser(seat, player, Lang::English)?;
            adviser.advise().map_err(PlayError::Fault)
        })?;
        let row = |row: &table::AdviceRow| json!({"label": row.label, "visits": row.visits, "value": row.value, "share": row.share});
        let rows: Vec<_> = advice.rows.iter().map(row).collect();
        python(py, &json!({"action": advice.action, "label": advice.label, "rows": rows}))
    }
}

impl Drop for PySession {
    fn drop(&mut self) {
        let table = self.table.get_mut().map(Option::take);
        match table {
            Ok(table) if self.process != std::process::id() => std::mem::forget(table),
            _ => {}
        }
    }
}
