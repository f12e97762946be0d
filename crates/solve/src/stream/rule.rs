//! Rules of thumb, and what is asked about a game.

use std::fmt;
use std::str::FromStr;

/// A rule that bids without thinking of the other.
///
/// All but the last name a card by its rank in the hand, which for the first two comes to a fixed card for every
/// prize: with 15 cards `rank` bids 1 for the vulture -1, 2 for the mouse 1, .. and 15 for the mouse 10.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BidRule {
    /// The prizes by size, vultures before mice of the same size: the larger the prize, the higher the card.
    Rank,
    /// A mouse is bid for with the card of its number; the cards above the mice keep vultures away, the highest
    /// the worst.
    Prize,
    /// The prizes by value, the best card for the best prize, as the player `greedy` does; for a pot of vultures
    /// the lowest card.
    Greedy,
    /// Any card, each as likely.
    Uniform,
}

impl BidRule {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Rank, Self::Prize, Self::Greedy, Self::Uniform];

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Rank => "rank",
            Self::Prize => "prize",
            Self::Greedy => "greedy",
            Self::Uniform => "uniform",
        }
    }

    /// Which card is bid for a prize among those left, itself included: the number of lower cards in the hand.
    pub(crate) fn bid(self, left: &[i32], prize: i32, pot: i32) -> usize {
        let below =
            |key: &dyn Fn(i32) -> (i32, i32)| left.iter().filter(|&&other| key(other) < key(prize)).count();
        match self {
            Self::Rank => below(&|prize| (prize.abs(), prize)),
            Self::Prize => below(&|prize| (i32::from(prize < 0), prize.abs())),
            Self::Greedy if pot >= 0 => below(&|prize| (prize, 0)),
            Self::Greedy | Self::Uniform => 0,
        }
    }
}

impl fmt::Display for BidRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for BidRule {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let names = Self::ALL.map(Self::name).join(", ");
        let found = Self::ALL.into_iter().find(|rule| rule.name() == text);
        found.ok_or_else(|| format!("no rule is called `{text}`; there are: {names}"))
    }
}

/// What is asked about a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LevelTask {
    /// What A gains on B when both play best: a number in single precision.
    Equilibrium,
    /// What A gains when A follows the rule and B answers it best, in the low half of the word, and when B follows
    /// it and A answers, in the high half: in units of the 32767th part of the most there is to gain.
    Price(BidRule),
}

impl LevelTask {
    /// The number that stands for it in files.
    pub(crate) fn code(self) -> u8 {
        match self {
            Self::Equilibrium => 0,
            Self::Price(rule) => 1 + rule as u8,
        }
    }

    /// What a number in a file stands for.
    pub(crate) fn of(code: u8) -> Option<Self> {
        let tasks = BidRule::ALL.map(Self::Price).into_iter().chain([Self::Equilibrium]);
        tasks.into_iter().find(|task| task.code() == code)
    }
}

/// The two numbers of a word, seen by A or, if swapped, by B.
pub(super) fn pair(word: u32, unit: f32, swapped: bool) -> [f32; 2] {
    let [low, high] = [word as u16, (word >> 16) as u16].map(|half| f32::from(half as i16) * unit);
    if swapped { [-high, -low] } else { [low, high] }
}

/// The word of two numbers.
pub(super) fn word(pair: [f64; 2], unit: f32) -> u32 {
    let [low, high] = pair.map(|value| u32::from((value / f64::from(unit)).round_ties_even() as i16 as u16));
    low | high << 16
}
