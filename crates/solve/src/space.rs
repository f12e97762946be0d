//! The states below a root, numbered without gaps.
//!
//! A state is a pattern and a node (the prizes left, the carry and, for the win, the lead). The values of one level, the states with
//! equally many rounds left, lie together; in it those of one pattern form a row, ordered by node.

use super::pattern::Pattern;
use super::reach::{Counting, LOST, Left, Reach, Stake, WON};
use super::setting::{Setting, Utility};
use std::ops::Range;

/// What the states are reached from: several patterns, carries and leads, if a round has been played half.
#[derive(Clone, Debug)]
pub(super) struct Root {
    pub patterns: Vec<Pattern>,
    pub prizes: Vec<i32>,
    /// Each a carry and a lead.
    pub starts: Vec<(i32, i32)>,
    pub counting: Counting,
}

impl Root {
    pub(super) fn of(setting: &Setting) -> Self {
        let start = &setting.start;
        Self {
            patterns: vec![Pattern::of(start.hands()).canonical().0],
            prizes: start.prizes().list().to_vec(),
            starts: vec![(start.carry(), setting.lead())],
            counting: setting.counting(),
        }
    }
}

/// A turned-up pot with the prizes left and, for the win, the lead: one matrix game for each pattern.
#[derive(Clone, Copy, PartialEq, Debug)]
#[repr(C)]
pub struct Turned {
    /// The nodes below after a tie, after A has taken the pot, and after B has: of each two the first if the players
    /// stay in their places, the second if they have changed them, which turns the lead round. [`Turned::WON`] and
    /// [`Turned::LOST`] are no nodes: the lead decides.
    pub next: [u32; 6],
    /// What the higher bid gains at once.
    pub gain: f32,
    /// The least number of ties before.
    pub ties: u32,
}

impl Turned {
    /// Whoever is A in the state below has won it.
    pub const WON: u32 = WON;

    /// Whoever is B in the state below has won it.
    pub const LOST: u32 = LOST;

    /// Whether the game looks the same to both players if their hands are the same.
    pub(super) fn is_level(&self) -> bool {
        self.next[0] == self.next[1]
    }
}

/// The states with equally many rounds left.
#[derive(Clone, Debug, Default)]
pub(super) struct Level {
    pub rounds: usize,
    pub patterns: Vec<Pattern>,
    /// Where each row starts, and where the last one ends.
    pub rows: Vec<usize>,
    /// Those that leave the same prizes together, fewest ties first.
    pub turns: Vec<Turned>,
    /// The turns that follow each node, one for each prize left.
    pub draws: Vec<u32>,
    /// The number of nodes that this many ties in a row can reach.
    pub upto: Vec<usize>,
}

impl Level {
    pub(super) fn start(&self) -> usize {
        self.rows[0]
    }

    pub(super) fn end(&self) -> usize {
        self.rows[self.patterns.len()]
    }

    /// Where the row of a pattern lies.
    pub(super) fn row(&self, pattern: Pattern) -> Option<Range<usize>> {
        let at = self.patterns.binary_search(&pattern).ok()?;
        Some(self.rows[at]..self.rows[at + 1])
    }
}

/// Where the value of a state is known from.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Place {
    /// The number of the state.
    At(usize),
    /// The lead decides: the value itself.
    Decided(f64),
}

/// All states below a root.
#[derive(Clone, Debug)]
pub(super) struct Space {
    pub reach: Reach,
    /// By the number of rounds left; level 0 is the end, where every value is 0.
    pub levels: Vec<Level>,
    lone: (usize, usize),
}

impl Space {
    pub(super) fn new(root: &Root) -> Self {
        Self::down_to(0, root)
    }

    /// Only the levels with at least this many rounds left, numbered from the lowest of them.
    pub(super) fn down_to(lowest: usize, root: &Root) -> Self {
        // The turns of the lowest level lead to nodes one below.
        let reach = Reach::down_to(lowest.saturating_sub(1), &root.prizes, &root.starts, root.counting);
        let lones = || root.patterns.iter().map(|pattern| pattern.lone());
        let lone = (lones().min().expect("a root has a pattern"), lones().max().unwrap_or(0));
        let levels = patterns(lowest, root)
            .into_iter()
            .enumerate()
            .map(|(rounds, patterns)| level(&reach, rounds, patterns));
        let mut space = Self { levels: levels.collect(), reach, lone };
        space.place_rows();
        space
    }

    /// The number of values, those of the end included.
    pub(super) fn len(&self) -> usize {
        self.levels.last().map_or(0, Level::end)
    }

    /// The number of states with a round to play.
    pub(super) fn states(&self) -> usize {
        self.len() - self.levels[0].end()
    }

    /// The 32767th part of the most that can be gained from any state.
    pub(super) fn unit(&self) -> f32 {
        if self.reach.utility() == Utility::Win {
            return 1.0 / 32767.0;
        }
        let full = (1 << self.reach.rounds()) - 1;
        let carried = self.reach.slots(full).iter().map(|slot| slot.carry.abs()).max().unwrap_or(0);
        let prizes: i32 = self.reach.prizes().iter().map(|prize| prize.abs()).sum();
        (carried + prizes) as f32 / 32767.0
    }

    /// The most ties that can lie behind a pattern.
    ///
    /// A tie leaves the number of lone cards as it is and any other round changes it by one at most, so of the
    /// rounds played at least as many were no ties as that number has moved.
    pub(super) fn ties(&self, pattern: Pattern) -> usize {
        let (lone, (low, high)) = (pattern.lone(), self.lone);
        let moved = low.saturating_sub(lone).max(lone.saturating_sub(high));
        self.reach.rounds() - pattern.rounds() - moved
    }

