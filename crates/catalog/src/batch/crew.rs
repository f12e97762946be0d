//! The threads on which a batch steps.

use std::process;

use rayon::{ThreadPool, ThreadPoolBuilder};
use table::SpecError;

/// The threads of a batch, for as long as it is open. A process that was forked off has none of them and starts its own.
pub(super) struct Crew {
    threads: usize,
    /// The process that started the threads, and they; none where one thread does it all.
    pool: Option<(u32, ThreadPool)>,
}

impl Crew {
    pub(super) fn new(threads: usize) -> Result<Crew, SpecError> {
        let mut crew = Crew { threads, pool: None };
        if threads > 1 {
            let pool =
                crew.start().map_err(|error| format!("{threads} threads could not be started: {error}"));
            crew.pool = Some((process::id(), pool.map_err(SpecError::bad)?));
        }
        Ok(crew)
    }

    fn start(&self) -> Result<ThreadPool, rayon::ThreadPoolBuildError> {
        ThreadPoolBuilder::new().num_threads(self.threads).build()
    }

    /// Does some work on the threads. Where none can be started any more, the caller's does it.
    pub(super) fn work<T: Send>(&mut self, work: impl FnOnce(bool) -> T + Send) -> T {
        if let Some((started, _)) = self.pool
            && started != process::id()
        {
            let started = self.start().ok().map(|pool| (process::id(), pool));
            // The threads of the old pool are in another process: nobody could end them here.
            std::mem::forget(std::mem::replace(&mut self.pool, started));
        }
        match &self.pool {
            Some((_, pool)) => pool.install(|| work(true)),
            None => work(false),
        }
    }
}
