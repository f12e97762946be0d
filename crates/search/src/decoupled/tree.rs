//! The tree: nodes, statistics and actions in arenas, one simulation at a time.

use std::ops::Range;

use table::{BySeat, Event, Game, PublicState, Rng, Seat, Turn};

use super::select::{Cell, Lesson, Pair, Pick, Select};
use crate::arena::{Child, Edges, NodeId};
use crate::budget::Budget;
use crate::playout::Playout;
use crate::reward::Scale;

/// What leads from a node to its child: the joint choice, its actions counted like digits of one number, and
/// what chance decided then. A turn of all ten seats with 80 actions each still fits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Label<C> {
    joint: u64,
    luck: Option<C>,
}

/// A state in which seats choose at once; or nobody does, between two decisions of chance.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// The first of its spans, one a seat that chooses; [`UNOPENED`] until somebody chooses here.
    spans: u32,
    seats: u16,
    visits: u32,
    cells: u32,
}

impl Node {
    #[inline]
    fn spans(&self) -> Range<usize> {
        self.spans as usize..self.spans as usize + usize::from(self.seats)
    }
}

const UNOPENED: u32 = u32::MAX;
const NEW: Node = Node { spans: UNOPENED, seats: 0, visits: 0, cells: 0 };

/// The actions of one seat at one node: a slice of the arenas.
#[derive(Clone, Copy, Debug)]
struct Span {
    seat: Seat,
    first: u32,
    len: u32,
}

impl Span {
    #[inline]
    fn range(self) -> Range<usize> {
        self.first as usize..(self.first + self.len) as usize
    }
}

/// What a search is asked.
pub(crate) struct Question<'a, G, S> {
    /// The state before the first commit of a turn.
    pub(crate) root: &'a G,
    /// Who asks.
    pub(crate) seat: Seat,
    pub(crate) select: &'a S,
    pub(crate) budget: Budget,
    pub(crate) scale: Scale,
}

/// A tree of states in which seats choose at once.
pub(crate) struct Tree<G: Game, A> {
    edges: Edges<Label<G::Chance>>,
    nodes: Vec<Node>,
    spans: Vec<Span>,
    actions: Vec<G::Action>,
    arms: Vec<A>,
    cells: Vec<Cell>,
    /// The nodes of one simulation, and the choices made there, seat after seat.
    path: Vec<NodeId>,
    picks: Vec<Pick>,
    legal: Vec<G::Action>,
}

impl<G: Game, A: Copy> Tree<G, A> {
    pub(crate) fn new() -> Tree<G, A> {
        Tree {
            edges: Edges::new(),
            nodes: Vec::new(),
            spans: Vec::new(),
            actions: Vec::new(),
            arms: Vec::new(),
            cells: Vec::new(),
            path: Vec::new(),
            picks: Vec::new(),
            legal: Vec::new(),
        }
    }

