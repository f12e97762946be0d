//! Gold cards and bundles of them.

use serde::{Serialize, Serializer};
use table::Rng;

/// A gold card, worth 1 to 3 nuggets.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
pub struct Nuggets(u8);

impl Nuggets {
    /// The gold cards, the least first.
    pub const ALL: [Nuggets; 3] = [Nuggets(1), Nuggets(2), Nuggets(3)];

    /// The card worth this much, if there is one.
    pub fn new(value: u8) -> Option<Nuggets> {
        (1..=3).contains(&value).then_some(Nuggets(value))
    }

    /// What it is worth.
    #[inline]
    pub const fn value(self) -> u8 {
        self.0
    }
}

/// Gold cards: how many of one, two and three nuggets.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Gold([u8; 3]);

impl Gold {
    /// None.
    pub const NONE: Gold = Gold([0; 3]);
    /// The 28 gold cards of the box.
    pub const BOX: Gold = Gold([16, 8, 4]);

    /// The numbers of cards with one, two and three nuggets.
    pub const fn new(counts: [u8; 3]) -> Gold {
        Gold(counts)
    }

    /// How many of one, two and three nuggets.
    pub const fn counts(self) -> [u8; 3] {
        self.0
    }

    /// How many of this card.
    #[inline]
    pub const fn count(self, card: Nuggets) -> u8 {
        self.0[card.0 as usize - 1]
    }

    /// The number of cards.
    #[inline]
    pub const fn len(self) -> u8 {
        self.0[0] + self.0[1] + self.0[2]
    }

    /// Whether there is none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// What they are worth together.
    pub const fn value(self) -> u8 {
        self.0[0] + 2 * self.0[1] + 3 * self.0[2]
    }

    /// The same and one more.
    #[inline]
    pub const fn with(mut self, card: Nuggets) -> Gold {
        self.0[card.0 as usize - 1] += 1;
        self
    }

    /// The same and one fewer.
    #[inline]
    pub const fn without(mut self, card: Nuggets) -> Gold {
        self.0[card.0 as usize - 1] -= 1;
        self
    }

    /// Both together.
    pub const fn plus(self, other: Gold) -> Gold {
        Gold([self.0[0] + other.0[0], self.0[1] + other.0[1], self.0[2] + other.0[2]])
    }

    /// What is here and not there; whatever is there is here.
    pub const fn minus(self, other: Gold) -> Gold {
        Gold([self.0[0] - other.0[0], self.0[1] - other.0[1], self.0[2] - other.0[2]])
    }

    /// Whether all of these are here.
    pub const fn covers(self, other: Gold) -> bool {
        self.0[0] >= other.0[0] && self.0[1] >= other.0[1] && self.0[2] >= other.0[2]
    }

    /// The cards, each as often as it is there, the least first.
    pub fn cards(self) -> impl Iterator<Item = Nuggets> {
        let of = move |card| std::iter::repeat_n(card, usize::from(self.count(card)));
        Nuggets::ALL.into_iter().flat_map(of)
    }

    /// One of the cards, each equally likely.
    ///
    /// # Panics
    /// If there is none.
    #[inline]
    pub fn pick(self, rng: &mut Rng) -> Nuggets {
        let place = rng.below(u32::from(self.len())) as u8;
        let kind = usize::from(place >= self.0[0]) + usize::from(place >= self.0[0] + self.0[1]);
        Nuggets::ALL[kind]
    }

    /// The kinds in it, each once, the least first.
    pub fn kinds(self) -> impl Iterator<Item = Nuggets> {
        Nuggets::ALL.into_iter().filter(move |&card| self.count(card) > 0)
    }

    /// One of the kinds in it, each equally likely.
    ///
    /// # Panics
    /// If there is none.
    pub(in crate::saboteur) fn pick_kind(self, rng: &mut Rng) -> Nuggets {
        let kind = rng.below(self.kinds().count() as u32);
        self.kinds().nth(kind as usize).expect("there are as many as were counted")
    }

    /// What makes the most of this sum without going above it, with as few cards as possible.
    pub(in crate::saboteur) fn change(self, due: u8) -> Gold {
        let mut best = Gold::NONE;
        for threes in (0..=self.0[2].min(due / 3)).rev() {
            let rest = due - 3 * threes;
            for twos in (0..=self.0[1].min(rest / 2)).rev() {
                let made = Gold([self.0[0].min(rest - 2 * twos), twos, threes]);
                best = if made.value() > best.value() { made } else { best };
            }
        }
        best
    }
}

impl Serialize for Gold {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.cards())
    }
}
