//! Which carries can wait for which prizes, after how many ties, and who can be how far ahead then.

use super::setting::{Pot, Utility};

/// The prizes still face down: bit `k` is the `k`-th lowest prize of the root.
pub(super) type Left = usize;

/// The node of a game that A has won whatever follows.
pub(super) const WON: u32 = u32::MAX;

/// The node of a game that B has won whatever follows.
pub(super) const LOST: u32 = u32::MAX - 1;

/// What can wait while certain prizes are left.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot {
    pub carry: i32,
    /// How far A is ahead; 0 where points count, which are paid as they are taken.
    pub lead: i32,
    /// The least number of ties that bring it about.
    pub ties: u8,
    /// Its number among the nodes of its level.
    pub at: u32,
}

/// A pot that can be played for while certain prizes are left.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Stake {
    pub pot: i32,
    /// How far A is ahead before it is played for.
    pub lead: i32,
    /// The least number of ties before it.
    pub ties: u8,
}

/// What a game ends up with: how ties and wins are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Counting {
    pub pot: Pot,
    pub utility: Utility,
}

impl Counting {
    /// The lead as far as it counts.
    pub(super) fn counted(self, lead: i32) -> i32 {
        match self.utility {
            Utility::Points => 0,
            Utility::Win => lead,
        }
    }
}

/// All carries that can wait and all leads, by the prizes left.
///
/// For the win, leads come in pairs: with a lead its negative is there, because patterns are kept up to swapping the
/// players. A lead that the prizes left cannot make up for is not kept: the game is won.
#[derive(Clone, Debug)]
pub(super) struct Reach {
    prizes: Vec<i32>,
    counting: Counting,
    slots: Vec<Vec<Slot>>,
}

impl Reach {
    pub(super) fn new(prizes: &[i32], starts: &[(i32, i32)], counting: Counting) -> Self {
        Self::down_to(0, prizes, starts, counting)
    }

    /// As `new`, for the nodes alone that leave at least this many rounds. A start is a carry and a lead.
    pub(super) fn down_to(lowest: usize, prizes: &[i32], starts: &[(i32, i32)], counting: Counting) -> Self {
        let full: Left = (1 << prizes.len()) - 1;
        let mut reach = Self { prizes: prizes.to_vec(), counting, slots: vec![Vec::new(); full + 1] };
        let starts = starts.iter().flat_map(|&(carry, lead)| [(carry, lead, 0), (carry, -lead, 0)]);
        reach.slots[full] = reach.kept(full, starts.collect());
        // Fewer prizes left is a smaller number.
        for left in (0..full).rev().filter(|left| left.count_ones() as usize >= lowest) {
            reach.slots[left] = reach.kept(left, reach.followers(left));
        }
        reach.number();
        reach
    }

    pub(super) fn prizes(&self) -> &[i32] {
        &self.prizes
    }

    pub(super) fn rounds(&self) -> usize {
        self.prizes.len()
    }

    pub(super) fn slots(&self, left: Left) -> &[Slot] {
        &self.slots[left]
    }

    /// The prizes among those of the root, or nothing if one is not.
    pub(super) fn left(&self, prizes: &[i32]) -> Option<Left> {
        prizes.iter().try_fold(0, |left, prize| Some(left | 1 << self.prizes.binary_search(prize).ok()?))
    }

    /// The number of a node, [`WON`] or [`LOST`] if the lead decides, or nothing if it is not reached.
    pub(super) fn find(&self, left: Left, carry: i32, lead: i32) -> Option<u32> {
        let lead = self.counted(lead);
        if self.is_decided(left, carry, lead) {
            return Some(if lead > 0 { WON } else { LOST });
        }
        let slots = &self.slots[left];
        let found = slots.binary_search_by_key(&(carry, lead), |slot| (slot.carry, slot.lead));
        found.ok().map(|at| slots[at].at)
    }

    /// What waits after a tie for this pot.
    pub(super) fn tied(&self, pot: i32) -> i32 {
        match self.counting.pot {
            Pot::Carry => pot,
            Pot::Discard => 0,
        }
    }

