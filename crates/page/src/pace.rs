//! The pace of a table: when what agents chose is shown.
//!
//! Every turn has a delay, drawn when it begins and before anybody knows whether somebody has a choice. What agents choose is
//! held until the delay is over. So neither the time nor the company of an event tells how long somebody thought, unless it
//! was longer than the delay; such turns are counted.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use table::Rng;
use tokio::time::Instant;

/// The pace that a server has unless it is said.
pub const USUAL_PACE: Duration = Duration::from_millis(450);

/// Draws the delays of a table.
pub(crate) struct Pace {
    usual: Duration,
    rng: Rng,
}

impl Pace {
    /// The stream of the delays is no stream of the game: who measures them learns nothing of the cards.
    pub(crate) fn new(usual: Duration, seed: u64) -> Pace {
        Pace { usual, rng: Rng::new(seed) }
    }

    /// Whether there is a pace at all.
    fn is_kept(&self) -> bool {
        !self.usual.is_zero()
    }

    /// The delay of the next turn: two to four thirds of the usual one.
    fn draw(&mut self) -> Duration {
        self.usual.mul_f64((2.0 + 2.0 * self.rng.f64()) / 3.0)
    }
}

/// A turn at its time.
pub(crate) struct Beat {
    pace: Pace,
    /// The game of the series and the number of its events before the turn.
    turn: Option<(u32, usize)>,
    /// Whether somebody else sits down, who is given the time anew.
    pub(crate) anew: bool,
    /// When what was chosen is shown.
    pub(crate) due: Instant,
    /// Whether the turn has been counted.
    is_counted: bool,
}

impl Beat {
    pub(crate) fn new(pace: Pace) -> Beat {
        Beat { pace, turn: None, anew: false, due: Instant::now(), is_counted: false }
    }

    /// Draws the delay of this turn, if it is a new one. Says whether it did.
    pub(crate) fn begin(&mut self, turn: (u32, usize)) -> bool {
        let is_new = self.anew || self.turn != Some(turn);
        if is_new {
            (self.turn, self.anew, self.is_counted) = (Some(turn), false, false);
            self.due = Instant::now() + self.pace.draw();
        }
        is_new
    }

    /// Whether the delay is over.
    pub(crate) fn is_over(&self) -> bool {
        Instant::now() >= self.due
    }

    /// Notes that the delay is over, and whether somebody still thinks; counts each turn once.
    pub(crate) fn count(&mut self, is_thinking: bool, counts: &PaceCounts) {
        if self.pace.is_kept() && !self.is_counted {
            counts.turns.fetch_add(1, Ordering::Relaxed);
            counts.late.fetch_add(u64::from(is_thinking), Ordering::Relaxed);
            self.is_counted = true;
        }
    }
}

/// How many turns of agents there were at all tables, and in how many of them somebody thought longer than the delay.
#[derive(Default)]
pub(crate) struct PaceCounts {
    turns: AtomicU64,
    late: AtomicU64,
}

impl PaceCounts {
    pub(crate) fn report(&self) -> PaceReport {
        PaceReport { turns: self.turns.load(Ordering::Relaxed), late: self.late.load(Ordering::Relaxed) }
    }
}

/// How well a server kept its pace.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PaceReport {
    /// How many turns of agents there were.
    pub turns: u64,
    /// In how many of them somebody thought longer than the delay of the turn, which shows that it had a choice.
    pub late: u64,
}
