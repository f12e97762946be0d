use super::round::{RegretMatching, RoundSolver};
use super::tree::draw_evenly;

/// Figures that look drawn and are the same everywhere.
fn cells(rows: usize, cols: usize, seed: usize) -> Vec<f64> {
    (0..rows * cols).map(|at| (((at * 31 + seed * 977) * 7919 % 2003) as f64 - 1000.0) / 100.0).collect()
}

#[test]
fn large_rounds_are_solved_as_small_ones_are_but_for_a_little() {
    for seed in 0..20 {
        let (rows, cols) = (2 + seed % 14, 2 + seed * 7 % 14);
        let cells = cells(rows, cols, seed);
        let exact = RoundSolver::new().solve(&cells, cols);
        let (mut row, mut col) = (Vec::new(), Vec::new());
        let near = RegretMatching::default().solve(&cells, cols, 1000, &mut row, &mut col);
        assert!((near - exact).abs() < 0.02, "{rows} x {cols}: {near} is not {exact}, of a spread of 20");
        let secured = |at: usize| (0..rows).map(|i| row[i] * cells[i * cols + at]).sum::<f64>() - exact;
        let conceded = |at: usize| exact - (0..cols).map(|j| col[j] * cells[at * cols + j]).sum::<f64>();
        assert!((0..cols).map(secured).chain((0..rows).map(conceded)).all(|over| over > -0.05), "{seed}");
    }
}

/// Each choice beats the half of all that follow it round a circle: every choice is played equally often.
#[test]
fn a_round_beyond_the_exact_solver_has_its_known_mixture() {
    const CHOICES: usize = 21;
    let earns = |at: usize| match (at % CHOICES + CHOICES - at / CHOICES) % CHOICES {
        0 => 0.0,
        behind if behind <= CHOICES / 2 => 1.0,
        _ => -1.0,
    };
    let cells: Vec<f64> = (0..CHOICES * CHOICES).map(earns).collect();
    let mut solver = RoundSolver::new();
    assert!(solver.solve(&cells, CHOICES).abs() < 1e-3);
    let even = |mix: &[f64]| mix.len() == CHOICES && mix.iter().all(|share| (share * 21.0 - 1.0).abs() < 0.1);
    assert!(solver.mixes().into_iter().all(even), "{:?}", solver.mixes());
}

#[test]
fn draws_of_outcomes_have_their_probabilities_on_average() {
    let all = [('a', 0.05), ('b', 0.6), ('c', 0.05), ('d', 0.3)];
    for count in 1..=3 {
        let mut sums = [0.0; 4];
        for step in 0..1000 {
            let mut drawn = all.to_vec();
            draw_evenly(&mut drawn, count, (f64::from(step) + 0.5) / 1000.0);
            assert!(!drawn.is_empty() && drawn.len() <= count as usize);
            assert!((drawn.iter().map(|(_, share)| share).sum::<f64>() - 1.0).abs() < 1e-12);
            for (name, share) in drawn {
                sums[all.iter().position(|(other, _)| *other == name).unwrap()] += share / 1000.0;
            }
        }
        for (sum, (name, probability)) in sums.iter().zip(all) {
            assert!((sum - probability).abs() < 1.5e-3, "{count} draws: {name} {sum} is not {probability}");
        }
    }
}
