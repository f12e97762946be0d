//! How Python has something done: a mistake of ours is an exception, and long work goes on threads of its own, while
//! the interpreter hears Ctrl-C and progress is told.

use std::any::Any;
use std::fmt::Display;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use lab::GameMonitor;
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
    pool.map_err(no_threads)
}

fn no_threads(error: impl Display) -> PyErr {
    Broken::new_err(format!("threads could not be started: {error}"))
}

/// How far the work is.
#[derive(Default)]
struct Counter {
    done: AtomicU64,
    of: AtomicU64,
}

impl Counter {
    fn note(&self, done: u64, of: u64) {
        // What is told out of order does not go back.
        self.done.fetch_max(done, Ordering::Relaxed);
        self.of.store(of, Ordering::Relaxed);
    }

    fn tell(&self, progress: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let Some(progress) = progress else { return Ok(()) };
        let told = (self.done.load(Ordering::Relaxed), self.of.load(Ordering::Relaxed));
        caught(|| progress.call1(told).map(drop))?
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
    work: impl FnOnce(&GameMonitor<'_>) -> T + Send,
) -> PyResult<T> {
    let (pool, stop, counter, bell) =
        (pool(threads)?, AtomicBool::new(false), Counter::default(), Bell::default());
    let done = |done, of| counter.note(done, of);
    thread::scope(|scope| {
        let working = || {
            let out = caught(|| pool.install(|| work(&GameMonitor::new(&done, &stop))));
            bell.ring();
            out
        };
        let worker = thread::Builder::new().spawn_scoped(scope, working).map_err(no_threads)?;
        let mut unwilling = Ok(());
        while !py.detach(|| bell.rings()) {
            if unwilling.is_ok() {
                unwilling = py.check_signals().and_then(|()| counter.tell(progress));
                stop.store(unwilling.is_err(), Ordering::Relaxed);
            }
        }
        let out = py.detach(|| worker.join()).expect("a panic is caught before the bell rings");
        unwilling?;
        counter.tell(progress)?;
        out
    })
}

/// Does a piece of work. A panic in it is a mistake of ours: it ends the work, and Python hears of it as of any other
/// failure.
pub(crate) fn caught<T>(work: impl FnOnce() -> T) -> PyResult<T> {
    let work = || {
        #[cfg(debug_assertions)]
        crate::trap::spring();
        work()
    };
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| broken(&*panic))
}

/// The same while Python's other threads go on.
pub(crate) fn aside<T: Send>(py: Python<'_>, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    py.detach(|| caught(work))
}

fn broken(panic: &(dyn Any + Send)) -> PyErr {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no words");
    Broken::new_err(format!("a mistake inside tefuda: {text}"))
}
