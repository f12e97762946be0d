//! Mistakes made on purpose, for the tests of what becomes of one. Builds for users have none.

use std::sync::atomic::{AtomicU32, Ordering};

use pyo3::prelude::*;

/// How many pieces of work begin until one panics; 0 where no trap is set.
static LEFT: AtomicU32 = AtomicU32::new(0);

/// Lets the piece of work of this number, counted from 1, panic; 0 takes the trap away. What was left of the last one.
#[pyfunction]
pub(crate) fn set_trap(number: u32) -> u32 {
    LEFT.swap(number, Ordering::SeqCst)
}

/// Panics in front of Python.
#[pyfunction]
pub(crate) fn stumble() {
    panic!("on purpose");
}

/// Panics if it is this one's turn.
pub(crate) fn spring() {
    let step = |left: u32| left.checked_sub(1);
    if LEFT.fetch_update(Ordering::SeqCst, Ordering::SeqCst, step) == Ok(1) {
        stumble();
    }
}
