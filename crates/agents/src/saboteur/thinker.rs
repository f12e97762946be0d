//! A player that searches: sequential halving in the worlds of an estimator, everybody playing on like `papers`.

use games::Saboteur;
use games::saboteur::{Action, Role, Rules, Seen};
use search::playout::GuidedPlayout;
use search::{Halving, HalvingRule};
use table::{
    Advised, Agent, Belief, BySeat, MAX_SEATS, Param, Params, Player, Rng, Seat, SeatSet, Spec, SpecError,
    Tipped, Values, View,
};

use super::narrow::narrow;
use super::papers::{Manner, Papers};
use super::suspicion::Suspects;
use crate::beliefs::Weighed;
use crate::estimators::{Guessed, ORACLE, estimator};
use crate::registry::Seated;
use crate::row::Row;
use crate::thinkers::{self, MS, budget};

const BY: Param =
    Param::new("by", "bayes", "the estimator whose worlds it thinks in; oracle cheats", Values::Spec);
const SIMS: Param = thinkers::SIMS.with_default("600");
const DOUBT: Param = Param::number(
    "doubt",
    "1",
    "by how many standard errors an action must lead what papers would do",
    0.0,
    10.0,
);
const PLAY: Param =
    Param::new("play", "papers", "how everybody plays on: papers with its parameters", Values::Spec);

/// The player that searches.
pub(super) const ROW: Row<Saboteur> = Row {
    name: "thinker",
    about: "tries its actions in the worlds of an estimator, everybody playing on like papers",
    params: &[&[BY, SIMS, MS, DOUBT, PLAY]],
    quick: &["sims=30", "by=oracle,sims=30"],
    build: player,
};

type Search<B> = Halving<Saboteur, B, GuidedPlayout<Saboteur, Papers>>;

fn player(params: &mut Params<'_>, rules: &Rules) -> Result<Player<Saboteur>, SpecError> {
    let by: Spec = params.text(&BY).parse()?;
    let rule = HalvingRule { doubt: params.number(&DOUBT)?, narrow };
    let budget = budget(params, &SIMS)?;
    let playout = GuidedPlayout::new(papers_of(&params.text(&PLAY).parse()?)?);
    if by.name == ORACLE.name {
        ORACLE.check(&by)?;
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
