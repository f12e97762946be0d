use super::super::bootstrap::{acceleration, bca_tails, bias, quantile, resamples, tails};
use super::*;
use crate::stats::binomial::binomial;

/// The spatial test data of Efron and Tibshirani (1993), column A.
const SPATIAL: [f64; 26] = [
    48.0, 36.0, 20.0, 29.0, 42.0, 42.0, 20.0, 42.0, 22.0, 41.0, 45.0, 14.0, 6.0, 0.0, 33.0, 28.0, 34.0, 4.0,
    32.0, 24.0, 47.0, 41.0, 24.0, 26.0, 30.0, 41.0,
];

fn average(units: &[f64]) -> f64 {
    units.iter().sum::<f64>() / units.len() as f64
}

fn variance(units: &[f64]) -> f64 {
    let mean = average(units);
    units.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / units.len() as f64
}

fn many(level: f64) -> Bootstrap {
    Bootstrap { resamples: 200_000, level, seed: 1 }
}

#[test]
fn quantiles_are_numpys() {
    // numpy.quantile([1, 2, 4, 8], [0, .25, .5, .9, 1])
    let expected = [1.0, 1.75, 3.0, 6.8, 8.0];
    for (p, expected) in [0.0, 0.25, 0.5, 0.9, 1.0].into_iter().zip(expected) {
        near(quantile(&[1.0, 2.0, 4.0, 8.0], p), expected, 1e-12);
    }
}

#[test]
fn spatial_data_have_the_published_intervals() {
    // Efron and Tibshirani (1993), chapter 14: a = 0.061; BCa (115.8, 259.6) and percentile (100.8, 233.9) of
    // 2000 resamples. scipy.stats.bootstrap, 200,000 resamples: (115.42, 260.29) and (98.02, 235.46).
    near(acceleration(&SPATIAL, &variance), 0.061, 5e-4);
    let bca = many(0.9).bca(&SPATIAL, variance);
    near(bca.value, 171.53402366863904, 1e-9);
    within(bca.interval(), (115.42, 260.29), 1.5);
    within(many(0.9).percentile(&SPATIAL, variance).interval(), (98.02, 235.46), 1.5);
}

/// The means of all 3125 resamples of five units, ascending.
fn ideal(units: [f64; 5]) -> Vec<f64> {
    let all = (0..3125).map(|code| (0..5).map(|i| units[code / 5usize.pow(i) % 5]).sum::<f64>() / 5.0);
    let mut means: Vec<f64> = all.collect();
    means.sort_by(f64::total_cmp);
    means
}

#[test]
fn bca_of_all_resamples_is_exact() {
    // NumPy and scipy.stats.norm over itertools.product: z0, a, and both intervals.
    let units = [1.0, 2.0, 4.0, 7.0, 11.0];
    let means = ideal(units);
    let a = acceleration(&units, &average);
    near(bias(&means, 5.0), 0.04453243277008601, 1e-9);
    near(a, 0.04103049699311091, 1e-12);
    let cut = |tails: [f64; 2]| tails.map(|p| quantile(&means, p));
    assert_eq!(cut(bca_tails(&means, 5.0, a, 0.9)), [2.6, 8.2]);
    assert_eq!(cut(tails(0.9)), [2.4, 7.8]);
}

#[test]
fn grouping_keeps_the_acceleration() {
    // A thousand waiting times in 200 groups: skewness 2, so 2 / (6 sqrt 1000) whether grouped or not.
    let mut rng = Rng::new(2);
    let waits: Vec<f64> = (0..1000).map(|_| -(1.0 - rng.f64()).ln()).collect();
    near(acceleration(&waits, &average), 2.0 / (6.0 * 1000f64.sqrt()), 0.004);
}

