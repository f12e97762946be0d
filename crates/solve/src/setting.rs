//! What is solved: two hands, the prizes still face down, what is carried in, and the rule for ties.

use super::reach::Counting;
use std::fmt;

/// The highest bid card, and the largest number of rounds.
pub(super) const CARDS: usize = 15;

/// Prizes and carries beyond this are refused: every sum then fits with room to spare.
const LARGEST: i32 = 1_000_000;

/// Why a setting is refused. Every case is a mistake of the caller: correct the named part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SettingError {
    /// A bid card outside `1..=15`.
    Card(u8),
    /// A bid card named twice in one hand.
    TwiceHeld(u8),
    /// The hands and the prizes are not equally many: the sizes of hand A, hand B and the prizes.
    Sizes(usize, usize, usize),
    /// No round is left, or more than 15.
    Rounds(usize),
    /// A prize of zero, or one that is too large.
    Prize(i32),
    /// A prize named twice.
    TwiceTurned(i32),
    /// A carry that is too large.
    Carry(i32),
    /// A lead that is too large, or one where only points count.
    Lead(i32),
}

impl fmt::Display for SettingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Card(card) => write!(f, "bid {card} is not a card: bids run from 1 to {CARDS}"),
            Self::TwiceHeld(card) => write!(f, "bid {card} is in one hand twice"),
            Self::Sizes(a, b, prizes) => {
                write!(f, "hands of {a} and {b} cards for {prizes} prizes: they must be equal")
            }
            Self::Rounds(rounds) => write!(f, "{rounds} rounds: 1 to {CARDS} can be solved"),
            Self::Prize(prize) => write!(f, "prize {prize}: it must not be 0, nor beyond {LARGEST}"),
            Self::TwiceTurned(prize) => write!(f, "prize {prize} is listed twice"),
            Self::Carry(carry) => write!(f, "carry {carry} is beyond {LARGEST}"),
            Self::Lead(lead) if lead.unsigned_abs() > LARGEST as u32 => {
                write!(f, "a lead of {lead} is beyond {LARGEST}")
            }
            Self::Lead(lead) => {
                write!(
                    f,
                    "a lead of {lead} changes nothing where points count: play for the win, or leave it out"
                )
            }
        }
    }
}

impl std::error::Error for SettingError {}

/// The bid cards of one player: bit `k` is card `k`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct BidSet(u16);

impl BidSet {
    /// A hand of these cards.
    ///
    /// # Errors
    /// If a card is out of range or listed twice.
    pub fn new(cards: &[u8]) -> Result<Self, SettingError> {
        cards.iter().try_fold(Self::default(), |hand, &card| match card {
            1..=15 if hand.contains(card) => Err(SettingError::TwiceHeld(card)),
            1..=15 => Ok(Self(hand.0 | 1 << card)),
            _ => Err(SettingError::Card(card)),
        })
    }

    /// The cards `1..=n`.
    ///
    /// # Errors
    /// If `n` is beyond 15.
    pub fn full(n: usize) -> Result<Self, SettingError> {
        if n > CARDS {
            return Err(SettingError::Rounds(n));
        }
        Ok(Self(((1u32 << (n + 1)) - 2) as u16))
    }

    /// The number of cards.
    #[must_use]
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether no card is left.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the card is held.
    #[must_use]
    pub fn contains(self, card: u8) -> bool {
        self.0 >> card & 1 == 1
    }

    /// The hand after the card is played.
    #[must_use]
    pub fn without(self, card: u8) -> Self {
        Self(self.0 & !(1 << card))
    }

    /// The cards, lowest first.
    pub fn cards(self) -> impl DoubleEndedIterator<Item = u8> {
        (1..=15).filter(move |&card| self.contains(card))
    }

    pub(super) fn bits(self) -> u16 {
        self.0
    }

    pub(super) fn from_bits(bits: u16) -> Self {
        Self(bits & !1)
    }
}

/// The prizes still face down: distinct, not zero, lowest first.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Prizes(Vec<i32>);

impl Prizes {
    /// Sorts and checks a list of prizes.
    ///
    /// # Errors
    /// If a prize is zero, too large or listed twice.
    pub fn new(prizes: &[i32]) -> Result<Self, SettingError> {
        if let Some(&bad) = prizes.iter().find(|prize| **prize == 0 || prize.unsigned_abs() > LARGEST as u32)
        {
            return Err(SettingError::Prize(bad));
        }
        let mut sorted = prizes.to_vec();
        sorted.sort_unstable();
        match sorted.windows(2).find(|pair| pair[0] == pair[1]) {
            Some(pair) => Err(SettingError::TwiceTurned(pair[0])),
            None => Ok(Self(sorted)),
        }
    }

    /// The buzzard deck of `n` prizes: a third vultures, rounded, and the rest mice.
    #[must_use]
    pub fn buzzard(n: usize) -> Self {
        let (n, vultures) = (n as i32, (n as i32 * 2 + 3) / 6);
        Self((-vultures..=n - vultures).filter(|&prize| prize != 0).collect())
    }

    /// The goofspiel deck: `1..=n`.
    #[must_use]
    pub fn goofspiel(n: usize) -> Self {
        Self((1..=n as i32).collect())
    }

    /// The prizes, lowest first.
    #[must_use]
    pub fn list(&self) -> &[i32] {
        &self.0
    }

    /// The prizes after this one is turned up.
    #[must_use]
    pub fn without(&self, prize: i32) -> Self {
        Self(self.0.iter().copied().filter(|&other| other != prize).collect())
    }
}

