//! What is needed to know to raise one level from the one below.

use crate::induction::Work;
use crate::pattern::Pattern;
use crate::setting::{Setting, Utility};
use crate::space::{Level, Root, Space, Turned};
use crate::stream::{BidRule, LevelTask};
use rayon::prelude::*;

/// The levels of a game, numbered and not yet solved.
#[derive(Debug)]
pub struct SpaceLevels(pub(crate) Space);

impl SpaceLevels {
    /// Numbers the states of a game.
    #[must_use]
    pub fn new(setting: &Setting) -> Self {
        Self(Space::new(&Root::of(setting)))
    }

    /// The rounds of the game.
    #[must_use]
    pub fn rounds(&self) -> usize {
        self.0.levels.len() - 1
    }

    /// The states with this many rounds left.
    #[must_use]
    pub fn states(&self, rounds: usize) -> usize {
        self.0.levels[rounds].end() - self.0.levels[rounds].start()
    }

    /// The data needed to raise the level with this many rounds left, one at least.
    #[must_use]
    pub fn step(&self, rounds: usize, task: LevelTask) -> Step {
        Step::new(&self.0, rounds, task, Work::Shared)
    }
}

/// One level over another, as plain arrays.
///
/// A pattern's games are matrices over pairs of choices. A pair is one word: from bit 3 on the number of the row
/// below that it leads to, in bits 1 and 2 who takes the pot (0 nobody, 1 A, 2 B), in bit 0 whether the players
/// have changed places there. The lowest three bits say which of [`Turned::next`] is the node of that row.
///
/// The utility shows in the turns alone: where points count the taker gains the pot at once, and for the win nothing,
/// but the node below has another lead, or the game is decided.
#[derive(Debug)]
pub struct Step {
    /// The rounds left.
    pub rounds: usize,
    /// What is played for.
    pub utility: Utility,
    /// Where the row of each pattern starts in this level, and where the last ends.
    pub rows: Vec<u64>,
    /// The same for the level below.
    pub below_rows: Vec<u64>,
    /// For each pattern the choices of A, of B, and the most ties that can lie behind it, a byte each.
    pub shapes: Vec<u32>,
    /// Where the pairs of each pattern start, and where the last end.
    pub boards: Vec<u64>,
    /// The pairs of choices, those of a pattern row by row.
    pub pairs: Vec<u32>,
    /// The turned-up pots, those that leave the same prizes together.
    pub turns: Vec<Turned>,
    /// The turns that at most this many ties come before, list after list.
    pub lists: Vec<u32>,
    /// Where each list starts, and where the last ends.
    pub list_at: Vec<u32>,
    /// The nodes: prizes left and carry.
    pub nodes: usize,
    /// The number of nodes that at most this many ties lead to; they come first.
    pub upto: Vec<u32>,
    /// The turns that follow each node: for all nodes the first prize, then for all the second, ..
    pub draws: Vec<u32>,
    /// What follows a rule, if its price is asked.
    pub ruled: Option<Ruled>,
}

/// What a rule bids.
#[derive(Debug)]
pub struct Ruled {
    /// The rule.
    pub rule: BidRule,
    /// What one unit of a stored number is worth.
    pub unit: f32,
    /// For each pattern the choice that each card of A belongs to, lowest first, in bytes 0 to 15, and of B in
    /// bytes 16 to 31; 255 where there is no card.
    pub runs: Vec<[u8; 32]>,
    /// The rank of the card bid, as the draws are ordered.
    pub ranks: Vec<u8>,
}

impl Step {
    /// The patterns.
    #[must_use]
    pub fn patterns(&self) -> usize {
        self.shapes.len()
    }

    /// The states of the level.
    #[must_use]
    pub fn states(&self) -> u64 {
        self.rows[self.patterns()]
    }

    /// The choices of A, of B, and the most ties behind a pattern.
    #[must_use]
    pub fn shape(&self, pattern: usize) -> (usize, usize, usize) {
        let byte = |shift: u32| (self.shapes[pattern] >> shift & 255) as usize;
        (byte(0), byte(8), byte(16))
    }

    /// The turns that a pattern can meet.
    #[must_use]
    pub fn list(&self, pattern: usize) -> &[u32] {
        let (_, _, ties) = self.shape(pattern);
        &self.lists[self.list_at[ties] as usize..self.list_at[ties + 1] as usize]
    }

    /// The pairs of choices of a pattern.
    #[must_use]
    pub fn board(&self, pattern: usize) -> &[u32] {
        &self.pairs[self.boards[pattern] as usize..self.boards[pattern + 1] as usize]
    }

