use super::super::dist::{t_critical, t_two_sided, z_critical};
use super::*;

const X: [f64; 8] = [2.1, 3.4, 1.9, 5.6, 4.4, 3.8, 2.7, 6.0];
const Y: [f64; 10] = [1.2, 2.9, 2.2, 3.9, 4.1, 2.5, 3.3, 4.0, 1.0, 2.6];

#[test]
fn t_critical_values_are_scipys() {
    // scipy.stats.t.ppf((1 + level) / 2, df); statrs's own quantile fails the last two.
    for (freedom, level, expected) in [
        (1.0, 0.95, 12.706204736174694),
        (4.0, 0.95, 2.7764451051977934),
        (9.5, 0.99, 3.2070156284394886),
        (99.0, 0.95, 1.9842169515864174),
        (1e5, 0.95, 1.9599877075346095),
        (1e7, 0.95, 1.959964221767205),
    ] {
        near(t_critical(level, freedom), expected, 1e-9 * expected);
    }
    near(z_critical(0.95), 1.959963984540054, 1e-12);
    near(t_two_sided(-1.5080562125018644, 12.369355092734347), 0.156650166940189, 1e-12);
}

#[test]
fn wilson_is_statsmodels() {
    // proportion_confint(k, n, 1 - level, "wilson"); the first two are also Newcombe 1998, table I (0.2553,
    // 0.3662) and (0.0624, 0.1605).
    within(wilson(81, 263, 0.95), (0.2552885198782742, 0.36620957698280004), 1e-12);
    within(wilson(15, 148, 0.95), (0.0623863995307363, 0.16048724172330803), 1e-12);
    within(wilson(0, 20, 0.95), (0.0, 0.16112515805281938), 1e-12);
    within(wilson(29, 29, 0.95), (0.8830302015002593, 1.0), 1e-12);
    within(wilson(7, 50, 0.9), (0.07772089782062995, 0.2392389959454846), 1e-12);
    assert_eq!((wilson(0, 20, 0.95).low, wilson(29, 29, 0.95).high), (0.0, 1.0));
    assert_eq!(wilson(0, 0, 0.95), Interval { low: 0.0, high: 1.0 });
    assert_eq!(rate(1, 4, 0.95).value, 0.25);
}

#[test]
fn wilson_covers() {
    let held =
        coverage(4000, 0.3, |rng| wilson((0..50).filter(|_| rng.f64() < 0.3).count() as u64, 50, 0.95));
    assert!((0.93..=0.97).contains(&held), "{held}");
}

#[test]
fn mean_is_scipys() {
    // scipy.stats.ttest_1samp(X, 0).confidence_interval(level)
    let estimate = mean(&X, 0.95);
    near(estimate.value, 3.7375, 1e-12);
    within(estimate.interval(), (2.4625925684299697, 5.01240743157003), 1e-9);
    within(mean(&X, 0.99).interval(), (1.850723587450687, 5.624276412549312), 1e-9);
    assert_eq!(estimate.n, 8);
}

#[test]
fn a_single_unit_has_no_interval() {
    assert_eq!(mean(&[3.0], 0.95).interval(), Interval::ALL);
    assert_eq!(clustered_mean(&[Tally { sum: 3.0, games: 2 }], 0.95).interval(), Interval::ALL);
    assert_eq!(welch(&[3.0], &[1.0, 2.0], 0.95).p, 1.0);
    assert_eq!(paired(&[3.0], 0.95).p, 1.0);
    assert!(mean(&[], 0.95).value.is_nan());
}

