//! What a solution would take, before it is begun.

use super::pattern::Pattern;
use super::reach::Reach;
use super::setting::{Setting, Utility};
use super::table::SolveError;
use std::fmt;

/// Nanoseconds of one core for a matrix game, by the number of rounds left: measured on an AMD EPYC with 11
/// cards, and drawn out beyond.
const NANOS: [f64; 16] = [
    0.0, 100.0, 150.0, 170.0, 240.0, 300.0, 420.0, 620.0, 890.0, 1280.0, 1800.0, 2500.0, 3400.0, 4500.0,
    6000.0, 8000.0,
];

/// What a solution takes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SolveCost {
    /// States to store: exact for whole games, else never too few.
    pub states: u64,
    /// Matrix games to solve: as exact as the states.
    pub games: u64,
    /// Memory at the peak.
    pub bytes: u64,
    /// Time on the threads of the ambient pool, within a factor of two or three.
    pub seconds: f64,
}

impl fmt::Display for SolveCost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { states, games, bytes, seconds } = self;
        write!(f, "{states} states, {games} games, {}, {}", memory(*bytes), time(*seconds))
    }
}

/// What a solution may take.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Limits {
    /// Memory.
    pub bytes: u64,
    /// Time.
    pub seconds: f64,
}

impl Default for Limits {
    /// 4 GiB and an hour.
    fn default() -> Self {
        Self { bytes: 4 << 30, seconds: 3600.0 }
    }
}

impl Limits {
    pub(super) fn allow(&self, estimate: &SolveCost) -> bool {
        estimate.bytes <= self.bytes && estimate.seconds <= self.seconds
    }

    /// What a solution takes, by [`estimate`] or [`estimate_levels`], if that is allowed.
    ///
    /// # Errors
    /// If it is beyond the limits.
    pub fn check(
        &self,
        setting: &Setting,
        estimate: impl Fn(&Setting) -> SolveCost,
    ) -> Result<SolveCost, SolveError> {
        let within = |estimate: SolveCost| match self.allow(&estimate) {
            true => Ok(estimate),
            false => Err(SolveError::TooLarge { estimate, limits: *self }),
        };
        if setting.utility == Utility::Win {
            // With leads it takes more, and to count them may itself take long.
            within(estimate(&setting.clone().for_points()))?;
        }
        within(estimate(setting))
    }
}

impl fmt::Display for Limits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}", memory(self.bytes), time(self.seconds))
    }
}

fn memory(bytes: u64) -> String {
    format!("{:.1} GB", bytes as f64 / 1e9)
}

fn time(seconds: f64) -> String {
    match seconds {
        ..120.0 => format!("{seconds:.0} s"),
        ..7200.0 => format!("{:.0} minutes", seconds / 60.0),
        _ => format!("{:.0} hours", seconds / 3600.0),
    }
}

/// Counts what a solution would take, without solving or listing patterns.
#[must_use]
pub fn estimate(setting: &Setting) -> SolveCost {
    let start = &setting.start;
    let reach = Reach::new(start.prizes().list(), &[(start.carry(), setting.lead())], setting.counting());
    let lone = Pattern::of(start.hands()).lone();
    let threads = rayon::current_num_threads() as f64;
    let mut total = SolveCost { states: 0, games: 0, bytes: 1 << 20, seconds: 0.0 };
    for (rounds, nanos) in NANOS.iter().enumerate().take(reach.rounds() + 1).skip(1) {
        let level = level(&reach, rounds, lone);
        total.states += level.states;
        total.games += level.games;
        total.bytes += level.states * 8 + level.index;
        total.seconds += level.games as f64 * nanos * 1e-9 / threads;
    }
    total
}

