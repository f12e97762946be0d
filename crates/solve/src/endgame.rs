//! The last rounds of a larger game, solved when they are reached.

use super::induction::Work;
use super::pattern::Pattern;
use super::reach::Counting;
use super::setting::{Pot, State, Utility};
use super::space::{Root, followers};
use super::table::{RoundPolicy, Solved};
use crate::progress::unwatched;
use std::collections::VecDeque;
use std::fmt;

/// Why an endgame was not solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EndgameError {
    /// More rounds are left than may be solved on demand: play on, and ask later.
    Rounds {
        /// The rounds left.
        left: usize,
        /// The most that are solved.
        most: usize,
    },
    /// The prize turned up is none of the state's: name one that is.
    Prize(i32),
}

impl fmt::Display for EndgameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rounds { left, most } => {
                write!(f, "{left} rounds are left, and {most} can be solved on demand")
            }
            Self::Prize(prize) => write!(f, "prize {prize} is not among those left"),
        }
    }
}

impl std::error::Error for EndgameError {}

/// Solves ends of games on demand and remembers the latest.
///
/// One solved end answers for every state it leads to, so the rounds that follow cost nothing. What is
/// remembered never changes an answer, not even its last bit.
#[derive(Debug)]
pub struct Endgame {
    counting: Counting,
    most: usize,
    room: usize,
    recent: VecDeque<Solved>,
}

impl Endgame {
    /// Solves at most the last `most` rounds, and remembers about `room` values, 8 bytes each.
    #[must_use]
    pub fn new(pot: Pot, utility: Utility, most: usize, room: usize) -> Self {
        Self { counting: Counting { pot, utility }, most, room, recent: VecDeque::new() }
    }

    /// What A gains on B from a state before a prize is turned up.
    ///
    /// # Errors
    /// If too many rounds are left.
    pub fn value(&mut self, state: &State) -> Result<f64, EndgameError> {
        self.check(state)?;
        let root = || self.root(state);
        Ok(match self.recent.iter().rev().find_map(|solved| solved.value(state)) {
            Some(value) => value,
            None => self.remember(&root()).value(state).expect("the root is solved"),
        })
    }

    /// Optimal play once a prize of the state is turned up.
    ///
    /// # Errors
    /// If too many rounds are left, or the prize is none of the state's.
    pub fn policy(&mut self, state: &State, turned: i32) -> Result<RoundPolicy, EndgameError> {
        self.check(state)?;
        if !state.prizes().list().contains(&turned) {
            return Err(EndgameError::Prize(turned));
        }
        Ok(match self.recent.iter().rev().find_map(|solved| solved.policy(state, turned)) {
            Some(policy) => policy,
            None => self
                .remember(&self.half_played(state, turned))
                .policy(state, turned)
                .expect("the root is solved"),
        })
    }

    /// The number of values remembered.
    #[must_use]
    pub fn remembered(&self) -> usize {
        self.recent.iter().map(|solved| solved.values.len()).sum()
    }

    fn check(&self, state: &State) -> Result<(), EndgameError> {
        let (left, most) = (state.rounds(), self.most);
        if left > most { Err(EndgameError::Rounds { left, most }) } else { Ok(()) }
    }

    fn root(&self, state: &State) -> Root {
        Root {
            patterns: vec![Pattern::of(state.hands()).canonical().0],
            prizes: state.prizes().list().to_vec(),
            starts: vec![(state.carry(), self.counted(state.lead()))],
            counting: self.counting,
        }
    }

    /// The root below a turned-up prize: a fraction of the work, because the other prizes cannot come first.
    fn half_played(&self, state: &State, turned: i32) -> Root {
        let (pot, lead) = (state.carry() + turned, state.lead());
        let taken = [pot.abs(), -pot.abs()].map(|gain| (0, self.counted(lead + gain)));
        let tied = (if self.counting.pot == Pot::Carry { pot } else { 0 }, self.counted(lead));
        Root {
            patterns: followers(Pattern::of(state.hands()).canonical().0).collect(),
            prizes: state.prizes().without(turned).list().to_vec(),
            starts: taken.into_iter().chain([tied]).collect(),
            counting: self.counting,
        }
    }

    fn counted(&self, lead: i32) -> i32 {
        self.counting.counted(lead)
    }

    /// Solves a root on this thread alone, and forgets the oldest until there is room.
    fn remember(&mut self, root: &Root) -> &Solved {
        let solved = unwatched(|look| Solved::new(root, Work::Alone, look));
        while !self.recent.is_empty() && self.remembered() + solved.values.len() > self.room {
            self.recent.pop_front();
        }
        self.recent.push_back(solved);
        self.recent.back().expect("just pushed")
    }
}
