//! Players written in Python: each is told what its seat sees, as JSON lines tell programs, and answers with an action.

use std::sync::{Arc, Mutex, PoisonError};

use agents::{Invitation, TextAgent, invite};
use pyo3::prelude::*;
use table::{Fault, Seat, Spec};

use crate::errors::{Broken, refused};
use crate::lists::read_spec;

/// Who sits down: a player by its spec, or one that is made by calling something, under a name.
#[derive(FromPyObject)]
pub(crate) enum Entrant {
    Named(String),
    Guest(String, Py<PyAny>),
}

/// The first exception that a player raised, kept to be told as the cause.
pub(crate) type Trouble = Arc<Mutex<Option<PyErr>>>;

/// The players of some work. Those written in Python can be seated for as long as this is kept.
#[derive(Default)]
pub(crate) struct Company {
    invitations: Vec<Invitation>,
    trouble: Trouble,
}

impl Company {
    /// What somebody is called here, as a spec; who is written in Python is invited first.
    pub(crate) fn name(&mut self, entrant: Entrant) -> PyResult<String> {
        let (label, make) = match entrant {
            Entrant::Named(name) => return Ok(name),
            Entrant::Guest(label, make) => (label, make),
        };
        let (trouble, called) = (Arc::clone(&self.trouble), label.clone());
        let arrive = move || Visitor::arrive(&make, &called, Arc::clone(&trouble));
        let invitation = invite(&label, Arc::new(arrive)).map_err(refused)?;
        let name = invitation.name().to_string();
        self.invitations.push(invitation);
        Ok(name)
    }

    /// The specs of everybody.
    pub(crate) fn specs(&mut self, entrants: Vec<Entrant>) -> PyResult<Vec<Spec>> {
        entrants.into_iter().map(|entrant| read_spec(&self.name(entrant)?)).collect()
    }

    /// The same exception with what a player raised as its cause.
    pub(crate) fn explained(&self, py: Python<'_>, error: PyErr) -> PyErr {
        if let Some(cause) = self.trouble.lock().unwrap_or_else(PoisonError::into_inner).take() {
            error.set_cause(py, Some(cause));
        }
        error
    }
}

/// A Python object at a table.
struct Visitor {
    object: Py<PyAny>,
    label: String,
    seat: Seat,
    answered: String,
    fault: Option<Fault>,
    trouble: Trouble,
    reads_rows: bool,
}

impl Visitor {
    fn arrive(make: &Py<PyAny>, label: &str, trouble: Trouble) -> Result<Box<dyn TextAgent>, String> {
        let made = Python::attach(|py| {
            let object = make.call0(py)?;
            let reads = object.bind(py).getattr_opt("reads_rows")?;
            Ok((object, reads.map_or(Ok(false), |reads| reads.is_truthy())?))
        });
        let (object, reads_rows) = made.map_err(|error: PyErr| {
            let why = format!("{label} could not be made: {error}");
            keep(&trouble, error);
            why
        })?;
        let (label, seat, answered) = (label.to_string(), Seat::new(0), String::new());
        Ok(Box::new(Visitor { object, label, seat, answered, fault: None, trouble, reads_rows }))
    }

    /// Tells it something; what it answers, if it does.
    fn hear(&mut self, json: &str) -> Option<String> {
        let heard = Python::attach(|py| {
            let hear = py.import("tefuda.agents")?.getattr("hear")?;
            hear.call1((&self.object, json))?.extract::<Option<String>>()
        });
        heard.unwrap_or_else(|error| {
            self.break_down(&format!("raised {error}"));
            keep(&self.trouble, error);
            None
        })
    }

    fn break_down(&mut self, did: &str) {
        self.fault = Some(Fault::Broken(format!("seat {}: {} {did}", self.seat, self.label)));
    }
}

impl TextAgent for Visitor {
    fn hello(&mut self, seat: Seat, json: &str) {
        self.seat = seat;
        self.hear(json);
    }

    fn seen(&mut self, json: &str) {
        self.hear(json);
    }

    fn act(&mut self, json: &str) -> Option<String> {
        let answer = self.hear(json)?;
        self.answered.clone_from(&answer);
        Some(answer)
    }

    fn refuse(&mut self, why: &str) {
        self.break_down(&format!("answered `{}`{why}", self.answered.escape_debug()));
    }

    fn end(&mut self, json: &str) {
        self.hear(json);
    }

    fn fault(&self) -> Option<Fault> {
        self.fault.clone()
    }

    fn reads_rows(&self) -> bool {
        self.reads_rows
    }
}

/// The first exception is the cause of the others.
fn keep(trouble: &Trouble, error: PyErr) {
    trouble.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
}

/// A player that broke down.
pub(crate) fn broken(fault: &Fault) -> PyErr {
    Broken::new_err(fault.to_string())
}
