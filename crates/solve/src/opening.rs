//! The first two rounds of a solved game: what is kept of one too large to keep whole.

use super::file::{Kind, LoadError, Saved, Values};
use super::setting::{Pot, Setting, State};
use super::space::{Root, Space};
use super::stream::{LevelTask, TopLevels};
use super::table::{Mix, RoundPolicy, Solved};
use search::matrix::PayoffMatrix;
use std::io;
use std::path::Path;

/// The values of the states after two rounds, after one, and of the start, from which the games of the first two
/// rounds are made and solved when asked for.
#[derive(Debug)]
pub struct OpeningValues {
    setting: Setting,
    solved: Solved,
    words: Vec<u32>,
    lowest: usize,
    bound: f64,
}

impl OpeningValues {
    /// What a solution level by level left of the first rounds.
    #[must_use]
    pub fn new(setting: &Setting, top: TopLevels) -> Self {
        let TopLevels { words, lowest, bound } = top;
        let space = Space::down_to(lowest, &Root::of(setting));
        let values = words.iter().map(|&word| f64::from(f32::from_bits(word))).collect();
        let solved = Solved { space, values: Values::Owned(values) };
        Self { setting: setting.clone(), solved, words, lowest, bound }
    }

    /// Saves it; the file appears under its name only when it is whole.
    ///
    /// # Errors
    /// If the file cannot be written; nothing is left behind then.
    pub fn save(&self, path: &Path) -> io::Result<()> {
        let saved = Saved {
            kind: Kind::Opening,
            setting: self.setting.clone(),
            task: LevelTask::Equilibrium,
            rounds: self.lowest,
            bound: self.bound,
            values: self.words.len(),
        };
        saved.write(path, |from, words| {
            words.copy_from_slice(&self.words[from..from + words.len()]);
            Ok(())
        })
    }

    /// Reads a saved opening of this game.
    ///
    /// # Errors
    /// If the file is unreadable, foreign, of another version or game, cut short or damaged.
    pub fn load(path: &Path, setting: &Setting) -> Result<Self, LoadError> {
        let mut kept = Vec::new();
        let take = |_: &Saved, _: usize, words: &[u32]| -> Result<(), LoadError> {
            kept.extend_from_slice(words);
            Ok(())
        };
        let saved = Saved::open(Kind::Opening, setting, path, take)?;
        Self::checked(setting, &saved, kept)
    }

    /// Reads an opening from the bytes of its file.
    ///
    /// # Errors
    /// As for [`OpeningValues::load`].
    pub fn read(bytes: &[u8], setting: &Setting) -> Result<Self, LoadError> {
        let mut kept = Vec::new();
        let take = |_: &Saved, _: usize, words: &[u32]| -> Result<(), LoadError> {
            kept.extend_from_slice(words);
            Ok(())
        };
        let saved = Saved::read(Kind::Opening, setting, bytes, bytes.len() as u64, take)?;
        Self::checked(setting, &saved, kept)
    }

    fn checked(setting: &Setting, saved: &Saved, words: Vec<u32>) -> Result<Self, LoadError> {
        let lowest = setting.start.rounds().saturating_sub(2).max(1);
        if saved.rounds != lowest || saved.task != LevelTask::Equilibrium {
            return Err(LoadError::Setting(None));
        }
        let expected = Space::down_to(lowest, &Root::of(setting)).len();
        if expected != words.len() {
            let [expected, found] = [expected, words.len()].map(|words| 4 * words as u64 + 128);
            return Err(LoadError::Length { expected, found });
        }
        Ok(Self::new(setting, TopLevels { words, lowest, bound: saved.bound }))
    }

    /// The game it opens.
    #[must_use]
    pub fn setting(&self) -> &Setting {
        &self.setting
    }

    /// How far a value may be off.
    #[must_use]
    pub fn bound(&self) -> f64 {
        self.bound
    }