    /// The pot as far as it matters: when none waits, only its size does.
    pub(super) fn stake(&self, pot: i32) -> i32 {
        match self.counting.pot {
            Pot::Carry => pot,
            Pot::Discard => pot.abs(),
        }
    }

    /// What the taker of a pot gains at once.
    pub(super) fn gain(&self, pot: i32) -> i32 {
        match self.counting.utility {
            Utility::Points => pot.abs(),
            Utility::Win => 0,
        }
    }

    pub(super) fn utility(&self) -> Utility {
        self.counting.utility
    }

    /// The lead of A that counts after it has grown so much.
    pub(super) fn counted(&self, lead: i32) -> i32 {
        self.counting.counted(lead)
    }

    /// The choices of prizes that leave this many rounds.
    pub(super) fn lefts(&self, rounds: usize) -> impl Iterator<Item = Left> {
        (0..self.slots.len()).filter(move |left| left.count_ones() as usize == rounds)
    }

    /// The pots that can be turned up so that these prizes are left, lowest first.
    pub(super) fn stakes(&self, left: Left) -> Vec<Stake> {
        let mut stakes = Vec::new();
        for (k, &prize) in self.prizes.iter().enumerate().filter(|(k, _)| left >> k & 1 == 0) {
            let before = self.slots[left | 1 << k].iter();
            stakes.extend(before.map(|slot| Stake {
                pot: self.stake(slot.carry + prize),
                lead: slot.lead,
                ties: slot.ties,
            }));
        }
        stakes.sort_unstable();
        stakes.dedup_by_key(|stake| (stake.pot, stake.lead));
        stakes
    }

    /// The carries, leads and ties that follow when these prizes are left.
    fn followers(&self, left: Left) -> Vec<(i32, i32, u8)> {
        let follow = |stake: Stake| {
            let Stake { pot, lead, ties } = stake;
            let taken = [pot.abs(), -pot.abs()].map(|gain| (0, self.counted(lead + gain), ties));
            taken.into_iter().chain([(self.tied(pot), lead, ties + 1)])
        };
        self.stakes(left).into_iter().flat_map(follow).collect()
    }

    /// Sorts by carry and lead and keeps the least number of ties of each that is not decided.
    fn kept(&self, left: Left, mut found: Vec<(i32, i32, u8)>) -> Vec<Slot> {
        found.sort_unstable();
        found.dedup_by_key(|&mut (carry, lead, _)| (carry, lead));
        found.retain(|&(carry, lead, _)| !self.is_decided(left, carry, lead));
        found.into_iter().map(|(carry, lead, ties)| Slot { carry, lead, ties, at: 0 }).collect()
    }

    fn is_decided(&self, left: Left, carry: i32, lead: i32) -> bool {
        lead != 0 && lead.abs() > self.most(left, carry)
    }

    /// The most that one player can still gain on the other.
    ///
    /// Who takes every pot takes the sizes of the prizes left, but for the first of them, with which goes what waits:
    /// it makes the first pot larger or smaller. A tie never makes the sum larger, for the size of a sum is at most the
    /// sum of the sizes; what waits when no prize is left is lost.
    pub(super) fn most(&self, left: Left, carry: i32) -> i32 {
        let prizes =
            || self.prizes.iter().enumerate().filter(|(k, _)| left >> k & 1 == 1).map(|(_, &prize)| prize);
        let first = prizes().map(|prize| (carry + prize).abs() - prize.abs()).max();
        first.map_or(0, |first| first + prizes().map(i32::abs).sum::<i32>())
    }

    /// Numbers the nodes of each level by ties first, so that those a pattern can meet are a prefix.
    fn number(&mut self) {
        for rounds in 0..=self.rounds() {
            let lefts = self.lefts(rounds);
            let mut nodes: Vec<_> =
                lefts.flat_map(|left| (0..self.slots[left].len()).map(move |k| (left, k))).collect();
            nodes.sort_by_key(|&(left, k)| self.slots[left][k].ties);
            for (at, (left, k)) in nodes.into_iter().enumerate() {
                self.slots[left][k].at = u32::try_from(at).expect("a level has fewer than 2^32 nodes");
            }
        }
    }
}
