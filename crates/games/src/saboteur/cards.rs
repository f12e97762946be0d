//! The pieces: tools, the 27 kinds of cards, goals and roles; tunnels, bags of cards and gold in files of their own.

mod bag;
mod gold;
mod tunnels;

use table::bit_set;

use crate::text::words;
pub use bag::CardBag;
pub use gold::{Gold, Nuggets};
use tunnels::ORBITS;
pub use tunnels::{Edges, Path, Shows, Side};

words! {
    /// What a digger needs.
    Tool, "a tool" {
        /// To see.
        Lantern = "lantern",
        /// To dig.
        Pickaxe = "pickaxe",
        /// To carry.
        Cart = "cart",
    }
}

bit_set! {
    /// A set of tools.
    pub struct Tools(u8) of Tool;
}

/// A kind of card, 0 to 26: seven passages, nine dead ends, then what is not a tunnel.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Card(u8);

/// Kinds of passages, kinds of tunnels, and kinds in all.
const PASSAGES: u8 = 7;
const TUNNELS: u8 = 16;
pub(super) const KINDS: usize = 27;

/// How many of each kind the deck of 67 has.
const COPIES: [u8; KINDS] = [5, 5, 5, 4, 5, 4, 3, 1, 1, 1, 1, 1, 1, 1, 1, 1, 3, 3, 3, 2, 2, 2, 1, 1, 1, 3, 6];

/// The cards of the whole deck.
pub(super) const DECK: usize = 67;

/// The tools that a repair card of two names.
const PAIRS: [Tools; 3] = [Tools::of_bits(0b011), Tools::of_bits(0b110), Tools::of_bits(0b101)];

/// What a card is for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Face {
    /// A tunnel, in one of its two rotations.
    Tunnel(Path),
    /// Breaks this tool of another.
    Break(Tool),
    /// Repairs one of these tools of anybody.
    Repair(Tools),
    /// Takes a tunnel card away.
    Rockfall,
    /// Shows a goal to the one who plays it.
    Map,
}

impl Card {
    /// Takes a tunnel card away.
    pub const ROCKFALL: Card = Card(25);
    /// Shows a goal.
    pub const MAP: Card = Card(26);

    /// The number of kinds.
    pub const COUNT: usize = KINDS;

    /// Every kind, in order.
    pub fn all() -> impl Iterator<Item = Card> {
        (0..KINDS as u8).map(Card)
    }

    /// The card that breaks this tool.
    #[inline]
    pub const fn breaking(tool: Tool) -> Card {
        Card(16 + tool as u8)
    }

    /// The card that repairs this tool alone.
    #[inline]
    pub const fn repairing(tool: Tool) -> Card {
        Card(19 + tool as u8)
    }

    /// The cards that can repair something, in order.
    pub fn repairs() -> impl Iterator<Item = Card> {
        (19..25).map(Card)
    }

    /// Its number among the kinds, 0 to 26.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The kind of this number.
    #[inline]
    pub const fn of_index(index: usize) -> Card {
        Card(index as u8)
    }

    /// How many the whole deck has.
    #[inline]
    pub const fn copies(self) -> u8 {
        COPIES[self.index()]
    }

    /// What it is for.
    #[inline]
    pub const fn face(self) -> Face {
        match self.0 {
            0..PASSAGES => Face::Tunnel(Path::passage(ORBITS[self.index()])),
            PASSAGES..TUNNELS => Face::Tunnel(Path::dead_end(ORBITS[(self.0 - PASSAGES) as usize])),
            16..19 => Face::Break(Tool::ALL[(self.0 - 16) as usize]),
            19..22 => Face::Repair(Tools::of_bits(1 << (self.0 - 19))),
            22..25 => Face::Repair(PAIRS[(self.0 - 22) as usize]),
            25 => Face::Rockfall,
            _ => Face::Map,
        }
    }

    /// The tunnel it is, if it is one.
    #[inline]
    pub const fn path(self) -> Option<Path> {
        match self.face() {
            Face::Tunnel(path) => Some(path),
            _ => None,
        }
    }

    /// The tools it can repair.
    #[inline]
    pub const fn mends(self) -> Tools {
        match self.face() {
            Face::Repair(tools) => tools,
            _ => Tools::NONE,
        }
    }
}

words! {
    /// One of the three goals.
    Goal, "a goal" {
        /// Two rows above the start.
        Top = "top",
        /// In the row of the start.
        Middle = "middle",
        /// Two rows below the start.
        Bottom = "bottom",
    }
}

bit_set! {
    /// A set of goals.
    pub struct Goals(u8) of Goal;
}

words! {
    /// What is on a goal card.
    Treasure, "a goal card" {
        /// The gold, on a cross.
        Gold = "gold",
        /// A stone on a bend of left and down (or, turned, of right and up).
        StoneDl = "stone-DL",
        /// A stone on a bend of left and up (or, turned, of right and down).
        StoneUl = "stone-UL",
    }
}

impl Treasure {
    /// How the card lies when it is turned up from this side: so that it is open there.
    #[inline]
    pub const fn lies(self, side: Side) -> Path {
        let edges = match self {
            Treasure::Gold => Edges::ALL,
            Treasure::StoneDl => ORBITS[4],
            Treasure::StoneUl => ORBITS[3],
        };
        Path::passage(if edges.contains(side) { edges } else { edges.turned() })
    }
}

words! {
    /// Which side one is on.
    Role, "a role" {
        /// Wants the gold found.
        Digger = "digger",
        /// Wants it not found.
        Saboteur = "saboteur",
    }
}
