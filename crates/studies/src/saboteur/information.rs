//! How much one thing tells about another, in bits.

/// The mutual information of two things that were counted together, times the number of counts: `joint` has a row of `said`
/// counts for each thing that was meant.
pub(super) fn information(joint: &[f64], said: usize) -> f64 {
    let all: f64 = joint.iter().sum();
    let of_row = |place: usize| -> f64 { joint[place / said * said..][..said].iter().sum() };
    let of_column = |place: usize| -> f64 { joint.iter().skip(place % said).step_by(said).sum() };
    let term = |(place, &count): (usize, &f64)| match count {
        0.0 => 0.0,
        _ => count * (count * all / (of_row(place) * of_column(place))).log2(),
    };
    joint.iter().enumerate().map(term).sum()
}

/// Counts of all units, from the first of some columns that stand together.
pub(super) fn joint<const N: usize>(rows: &[&[f64]], first: usize) -> [f64; N] {
    let mut joint = [0.0; N];
    for row in rows {
        joint.iter_mut().zip(&row[first..]).for_each(|(sum, count)| *sum += count);
    }
    joint
}
