//! Ctrl-C: work that has something to show ends with what it has; the second time it ends at once.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::flag;

use crate::failure::Failure;

/// A flag that the first signal raises. The second one, which finds it raised, ends the program.
pub(crate) fn flag() -> Result<Arc<AtomicBool>, Failure> {
    let raised = Arc::new(AtomicBool::new(false));
    for signal in [SIGHUP, SIGINT, SIGTERM] {
        flag::register_conditional_shutdown(signal, 128 + signal, Arc::clone(&raised))
            .and_then(|_| flag::register(signal, Arc::clone(&raised)))
            .map_err(|error| Failure::Failed(format!("signals cannot be caught: {error}")))?;
    }
    Ok(raised)
}
