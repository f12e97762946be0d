use super::*;

fn shares(parts: &[f64], wholes: &[f64]) -> Vec<Share> {
    parts.iter().zip(wholes).map(|(&part, &whole)| Share { part, whole }).collect()
}

#[test]
fn pooled_is_statsmodels() {
    // As `clustered_mean`: sm.OLS(v, ones).fit(cov_type="cluster", cov_kwds={"groups": g}, use_t=True).
    let units = shares(&[2.0, 2.0, 1.0, 1.0, 0.5], &[3.0, 2.0, 4.0, 1.0, 2.0]);
    let estimate = pooled(&units, UnitLayout::Apart, 0.95);
    near(estimate.value, 0.541666666667, 1e-11);
    within(estimate.interval(), (0.10173106509, 0.981602268243), 1e-11);
    // Units without anything to count say nothing.
    let more = [&units[..], &[Share::default(), Share::default()]].concat();
    assert_eq!(pooled(&more, UnitLayout::Apart, 0.95), estimate);
    assert_eq!(pooled_rate(&more, UnitLayout::Apart, 0.95), pooled_rate(&units, UnitLayout::Apart, 0.95));
}

#[test]
fn rates_at_the_ends_have_a_width() {
    let none = pooled_rate(&shares(&[0.0; 20], &[3.0; 20]), UnitLayout::Apart, 0.95);
    within(none.interval(), (0.0, 0.16112515805281938), 1e-12);
    let all = pooled_rate(&shares(&[3.0; 29], &[3.0; 29]), UnitLayout::Apart, 0.95);
    within(all.interval(), (0.8830302015002593, 1.0), 1e-12);
    // Units that are all alike have no spread, but no more than 40 trials.
    assert_eq!(
        pooled_rate(&shares(&[1.0; 20], &[2.0; 20]), UnitLayout::Apart, 0.95).interval(),
        wilson(20, 40, 0.95)
    );
    assert_eq!(pooled_rate(&[], UnitLayout::Apart, 0.95).interval(), Interval { low: 0.0, high: 1.0 });
    assert_eq!(pooled(&shares(&[1.0], &[2.0]), UnitLayout::Apart, 0.95).interval(), Interval::ALL);
}

#[test]
fn single_trials_give_nearly_wilson() {
    let units = shares(&[[1.0; 81].as_slice(), &[0.0; 182]].concat(), &[1.0; 263]);
    let (ours, exact) = (pooled_rate(&units, UnitLayout::Apart, 0.95), wilson(81, 263, 0.95));
    within(ours.interval(), (exact.low, exact.high), 5e-4);
    assert!(ours.low < exact.low && ours.high > exact.high, "the spread is estimated, too");
}

/// Hits come in clumps: units share their randomness, and some are larger than others.
#[test]
fn pooled_rates_cover() {
    let held = coverage(2000, 0.3, |rng| {
        let unit = |rng: &mut Rng| {
            let (size, luck) = (1 + rng.below(5), if rng.f64() < 0.5 { 0.1 } else { 0.5 });
            let hits = (0..size).filter(|_| rng.f64() < luck).count();
            Share { part: hits as f64, whole: f64::from(size) }
        };
        let units: Vec<Share> = (0..40).map(|_| unit(rng)).collect();
        pooled_rate(&units, UnitLayout::Apart, 0.95).interval()
    });
    assert!((0.93..=0.97).contains(&held), "{held}");
}

#[test]
fn differences_of_means_are_the_paired_test() {
    // scipy.stats.ttest_rel, as in `paired_is_scipys`.
    let x = shares(&[2.1, 3.4, 1.9, 5.6, 4.4, 3.8, 2.7, 6.0], &[1.0; 8]);
    let y = shares(&[1.2, 2.9, 2.2, 3.9, 4.1, 2.5, 3.3, 4.0], &[1.0; 8]);
    let difference = pooled_difference(&x, &y, UnitLayout::Apart, 0.95);
    near(difference.figure.value, 0.725, 1e-12);
    within(difference.figure.interval(), (-0.04739077950778281, 1.497390779507783), 1e-9);
    near(difference.p, 0.061919234527337184, 1e-9);
    assert_eq!(pooled_difference(&x, &x, UnitLayout::Apart, 0.95).p, 1.0);
    assert_eq!(pooled_difference(&x[..1], &y[..1], UnitLayout::Apart, 0.95).p, 1.0);
}

/// Two arms on the same deals: what the deal gives to both takes no part in the difference.
#[test]
fn differences_of_ratios_cover() {
    let held = coverage(2000, 0.1, |rng| {
        let (mut a, mut b) = (Vec::new(), Vec::new());
        for _ in 0..60 {
            let (size, luck) = (f64::from(1 + rng.below(4)), 0.2 + 0.4 * rng.f64());
            let mut noise = || 0.05 * (rng.f64() - 0.5);
            a.push(Share { part: size * (luck + 0.1 + noise()), whole: size });
            b.push(Share { part: size * (luck + noise()), whole: size });
        }
        let interval = pooled_difference(&a, &b, UnitLayout::Apart, 0.95).figure.interval();
        assert!(interval.high - interval.low < 0.03, "{interval:?}");
        interval
    });
    assert!((0.935..=0.965).contains(&held), "{held}");
}

