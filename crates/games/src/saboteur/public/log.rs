//! What happened in a round.

use std::hash::{Hash, Hasher};

use serde::{Serialize, Serializer};
use table::Seat;

use crate::saboteur::cards::DECK;
use crate::saboteur::{Card, Cell, Claim, Goal, Path, Tool, Treasure};

/// What a seat did, as far as the reader may know.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Deed {
    /// It placed a tunnel card, and turned up what stands at the goals.
    Dig(Path, Cell, [Option<Treasure>; 3]),
    /// It broke a tool.
    Break(Tool, Seat),
    /// It repaired a tool with this card.
    Repair(Card, Tool, Seat),
    /// It took away a tunnel card.
    Rockfall(Cell, Path),
    /// It looked at a goal; what was there, only it knows.
    Map(Goal, Option<Treasure>),
    /// It put a card away face down; which one, only it knows.
    Discard(Option<Card>),
    /// It said something about a goal.
    Say(Goal, Claim),
}

/// One entry of the log.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Play {
    /// Who did it.
    pub seat: Seat,
    /// What it did.
    pub deed: Deed,
}

/// Every card of the deck is played or put away once, and each of the six maps may be spoken about.
const MOST_PLAYS: usize = DECK + 6;

/// What happened in a round, in order, as everybody saw it.
#[derive(Clone, Copy, Debug)]
pub struct RoundLog {
    plays: [Option<Play>; MOST_PLAYS],
    len: u8,
}

impl PartialEq for RoundLog {
    fn eq(&self, other: &RoundLog) -> bool {
        self.plays[..self.len()] == other.plays[..other.len()]
    }
}

impl Eq for RoundLog {}

impl Hash for RoundLog {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.plays[..self.len()].hash(state);
    }
}

impl RoundLog {
    pub(super) const EMPTY: RoundLog = RoundLog { plays: [None; MOST_PLAYS], len: 0 };

    #[inline]
    pub(in crate::saboteur) const fn push(&mut self, play: Play) {
        self.plays[self.len as usize] = Some(play);
        self.len += 1;
    }

    /// How much has happened.
    pub const fn len(&self) -> usize {
        self.len as usize
    }

    /// Whether nothing has happened.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// What happened last.
    pub fn last(&self) -> Option<Play> {
        self.plays[self.len().checked_sub(1)?]
    }

    /// What happened, in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &Play> {
        self.plays[..self.len()].iter().flatten()
    }
}

impl Serialize for RoundLog {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}
