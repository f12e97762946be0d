//! One action among several: how often it was tried and what it earned, and UCB1 to choose the next.

use table::{Rng, Thought};

/// How often an action was tried, and what it earned on average.
///
/// The mean is kept rather than the sum: in single precision a sum stops growing where a mean still moves.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Bandit {
    /// How often.
    pub visits: u32,
    /// The mean reward.
    pub mean: f32,
}

impl Bandit {
    #[inline]
    pub(crate) fn learn(&mut self, reward: f32) {
        self.visits += 1;
        self.mean += (reward - self.mean) / self.visits as f32;
    }

    /// Takes in what another search learnt of the same action.
    pub(crate) fn join(&mut self, other: Bandit) {
        self.visits += other.visits;
        if self.visits > 0 {
            self.mean += (other.mean - self.mean) * other.visits as f32 / self.visits as f32;
        }
    }

    /// What is thought of the action that this is known of, with the score that selection would weigh it by.
    pub(crate) fn thought<A>(self, action: A, score: impl Into<f64>) -> Thought<A> {
        Thought { action, visits: self.visits, value: self.mean.into(), score: score.into() }
    }
}

/// Lists actions that nobody has tried, in ascending order.
pub(crate) fn untried<A: Copy + Ord>(legal: &[A], out: &mut Vec<(A, Bandit)>) {
    out.clear();
    out.extend(legal.iter().map(|&action| (action, Bandit::default())));
    out.sort_unstable_by_key(|&(action, _)| action);
}

/// UCB1 (Auer, Cesa-Bianchi, Fischer 2002): the mean, and more the less it is known.
#[derive(Clone, Copy)]
pub(crate) struct Ucb1 {
    /// `c² ln n`, computed once a node.
    spread: f32,
}

impl Ucb1 {
    /// With `c` as the weight of exploration, after this many trials of any action.
    #[inline]
    pub(crate) fn new(c: f32, trials: u32) -> Ucb1 {
        Ucb1 { spread: c * c * (trials.max(1) as f32).ln() }
    }

    /// Infinite for what was never tried.
    #[inline]
    pub(crate) fn score(self, bandit: &Bandit) -> f32 {
        match bandit.visits {
            0 => f32::INFINITY,
            visits => bandit.mean + (self.spread / visits as f32).sqrt(),
        }
    }
}

/// The index of the highest score, ties broken at random.
#[inline]
pub(crate) fn best(scores: impl Iterator<Item = f32>, rng: &mut Rng) -> usize {
    let (mut best, mut top, mut ties) = (0, f32::NEG_INFINITY, 1);
    for (i, score) in scores.enumerate() {
        if score > top {
            (best, top, ties) = (i, score, 1);
        } else if score == top {
            ties += 1;
            best = if rng.below(ties) == 0 { i } else { best };
        }
    }
    best
}

/// Of the actions tried most the one that earned most, of equals the least.
pub(crate) fn most_visited<A: Copy + Ord>(tried: impl Iterator<Item = (A, Bandit)>) -> Option<A> {
    let better = |(a, x): &(A, Bandit), (b, y): &(A, Bandit)| {
        x.visits.cmp(&y.visits).then(x.mean.total_cmp(&y.mean)).then(b.cmp(a))
    };
    tried.max_by(better).map(|(action, _)| action)
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::all_on;

    #[test]
    fn what_was_never_tried_comes_first() {
        let ucb = Ucb1::new(1.0, 9);
        let arms = [Bandit { visits: 9, mean: 1.0 }, Bandit::default()];
        assert_eq!(best(arms.iter().map(|arm| ucb.score(arm)), &mut Rng::forbidden()), 1);
    }

    /// By hand: ln 100 = 4.60517, a tenth of it has the root 0.678614, and 0.5 + 1.4 · 0.678614 = 1.450060. Twice
    /// the weight is twice the bonus; four times the visits is half of it; after one trial there is none.
    #[test]
    fn what_is_less_known_scores_more() {
        let score = |c, trials, visits| Ucb1::new(c, trials).score(&Bandit { visits, mean: 0.5 });
        for (score, by_hand) in [
            (score(1.4, 100, 10), 1.450_06),
            (score(2.8, 100, 10), 2.400_12),
            (score(1.4, 100, 40), 0.975_03),
            (score(1.4, 10_000, 20), 1.450_06),
            (score(1.4, 1, 10), 0.5),
            (score(1.4, 0, 10), 0.5),
        ] {
            assert!((score - by_hand).abs() < 2e-6, "{score} is not {by_hand}");
        }
    }

    #[test]
    fn the_mean_is_that_of_all_rewards() {
        let learnt = |rewards: &[f32]| {
            let mut bandit = Bandit::default();
            rewards.iter().for_each(|reward| bandit.learn(*reward));
            bandit
        };
        assert_eq!(learnt(&[1.0, 0.0, 0.5, 0.5]), Bandit { visits: 4, mean: 0.5 });
        let mut joined = learnt(&[1.0]);
        joined.join(learnt(&[0.0, 0.0, 0.25]));
        assert_eq!(joined.visits, 4);
        assert!((joined.mean - 0.3125).abs() < 1e-6, "{}", joined.mean);
        joined.join(Bandit::default());
        assert_eq!(joined.visits, 4);
        let mut nothing = Bandit::default();
        nothing.join(Bandit::default());
        assert_eq!(nothing, Bandit::default());
    }

    #[test]
    fn most_tried_comes_before_better_and_better_before_least() {
        let actions = ['c', 'a', 'b'];
        let chosen = |arms: [(u32, f32); 3]| {
            let mut out = [9.0; 3];
            let tried = arms.into_iter().map(|(visits, mean)| Bandit { visits, mean });
            all_on(most_visited(actions.into_iter().zip(tried)), &actions, &mut out);
            out
        };
        assert_eq!(chosen([(3, 0.9), (5, 0.1), (4, 1.0)]), [0.0, 1.0, 0.0]);
        assert_eq!(chosen([(5, 0.1), (5, 0.2), (4, 1.0)]), [0.0, 1.0, 0.0]);
        assert_eq!(chosen([(5, 0.2), (4, 1.0), (5, 0.2)]), [0.0, 0.0, 1.0], "of equals the least");
    }

    #[test]
    fn ties_are_broken_evenly() {
        let mut rng = Rng::new(1);
        let mut counts = [0.0; 3];
        (0..30_000).for_each(|_| counts[best([0.5, 0.5, 0.5].into_iter(), &mut rng)] += 1.0);
        assert!(exams::chi_square_p(&counts, &[10_000.0; 3]) > 1e-6, "{counts:?}");
    }
}
