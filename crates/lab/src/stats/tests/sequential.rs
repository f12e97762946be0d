use super::*;

#[test]
fn an_even_match_is_half() {
    near(elo_share(0.0), 0.5, 1e-15);
    near(elo_share(400.0), 10.0 / 11.0, 1e-15);
}

#[test]
fn llr_is_near_the_exact_one() {
    // 30 losses, 45 draws, 40 wins. Exact: multinomial maximum likelihood under each mean, by
    // scipy.optimize.brentq, 0.70043; its normal approximation 0.70700.
    let results = [(0.0, 30), (0.5, 45), (1.0, 40)];
    let units: Vec<f64> = results.into_iter().flat_map(|(share, n)| vec![share; n]).collect();
    let test = Sprt { null: 0.5, claim: 0.55, alpha: 0.05, beta: 0.05 };
    near(test.llr(&units), 0.7069968553459101, 1e-12);
    near(test.llr(&units), 0.7004332559198616, 0.01);
}

/// Runs the test to its end on wins of this probability.
fn run(test: Sprt, win: f64, rng: &mut Rng) -> (Verdict, usize) {
    let mut units = Vec::new();
    loop {
        units.push(if rng.f64() < win { 1.0 } else { 0.0 });
        let verdict = test.verdict(&units);
        if verdict != Verdict::Open {
            return (verdict, units.len());
        }
    }
}

#[test]
fn errors_keep_their_bounds_and_games_are_saved() {
    let test = Sprt { null: 0.5, claim: 0.6, alpha: 0.05, beta: 0.1 };
    let mut rng = Rng::new(11);
    let idle: Vec<_> = (0..400).map(|_| run(test, 0.5, &mut rng)).collect();
    let real: Vec<_> = (0..400).map(|_| run(test, 0.6, &mut rng)).collect();
    let wrong = |runs: &[(Verdict, usize)], bad| runs.iter().filter(|r| r.0 == bad).count();
    // A sharp bound of 20 and 40, and what chance adds in 400 runs.
    assert!((5..=30).contains(&wrong(&idle, Verdict::Claim)), "{}", wrong(&idle, Verdict::Claim));
    assert!((15..=54).contains(&wrong(&real, Verdict::Null)), "{}", wrong(&real, Verdict::Null));
    // A fixed sample of the same errors needs 212 games (one-sided, known spread).
    let games: usize = real.iter().map(|r| r.1).sum();
    assert!(games / 400 < 160, "{}", games / 400);
}

#[test]
fn no_spread_is_no_proof() {
    let test = Sprt { null: 0.5, claim: 0.6, alpha: 0.05, beta: 0.05 };
    assert_eq!(test.verdict(&[1.0; 100]), Verdict::Open);
    assert_eq!(test.verdict(&[1.0, 1.0, 0.9]), Verdict::Open);
    assert_eq!(test.verdict(&[]), Verdict::Open);
}