#[test]
fn f_of_sums_is_scipys() {
    // scipy.stats.bootstrap((hits, false_alarms, misses), f1, paired=True), 400,000 resamples.
    let units = [
        [3, 1, 0],
        [2, 0, 1],
        [0, 2, 2],
        [4, 1, 1],
        [1, 0, 3],
        [5, 2, 0],
        [2, 2, 1],
        [3, 0, 0],
        [1, 1, 1],
        [0, 0, 2],
        [4, 0, 1],
        [2, 3, 0],
    ]
    .map(|[h, f, m]| Confusion { hits: h.into(), false_alarms: f.into(), misses: m.into() });
    let f1 = |units: &[Confusion]| Confusion::total(units).f1();
    let bca = many(0.95).bca(&units, f1);
    near(bca.value, 0.6923076923076923, 1e-12);
    within(bca.interval(), (0.53125, 0.8), 0.006);
    within(many(0.95).percentile(&units, f1).interval(), (0.5357142857142857, 0.8), 0.006);
}

#[test]
fn precision_and_recall_are_ratios_of_sums() {
    let units = [(1.0, 0.0, 3.0), (2.0, 3.0, 1.0)].map(|(hits, false_alarms, misses)| Confusion {
        hits,
        false_alarms,
        misses,
    });
    let all = Confusion::total(&units);
    near(all.precision(), 0.5, 1e-12);
    near(all.recall(), 3.0 / 7.0, 1e-12);
    near(all.f1(), 2.0 * 0.5 * (3.0 / 7.0) / (0.5 + 3.0 / 7.0), 1e-12);
}

#[test]
fn equal_seeds_give_equal_bits() {
    let run = |seed| Bootstrap { seed, ..Bootstrap::default() }.bca(&SPATIAL, average);
    assert_eq!(run(5), run(5));
    assert_ne!(run(5), run(6));
}

#[test]
fn thin_data_say_so() {
    let bootstrap = Bootstrap::default();
    assert_eq!(bootstrap.bca(&[1.0], average).interval(), Interval::ALL);
    assert_eq!(bootstrap.percentile(&[], average).interval(), Interval::ALL);
    assert_eq!(bootstrap.bca(&[2.0, 2.0, 2.0], average).interval(), Interval { low: 2.0, high: 2.0 });
    let percentile = bootstrap.percentile(&SPATIAL, average).interval();
    let undefined = |units: &[f64]| if units.len() < 26 { f64::NAN } else { average(units) };
    assert_eq!(bootstrap.bca(&SPATIAL, undefined).interval(), percentile);
    // A value outside all its resamples leaves no bias to correct.
    let outside = bootstrap.bca(&SPATIAL, |units| if units == SPATIAL { 99.0 } else { average(units) });
    assert_eq!(outside.interval(), percentile);
}

#[test]
fn undefined_resamples_are_left_out() {
    let units =
        [Confusion { hits: 1.0, ..Confusion::default() }, Confusion { misses: 1.0, ..Confusion::default() }];
    let precision = Bootstrap::default().percentile(&units, |units| Confusion::total(units).precision());
    assert_eq!(precision.interval(), Interval { low: 1.0, high: 1.0 });
}

#[test]
fn the_cost_is_bounded() {
    assert_eq!(resamples(2000, 1_000), 2000);
    assert_eq!(resamples(2000, 100_000), 1000);
    assert_eq!(resamples(2000, 10_000_000), 200);
}

#[test]
fn bootstraps_cover_a_skewed_mean() {
    // Waiting times, n = 40. The percentile interval is known to hold a little less than it says.
    let bootstrap = Bootstrap { resamples: 400, ..Bootstrap::default() };
    let waits = |rng: &mut Rng| (0..40).map(|_| -(1.0 - rng.f64()).ln()).collect::<Vec<f64>>();
    let bca = coverage(600, 1.0, |rng| bootstrap.bca(&waits(rng), average).interval());
    let percentile = coverage(600, 1.0, |rng| bootstrap.percentile(&waits(rng), average).interval());
    assert!((0.915..=0.97).contains(&bca), "{bca}");
    assert!((0.90..=0.97).contains(&percentile), "{percentile}");
}

