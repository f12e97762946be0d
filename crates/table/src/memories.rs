//! What an eye has seen so far, as one number.

use std::collections::HashMap;
use std::hash::Hash;

/// Histories of what an eye saw, each as one number: the same number, the same history.
#[derive(Clone, Debug)]
pub struct Memories<S> {
    known: HashMap<(u32, S), u32>,
}

impl<S: Copy + Eq + Hash> Memories<S> {
    /// The empty history, before anything was seen.
    pub const NOTHING: u32 = 0;

    /// No history is known yet but the empty one.
    pub fn new() -> Memories<S> {
        Memories { known: HashMap::new() }
    }

    /// The history that goes on with this.
    pub fn after(&mut self, history: u32, seen: S) -> u32 {
        let next = self.known.len() as u32 + 1;
        *self.known.entry((history, seen)).or_insert(next)
    }
}

impl<S: Copy + Eq + Hash> Default for Memories<S> {
    fn default() -> Memories<S> {
        Memories::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_histories_have_equal_numbers() {
        let mut memories = Memories::new();
        let mut number = |story: &str| {
            story.chars().fold(Memories::<char>::NOTHING, |history, seen| memories.after(history, seen))
        };
        let stories = ["", "a", "b", "ab", "ba", "aa"];
        let numbers = stories.map(&mut number);
        assert_eq!(stories.map(&mut number), numbers);
        assert!(numbers.iter().enumerate().all(|(i, n)| !numbers[..i].contains(n)), "{numbers:?}");
    }
}
