//! Tunnels: the sides at which a card is open, and the ways in which it can lie.

use serde::Serialize;
use table::bit_set;
use table::bits::indices;

use super::{Card, PASSAGES};

/// One of the four sides of a card.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
pub enum Side {
    /// Towards smaller y.
    Up,
    /// Towards larger x, where the goals are.
    Right,
    /// Towards larger y.
    Down,
    /// Towards smaller x.
    Left,
}

impl Side {
    /// How many there are.
    pub const COUNT: usize = 4;
    /// The sides, clockwise from the top.
    pub const ALL: [Side; 4] = [Side::Up, Side::Right, Side::Down, Side::Left];

    /// Its place among all, clockwise from the top.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The side at this place.
    #[inline]
    pub const fn of_index(index: usize) -> Side {
        Side::ALL[index]
    }

    /// The side of a neighbour that touches this one.
    #[inline]
    pub const fn opposite(self) -> Side {
        Side::ALL[self as usize ^ 2]
    }
}

bit_set! {
    /// The sides at which a card is open, at least one: up is bit 0, right 1, down 2, left 3.
    pub struct Edges(u8) of Side;
}

impl Edges {
    /// The same card turned by 180 degrees: up and down change places, and so do left and right.
    #[inline]
    pub const fn turned(self) -> Edges {
        Edges((self.0 << 2 | self.0 >> 2) & 15)
    }

    /// The number of its kind, 0 to 8: edges that are each other's rotation share one.
    const fn orbit(self) -> u8 {
        match self.0 {
            0b1111 => 0,
            0b0111 | 0b1101 => 1,
            0b1011 | 0b1110 => 2,
            0b1001 | 0b0110 => 3,
            0b1100 | 0b0011 => 4,
            0b0101 => 5,
            0b1010 => 6,
            0b0001 | 0b0100 => 7,
            _ => 8,
        }
    }
}

/// One edge set of each kind, in the order of the kinds.
pub(super) const ORBITS: [Edges; 9] = [
    Edges(0b1111),
    Edges(0b0111),
    Edges(0b1011),
    Edges(0b1001),
    Edges(0b1100),
    Edges(0b0101),
    Edges(0b1010),
    Edges(0b0001),
    Edges(0b1000),
];

/// A tunnel card as it lies on the table: its open sides, and whether it is a dead end.
///
/// All open sides of a passage are connected in its middle. The sides of a dead end match those of its
/// neighbours, but nothing leads through it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Path(u8);

/// The bit of a dead end.
const DEAD: u8 = 16;

impl Path {
    /// A passage open at these sides; whether the deck has such a card is another question.
    #[inline]
    pub const fn passage(edges: Edges) -> Path {
        Path(edges.0)
    }

    /// A dead end with these sides.
    #[inline]
    pub const fn dead_end(edges: Edges) -> Path {
        Path(edges.0 | DEAD)
    }

    /// The 26 ways in which a card of the deck can lie on the table.
    pub fn all() -> impl Iterator<Item = Path> {
        let passages = (1..16).filter(|bits: &u8| bits.count_ones() > 1).map(Path);
        passages.chain((1..16).map(|bits| Path(bits | DEAD)))
    }

    /// The open sides.
    #[inline]
    pub const fn edges(self) -> Edges {
        Edges(self.0 & 15)
    }

    /// Whether nothing leads through it.
    #[inline]
    pub const fn is_dead_end(self) -> bool {
        self.0 & DEAD != 0
    }

    /// The card it is.
    #[inline]
    pub const fn card(self) -> Card {
        Card(if self.is_dead_end() { PASSAGES } else { 0 } + self.edges().orbit())
    }

    /// The same card the other way round.
    #[inline]
    pub const fn turned(self) -> Path {
        Path(self.0 & DEAD | self.edges().turned().0)
    }
}

/// The edge sets that the tunnels of a hand can show: bit 5 is the edge set of bits 5, up and down.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shows {
    /// With passages.
    pub passages: u16,
    /// With dead ends.
    pub dead_ends: u16,
}

impl Shows {
    /// The ways these tunnels can lie, in order.
    #[inline]
    pub fn paths(self) -> impl Iterator<Item = Path> {
        let bits = u32::from(self.passages) | u32::from(self.dead_ends) << DEAD;
        indices(bits.into()).map(|bits| Path(bits as u8))
    }
}