/// The same for a solution level by level, of which only the first rounds are kept: two levels in memory.
#[must_use]
pub fn estimate_levels(setting: &Setting) -> SolveCost {
    let start = &setting.start;
    let reach = Reach::new(start.prizes().list(), &[(start.carry(), setting.lead())], setting.counting());
    let lone = Pattern::of(start.hands()).lone();
    let levels: Vec<Count> = (1..=reach.rounds()).map(|rounds| level(&reach, rounds, lone)).collect();
    let pairs = levels.windows(2).map(|pair| (pair[0].states + pair[1].states) * 4);
    let index: u64 = levels.iter().map(|level| level.index).sum();
    SolveCost { bytes: pairs.max().unwrap_or(0) + index + (1 << 20), ..estimate(setting) }
}

/// The same for both utilities side by side: of each state two levels in memory, with five numbers.
#[must_use]
pub fn estimate_both(setting: &Setting) -> SolveCost {
    let levels = estimate_levels(setting);
    SolveCost { bytes: levels.bytes * 5, seconds: levels.seconds * 4.0, ..levels }
}

/// The states of a whole game in which both bid, with nothing reduced: exact if no pot waits, else never too
/// few.
#[must_use]
pub fn plain_states(setting: &Setting) -> u64 {
    let start = &setting.start;
    let reach = Reach::new(start.prizes().list(), &[(start.carry(), setting.lead())], setting.counting());
    let all = reach.rounds();
    let level = |rounds: usize| {
        let slots = reach.lefts(rounds).flat_map(|left| reach.slots(left));
        slots.map(|slot| rounds as u64 * hand_pairs(all, rounds, usize::from(slot.ties))).sum::<u64>()
    };
    (1..=all).map(level).sum()
}

/// The pairs of hands that are left when at least this many of the cards played were the same.
fn hand_pairs(all: usize, rounds: usize, ties: usize) -> u64 {
    let played = all - rounds;
    let sharing = |shared| choose(played, shared) * choose(rounds, played - shared);
    choose(all, rounds) * (ties..=played).map(sharing).sum::<u64>()
}

/// The counts of one level.
struct Count {
    states: u64,
    games: u64,
    /// Bytes of the tables that number nodes and turns.
    index: u64,
}

fn level(reach: &Reach, rounds: usize, start: usize) -> Count {
    let (nodes, turns) = (nodes(reach, rounds), turns(reach, rounds));
    let played = reach.rounds() - rounds;
    let all =
        nodes[reach.rounds()] * (8 * rounds as u64 + 16) + turns[reach.rounds()] * (88 + 4 * rounds as u64);
    let mut count = Count { states: 0, games: 0, index: all };
    for lone in 0..=rounds {
        let Some(ties) = played.checked_sub(lone.abs_diff(start)) else { continue };
        let patterns = patterns(reach.rounds(), rounds, lone);
        count.states += patterns * nodes[ties];
        count.games += patterns * turns[ties];
    }
    count
}

/// The nodes that this many ties can reach.
fn nodes(reach: &Reach, rounds: usize) -> Vec<u64> {
    let slots = reach.lefts(rounds).flat_map(|left| reach.slots(left));
    upto(reach.rounds(), slots.map(|slot| slot.ties))
}

/// The turns that this many ties can come before.
fn turns(reach: &Reach, rounds: usize) -> Vec<u64> {
    let stakes = reach.lefts(rounds - 1).flat_map(|left| reach.stakes(left));
    upto(reach.rounds(), stakes.map(|stake| stake.ties))
}

fn upto(rounds: usize, ties: impl Iterator<Item = u8>) -> Vec<u64> {
    let mut counts = vec![0; rounds + 1];
    ties.for_each(|ties| counts[usize::from(ties)] += 1);
    (1..=rounds).for_each(|ties| counts[ties] += counts[ties - 1]);
    counts
}

/// The canonical patterns with this many lone cards: all orders, or no more than pairs of hands leave.
fn patterns(all: usize, rounds: usize, lone: usize) -> u64 {
    let orders = choose(rounds + lone, lone) * choose(rounds, lone);
    let canonical = if lone == 0 { 1 } else { orders / 2 };
    canonical.min(choose(all, rounds).pow(2))
}

fn choose(n: usize, k: usize) -> u64 {
    (0..k as u64).fold(1, |product, i| product * (n as u64).saturating_sub(i) / (i + 1))
}
