//! Which carries can wait for which prizes, and after how many ties.

use super::setting::Pot;

/// The prizes still face down: bit `k` is the `k`-th lowest prize of the root.
pub(super) type Left = usize;

/// What can wait while certain prizes are left.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot {
    pub carry: i32,
    /// The least number of ties in a row that bring it about.
    pub ties: u8,
    /// Its number among the nodes of its level.
    pub at: u32,
}

/// A pot that can be played for while certain prizes are left.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Stake {
    pub pot: i32,
    /// The least number of ties in a row before it.
    pub ties: u8,
}

/// All carries that can wait, by the prizes left.
#[derive(Clone, Debug)]
pub(super) struct Reach {
    prizes: Vec<i32>,
    pot: Pot,
    slots: Vec<Vec<Slot>>,
}

impl Reach {
    pub(super) fn new(prizes: &[i32], carries: &[i32], pot: Pot) -> Self {
        Self::down_to(0, prizes, carries, pot)
    }

    /// As `new`, for the nodes alone that leave at least this many rounds.
    pub(super) fn down_to(lowest: usize, prizes: &[i32], carries: &[i32], pot: Pot) -> Self {
        let full: Left = (1 << prizes.len()) - 1;
        let mut reach = Self { prizes: prizes.to_vec(), pot, slots: vec![Vec::new(); full + 1] };
        reach.slots[full] = slots(carries.iter().map(|&carry| (carry, 0)).collect());
        // Fewer prizes left is a smaller number.
        for left in (0..full).rev().filter(|left| left.count_ones() as usize >= lowest) {
            reach.slots[left] = reach.waiting(left);
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

    pub(super) fn find(&self, left: Left, carry: i32) -> Option<Slot> {
        let slots = &self.slots[left];
        slots.binary_search_by_key(&carry, |slot| slot.carry).ok().map(|at| slots[at])
    }

    /// What waits after a tie for this pot.
    pub(super) fn tied(&self, pot: i32) -> i32 {
        match self.pot {
            Pot::Carry => pot,
            Pot::Discard => 0,
        }
    }

    /// The pot as far as it matters: when none waits, only its size does.
    pub(super) fn stake(&self, pot: i32) -> i32 {
        match self.pot {
            Pot::Carry => pot,
            Pot::Discard => pot.abs(),
        }
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
            stakes.extend(before.map(|slot| Stake { pot: self.stake(slot.carry + prize), ties: slot.ties }));
        }
        stakes.sort_unstable();
        stakes.dedup_by_key(|stake| stake.pot);
        stakes
    }

    fn waiting(&self, left: Left) -> Vec<Slot> {
        let ties = self.stakes(left).into_iter().map(|stake| (stake.pot, stake.ties + 1));
        match self.pot {
            Pot::Carry => slots(ties.chain([(0, 0)]).collect()),
            Pot::Discard => slots(vec![(0, 0)]),
        }
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

/// Sorts by carry and keeps the least number of ties of each.
fn slots(mut found: Vec<(i32, u8)>) -> Vec<Slot> {
    found.sort_unstable();
    found.dedup_by_key(|&mut (carry, _)| carry);
    found.into_iter().map(|(carry, ties)| Slot { carry, ties, at: 0 }).collect()
}
