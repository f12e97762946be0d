//! Information-set Monte Carlo tree search with several observers (Cowling, Powley, Whitehouse 2012).
//!
//! Every seat has a tree of its own, whose edges are what that seat saw. Each simulation imagines one world
//! and walks all trees at once: the seat that must act chooses by its own tree, among the actions that are possible
//! in this world, and then every seat follows what it saw. So nobody's choice depends on what it cannot see
//! after the root; what the others knew before is mixed, as in the paper.

use table::{Belief, BySeat, EventOf, Game, Rng, Seat, Thought, View, all_on, next_event};

use crate::arena::{Child, Edges, NodeId};
use crate::bandit::{Bandit, Ucb1, best, most_visited};
use crate::playout::Playout;
use crate::searcher::{Algorithm, Task};

/// One action at one node of one seat's tree.
#[derive(Clone, Copy, Debug)]
struct Arm<A> {
    action: A,
    bandit: Bandit,
    /// In how many visits it was possible.
    available: u32,
    /// The arm that came to the node after it, or [`NONE`].
    next: u32,
}

const NONE: u32 = u32::MAX;

/// What one seat knows: nodes are what it can tell apart, arms what it may do there.
struct Knowledge<G: Game> {
    edges: Edges<G::Seen>,
    nodes: Vec<Node>,
    arms: Vec<Arm<G::Action>>,
    /// Where the arm of a node and an action is; arm `i` is child `i + 1`.
    places: Edges<G::Action>,
}

/// The arms of one node in the order in which they came, or [`NONE`].
#[derive(Clone, Copy)]
struct Node {
    first: u32,
    last: u32,
}

impl Node {
    const EMPTY: Node = Node { first: NONE, last: NONE };
}

impl<G: Game> Knowledge<G> {
    fn new() -> Knowledge<G> {
        Knowledge { edges: Edges::new(), nodes: Vec::new(), arms: Vec::new(), places: Edges::new() }
    }

    fn clear(&mut self, nodes: u32) {
        self.edges.clear(nodes);
        self.nodes.clear();
        self.nodes.push(Node::EMPTY);
        self.arms.clear();
        self.places.clear(u32::MAX);
    }

    fn follow(&mut self, node: NodeId, seen: G::Seen) -> Option<NodeId> {
        match self.edges.follow(node, seen) {
            Child::Known(child) => Some(child),
            Child::Added(child) => {
                self.nodes.push(Node::EMPTY);
                Some(child)
            }
            Child::Full => None,
        }
    }

    /// The arm of an action at a node, added if it was not there. `guess` is where it probably is: lists of
    /// actions are alike from visit to visit, so the arm after the last one is nearly always right.
    #[inline]
    fn arm(&mut self, node: NodeId, action: G::Action, guess: u32) -> u32 {
        match self.arms.get(guess as usize) {
            Some(arm) if arm.action == action => guess,
            _ => self.look_up(node, action),
        }
    }

    fn look_up(&mut self, node: NodeId, action: G::Action) -> u32 {
        match self.places.follow(node, action) {
            Child::Known(place) => place.index() as u32 - 1,
            Child::Added(_) => self.add(node, action),
            Child::Full => unreachable!("there is room for as many arms as can be counted"),
        }
    }

    fn add(&mut self, node: NodeId, action: G::Action) -> u32 {
        let added = self.arms.len() as u32;
        self.arms.push(Arm { action, bandit: Bandit::default(), available: 0, next: NONE });
        let Node { first, last } = self.nodes[node.index()];
        if let Some(before) = self.arms.get_mut(last as usize) {
            before.next = added;
        }
        self.nodes[node.index()] = Node { first: if first == NONE { added } else { first }, last: added };
        added
    }

    /// Chooses among the actions that are possible in this world; untried ones first.
    fn choose(
        &mut self,
        node: NodeId,
        legal: &[G::Action],
        possible: &mut Vec<u32>,
        c: f32,
        rng: &mut Rng,
    ) -> u32 {
        possible.clear();
        let mut guess = self.nodes[node.index()].first;
        for &action in legal {
            let arm = self.arm(node, action, guess);
            possible.push(arm);
            let Arm { available, next, .. } = &mut self.arms[arm as usize];
            *available += 1;
            guess = *next;
        }
        let scores = possible.iter().map(|&arm| {
            let arm = &self.arms[arm as usize];
            Ucb1::new(c, arm.available).score(&arm.bandit)
        });
        possible[best(scores, rng)]
    }
}

