//! A player that searches: sequential halving in the worlds of an estimator, everybody playing on like `papers`.

use games::Saboteur;
use games::saboteur::{Action, Role, Rules, Seen};
use search::playout::GuidedPlayout;
use search::{Budget, Halving, HalvingRule};
use table::{
    Advised, Agent, Belief, BySeat, MAX_SEATS, Param, Params, Player, Rng, Seat, SeatSet, Spec, SpecError,
    Tipped, View,
};

use super::narrow::narrow;
use super::papers::{Manner, Papers};
use super::suspicion::Suspects;
use crate::beliefs::Weighed;
use crate::estimators::{Guessed, ORACLE, estimator};
use crate::registry::Seated;

/// What `thinker` can be told.
pub(super) const PARAMS: [Param; 5] = [
    Param { key: "by", default: "bayes", about: "the estimator whose worlds it thinks in; oracle cheats" },
    Param { key: "sims", default: "600", about: "simulations a choice, 1 to 100000000" },
    Param { key: "ms", default: "", about: "milliseconds a choice, in place of sims" },
    Param {
        key: "doubt",
        default: "1",
        about: "by how many standard errors an action must lead what papers would do, 0 to 10",
    },
    Param { key: "play", default: "papers", about: "how everybody plays on: papers with its parameters" },
];

type Search<B> = Halving<Saboteur, B, GuidedPlayout<Saboteur, Papers>>;

/// The player a spec names.
pub(super) fn player(spec: &Spec, rules: &Rules) -> Result<Player<Saboteur>, SpecError> {
    let params = &mut Params::new(spec);
    let by: Spec = params.text("by").unwrap_or("bayes").parse()?;
    let rule = HalvingRule { doubt: params.number("doubt", 1.0, 0.0..=10.0)?, narrow };
    let budget = budget(params)?;
    let play: Spec = params.text("play").unwrap_or("papers").parse()?;
    params.finish()?;
    let playout = GuidedPlayout::new(papers_of(&play)?);
    if by.name == ORACLE.name {
        Params::new(&by).finish()?;
        let search = Halving::with(rule, budget, Saboteur::scale, Told::NOTHING, playout);
        let all = SeatSet::all(usize::from(rules.seats));
        return Ok(Player::Oracle(Box::new(Tipped::new(Knowing(search), all))));
    }
    let belief = Weighed(estimator::<Saboteur>(&by, rules)?);
    Ok(Player::agent(Halving::with(rule, budget, Saboteur::scale, belief, playout)))
}

/// The player of the playouts.
fn papers_of(play: &Spec) -> Result<Papers, SpecError> {
    let params = &mut Params::new(play);
    let manner = Manner::read(params)?;
    params.finish()?;
    match play.name.as_str() {
        "papers" if manner.suspects != Suspects::Oracle => Ok(Papers::new(manner)),
        _ => Err(SpecError::bad("thinker: `play` should be papers, and nobody there is told anything")),
    }
}

fn budget(params: &mut Params<'_>) -> Result<Budget, SpecError> {
    let sims = params.number("sims", 600, 1..=100_000_000)?;
    let millis = params.number("ms", 0, 1..=86_400_000)?;
    match (params.text("sims"), millis) {
        (Some(_), 1..) => Err(SpecError::bad("thinker: give `sims` or `ms`, not both")),
        (_, 0) => Ok(Budget::simulations(sims)),
        (None, _) => Ok(Budget::millis(millis)),
    }
}

/// The belief of one who was told the roles.
#[derive(Clone, Copy, Debug)]
struct Told(BySeat<Role>);

impl Told {
    const NOTHING: Told = Told(BySeat::new(MAX_SEATS, Role::Digger));
}

impl Belief<Saboteur> for Told {
    fn imagine(&mut self, view: View<'_, Saboteur>, rng: &mut Rng) -> Saboteur {
        let roles = BySeat::from_fn(view.seats(), |seat| self.0[seat]);
        Saboteur::imagine_with_roles(view, &roles, rng)
    }
}

/// A search that can be told the roles.
struct Knowing(Search<Told>);

impl Agent<Saboteur> for Knowing {
    fn begin(&mut self, view: View<'_, Saboteur>, rng: &mut Rng) {
        self.0.begin(view, rng);
    }

    fn see(&mut self, view: View<'_, Saboteur>, seen: &Seen) {
        self.0.see(view, seen);
    }

    fn act(&mut self, view: View<'_, Saboteur>, legal: &[Action], rng: &mut Rng) -> Action {
        self.0.act(view, legal, rng)
    }
}

impl Advised<Saboteur> for Knowing {
    fn told(&mut self, seat: Seat, role: Role) {
        self.0.belief().0[seat] = role;
    }
}
