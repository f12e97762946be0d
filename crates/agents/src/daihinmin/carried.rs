//! What a rank is worth: the points of this game, and those it brings in the games after it.

use games::daihinmin::Public;
use search::Scale;

/// How often who was of this rank finishes in each place of the next game; five `rule` players.
const NEXT: [[f64; 5]; 5] = [
    [0.6, 0.2, 0.1, 0.05, 0.05],
    [0.2, 0.4, 0.2, 0.1, 0.1],
    [0.1, 0.2, 0.3, 0.2, 0.2],
    [0.05, 0.1, 0.2, 0.35, 0.3],
    [0.05, 0.1, 0.2, 0.3, 0.35],
];

/// After so many games nothing is left of a rank.
const REMEMBERED: u16 = 32;

/// The expected points of this game and the rest of the block, by the rank this game ends with, scaled to [0, 1].
pub(super) fn carried(public: &Public) -> Scale {
    let rules = &public.rules;
    if rules.seats != 5 {
        return points(public);
    }
    let left = rules.block.saturating_sub(rules.game + 1).min(REMEMBERED);
    let worth = (0..left).fold(POINTS, |worth, _| before(&worth));
    let (best, worst) = (worth[0], worth[4]);
    let mut rewards = [0.0; 8];
    (0..5).for_each(|rank| rewards[5 - rank] = ((worth[rank] - worst) / (best - worst)) as f32);
    Scale::ByPoints(rewards)
}

const POINTS: [f64; 5] = [5.0, 4.0, 3.0, 2.0, 1.0];

/// What each rank is worth a game earlier: its points, and what comes then.
fn before(worth: &[f64; 5]) -> [f64; 5] {
    let then = |rank: usize| NEXT[rank].iter().zip(worth).map(|(share, worth)| share * worth).sum::<f64>();
    [0, 1, 2, 3, 4].map(|rank| POINTS[rank] + then(rank))
}

/// The points of this game alone.
pub(super) fn points(public: &Public) -> Scale {
    Scale::Points { low: 1.0, high: f64::from(public.rules.seats) }
}
