//! The kind `sides`: how often the first entrant wins in each role.

use table::{EventOf, Lang, Payoffs, Seat, SpecError, Witness};

use super::{Column, Formula, How, Known, Measure, Method, Unit, Upcoming, Watch};
use crate::estimators::Estimated;

/// The kind for a game with these roles.
pub(super) fn sides<G: Estimated>() -> Known<G> {
    Known {
        name: "sides",
        about: "the wins of the first entrant by its role, in games in which everybody keeps one role; a unit is one \
                series of games, or one deal in every seating if paired",
        axes: Vec::new(),
        columns: names::<G>().flat_map(|name| columns(&name)).collect(),
        measures: by_role::<G>().chain([in_any_role(G::ROLES.len())]).collect(),
        method: How::Own(Method::Watch(|_, lineup| match G::keeps_roles(&lineup.rules) {
            true => Ok(Box::new(Sides::<G> { first: Seat::new(0), role: None })),
            false => Err(SpecError::bad(format!(
                "sides needs one role a game: with these rules {} deals roles more than once",
                G::NAME
            ))),
        })),
    }
}

/// The roles as parts of names.
fn names<G: Estimated>() -> impl Iterator<Item = String> {
    let word = |name: &str| name.to_ascii_lowercase().replace(|c: char| !c.is_ascii_alphanumeric(), "_");
    G::ROLES.iter().map(move |&role| word(G::role_name(role, Lang::English)))
}

fn by_role<G: Estimated>() -> impl Iterator<Item = Measure> {
    (0..).zip(names::<G>()).map(|(role, name)| {
        let about = format!("how often the first entrant wins as {name}");
        rate(format!("{name}_wins"), about, vec![won(role)], vec![had(role)])
    })
}

fn in_any_role(roles: usize) -> Measure {
    let (part, whole) = ((0..roles).map(won).collect(), (0..roles).map(had).collect());
    rate("win_rate".into(), "how often it wins in any role".into(), part, whole)
}

fn rate(name: String, about: String, part: Vec<usize>, whole: Vec<usize>) -> Measure {
    let formula = Formula::Rate { part: part.into(), whole: whole.into() };
    Measure { name: name.into(), about: about.into(), unit: Unit::Percent, formula }
}

fn columns(role: &str) -> [Column; 2] {
    let column = |name: String, about: String| Column { name: name.into(), about: about.into() };
    [
        column(role.to_string(), format!("games in which the first entrant is {role}")),
        column(format!("{role}_won"), format!("those that it won as {role}; a shared win counts in part")),
    ]
}

/// Where the games in a role stand, and those won.
const fn had(role: usize) -> usize {
    2 * role
}

const fn won(role: usize) -> usize {
    2 * role + 1
}

/// Counts games and wins by role.
struct Sides<G: Estimated> {
    first: Seat,
    role: Option<G::Role>,
}

impl<G: Estimated> Witness<G> for Sides<G> {
    fn see(&mut self, truth: &G, _event: &EventOf<G>) {
        if self.role.is_none() && G::roles_dealt(truth.public()) {
            self.role = truth.role(self.first);
        }
    }
}

impl<G: Estimated> Watch<G> for Sides<G> {
    fn begin(&mut self, game: Upcoming) {
        *self = Sides { first: game.first, role: None };
    }

    fn end(&mut self, payoffs: &Payoffs, row: &mut [f64]) {
        if let Some(role) = G::ROLES.iter().position(|role| Some(*role) == self.role) {
            row[had(role)] += 1.0;
            row[won(role)] += payoffs.wins[self.first];
        }
    }
}
