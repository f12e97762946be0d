//! The kind `roles` against closed forms.

use super::{all_of, found as measured, setting};
use crate::stats::Figure;
use games::kuhn::Card;
use players::kuhn::Equilibrium;

/// What the kind finds on Kuhn poker for two, in so many units.
fn found(estimator: &str, entrants: &str, at: &[(&str, &str)], units: u64) -> impl Fn(&str) -> Figure {
    let axes = [&[("estimator", estimator)], at].concat();
    measured(all_of("roles", &setting("roles", "kuhn", entrants, false, &axes)).unwrap(), units)
}

#[track_caller]
fn near(estimate: Figure, expected: f64) {
    // Five standard errors: the interval is about two to each side.
    let slack = 2.5 * (estimate.high - estimate.low) / 2.0;
    assert!((estimate.value - expected).abs() <= slack.max(1e-9), "{estimate:?} is not {expected}");
    assert!(slack < 0.15, "{estimate:?} is too wide to mean anything");
}

/// Two cards are possible, and nothing is read into play.
#[test]
fn the_prior_scores_what_two_cards_score() {
    let uniform = found("uniform", "random,random", &[], 400);
    near(uniform("accuracy"), 0.5);
    near(uniform("log_loss"), 2f64.ln());
    near(uniform("brier"), 0.5);
    near(uniform("predicted"), 0.25);
    near(uniform("observed"), 0.25);
    let half = found("uniform", "random,random", &[("bin", "6")], 400);
    near(half("predicted"), 0.5);
    near(half("observed"), 0.5);
}

#[test]
fn the_oracle_is_never_wrong() {
    let oracle = found("oracle", "random,first", &[("turn", "1")], 50);
    let figures = ["accuracy", "log_loss", "brier", "calibration_error"].map(|name| oracle(name).value);
    assert_eq!(figures, [1.0, 0.0, 0.0, 0.0]);
    assert!(oracle("accuracy").low < 1.0 && oracle("accuracy").n == 50);
}

/// What A's posterior over B's card scores on average after two actions: accuracy, log loss and Brier,
/// from the joint probabilities of cards and line.
fn closed_form(play: Equilibrium) -> [f64; 3] {
    let mut scores = [0.0; 3];
    let chance = |bets: f64, bet: bool| if bet { bets } else { 1.0 - bets };
    for own in 0..3 {
        for (first, second) in [(false, false), (false, true), (true, false), (true, true)] {
            let joint = |other: usize| {
                let opens = chance(play.bets(Card::ALL[own], 0, false), first);
                let answers = chance(play.bets(Card::ALL[other], 1, first), second);
                if other == own { 0.0 } else { opens * answers / 6.0 }
            };
            let total: f64 = (0..3).map(joint).sum();
            let best = (0..3).map(joint).fold(0.0, f64::max);
            let squares: f64 = (0..3).map(|other| (joint(other) / total).powi(2)).sum();
            if total > 0.0 {
                let logs = (0..3).map(joint).filter(|p| *p > 0.0).map(|p| -p * (p / total).ln());
                scores[0] += best;
                scores[1] += logs.sum::<f64>();
                scores[2] += total * (1.0 - squares);
            }
        }
    }
    scores
}

#[test]
fn a_posterior_scores_its_closed_form() {
    let play = Equilibrium { alpha: 0.2 };
    let bayes = found("bayes", "equilibrium,equilibrium", &[("turn", "2")], 6000);
    let [accuracy, log_loss, brier] = closed_form(play);
    assert!(accuracy > 0.7 && log_loss < 0.6, "play says something: {accuracy} {log_loss}");
    near(bayes("accuracy"), accuracy);
    near(bayes("log_loss"), log_loss);
    near(bayes("brier"), brier);
    let right = bayes("calibration_error");
    assert!(right.low == 0.0 && right.value < 0.02, "{right:?}");
    // Against those who do not look at their cards the same posterior is sure of what is not so.
    let wrong = found("bayes", "random,random", &[("turn", "2")], 6000)("calibration_error");
    assert!(wrong.low > 0.1 && wrong.high < 0.4, "{wrong:?}");
}

/// Only after pass and bet is there a third action.
#[test]
fn games_that_end_before_the_turn_say_nothing() {
    let third = found("uniform", "random,random", &[("turn", "3")], 2000);
    let n = third("accuracy").n as f64;
    assert!((n / 2000.0 - 0.25).abs() < 0.05, "{n}");
    near(third("log_loss"), 2f64.ln());
}

#[test]
fn what_cannot_be_asked_is_refused() {
    let refused = |axes: &[(&str, &str)]| {
        all_of("roles", &setting("roles", "kuhn", "random,random", false, axes)).err().unwrap().to_string()
    };
    assert!(refused(&[]).contains("needs an axis `estimator`"));
    assert!(
        refused(&[("estimator", "bays")])
            .contains("did you mean `bayes`? (there are: bayes, uniform, oracle)")
    );
    for (axis, value) in [("turn", "0"), ("turn", "1.5"), ("bin", "11"), ("bin", "first")] {
        let bad = refused(&[("estimator", "uniform"), (axis, value)]);
        assert!(bad.contains(&format!("`{axis}={value}` should be a whole number from 1 to")), "{bad}");
    }
}
