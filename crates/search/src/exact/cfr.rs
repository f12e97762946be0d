//! Counterfactual regret minimisation, the plus form.

use std::ops::ControlFlow;

use table::{Game, Seat};

use super::policy::{Grid, Policy};
use super::tree::{InfoSetId, NodeId, Tree, TreeNode};

/// CFR+ (Tammelin 2014): regret matching plus, seats in alternation, averages weighed by the iteration's number.
///
/// With two seats whose payoffs sum to a constant the [average](CfrPlus::average) approaches an equilibrium. With
/// more seats, or other payoffs, nothing of the kind is promised: measure with [`Tree::nash_conv`].
#[derive(Clone, Debug)]
pub struct CfrPlus<'t, G: Game> {
    tree: &'t Tree<G>,
    iterations: u64,
    policy: Policy,
    /// What the seat wishes it had gained by each action; never below 0.
    regrets: Grid,
    /// The policies so far, weighed by the iteration and by how likely the seat itself plays there.
    sums: Grid,
    scratch: Scratch,
}

/// Buffers of one pass.
#[derive(Clone, Debug)]
struct Scratch {
    /// How likely chance and the others play to each node.
    reach: Vec<f64>,
    /// What the seat earns from each node on.
    values: Vec<f64>,
    /// How likely a seat's own choices lead to each of its information sets.
    own: Vec<f64>,
}

impl<'t, G: Game> CfrPlus<'t, G> {
    /// Begins with every action equally likely.
    pub fn new(tree: &'t Tree<G>) -> CfrPlus<'t, G> {
        let (regrets, sums) = (Grid::zeros(tree), Grid::zeros(tree));
        let scratch = Scratch {
            reach: Vec::new(),
            values: vec![0.0; tree.len()],
            own: vec![0.0; tree.infosets().count()],
        };
        CfrPlus { tree, iterations: 0, policy: Policy::uniform(tree), regrets, sums, scratch }
    }

    /// How many iterations were done.
    pub fn iterations(&self) -> u64 {
        self.iterations
    }

    /// The tree it works on.
    pub fn tree(&self) -> &'t Tree<G> {
        self.tree
    }

    /// The policy that has been found: the weighted average over the iterations.
    pub fn average(&self) -> Policy {
        Policy::in_proportion(self.tree, &self.sums)
    }

    /// Does more iterations; after every `every` of them somebody may look at the progress, and break off.
    pub fn run(
        &mut self,
        iterations: u64,
        every: u64,
        mut progress: impl FnMut(&CfrPlus<'t, G>) -> ControlFlow<()>,
    ) {
        for _ in 0..iterations {
            self.step();
            if self.iterations.is_multiple_of(every) && progress(self).is_break() {
                break;
            }
        }
    }

    /// One iteration: each seat in turn learns from what the others play by now.
    pub fn step(&mut self) {
        self.iterations += 1;
        for seat in Seat::all(self.tree.seats()) {
            self.regret(seat);
            self.learn(seat);
        }
    }

    /// Adds what each action of this seat would have gained over what the seat does.
    fn regret(&mut self, seat: Seat) {
        self.tree.reach(&self.policy, Some(seat), &mut self.scratch.reach);
        for id in self.tree.nodes().rev() {
            self.scratch.values[id.index()] = match self.tree.node(id) {
                TreeNode::End { payoffs } => payoffs[seat.index()],
                TreeNode::Chance { probabilities, children } => self.scratch.average(probabilities, children),
                TreeNode::Decision { infoset, children } => {
                    let value = self.scratch.average(&self.policy[infoset], children);
                    if self.tree[infoset].seat == seat {
                        self.scratch.add_regrets(id, value, children, &mut self.regrets[infoset]);
                    }
                    value
                }
            };
        }
    }

    /// Plays in proportion to regrets, and adds that to the average.
    fn learn(&mut self, seat: Seat) {
        for id in self.tree.infosets_of(seat) {
            self.regrets[id].iter_mut().for_each(|regret| *regret = regret.max(0.0));
            self.policy.set_in_proportion(id, &self.regrets[id]);
            let own = self.own_reach(id);
            self.scratch.own[id.index()] = own;
            let weight = self.iterations as f64 * own;
            let sums = self.sums[id].iter_mut().zip(&self.policy[id]);
            sums.for_each(|(sum, probability)| *sum += weight * probability);
        }
    }

    /// How likely the seat's own choices lead here; those of its earlier sets are known already.
    fn own_reach(&self, id: InfoSetId) -> f64 {
        let likely = |(before, place): (InfoSetId, usize)| {
            self.scratch.own[before.index()] * self.policy[before][place]
        };
        self.tree[id].before.map_or(1.0, likely)
    }
}

impl Scratch {
    fn average(&self, weights: &[f64], children: &[NodeId]) -> f64 {
        weights.iter().zip(children).map(|(weight, child)| weight * self.values[child.index()]).sum()
    }

    fn add_regrets(&self, id: NodeId, value: f64, children: &[NodeId], regrets: &mut [f64]) {
        let reach = self.reach[id.index()];
        for (regret, child) in regrets.iter_mut().zip(children) {
            *regret += reach * (self.values[child.index()] - value);
        }
    }
}
