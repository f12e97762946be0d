//! The kind `roles`: how well an estimator guesses who is who, from the first entrant's seat.

use players::roles::probability;
use table::{Event, EventOf, Param, Params, Payoffs, PublicState, Seat, Spec, SpecError, Values, Witness};

use super::{Column, Formula, How, Known, Lineup, Measure, Method, Upcoming, Watch};
use crate::columns;
use crate::estimators::{Estimated, RoleSource, role_source};

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
pub(super) fn roles<G: Estimated>() -> Known<G> {
    Known {
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

struct Roles<G: Estimated> {
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

impl<G: Estimated> Roles<G> {
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

impl<G: Estimated> Witness<G> for Roles<G> {
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

impl<G: Estimated> Watch<G> for Roles<G> {
    fn begin(&mut self, game: Upcoming) {
        (self.first, self.actions) = (game.first, 0);
        self.row = [0.0; WIDTH];
        self.role_source.begin(&G::new(&self.rules), game.first);
    }

    fn end(&mut self, _payoffs: &Payoffs, row: &mut [f64]) {
        row.iter_mut().zip(&self.row).for_each(|(sum, value)| *sum += value);
    }
}