/// What happens to a pot that nobody takes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Pot {
    /// It waits, and the next prize is added to it.
    Carry,
    /// It is lost.
    Discard,
}

/// What the game is played for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Utility {
    /// The difference in points.
    #[default]
    Points,
    /// The win: 1 to the player with more points, -1 to the other, 0 to both if they are equal.
    Win,
}

/// A point of the game before the next prize is turned up.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    hands: [BidSet; 2],
    prizes: Prizes,
    carry: i32,
    lead: i32,
}

impl State {
    /// Checks that the hands and the prizes are equally many.
    ///
    /// # Errors
    /// If they are not, or a size or the carry is out of range.
    pub fn new(hands: [BidSet; 2], prizes: Prizes, carry: i32) -> Result<Self, SettingError> {
        let (a, b, rounds) = (hands[0].len(), hands[1].len(), prizes.0.len());
        if a != rounds || b != rounds {
            return Err(SettingError::Sizes(a, b, rounds));
        }
        if !(1..=CARDS).contains(&rounds) {
            return Err(SettingError::Rounds(rounds));
        }
        if carry.unsigned_abs() > LARGEST as u32 {
            return Err(SettingError::Carry(carry));
        }
        Ok(Self { hands, prizes, carry, lead: 0 })
    }

    /// The same state when A is so many points ahead, or behind if the number is negative.
    #[must_use]
    pub fn led_by(mut self, lead: i32) -> Self {
        self.lead = lead;
        self
    }

    /// The cards of A and of B.
    #[must_use]
    pub fn hands(&self) -> [BidSet; 2] {
        self.hands
    }

    /// The prizes still face down.
    #[must_use]
    pub fn prizes(&self) -> &Prizes {
        &self.prizes
    }

    /// What waits from the rounds before.
    #[must_use]
    pub fn carry(&self) -> i32 {
        self.carry
    }

    /// How many points A is ahead; nothing looks at it where points count.
    #[must_use]
    pub fn lead(&self) -> i32 {
        self.lead
    }

    /// The number of rounds to play.
    #[must_use]
    pub fn rounds(&self) -> usize {
        self.prizes.0.len()
    }

    /// Whether the lead is greater than all that can be gained once this prize is turned up: the game is won.
    #[must_use]
    pub fn is_decided(&self, turned: i32) -> bool {
        let others: i32 =
            self.prizes.0.iter().filter(|&&prize| prize != turned).map(|prize| prize.abs()).sum();
        self.lead.abs() > (self.carry + turned).abs() + others
    }
}

/// A game to solve: where it starts, the rule for ties, and what it is played for.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Setting {
    /// The first state.
    pub start: State,
    /// What happens to a pot that nobody takes.
    pub pot: Pot,
    /// What is played for.
    pub utility: Utility,
}

impl Setting {
    /// Any two hands against any prizes, for points.
    ///
    /// # Errors
    /// See [`State::new`].
    pub fn new(hands: [BidSet; 2], prizes: Prizes, carry: i32, pot: Pot) -> Result<Self, SettingError> {
        Ok(Self { start: State::new(hands, prizes, carry)?, pot, utility: Utility::Points })
    }

    /// The same game played for the win when A is so many points ahead.
    ///
    /// # Errors
    /// If the lead is too large.
    pub fn for_the_win(self, lead: i32) -> Result<Self, SettingError> {
        if lead.unsigned_abs() > LARGEST as u32 {
            return Err(SettingError::Lead(lead));
        }
        Ok(Self { start: self.start.led_by(lead), utility: Utility::Win, ..self })
    }

    /// The same game played for points.
    #[must_use]
    pub fn for_points(self) -> Self {
        Self { start: self.start.led_by(0), utility: Utility::Points, ..self }
    }

    /// The lead as far as it counts.
    pub(super) fn lead(&self) -> i32 {
        self.counting().counted(self.start.lead)
    }

    pub(super) fn counting(&self) -> Counting {
        Counting { pot: self.pot, utility: self.utility }
    }

    /// The whole buzzard game with `n` cards.
    ///
    /// # Errors
    /// If `n` is not in `1..=15`.
    pub fn buzzard(n: usize, pot: Pot) -> Result<Self, SettingError> {
        Self::new([BidSet::full(n)?; 2], Prizes::buzzard(n), 0, pot)
    }

    /// The whole game for the prizes `1..=n`.
    ///
    /// # Errors
    /// If `n` is not in `1..=15`.
    pub fn goofspiel(n: usize, pot: Pot) -> Result<Self, SettingError> {
        Self::new([BidSet::full(n)?; 2], Prizes::goofspiel(n), 0, pot)
    }
}

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let State { hands, prizes, carry, lead } = &self.start;
        let [a, b] = hands.map(|hand| list(hand.cards()));
        write!(f, "hands {a}/{b}, prizes {}", list(prizes.0.iter()))?;
        if *carry != 0 {
            write!(f, ", {carry} carried in")?;
        }
        f.write_str(match self.pot {
            Pot::Carry => ", a pot nobody takes waits",
            Pot::Discard => ", a pot nobody takes is lost",
        })?;
        match (self.utility, lead) {
            (Utility::Points, _) => Ok(()),
            (Utility::Win, 0) => f.write_str(", for the win"),
            (Utility::Win, lead) => write!(f, ", for the win, A leads by {lead}"),
        }
    }
}

fn list<T: ToString>(numbers: impl Iterator<Item = T>) -> String {
    numbers.map(|number| number.to_string()).collect::<Vec<_>>().join(",")
}
