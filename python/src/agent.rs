//! Players written in Python: each is told what its seat sees, as JSON lines tell programs, and answers with an action.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use catalog::{
    Guest, Invitation, RowGuest, RowNumbers, RowQuestions, TextAgent, check_agent, invite, invite_for_rows,
};
use numpy::{PyArray1, PyArrayMethods};
use pyo3::prelude::*;
use table::{Fault, Seat, Spec};

use crate::batch::read_ids;
use crate::errors::{Broken, refused};
use crate::lists::read_spec;
use crate::values::written;
use crate::work::caught;

/// Who sits down: a player by its spec, or one that is made by calling something, under a name; and whether it answers the
/// questions of many tables at once.
#[derive(FromPyObject)]
pub(crate) enum Entrant {
    Named(String),
    Guest(String, Py<PyAny>, bool),
}

/// The first exception that a player raised, kept to be told as the cause.
pub(crate) type Trouble = Arc<Mutex<Option<PyErr>>>;

/// The players of some work. Those written in Python can be seated for as long as this is kept.
#[derive(Default)]
pub(crate) struct Company {
    guests: Guests,
    trouble: Trouble,
}

/// Those of a company who are written in Python, each under a name that nobody else has in it. Who sits elsewhere does
/// not matter.
#[derive(Clone, Default)]
pub(crate) struct Guests(Arc<Mutex<Vec<(String, Invitation)>>>);

impl Guests {
    fn list(&self) -> MutexGuard<'_, Vec<(String, Invitation)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// This name or, where it is taken here or by a player of the house, the name with a number.
    fn free(&self, wanted: &str) -> String {
        let list = self.list();
        let is_free = |name: &String| {
            !list.iter().any(|(taken, _)| taken == name)
                && !catalog::agents().iter().any(|agent| agent.info.name == name.as_str())
        };
        let numbered = (2..).map(|number: u64| format!("{wanted}-{number}"));
        [wanted.to_string()].into_iter().chain(numbered).find(is_free).expect("numbers do not run out")
    }

    /// Forgets a guest that could not sit down.
    pub(crate) fn dismiss(&self, name: &str) {
        let mut list = self.list();
        let dismissed: Vec<_> = list.extract_if(.., |(taken, _)| taken == name).collect();
        // A guest may be the last to hold another: the list is free again before it goes.
        drop(list);
        drop(dismissed);
    }
}

impl catalog::Guests for Guests {
    fn find(&self, name: &str) -> Option<Result<Guest, String>> {
        let spec = self.list().iter().find(|(taken, _)| taken == name).map(|(_, one)| one.spec())?;
        Some(Ok(Guest::Listed { spec, unfit: None }))
    }
}

impl Company {
    /// Those who are written in Python.
    pub(crate) fn guests(&self) -> Guests {
        self.guests.clone()
    }

    /// What somebody is called at a table of this game.
    pub(crate) fn name(&mut self, entrant: Entrant, game: &str) -> PyResult<String> {
        match entrant {
            Entrant::Named(name) => named(name, game),
            Entrant::Guest(label, make, _) => self.invite(&label, make, false).map(|(name, _)| name),
        }
    }

    /// The specs of everybody.
    pub(crate) fn specs(&mut self, entrants: Vec<Entrant>) -> PyResult<Vec<Spec>> {
        let spec = |entrant| match entrant {
            Entrant::Named(name) => read_spec(&name),
            Entrant::Guest(label, make, many) => self.invite(&label, make, many).map(|(_, spec)| spec),
        };
        entrants.into_iter().map(spec).collect()
    }

    /// The name under which somebody is known here from now on, and the spec that seats it.
    fn invite(&mut self, label: &str, make: Py<PyAny>, many: bool) -> PyResult<(String, Spec)> {
        let (trouble, name) = (Arc::clone(&self.trouble), self.guests.free(label));
        let (called, make) = (name.clone(), Arc::new(make));
        let (made, of, told) = (Arc::clone(&make), called.clone(), Arc::clone(&trouble));
        let arrive = Arc::new(move || Visitor::arrive(&made, &of, Arc::clone(&told)));
        let invitation = match many {
            false => invite(&name, arrive),
            true => {
                let for_rows = move || RowVisitor::arrive(&make, &called, Arc::clone(&trouble));
                invite_for_rows(&name, arrive, Arc::new(for_rows))
            }
        };
        let invitation = invitation.map_err(refused)?;
        let spec = invitation.spec();
        self.guests.list().push((name.clone(), invitation));
        Ok((name, spec))
    }

    /// The same exception with what a player raised as its cause.
    pub(crate) fn explained(&self, py: Python<'_>, error: PyErr) -> PyErr {
        if let Some(cause) = self.trouble.lock().unwrap_or_else(PoisonError::into_inner).take() {
            error.set_cause(py, Some(cause));
        }
        error
    }
}

/// A player of the house by its name. Nobody else is seated by a name: a guest would hear what another seat holds.
pub(crate) fn named(name: String, game: &str) -> PyResult<String> {
    let spec = read_spec(&name)?;
    caught(|| check_agent(&spec, game))?.map_err(refused)?;
    Ok(name)
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

/// A Python object that answers the questions of many tables.
struct RowVisitor {
    object: Py<PyAny>,
    label: String,
    width: usize,
    trouble: Trouble,
}

impl RowVisitor {
    fn arrive(make: &Py<PyAny>, label: &str, trouble: Trouble) -> Result<Box<dyn RowGuest>, String> {
        let made = Python::attach(|py| make.call0(py));
        let object = made.map_err(|error: PyErr| {
            let why = format!("{label} could not be made: {error}");
            keep(&trouble, error);
            why
        })?;
        Ok(Box::new(RowVisitor { object, label: label.to_string(), width: 0, trouble }))
    }

    /// Calls a function of the package with the object and more; what it raises is a fault.
    fn call<T>(
        &self,
        work: impl for<'py> FnOnce(&Bound<'py, PyModule>, &Py<PyAny>) -> PyResult<T>,
    ) -> Result<T, Fault> {
        let called = Python::attach(|py| work(&py.import("tefuda.agents")?, &self.object));
        called.map_err(|error| {
            let why = format!("{} raised {error}", self.label);
            keep(&self.trouble, error);
            Fault::Broken(why)
        })
    }
}

impl RowGuest for RowVisitor {
    fn begin(&mut self, numbers: &RowNumbers) -> Result<(), Fault> {
        self.width = numbers.width;
        self.call(|agents, object| {
            let numbers = written(agents.py(), numbers)?;
            agents.getattr("begin_rows")?.call1((object, numbers)).map(drop)
        })
    }

    fn answer(&mut self, questions: &RowQuestions<'_>, ids: &mut Vec<u32>) -> Result<(), Fault> {
        let (count, width) = (questions.count, self.width);
        self.call(|agents, object| {
            let obs = PyArray1::from_slice(agents.py(), questions.obs).reshape([count, width])?;
            let mask = PyArray1::from_slice(agents.py(), questions.mask);
            let mask = mask.reshape([count, questions.mask.len() / count])?;
            let told = (object, obs, mask, questions.seed);
            read_ids(&agents.getattr("hear_rows")?.call1(told)?, ids)
        })
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
