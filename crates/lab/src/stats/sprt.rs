//! A test that stops as soon as it knows.

/// The share a player of this advantage takes from one opponent.
pub fn elo_share(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// What the games so far allow to say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Null,
    Open,
    Claim,
}

/// The generalised sequential probability ratio test of two means, in the normal approximation.
///
/// Units are deals (the mean over a deal's seatings), so paired deals keep their advantage.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The mean if the claim is idle.
    pub null: f64,
    /// The mean if the claim holds.
    pub claim: f64,
    /// How often an idle claim may pass.
    pub alpha: f64,
    /// How often a true claim may fail.
    pub beta: f64,
}

/// Below this the estimated spread is too rough to stop on.
const FEWEST: usize = 16;

impl Sprt {
    /// The log likelihood ratio of claim to null, both with the spread the data show.
    pub fn llr(&self, units: &[f64]) -> f64 {
        let n = units.len() as f64;
        let middle = units.iter().sum::<f64>() / n;
        let spread = units.iter().map(|x| (x - middle).powi(2)).sum::<f64>() / n;
        n * (self.claim - self.null) * (2.0 * middle - self.null - self.claim) / (2.0 * spread)
    }

    /// Whether to stop, by Wald's bounds.
    pub fn verdict(&self, units: &[f64]) -> Verdict {
        let llr = self.llr(units);
        // Without spread the ratio is infinite or NaN, which is ignorance, not proof.
        if units.len() < FEWEST || !llr.is_finite() {
            Verdict::Open
        } else if llr >= ((1.0 - self.beta) / self.alpha).ln() {
            Verdict::Claim
        } else if llr <= (self.beta / (1.0 - self.alpha)).ln() {
            Verdict::Null
        } else {
            Verdict::Open
        }
    }
}
