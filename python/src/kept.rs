//! What Python holds and the crates change.

use std::sync::{Mutex, MutexGuard, TryLockError};

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::errors::Broken;
use crate::work::caught;

/// Something that one thread at a time may use, and nobody any more once a mistake of ours may have left it half-changed.
pub(crate) struct Kept<T> {
    inside: Mutex<Option<T>>,
    words: &'static Words,
}

/// What is said where it cannot be used.
pub(crate) struct Words {
    /// Somebody else uses it.
    pub(crate) busy: &'static str,
    /// It broke down earlier.
    pub(crate) broke: &'static str,
}

impl<T> Kept<T> {
    pub(crate) fn new(inside: T, words: &'static Words) -> Kept<T> {
        Kept { inside: Mutex::new(Some(inside)), words }
    }

    /// Looks at it, and changes nothing that matters: after a mistake it can still be used.
    pub(crate) fn look<R>(&self, work: impl FnOnce(&mut T) -> PyResult<R>) -> PyResult<R> {
        self.work(false, work)
    }

    /// Changes it; a mistake ends it.
    pub(crate) fn change<R>(&self, work: impl FnOnce(&mut T) -> PyResult<R>) -> PyResult<R> {
        self.work(true, work)
    }

    fn work<R>(&self, changes: bool, work: impl FnOnce(&mut T) -> PyResult<R>) -> PyResult<R> {
        let mut held = self.lock()?;
        let inside = held.as_mut().ok_or_else(|| self.broke())?;
        let done = caught(|| work(inside));
        if changes && done.is_err() {
            // It lets go of what it holds, such as programs that play; one more mistake in that would tell nobody more.
            drop(caught(|| drop(held.take())));
        }
        done?
    }

    /// Takes it away for good.
    pub(crate) fn take(&mut self) -> Option<T> {
        self.inside.get_mut().ok().and_then(Option::take)
    }

    /// Waiting could wait for ever: the one who is there may wait for the interpreter.
    fn lock(&self) -> PyResult<MutexGuard<'_, Option<T>>> {
        self.inside.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => PyRuntimeError::new_err(self.words.busy),
            TryLockError::Poisoned(_) => self.broke(),
        })
    }

    fn broke(&self) -> PyErr {
        Broken::new_err(self.words.broke)
    }
}
