//! Randomness that a player draws on, or that is gone through outcome by outcome.

use table::Rng;

/// Where a player's random choices come from.
pub(super) trait RandomSource {
    /// A whole number below `n`, each equally likely.
    fn below(&mut self, n: u32) -> u32;
}

impl RandomSource for Rng {
    #[inline]
    fn below(&mut self, n: u32) -> u32 {
        Rng::below(self, n)
    }
}

/// The most random choices that one question takes: both camps of eight seats shuffled, and some to spare.
const MOST: usize = 20;

/// Enumerates all random outcomes with their probability.
#[derive(Debug)]
pub(super) struct EveryOutcome {
    /// What was drawn, and out of how many.
    course: [(u32, u32); MOST],
    len: usize,
    /// How many numbers of this course were asked for.
    at: usize,
}

impl EveryOutcome {
    /// Goes through every course, and hands what comes of it to `out` with its probability.
    pub(super) fn each<T>(mut play: impl FnMut(&mut EveryOutcome) -> T, mut out: impl FnMut(T, f64)) {
        let mut outcome = EveryOutcome { course: [(0, 1); MOST], len: 0, at: 0 };
        loop {
            outcome.at = 0;
            let result = play(&mut outcome);
            let ways: f64 = outcome.course[..outcome.len].iter().map(|&(_, of)| f64::from(of)).product();
            out(result, ways.recip());
            if !outcome.turn() {
                return;
            }
        }
    }

    /// Goes on to the next course; false if there is none.
    fn turn(&mut self) -> bool {
        while let Some((drawn, of)) = self.len.checked_sub(1).map(|last| &mut self.course[last]) {
            *drawn += 1;
            if drawn < of {
                return true;
            }
            self.len -= 1;
        }
        false
    }
}

impl RandomSource for EveryOutcome {
    fn below(&mut self, n: u32) -> u32 {
        if self.at == self.len {
            self.course[self.len] = (0, n);
            self.len += 1;
        }
        self.at += 1;
        self.course[self.at - 1].0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A second die is rolled only after an even first one.
    #[test]
    fn every_course_is_taken_once() {
        let roll = |outcome: &mut EveryOutcome| {
            let first = outcome.below(6);
            if first.is_multiple_of(2) { (first, Some(outcome.below(3))) } else { (first, None) }
        };
        let (mut courses, mut total) = (Vec::new(), 0.0);
        EveryOutcome::each(roll, |course, chance| {
            assert!((chance - if course.1.is_some() { 1.0 / 18.0 } else { 1.0 / 6.0 }).abs() < 1e-12);
            courses.push(course);
            total += chance;
        });
        assert!((total - 1.0).abs() < 1e-12);
        assert_eq!(courses.len(), 12);
        assert!(courses.windows(2).all(|pair| pair[0] < pair[1]), "{courses:?}");
    }

    #[test]
    fn without_luck_there_is_one_course() {
        let mut seen = Vec::new();
        EveryOutcome::each(|_| 7, |result, chance| seen.push((result, chance)));
        assert_eq!(seen, [(7, 1.0)]);
    }
}
