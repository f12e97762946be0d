//! Two hands up to order.

use super::setting::BidSet;

/// The bits of cards that A holds; those of B are one place higher.
const HELD_BY_A: u64 = 0x5555_5555_5555_5555;

/// Which of the cards in play, lowest first, A holds, B holds, or both hold: two bits for each, A's the lower.
///
/// Hands `{2,3}` and `{1,3}` are `B A X`, written `0b_11_01_10`. No value depends on anything else about the
/// hands, because bids are only compared. Neighbouring cards of one player with none of the other between are
/// equal in every comparison, now and later, so only the lowest of such a run is a choice worth looking at.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Pattern(u64);

/// The place of a card in a pattern, lowest card 0; as a bit index it is doubled.
pub(super) type Place = u32;

impl Pattern {
    /// The order pattern of two hands.
    #[must_use]
    pub fn of(hands: [BidSet; 2]) -> Self {
        let [a, b] = hands;
        let held = (1..=15).rev().map(|card| u64::from(a.contains(card)) | u64::from(b.contains(card)) << 1);
        Self(held.filter(|&token| token != 0).fold(0, |code, token| code << 2 | token))
    }

    /// The pattern with the players exchanged.
    #[must_use]
    pub fn swapped(self) -> Self {
        Self((self.0 & HELD_BY_A) << 1 | self.0 >> 1 & HELD_BY_A)
    }

    /// The one of the pattern and its mirror that is kept, and whether it is the mirror.
    #[must_use]
    pub fn canonical(self) -> (Self, bool) {
        let mirror = self.swapped();
        if mirror < self { (mirror, true) } else { (self, false) }
    }

    /// Whether both players hold the same cards.
    #[must_use]
    pub fn is_even(self) -> bool {
        self == self.swapped()
    }

    /// The number of cards each player holds.
    #[must_use]
    pub fn rounds(self) -> usize {
        self.held().count_ones() as usize
    }

    /// The number of cards that A holds and B does not; it is the same the other way round.
    #[must_use]
    pub fn lone(self) -> usize {
        (self.held() & !self.swapped().held()).count_ones() as usize
    }

    /// The places of A's cards, one for each run of equal ones.
    pub(super) fn choices(self) -> impl Iterator<Item = Place> {
        let lone = self.held() & !self.swapped().held();
        let mut open = self.held() & !(lone & lone << 2);
        std::iter::from_fn(move || {
            let bit = (open != 0).then(|| open.trailing_zeros())?;
            open &= open - 1;
            Some(bit / 2)
        })
    }

    /// The places of A's cards, lowest first.
    pub(super) fn places(self) -> impl Iterator<Item = Place> {
        let mut open = self.held();
        std::iter::from_fn(move || {
            let place = (open != 0).then(|| open.trailing_zeros() / 2)?;
            open &= open - 1;
            Some(place)
        })
    }

    /// For each of A's cards, lowest first, which of the choices it belongs to.
    pub(super) fn runs(self) -> impl Iterator<Item = usize> {
        let firsts: Vec<Place> = self.choices().collect();
        self.places().map(move |place| firsts.partition_point(|&first| first <= place) - 1)
    }

    /// The pattern after A plays the card at `a` and B the card at `b`.
    pub(super) fn after(self, a: Place, b: Place) -> Self {
        let left = Self(self.0 & !(1 << (2 * a)) & !(2 << (2 * b)));
        // The higher place first: closing a gap moves everything above it.
        left.close(a.max(b)).close(a.min(b))
    }

    /// Takes the place out if nobody holds its card any more.
    fn close(self, place: Place) -> Self {
        let below = (1u64 << (2 * place)) - 1;
        if self.0 >> (2 * place) & 3 != 0 {
            return self;
        }
        Self(self.0 & below | self.0 >> 2 & !below)
    }

    /// The card at a place, for the hands the pattern was made of.
    pub(super) fn card(hands: [BidSet; 2], place: Place) -> u8 {
        let either = BidSet::from_bits(hands[0].bits() | hands[1].bits());
        either.cards().nth(place as usize).expect("a place of this pattern")
    }

    fn held(self) -> u64 {
        self.0 & HELD_BY_A
    }
}
