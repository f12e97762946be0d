//! The card submission model of the paper on ranks to aim at.
//!
//! Evaluator A tells from a view the rank class on which its seat will end; that is the target. Evaluator B tells it of
//! a view and a submission; the legal submission whose estimate comes closest to the target is played. The paper does not
//! say what is close, which of two equally close ones is played, or what the rich give away: a distance is a parameter,
//! ties are resolved by B's certainty of the target and then by the order of the game's own notation, weakest cards
//! first, and the weakest cards are given, as the official sample client does.

mod evaluator;
#[cfg(test)]
mod tests;

use std::path::Path;
use std::sync::Arc;

use games::daihinmin::{Action, Daihinmin, MOST_SEATS, Phase, Rules};
use table::{
    Agent, Event, Forecast, Game, Hidden, Mixed, Param, Params, Rng, SpecError, Values, View, WordParam,
    all_on,
};

use evaluator::{Desk, Estimate, Evaluator};

use super::classes::{CLASSES, Classes, likeliest};
use super::forecast::RankForecast;
use super::inputs::Inputs;
use crate::forward::WeightsError;

/// What is aimed at.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Target {
    /// The estimate of evaluator A, as in the paper.
    Estimate,
    /// One class, always.
    Class(usize),
    /// No class: as many points as evaluator B expects.
    Points,
}

/// How far an estimate is from the target.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Distance {
    /// By how many classes the likeliest ones differ.
    Class,
    /// The Euclidean distance of the probabilities.
    L2,
    /// The relative entropy of the target's probabilities to the estimate's.
    Kl,
}

/// Which of equally close submissions is played.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Ties {
    /// The one that makes the target's likeliest class likeliest.
    Sure,
    /// The least in the order of the notation.
    Least,
}

/// The evaluators that come along.
#[derive(Clone, Copy, PartialEq, Debug)]
enum BuiltIn {
    Paper,
    Even,
    Ours,
}

const TARGET: WordParam<Target> = WordParam::new(
    "target",
    "estimate",
    "what it aims at: estimate (of evaluator A), rich, middle, poor, or points (as many as evaluator B expects)",
    &[
        ("estimate", Target::Estimate),
        ("rich", Target::Class(0)),
        ("middle", Target::Class(1)),
        ("poor", Target::Class(2)),
        ("points", Target::Points),
    ],
);
const DISTANCE: WordParam<Distance> = WordParam::new(
    "distance",
    "class",
    "what is close to the target: class (the same or the next), l2 or kl (of the probabilities)",
    &[("class", Distance::Class), ("l2", Distance::L2), ("kl", Distance::Kl)],
);
const TIES: WordParam<Ties> = WordParam::new(
    "ties",
    "sure",
    "of equally close ones it plays the one whose estimate is most sure of the target, or the least (weakest cards)",
    &[("sure", Ties::Sure), ("least", Ties::Least)],
);
const EVALUATOR: WordParam<BuiltIn> = WordParam::new(
    "evaluator",
    "paper",
    "which evaluators: paper (B with alpha 0.06), even (B with alpha 1), or ours (the forecast `rank`, for B of what follows)",
    &[("paper", BuiltIn::Paper), ("even", BuiltIn::Even), ("ours", BuiltIn::Ours)],
);
const A: Param = Param::new("a", "", "other weights of evaluator A, from `tefuda train`", Values::File);
const B: Param = Param::new("b", "", "other weights of evaluator B, from `tefuda train`", Values::File);

impl Submission {
    /// Its parameters.
    pub const PARAMS: &'static [&'static [Param]] =
        &[&[TARGET.param, DISTANCE.param, TIES.param, EVALUATOR.param, A, B]];

    /// Reads its parameters.
    ///
    /// # Errors
    /// Values that cannot be, files that hold no weights of these evaluators.
    pub fn read(params: &mut Params<'_>, rules: &Rules) -> Result<Submission, SpecError> {
        let (target, distance, ties) =
            (params.choice(&TARGET)?, params.choice(&DISTANCE)?, params.choice(&TIES)?);
        let judge = judge(params, rules)?;
        Ok(Submission { target, distance, ties, judge, desk: Desk::default() })
    }
}

fn judge(params: &mut Params<'_>, rules: &Rules) -> Result<Judge, SpecError> {
    let built_in = params.choice(&EVALUATOR)?;
    let (a, b) = (params.given(&A), params.given(&B));
    if b.is_some() && params.given(&EVALUATOR.param).is_some() {
        return Err(SpecError::bad("submission: `evaluator` or `b`, not both: both name evaluator B"));
    }
    let second = match built_in {
        BuiltIn::Ours => return ours(a, rules),
        BuiltIn::Paper => &evaluator::RANK_B,
        BuiltIn::Even => &evaluator::RANK_B_EVEN,
    };
    Ok(Judge::Networks {
        first: a.map_or_else(
            || Ok(Arc::clone(&evaluator::RANK_A)),
            |path| read("a", path, Inputs::Environment),
        )?,
        second: b.map_or_else(|| Ok(Arc::clone(second)), |path| read("b", path, Inputs::Submission))?,
    })
}

fn ours(a: Option<&str>, rules: &Rules) -> Result<Judge, SpecError> {
    if a.is_some() {
        return Err(SpecError::bad("submission: `evaluator=ours` or `a`, not both: both name evaluator A"));
    }
    if usize::from(rules.seats) != MOST_SEATS {
        let why = format!("submission: `evaluator=ours` is for {MOST_SEATS} seats, not for {}", rules.seats);
        return Err(SpecError::bad(why));
    }
    Ok(Judge::Forecast(Box::new(RankForecast::built_in())))
}

