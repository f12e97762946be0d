//! Long work on threads of its own, while Python's interpreter goes on: Ctrl-C is heard, progress is told.

use std::any::Any;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use lab::Watch;
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::errors::{Broken, refused};

/// More threads than any machine has cores are a slip of the finger.
const MOST_THREADS: usize = 1024;

/// How often Python is asked whether somebody wants to stop.
const GLANCE: Duration = Duration::from_millis(50);

/// A pool for one piece of work. Nothing of it is left afterwards, so a process that forks later loses no thread.
pub(crate) fn pool(threads: Option<usize>) -> PyResult<ThreadPool> {
    let threads = threads.unwrap_or(0);
    if threads > MOST_THREADS {
        return Err(refused(format!("{threads} threads are too many; at most {MOST_THREADS}")));
    }
    let pool = ThreadPoolBuilder::new().num_threads(threads).build();
    pool.map_err(|error| Broken::new_err(format!("threads could not be started: {error}")))
}

/// How far the work is.
#[derive(Default)]
struct Counter {
    done: AtomicU64,
    of: AtomicU64,
}

impl Counter {
    fn note(&self, done: u64, of: u64) {
        self.done.store(done, Ordering::Relaxed);
        self.of.store(of, Ordering::Relaxed);
    }

    fn tell(&self, progress: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let told = (self.done.load(Ordering::Relaxed), self.of.load(Ordering::Relaxed));
        progress.map_or(Ok(()), |progress| progress.call1(told).map(drop))
    }
}

/// Rung once, when the work is over.
#[derive(Default)]
struct Bell {
    rung: Mutex<bool>,
    heard: Condvar,
}

impl Bell {
    fn ring(&self) {
        *self.rung.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.heard.notify_all();
    }

    /// Whether it rang, after a while at most.
    fn rings(&self) -> bool {
        let rung = self.rung.lock().unwrap_or_else(PoisonError::into_inner);
        let heard = self.heard.wait_timeout_while(rung, GLANCE, |rung| !*rung);
        *heard.unwrap_or_else(PoisonError::into_inner).0
    }
}

/// Does some work on this many threads (one a core if not given). The caller's thread waits without holding Python up, tells
/// `progress` how many games of how many are played, and ends the work early if Python wants to stop.
pub(crate) fn watched<T: Send>(
    py: Python<'_>,
    threads: Option<usize>,
    progress: Option<&Bound<'_, PyAny>>,
    work: impl FnOnce(&Watch<'_>) -> T + Send,
) -> PyResult<T> {
    let (pool, stop, counter, bell) =
        (pool(threads)?, AtomicBool::new(false), Counter::default(), Bell::default());
    let done = |done, of| counter.note(done, of);
    thread::scope(|scope| {
        let worker = scope.spawn(|| {
            let ring = Ring(&bell);
            let out = pool.install(|| work(&Watch { done: &done, stop: &stop }));
            drop(ring);
            out
        });
        let mut unwilling = Ok(());
        while !py.detach(|| bell.rings()) {
            if unwilling.is_ok() {
                unwilling = py.check_signals().and_then(|()| counter.tell(progress));
                stop.store(unwilling.is_err(), Ordering::Relaxed);
            }
        }
        let out = py.detach(|| worker.join()).map_err(|panic| broken(&*panic));
        unwilling?;
        counter.tell(progress)?;
        out
    })
}

/// Rings also when the work panics.
struct Ring<'a>(&'a Bell);

impl Drop for Ring<'_> {
    fn drop(&mut self) {
        self.0.ring();
    }
}

/// A panic is a mistake of ours; it ends the work and not the interpreter.
fn broken(panic: &(dyn Any + Send)) -> PyErr {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no words");
    Broken::new_err(format!("a mistake inside tefuda: {text}"))
}