#[test]
fn clustered_mean_is_statsmodels() {
    // sm.OLS(v, ones).fit(cov_type="cluster", cov_kwds={"groups": g}, use_t=True).conf_int()
    let deals = [0, 0, 0, 1, 1, 2, 2, 2, 2, 3, 4, 4];
    let values = [1.0, 0.0, 1.0, 1.0, 1.0, 0.0, 0.0, 1.0, 0.0, 1.0, 0.0, 0.5];
    let units: Vec<Tally> = by_deal(deals.into_iter().zip(values)).into_values().collect();
    let estimate = clustered_mean(&units, 0.95);
    near(estimate.value, 0.541666666667, 1e-11);
    within(estimate.interval(), (0.10173106509, 0.981602268243), 1e-11);
    assert_eq!(estimate.n, 5);
    near(Tally::ratio(&units), 0.541666666667, 1e-11);
}

#[test]
fn equal_deals_give_the_interval_of_their_means() {
    let units: Vec<Tally> = X.iter().map(|x| Tally { sum: 3.0 * x, games: 3 }).collect();
    within(clustered_mean(&units, 0.95).interval(), (2.4625925684299697, 5.01240743157003), 1e-9);
}

#[test]
fn games_of_a_deal_are_not_independent() {
    // Two seatings that share most of their randomness: counted as single games the interval would hold about 83 %.
    let held = coverage(2000, 0.5, |rng| {
        let games = (0..40).flat_map(|deal| {
            let luck = rng.f64();
            [(deal, luck), (deal, luck)]
        });
        let units: Vec<Tally> = by_deal(games).into_values().collect();
        clustered_mean(&units, 0.95).interval()
    });
    assert!((0.935..=0.965).contains(&held), "{held}");
}

#[test]
fn welch_is_scipys() {
    // scipy.stats.ttest_ind(X, Y, equal_var=False)
    let difference = welch(&X, &Y, 0.95);
    within(difference.figure.interval(), (-0.4257114865015401, 2.3607114865015397), 1e-9);
    near(difference.p, 0.156650166940189, 1e-9);
    assert_eq!(difference.figure.n, 18);
}

#[test]
fn paired_is_scipys() {
    // scipy.stats.ttest_rel(X, Y[:8])
    let a = by_deal((0..).zip(X).chain([(99, 7.0)]));
    let b = by_deal((0..).zip(Y));
    let difference = paired(&paired_differences(&a, &b), 0.95);
    near(difference.figure.value, 0.725, 1e-12);
    within(difference.figure.interval(), (-0.04739077950778281, 1.497390779507783), 1e-9);
    near(difference.p, 0.061919234527337184, 1e-9);
}

#[test]
fn differences_without_spread_are_certain_or_none() {
    assert_eq!(paired(&[0.0, 0.0, 0.0], 0.95).p, 1.0);
    assert_eq!(paired(&[0.5, 0.5, 0.5], 0.95).p, 0.0);
    assert_eq!(welch(&[1.0, 1.0], &[0.0, 0.0], 0.95).p, 0.0);
    assert_eq!(welch(&[1.0, 1.0], &[1.0, 1.0], 0.95).figure.interval(), Interval { low: 0.0, high: 0.0 });
}

#[test]
fn rate_difference_is_newcombes() {
    // Newcombe 1998, table II (a), method 10: 0.0524 to 0.3339; digits from
    // confint_proportions_2indep("newcomb"). p: proportions_ztest([56, 48], [70, 80]).
    let difference = rate_difference((56, 70), (48, 80), 0.95);
    within(difference.figure.interval(), (0.05243147240236498, 0.33387265403690614), 1e-12);
    near(difference.p, 0.00804508136819656, 1e-12);
    within(
        rate_difference((9, 10), (3, 10), 0.95).figure.interval(),
        (0.1705227239345029, 0.809017973535488),
        1e-12,
    );
}

#[test]
fn few_games_are_tested_exactly() {
    // scipy.stats.fisher_exact
    near(rate_difference((9, 10), (3, 10), 0.95).p, 0.019766611097880443, 1e-9);
    near(rate_difference((0, 20), (3, 12), 0.95).p, 0.04435483870967742, 1e-9);
    near(rate_difference((1, 5), (2, 4), 0.95).p, 0.523809523809524, 1e-9);
    near(rate_difference((8, 10), (1, 6), 0.95).p, 0.034965034965034975, 1e-9);
}

