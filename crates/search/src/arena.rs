//! Trees kept in arenas: typed places, and children found by the label of the edge that leads to them.

use std::hash::{Hash, Hasher};

/// A node of a tree, by its place in the arena.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct NodeId(u32);

impl NodeId {
    /// The node every tree begins with.
    pub(crate) const ROOT: NodeId = NodeId(0);

    #[inline]
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Where an edge leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Child {
    /// To a node that was there.
    Known(NodeId),
    /// To a node that was just added.
    Added(NodeId),
    /// Nowhere: the tree is full.
    Full,
}

/// The edges of a tree: an open-addressed table from (parent, label) to child, at most half full.
pub(crate) struct Edges<L> {
    /// The edge that leads to node `i + 1`; nothing leads to the root.
    edges: Vec<(NodeId, L)>,
    /// The child of an edge, or 0.
    slots: Vec<u32>,
    limit: usize,
}

impl<L: Copy + Eq + Hash> Edges<L> {
    pub(crate) fn new() -> Edges<L> {
        Edges { edges: Vec::new(), slots: vec![0; 64], limit: 0 }
    }

    /// Forgets all edges; from now on the tree has room for this many nodes.
    pub(crate) fn clear(&mut self, nodes: u32) {
        self.edges.clear();
        self.slots.fill(0);
        self.limit = nodes as usize;
    }

    /// The number of nodes the tree has, the root among them.
    pub(crate) fn nodes(&self) -> usize {
        self.edges.len() + 1
    }

    /// Follows an edge; the first to go there adds the child.
    #[inline]
    pub(crate) fn follow(&mut self, parent: NodeId, label: L) -> Child {
        let slot = self.slot(parent, &label);
        match self.slots[slot] {
            0 if self.nodes() >= self.limit => Child::Full,
            0 => Child::Added(self.add(slot, parent, label)),
            child => Child::Known(NodeId(child)),
        }
    }

    fn add(&mut self, slot: usize, parent: NodeId, label: L) -> NodeId {
        self.edges.push((parent, label));
        let child = self.edges.len() as u32;
        self.slots[slot] = child;
        if 2 * self.edges.len() > self.slots.len() {
            self.grow();
        }
        NodeId(child)
    }

    fn grow(&mut self) {
        let room = 2 * self.slots.len();
        self.slots.clear();
        self.slots.resize(room, 0);
        for i in 0..self.edges.len() {
            let (parent, label) = self.edges[i];
            let slot = self.slot(parent, &label);
            self.slots[slot] = i as u32 + 1;
        }
    }

    /// The slot that holds this edge, or the empty one where it belongs.
    #[inline]
    fn slot(&self, parent: NodeId, label: &L) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = hash(parent, label) as usize & mask;
        while self.slots[slot] != 0 && !self.leads(slot, parent, label) {
            slot = (slot + 1) & mask;
        }
        slot
    }

    #[inline]
    fn leads(&self, slot: usize, parent: NodeId, label: &L) -> bool {
        let (from, by) = &self.edges[self.slots[slot] as usize - 1];
        *from == parent && by == label
    }
}

fn hash<L: Hash>(parent: NodeId, label: &L) -> u64 {
    let mut mixer = Mixer(u64::from(parent.0));
    label.hash(&mut mixer);
    mixer.finish()
}

/// A multiplicative hash: labels are a few words, and nobody chooses them to collide.
struct Mixer(u64);

impl Mixer {
    #[inline]
    fn mix(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

impl Hasher for Mixer {
    #[inline]
    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.mix(u64::from(byte)));
    }

    #[inline]
    fn write_u8(&mut self, word: u8) {
        self.mix(u64::from(word));
    }

    #[inline]
    fn write_u32(&mut self, word: u32) {
        self.mix(u64::from(word));
    }

    #[inline]
    fn write_u64(&mut self, word: u64) {
        self.mix(word);
    }

    #[inline]
    fn write_isize(&mut self, word: isize) {
        self.mix(word as u64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edge_leads_where_it_first_led() {
        let mut edges = Edges::new();
        edges.clear(1000);
        let first: Vec<Child> =
            (0..900u64).map(|label| edges.follow(NodeId((label % 7) as u32), label)).collect();
        assert_eq!(edges.nodes(), 901);
        for (label, child) in first.into_iter().enumerate() {
            let Child::Added(id) = child else { panic!("{child:?}") };
            assert_eq!(edges.follow(NodeId(label as u32 % 7), label as u64), Child::Known(id));
        }
    }

    #[test]
    fn the_same_label_leads_elsewhere_from_another_node() {
        let mut edges = Edges::new();
        edges.clear(1000);
        let children: Vec<Child> = (0..100).map(|parent| edges.follow(NodeId(parent), 5u64)).collect();
        assert!((1..=100).map(|id| Child::Added(NodeId(id))).eq(children));
    }

    #[test]
    fn a_full_tree_adds_nothing() {
        let mut edges = Edges::new();
        edges.clear(2);
        assert_eq!(edges.follow(NodeId::ROOT, 5u64), Child::Added(NodeId(1)));
        assert_eq!(edges.follow(NodeId::ROOT, 6), Child::Full);
        assert_eq!(edges.follow(NodeId::ROOT, 5), Child::Known(NodeId(1)));
    }
}
