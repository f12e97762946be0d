//! One game as a sequential state: what PettingZoo and OpenSpiel are made of.

use agents::{AnyState, GameFacts, open_state};
use numpy::{PyReadwriteArray1, PyUntypedArrayMethods};
use pyo3::prelude::*;
use table::{Node, Seat, StepError};

use crate::errors::refused;
use crate::lists::read_spec;
use crate::values::written;

/// OpenSpiel's numbers for who is not a seat.
const CHANCE: i32 = -1;
const OVER: i32 = -4;

/// One game, one choice at a time. Use `tefuda.pettingzoo` or `tefuda.openspiel`.
#[pyclass(name = "State", module = "tefuda._tefuda")]
pub(crate) struct PyState {
    state: Box<dyn AnyState>,
    facts: GameFacts,
}

impl PyState {
    fn of(state: Box<dyn AnyState>) -> PyState {
        PyState { facts: state.facts(), state }
    }

    fn seat(&self, number: usize) -> PyResult<Seat> {
        match number < self.facts.seats {
            true => Ok(Seat::new(number)),
            false => Err(refused(format!(
                "there is no seat {number}; they are numbered from 0, and there are {}",
                self.facts.seats
            ))),
        }
    }

    fn observer(&self, number: Option<usize>) -> PyResult<Option<Seat>> {
        number.map(|number| self.seat(number)).transpose()
    }
}

fn done(result: Result<(), StepError>) -> PyResult<()> {
    result.map_err(refused)
}

#[pymethods]
impl PyState {
    /// With a seed the state draws chance events itself; without one they are given from outside.
    #[new]
    fn new(game: &str, seats: usize, seed: Option<u64>) -> PyResult<PyState> {
        open_state(&read_spec(game)?, seats, seed).map(PyState::of).map_err(refused)
    }

    /// What is the same in every state of this game.
    fn facts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        written(py, &self.facts)
    }

    /// The same state once more.
    fn clone(&self) -> PyState {
        PyState { state: self.state.fork(), facts: self.facts.clone() }
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> PyState {
        self.clone()
    }

    /// The seat that must choose; -1 where chance decides, -4 where the game is over.
    fn current(&self) -> i32 {
        match self.state.node() {
            Node::Chance => CHANCE,
            Node::Choice(seat) => seat.index() as i32,
            Node::Over => OVER,
        }
    }

    /// The legal ids of the seat that must choose, ascending.
    fn legal(&self) -> Vec<u32> {
        self.state.legal().to_vec()
    }

    /// Takes the choice of the seat that must choose.
    fn choose(&mut self, id: u32) -> PyResult<()> {
        done(self.state.choose(id))
    }

    /// The probability of every outcome that chance could decide now; None where they are too many to list.
    fn outcomes(&self) -> Option<Vec<f64>> {
        self.state.outcomes()
    }

    /// The outcome of this number as text.
    fn outcome_text(&self, number: usize) -> Option<String> {
        self.state.outcome_text(number)
    }

    /// Chance decides the outcome of this number.
    fn decide(&mut self, number: usize) -> PyResult<()> {
        done(self.state.decide(number))
    }

    /// Draws the chance event that is due from this seed.
    fn sample(&mut self, seed: u64) -> PyResult<()> {
        done(self.state.sample(seed))
    }

    /// The points of each seat; 0 until the game is over.
    fn returns(&self) -> Vec<f64> {
        self.state.returns()
    }

    /// Writes what a seat sees as figures into an array of 32-bit floats.
    fn observe(&self, seat: usize, mut out: PyReadwriteArray1<'_, f32>) -> PyResult<()> {
        let (seat, width) = (self.seat(seat)?, self.facts.width);
        if out.len() != width {
            return Err(refused(format!("a row has {width} figures, not {}", out.len())));
        }
        self.state.observe(seat, out.as_slice_mut().map_err(refused)?);
        Ok(())
    }

    /// All that a seat saw and did, in order.
    fn information_state(&self, seat: usize) -> PyResult<String> {
        Ok(self.state.information_state(self.seat(seat)?))
    }

    /// What a seat (None: a spectator) sees now, as JSON.
    fn observation(&self, seat: Option<usize>) -> PyResult<String> {
        Ok(self.state.observation(self.observer(seat)?))
    }

    /// The same as lines of text.
    fn text(&self, seat: Option<usize>) -> PyResult<String> {
        Ok(self.state.text(self.observer(seat)?))
    }

    /// The same as a picture.
    fn svg(&self, seat: Option<usize>) -> PyResult<String> {
        Ok(self.state.svg(self.observer(seat)?))
    }

    /// The action of an id as text.
    fn action_text(&self, id: u32) -> Option<String> {
        self.state.action_text(id)
    }

    /// The id of an action that is written as text.
    fn action_id(&self, text: &str) -> PyResult<u32> {
        self.state.action_id(text).map_err(refused)
    }

    /// The same state in a world, drawn from this seed, that this seat cannot tell from the truth.
    fn resample(&self, seat: usize, seed: u64) -> PyResult<PyState> {
        Ok(PyState::of(self.state.resample(self.seat(seat)?, seed)))
    }

    /// A state holds the truth, and a pickle would carry it to whoever opens it.
    fn __reduce__(&self) -> PyResult<()> {
        Err(refused(
            "a state holds what others hide, so it is not pickled; keep the game, the seed and the ids",
        ))
    }
}