#[test]
fn rates_that_cannot_differ_have_p_one() {
    assert_eq!(rate_difference((0, 20), (0, 10), 0.95).p, 1.0);
    assert_eq!(rate_difference((20, 20), (10, 10), 0.95).p, 1.0);
    assert_eq!(rate_difference((0, 0), (0, 0), 0.95).p, 1.0);
    let unplayed = rate_difference((3, 4), (0, 0), 0.95);
    assert_eq!((unplayed.p, unplayed.figure.low, unplayed.figure.high), (1.0, -1.0, 1.0));
}

#[test]
fn newcombe_covers() {
    let held = coverage(3000, 0.2, |rng| {
        let mut arm = |n, p| ((0..n).filter(|_| rng.f64() < p).count() as u64, n);
        let (a, b) = (arm(40, 0.5), arm(60, 0.3));
        rate_difference(a, b, 0.95).figure.interval()
    });
    assert!((0.935..=0.97).contains(&held), "{held}");
}

#[test]
fn the_pooled_test_keeps_its_alpha() {
    let mut rng = Rng::new(3);
    let mut arm = |n| ((0..n).filter(|_| rng.f64() < 0.4).count() as u64, n);
    let alarms = (0..3000).filter(|_| rate_difference(arm(80), arm(120), 0.95).p < 0.05).count();
    assert!((105..=195).contains(&alarms), "{alarms} of 3000");
}

#[test]
fn holm_is_statsmodels() {
    // multipletests(p, method="holm")[1]
    let adjusted = holm(&[0.01, 0.04, 0.03, 0.005, 0.5]);
    for (actual, expected) in adjusted.into_iter().zip([0.04, 0.09, 0.09, 0.025, 0.5]) {
        near(actual, expected, 1e-12);
    }
    assert_eq!(holm(&[0.9, 0.8]), [1.0, 1.0]);
    assert!(holm(&[]).is_empty());
}

#[test]
fn games_needed_for_two_rates_are_rs() {
    // R's help page of power.prop.test: p1 = .50, p2 = .75, power = .90 gives n = 76.7.
    // The others: SciPy's brentq on the power of the pooled test (9805.996, 198.963, 10106.064).
    assert_eq!(PowerPlan::CAREFUL.rates(0.5, 0.75), Some(77));
    assert_eq!(PowerPlan::USUAL.rates(0.5, 0.52), Some(9806));
    assert_eq!(PowerPlan::USUAL.rates(0.1, 0.2), Some(199));
    assert_eq!(PowerPlan::CAREFUL.rates(0.27, 0.25), Some(10107));
    assert_eq!(PowerPlan::USUAL.rates(0.3, 0.3), None);
}

#[test]
fn games_needed_for_two_means_are_statsmodels() {
    // TTestIndPower and TTestPower().solve_power(d, power=.., alpha=.05), rounded up.
    let effects = [1.0, 0.5, 0.2, 0.05];
    assert_eq!(effects.map(|d| PowerPlan::USUAL.means(d, 1.0).unwrap()), [17, 64, 394, 6281]);
    assert_eq!(effects.map(|d| PowerPlan::CAREFUL.means(d, 1.0).unwrap()), [22, 86, 527, 8407]);
    assert_eq!(effects.map(|d| PowerPlan::USUAL.paired(d, 1.0).unwrap()), [10, 34, 199, 3142]);
    assert_eq!(effects.map(|d| PowerPlan::CAREFUL.paired(d, 1.0).unwrap()), [13, 44, 265, 4205]);
    assert_eq!(PowerPlan::USUAL.means(-1.0, 2.0), PowerPlan::USUAL.means(0.5, 1.0));
    assert_eq!(PowerPlan::USUAL.means(0.0, 1.0), None);
}
