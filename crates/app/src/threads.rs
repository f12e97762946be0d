//! How many threads work: the one meaning of `--threads`.

use crate::failure::Failure;
use crate::names::up_to;

/// More threads than any machine has cores are a slip of the finger.
const MOST: u64 = 1024;

/// Reads the number.
pub(crate) fn parser() -> impl Fn(&str) -> Result<u64, String> + Clone {
    up_to(MOST)
}

/// Does some work on this many threads, or on one a core.
pub(crate) fn on<T: Send>(threads: Option<u64>, work: impl FnOnce() -> T + Send) -> Result<T, Failure> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.unwrap_or(0) as usize).build();
    let pool = pool.map_err(|error| Failure::Failed(format!("threads could not be started: {error}")))?;
    Ok(pool.install(work))
}
