//! Estimators of who is who and of who ends where, by name: the list, and the door from names to types.

use games::{GAMES, GameInfo};
use table::{Estimator, EventOf, Forecast, HiddenRoles, Param, Params, Seat, Spec, SpecError};

use players::beliefs::Prior;
use players::roles::{Assignment, RoleGame};

use crate::registry::{Playable, Visitor, visit_usual};
use crate::row::{Info, Listed, Row, find, merge};

/// An estimator of one game.
pub type EstimatorRow<G> = Row<G, Box<dyn Estimator<G>>>;

/// A forecast of the final ranks in one game.
pub type ForecastRow<G> = Row<G, Box<dyn Forecast<G>>>;

/// The reference that cheats: it reads the truth. Experiments may name it where an estimator stands.
pub const ORACLE: Info = Info {
    name: "oracle",
    about: "reads the truth: no guess is better, for experiments only",
    params: &[],
    quick: &[],
};

fn uniform<G: Estimated>() -> EstimatorRow<G> {
    Row {
        name: "uniform",
        about: "what the deal alone says: reads nothing into what others do",
        params: &[],
        quick: &[],
        build: |_, _| Ok(Box::new(Prior::<G>::default())),
    }
}

/// Every estimator of a game, sorted by name. None of them sees more than a view.
pub fn estimator_rows<G: Estimated>() -> Vec<EstimatorRow<G>> {
    let mut rows = G::ESTIMATORS.to_vec();
    rows.push(uniform());
    rows.sort_by_key(|row| row.name);
    rows
}

/// Lists the estimators of a game: of roles, if it has some, and of final ranks.
struct Infos;

impl Visitor for Infos {
    type Out = Vec<Info>;

    fn visit<G: Playable>(self, _rules: G::Rules) -> Vec<Info> {
        G::FORECASTS.iter().map(Row::info).collect()
    }

    fn visit_roles<G: Estimated>(self, rules: G::Rules) -> Vec<Info> {
        let mut infos: Vec<Info> = estimator_rows::<G>().iter().map(Row::info).collect();
        infos.extend(self.visit::<G>(rules));
        infos
    }
}

/// Whether a game has hidden roles.
struct HasRoles;

impl Visitor for HasRoles {
    type Out = bool;

    fn visit<G: Playable>(self, _rules: G::Rules) -> bool {
        false
    }

    fn visit_roles<G: Estimated>(self, _rules: G::Rules) -> bool {
        true
    }
}

/// Every estimator of every game, sorted by name.
pub fn estimators() -> Vec<Listed> {
    merge(GAMES.iter().map(|game| (game.name, visit_usual(game, Infos))))
}

/// The games with hidden roles.
pub fn role_games() -> Vec<&'static str> {
    GAMES.iter().filter(|game| visit_usual(game, HasRoles)).map(|game| game.name).collect()
}

/// The games that an estimator or a forecast can take notes of.
fn noted_games() -> Vec<&'static str> {
    let is_noted = |game: &&GameInfo| !visit_usual(game, Infos).is_empty();
    GAMES.iter().filter(is_noted).map(|game| game.name).collect()
}

/// The forecast of final ranks that a spec names, for a table with these rules.
///
/// # Errors
/// A game without forecasts, names and parameters that do not exist, values that cannot be.
pub fn forecast<G: Playable>(spec: &Spec, rules: &G::Rules) -> Result<Box<dyn Forecast<G>>, SpecError> {
    if G::FORECASTS.is_empty() {
        let games = noted_games().join(", ");
        return Err(SpecError::bad(format!(
            "{} has no hidden roles to guess, and nobody forecasts its ranks; games with estimators: {games}",
            G::NAME
        )));
    }
    find(G::FORECASTS, "estimator", spec)?.make(spec, rules)
}

/// A game with hidden roles, and the estimators that know it.
pub trait Estimated: Playable + RoleGame {
    /// The estimators that know this game.
    const ESTIMATORS: &'static [EstimatorRow<Self>];
}

