//! One game as a sequential state: what PettingZoo and OpenSpiel are made of.

use catalog::{AnyState, GameFacts, open_state};
use numpy::{PyReadwriteArray1, PyUntypedArrayMethods};
use pyo3::prelude::*;
use table::{Node, Seat, StepError};

use crate::errors::refused;
use crate::kept::{Kept, Words};
use crate::lists::read_spec;
use crate::values::written;
use crate::work::caught;

/// OpenSpiel's numbers for who is not a seat.
const CHANCE: i32 = -1;
const OVER: i32 = -4;

/// One game, one choice at a time. Use `tefuda.pettingzoo` or `tefuda.openspiel`.
#[pyclass(frozen, name = "State", module = "tefuda._tefuda")]
pub(crate) struct PyState {
    state: Kept<Box<dyn AnyState>>,
    facts: GameFacts,
}

const WORDS: Words = Words {
    busy: "this state is in use by another thread; give each thread a state of its own",
    broke: "this state broke down earlier; begin another game",
};

impl PyState {
    fn of(state: Box<dyn AnyState>) -> PyState {
        PyState { facts: state.facts(), state: Kept::new(state, &WORDS) }
    }

    fn look<T>(&self, work: impl FnOnce(&dyn AnyState) -> T) -> PyResult<T> {
        self.state.look(|state| Ok(work(state.as_ref())))
    }

    /// What a seat is shown.
    fn show<T>(&self, seat: usize, work: impl FnOnce(&dyn AnyState, Seat) -> T) -> PyResult<T> {
        let seat = self.seat(seat)?;
        self.look(|state| work(state, seat))
    }

    /// What a seat or a spectator is shown.
    fn draw(
        &self,
        seat: Option<usize>,
        work: impl FnOnce(&dyn AnyState, Option<Seat>) -> String,
    ) -> PyResult<String> {
        let observer = seat.map(|seat| self.seat(seat)).transpose()?;
        self.look(|state| work(state, observer))
    }

    fn step(&self, work: impl FnOnce(&mut dyn AnyState) -> Result<(), StepError>) -> PyResult<()> {
        self.state.change(|state| work(state.as_mut()).map_err(refused))
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
}

#[pymethods]
impl PyState {
    /// With a seed the state draws chance events itself; without one they are given from outside.
    #[new]
    fn new(game: &str, seats: usize, seed: Option<u64>) -> PyResult<PyState> {
        let spec = read_spec(game)?;
        caught(|| open_state(&spec, seats, seed).map(PyState::of))?.map_err(refused)
    }

    /// What is the same in every state of this game.
    fn facts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        written(py, &self.facts)
    }

    /// The same state once more.
    fn clone(&self) -> PyResult<PyState> {
        self.look(|state| PyState::of(state.fork()))
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> PyResult<PyState> {
        self.clone()
    }

    /// The seat that must choose; -1 where chance decides, -4 where the game is over.
    fn current(&self) -> PyResult<i32> {
        self.look(|state| match state.node() {
            Node::Chance => CHANCE,
            Node::Choice(seat) => seat.index() as i32,
            Node::Over => OVER,
        })
    }

    /// The legal ids of the seat that must choose, ascending.
    fn legal(&self) -> PyResult<Vec<u32>> {
        self.look(|state| state.legal().to_vec())
    }

    /// Takes the choice of the seat that must choose.
    fn choose(&self, id: u32) -> PyResult<()> {
        self.step(|state| state.choose(id))
    }

    /// The probability of every outcome that chance could decide now; None where they are too many to list.
    fn outcomes(&self) -> PyResult<Option<Vec<f64>>> {
        self.look(|state| state.outcomes())
    }

    /// The outcome of this number as text.
    fn outcome_text(&self, number: usize) -> PyResult<Option<String>> {
        self.look(|state| state.outcome_text(number))
    }

    /// Chance decides the outcome of this number.
    fn decide(&self, number: usize) -> PyResult<()> {
        self.step(|state| state.decide(number))
    }

    /// Draws the chance event that is due from this seed.
    fn sample(&self, seed: u64) -> PyResult<()> {
        self.step(|state| state.sample(seed))
    }

    /// The points of each seat; 0 until the game is over.
    fn returns(&self) -> PyResult<Vec<f64>> {
        self.look(|state| state.returns())
    }

    /// Writes what a seat sees as figures into an array of 32-bit floats.
    fn observe(&self, seat: usize, mut out: PyReadwriteArray1<'_, f32>) -> PyResult<()> {
        let width = self.facts.width;
        if out.len() != width {
            return Err(refused(format!("a row has {width} figures, not {}", out.len())));
        }
        let out = out.as_slice_mut().map_err(refused)?;
        self.show(seat, |state, seat| state.observe(seat, out))
    }

    /// All that a seat saw and did, in order.
    fn information_state(&self, seat: usize) -> PyResult<String> {
        self.show(seat, |state, seat| state.information_state(seat))
    }

    /// What a seat (None: a spectator) sees now, as JSON.
    fn observation(&self, seat: Option<usize>) -> PyResult<String> {
        self.draw(seat, |state, observer| state.observation(observer))
    }

    /// The same as lines of text.
    fn text(&self, seat: Option<usize>) -> PyResult<String> {
        self.draw(seat, |state, observer| state.text(observer))
    }

    /// The same as a picture.
    fn svg(&self, seat: Option<usize>) -> PyResult<String> {
        self.draw(seat, |state, observer| state.svg(observer))
    }

    /// The action of an id as text.
    fn action_text(&self, id: u32) -> PyResult<Option<String>> {
        self.look(|state| state.action_text(id))
    }

    /// The id of an action that is written as text.
    fn action_id(&self, text: &str) -> PyResult<u32> {
        self.look(|state| state.action_id(text))?.map_err(refused)
    }

    /// The same state in a world, drawn from this seed, that this seat cannot tell from the truth.
    fn resample(&self, seat: usize, seed: u64) -> PyResult<PyState> {
        self.show(seat, |state, seat| PyState::of(state.resample(seat, seed)))
    }

    /// A state holds the truth, and a pickle would show it to anybody who opens it.
    fn __reduce__(&self) -> PyResult<()> {
        Err(refused(
            "a state holds what others hide, so it is not pickled; keep the game, the seed and the ids",
        ))
    }
}
