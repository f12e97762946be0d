//! What a rank is worth: the points of this game, and those it brings in the games after it.

use games::daihinmin::Public;
use search::Scale;

/// How often who was of this rank, from daifugo down, finishes in each place of the next game: 20,000 games of five
/// `rule(mate=no,solver=no)` players.
const NEXT: [[f64; 5]; 5] = [
    [0.538, 0.254, 0.120, 0.059, 0.029],
    [0.286, 0.324, 0.196, 0.123, 0.071],
    [0.097, 0.189, 0.262, 0.241, 0.211],
    [0.045, 0.130, 0.223, 0.292, 0.310],
    [0.034, 0.102, 0.199, 0.287, 0.378],
];

/// The number of games after which nothing is left of a rank.
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
pub fn points(public: &Public) -> Scale {
    Scale::Points { low: 1.0, high: f64::from(public.rules.seats) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_of_each_rank_and_each_place_are_whole() {
        for rank in 0..5 {
            let (row, column) =
                (NEXT[rank].iter().sum::<f64>(), NEXT.iter().map(|row| row[rank]).sum::<f64>());
            assert!((row - 1.0).abs() < 1e-9 && (column - 1.0).abs() < 0.003, "{rank}: {row}, {column}");
        }
    }

    /// By hand for two games: 5 and 0.538 * 5 + .. for the first rank, 1 and 0.034 * 5 + .. for the last.
    #[test]
    fn the_last_game_counts_points_and_the_one_before_looks_one_ahead() {
        assert_eq!(POINTS[0] - POINTS[4], 4.0);
        let worth = before(&POINTS);
        assert!((worth[0] - 9.213).abs() < 1e-9, "{worth:?}");
        assert!((worth[4] - 3.127).abs() < 1e-9, "{worth:?}");
    }
}