    /// What A gains on B from the start.
    #[must_use]
    pub fn root(&self) -> f64 {
        self.value(&self.setting.start).expect("the start is in its own opening")
    }

    /// What A gains on B from a state before a prize is turned up; nothing after more than two rounds.
    #[must_use]
    pub fn value(&self, state: &State) -> Option<f64> {
        self.solved.value(state)
    }

    /// Optimal play in the first or second round; nothing later.
    #[must_use]
    pub fn policy(&self, state: &State, turned: i32) -> Option<RoundPolicy> {
        self.solved.policy(state, turned)
    }

    /// What A gains from each of its cards, lowest first, while B plays optimally: the best of them are worth the
    /// value.
    #[must_use]
    pub fn bids(&self, state: &State, turned: i32) -> Option<Vec<f64>> {
        let (game, policy) = (self.cards(state, turned)?, self.policy(state, turned)?);
        let against = shares(state.hands()[1].cards(), &policy.b);
        let worth = |i: usize| game.row(i).iter().zip(&against).map(|(cell, share)| cell * share).sum();
        Some((0..game.rows()).map(worth).collect())
    }

    /// How much A gives away with these shares of its cards, lowest first, against the best reply in this round, if
    /// both play optimally afterwards.
    #[must_use]
    pub fn loss(&self, state: &State, turned: i32, mix: &[f64]) -> Option<f64> {
        let (game, policy) = (self.cards(state, turned)?, self.policy(state, turned)?);
        Some(policy.value - game.guarantee(mix))
    }

    /// How likely a tie is when both play optimally.
    #[must_use]
    pub fn tie(&self, state: &State, turned: i32) -> Option<f64> {
        let policy = self.policy(state, turned)?;
        Some(policy.a.iter().map(|(card, share)| share * policy.b.of(card)).sum())
    }

    /// How likely the first and the second round are ties when both play optimally, over all prizes and bids before.
    #[must_use]
    pub fn ties(&self) -> [f64; 2] {
        let start = &self.setting.start;
        let [mut first, mut second] = [0.0; 2];
        for &prize in start.prizes().list() {
            let share = 1.0 / start.rounds() as f64;
            first += share * self.tie(start, prize).unwrap_or(0.0);
            second += share * self.later_tie(prize).unwrap_or(0.0);
        }
        [first, second]
    }

    /// How likely the second round is a tie after this first prize.
    fn later_tie(&self, prize: i32) -> Option<f64> {
        let start = &self.setting.start;
        let policy = self.policy(start, prize)?;
        let mut tie = 0.0;
        for (a, x) in policy.a.iter() {
            for (b, y) in policy.b.iter() {
                let state = self.after(prize, (a, b))?;
                let mean = state
                    .prizes()
                    .list()
                    .iter()
                    .map(|&turned| self.tie(&state, turned))
                    .sum::<Option<f64>>()?;
                tie += x * y * mean / state.rounds() as f64;
            }
        }
        Some(tie)
    }

    /// The state after these bids for the first prize; nothing after the last round.
    #[must_use]
    pub fn after(&self, prize: i32, (a, b): (u8, u8)) -> Option<State> {
        let start = &self.setting.start;
        let hands = [start.hands()[0].without(a), start.hands()[1].without(b)];
        let waits = a == b && self.setting.pot == Pot::Carry;
        let pot = start.carry() + prize;
        let gain = pot.abs() * (i32::from(a > b) - i32::from(a < b));
        let state = State::new(hands, start.prizes().without(prize), if waits { pot } else { 0 }).ok()?;
        Some(state.led_by(self.setting.counting().counted(start.lead() + gain)))
    }

    fn cards(&self, state: &State, turned: i32) -> Option<PayoffMatrix> {
        self.solved.cards(state, turned)
    }
}

fn shares(cards: impl Iterator<Item = u8>, mix: &Mix) -> Vec<f64> {
    cards.map(|card| mix.of(card)).collect()
}
