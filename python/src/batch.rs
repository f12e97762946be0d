//! Many tables stepped together, written into numpy's memory.

use catalog::{AnyBatch, BatchOptions, open_batch};
use numpy::{
    Element, PyArray1, PyReadonlyArray1, PyReadwriteArray1, PyReadwriteArray2, PyUntypedArrayMethods,
};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use table::Reset;

use crate::errors::refused;
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
    ids: Vec<u32>,
}

type Ids<'py> = Bound<'py, PyArray1<u32>>;

/// What a step is written into, a row a table.
#[derive(FromPyObject)]
struct Arrays<'py> {
    obs: PyReadwriteArray2<'py, f32>,
    mask: PyReadwriteArray2<'py, u8>,
    seat: PyReadwriteArray1<'py, u8>,
    rewards: PyReadwriteArray2<'py, f32>,
    ended: PyReadwriteArray1<'py, bool>,
    over: PyReadwriteArray1<'py, bool>,
    finals: Option<PyReadwriteArray2<'py, f32>>,
}

/// The same as plain memory, which can be written while Python goes on.
struct Rows<'a> {
    obs: &'a mut [f32],
    mask: &'a mut [u8],
    seat: &'a mut [u8],
    rewards: &'a mut [f32],
    ended: &'a mut [bool],
    over: &'a mut [bool],
    finals: Option<&'a mut [f32]>,
}

impl Arrays<'_> {
    fn rows(&mut self) -> PyResult<Rows<'_>> {
        let finals = self.finals.as_mut().map(PyReadwriteArray2::as_slice_mut).transpose()?;
        Ok(Rows {
            obs: self.obs.as_slice_mut()?,
            mask: self.mask.as_slice_mut()?,
            seat: self.seat.as_slice_mut()?,
            rewards: self.rewards.as_slice_mut()?,
            ended: self.ended.as_slice_mut()?,
            over: self.over.as_slice_mut()?,
            finals,
        })
    }
}

impl Rows<'_> {
    fn fit(&self, batch: &dyn AnyBatch) -> PyResult<()> {
        let (tables, width, ids) = (batch.tables(), batch.width(), batch.ids() as usize);
        let right = [
            self.obs.len() == tables * width,
            self.mask.len() == tables * ids,
            self.seat.len() == tables,
            self.rewards.len() == tables * batch.seats(),
            self.ended.len() == tables,
            self.over.len() == tables,
            self.finals.as_ref().is_none_or(|finals| finals.len() == tables * width),
        ];
        match right.iter().all(|&right| right) {
            true => Ok(()),
            false => Err(refused("an array has not the shape of this batch")),
        }
    }

    fn write(&mut self, batch: &dyn AnyBatch) {
        batch.observe(self.obs);
        batch.masks(self.mask);
        batch.acting(self.seat);
        batch.ended(self.ended);
        batch.over(self.over);
        self.rewards.copy_from_slice(batch.rewards());
        if let Some(finals) = &mut self.finals {
            finals.copy_from_slice(batch.finals());
        }
        // Where a game is over the next step takes any id, so the mask forbids none.
        let masks = self.mask.chunks_exact_mut(batch.ids() as usize);
        masks.zip(&*self.over).filter(|(_, over)| **over).for_each(|(mask, _)| mask.fill(1));
    }
}

#[pymethods]
impl PyBatch {
    #[new]
    fn new(
        py: Python<'_>,
        game: &str,
        seats: usize,
        tables: usize,
        series: Option<u32>,
        seed: u64,
        same_step: bool,
    ) -> PyResult<PyBatch> {
        let reset = if same_step { Reset::SameStep } else { Reset::NextStep };
        let (spec, options) = (read_spec(game)?, BatchOptions { tables, series, seed, reset });
        let batch = aside(py, || open_batch(&spec, seats, options))?.map_err(refused)?;
        Ok(PyBatch { held: Kept::new(Held { batch, ids: Vec::with_capacity(tables) }, &WORDS) })
    }

    /// Tables, seats, figures a row, ids.
    fn shape(&self) -> PyResult<(usize, usize, usize, u32)> {
        self.held.look(|Held { batch, .. }| Ok((batch.tables(), batch.seats(), batch.width(), batch.ids())))
    }

    fn restart(&self, py: Python<'_>, seed: u64, arrays: &Bound<'_, PyAny>) -> PyResult<()> {
        self.held.change(|Held { batch, .. }| {
            let mut arrays = arrays.extract::<Arrays<'_>>()?;
            let mut rows = arrays.rows()?;
            rows.fit(batch.as_ref())?;
            py.detach(|| {
                batch.restart(seed);
                rows.write(batch.as_ref());
            });
            Ok(())
        })
    }

    fn step(&self, py: Python<'_>, ids: &Bound<'_, PyAny>, arrays: &Bound<'_, PyAny>) -> PyResult<()> {
        self.held.change(|Held { batch, ids: chosen }| {
            let mut arrays = arrays.extract::<Arrays<'_>>()?;
            let mut rows = arrays.rows()?;
            rows.fit(batch.as_ref())?;
            read_ids(ids, chosen)?;
            let stepped = py.detach(|| {
                batch.step(chosen)?;
                rows.write(batch.as_ref());
                Ok::<(), table::BatchError>(())
            });
            stepped.map_err(refused)
        })
    }

    /// The legal ids of all tables, and where those of each table begin.
    fn legal<'py>(&self, py: Python<'py>) -> PyResult<(Ids<'py>, Ids<'py>)> {
        self.held.look(|Held { batch, .. }| {
            Ok((PyArray1::from_slice(py, batch.legal()), PyArray1::from_slice(py, batch.offsets())))
        })
    }
}

/// No action has this id, so whatever is no id becomes one that is refused.
const NO_ID: u32 = u32::MAX;

fn read_ids(given: &Bound<'_, PyAny>, ids: &mut Vec<u32>) -> PyResult<()> {
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
