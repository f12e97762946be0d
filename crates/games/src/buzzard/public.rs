//! What lies face up: points, hands, the prize, what is carried, and all rounds so far.

use serde::{Serialize, Serializer};
use table::{BySeat, PublicState, Seat, SeatSet, Turn};

use super::cards::{Bids, Hand, MOST_CARDS, Prize, PrizeSet};
use super::options::Rules;

/// What every spectator may read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Public {
    /// The options.
    pub rules: Rules,
    /// The bids everybody still has. A committed bid is in the hand until it is shown.
    pub hands: BySeat<Hand>,
    /// What everybody has taken.
    pub points: BySeat<i8>,
    /// The prizes still face down.
    pub prizes_left: PrizeSet,
    /// The prize turned up.
    pub prize: Option<Prize>,
    /// What earlier rounds left in the pot.
    pub carried: i8,
    /// Who has committed a bid.
    pub committed: SeatSet,
    /// The rounds that were played.
    pub log: BidLog,
}

impl Public {
    /// The table before the first round.
    pub(super) fn new(rules: &Rules) -> Public {
        let seats = usize::from(rules.seats);
        Public {
            rules: *rules,
            hands: BySeat::new(seats, Hand::full(rules.cards)),
            points: BySeat::new(seats, 0),
            prizes_left: rules.all_prizes(),
            prize: None,
            carried: 0,
            committed: SeatSet::NONE,
            log: BidLog::EMPTY,
        }
    }

    /// What this round is about, once a prize is turned up.
    pub fn pot(&self) -> Option<i8> {
        self.prize.map(|prize| prize.value() + self.carried)
    }
}

/// One round that was played.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Round {
    /// The prize that was turned up.
    pub prize: Prize,
    /// What it was worth together with what was carried.
    pub pot: i8,
    /// Who took it.
    pub taker: Option<Seat>,
    /// What everybody bid.
    pub bids: Bids,
}

/// The rounds that were played, in order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BidLog {
    rounds: [Option<Round>; MOST_CARDS as usize],
    played: u8,
}

impl BidLog {
    const EMPTY: BidLog = BidLog { rounds: [None; MOST_CARDS as usize], played: 0 };

    #[inline]
    pub(super) fn push(&mut self, round: Round) {
        self.rounds[usize::from(self.played)] = Some(round);
        self.played += 1;
    }

    /// How many rounds were played.
    #[inline]
    pub const fn len(&self) -> usize {
        self.played as usize
    }

    /// Whether no round was played.
    pub const fn is_empty(&self) -> bool {
        self.played == 0
    }

    /// The last round that was played.
    pub fn last(&self) -> Option<Round> {
        self.rounds[self.len().checked_sub(1)?]
    }

    /// The rounds, first one first.
    pub fn iter(&self) -> impl Iterator<Item = &Round> {
        self.rounds.iter().flatten()
    }
}

impl Serialize for BidLog {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl PublicState for Public {
    type Rules = Rules;

    #[inline]
    fn rules(&self) -> &Rules {
        &self.rules
    }

    #[inline]
    fn seats(&self) -> usize {
        self.rules.seats as usize
    }

    #[inline]
    fn turn(&self) -> Turn {
        match self.prize {
            Some(_) => Turn::Seats(SeatSet::all(self.seats()).minus(self.committed)),
            None if self.prizes_left.is_empty() => Turn::Over,
            None => Turn::Chance,
        }
    }
}
