//! How far a solution has come, and who is told.

use std::ops::ControlFlow;

/// How far a solution has come, in states or in iterations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// How many are done.
    pub done: u64,
    /// How many there are.
    pub total: u64,
}

/// Called while a game is solved, perhaps out of order; may stop the work.
pub type Look<'a> = dyn Fn(Progress) -> ControlFlow<()> + Sync + 'a;

/// Looks away, and stops nothing.
pub fn nobody(_: Progress) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// Does work that nobody looks at.
pub(crate) fn unwatched<T>(work: impl FnOnce(&Look<'_>) -> ControlFlow<(), T>) -> T {
    match work(&nobody) {
        ControlFlow::Continue(done) => done,
        ControlFlow::Break(()) => unreachable!("nobody stops it"),
    }
}
