//! What one seat knows: its role, its hand, what it put away and looked at, its gold.

use serde::{Serialize, Serializer};

use super::options::MOST_ROUNDS;
use super::{CardBag, Goal, Gold, Nuggets, Role, Treasure};

/// What a seat knows besides.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Private {
    /// Its role in this round, once dealt.
    pub role: Option<Role>,
    /// Its hand.
    pub hand: CardBag,
    /// What it put away face down in this round.
    pub discards: CardBag,
    /// What it saw at each goal in this round, from top to bottom.
    pub known: [Option<Treasure>; 3],
    /// Its gold cards.
    pub gold: Gold,
    /// The bundles of gold that came to it, a list for each round.
    pub looks: [Looks; MOST_ROUNDS],
}

impl Private {
    pub(super) const NOTHING: Private = Private {
        role: None,
        hand: CardBag::EMPTY,
        discards: CardBag::EMPTY,
        known: [None; 3],
        gold: Gold::NONE,
        looks: [Looks::NONE; MOST_ROUNDS],
    };

    /// Forgets what was true in the last round only.
    pub(super) fn clear(&mut self) {
        *self = Private { gold: self.gold, looks: self.looks, ..Private::NOTHING };
    }

    /// The bundle of gold before it, in this round.
    pub(super) fn bundle(&self, round: u8) -> Gold {
        self.looks[usize::from(round)].iter().last().map_or(Gold::NONE, |look| look.bundle)
    }

    /// What it saw at a goal.
    #[inline]
    pub const fn known(&self, goal: Goal) -> Option<Treasure> {
        self.known[goal as usize]
    }
}

/// A bundle of gold that came to a seat, and what it took.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct GoalLook {
    /// The cards that came.
    pub bundle: Gold,
    /// The one it kept, once it has chosen.
    pub took: Option<Nuggets>,
}

/// One digger among five seats takes all five cards of the bundle; nobody ever takes more.
const MOST_LOOKS: usize = 5;

/// The bundles that came to a seat in one round, in order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Looks([Option<GoalLook>; MOST_LOOKS]);

impl Looks {
    const NONE: Looks = Looks([None; MOST_LOOKS]);

    /// The bundles, in order.
    pub fn iter(&self) -> impl Iterator<Item = &GoalLook> + Clone {
        self.0.iter().flatten()
    }

    /// A bundle has come.
    pub(super) fn push(&mut self, bundle: Gold) {
        let free = self.0.iter_mut().find(|look| look.is_none()).expect("nobody takes more than five cards");
        *free = Some(GoalLook { bundle, took: None });
    }

    /// A card of the last bundle is kept.
    pub(super) fn take(&mut self, card: Nuggets) {
        let last = self.0.iter_mut().flatten().last().expect("one takes from a bundle that has come");
        last.took = Some(card);
    }
}

impl Serialize for Looks {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}