    /// The turns that follow a node.
    pub(crate) fn draws(&self, node: usize) -> impl Iterator<Item = usize> + '_ {
        (0..self.rounds).map(move |d| self.draws[d * self.nodes + node] as usize)
    }

    /// The matrix games of the level.
    #[must_use]
    pub fn games(&self) -> u64 {
        (0..self.patterns()).map(|pattern| self.list(pattern).len() as u64).sum()
    }

    /// Where in the level below a pair of choices leads, if the lead does not decide.
    #[must_use]
    pub fn place(&self, pair: u32, turn: &Turned) -> Option<u64> {
        let node = turn.next[(pair & 7) as usize];
        (node < Turned::LOST).then(|| self.below_rows[(pair >> 3) as usize] + u64::from(node))
    }

    pub(crate) fn new(space: &Space, rounds: usize, task: LevelTask, work: Work) -> Self {
        let (level, below) = (&space.levels[rounds], &space.levels[rounds - 1]);
        let shapes: Vec<u32> = level.patterns.iter().map(|&pattern| shape(space, pattern)).collect();
        let (lists, list_at) = lists(space, level);
        let nodes = level.draws.len() / rounds;
        Self {
            rounds,
            utility: space.reach.utility(),
            rows: local(level),
            below_rows: local(below),
            boards: boards(&shapes),
            pairs: all_pairs(level, below, work),
            shapes,
            turns: level.turns.clone(),
            lists,
            list_at,
            nodes,
            upto: level.upto.iter().map(|&nodes| nodes as u32).collect(),
            draws: transposed(&level.draws, nodes, rounds),
            ruled: match task {
                LevelTask::Equilibrium => None,
                LevelTask::Price(rule) => Some(ruled(space, level, nodes, rule)),
            },
        }
    }
}

/// Where the rows start, counted from the first.
fn local(level: &Level) -> Vec<u64> {
    level.rows.iter().map(|row| (row - level.start()) as u64).collect()
}

fn shape(space: &Space, pattern: Pattern) -> u32 {
    let (rows, cols) = (pattern.choices().count(), pattern.swapped().choices().count());
    (rows | cols << 8 | space.ties(pattern) << 16) as u32
}

fn boards(shapes: &[u32]) -> Vec<u64> {
    let cells = |shape: &u32| u64::from((shape & 255) * (shape >> 8 & 255));
    let ends = shapes.iter().scan(0, |end, shape| {
        *end += cells(shape);
        Some(*end)
    });
    std::iter::once(0).chain(ends).collect()
}

fn all_pairs(level: &Level, below: &Level, work: Work) -> Vec<u32> {
    let of = |&pattern: &Pattern| pairs(below, pattern);
    match work {
        Work::Alone => level.patterns.iter().flat_map(of).collect(),
        Work::Shared => level.patterns.par_iter().flat_map_iter(of).collect(),
    }
}

fn pairs(below: &Level, pattern: Pattern) -> impl Iterator<Item = u32> + '_ {
    let replies = move |a| {
        pattern.swapped().choices().map(move |b| {
            let (after, swapped) = pattern.after(a, b).canonical();
            let row = below.patterns.binary_search(&after).expect("every follower was reached");
            let taker = u32::from(a > b) | u32::from(a < b) << 1;
            (row as u32) << 3 | taker << 1 | u32::from(swapped)
        })
    };
    pattern.choices().flat_map(replies)
}

fn lists(space: &Space, level: &Level) -> (Vec<u32>, Vec<u32>) {
    let (mut lists, mut list_at) = (Vec::new(), vec![0]);
    for ties in 0..=space.reach.rounds() {
        let met = level.turns.iter().enumerate().filter(|(_, turn)| turn.ties as usize <= ties);
        lists.extend(met.map(|(turn, _)| turn as u32));
        list_at.push(lists.len() as u32);
    }
    (lists, list_at)
}

fn transposed<T: Copy>(by_node: &[T], nodes: usize, rounds: usize) -> Vec<T> {
    (0..rounds).flat_map(|d| (0..nodes).map(move |node| by_node[node * rounds + d])).collect()
}

fn ruled(space: &Space, level: &Level, nodes: usize, rule: BidRule) -> Ruled {
    let reach = &space.reach;
    let mut ranks = vec![0; nodes * level.rounds];
    for left in reach.lefts(level.rounds) {
        let of = |(k, &prize): (usize, &i32)| (left >> k & 1 == 1).then_some(prize);
        let prizes: Vec<i32> = reach.prizes().iter().enumerate().filter_map(of).collect();
        for slot in reach.slots(left) {
            let ranks = &mut ranks[slot.at as usize * level.rounds..][..level.rounds];
            for (rank, &prize) in ranks.iter_mut().zip(&prizes) {
                *rank = rule.bid(&prizes, prize, slot.carry + prize) as u8;
            }
        }
    }
    let runs = level.patterns.iter().map(|&pattern| runs(pattern)).collect();
    Ruled { rule, unit: space.unit(), runs, ranks: transposed(&ranks, nodes, level.rounds) }
}

fn runs(pattern: Pattern) -> [u8; 32] {
    let mut runs = [255; 32];
    for (half, side) in runs.chunks_exact_mut(16).zip([pattern, pattern.swapped()]) {
        half.iter_mut().zip(side.runs()).for_each(|(card, run)| *card = run as u8);
    }
    runs
}
