//! When a search must stop.

use std::time::{Duration, Instant};

/// How long a search may think, and how much it may remember.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// How long.
    pub limit: Limit,
    /// The number of nodes its tree may have. A full tree stops growing, and simulations go on from its leaves.
    pub nodes: u32,
}

/// How long a search may think.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// This many simulations: the same result on every machine.
    Simulations(u32),
    /// This much time on the clock.
    Time(Duration),
}

impl Budget {
    /// Nodes a tree may have unless said otherwise.
    pub const NODES: u32 = 1 << 20;

    /// A number of simulations.
    pub const fn simulations(simulations: u32) -> Budget {
        Budget { limit: Limit::Simulations(simulations), nodes: Budget::NODES }
    }

    /// A time in milliseconds.
    pub const fn millis(millis: u64) -> Budget {
        Budget { limit: Limit::Time(Duration::from_millis(millis)), nodes: Budget::NODES }
    }

    /// The same budget with room for this many nodes.
    pub const fn with_nodes(self, nodes: u32) -> Budget {
        Budget { nodes, ..self }
    }

    /// A fair part of it for each of `parts` searches, or for as many as it lasts for.
    pub(crate) fn parts(self, parts: u32) -> impl Iterator<Item = Budget> {
        let (start, part) = (Instant::now(), self.split(parts));
        let lasts = move |&done: &u32| match self.limit {
            Limit::Simulations(simulations) => done < simulations,
            Limit::Time(time) => done == 0 || start.elapsed() < time,
        };
        (0..parts).take_while(lasts).map(move |_| part)
    }

    /// A fair part of it for one of `parts` searches, at least one simulation.
    fn split(self, parts: u32) -> Budget {
        let limit = match self.limit {
            Limit::Simulations(simulations) => Limit::Simulations((simulations / parts).max(1)),
            Limit::Time(time) => Limit::Time(time / parts),
        };
        Budget { limit, ..self }
    }

    /// Starts the clock; one item is one simulation.
    pub(crate) fn start(self) -> Countdown {
        let until = match self.limit {
            Limit::Simulations(simulations) => Until::Count(simulations),
            Limit::Time(time) => Until::Time(Instant::now() + time),
        };
        Countdown { done: 0, until }
    }
}

/// The clock is read once in this many simulations, because reading it costs as much as a short playout.
const LOOK_EVERY: u32 = 16;

/// The simulations that are left, counted from 0.
pub(crate) struct Countdown {
    done: u32,
    until: Until,
}

enum Until {
    Count(u32),
    Time(Instant),
}

impl Iterator for Countdown {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        let out = match self.until {
            Until::Count(simulations) => self.done >= simulations,
            // Visits are counted in 32 bits, so even the longest time ends there.
            Until::Time(_) if self.done == u32::MAX => true,
            Until::Time(end) => {
                self.done > 0 && self.done.is_multiple_of(LOOK_EVERY) && Instant::now() >= end
            }
        };
        if out {
            return None;
        }
        self.done += 1;
        Some(self.done - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn simulations_are_counted() {
        assert_eq!(Budget::simulations(1000).start().count(), 1000);
    }

    #[test]
    fn parts_take_no_more_than_the_whole() {
        let simulations = |all, parts| Budget::simulations(all).parts(parts).flat_map(Budget::start).count();
        assert_eq!([simulations(100, 20), simulations(10, 20), simulations(25, 20)], [100, 10, 20]);
        assert_eq!(Budget::millis(0).parts(100_000).count(), 1);
    }

    #[test]
    fn time_runs_out_before_visits_cannot_be_counted() {
        let until = Until::Time(Instant::now() + Duration::from_secs(86_400));
        let mut countdown = Countdown { done: u32::MAX - 1, until };
        assert_eq!([countdown.next(), countdown.next(), countdown.next()], [Some(u32::MAX - 1), None, None]);
    }

    #[test]
    fn time_runs_out_even_if_there_is_none() {
        assert_eq!(Budget::millis(0).start().count() as u32, LOOK_EVERY);
    }
}
