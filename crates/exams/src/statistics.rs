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

/// The probability of counts at least this far from the expected ones, if those are right. Where too few are
/// expected for the chi-square test they are counted together; what is not expected at all must not happen.
pub(crate) fn fits_p(observed: &[f64], expected: &[f64]) -> f64 {
    if observed.iter().zip(expected).any(|(o, e)| *o > 0.0 && *e == 0.0) {
        return 0.0;
    }
    let (observed, expected) = pool(observed, expected, |_, e| e >= FEWEST);
    // All in one cell says nothing, and the sum of its parts is not exact.
    if observed.len() < 2 { 1.0 } else { chi_square_p(&observed, &expected) }
}

/// The probability of two lists of counts that differ at least so much, if both come from one distribution and
/// are equally many.
pub(crate) fn same_source_p(one: &[f64], other: &[f64]) -> f64 {
    let (one, other) = pool(one, other, |a, b| a + b >= 2.0 * FEWEST);
    let statistic: f64 = one.iter().zip(&other).map(|(a, b)| (a - b).powi(2) / (a + b)).sum();
    match one.len() {
        0 | 1 => 1.0,
        cells => upper_gamma((cells - 1) as f64 / 2.0, statistic / 2.0),
    }
}

/// Least expected count of a cell.
const FEWEST: f64 = 5.0;

/// Puts the cells together that are not large enough; with the largest if they are not even then.
fn pool(one: &[f64], other: &[f64], large: impl Fn(f64, f64) -> bool) -> (Vec<f64>, Vec<f64>) {
    let cells = one.iter().copied().zip(other.iter().copied());
    let (mut kept, rest): (Vec<_>, Vec<_>) = cells.partition(|&(a, b)| large(a, b));
    let rest = rest.into_iter().fold((0.0, 0.0), |(a, b), (c, d)| (a + c, b + d));
    match kept.iter_mut().max_by(|a, b| (a.0 + a.1).total_cmp(&(b.0 + b.1))) {
        Some(largest) if !large(rest.0, rest.1) => *largest = (largest.0 + rest.0, largest.1 + rest.1),
        _ => kept.push(rest),
    }
    kept.into_iter().unzip()
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
        assert_eq!(fits_p(&[5.0, 1.0], &[6.0, 0.0]), 0.0);
    }

    #[test]
    fn counts_of_one_source_are_told_from_those_of_two() {
        // 60:40 against 40:60: the statistic is 8 with one degree of freedom, 0.46775 % in the tables.
        assert!((same_source_p(&[60.0, 40.0], &[40.0, 60.0]) - 0.004_677_7).abs() < 1e-6);
        assert_eq!(same_source_p(&[16.0, 0.0], &[16.0, 0.0]), 1.0);
        assert!(same_source_p(&[16.0, 0.0], &[0.0, 16.0]) < 1e-6);
    }

    #[test]
    fn rare_cells_are_counted_together() {
        let rare = fits_p(&[98.0, 1.0, 1.0], &[99.98, 0.01, 0.01]);
        assert!(rare > 0.1, "one in a hundred is no proof: {rare}");
        assert!(same_source_p(&[90.0, 1.0, 0.0, 9.0], &[90.0, 0.0, 1.0, 9.0]) > 0.99);
    }
}
