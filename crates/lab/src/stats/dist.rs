//! The two distributions all intervals come from. Values are `statrs`'s, but for the t quantile.

use statrs::distribution::{ContinuousCDF, Normal, StudentsT};

/// The value below which a standard normal falls with probability `p`.
pub(super) fn normal_quantile(p: f64) -> f64 {
    Normal::standard().inverse_cdf(p)
}

/// The probability that a standard normal falls below `z`.
pub(super) fn normal_cdf(z: f64) -> f64 {
    Normal::standard().cdf(z)
}

/// The half width, in standard errors, of a normal interval.
pub(super) fn z_critical(level: f64) -> f64 {
    -normal_quantile((1.0 - level) / 2.0)
}

/// How often a standard normal is at least this far from zero.
pub(super) fn z_two_sided(z: f64) -> f64 {
    2.0 * normal_cdf(-z.abs())
}

/// How often Student's t is at least this far from zero.
pub(super) fn t_two_sided(t: f64, freedom: f64) -> f64 {
    2.0 * t_tail(t.abs(), freedom)
}

fn t_tail(t: f64, freedom: f64) -> f64 {
    StudentsT::new(0.0, 1.0, freedom).expect("freedom is positive").cdf(-t)
}

/// The half width, in standard errors, of a Student-t interval.
///
/// `statrs` 0.19.1 inverts t badly for large samples (7 % short at 10^7 degrees), so its sound tail is
/// inverted here.
pub(super) fn t_critical(level: f64, freedom: f64) -> f64 {
    let z = z_critical(level);
    if freedom > 1e5 {
        // First term of Cornish-Fisher: the next one is below 1e-9 here.
        return z + (z.powi(3) + z) / (4.0 * freedom);
    }
    bisect(z, (1.0 - level) / 2.0, freedom)
}

/// Finds the t above `low` whose upper tail is `tail`; t has heavier tails than the normal, so it lies there.
fn bisect(mut low: f64, tail: f64, freedom: f64) -> f64 {
    let mut high = 2.0 * low + 1.0;
    while t_tail(high, freedom) > tail {
        high *= 2.0;
    }
    while high - low > 1e-12 * high {
        let middle = (low + high) / 2.0;
        if t_tail(middle, freedom) > tail { low = middle } else { high = middle }
    }
    (low + high) / 2.0
}
