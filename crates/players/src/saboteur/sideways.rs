//! Which cards lead sideways. The paper on break cards counts them without saying which it means.

use games::saboteur::{Card, CardBag, Side};

/// What counts as a card that can be connected sideways.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sideways {
    /// A passage open left and right.
    Through,
    /// A passage open left or right.
    Either,
    /// Any tunnel card open left or right, dead ends included.
    Any,
}

impl Sideways {
    /// The readings by name.
    pub const NAMES: &'static [(&'static str, Sideways)] =
        &[("through", Sideways::Through), ("either", Sideways::Either), ("any", Sideways::Any)];

    /// Whether a card counts.
    pub fn counts(self, card: Card) -> bool {
        let Some(path) = card.path() else { return false };
        let (left, right) = (path.edges().contains(Side::Left), path.edges().contains(Side::Right));
        match self {
            Sideways::Through => left && right && !path.is_dead_end(),
            Sideways::Either => (left || right) && !path.is_dead_end(),
            Sideways::Any => left || right,
        }
    }

    /// How many of these cards count.
    pub fn of(self, bag: CardBag) -> u32 {
        bag.kinds().filter(|card| self.counts(*card)).map(|card| u32::from(bag.count(card))).sum()
    }
}
