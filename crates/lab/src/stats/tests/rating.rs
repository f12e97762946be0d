use super::*;

fn played(games: &[&[(usize, f64)]]) -> Vec<Played> {
    (0..).zip(games).map(|(deal, seats)| Played { deal, seats: seats.to_vec() }).collect()
}

fn values(estimates: &[Figure]) -> Vec<f64> {
    estimates.iter().map(|e| e.value).collect()
}

/// Point ratings without the cost of intervals.
fn quick(prior: f64) -> PlackettLuce {
    PlackettLuce { prior, resamples: 0, ..PlackettLuce::default() }
}

/// Ties of two, three and all, sub-tables, and an agent in two seats.
fn mixed() -> Vec<Played> {
    played(&[
        &[(0, 3.0), (1, 2.0), (2, 1.0)],
        &[(0, 1.0), (1, 1.0), (3, 0.0)],
        &[(2, 5.0), (3, 5.0), (0, 5.0)],
        &[(1, 1.0), (1, 0.0), (2, 0.0), (3, 1.0)],
        &[(3, 2.0), (0, 1.0), (2, 0.0), (0, 0.0)],
        &[(2, 1.0), (1, 1.0)],
        &[(3, 4.0), (2, 3.0), (1, 2.0), (0, 1.0)],
        &[(0, 1.0), (0, 0.0), (3, 0.0)],
    ])
}

/// Wins of row over column, American League East 1987: Milwaukee, Detroit, Toronto, New York, Boston,
/// Cleveland, Baltimore.
const BASEBALL: [[usize; 7]; 7] = [
    [0, 7, 9, 7, 7, 9, 11],
    [6, 0, 7, 5, 11, 9, 9],
    [4, 6, 0, 7, 7, 8, 12],
    [6, 8, 6, 0, 6, 7, 10],
    [6, 2, 6, 7, 0, 7, 12],
    [4, 4, 5, 6, 6, 0, 6],
    [2, 4, 1, 3, 1, 7, 0],
];

#[test]
fn two_seats_are_bradley_terry() {
    // Agresti (2002), table 10.11, column 3, relative to Baltimore; also BradleyTerry2's own test.
    let pairs = (0..7).flat_map(|a| (0..7).map(move |b| (a, b)));
    let wins = pairs.flat_map(|(a, b)| vec![vec![(a, 1.0), (b, 0.0)]; BASEBALL[a][b]]);
    let games: Vec<Played> = (0..).zip(wins).map(|(deal, seats)| Played { deal, seats }).collect();
    let ratings = PlackettLuce { anchor: Anchor::Agent(6), ..quick(0.0) }.rate(7, &games);
    for (rating, log) in ratings.iter().zip([1.58, 1.44, 1.29, 1.25, 1.11, 0.68, 0.0]) {
        near(rating.value, log * 400.0 / 10f64.ln(), 0.005 * 174.0);
        assert_eq!(rating.n, 78);
    }
}

#[test]
fn ties_and_doubled_agents_are_the_mean_over_orders() {
    // scipy.optimize.minimize (BFGS) of the likelihood written out over all permutations of the tied.
    for (prior, expected) in [
        (0.0, [10.770363827048847, 9.612111365274368, -87.59076896517588, 67.20829377285266]),
        (1.0, [9.428748221592707, 10.012834976482083, -80.29893025049176, 60.85734705241699]),
    ] {
        for (actual, expected) in values(&quick(prior).rate(4, &mixed())).into_iter().zip(expected) {
            near(actual, expected, 1e-3);
        }
    }
}

#[test]
fn draws_alone_make_equals() {
    let games = played(&[&[(0, 1.0), (1, 1.0)], &[(1, 1.0), (2, 1.0), (0, 1.0)]]);
    assert!(values(&quick(1.0).rate(3, &games)).iter().all(|elo| elo.abs() < 1e-6));
}

