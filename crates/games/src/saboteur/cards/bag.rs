//! Bags of cards: the deck, a hand, what was played.

use super::tunnels::{ORBITS, Shows};
use super::{COPIES, Card, DECK, PASSAGES, TUNNELS};
use crate::bag::{self, CardKind};

/// A bag of cards.
pub type CardBag = bag::Bag<Card>;

impl CardKind for Card {
    type Bits = u128;

    const COPIES: &'static [u8] = &COPIES;

    #[inline]
    fn index(self) -> usize {
        self.index()
    }

    #[inline]
    fn of_index(index: usize) -> Card {
        Card::of_index(index)
    }
}

/// All cards of the kinds from one to before another.
const fn between(from: usize, to: usize) -> u128 {
    let (mut bits, mut kind) = (0, from);
    while kind < to {
        bits |= CardBag::bits_of(&[kind]);
        kind += 1;
    }
    bits
}

const TUNNEL_CARDS: u128 = between(0, TUNNELS as usize);
/// The cards that break or repair.
const TOOL_CARDS: u128 = between(TUNNELS as usize, Card::ROCKFALL.index());

/// For each kind of tunnel the edge sets it can show, a bit an edge set.
const SHOWS: [u16; TUNNELS as usize] = {
    let (mut masks, mut kind) = ([0; TUNNELS as usize], 0);
    while kind < TUNNELS as usize {
        let edges = ORBITS[if kind < PASSAGES as usize { kind } else { kind - PASSAGES as usize }];
        masks[kind] = 1 << edges.bits() | 1 << edges.turned().bits();
        kind += 1;
    }
    masks
};

impl CardBag {
    /// The whole deck of 67.
    pub const DECK: CardBag = CardBag::of_bits((1 << DECK) - 1);

    /// Whether there is a card in it that breaks or repairs.
    #[inline]
    pub(in crate::saboteur) const fn has_tools(self) -> bool {
        self.bits() & TOOL_CARDS != 0
    }

    /// The edge sets its passages and its dead ends can show, a bit an edge set.
    #[inline]
    pub fn shows(self) -> Shows {
        let mut shows = Shows { passages: 0, dead_ends: 0 };
        for kind in CardBag::of_bits(self.bits() & TUNNEL_CARDS).kinds() {
            match kind.0 {
                0..PASSAGES => shows.passages |= SHOWS[kind.index()],
                _ => shows.dead_ends |= SHOWS[kind.index()],
            }
        }
        shows
    }
}
