//! The number of games a question costs.

use super::dist::normal_quantile;

/// The errors an experiment is willing to make: two-sided `alpha`, and `power` to see the effect if it is
/// there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PowerPlan {
    pub alpha: f64,
    pub power: f64,
}

impl PowerPlan {
    /// The usual plan: alpha 0.05, power 0.8.
    pub const USUAL: Self = Self { alpha: 0.05, power: 0.8 };
    /// The careful plan: alpha 0.05, power 0.9.
    pub const CAREFUL: Self = Self { alpha: 0.05, power: 0.9 };

    /// Games in each of two arms to tell these rates apart by the pooled test; none suffice for equal rates.
    pub fn rates(self, a: f64, b: f64) -> Option<u64> {
        let pooled = (a + b) / 2.0;
        let under_null = self.z_alpha() * (2.0 * pooled * (1.0 - pooled)).sqrt();
        let under_claim = self.z_power() * (a * (1.0 - a) + b * (1.0 - b)).sqrt();
        whole(((under_null + under_claim) / (a - b)).powi(2))
    }

    /// Units in each of two independent arms to see a difference of means, given the spread of one unit.
    pub fn means(self, difference: f64, sd: f64) -> Option<u64> {
        whole(2.0 * self.normal_units(difference, sd) + self.z_alpha().powi(2) / 4.0)
    }

    /// Deals to see a paired difference, given the spread of the difference on one deal.
    pub fn paired(self, difference: f64, sd: f64) -> Option<u64> {
        whole(self.normal_units(difference, sd) + self.z_alpha().powi(2) / 2.0)
    }

    /// Units were the spread known; callers add Guenther's (1981) term for estimating it.
    fn normal_units(self, difference: f64, sd: f64) -> f64 {
        ((self.z_alpha() + self.z_power()) * sd / difference).powi(2)
    }

    fn z_alpha(self) -> f64 {
        -normal_quantile(self.alpha / 2.0)
    }

    fn z_power(self) -> f64 {
        normal_quantile(self.power)
    }
}

fn whole(n: f64) -> Option<u64> {
    n.is_finite().then(|| (n.ceil() as u64).max(2))
}