/// The estimator a spec names, for a table with these rules.
///
/// # Errors
/// Names and parameters that do not exist, values that cannot be.
pub fn estimator<G: Estimated>(spec: &Spec, rules: &G::Rules) -> Result<Box<dyn Estimator<G>>, SpecError> {
    find(&estimator_rows::<G>(), "estimator", spec)?.make(spec, rules)
}

/// The estimator that a parameter names; none if that is the oracle, who is told ([`told_roles`]).
pub(crate) fn estimator_or_oracle<G: Estimated>(
    params: &mut Params<'_>,
    by: &Param,
    rules: &G::Rules,
) -> Result<Option<Box<dyn Estimator<G>>>, SpecError> {
    let by: Spec = params.text(by).parse()?;
    match by.name == ORACLE.name {
        true => ORACLE.check(&by).map(|()| None),
        false => estimator::<G>(&by, rules).map(Some),
    }
}

/// The sources that an experiment may ask for roles: an estimator, or an oracle.
pub enum RoleSource<G: HiddenRoles> {
    /// One who sees views.
    Estimator(Box<dyn Estimator<G>>),
    /// One who reads the truth; what it read last.
    Oracle(Vec<Assignment<G>>),
}

/// The role_source a spec names: `oracle`, or an estimator.
pub fn role_source<G: Estimated>(spec: &Spec, rules: &G::Rules) -> Result<RoleSource<G>, SpecError> {
    if spec.name == ORACLE.name {
        return ORACLE.check(spec).map(|()| RoleSource::Oracle(Vec::new()));
    }
    estimator(spec, rules).map(RoleSource::Estimator).map_err(|error| match error {
        // The answer to a misspelt name lists the oracle, too.
        SpecError::Unknown { what, name, mut known } if name == spec.name => {
            known.push(ORACLE.name.to_string());
            SpecError::Unknown { what, name, known }
        }
        error => error,
    })
}

impl<G: Estimated> RoleSource<G> {
    /// A game begins: forget the last one.
    pub fn begin(&mut self, truth: &G, seat: Seat) {
        if let RoleSource::Estimator(estimator) = self {
            estimator.begin(truth.view(seat));
        }
    }

    /// An event was applied.
    pub fn see(&mut self, truth: &G, seat: Seat, event: &EventOf<G>) {
        if let RoleSource::Estimator(estimator) = self {
            estimator.see(truth.view(seat), &truth.seen(event, Some(seat)));
        }
    }

    /// Every assignment of roles it thinks possible, with its probability; nothing while roles are dealt.
    pub fn assignments(&mut self, truth: &G, seat: Seat) -> &[Assignment<G>] {
        match self {
            RoleSource::Estimator(estimator) => estimator.assignments(truth.view(seat)),
            RoleSource::Oracle(read) => {
                read.clear();
                if G::roles_dealt(truth.public()) {
                    read.extend(truth.roles().map(|roles| (roles, 1.0)));
                }
                read
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::Kuhn;
    use table::Notation;

    #[test]
    fn names_and_parameters_are_checked() {
        let rules = Kuhn::read_rules(&Spec::named("kuhn"), 2).unwrap();
        let error = |text: &str| estimator::<Kuhn>(&text.parse().unwrap(), &rules).err().unwrap().to_string();
        assert!(error("unifrom").starts_with("no estimator for kuhn `unifrom`; did you mean `uniform`?"));
        assert!(error("uniform(x=1)").starts_with("no parameter of uniform `x`"));
        assert!(error("oracle").starts_with("no estimator for kuhn `oracle`"), "it needs the truth");
        assert!(matches!(role_source::<Kuhn>(&Spec::named("oracle"), &rules), Ok(RoleSource::Oracle(_))));
        assert!(matches!(role_source::<Kuhn>(&Spec::named("uniform"), &rules), Ok(RoleSource::Estimator(_))));
    }
}