/// A search over imagined worlds with one tree per seat.
pub struct Ismcts<G: Game> {
    c: f32,
    trees: Vec<Knowledge<G>>,
    /// Who chose which arm in one simulation.
    path: Vec<(Seat, u32)>,
    legal: Vec<G::Action>,
    possible: Vec<u32>,
}

impl<G: Game> Ismcts<G> {
    /// Searches with this weight of exploration.
    pub fn new(c: f32) -> Self {
        Ismcts { c, trees: Vec::new(), path: Vec::new(), legal: Vec::new(), possible: Vec::new() }
    }

    fn simulate<B: Belief<G>, P: Playout<G>>(&mut self, task: &mut Task<'_, G, B, P>, rng: &mut Rng) {
        let (mut world, seat) = (task.imagine(rng), task.view.seat);
        self.path.clear();
        task.playout.start();
        self.descend(&mut world, seat, task.playout, rng);
        task.playout.finish(&mut world, seat, rng);
        let rewards = task.scale.rewards(&world.payoffs());
        for &(seat, arm) in &self.path {
            self.trees[seat.index()].arms[arm as usize].bandit.learn(rewards[seat]);
        }
    }

    /// Walks all trees until somebody tries something new, a tree is full, or the game ends.
    fn descend<P: Playout<G>>(&mut self, world: &mut G, first: Seat, playout: &mut P, rng: &mut Rng) {
        let (mut here, mut new) = (BySeat::new(self.trees.len(), NodeId::ROOT), false);
        while let Some(event) =
            next_event(world, first, rng, |view, rng| self.act(view, here[view.seat], &mut new, rng))
        {
            world.apply(&event);
            playout.follow(world, &event);
            if !self.follow(world, &event, &mut here) || new {
                return;
            }
        }
    }

    /// What the seat of this view does at this node of its tree; `new` says whether it is the first time.
    fn act(&mut self, view: View<'_, G>, node: NodeId, new: &mut bool, rng: &mut Rng) -> G::Action {
        let (seat, tree) = (view.seat, &mut self.trees[view.seat.index()]);
        self.legal.clear();
        G::legal(view, &mut self.legal);
        let arm = tree.choose(node, &self.legal, &mut self.possible, self.c, rng);
        self.path.push((seat, arm));
        let Arm { action, bandit, .. } = tree.arms[arm as usize];
        *new = bandit.visits == 0;
        action
    }

    /// Every seat follows what it saw; whether all trees have room for it.
    fn follow(&mut self, world: &G, event: &EventOf<G>, here: &mut BySeat<NodeId>) -> bool {
        for seat in Seat::all(here.seats()) {
            let seen = world.seen(event, Some(seat));
            match self.trees[seat.index()].follow(here[seat], seen) {
                Some(child) => here[seat] = child,
                None => return false,
            }
        }
        true
    }

    /// The number of nodes the trees of the last search have, taken together.
    pub fn nodes(&self) -> usize {
        self.trees.iter().map(|tree| tree.nodes.len()).sum()
    }
}

impl<G: Game> Algorithm<G> for Ismcts<G> {
    fn search<B: Belief<G>, P: Playout<G>>(&mut self, mut task: Task<'_, G, B, P>, rng: &mut Rng) {
        self.trees.resize_with(task.view.seats(), Knowledge::new);
        self.trees.iter_mut().for_each(|tree| tree.clear(task.budget.nodes));
        for _ in task.budget.start() {
            self.simulate(&mut task, rng);
        }
    }

    /// All on the action visited most.
    fn mix(&mut self, view: View<'_, G>, legal: &[G::Action], out: &mut [f64]) {
        let tree = &mut self.trees[view.seat.index()];
        let tried = legal.iter().map(|&action| {
            let arm = tree.look_up(NodeId::ROOT, action);
            (action, tree.arms[arm as usize].bandit)
        });
        all_on(most_visited(tried), legal, out);
    }

    fn thoughts(&self, view: View<'_, G>) -> Vec<Thought<G::Action>> {
        let Some(tree) = self.trees.get(view.seat.index()) else { return Vec::new() };
        let mut thoughts = Vec::new();
        let mut arm = tree.nodes[NodeId::ROOT.index()].first;
        while arm != NONE {
            let Arm { action, bandit, available, next } = tree.arms[arm as usize];
            thoughts.push(bandit.thought(action, Ucb1::new(self.c, available).score(&bandit)));
            arm = next;
        }
        thoughts.sort_by_key(|thought| thought.action);
        thoughts
    }
}
