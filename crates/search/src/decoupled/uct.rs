//! The rules by which trees grow with UCB1.

use table::{Game, Rng, View};

use super::select::{Lesson, Pick, Select, normalise};
use crate::bandit::{Bandit, Ucb1, best, most_visited};

/// What is known of an action, and what is added to its UCB1 value.
#[derive(Clone, Copy, Debug, Default)]
pub struct UctArm {
    bandit: Bandit,
    bias: f32,
}

impl UctArm {
    #[inline]
    pub(crate) fn bandit(&self) -> Bandit {
        self.bandit
    }

    #[inline]
    fn score(&self, ucb: Ucb1) -> f32 {
        ucb.score(&self.bandit) + self.bias
    }
}

/// An arm nobody has tried, each equally likely.
#[inline]
fn untried(arms: &[UctArm], visits: u32, rng: &mut Rng) -> Option<usize> {
    // Untried arms come first, so none is left after as many visits.
    let left = (arms.len() as u32).checked_sub(visits).filter(|&left| left > 0)?;
    let mut fresh = arms.iter().enumerate().filter(|(_, arm)| arm.bandit.visits == 0);
    fresh.nth(rng.below(left) as usize).map(|(i, _)| i)
}

/// An arm drawn in proportion to its value; one below 0, which only a bias can bring about, is never drawn.
fn proportional(arms: &[UctArm], ucb: Ucb1, rng: &mut Rng) -> usize {
    let weight = |arm: &UctArm| arm.score(ucb).max(0.0);
    let mut left = rng.f64() as f32 * arms.iter().map(weight).sum::<f32>();
    let crossed = |arm: &UctArm| {
        left -= weight(arm);
        left < 0.0
    };
    arms.iter().position(crossed).unwrap_or(arms.len() - 1)
}

/// How an action is selected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Selection {
    /// The highest UCB1 value.
    Best,
    /// In proportion to UCB1 values.
    Proportional,
}

/// What is played once the search is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FinalChoice {
    /// The action visited most.
    MostVisited,
    /// In proportion to visits.
    Visits,
}

/// Every seat grows the tree by its own UCB1 values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Uct {
    /// The weight of exploration; rewards are in [0, 1].
    pub c: f32,
    /// How an action is selected.
    pub selection: Selection,
    /// What is played.
    pub play: FinalChoice,
}

impl Uct {
    /// Basic-UCT of the paper: selects the best, plays the most visited.
    pub const fn basic(c: f32) -> Uct {
        Uct { c, selection: Selection::Best, play: FinalChoice::MostVisited }
    }

    /// Basic-UCT(mix) of the paper: selects in proportion to UCB1 values, plays in proportion to visits.
    pub const fn mix(c: f32) -> Uct {
        Uct { c, selection: Selection::Proportional, play: FinalChoice::Visits }
    }

    /// DUCT(mix) of the literature: selects the best, plays in proportion to visits.
    pub const fn duct_mix(c: f32) -> Uct {
        Uct { c, selection: Selection::Best, play: FinalChoice::Visits }
    }

    #[inline]
    fn choose(&self, arms: &[UctArm], visits: u32, rng: &mut Rng) -> Pick {
        let arm = untried(arms, visits, rng).unwrap_or_else(|| {
            let ucb = Ucb1::new(self.c, visits);
            match self.selection {
                Selection::Best => best(arms.iter().map(|arm| arm.score(ucb)), rng),
                Selection::Proportional => proportional(arms, ucb, rng),
            }
        });
        Pick::certain(arm)
    }

    fn mix_of(&self, arms: &[UctArm], out: &mut [f64]) {
        match self.play {
            FinalChoice::MostVisited => {
                let most = most_visited(arms.iter().map(|arm| arm.bandit).enumerate());
                let share = |i| f64::from(u8::from(Some(i) == most));
                out.iter_mut().enumerate().for_each(|(i, out)| *out = share(i));
            }
            FinalChoice::Visits => normalise(arms.iter().map(|arm| arm.bandit.visits as f32), out),
        }
    }

