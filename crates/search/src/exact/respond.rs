//! What a policy earns, and what the best answer to it earns.

use table::{BySeat, Game, Seat};

use super::policy::Policy;
use super::tree::{InfoSetId, NodeId, Tree, TreeNode};

/// The best answer of one seat to what the others play.
#[derive(Clone, PartialEq, Debug)]
pub struct Response {
    /// What it earns on average.
    pub value: f64,
    /// The policy it answers, with this seat playing the answer instead: one action for sure wherever it has a
    /// choice.
    pub policy: Policy,
}

impl<G: Game> Tree<G> {
    /// What each seat earns on average if all play by this policy.
    pub fn values(&self, policy: &Policy) -> BySeat<f64> {
        let mut reach = Vec::new();
        self.reach(policy, None, &mut reach);
        let mut values = BySeat::new(self.seats(), 0.0);
        for (id, reach) in self.nodes().zip(reach) {
            if let TreeNode::End { payoffs } = self.node(id) {
                Seat::all(self.seats()).for_each(|seat| values[seat] += reach * payoffs[seat.index()]);
            }
        }
        values
    }

    /// The best that this seat can do while the others play by this policy.
    pub fn best_response(&self, policy: &Policy, seat: Seat) -> Response {
        let mut reach = Vec::new();
        self.reach(policy, Some(seat), &mut reach);
        let (values, best) = (vec![None; self.len()], vec![None; self.infosets.len()]);
        let mut answer = Answer { tree: self, policy, seat, reach, values, best };
        Response { value: answer.value(self.root()), policy: answer.policy() }
    }

    /// What the seats would gain in sum if each, alone, turned to its best response; 0 in an equilibrium only.
    pub fn nash_conv(&self, policy: &Policy) -> f64 {
        let best = |seat| self.best_response(policy, seat).value;
        self.values(policy).iter().map(|(seat, value)| best(seat) - value).sum()
    }

    /// What a seat would gain on average by turning to its best response: [`Tree::nash_conv`] a seat.
    pub fn exploitability(&self, policy: &Policy) -> f64 {
        self.nash_conv(policy) / self.seats() as f64
    }

    /// How likely chance and all seats, but for an idle one, play to each node.
    pub(super) fn reach(&self, policy: &Policy, idle: Option<Seat>, out: &mut Vec<f64>) {
        out.clear();
        out.resize(self.len(), 1.0);
        for id in self.nodes() {
            let (here, children, likely) = match self.node(id) {
                TreeNode::End { .. } => continue,
                TreeNode::Chance { probabilities, children } => {
                    (out[id.index()], children, Some(probabilities))
                }
                TreeNode::Decision { infoset, children } => {
                    let acts = idle != Some(self[infoset].seat);
                    (out[id.index()], children, acts.then(|| &policy[infoset]))
                }
            };
            for (place, child) in children.iter().enumerate() {
                out[child.index()] = here * likely.map_or(1.0, |likely| likely[place]);
            }
        }
    }
}

/// Values of nodes if `seat` answers as well as it can, found when asked for.
///
/// Which action is best in an information set depends on the values below all of its nodes. A seat recalls what
/// it chose, so none of its sets comes twice on a way down, and asking ends.
struct Answer<'t, G: Game> {
    tree: &'t Tree<G>,
    policy: &'t Policy,
    seat: Seat,
    /// How likely chance and the others play to each node.
    reach: Vec<f64>,
    values: Vec<Option<f64>>,
    best: Vec<Option<usize>>,
}

impl<G: Game> Answer<'_, G> {
    fn value(&mut self, id: NodeId) -> f64 {
        if let Some(value) = self.values[id.index()] {
            return value;
        }
        let value = match self.tree.node(id) {
            TreeNode::End { payoffs } => payoffs[self.seat.index()],
            TreeNode::Chance { probabilities, children } => self.average(probabilities, children),
            TreeNode::Decision { infoset, children } if self.tree[infoset].seat == self.seat => {
                let best = self.best(infoset);
                self.value(children[best])
            }
            TreeNode::Decision { infoset, children } => {
                let policy = self.policy;
                self.average(&policy[infoset], children)
            }
        };
        self.values[id.index()] = Some(value);
        value
    }

    fn average(&mut self, weights: &[f64], children: &[NodeId]) -> f64 {
        weights.iter().zip(children).map(|(weight, &child)| weight * self.value(child)).sum()
    }

    /// The place of the best action in this set: the most on average over its nodes, as likely as the others make
    /// them; the first of equals.
    fn best(&mut self, id: InfoSetId) -> usize {
        if let Some(best) = self.best[id.index()] {
            return best;
        }
        let worth: Vec<f64> = (0..self.tree[id].actions.len()).map(|place| self.worth(id, place)).collect();
        let best =
            (1..worth.len()).fold(0, |best, place| if worth[place] > worth[best] { place } else { best });
        self.best[id.index()] = Some(best);
        best
    }

    fn worth(&mut self, id: InfoSetId, place: usize) -> f64 {
        let tree = self.tree;
        let after = |node| match tree.node(node) {
            TreeNode::Decision { children, .. } => children[place],
            _ => unreachable!("an information set holds decisions"),
        };
        tree[id].nodes.iter().map(|&node| self.reach[node.index()] * self.value(after(node))).sum()
    }

    /// The policy with the best actions in it.
    fn policy(mut self) -> Policy {
        let mut policy = self.policy.clone();
        for id in self.tree.infosets_of(self.seat) {
            let mut pure = vec![0.0; self.tree[id].actions.len()];
            pure[self.best(id)] = 1.0;
            policy.set(id, &pure);
        }
        policy
    }
}
