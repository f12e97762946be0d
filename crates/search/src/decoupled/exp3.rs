//! Exponential weights for adversarial bandits.

use table::{Game, Rng, View};

use super::select::{Draw, Lesson, Pick, Select, normalise};
use crate::bandit::Bandit;

/// Exp3 (Auer, Cesa-Bianchi, Freund, Schapire 2002), playing its average strategy without the exploration.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Exp3 {
    /// The share of uniform exploration, in (0, 1]; it is the learning rate, too.
    pub gamma: f32,
}

/// What is known of one action.
#[derive(Clone, Copy, Debug, Default)]
pub struct Exp3Arm {
    bandit: Bandit,
    /// The estimated sum of rewards, had it always been chosen.
    gain: f32,
    /// How often it would have been chosen without exploration.
    average: f32,
}

impl Exp3 {
    /// The unnormalised weight of an arm; the largest is 1, so that nothing overflows.
    fn weight(&self, arms: &[Exp3Arm]) -> impl Fn(&Exp3Arm) -> f32 + use<> {
        let rate = self.gamma / arms.len() as f32;
        let top = arms.iter().map(|arm| arm.gain).fold(f32::NEG_INFINITY, f32::max);
        move |arm| ((arm.gain - top) * rate).exp()
    }
}

impl<G: Game> Select<G> for Exp3 {
    type Arm = Exp3Arm;

    fn open(&self, _: View<'_, G>, _: &G::Action) -> Exp3Arm {
        Exp3Arm::default()
    }

    fn choose(&self, arms: &mut [Exp3Arm], _visits: u32, rng: &mut Rng) -> Pick {
        let weight = self.weight(arms);
        let scale = 1.0 / arms.iter().map(&weight).sum::<f32>();
        let mut draw = Draw::new(arms.len(), self.gamma, rng);
        for arm in arms {
            let share = weight(arm) * scale;
            arm.average += share;
            draw.offer(share);
        }
        draw.pick()
    }

    fn learn(&self, arms: &mut [Exp3Arm], lesson: &Lesson<'_>) {
        let arm = &mut arms[lesson.pick.arm as usize];
        arm.bandit.learn(lesson.reward);
        arm.gain += lesson.reward / lesson.pick.chance;
    }

    fn mix(&self, arms: &[Exp3Arm], out: &mut [f64]) {
        normalise(arms.iter().map(|arm| arm.average), out);
    }

    fn think(&self, arm: &Exp3Arm, _visits: u32) -> (Bandit, f64) {
        (arm.bandit, f64::from(arm.gain))
    }
}
