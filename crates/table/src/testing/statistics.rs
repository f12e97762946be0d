//! The chi-square test, for exams with fixed seeds.

/// The probability of counts at least this far from the expected ones, if those are right.
///
/// # Panics
/// If the lists differ in length.
pub fn chi_square_p(observed: &[f64], expected: &[f64]) -> f64 {
    assert_eq!(observed.len(), expected.len(), "a count for each expectation");
    let term = |(o, e): (&f64, &f64)| if *e > 0.0 { (o - e).powi(2) / e } else { f64::INFINITY * o.signum() };
    let statistic: f64 =
        observed.iter().zip(expected).filter(|(o, e)| **o > 0.0 || **e > 0.0).map(term).sum();
    let freedom = expected.iter().filter(|e| **e > 0.0).count().saturating_sub(1);
    match freedom {
        0 => f64::from(u8::from(statistic == 0.0 || statistic.is_nan())),
        _ => upper_gamma(freedom as f64 / 2.0, statistic / 2.0),
    }
}

/// The regularised upper incomplete gamma function Q(a, x): series below a + 1, Lentz's fraction above.
fn upper_gamma(a: f64, x: f64) -> f64 {
    match x {
        _ if !x.is_finite() => 0.0,
        _ if x <= 0.0 => 1.0,
        _ if x < a + 1.0 => 1.0 - front(a, x) * lower_series(a, x),
        _ => front(a, x) * upper_fraction(a, x),
    }
}

fn front(a: f64, x: f64) -> f64 {
    (a * x.ln() - x - ln_gamma(a)).exp()
}

fn lower_series(a: f64, x: f64) -> f64 {
    let (mut term, mut sum, mut n) = (1.0 / a, 1.0 / a, a);
    while term > sum * 1e-16 {
        n += 1.0;
        term *= x / n;
        sum += term;
    }
    sum
}

fn upper_fraction(a: f64, x: f64) -> f64 {
    let (mut b, mut c) = (x + 1.0 - a, 1e300);
    let mut d = 1.0 / b;
    let mut h = d;
    for i in 1..10_000 {
        let an = -f64::from(i) * (f64::from(i) - a);
        b += 2.0;
        d = 1.0 / (an * d + b);
        c = b + an / c;
        h *= d * c;
        if (d * c - 1.0).abs() < 1e-15 {
            break;
        }
    }
    h
}

/// Stirling's series after shifting the argument up.
fn ln_gamma(mut x: f64) -> f64 {
    let mut shift = 0.0;
    while x < 12.0 {
        shift -= x.ln();
        x += 1.0;
    }
    let (inverse, square) = (1.0 / x, 1.0 / (x * x));
    let series = inverse * (1.0 / 12.0 - square * (1.0 / 360.0 - square * (1.0 / 1260.0 - square / 1680.0)));
    shift + (x - 0.5) * x.ln() - x + 0.5 * (2.0 * std::f64::consts::PI).ln() + series
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_tables_of_the_chi_square_distribution() {
        // Upper 5 % points: 3.841 (1 degree of freedom), 18.307 (10), 124.342 (100).
        assert!((upper_gamma(0.5, 3.841_459 / 2.0) - 0.05).abs() < 1e-7);
        assert!((upper_gamma(5.0, 18.307_038 / 2.0) - 0.05).abs() < 1e-7);
        assert!((upper_gamma(50.0, 124.342_113 / 2.0) - 0.05).abs() < 1e-7);
    }

    #[test]
    fn the_impossible_has_probability_zero() {
        assert_eq!(chi_square_p(&[5.0, 1.0], &[6.0, 0.0]), 0.0);
        assert_eq!(chi_square_p(&[6.0, 0.0], &[6.0, 0.0]), 1.0);
    }
}
