//! The digger of the papers with an estimator in the place of its suspicion.

use games::Saboteur;
use games::saboteur::{Action, Role, Rules, Seen};
use table::{Advised, Agent, Estimator, Param, Params, Player, Rng, Seat, Spec, SpecError, Values, View};

use super::papers::{MANNER, Manner, Papers};
use super::seated;
use super::suspicion::Suspects;
use crate::estimators::{ORACLE, estimator, probability};
use crate::row::Row;

const BY: Param =
    Param::new("by", "bayes", "the estimator that says who is who; oracle cheats", Values::Spec);
const SURE: Param =
    Param::number("sure", "0.5", "a suspect is who is a saboteur with more than this probability", 0.0, 1.0);

/// The player that follows an estimator.
pub(super) const ROW: Row<Saboteur> = Row {
    name: "estimating",
    about: "papers that suspects whom an estimator takes for a saboteur",
    params: &[&[BY, SURE], MANNER],
    quick: &["", "by=suspicion"],
    build: player,
};

/// Plays like `papers` and suspects whoever an estimator says is probably a saboteur.
pub struct Estimating<E> {
    papers: Papers,
    by: E,
    sure: f64,
}

impl<E: Estimator<Saboteur>> Estimating<E> {
    /// One who plays like this and suspects whoever is a saboteur with more than this probability.
    pub fn new(manner: Manner, by: E, sure: f64) -> Estimating<E> {
        // Whom to suspect is told before every choice, as if it were known.
        let manner = Manner { suspects: Suspects::Oracle, ..manner };
        Estimating { papers: Papers::new(manner), by, sure }
    }
}

impl<E: Estimator<Saboteur>> Agent<Saboteur> for Estimating<E> {
    fn begin(&mut self, view: View<'_, Saboteur>, rng: &mut Rng) {
        self.papers.begin(view, rng);
        self.by.begin(view);
    }

    fn see(&mut self, view: View<'_, Saboteur>, seen: &Seen) {
        Agent::see(&mut self.papers, view, seen);
        self.by.see(view, seen);
    }

    fn act(&mut self, view: View<'_, Saboteur>, legal: &[Action], rng: &mut Rng) -> Action {
        let assignments = self.by.assignments(view);
        for seat in Seat::all(view.seats()) {
            let suspected = probability(assignments, seat, Role::Saboteur) > self.sure;
            self.papers.told(seat, if suspected { Role::Saboteur } else { Role::Digger });
        }
        Agent::act(&mut self.papers, view, legal, rng)
    }
}

fn player(params: &mut Params<'_>, rules: &Rules) -> Result<Player<Saboteur>, SpecError> {
    let by: Spec = params.text(&BY).parse()?;
    let (sure, manner) = (params.number(&SURE)?, Manner::read_common(params)?);
    if by.name == ORACLE.name {
        let manner = Manner { suspects: Suspects::Oracle, ..manner };
        return ORACLE.check(&by).map(|()| seated(Papers::new(manner), true, rules));
    }
    Ok(Player::agent(Estimating::new(manner, estimator::<Saboteur>(&by, rules)?, sure)))
}
