//! Many tables stepped together, written into numpy's memory.

use catalog::{AnyBatch, BatchOptions, BatchRows, NotLoaded, open_batch};
use numpy::{
    Element, PyArray1, PyReadonlyArray1, PyReadwriteArray1, PyReadwriteArray2, PyUntypedArrayMethods,
};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList};
use table::{Feature, Packing, Reset, Steps, derive_seed};

use crate::errors::{Broken, refused};
use crate::kept::{Kept, Words};
use crate::lists::read_spec;
use crate::work::aside;

/// Many tables of one game. Use `tefuda.batch`.
#[pyclass(frozen, name = "Batch", module = "tefuda._tefuda")]
pub(crate) struct PyBatch {
    held: Kept<Held>,
}

const WORDS: Words = Words {
    busy: "this batch is in use by another thread; give each thread a batch of its own",
    broke: "this batch broke down earlier; open another",
};

struct Held {
    batch: Box<dyn AnyBatch>,
    /// The seed that was given last, and how often the batch was reset since.
    given: u64,
    resets: u64,
    ids: Vec<u32>,
    offsets: Vec<u32>,
    events: Vec<i32>,
}

impl Held {
    /// The seed of the next reset: that which is given; then others that follow from it.
    fn next_seed(&mut self, given: Option<u64>) -> u64 {
        if let Some(seed) = given {
            (self.given, self.resets) = (seed, 0);
        }
        let seed = if self.resets == 0 { self.given } else { derive_seed(&[self.given, self.resets]) };
        self.resets += 1;
        seed
    }
}

type Ids<'py> = Bound<'py, PyArray1<u32>>;
type Numbers<'py> = Bound<'py, PyArray1<i32>>;

macro_rules! arrays {
    ($($array:ident: $kind:ident<$element:ty>,)*) => {
        /// What a step is written into, a row a table; what is None is not written.
        #[derive(FromPyObject)]
        struct Arrays<'py> {
            $($array: Option<$kind<'py, $element>>,)*
        }

        impl Arrays<'_> {
            /// The same as plain memory, which can be written while Python goes on.
            fn rows(&mut self) -> PyResult<BatchRows<'_>> {
                Ok(BatchRows {
                    $($array: self.$array.as_mut().map($kind::as_slice_mut).transpose()?,)*
                })
            }
        }
    };
}

arrays! {
    obs: PyReadwriteArray2<f32>,
    packed: PyReadwriteArray2<u8>,
    mask: PyReadwriteArray2<u8>,
    seat: PyReadwriteArray1<u8>,
    rewards: PyReadwriteArray2<f32>,
    ended: PyReadwriteArray1<bool>,
    over: PyReadwriteArray1<bool>,
    finals: PyReadwriteArray2<f32>,
    packed_finals: PyReadwriteArray2<u8>,
    player: PyReadwriteArray1<i8>,
    seating: PyReadwriteArray2<i8>,
    truth: PyReadwriteArray2<f32>,
}

#[pymethods]
impl PyBatch {
    #[new]
    #[pyo3(signature = (game, seats, tables, *, series, seed, same_step, threads, own, others, truth, events, most_gib))]
    #[expect(clippy::too_many_arguments, reason = "they are the keywords of a Python function")]
    fn new(
        py: Python<'_>,
        game: &str,
        seats: usize,
        tables: usize,
        series: Option<u32>,
        seed: u64,
        same_step: bool,
        threads: usize,
        own: Option<Vec<u8>>,
        others: Vec<String>,
        truth: bool,
        events: bool,
        most_gib: f64,
    ) -> PyResult<PyBatch> {
        let reset = if same_step { Reset::SameStep } else { Reset::NextStep };
        let spec = read_spec(game)?;
        let others = others.iter().map(|other| read_spec(other)).collect::<PyResult<_>>()?;
        let most_bytes = (most_gib * f64::from(1 << 30)) as usize;
        let options =
            BatchOptions { tables, series, seed, reset, threads, own, others, truth, events, most_bytes };
        let batch = aside(py, || open_batch(&spec, seats, options))?.map_err(refused)?;
        let (ids, offsets, events) = (Vec::with_capacity(tables), Vec::new(), Vec::new());
        Ok(PyBatch { held: Kept::new(Held { batch, given: seed, resets: 0, ids, offsets, events }, &WORDS) })
    }

    /// Tables, seats, figures a row, ids.
    fn shape(&self) -> PyResult<(usize, usize, usize, u32)> {
        self.held.look(|Held { batch, .. }| {
            let facts = batch.facts();
            Ok((facts.tables, facts.seats, facts.width, facts.ids))
        })
    }

    /// The number of bytes a packed row has.
    fn packed(&self) -> PyResult<usize> {
        self.held.look(|Held { batch, .. }| Ok(batch.facts().packed))
    }

    /// What the figures of the truth and the numbers of events are.
    fn names(&self) -> PyResult<(Vec<String>, Vec<String>)> {
        self.held.look(|Held { batch, .. }| {
            let facts = batch.facts();
            Ok((facts.truth_names.clone(), facts.event_names.clone()))
        })
    }

    /// Begins anew, with this seed or one that follows from the last that was given.
    fn restart(&self, py: Python<'_>, seed: Option<u64>, arrays: &Bound<'_, PyAny>) -> PyResult<()> {
        self.held.change(|held| {
            let mut arrays = arrays.extract::<Arrays<'_>>()?;
            let rows = arrays.rows()?;
            let seed = held.next_seed(seed);
            let batch = &mut held.batch;
            py.detach(|| {
                batch.restart(seed);
                batch.show(rows);
            });
            Ok(())
        })
    }

