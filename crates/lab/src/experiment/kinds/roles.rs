//! The kind `roles`: how well an estimator guesses who is who, from the first entrant's seat.

use agents::{Guessed, Guesser, Seated, Visitor, guesser, no_roles, probability, visit};
use table::{Event, EventOf, Payoffs, PublicState, Seat, Spec, SpecError, Witness};

use super::watched::{Noted, Row, Watch, watched};
use super::{Job, Kind, Measure, Setting};
use crate::error::LabError;
use crate::experiment::results::Value;
use crate::stats::{Estimate, LEVEL, Share, pooled};

pub(super) const ROLES: Kind = Kind {
    name: "roles",
    about: "how well `estimator` guesses the others' roles from the first entrant's seat, after `turn` actions of \
            the game or, without that axis, after every one; a unit is a game, or a deal in every seating if paired",
    measures: MEASURES,
    situation: &["estimator", "turn", "bin"],
    build: |setting| {
        let (game, seats) = (setting.game.clone(), setting.entrants.len());
        visit(&game, seats, Build(setting))?
    },
};

const MEASURES: &[Measure] = &[
    Measure {
        name: "accuracy",
        about: "how often the most probable role of a seat is its role; equally probable ones share",
        rate: true,
    },
    Measure {
        name: "log_loss",
        about: "minus the natural log of the probability given to a seat's role, no less than a millionth",
        rate: false,
    },
    Measure {
        name: "brier",
        about: "the squared error of a seat's probabilities, summed over roles: 0 right, 2 wrong",
        rate: false,
    },
    Measure {
        name: "calibration_error",
        about: "how far probabilities are from frequencies, on average over ten bins",
        rate: false,
    },
    Measure { name: "predicted", about: "the mean probability, in the bin if `bin` is swept", rate: false },
    Measure {
        name: "observed",
        about: "how often what had these probabilities is true, in the bin if `bin` is swept",
        rate: true,
    },
];

/// Probabilities from 0 to 0.1, from 0.1 to 0.2, and so on.
const BINS: usize = 10;
/// What is noted of every unit before the bins: each has its number of claims, their sum, and the true ones.
const COLUMNS: [&str; 7] = ["guesses", "right", "log_loss", "brier", "claims", "predicted", "observed"];
/// The least probability that counts as one in a log loss.
const LEAST: f64 = 1e-6;

struct Build(Setting);

impl Visitor for Build {
    type Out = Result<Box<dyn Job>, LabError>;

    fn visit<G: Seated>(self, _rules: G::Rules) -> Self::Out {
        Err(no_roles(G::NAME).into())
    }

    fn visit_roles<G: Guessed>(self, _rules: G::Rules) -> Self::Out {
        watched::<G, Roles<G>>(self.0)
    }
}

struct Roles<G: Guessed> {
    guesser: Guesser<G>,
    rules: G::Rules,
    /// When to ask, counted in actions; after every one unless said.
    turn: Option<u64>,
    /// The bin that `predicted` and `observed` are about, counted from 0; all of them unless said.
    bin: Option<usize>,
    first: Seat,
    actions: u64,
    row: Vec<f64>,
}

/// A whole number from 1 to `most` on an axis of the sweep.
fn whole(setting: &Setting, axis: &str, most: i64) -> Result<Option<i64>, SpecError> {
    match setting.at(axis) {
        None => Ok(None),
        Some(&Value::Integer(value)) if (1..=most).contains(&value) => Ok(Some(value)),
        Some(value) => {
            Err(SpecError::bad(format!("`{axis}` should be a whole number from 1 to {most}, not {value}")))
        }
    }
}

impl<G: Guessed> Roles<G> {
    /// Scores what is thought of every other seat.
    fn note(&mut self, truth: &G) {
        let assignments = self.guesser.assignments(truth, self.first);
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
        add(COLUMNS.len() + 3 * place);
        if bin.is_none_or(|bin| bin == place) {
            add(4);
        }
    }
}

