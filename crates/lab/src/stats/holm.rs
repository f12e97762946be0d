//! Many claims at once.

/// Holm's adjusted p values, in the order given: rejecting those below alpha errs at all with at most alpha.
pub fn holm(p: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p.len()).collect();
    order.sort_by(|&a, &b| p[a].total_cmp(&p[b]));
    let mut adjusted = vec![0.0; p.len()];
    let mut floor: f64 = 0.0;
    for (rank, &claim) in order.iter().enumerate() {
        // A claim cannot be surer than one with a smaller p.
        floor = floor.max(p[claim] * (p.len() - rank) as f64).min(1.0);
        adjusted[claim] = floor;
    }
    adjusted
}