    fn step(&self, py: Python<'_>, ids: &Bound<'_, PyAny>, arrays: &Bound<'_, PyAny>) -> PyResult<()> {
        self.held.change(|Held { batch, ids: chosen, .. }| {
            let mut arrays = arrays.extract::<Arrays<'_>>()?;
            let rows = arrays.rows()?;
            read_ids(ids, chosen)?;
            py.detach(|| batch.step(chosen, rows)).map_err(refused)
        })
    }

    /// The legal ids of all tables, and where those of each table begin.
    fn legal<'py>(&self, py: Python<'py>) -> PyResult<(Ids<'py>, Ids<'py>)> {
        self.held.look(|Held { batch, ids, offsets, .. }| {
            batch.legal(ids, offsets);
            Ok((PyArray1::from_slice(py, ids), PyArray1::from_slice(py, offsets)))
        })
    }

    /// What the seat that is asked heard since its last question, at all tables, and which event is the first of each.
    fn heard<'py>(&self, py: Python<'py>) -> PyResult<(Numbers<'py>, Ids<'py>)> {
        self.held.look(|Held { batch, events, offsets, .. }| {
            batch.heard(events, offsets);
            Ok((PyArray1::from_slice(py, events), PyArray1::from_slice(py, offsets)))
        })
    }

    /// The tables and their luck as bytes.
    fn save<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        self.held.look(|Held { batch, given, resets, .. }| {
            let tables = batch.save();
            let seeds = [given.to_le_bytes(), resets.to_le_bytes()].concat();
            Ok(PyBytes::new(py, &[seeds, tables].concat()))
        })
    }

    /// Goes on where a batch was saved.
    fn load(&self, py: Python<'_>, bytes: &[u8], arrays: &Bound<'_, PyAny>) -> PyResult<()> {
        self.held.change(|held| {
            let mut arrays = arrays.extract::<Arrays<'_>>()?;
            let rows = arrays.rows()?;
            let (given, rest) =
                bytes.split_first_chunk::<8>().ok_or_else(|| not_loaded(&NotLoaded::Broken))?;
            let (resets, tables) =
                rest.split_first_chunk::<8>().ok_or_else(|| not_loaded(&NotLoaded::Broken))?;
            let batch = &mut held.batch;
            py.detach(|| batch.load(tables)).map_err(|error| not_loaded(&error))?;
            (held.given, held.resets) = (u64::from_le_bytes(*given), u64::from_le_bytes(*resets));
            py.detach(|| batch.show(rows));
            Ok(())
        })
    }
}

/// Bytes that are damaged are not what they should be; those of another batch are refused.
fn not_loaded(error: &NotLoaded) -> PyErr {
    match error {
        NotLoaded::Other { .. } => refused(error),
        NotLoaded::Broken => Broken::new_err(error.to_string()),
    }
}

/// What the numbers of a game mean: names, lower and upper bounds of figures, how they are packed, texts of actions, names of
/// the figures that describe an action, and those figures.
#[pyfunction]
pub(crate) fn figures<'py>(py: Python<'py>, game: &str, seats: usize) -> PyResult<Bound<'py, PyDict>> {
    let spec = read_spec(game)?;
    let told = aside(py, || catalog::figures(&spec, seats))?.map_err(refused)?;
    let packing = Packing::of(&told.features);
    let numbers = |number: fn(&Steps) -> f32| {
        PyArray1::from_iter(py, packing.steps().iter().map(|(_, steps)| number(steps)))
    };
    let all = PyDict::new(py);
    let names = told.features.iter().map(|feature| feature.name.as_str());
    all.set_item("features", PyList::new(py, names)?)?;
    all.set_item("low", PyArray1::from_iter(py, told.features.iter().map(Feature::low)))?;
    all.set_item("high", PyArray1::from_iter(py, told.features.iter().map(Feature::high)))?;
    all.set_item("actions", told.actions)?;
    all.set_item("action_features", told.action_features)?;
    all.set_item("described", PyArray1::from_vec(py, told.described))?;
    all.set_item("flags", PyArray1::from_slice(py, packing.flags()))?;
    all.set_item("steps", PyArray1::from_iter(py, packing.steps().iter().map(|(place, _)| *place)))?;
    all.set_item("step_low", numbers(|steps| f32::from(steps.low)))?;
    all.set_item("step_times", numbers(|steps| steps.times))?;
    all.set_item("step_over", numbers(|steps| steps.over))?;
    all.set_item("others", PyArray1::from_slice(py, packing.others()))?;
    Ok(all)
}

/// No action has this id, so whatever is no id becomes one that is refused.
const NO_ID: u32 = u32::MAX;

pub(crate) fn read_ids(given: &Bound<'_, PyAny>, ids: &mut Vec<u32>) -> PyResult<()> {
    ids.clear();
    if let Ok(array) = given.extract::<PyReadonlyArray1<'_, i64>>() {
        fill(&array, ids, |id| u32::try_from(id).unwrap_or(NO_ID));
    } else if let Ok(array) = given.extract::<PyReadonlyArray1<'_, i32>>() {
        fill(&array, ids, |id| u32::try_from(id).unwrap_or(NO_ID));
    } else if let Ok(array) = given.extract::<PyReadonlyArray1<'_, u32>>() {
        fill(&array, ids, |id| id);
    } else {
        return Err(PyTypeError::new_err("actions is a one-dimensional array of int64, int32 or uint32"));
    }
    Ok(())
}

fn fill<T: Element + Copy>(array: &PyReadonlyArray1<'_, T>, ids: &mut Vec<u32>, id: impl Fn(T) -> u32) {
    ids.reserve(array.len());
    ids.extend(array.as_array().iter().map(|&given| id(given)));
}
