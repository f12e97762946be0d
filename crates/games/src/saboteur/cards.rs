//! The pieces: tools, the 27 kinds of cards, goals and roles; tunnels, bags of cards and gold in files of their own.

mod bag;
mod gold;
mod tunnels;

use serde::{Serialize, Serializer};

pub use bag::Bag;
pub use gold::{Gold, Nuggets};
use tunnels::ORBITS;
pub use tunnels::{Edges, Path, Shows, Side};

/// What a digger needs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Tool {
    /// To see.
    Lantern,
    /// To dig.
    Pickaxe,
    /// To carry.
    Cart,
}

impl Tool {
    /// The three tools.
    pub const ALL: [Tool; 3] = [Tool::Lantern, Tool::Pickaxe, Tool::Cart];
}

/// A set of tools, a bit a tool.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Tools(u8);

impl Tools {
    /// The same set and this tool.
    #[inline]
    pub const fn with(self, tool: Tool) -> Tools {
        Tools(self.0 | 1 << tool as u8)
    }

    /// Whether this tool is in it.
    #[inline]
    pub const fn has(self, tool: Tool) -> bool {
        self.0 >> tool as u8 & 1 == 1
    }

    /// Whether there is none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The tools in it, in order.
    pub fn iter(self) -> impl Iterator<Item = Tool> {
        Tool::ALL.into_iter().filter(move |&tool| self.has(tool))
    }
}

impl Serialize for Tools {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
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
const PAIRS: [Tools; 3] = [Tools(0b011), Tools(0b110), Tools(0b101)];

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
            19..22 => Face::Repair(Tools(1 << (self.0 - 19))),
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
            _ => Tools(0),
        }
    }
}

/// One of the three goals.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Goal {
    /// Two rows above the start.
    Top,
    /// In the row of the start.
    Middle,
    /// Two rows below the start.
    Bottom,
}

impl Goal {
    /// The goals from top to bottom.
    pub const ALL: [Goal; 3] = [Goal::Top, Goal::Middle, Goal::Bottom];
}

/// A set of goals, a bit a goal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Goals(u8);

impl Goals {
    /// All three.
    pub const ALL: Goals = Goals(7);

    /// Whether this goal is in it.
    #[inline]
    pub const fn has(self, goal: Goal) -> bool {
        self.0 >> goal as u8 & 1 == 1
    }

    /// The same set and this goal.
    #[inline]
    pub const fn with(self, goal: Goal) -> Goals {
        Goals(self.0 | 1 << goal as u8)
    }

    /// The same set without this goal.
    #[inline]
    pub const fn without(self, goal: Goal) -> Goals {
        Goals(self.0 & !(1 << goal as u8))
    }

    /// How many.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The goals in it, from top to bottom.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Goal> {
        Goal::ALL.into_iter().filter(move |&goal| self.has(goal))
    }
}

impl Serialize for Goals {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

/// What is on a goal card.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Treasure {
    /// The gold, on a cross.
    Gold,
    /// A stone on a bend of left and down (or, turned, of right and up).
    #[serde(rename = "stone-DL")]
    StoneDl,
    /// A stone on a bend of left and up (or, turned, of right and down).
    #[serde(rename = "stone-UL")]
    StoneUl,
}

impl Treasure {
    /// The three goal cards.
    pub const ALL: [Treasure; 3] = [Treasure::Gold, Treasure::StoneDl, Treasure::StoneUl];

    /// How the card lies when it is turned up from this side: so that it is open there.
    #[inline]
    pub const fn lies(self, side: Side) -> Path {
        let edges = match self {
            Treasure::Gold => Edges::CROSS,
            Treasure::StoneDl => ORBITS[4],
            Treasure::StoneUl => ORBITS[3],
        };
        Path::passage(if edges.has(side) { edges } else { edges.turned() })
    }
}

/// Which side one is on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Wants the gold found.
    Digger,
    /// Wants it not found.
    Saboteur,
}