#[test]
fn a_share_of_a_gap_is_fiellers() {
    // Test inversion by bisection: the ratios r at which the paired t test of (middle - low) against
    // r (high - low) has p = 0.05.
    let low = shares(&[1.2, 2.9, 2.2, 3.9, 4.1, 2.5, 3.3, 4.0], &[1.0; 8]);
    let middle = shares(&[2.1, 3.4, 1.9, 5.6, 4.4, 3.8, 2.7, 6.0], &[1.0; 8]);
    let high = shares(&[3.2, 4.4, 4.9, 6.1, 6.9, 4.4, 5.8, 6.9], &[1.0; 8]);
    let share = recovered(&middle, &low, &high, UnitLayout::Apart, 0.95);
    near(share.value, 0.31351351351351353, 1e-12);
    within(share.interval(), (-0.020149272432009927, 0.6802803592950102), 1e-9);
    assert_eq!(recovered(&low, &low, &high, UnitLayout::Apart, 0.95).value, 0.0);
    near(recovered(&high, &low, &high, UnitLayout::Apart, 0.95).value, 1.0, 1e-12);
    assert_eq!(
        recovered(&middle, &low, &low, UnitLayout::Apart, 0.95).interval(),
        Interval::ALL,
        "no gap, nothing to recover"
    );
}

#[test]
fn shares_of_gaps_cover() {
    let held = coverage(2000, 0.4, |rng| {
        let mut arms = [Vec::new(), Vec::new(), Vec::new()];
        for _ in 0..30 {
            let luck = rng.f64();
            for (arm, mean) in arms.iter_mut().zip([0.4, 0.0, 1.0]) {
                arm.push(Share { part: luck + mean + 2.0 * (rng.f64() - 0.5), whole: 1.0 });
            }
        }
        recovered(&arms[0], &arms[1], &arms[2], UnitLayout::Apart, 0.95).interval()
    });
    assert!((0.935..=0.97).contains(&held), "{held}");
}

#[test]
fn two_replicates_of_two_items_by_hand() {
    let units = shares(&[1.0, 2.0, 3.0, 6.0], &[1.0; 4]);
    let crossed = UnitLayout::of(4, 2);
    assert_eq!(crossed, UnitLayout::Crossed { items: 2 });
    // Moves -1/2, -1/4, 0 and 3/4: by replicate -3/4 and 3/4, by item -1/2 and 1/2. So the variances 9/4 and 1, with
    // 169/16 over 97/16 degrees of freedom, at which t is 4.97.
    let figure = pooled(&units, crossed, 0.95);
    near(figure.value, 3.0, 1e-12);
    near((figure.high - figure.low) / 2.0, 8.967062, 1e-5);
    let difference = pooled_difference(&units, &shares(&[0.0; 4], &[1.0; 4]), crossed, 0.95);
    assert_eq!(difference.figure, figure);
    assert_eq!(recovered(&units, &units, &shares(&[9.0; 4], &[1.0; 4]), crossed, 0.95).value, 0.0);
    assert_eq!(UnitLayout::of(4, 4), UnitLayout::Apart, "one replicate");
    assert_eq!(UnitLayout::of(5, 2), UnitLayout::Apart, "not all are there");
    let alike = pooled(&shares(&[2.0; 6], &[1.0; 6]), UnitLayout::of(6, 3), 0.95);
    assert_eq!((alike.low, alike.high), (2.0, 2.0));
}

/// Five trainings asked of the same twenty blocks: each training is better or worse everywhere, each block easier or harder
/// for all. Taken apart, a hundred units seem much surer.
#[test]
fn figures_of_several_trainings_cover() {
    let simulate = |layout: fn(usize) -> UnitLayout| {
        let interval = move |rng: &mut Rng| {
            let mut normal = |spread: f64| spread * ((0..12).map(|_| rng.f64()).sum::<f64>() - 6.0);
            let (trainings, blocks): (Vec<f64>, Vec<f64>) =
                ((0..5).map(|_| normal(0.02)).collect(), (0..20).map(|_| normal(0.02)).collect());
            let one = |training: &f64, block: &f64| 0.7 + training + block;
            let pairs =
                trainings.iter().flat_map(|training| blocks.iter().map(move |block| one(training, block)));
            let pairs: Vec<f64> = pairs.collect();
            let units: Vec<Share> = pairs
                .into_iter()
                .map(|mean| Share { part: 400.0 * (mean + normal(0.01)), whole: 400.0 })
                .collect();
            pooled_rate(&units, layout(20), 0.95).interval()
        };
        coverage(2000, 0.7, interval)
    };
    let (held, apart) = (simulate(|items| UnitLayout::of(100, items)), simulate(|_| UnitLayout::Apart));
    assert!((0.93..=0.975).contains(&held), "{held}");
    assert!(apart < 0.7, "{apart}");
}
