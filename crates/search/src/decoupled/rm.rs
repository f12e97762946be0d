//! Regret matching in every node.
//!
//! After Lanctot, Lisý, Winands (2013): where two seats choose, the node keeps the mean reward of each joint
//! choice, so that all actions of a seat learn at once what they would have earned against what the other seat
//! has just chosen. With more than two seats joint choices hardly ever come again, and an action is judged by
//! its own mean. What is ours, each because it lowered the exploitability measured in small games: regret is
//! taken against the expectation of the current strategy instead of the one reward that was sampled, pairs that
//! never met are looked at hopefully, negative regret is forgotten (the plus of CFR+), and late strategies weigh
//! more in the average.

use table::{Game, Rng, View};

use super::select::{Draw, Lesson, Pick, Select, normalise};
use crate::bandit::Bandit;

/// Simultaneous regret matching, playing its average strategy.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rm {
    /// The share of uniform exploration, in [0, 1].
    pub gamma: f32,
    /// How fast exploration fades: it falls with the visits of a node to the power of this; 0 keeps it.
    pub decay: f32,
    /// Whether negative regret is forgotten.
    pub plus: bool,
    /// The strategy of visit `t` weighs `t` to the power of this in the average; 0 weighs all alike.
    pub weight: i32,
    /// Whether the average that is played contains the exploration.
    pub explores: bool,
    /// Actions whose share is below this are not played.
    pub threshold: f64,
}

impl Default for Rm {
    /// The settings that were least exploitable in small games.
    fn default() -> Rm {
        Rm { gamma: 0.05, decay: 0.25, plus: true, weight: 2, explores: false, threshold: 0.0 }
    }
}

/// What is known of one action.
#[derive(Clone, Copy, Debug, Default)]
pub struct RmArm {
    bandit: Bandit,
    regret: f32,
    average: f32,
}

/// A node explores with its full share until about this many visits, then less.
const SETTLED: f32 = 16.0;

/// Weights in the average are counted in this unit, a power of two: so neither the first weight to the fourth
/// power is too small for single precision nor the sum of all of them too large.
const SMALL: f32 = 1.0 / (1 << 27) as f32;

impl Rm {
    fn exploration(&self, visits: u32) -> f32 {
        if self.decay == 0.0 {
            self.gamma
        } else {
            self.gamma * (1.0 + visits as f32 / SETTLED).powf(-self.decay)
        }
    }

    /// Draws from the current strategy, and takes it into the average.
    fn draw(&self, arms: &mut [RmArm], visits: u32, rng: &mut Rng) -> Pick {
        let (share, explore) = (matching(arms), self.exploration(visits));
        let (late, alike) = (((1.0 + visits as f32) * SMALL).powi(self.weight), 1.0 / arms.len() as f32);
        let kept = if self.explores { explore } else { 0.0 };
        let mut draw = Draw::new(arms.len(), explore, rng);
        for arm in arms {
            let share = share(arm);
            arm.average += late * ((1.0 - kept) * share + kept * alike);
            draw.offer(share);
        }
        draw.pick()
    }

    /// The average strategy, without what is hardly played.
    fn played(&self, arms: &[RmArm], out: &mut [f64]) {
        normalise(arms.iter().map(|arm| arm.average), out);
        let top = out.iter().copied().fold(0.0, f64::max);
        out.iter_mut().for_each(|share| *share *= f64::from(u8::from(*share >= self.threshold.min(top))));
        let total: f64 = out.iter().sum();
        out.iter_mut().for_each(|share| *share /= total);
    }

    /// What an arm would have earned, as far as anybody knows.
    #[inline]
    fn value(&self, i: usize, arm: &RmArm, lesson: &Lesson<'_>) -> f32 {
        if i == lesson.pick.arm as usize {
            return lesson.reward;
        }
        match &lesson.others {
            Some(others) => others.mean(i).unwrap_or(HOPE),
            None if arm.bandit.visits == 0 => HOPE,
            None => arm.bandit.mean,
        }
    }
}

/// What is expected of a choice that was never made: the best there is.
const HOPE: f32 = 1.0;

/// The current strategy: in proportion to positive regret.
#[inline]
fn matching(arms: &[RmArm]) -> impl Fn(&RmArm) -> f32 + use<> {
    let total: f32 = arms.iter().map(|arm| arm.regret.max(0.0)).sum();
    let alike = 1.0 / arms.len() as f32;
    move |arm| if total > 0.0 { arm.regret.max(0.0) / total } else { alike }
}

impl<G: Game> Select<G> for Rm {
    type Arm = RmArm;
    const PAIRS: bool = true;

    fn open(&self, _: View<'_, G>, _: &G::Action) -> RmArm {
        RmArm::default()
    }

    fn choose(&self, arms: &mut [RmArm], visits: u32, rng: &mut Rng) -> Pick {
        self.draw(arms, visits, rng)
    }

    fn learn(&self, arms: &mut [RmArm], lesson: &Lesson<'_>) {
        let share = matching(arms);
        let indexed = arms.iter().enumerate();
        let expected: f32 = indexed.map(|(i, arm)| share(arm) * self.value(i, arm, lesson)).sum();
        for (i, arm) in arms.iter_mut().enumerate() {
            let regret = arm.regret + self.value(i, arm, lesson) - expected;
            arm.regret = if self.plus { regret.max(0.0) } else { regret };
        }
        arms[lesson.pick.arm as usize].bandit.learn(lesson.reward);
    }

    fn mix(&self, arms: &[RmArm], out: &mut [f64]) {
        self.played(arms, out);
    }

    fn think(&self, arm: &RmArm, _visits: u32) -> (Bandit, f64) {
        (arm.bandit, f64::from(arm.regret))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is played after one visit without and one with regret for the second arm.
    fn played(rm: Rm) -> [f64; 2] {
        let (mut arms, rng) = ([RmArm::default(); 2], &mut Rng::new(1));
        let mut mix = [0.0; 2];
        rm.draw(&mut arms, 0, rng);
        arms[1].regret = 1.0;
        rm.draw(&mut arms, 1, rng);
        rm.played(&arms, &mut mix);
        mix
    }

    #[test]
    fn options_do_what_they_say() {
        let rm = Rm { weight: 0, ..Rm::default() };
        assert_eq!(played(rm), [0.25, 0.75], "half and half, then all on the second");
        assert_eq!(played(Rm { weight: 1, ..rm }), [0.5 / 3.0, 2.5 / 3.0], "the second visit counts twice");
        assert_eq!(played(Rm { threshold: 0.3, ..rm }), [0.0, 1.0]);
        assert_eq!(played(Rm { threshold: 0.9, ..rm }), [0.0, 1.0], "something is always played");
        assert_eq!(played(Rm { explores: true, gamma: 0.5, decay: 0.0, ..rm }), [0.375, 0.625]);
    }

    #[test]
    fn the_longest_search_has_an_average() {
        let (rm, mut arms, mut mix) = (Rm { weight: 4, ..Rm::default() }, [RmArm::default(); 2], [0.0; 2]);
        for visits in [0, u32::MAX - 1, u32::MAX] {
            rm.draw(&mut arms, visits, &mut Rng::new(1));
            rm.played(&arms, &mut mix);
            assert_eq!(mix, [0.5, 0.5], "after {visits} visits");
        }
    }

    #[test]
    fn exploration_fades() {
        let rm = Rm { gamma: 0.2, decay: 0.5, ..Rm::default() };
        assert_eq!(rm.exploration(0), 0.2);
        assert!((rm.exploration(48) - 0.1).abs() < 1e-6);
    }
}