    /// Searches anew.
    pub(crate) fn search<S, P>(&mut self, question: &Question<'_, G, S>, playout: &mut P, rng: &mut Rng)
    where
        S: Select<G, Arm = A>,
        P: Playout<G>,
    {
        self.clear(question.budget.nodes);
        self.open(NodeId::ROOT, question.root, question);
        for _ in question.budget.start() {
            self.simulate(question, playout, rng);
        }
    }

    fn clear(&mut self, nodes: u32) {
        self.edges.clear(nodes);
        self.nodes.clear();
        self.nodes.push(NEW);
        self.spans.clear();
        self.actions.clear();
        self.arms.clear();
        self.cells.clear();
    }

    fn simulate<S, P>(&mut self, question: &Question<'_, G, S>, playout: &mut P, rng: &mut Rng)
    where
        S: Select<G, Arm = A>,
        P: Playout<G>,
    {
        let mut world = question.root.clone();
        self.path.clear();
        self.picks.clear();
        playout.start();
        self.descend(&mut world, question, playout, rng);
        playout.finish(&mut world, question.seat, rng);
        self.learn(&world, question);
    }

    /// Goes down the tree until it ends or a node is added.
    fn descend<S, P>(&mut self, world: &mut G, question: &Question<'_, G, S>, playout: &mut P, rng: &mut Rng)
    where
        S: Select<G, Arm = A>,
        P: Playout<G>,
    {
        let mut node = NodeId::ROOT;
        loop {
            self.open(node, world, question);
            self.path.push(node);
            let label = self.step(node, world, question.select, playout, rng);
            if world.public().turn() == Turn::Over {
                return;
            }
            match self.edges.follow(node, label) {
                Child::Known(child) => node = child,
                Child::Added(_) => return self.nodes.push(NEW),
                Child::Full => return,
            }
        }
    }

    /// Lays out the statistics of a node when somebody first chooses there.
    #[inline]
    fn open<S: Select<G, Arm = A>>(&mut self, node: NodeId, world: &G, question: &Question<'_, G, S>) {
        if self.nodes[node.index()].spans == UNOPENED {
            self.lay_out(node, world, question);
        }
    }

    fn lay_out<S: Select<G, Arm = A>>(&mut self, node: NodeId, world: &G, question: &Question<'_, G, S>) {
        let (spans, cells) = (self.spans.len(), self.cells.len() as u32);
        if let Turn::Seats(mut set) = world.public().turn() {
            while let Some(seat) = set.first_from(question.seat) {
                self.lay_out_seat(seat, world, question.select);
                set = set.without(seat);
            }
        }
        let seats = (self.spans.len() - spans) as u16;
        self.nodes[node.index()] = Node { spans: spans as u32, seats, visits: 0, cells };
        if S::PAIRS
            && let [first, second] = self.spans[spans..]
        {
            self.cells.resize(cells as usize + (first.len * second.len) as usize, Cell::default());
        }
    }

    fn lay_out_seat<S: Select<G, Arm = A>>(&mut self, seat: Seat, world: &G, select: &S) {
        let (view, first) = (world.view(seat), self.arms.len() as u32);
        self.legal.clear();
        G::legal(view, &mut self.legal);
        self.arms.extend(self.legal.iter().map(|action| select.open(view, action)));
        self.actions.extend_from_slice(&self.legal);
        self.spans.push(Span { seat, first, len: self.legal.len() as u32 });
    }

    /// Every seat chooses, on the state before anybody commits; then chance decides if it is its turn.
    fn step<S, P>(
        &mut self,
        node: NodeId,
        world: &mut G,
        select: &S,
        playout: &mut P,
        rng: &mut Rng,
    ) -> Label<G::Chance>
    where
        S: Select<G, Arm = A>,
        P: Playout<G>,
    {
        let first = self.picks.len();
        let joint = self.choose_all(node, select, rng);
        for (span, pick) in self.spans[self.nodes[node.index()].spans()].iter().zip(&self.picks[first..]) {
            let event = Event::Act(span.seat, self.actions[(span.first + pick.arm) as usize]);
            world.apply(&event);
            playout.follow(world, &event);
        }
        Label { joint, luck: draw(world, playout, rng) }
    }

    fn choose_all<S: Select<G, Arm = A>>(&mut self, node: NodeId, select: &S, rng: &mut Rng) -> u64 {
        let (node, mut joint) = (&self.nodes[node.index()], 0);
        for span in &self.spans[node.spans()] {
            let pick = choose(select, &mut self.arms[span.range()], node.visits, rng);
            joint = joint * u64::from(span.len) + u64::from(pick.arm);
            self.picks.push(pick);
        }
        joint
    }

    /// Tells every node of the simulation, the last one first, what came of the choices there.
    fn learn<S: Select<G, Arm = A>>(&mut self, world: &G, question: &Question<'_, G, S>) {
        let rewards = &question.scale.rewards(&world.payoffs());
        while let Some(node) = self.path.pop() {
            let first = self.picks.len() - usize::from(self.nodes[node.index()].seats);
            self.learn_at(node, first, question.select, rewards);
            self.picks.truncate(first);
        }
    }

    /// Tells one node, whose choices begin at `first`.
    fn learn_at<S: Select<G, Arm = A>>(
        &mut self,
        node: NodeId,
        first: usize,
        select: &S,
        rewards: &BySeat<f32>,
    ) {
        let node = &mut self.nodes[node.index()];
        let (spans, picks) = (&self.spans[node.spans()], &self.picks[first..]);
        let pair = match (spans, picks) {
            (&[a, b], &[i, j]) if S::PAIRS => {
                let cells = &mut self.cells[node.cells as usize..][..(a.len * b.len) as usize];
                cells[(i.arm * b.len + j.arm) as usize].learn([rewards[a.seat], rewards[b.seat]]);
                Some(Pair { cells, columns: b.len as usize, met: [i.arm as usize, j.arm as usize] })
            }
            _ => None,
        };
        for (side, (span, &pick)) in spans.iter().zip(picks).enumerate() {
            let others = pair.as_ref().map(|pair| pair.others(side));
            let lesson = Lesson { pick, reward: rewards[span.seat], others };
            select.learn(&mut self.arms[span.range()], &lesson);
        }
        node.visits += 1;
    }

    /// The number of nodes the tree has.
    pub(crate) fn nodes(&self) -> usize {
        self.nodes.len()
    }

    /// How often the root was left.
    pub(crate) fn visits(&self) -> u32 {
        self.nodes[NodeId::ROOT.index()].visits
    }

    /// The actions and statistics of one seat at the root.
    pub(crate) fn at_root(&self, seat: Seat) -> (&[G::Action], &[A]) {
        let mut spans = self.spans[self.nodes[NodeId::ROOT.index()].spans()].iter();
        let range = spans.find(|span| span.seat == seat).map_or(0..0, |span| span.range());
        (&self.actions[range.clone()], &self.arms[range])
    }
}

/// A seat without a choice needs no rule.
#[inline]
fn choose<G: Game, S: Select<G>>(select: &S, arms: &mut [S::Arm], visits: u32, rng: &mut Rng) -> Pick {
    if arms.len() == 1 { Pick::certain(0) } else { select.choose(arms, visits, rng) }
}

/// What chance decides, if it is its turn.
fn draw<G: Game, P: Playout<G>>(world: &mut G, playout: &mut P, rng: &mut Rng) -> Option<G::Chance> {
    (world.public().turn() == Turn::Chance).then(|| {
        let outcome = world.draw(rng);
        world.apply(&Event::Chance(outcome));
        playout.follow(world, &Event::Chance(outcome));
        outcome
    })
}
