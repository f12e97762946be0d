//! Estimators of who is who and of who ends where, by name: the list, and the door from names to types.

use games::{GAMES, GameInfo};
use table::{
    Advised, Agent, BySeat, Estimator, EventOf, Forecast, HiddenRoles, Lang, Param, Params, Player,
    PublicState, Rng, Seat, SeatSet, Spec, SpecError, Tipped, View,
};

use crate::beliefs::Prior;
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

fn uniform<G: RoleGame>() -> EstimatorRow<G> {
    Row {
        name: "uniform",
        about: "what the deal alone says: reads nothing into what others do",
        params: &[],
        quick: &[],
        build: |_, _| Ok(Box::new(Prior::<G>::default())),
    }
}

/// Every estimator of a game, sorted by name. None of them sees more than a view.
pub fn estimator_rows<G: RoleGame>() -> Vec<EstimatorRow<G>> {
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

    fn visit_roles<G: RoleGame>(self, rules: G::Rules) -> Vec<Info> {
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

    fn visit_roles<G: RoleGame>(self, _rules: G::Rules) -> bool {
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

/// Who everybody is, and how probable that is.
pub type Assignment<G> = (BySeat<<G as HiddenRoles>::Role>, f64);

/// So many worlds are imagined in search of one with given roles.
const TRIES: usize = 1000;

/// A game with hidden roles that the house has estimators for.
pub trait RoleGame: Playable + HiddenRoles {
    /// Every role there is.
    const ROLES: &'static [Self::Role];

    /// The estimators that know this game.
    const ESTIMATORS: &'static [EstimatorRow<Self>];

    /// The role in one word, for people.
    fn role_name(role: Self::Role, lang: Lang) -> &'static str;

    /// Whether everybody has a role now; false before and while roles are dealt, anew in every round.
    fn roles_dealt(public: &Self::Public) -> bool;

    /// Whether everybody keeps one role from the deal to the end of a game with these rules.
    fn keeps_roles(_rules: &Self::Rules) -> bool {
        true
    }

    /// The role cards that are dealt from, one to a seat, with the number of each.
    fn role_cards(public: &Self::Public) -> impl AsMut<[(Self::Role, u32)]>;

    /// Whether a seat may have a role, by all that the seat of this view knows for sure. Asked once roles are dealt;
    /// what is known only grows.
    fn may_have(view: View<'_, Self>, seat: Seat, role: Self::Role) -> bool;

    /// A world this seat cannot tell from the truth, in which these are the roles.
    ///
    /// By itself it imagines worlds until one has them. If none of many has, it is the last of them with
    /// other roles; override it where that is likely or slow.
    fn imagine_with_roles(view: View<'_, Self>, roles: &BySeat<Self::Role>, rng: &mut Rng) -> Self {
        let mut world = Self::imagine(view, rng);
        for _ in 1..TRIES {
            if roles.iter().all(|(seat, role)| world.role(seat) == Some(role)) {
                break;
            }
            world = Self::imagine(view, rng);
        }
        world
    }
}

/// Lists every assignment of roles that the deal allows, given what this seat knows for sure, weighed by the number
/// of ways to deal it with the physical cards; none while roles are dealt. The order is always the same.
pub fn list_assignments<G: RoleGame>(view: View<'_, G>, out: &mut Vec<Assignment<G>>) {
    out.clear();
    if G::roles_dealt(view.public) {
        let may = |seat, role| G::may_have(view, seat, role);
        assign_all(G::role_cards(view.public).as_mut(), view.seats(), &may, out);
    }
}

/// Whether what this seat knows for sure allows these roles.
pub fn is_possible<G: RoleGame>(view: View<'_, G>, roles: &BySeat<G::Role>) -> bool {
    roles.iter().all(|(seat, role)| G::may_have(view, seat, role))
}

fn assign_all<R: Copy>(
    bag: &mut [(R, u32)],
    seats: usize,
    may: &impl Fn(Seat, R) -> bool,
    out: &mut Vec<(BySeat<R>, f64)>,
) {
    if let Some(&(any, _)) = bag.first() {
        assign_from(Seat::new(0), bag, may, (BySeat::new(seats, any), 1.0), out);
    }
}

/// Assigns roles to this seat and all after it.
fn assign_from<R: Copy>(
    seat: Seat,
    bag: &mut [(R, u32)],
    may: &impl Fn(Seat, R) -> bool,
    (mut roles, weight): (BySeat<R>, f64),
    out: &mut Vec<(BySeat<R>, f64)>,
) {
    if seat.index() == roles.seats() {
        return out.push((roles, weight));
    }
    for i in 0..bag.len() {
        let (role, left) = bag[i];
        if left > 0 && may(seat, role) {
            roles[seat] = role;
            bag[i].1 -= 1;
            assign_from(Seat::new(seat.index() + 1), bag, may, (roles, weight * f64::from(left)), out);
            bag[i].1 += 1;
        }
    }
}

/// How probable it is that this seat has this role.
pub fn probability<R: Copy + Eq>(assignments: &[(BySeat<R>, f64)], seat: Seat, role: R) -> f64 {
    assignments.iter().filter(|(roles, _)| roles[seat] == role).map(|(_, chance)| chance).sum()
}

/// The estimator a spec names, for a table with these rules.
///
/// # Errors
/// Names and parameters that do not exist, values that cannot be.
pub fn estimator<G: RoleGame>(spec: &Spec, rules: &G::Rules) -> Result<Box<dyn Estimator<G>>, SpecError> {
    find(&estimator_rows::<G>(), "estimator", spec)?.make(spec, rules)
}

/// The estimator that a parameter names; none if that is the oracle, who is told ([`told_roles`]).
pub(crate) fn estimator_or_oracle<G: RoleGame>(
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

/// The oracle that this agent is once it is told who everybody is, at a table with these rules.
pub fn told_roles<G, A>(agent: A, rules: &G::Rules) -> Player<G>
where
    G: HiddenRoles,
    A: Agent<G> + Advised<G> + 'static,
{
    let seats = G::new(rules).public().seats();
    Player::Oracle(Box::new(Tipped::new(agent, SeatSet::all(seats))))
}

/// Whoever an experiment may ask who is who: an estimator, or the one who looks.
pub enum RoleSource<G: HiddenRoles> {
    /// One who sees views.
    Estimator(Box<dyn Estimator<G>>),
    /// One who reads the truth; what it read last.
    Oracle(Vec<Assignment<G>>),
}

/// The role_source a spec names: `oracle`, or an estimator.
pub fn role_source<G: RoleGame>(spec: &Spec, rules: &G::Rules) -> Result<RoleSource<G>, SpecError> {
    if spec.name == ORACLE.name {
        return ORACLE.check(spec).map(|()| RoleSource::Oracle(Vec::new()));
    }
    estimator(spec, rules).map(RoleSource::Estimator).map_err(|error| match error {
        // Whoever misspells a name is told that the oracle may be asked, too.
        SpecError::Unknown { what, name, mut known } if name == spec.name => {
            known.push(ORACLE.name.to_string());
            SpecError::Unknown { what, name, known }
        }
        error => error,
    })
}

impl<G: RoleGame> RoleSource<G> {
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

    /// Saboteur for three: a bag of three diggers and one saboteur, one card stays out.
    #[test]
    fn a_bag_deals_with_the_weight_of_its_cards() {
        let mut out = Vec::new();
        assign_all(&mut [('d', 3), ('s', 1)], 3, &|_, _| true, &mut out);
        let told: Vec<(String, f64)> =
            out.iter().map(|(roles, weight)| (roles.as_slice().iter().collect(), *weight)).collect();
        let expected = [("ddd", 6.0), ("dds", 6.0), ("dsd", 6.0), ("sdd", 6.0)];
        assert_eq!(told, expected.map(|(roles, weight)| (roles.to_string(), weight)));
        out.clear();
        assign_all(&mut [('d', 3), ('s', 2)], 3, &|seat, role| seat.index() != 1 || role == 's', &mut out);
        assert_eq!(out.iter().map(|(_, weight)| *weight).collect::<Vec<_>>(), [12.0, 6.0, 6.0]);
        assert!((probability(&out, Seat::new(0), 's') - 6.0).abs() < 1e-12);
    }
}
