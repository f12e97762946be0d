//! The kind `roles`: how well an estimator guesses who is who, from the first entrant's seat.

use agents::measures::{Column, Formula, Lineup, Measure, Method, Upcoming, Watch};
use agents::{RoleGame, RoleSource, probability, role_source};
use table::{Event, EventOf, Param, Params, Payoffs, PublicState, Seat, Spec, SpecError, Values, Witness};

use super::{How, Row};
use agents::columns;

const ESTIMATOR: Param =
    Param::new("estimator", "", "who guesses: an estimator of the game, or oracle", Values::Spec);
const TURN: Param =
    Param::number("turn", "", "after how many actions it is asked; unless said, after every one", 1.0, 1e6);
const BIN: Param = Param::number(
    "bin",
    "",
    "the tenth of the probabilities that predicted and observed are about, counted from 1; unless said, all",
    1.0,
    BINS as f64,
);

/// The kind for a game with hidden roles.
pub(super) fn roles<G: RoleGame>() -> Row<G> {
    Row {
        name: "roles",
        about: "how well `estimator` guesses the others' roles from the first entrant's seat, after `turn` actions of \
                the game or, without that axis, after every one; a unit is a series of games (one, most often), or a \
                deal in every seating if paired",
        axes: vec![ESTIMATOR, TURN, BIN],
        columns: COLUMNS.iter().cloned().chain((1..=BINS).flat_map(bin_columns)).collect(),
        measures: measures(),
        method: How::Own(Method::Watch(|params, lineup| Ok(Box::new(Roles::<G>::new(params, lineup)?)))),
    }
}

fn measures() -> Vec<Measure> {
    let bins = (0..BINS).map(|bin| [0, 1, 2].map(|which| FIRST_BIN + CLAIM * bin + which)).collect();
    vec![
        Measure::rate(
            "accuracy",
            "how often the most probable role of a seat is its role; equally probable ones share",
            &[RIGHT],
            &[GUESSES],
        ),
        Measure::ratio(
            "log_loss",
            "minus the natural log of the probability given to a seat's role, no less than a millionth",
            &[LOG_LOSS],
            &[GUESSES],
        ),
        Measure::ratio(
            "brier",
            "the squared error of a seat's probabilities, summed over roles: 0 right, 2 wrong",
            &[BRIER],
            &[GUESSES],
        ),
        Measure::new(
            "calibration_error",
            "how far probabilities are from frequencies, on average over ten bins",
            Formula::Calibration(bins),
        )
        .percent(),
        Measure::ratio(
            "predicted",
            "the mean probability, in the bin if `bin` is swept",
            &[PREDICTED],
            &[CLAIMS],
        )
        .percent(),
        Measure::rate(
            "observed",
            "how often what had these probabilities is true, in the bin if `bin` is swept",
            &[OBSERVED],
            &[CLAIMS],
        ),
    ]
}

columns! { COLUMNS:
    GUESSES "guesses" "guesses about one seat each",
    RIGHT "right" "those whose most probable role is right; equally probable ones share",
    LOG_LOSS "log_loss" "minus the natural log of the probability given to the right role, summed",
    BRIER "brier" "the squared error of the probabilities, summed over roles and guesses",
    CLAIMS "claims" "probabilities given, one a role and seat; in the bin if `bin` is swept",
    PREDICTED "predicted" "their sum",
    OBSERVED "observed" "how many of them came true",
}

/// Probabilities from 0 to 0.1, from 0.1 to 0.2, and so on.
const BINS: usize = 10;
/// After what is noted of every unit come the bins: each has its number of claims, their sum, and the true ones.
const FIRST_BIN: usize = COLUMNS.len();
const CLAIM: usize = 3;
const WIDTH: usize = FIRST_BIN + CLAIM * BINS;
/// The least probability that counts as one in a log loss.
const LEAST: f64 = 1e-6;

fn bin_columns(bin: usize) -> [Column; CLAIM] {
    let column = |name: &str, about: &'static str| Column {
        name: format!("{name}_{bin}").into(),
        about: about.into(),
    };
    [
        column("claims", "probabilities in each tenth"),
        column("predicted", "their sum in each tenth"),
        column("observed", "how many came true in each tenth"),
    ]
}

struct Roles<G: RoleGame> {
    role_source: RoleSource<G>,
    rules: G::Rules,
    /// When to ask, counted in actions; after every one unless said.
    turn: Option<u64>,
    /// The bin that `predicted` and `observed` are about, counted from 0; all of them unless said.
    bin: Option<usize>,
    first: Seat,
    actions: u64,
    row: [f64; WIDTH],
}