fn bin_of(chance: f64) -> usize {
    ((chance * BINS as f64) as usize).min(BINS - 1)
}

impl<G: Guessed> Witness<G> for Roles<G> {
    fn see(&mut self, truth: &G, event: &EventOf<G>) {
        if self.turn.is_some_and(|turn| self.actions >= turn) {
            return;
        }
        self.guesser.see(truth, self.first, event);
        if matches!(event, Event::Act(..)) {
            self.actions += 1;
            if self.turn.is_none_or(|turn| turn == self.actions) {
                self.note(truth);
            }
        }
    }
}

impl<G: Guessed> Watch<G> for Roles<G> {
    const MEASURES: &'static [Measure] = MEASURES;

    fn new(setting: &Setting, rules: &G::Rules) -> Result<Roles<G>, SpecError> {
        let Some(Value::Text(estimator)) = setting.at("estimator") else {
            return Err(SpecError::bad("roles needs an axis `estimator` with names in the sweep"));
        };
        let spec: Spec = estimator.parse()?;
        Ok(Roles {
            guesser: guesser(&spec, rules)?,
            rules: *rules,
            turn: whole(setting, "turn", 1_000_000)?.map(|turn| turn as u64),
            bin: whole(setting, "bin", BINS as i64)?.map(|bin| bin as usize - 1),
            first: Seat::new(0),
            actions: 0,
            row: vec![0.0; COLUMNS.len() + 3 * BINS],
        })
    }

    fn columns(&self) -> Vec<String> {
        let bins = (1..=BINS)
            .flat_map(|bin| ["claims", "predicted", "observed"].map(|what| format!("{what}_{bin}")));
        COLUMNS.map(String::from).into_iter().chain(bins).collect()
    }

    fn begin(&mut self, first: Seat, _seed: u64) {
        (self.first, self.actions) = (first, 0);
        self.row.fill(0.0);
        self.guesser.begin(&G::new(&self.rules), first);
    }

    fn end(&mut self, _payoffs: &Payoffs, row: &mut [f64]) {
        row.iter_mut().zip(&self.row).for_each(|(sum, value)| *sum += value);
    }

    fn share(measure: &str, row: &Row<'_>) -> Option<Share> {
        match measure {
            "accuracy" => Some(row.share("right", "guesses")),
            "log_loss" | "brier" => Some(row.share(measure, "guesses")),
            "predicted" | "observed" => Some(row.share(measure, "claims")),
            _ => None,
        }
    }

    fn other(_measure: &str, noted: &Noted<'_>) -> Estimate {
        calibration_error(noted)
    }
}

/// The mean distance between probability and frequency, each bin counted by its claims.
///
/// Chance alone makes them differ, so the value errs upwards. The interval does not: it is what the intervals
/// of the single bins leave possible, which hold all at once.
fn calibration_error(noted: &Noted<'_>) -> Estimate {
    let (mut error, mut claims) = (Estimate::symmetric(0.0, 0.0, 0), 0.0);
    for bin in 0..BINS {
        let column = |row: &[f64], which: usize| row[COLUMNS.len() + 3 * bin + which];
        let off = |row: &[f64]| Share { part: column(row, 1) - column(row, 2), whole: column(row, 0) };
        let units: Vec<Share> = noted.rows.iter().map(off).collect();
        let weight: f64 = units.iter().map(|unit| unit.whole).sum();
        if weight > 0.0 {
            let (value, least, most) = distance(pooled(&units, 1.0 - (1.0 - LEVEL) / BINS as f64));
            error.value += weight * value;
            error.low += weight * least;
            error.high += weight * most;
            claims += weight;
        }
    }
    let n = noted.rows.iter().filter(|row| row[0] > 0.0).count();
    Estimate { value: error.value / claims, low: error.low / claims, high: error.high / claims, n }
}

