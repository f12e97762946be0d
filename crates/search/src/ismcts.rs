//! Information-set Monte Carlo tree search with several observers (Cowling, Powley, Whitehouse 2012).
//!
//! Every seat has a tree of its own, whose edges are what that seat saw. Each simulation imagines one world
//! and walks all trees at once: whoever must act chooses by its own tree, among the actions that are possible
//! in this world, and then every seat follows what it saw. So nobody's choice depends on what it cannot see
//! after the root; what the others knew before is mixed, as in the paper.

use table::{
    Belief, BySeat, Event, EventOf, Game, Mixed, PublicState, Rng, Seat, Thought, Turn, Uniform, View,
};

use crate::arena::{Child, Edges, NodeId};
use crate::bandit::{Bandit, Ucb1, all_on, best, most_visited};
use crate::budget::Budget;
use crate::playout::{Playout, RandomPlayout, foremost};
use crate::reward::Aim;
use crate::thought::agent_of;

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

/// A player that thinks over imagined worlds with one tree a seat.
pub struct Ismcts<G: Game, B = Uniform, P = RandomPlayout<G>> {
    c: f32,
    budget: Budget,
    aim: Aim<G>,
    belief: B,
    playout: P,
    trees: Vec<Knowledge<G>>,
    /// Who chose which arm in one simulation.
    path: Vec<(Seat, u32)>,
    legal: Vec<G::Action>,
    possible: Vec<u32>,
}

impl<G: Game> Ismcts<G> {
    /// Thinks as long as the budget lasts, reads nothing into what others do, and plays on at random; `c` is
    /// the weight of exploration.
    pub fn new(c: f32, budget: Budget, aim: Aim<G>) -> Self {
        Ismcts::with(c, budget, aim, Uniform, RandomPlayout::default())
    }
}

impl<G: Game, B: Belief<G>, P: Playout<G>> Ismcts<G, B, P> {
    /// Thinks as long as the budget lasts, in the worlds of this belief, with these playouts.
    pub fn with(c: f32, budget: Budget, aim: Aim<G>, belief: B, playout: P) -> Self {
        let (trees, path, legal, possible) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Ismcts { c, budget, aim, belief, playout, trees, path, legal, possible }
    }

    /// Thinks about what this view shows.
    pub fn search(&mut self, view: View<'_, G>, rng: &mut Rng) {
        self.trees.resize_with(view.seats(), Knowledge::new);
        self.trees.iter_mut().for_each(|tree| tree.clear(self.budget.nodes));
        for _ in self.budget.start() {
            self.simulate(view, rng);
        }
    }

    fn simulate(&mut self, view: View<'_, G>, rng: &mut Rng) {
        let mut world = self.belief.imagine(view, rng);
        self.path.clear();
        self.playout.start();
        self.descend(&mut world, view.seat, rng);
        self.playout.finish(&mut world, view.seat, rng);
        let rewards = (self.aim)(view.public).rewards(&world.payoffs());
        for &(seat, arm) in &self.path {
            self.trees[seat.index()].arms[arm as usize].bandit.learn(rewards[seat]);
        }
    }

    /// Walks all trees until somebody tries something new, a tree is full, or the game ends.
    fn descend(&mut self, world: &mut G, first: Seat, rng: &mut Rng) {
        let mut here = BySeat::new(self.trees.len(), NodeId::ROOT);
        while let Some((event, new)) = self.step(world, &here, first, rng) {
            world.apply(&event);
            self.playout.follow(world, &event);
            if !self.follow(world, &event, &mut here) || new {
                return;
            }
        }
    }

    /// What happens next, and whether somebody tries it for the first time.
    fn step(
        &mut self,
        world: &G,
        here: &BySeat<NodeId>,
        first: Seat,
        rng: &mut Rng,
    ) -> Option<(EventOf<G>, bool)> {
        match world.public().turn() {
            Turn::Over => None,
            Turn::Chance => Some((Event::Chance(world.draw(rng)), false)),
            Turn::Seats(set) => foremost(set, first).map(|seat| self.act(world.view(seat), here[seat], rng)),
        }
    }

    fn act(&mut self, view: View<'_, G>, node: NodeId, rng: &mut Rng) -> (EventOf<G>, bool) {
        let (seat, tree) = (view.seat, &mut self.trees[view.seat.index()]);
        self.legal.clear();
        G::legal(view, &mut self.legal);
        let arm = tree.choose(node, &self.legal, &mut self.possible, self.c, rng);
        self.path.push((seat, arm));
        let Arm { action, bandit, .. } = tree.arms[arm as usize];
        (Event::Act(seat, action), bandit.visits == 0)
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

    /// What the last search thought of each action of the seat that asked.
    pub fn thoughts(&self, view: View<'_, G>) -> Vec<Thought<G::Action>> {
        let Some(tree) = self.trees.get(view.seat.index()) else { return Vec::new() };
        let mut thoughts = Vec::new();
        let mut arm = tree.nodes[NodeId::ROOT.index()].first;
        while arm != NONE {
            let Arm { action, bandit, available, next } = tree.arms[arm as usize];
            let score = f64::from(Ucb1::new(self.c, available).score(&bandit));
            thoughts.push(Thought { action, visits: bandit.visits, value: f64::from(bandit.mean), score });
            arm = next;
        }
        thoughts.sort_by_key(|thought| thought.action);
        thoughts
    }

    /// How many nodes the trees of the last search have, taken together.
    pub fn nodes(&self) -> usize {
        self.trees.iter().map(|tree| tree.nodes.len()).sum()
    }
}

impl<G: Game, B: Belief<G>, P: Playout<G>> Mixed<G> for Ismcts<G, B, P> {
    /// All on the action visited most.
    fn mix(&mut self, view: View<'_, G>, legal: &[G::Action], rng: &mut Rng, out: &mut [f64]) {
        self.search(view, rng);
        let tree = &mut self.trees[view.seat.index()];
        let tried = legal.iter().map(|&action| {
            let arm = tree.look_up(NodeId::ROOT, action);
            (action, tree.arms[arm as usize].bandit)
        });
        all_on(most_visited(tried), legal, out);
    }
}

agent_of!(Ismcts);
