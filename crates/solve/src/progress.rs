//! How far a solution has come, and who is told.

use std::ops::ControlFlow;

/// How far a solution has come, in states or in iterations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SolveProgress {
    /// How many are done.
    pub done: u64,
    /// How many there are.
    pub total: u64,
}

/// Called while a game is solved, perhaps out of order; may stop the work.
pub type OnProgress<'a> = dyn Fn(SolveProgress) -> ControlFlow<()> + Sync + 'a;

/// Looks away, and stops nothing.
pub fn nobody(_: SolveProgress) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// Does work that nobody looks at.
pub(crate) fn unwatched<T>(work: impl FnOnce(&OnProgress<'_>) -> ControlFlow<(), T>) -> T {
    match work(&nobody) {
        ControlFlow::Continue(done) => done,
        ControlFlow::Break(()) => unreachable!("nobody stops it"),
    }
}