/// How far from zero a value is, at least and at most; probabilities cannot be off by more than 1.
fn distance(off: Estimate) -> (f64, f64, f64) {
    let least = if off.interval().contains(0.0) { 0.0 } else { off.low.abs().min(off.high.abs()) };
    (off.value.abs(), least, off.low.abs().max(off.high.abs()).min(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::kinds::{KINDS, Rows};
    use agents::kuhn::Equilibrium;
    use games::kuhn::Card;

    /// What the kind finds on Kuhn poker for two, in so many units.
    fn found(estimator: &str, entrants: &str, at: &[(&str, i64)], units: u64) -> impl Fn(&str) -> Estimate {
        let kind = KINDS.iter().find(|kind| kind.name == "roles").unwrap();
        let mut situation = vec![("estimator".to_string(), Value::Text(estimator.into()))];
        situation.extend(at.iter().map(|(axis, value)| (axis.to_string(), Value::Integer(*value))));
        let (game, entrants) = (Spec::named("kuhn"), Spec::list(entrants).unwrap());
        let job =
            (kind.build)(Setting { game, entrants, paired: false, series: 1, situation, seed: 5 }).unwrap();
        let rows = Rows { width: job.columns().len(), values: job.play(0..units, false).unwrap().values };
        move |measure| job.summarise(measure, &rows)
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
        let half = found("uniform", "random,random", &[("bin", 6)], 400);
        near(half("predicted"), 0.5);
        near(half("observed"), 0.5);
    }

    #[test]
    fn the_oracle_is_never_wrong() {
        let oracle = found("oracle", "random,first", &[("turn", 1)], 50);
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
        let bayes = found("bayes", "equilibrium,equilibrium", &[("turn", 2)], 6000);
        let [accuracy, log_loss, brier] = closed_form(play);
        assert!(accuracy > 0.7 && log_loss < 0.6, "play says something: {accuracy} {log_loss}");
        near(bayes("accuracy"), accuracy);
        near(bayes("log_loss"), log_loss);
        near(bayes("brier"), brier);
        let right = bayes("calibration_error");
        assert!(right.low == 0.0 && right.value < 0.02, "{right:?}");
        // Against those who do not look at their cards the same posterior is sure of what is not so.
        let wrong = found("bayes", "random,random", &[("turn", 2)], 6000)("calibration_error");
        assert!(wrong.low > 0.1 && wrong.high < 0.4, "{wrong:?}");
    }

    /// Only after pass and bet is there a third action.
    #[test]
    fn games_that_end_before_the_turn_say_nothing() {
        let third = found("uniform", "random,random", &[("turn", 3)], 2000);
        let n = third("accuracy").n as f64;
        assert!((n / 2000.0 - 0.25).abs() < 0.05, "{n}");
        near(third("log_loss"), 2f64.ln());
    }

    #[test]
    fn what_cannot_be_asked_is_refused() {
        let kind = KINDS.iter().find(|kind| kind.name == "roles").unwrap();
        let refused = |game: &str, at: &[(&str, Value)]| {
            let situation = at.iter().map(|(axis, value)| (axis.to_string(), value.clone())).collect();
            let (game, entrants) = (Spec::named(game), Spec::list("random,random").unwrap());
            let setting = Setting { game, entrants, paired: false, series: 1, situation, seed: 5 };
            (kind.build)(setting).err().unwrap().to_string()
        };
        let named = |name: &str| ("estimator", Value::Text(name.into()));
        assert!(refused("buzzard", &[named("uniform")]).contains("games with roles: kuhn"));
        assert!(refused("kuhn", &[]).contains("needs an axis `estimator`"));
        assert!(
            refused("kuhn", &[named("bays")])
                .contains("did you mean `bayes`? (there are: bayes, uniform, oracle)")
        );
        let bad = refused("kuhn", &[named("uniform"), ("turn", Value::Integer(0))]);
        assert!(bad.contains("`turn` should be a whole number from 1"), "{bad}");
    }
}