/// The binomial probabilities of 0..=n hits, from their recurrence.
fn binomial_pmf(n: u64, p: f64) -> Vec<f64> {
    let mut log = n as f64 * (1.0 - p).ln();
    (0..=n)
        .map(|k| {
            let here = log.exp();
            log += ((n - k) as f64 / (k + 1) as f64 * p / (1.0 - p)).ln();
            here
        })
        .collect()
}

#[test]
fn binomial_draws_follow_the_binomial_distribution() {
    // Few hits, many hits, more hits than misses, a wide and a narrow one.
    for (n, p) in [(30, 0.1), (40, 0.35), (50, 0.8), (1000, 0.3), (100_000, 0.0004), (12, 0.9)] {
        let (mut rng, draws) = (Rng::new(n), 200_000);
        let mut counts = vec![0.0; n as usize + 1];
        (0..draws).for_each(|_| counts[binomial(n, p, &mut rng) as usize] += 1.0);
        // Rare outcomes at both ends are pooled until ten are expected.
        let (mut observed, mut expected) = (vec![0.0], vec![0.0]);
        for (count, probability) in counts.iter().zip(binomial_pmf(n, p)) {
            *observed.last_mut().unwrap() += count;
            *expected.last_mut().unwrap() += probability * f64::from(draws);
            if *expected.last().unwrap() >= 10.0 {
                observed.push(0.0);
                expected.push(0.0);
            }
        }
        let (rest_observed, rest_expected) = (observed.pop().unwrap(), expected.pop().unwrap());
        *observed.last_mut().unwrap() += rest_observed;
        *expected.last_mut().unwrap() += rest_expected;
        assert!(exams::chi_square_p(&observed, &expected) > 1e-6, "n {n}, p {p}: {observed:?}");
    }
    assert_eq!(binomial(5, 0.0, &mut Rng::new(1)), 0);
    assert_eq!(binomial(5, 1.0, &mut Rng::new(1)), 5);
}

#[test]
fn the_ratio_of_few_kinds_of_deals_is_resampled_by_kind() {
    let kinds = [(0.0, 2, 40), (0.5, 2, 25), (1.0, 2, 110), (1.5, 2, 3), (2.0, 2, 72), (1.0, 1, 20)];
    let deals: Vec<Tally> =
        kinds.iter().flat_map(|&(sum, games, count)| vec![Tally { sum, games }; count]).collect();
    let boot = Bootstrap { resamples: 40_000, ..Bootstrap::default() };
    let (by_kind, one_by_one) = (boot.ratio(&deals), boot.percentile(&deals, Tally::ratio));
    assert_eq!(by_kind.value, one_by_one.value);
    assert_eq!(by_kind.n, one_by_one.n);
    // Two Monte Carlo estimates of the same percentiles: each has a standard error of about 0.0002.
    near(by_kind.low, one_by_one.low, 0.001);
    near(by_kind.high, one_by_one.high, 0.001);
    let mut shuffled = deals.clone();
    shuffled.reverse();
    assert_eq!(boot.ratio(&shuffled), by_kind, "the order of deals does not matter");
    assert_eq!(boot.ratio(&deals[..30]).low, 0.0, "without spread the interval has no width");
}

/// What replicates and items have in common is drawn together.
#[test]
fn crossed_units_are_drawn_by_replicate_and_by_item() {
    let units: Vec<f64> =
        (0..5).flat_map(|of| (0..20).map(move |item| f64::from(of) + f64::from(item) / 100.0)).collect();
    let mean = |units: &[f64]| units.iter().sum::<f64>() / units.len() as f64;
    let (boot, crossed) = (Bootstrap::default(), UnitLayout::of(100, 20));
    let [apart, together] =
        [UnitLayout::Apart, crossed].map(|layout| boot.percentile_in(&units, layout, mean));
    assert_eq!((apart.value, apart), (together.value, boot.percentile(&units, mean)));
    // The standard error of the mean of 0 to 4, drawn five times, is the root of 2 / 5.
    near((together.high - together.low) / (2.0 * 1.96), 0.4f64.sqrt(), 0.03);
    assert!(apart.high - apart.low < 0.5 * (together.high - together.low));
}
