//! The whole tree of a small game, in arenas.

use std::fmt;
use std::ops::Index;
use std::sync::Arc;

use table::{EventOf, Game, Payoffs, Seat};

/// A node of a [`Tree`]. Parents come before their children.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(pub(super) u32);

/// An information set of a [`Tree`]. A seat's earlier ones come before its later ones.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct InfoSetId(pub(super) u32);

impl NodeId {
    /// Its place in the arena, counted from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl InfoSetId {
    /// Its place in the arena, counted from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Which payoff the seats play for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Stakes {
    /// The game's own points.
    #[default]
    Points,
    /// The share of the win.
    Wins,
}

impl Stakes {
    /// What this seat earned of it.
    pub fn of(self, payoffs: &Payoffs, seat: Seat) -> f64 {
        match self {
            Stakes::Points => payoffs.points[seat],
            Stakes::Wins => payoffs.wins[seat],
        }
    }
}

/// The tree has more nodes than were allowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooLarge {
    /// How many nodes were allowed.
    pub limit: usize,
}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the game tree has more than {} nodes: choose smaller rules or allow more", self.limit)
    }
}

impl std::error::Error for TooLarge {}

/// What happens at a node.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum TreeNode<'a> {
    /// Chance decides; a probability for each child.
    Chance {
        /// How likely each child is.
        probabilities: &'a [f64],
        /// Where each outcome leads.
        children: &'a [NodeId],
    },
    /// A seat chooses; a child for each action of the information set.
    Decision {
        /// Where the chooser believes to be.
        infoset: InfoSetId,
        /// Where each action leads.
        children: &'a [NodeId],
    },
    /// The game is over.
    End {
        /// What each seat earned, in seat order.
        payoffs: &'a [f64],
    },
}

/// A node as the arena keeps it: where its parts begin, and how many there are.
#[derive(Clone, Copy, Debug)]
pub(super) enum Packed {
    Chance { probabilities: u32, children: u32, count: u32 },
    Decision { infoset: InfoSetId, children: u32, count: u32 },
    End { payoffs: u32 },
}

/// The nodes that one seat, which has a choice there, cannot tell apart.
#[derive(Clone, Debug)]
pub struct InfoSet<G: Game> {
    /// Who chooses.
    pub seat: Seat,
    /// What can be chosen, ascending.
    pub actions: Box<[G::Action]>,
    /// This seat's last choice before, as a set and an action's place in it: the same for all nodes of this set.
    pub before: Option<(InfoSetId, usize)>,
    /// One way the game can come here, up to the beginning of the turn: where seats choose at once, before the
    /// first of them has.
    pub story: Box<[EventOf<G>]>,
    /// The nodes.
    pub nodes: Vec<NodeId>,
}

/// The whole tree of a small game.
///
/// Forced events (one outcome, one legal action) have no node. A node takes some 30 bytes, an end 8 bytes a seat
/// besides.
#[derive(Clone, Debug)]
pub struct Tree<G: Game> {
    pub(super) rules: G::Rules,
    pub(super) seats: usize,
    pub(super) nodes: Vec<Packed>,
    pub(super) children: Vec<NodeId>,
    pub(super) probabilities: Vec<f64>,
    pub(super) payoffs: Vec<f64>,
    pub(super) infosets: Vec<InfoSet<G>>,
    /// Where the actions of each information set begin in a [`Grid`], and where the last ones end.
    pub(super) starts: Arc<[u32]>,
}

impl<G: Game> Tree<G> {
    /// The rules it was built for.
    pub fn rules(&self) -> &G::Rules {
        &self.rules
    }

    /// The number of players at the table.
    pub fn seats(&self) -> usize {
        self.seats
    }

    /// The number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Never: even a game without a choice has an end.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Where the game begins.
    pub fn root(&self) -> NodeId {
        NodeId(0)
    }

    /// Every node, parents before their children.
    pub fn nodes(&self) -> impl DoubleEndedIterator<Item = NodeId> + use<G> {
        (0..self.nodes.len() as u32).map(NodeId)
    }

    /// What happens at this node.
    #[inline]
    pub fn node(&self, id: NodeId) -> TreeNode<'_> {
        let children = |first: u32, count: u32| &self.children[first as usize..][..count as usize];
        match self.nodes[id.index()] {
            Packed::Chance { probabilities, children: first, count } => TreeNode::Chance {
                probabilities: &self.probabilities[probabilities as usize..][..count as usize],
                children: children(first, count),
            },
            Packed::Decision { infoset, children: first, count } => {
                TreeNode::Decision { infoset, children: children(first, count) }
            }
            Packed::End { payoffs } => {
                TreeNode::End { payoffs: &self.payoffs[payoffs as usize * self.seats..][..self.seats] }
            }
        }
    }

    /// Every information set, a seat's earlier ones before its later ones.
    pub fn infosets(&self) -> impl DoubleEndedIterator<Item = InfoSetId> + use<G> {
        (0..self.infosets.len() as u32).map(InfoSetId)
    }

    /// Every information set of one seat, earlier ones before later ones.
    pub fn infosets_of(&self, seat: Seat) -> impl DoubleEndedIterator<Item = InfoSetId> + '_ {
        self.infosets().filter(move |&id| self[id].seat == seat)
    }
}

impl<G: Game> Index<InfoSetId> for Tree<G> {
    type Output = InfoSet<G>;

    #[inline]
    fn index(&self, id: InfoSetId) -> &InfoSet<G> {
        &self.infosets[id.index()]
    }
}
