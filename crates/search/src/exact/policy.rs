//! How the seats play: a probability for each action of each information set.

use std::fmt;
use std::ops::{Index, IndexMut};
use std::sync::Arc;

use table::{Agent, Game, Rng, Seat};

use super::tree::{InfoSet, InfoSetId, Tree};

/// One number for each action of each information set.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Grid {
    starts: Arc<[u32]>,
    cells: Vec<f64>,
}

impl Grid {
    pub(super) fn zeros<G: Game>(tree: &Tree<G>) -> Grid {
        let cells = tree.starts.last().map_or(0, |&end| end as usize);
        Grid { starts: tree.starts.clone(), cells: vec![0.0; cells] }
    }

    fn range(&self, id: InfoSetId) -> std::ops::Range<usize> {
        self.starts[id.index()] as usize..self.starts[id.index() + 1] as usize
    }
}

impl Index<InfoSetId> for Grid {
    type Output = [f64];

    #[inline]
    fn index(&self, id: InfoSetId) -> &[f64] {
        &self.cells[self.range(id)]
    }
}

impl IndexMut<InfoSetId> for Grid {
    #[inline]
    fn index_mut(&mut self, id: InfoSetId) -> &mut [f64] {
        let range = self.range(id);
        &mut self.cells[range]
    }
}

/// How all seats play: a distribution over the actions of each information set of the tree it was made for.
#[derive(Clone, PartialEq, Debug)]
pub struct Policy(Grid);

/// The player does not show its distribution, so nothing exact can be said about it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Opaque;

impl fmt::Display for Opaque {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("this player does not show how likely it chooses what")
    }
}

impl std::error::Error for Opaque {}

/// How far from 1 a distribution may sum: rounding, not a mistake.
const ROUNDING: f64 = 1e-9;

impl Policy {
    /// Every action equally likely.
    pub fn uniform<G: Game>(tree: &Tree<G>) -> Policy {
        let mut policy = Policy(Grid::zeros(tree));
        tree.infosets().for_each(|id| proportional(&mut policy.0[id]));
        policy
    }

    /// How this player plays, asked once in every information set: it is told that a game begins and what its
    /// seat saw on one way there, and then shows its distribution.
    ///
    /// Where seats choose at once, it is asked on the state before the first of them has, as at a real table.
    ///
    /// A player that thinks at random answers differently each time. What it plays is then the [mean](Policy::mean)
    /// over its random streams; a mean of a few samples looks more exploitable than that, since a best response also
    /// answers their noise.
    ///
    /// # Panics
    /// If the player breaks its promise and what it shows is no distribution.
    pub fn of_player<G: Game>(
        tree: &Tree<G>,
        player: &mut dyn Agent<G>,
        rng: &mut Rng,
    ) -> Result<Policy, Opaque> {
        let mut policy = Policy(Grid::zeros(tree));
        for id in tree.infosets() {
            ask(tree.rules(), &tree[id], player, rng, &mut policy.0[id])?;
        }
        Ok(policy)
    }

    /// Each probability averaged over these policies.
    ///
    /// # Panics
    /// If there are none.
    pub fn mean(policies: &[Policy]) -> Policy {
        Policy::weighted_mean(policies, &vec![1.0; policies.len()])
    }

    /// Each probability averaged over these policies, which weigh so much.
    ///
    /// # Panics
    /// If there are none.
    pub fn weighted_mean(policies: &[Policy], weights: &[f64]) -> Policy {
        let (mut mean, total) = (policies[0].clone(), weights.iter().sum::<f64>());
        for (cell, place) in mean.0.cells.iter_mut().zip(0..) {
            let weighted =
                policies.iter().zip(weights).map(|(policy, weight)| policy.0.cells[place] * weight);
            *cell = weighted.sum::<f64>() / total;
        }
        mean
    }

    /// The distribution in one information set, which must sum to 1.
    ///
    /// # Panics
    /// If these are not as many as the set has actions, or no distribution.
    pub fn set(&mut self, id: InfoSetId, probabilities: &[f64]) {
        check(probabilities);
        self.0[id].copy_from_slice(probabilities);
    }

    /// One seat plays as it does in another policy.
    pub fn replace<G: Game>(&mut self, tree: &Tree<G>, seat: Seat, with: &Policy) {
        tree.infosets_of(seat).for_each(|id| self.0[id].copy_from_slice(&with[id]));
    }

    /// In each information set in proportion to these weights; every action equally likely where all weigh 0.
    pub(super) fn in_proportion<G: Game>(tree: &Tree<G>, weights: &Grid) -> Policy {
        let mut policy = Policy(weights.clone());
        tree.infosets().for_each(|id| proportional(&mut policy.0[id]));
        policy
    }

    /// The same for one information set.
    pub(super) fn set_in_proportion(&mut self, id: InfoSetId, weights: &[f64]) {
        self.0[id].copy_from_slice(weights);
        proportional(&mut self.0[id]);
    }
}

impl Index<InfoSetId> for Policy {
    type Output = [f64];

    #[inline]
    fn index(&self, id: InfoSetId) -> &[f64] {
        &self.0[id]
    }
}

/// Makes weights sum to 1.
fn proportional(weights: &mut [f64]) {
    let (total, even) = (weights.iter().sum::<f64>(), 1.0 / weights.len() as f64);
    weights.iter_mut().for_each(|weight| *weight = if total > 0.0 { *weight / total } else { even });
}

fn check(probabilities: &[f64]) {
    let sum: f64 = probabilities.iter().sum();
    let right = probabilities.iter().all(|p| *p >= 0.0) && (sum - 1.0).abs() < ROUNDING;
    assert!(right, "probabilities sum to 1, not {probabilities:?}");
}

/// Leads the player to an information set and has it show its distribution there.
fn ask<G: Game>(
    rules: &G::Rules,
    infoset: &InfoSet<G>,
    player: &mut dyn Agent<G>,
    rng: &mut Rng,
    out: &mut [f64],
) -> Result<(), Opaque> {
    let (mut game, seat) = (G::new(rules), infoset.seat);
    player.begin_series(seat, 1);
    player.begin(game.view(seat), rng);
    for event in &infoset.story {
        game.apply(event);
        player.see(game.view(seat), &game.seen(event, Some(seat)));
    }
    player.mixed().ok_or(Opaque)?.mix(game.view(seat), &infoset.actions, rng, out);
    check(out);
    Ok(())
}