    fn think(&self, arm: &UctArm, visits: u32) -> (Bandit, f64) {
        (arm.bandit, f64::from(arm.score(Ucb1::new(self.c, visits))))
    }
}

#[inline]
fn learn(arms: &mut [UctArm], lesson: &Lesson<'_>) {
    arms[lesson.pick.arm as usize].bandit.learn(lesson.reward);
}

impl<G: Game> Select<G> for Uct {
    type Arm = UctArm;

    fn open(&self, _: View<'_, G>, _: &G::Action) -> UctArm {
        UctArm::default()
    }

    #[inline]
    fn choose(&self, arms: &mut [UctArm], visits: u32, rng: &mut Rng) -> Pick {
        self.choose(arms, visits, rng)
    }

    #[inline]
    fn learn(&self, arms: &mut [UctArm], lesson: &Lesson<'_>) {
        learn(arms, lesson);
    }

    fn mix(&self, arms: &[UctArm], out: &mut [f64]) {
        self.mix_of(arms, out);
    }

    fn think(&self, arm: &UctArm, visits: u32) -> (Bandit, f64) {
        self.think(arm, visits)
    }
}

/// How well an action suits what chance may still bring, in the eyes of one who knows the game: in [-1, 1], more
/// is better.
pub type Bias<G> = fn(View<'_, G>, &<G as Game>::Action) -> f64;

/// Basic-UCT(chance) of the paper: a bias is added to UCB1 values.
#[derive(Clone, Copy, Debug)]
pub struct UctChance<G: Game> {
    /// What it is without the bias.
    pub uct: Uct,
    /// What knows the game.
    pub bias: Bias<G>,
    /// The weight of the bias; 0 leaves everything as it was.
    pub weight: f32,
}

impl<G: Game> Select<G> for UctChance<G> {
    type Arm = UctArm;

    fn open(&self, view: View<'_, G>, action: &G::Action) -> UctArm {
        UctArm { bias: self.weight * (self.bias)(view, action) as f32, ..UctArm::default() }
    }

    #[inline]
    fn choose(&self, arms: &mut [UctArm], visits: u32, rng: &mut Rng) -> Pick {
        self.uct.choose(arms, visits, rng)
    }

    #[inline]
    fn learn(&self, arms: &mut [UctArm], lesson: &Lesson<'_>) {
        learn(arms, lesson);
    }

    fn mix(&self, arms: &[UctArm], out: &mut [f64]) {
        self.uct.mix_of(arms, out);
    }

    fn think(&self, arm: &UctArm, visits: u32) -> (Bandit, f64) {
        self.uct.think(arm, visits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use exams::chi_square_p;

    #[test]
    fn untried_arms_come_first_in_random_order() {
        let (mut arms, mut rng, mut counts) = ([UctArm::default(); 4], Rng::new(1), [0.0; 4]);
        arms[2].bandit.learn(1.0);
        for _ in 0..30_000 {
            counts[Uct::basic(1.0).choose(&arms, 1, &mut rng).arm as usize] += 1.0;
        }
        assert_eq!(counts[2], 0.0);
        assert!(chi_square_p(&[counts[0], counts[1], counts[3]], &[10_000.0; 3]) > 1e-6, "{counts:?}");
    }

    #[test]
    fn proportional_selection_keeps_proportions() {
        let bandit = |mean| UctArm { bandit: Bandit { visits: 1, mean }, bias: 0.0 };
        let (arms, mut rng, mut counts) = ([bandit(0.25), bandit(0.75)], Rng::new(2), [0.0; 2]);
        for _ in 0..40_000 {
            counts[Uct::mix(0.0).choose(&arms, 2, &mut rng).arm as usize] += 1.0;
        }
        assert!(chi_square_p(&counts, &[10_000.0, 30_000.0]) > 1e-6, "{counts:?}");
    }
}