impl<G: RoleGame> Roles<G> {
    fn new(params: &mut Params<'_>, lineup: &Lineup<'_, G>) -> Result<Roles<G>, SpecError> {
        let missing = || SpecError::bad("roles needs an axis `estimator` with names in the sweep");
        let spec: Spec = params.given(&ESTIMATOR).ok_or_else(missing)?.parse()?;
        Ok(Roles {
            role_source: role_source(&spec, &lineup.rules)?,
            rules: lineup.rules,
            turn: params.maybe_number(&TURN)?,
            bin: params.maybe_number(&BIN)?.map(|bin: usize| bin - 1),
            first: Seat::new(0),
            actions: 0,
            row: [0.0; WIDTH],
        })
    }

    /// Scores what is thought of every other seat.
    fn note(&mut self, truth: &G) {
        let assignments = self.role_source.assignments(truth, self.first);
        if assignments.is_empty() {
            return;
        }
        for seat in Seat::all(truth.public().seats()).filter(|&seat| seat != self.first) {
            let chances = || G::ROLES.iter().map(|&role| (role, probability(assignments, seat, role)));
            if let Some(role) = truth.role(seat) {
                score(&mut self.row, self.bin, role, chances);
            }
        }
    }
}

/// Adds one guess about one seat to the row.
fn score<R: Copy + Eq, C: Iterator<Item = (R, f64)>>(
    row: &mut [f64],
    bin: Option<usize>,
    role: R,
    chances: impl Fn() -> C,
) {
    let is = |right: bool| f64::from(u8::from(right));
    let given = chances().find(|(other, _)| *other == role).map_or(0.0, |(_, chance)| chance);
    let best = chances().map(|(_, chance)| chance).fold(0.0, f64::max);
    let tied = chances().filter(|(_, chance)| *chance == best).count() as f64;
    let brier: f64 = chances().map(|(other, chance)| (chance - is(other == role)).powi(2)).sum();
    let guess = [1.0, is(given == best) / tied, -given.max(LEAST).ln(), brier];
    row.iter_mut().zip(guess).for_each(|(sum, value)| *sum += value);
    for (other, chance) in chances() {
        let (place, claim) = (bin_of(chance), [1.0, chance, is(other == role)]);
        let mut add = |at: usize| row[at..].iter_mut().zip(claim).for_each(|(sum, value)| *sum += value);
        add(FIRST_BIN + CLAIM * place);
        if bin.is_none_or(|bin| bin == place) {
            add(CLAIMS);
        }
    }
}

fn bin_of(chance: f64) -> usize {
    ((chance * BINS as f64) as usize).min(BINS - 1)
}

impl<G: RoleGame> Witness<G> for Roles<G> {
    fn see(&mut self, truth: &G, event: &EventOf<G>) {
        if self.turn.is_some_and(|turn| self.actions >= turn) {
            return;
        }
        self.role_source.see(truth, self.first, event);
        if matches!(event, Event::Act(..)) {
            self.actions += 1;
            if self.turn.is_none_or(|turn| turn == self.actions) {
                self.note(truth);
            }
        }
    }
}

impl<G: RoleGame> Watch<G> for Roles<G> {
    fn begin(&mut self, game: Upcoming) {
        (self.first, self.actions) = (game.first, 0);
        self.row = [0.0; WIDTH];
        self.role_source.begin(&G::new(&self.rules), game.first);
    }

    fn end(&mut self, _payoffs: &Payoffs, row: &mut [f64]) {
        row.iter_mut().zip(&self.row).for_each(|(sum, value)| *sum += value);
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{found as measured, job, setting};
    use crate::stats::Estimate;
    use agents::kuhn::Equilibrium;
    use games::kuhn::Card;

    /// What the kind finds on Kuhn poker for two, in so many units.
    fn found(estimator: &str, entrants: &str, at: &[(&str, &str)], units: u64) -> impl Fn(&str) -> Estimate {
        let axes = [&[("estimator", estimator)], at].concat();
        measured(job("roles", setting("kuhn", entrants, false, &axes)).unwrap(), units)
    }

    #[track_caller]
    fn near(estimate: Estimate, expected: f64) {
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
            job("roles", setting("kuhn", "random,random", false, axes)).err().unwrap().to_string()
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
}