fn read(key: &str, path: &str, inputs: Inputs) -> Result<Arc<Evaluator>, SpecError> {
    let refused =
        |error: WeightsError| SpecError::bad(format!("submission: `{key}={}`: {error}", path.escape_debug()));
    Evaluator::read(Path::new(path), inputs).map(Arc::new).map_err(refused)
}

/// The paper's player.
#[derive(Clone, Debug)]
pub struct Submission {
    target: Target,
    distance: Distance,
    ties: Ties,
    judge: Judge,
    desk: Desk,
}

/// Who tells the classes, of a view and of a submission.
#[derive(Clone, Debug)]
enum Judge {
    /// The paper's evaluators A and B.
    Networks { first: Arc<Evaluator>, second: Arc<Evaluator> },
    /// Our forecast: of the view, and of the view after a submission.
    Forecast(Box<RankForecast>),
}

impl Judge {
    fn view(&mut self, view: View<'_, Daihinmin>, desk: &mut Desk) -> Estimate {
        match self {
            Judge::Networks { first, .. } => first.view(view, desk),
            Judge::Forecast(forecast) => Estimate::of(&forecast.ranks(view), view.seat),
        }
    }

    fn submissions(
        &mut self,
        view: View<'_, Daihinmin>,
        legal: &[Action],
        desk: &mut Desk,
        rng: &mut Rng,
    ) -> Vec<Estimate> {
        match self {
            Judge::Networks { second, .. } => {
                let sums = second.sums(view, desk);
                legal.iter().map(|&action| second.submission(&sums, action, desk)).collect()
            }
            Judge::Forecast(forecast) => {
                // What a play brings about is public: any world that this seat can imagine shows it.
                let world = Daihinmin::imagine(view, rng);
                legal.iter().map(|&action| after(forecast, &world, view, action)).collect()
            }
        }
    }
}

/// What our forecast tells once this was submitted.
fn after(
    forecast: &mut RankForecast,
    world: &Daihinmin,
    view: View<'_, Daihinmin>,
    action: Action,
) -> Estimate {
    let mut world = *world;
    world.apply(&Event::Act(view.seat, action));
    Estimate::of(&forecast.ranks(world.view(view.seat)), view.seat)
}

/// What is aimed at in one decision.
#[derive(Clone, Copy, Debug)]
enum Aim {
    /// These probabilities, and the likeliest class among them.
    Classes(Classes, usize),
    /// As many points as possible.
    Points,
}

impl Submission {
    fn choose(&mut self, view: View<'_, Daihinmin>, legal: &[Action], rng: &mut Rng) -> Action {
        // Of gifts the least is that of the weakest cards.
        if legal.len() == 1 || view.public.phase == Phase::Exchange {
            return legal.iter().copied().min().expect("there is a choice");
        }
        let aim = self.aim(view);
        let estimates = self.judge.submissions(view, legal, &mut self.desk, rng);
        let ranked = legal.iter().zip(&estimates).map(|(&action, estimate)| {
            let (far, unsure) = far(self.distance, self.ties, aim, estimate);
            (far, unsure, action)
        });
        let nearer =
            |a: &Ranked, b: &Ranked| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)).then(a.2.cmp(&b.2));
        ranked.min_by(nearer).expect("there is a choice").2
    }

    fn aim(&mut self, view: View<'_, Daihinmin>) -> Aim {
        match self.target {
            Target::Points => Aim::Points,
            Target::Class(class) => Aim::Classes(only(class), class),
            Target::Estimate => {
                let estimate = self.judge.view(view, &mut self.desk);
                Aim::Classes(estimate.classes, likeliest(&estimate.classes))
            }
        }
    }
}

/// How far an estimate is from what is aimed at; of equals, how unsure of it.
fn far(distance: Distance, ties: Ties, aim: Aim, estimate: &Estimate) -> (f64, f64) {
    let Aim::Classes(wanted, class) = aim else { return (-estimate.points, 0.0) };
    let told = &estimate.classes;
    let pairs = wanted.iter().zip(told);
    match (distance, ties) {
        (Distance::Class, Ties::Sure) => (apart(likeliest(told), class), -told[class]),
        (Distance::Class, Ties::Least) => (apart(likeliest(told), class), 0.0),
        (Distance::L2, _) => (pairs.map(|(wanted, told)| (wanted - told).powi(2)).sum(), 0.0),
        (Distance::Kl, _) => (pairs.map(|(&wanted, &told)| surprise(wanted, told)).sum(), 0.0),
    }
}

/// A submission with its distance and how unsure it is.
type Ranked = (f64, f64, Action);

fn apart(one: usize, other: usize) -> f64 {
    one.abs_diff(other) as f64
}

/// All on one class.
fn only(class: usize) -> Classes {
    let mut classes = [0.0; CLASSES];
    classes[class] = 1.0;
    classes
}

/// What a class adds to the relative entropy.
fn surprise(wanted: f64, told: f64) -> f64 {
    // So small a share was rounded to nothing.
    if wanted > 0.0 { wanted * (wanted / told.max(f64::MIN_POSITIVE)).ln() } else { 0.0 }
}

/// It reads the view alone.
impl Agent<Daihinmin> for Submission {
    fn watches(&self) -> bool {
        false
    }

    fn act(&mut self, view: View<'_, Daihinmin>, legal: &[Action], rng: &mut Rng) -> Action {
        self.choose(view, legal, rng)
    }

    fn mixed(&mut self) -> Option<&mut dyn Mixed<Daihinmin>> {
        Some(self)
    }
}

impl Mixed<Daihinmin> for Submission {
    /// All on one action.
    fn mix(&mut self, view: View<'_, Daihinmin>, legal: &[Action], rng: &mut Rng, out: &mut [f64]) {
        all_on(Some(self.choose(view, legal, rng)), legal, out);
    }
}
