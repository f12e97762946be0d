//! What a search aims for: payoffs as rewards in [0, 1].

use table::{BySeat, Game, Payoffs, Seat};

/// Maps what a seat earned to a reward in [0, 1].
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Scale {
    /// The share of the win.
    Wins,
    /// The points, from the fewest to the most.
    Points {
        /// Worth 0.
        low: f64,
        /// Worth 1.
        high: f64,
    },
    /// Whole points from 0 on, each with a reward of its own.
    ByPoints([f32; 8]),
}

/// What to aim for, decided when the options of the game are known: [`Scale::wins`], or a function that knows
/// the bounds of a game's points.
pub type ScaleFor<G> = fn(&<G as Game>::Public) -> Scale;

impl Scale {
    /// Aims for the win.
    pub fn wins<G: Game>(_public: &G::Public) -> Scale {
        Scale::Wins
    }

    /// The reward of every seat.
    #[inline]
    pub fn rewards(&self, payoffs: &Payoffs) -> BySeat<f32> {
        let mut rewards = BySeat::new(payoffs.wins.seats(), 0.0);
        Seat::all(rewards.seats()).for_each(|seat| rewards[seat] = self.reward(payoffs, seat));
        rewards
    }

    /// The reward of a seat.
    #[inline]
    pub fn reward(&self, payoffs: &Payoffs, seat: Seat) -> f32 {
        match *self {
            Scale::Wins => payoffs.wins[seat] as f32,
            Scale::Points { low, high } => ((payoffs.points[seat] - low) / (high - low)) as f32,
            Scale::ByPoints(rewards) => rewards[payoffs.points[seat] as usize],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_become_nought_and_one() {
        let points = BySeat::from_fn(2, |seat| [-6.0, 3.0][seat.index()]);
        let payoffs = Payoffs::highest_wins(points, &points);
        let scale = Scale::Points { low: -6.0, high: 6.0 };
        assert_eq!(
            points.iter().map(|(seat, _)| scale.reward(&payoffs, seat)).collect::<Vec<_>>(),
            [0.0, 0.75]
        );
        assert_eq!(Scale::Wins.reward(&payoffs, Seat::new(1)), 1.0);
    }
}