    /// Where the value of a state is, if it can be reached; the pattern must be canonical.
    pub(super) fn find(&self, pattern: Pattern, (left, carry, lead): (Left, i32, i32)) -> Option<Place> {
        let row = self.levels.get(pattern.rounds())?.row(pattern)?;
        match self.reach.find(left, carry, lead)? {
            WON => Some(Place::Decided(1.0)),
            LOST => Some(Place::Decided(-1.0)),
            node => {
                let at = row.start + node as usize;
                row.contains(&at).then_some(Place::At(at))
            }
        }
    }

    fn place_rows(&mut self) {
        let mut end = 0;
        for rounds in 0..self.levels.len() {
            let level = &self.levels[rounds];
            let mut rows = vec![end];
            for &pattern in &level.patterns {
                end += level.upto[self.ties(pattern)];
                rows.push(end);
            }
            self.levels[rounds].rows = rows;
        }
    }
}

/// The canonical patterns below the root, by the number of rounds left; none below the lowest level wanted.
fn patterns(lowest: usize, root: &Root) -> Vec<Vec<Pattern>> {
    let mut levels = vec![sorted(root.patterns.clone())];
    for _ in lowest..root.prizes.len() {
        let above = levels.last().expect("starts with the root");
        levels.push(sorted(above.iter().flat_map(|&pattern| followers(pattern)).collect()));
    }
    levels.resize(root.prizes.len() + 1, Vec::new());
    levels.reverse();
    levels
}

fn sorted(mut patterns: Vec<Pattern>) -> Vec<Pattern> {
    patterns.sort_unstable();
    patterns.dedup();
    patterns
}

/// The canonical patterns after one round.
pub(super) fn followers(pattern: Pattern) -> impl Iterator<Item = Pattern> {
    let replies = move |a| pattern.swapped().choices().map(move |b| pattern.after(a, b).canonical().0);
    pattern.choices().flat_map(replies)
}

/// The prize side of a level; its rows are placed later.
fn level(reach: &Reach, rounds: usize, patterns: Vec<Pattern>) -> Level {
    let mut level = Level { rounds, patterns, upto: upto(reach, rounds), ..Level::default() };
    if rounds > 0 && !level.patterns.is_empty() {
        let numbers = turns(reach, &mut level);
        level.draws = draws(reach, rounds, &numbers);
    }
    level
}

fn upto(reach: &Reach, rounds: usize) -> Vec<usize> {
    let mut upto = vec![0; reach.rounds() + 1];
    for slot in reach.lefts(rounds).flat_map(|left| reach.slots(left)) {
        upto[usize::from(slot.ties)..].iter_mut().for_each(|count| *count += 1);
    }
    upto
}

/// The number of each turn, by the prizes left and then by pot and lead.
type Numbers = Vec<Vec<((i32, i32), u32)>>;

fn turns(reach: &Reach, level: &mut Level) -> Numbers {
    let mut numbers = vec![Vec::new(); 1 << reach.rounds()];
    for left in reach.lefts(level.rounds - 1) {
        let stakes = sorted_stakes(reach, left);
        let start = level.turns.len();
        let number = |(k, stake): (usize, &Stake)| ((stake.pot, stake.lead), (start + k) as u32);
        numbers[left] = stakes.iter().enumerate().map(number).collect();
        numbers[left].sort_unstable();
        level.turns.extend(stakes.iter().map(|stake| turn(reach, left, stake)));
    }
    numbers
}

/// The pots that leave these prizes, fewest ties first.
fn sorted_stakes(reach: &Reach, left: Left) -> Vec<Stake> {
    let mut stakes = reach.stakes(left);
    stakes.sort_by_key(|stake| stake.ties);
    stakes
}

/// The turns of a level in their order, each with the prizes left after it.
pub(super) fn ordered_stakes(reach: &Reach, rounds: usize) -> impl Iterator<Item = (Left, Stake)> + '_ {
    let of = move |left| sorted_stakes(reach, left).into_iter().map(move |stake| (left, stake));
    reach.lefts(rounds - 1).flat_map(of)
}

fn turn(reach: &Reach, left: Left, stake: &Stake) -> Turned {
    let Stake { pot, lead, ties } = *stake;
    let node = |carry, lead| reach.find(left, carry, lead).expect("every follower was reached");
    let both = |carry, lead: i32| [node(carry, lead), node(carry, -lead)];
    let [tied, a, b] = [
        both(reach.tied(pot), lead),
        both(0, reach.counted(lead + pot.abs())),
        both(0, reach.counted(lead - pot.abs())),
    ];
    let next = [tied[0], tied[1], a[0], a[1], b[0], b[1]];
    Turned { next, gain: reach.gain(pot) as f32, ties: u32::from(ties) }
}

fn draws(reach: &Reach, rounds: usize, numbers: &Numbers) -> Vec<u32> {
    let nodes: usize = reach.lefts(rounds).map(|left| reach.slots(left).len()).sum();
    let mut draws = vec![0; nodes * rounds];
    for left in reach.lefts(rounds) {
        for slot in reach.slots(left) {
            let at = slot.at as usize * rounds;
            let prizes = reach.prizes().iter().enumerate().filter(|(k, _)| left >> k & 1 == 1);
            for (draw, (k, prize)) in draws[at..at + rounds].iter_mut().zip(prizes) {
                let pots = &numbers[left & !(1 << k)];
                let stake = (reach.stake(slot.carry + prize), slot.lead);
                let found = pots.binary_search_by_key(&stake, |&(stake, _)| stake);
                *draw = pots[found.expect("every turn was numbered")].1;
            }
        }
    }
    draws
}
