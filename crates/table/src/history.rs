//! What an observer has seen so far, as one number.

use std::collections::HashMap;
use std::hash::Hash;

/// Histories of what an observer saw, each as one number: the same number, the same history.
#[derive(Clone, Debug)]
pub struct HistoryIds<S> {
    known: HashMap<(u32, S), u32>,
}

impl<S: Copy + Eq + Hash> HistoryIds<S> {
    /// The empty history, before anything was seen.
    pub const EMPTY: u32 = 0;

    /// No history is known yet but the empty one.
    pub fn new() -> HistoryIds<S> {
        HistoryIds { known: HashMap::new() }
    }

    /// The history that goes on with this.
    pub fn after(&mut self, history: u32, seen: S) -> u32 {
        let next = self.known.len() as u32 + 1;
        *self.known.entry((history, seen)).or_insert(next)
    }
}

impl<S: Copy + Eq + Hash> Default for HistoryIds<S> {
    fn default() -> HistoryIds<S> {
        HistoryIds::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_histories_have_equal_numbers() {
        let mut memories = HistoryIds::new();
        let mut number = |story: &str| {
            story.chars().fold(HistoryIds::<char>::EMPTY, |history, seen| memories.after(history, seen))
        };
        let stories = ["", "a", "b", "ab", "ba", "aa"];
        let numbers = stories.map(&mut number);
        assert_eq!(stories.map(&mut number), numbers);
        assert!(numbers.iter().enumerate().all(|(i, n)| !numbers[..i].contains(n)), "{numbers:?}");
    }
}