#[test]
fn one_who_always_wins_is_finite() {
    // scipy.optimize.minimize, ten wins and one draw each with the imaginary opponent.
    let games = vec![Played { deal: 0, seats: vec![(0, 1.0), (1, 0.0)] }; 10];
    near(quick(1.0).rate(2, &games)[0].value, 290.2544068570345, 1e-3);
    assert!(quick(0.0).rate(2, &games).iter().all(|rating| rating.value.is_finite()));
}

#[test]
fn an_agent_that_never_sat_stays_at_the_prior() {
    let games = played(&[&[(0, 1.0), (2, 0.0)], &[(2, 1.0), (0, 0.0)]]);
    let idle = quick(1.0).rate(3, &games)[1];
    near(idle.value, 0.0, 1e-6);
    assert_eq!((idle.interval(), idle.n), (Interval::ALL, 0));
}

#[test]
fn neither_order_nor_seats_matter_to_the_last_bit() {
    let model = PlackettLuce { resamples: 50, ..PlackettLuce::default() };
    let mut games = mixed();
    let before = model.rate(4, &games);
    games.reverse();
    games.iter_mut().for_each(|game| game.seats.rotate_left(1));
    assert_eq!(model.rate(4, &games), before);
}

#[test]
fn units_are_deals() {
    let games = simulate(&[1.0, 2.0], 5, &mut Rng::new(1));
    assert_eq!((games.len(), quick(1.0).rate(2, &games)[0].n), (10, 5));
}

#[test]
fn the_anchor_only_shifts() {
    let mean = quick(1.0).rate(4, &mixed());
    near(values(&mean).iter().sum(), 0.0, 1e-9);
    let anchored = PlackettLuce { anchor: Anchor::Agent(2), ..quick(1.0) }.rate(4, &mixed());
    for (a, b) in mean.iter().zip(&anchored) {
        near(a.value - mean[2].value, b.value, 1e-9);
    }
}

/// A table of all agents ranked by chance in proportion to worth, two seatings a deal with the same randomness.
fn simulate(worths: &[f64], deals: u64, rng: &mut Rng) -> Vec<Played> {
    let deal = |deal| {
        // The smallest of exponential times is distributed as a Plackett-Luce choice.
        let seats: Vec<_> =
            worths.iter().enumerate().map(|(agent, w)| (agent, (1.0 - rng.f64()).ln() / w)).collect();
        [Played { deal, seats: seats.clone() }, Played { deal, seats }]
    };
    (0..deals).flat_map(deal).collect()
}

#[test]
fn intervals_cover_and_know_deals() {
    // Duplicated games of a deal must not narrow the interval: counted apart they would hold about 83 %.
    let model = PlackettLuce { resamples: 100, anchor: Anchor::Agent(0), ..PlackettLuce::default() };
    let truth = 400.0 * 2f64.log10();
    let held =
        coverage(200, truth, |rng| model.rate(4, &simulate(&[1.0, 2.0, 0.7, 1.3], 60, rng))[1].interval());
    assert!((0.90..=0.98).contains(&held), "{held}");
}

#[test]
fn the_cross_table_counts_common_games() {
    let mut games = mixed();
    games[7].deal = 6;
    let table = cross_table(4, &games, 0.95);
    // Agents 0 and 3 met in games 2, 3, 5, 7 and 8, the last two on one deal; 0 sat twice in 5 and 8.
    let cell = table.get(0, 3).unwrap();
    near(cell.value, (1.0 + 5.0 + 0.5 + 1.0 + 0.5) / 5.0, 1e-12);
    assert_eq!(cell.n, 4);
    near(table.get(3, 0).unwrap().value, (0.0 + 5.0 + 2.0 + 4.0 + 0.0) / 5.0, 1e-12);
    assert_eq!(table.get(1, 1), None);
    assert_eq!(cross_table(3, &games[5..6], 0.95).get(0, 1), None);
}
