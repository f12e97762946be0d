//! The kind `sides`: how often the first entrant wins in each role.

use agents::RoleGame;
use agents::measures::{Column, Formula, Measure, Method, Unit, Upcoming, Watch};
use table::{EventOf, Lang, Payoffs, Seat, SpecError, Witness};

use super::{How, Row};

/// The kind for a game with these roles.
pub(super) fn sides<G: RoleGame>() -> Row<G> {
    Row {
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
fn names<G: RoleGame>() -> impl Iterator<Item = String> {
    let word = |name: &str| name.to_ascii_lowercase().replace(|c: char| !c.is_ascii_alphanumeric(), "_");
    G::ROLES.iter().map(move |&role| word(G::role_name(role, Lang::English)))
}

fn by_role<G: RoleGame>() -> impl Iterator<Item = Measure> {
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
struct Sides<G: RoleGame> {
    first: Seat,
    role: Option<G::Role>,
}

impl<G: RoleGame> Witness<G> for Sides<G> {
    fn see(&mut self, truth: &G, _event: &EventOf<G>) {
        if self.role.is_none() && G::roles_dealt(truth.public()) {
            self.role = truth.role(self.first);
        }
    }
}

impl<G: RoleGame> Watch<G> for Sides<G> {
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

#[cfg(test)]
mod tests {
    use super::super::tests::{found, job, setting};

    /// Nobody digs, so saboteurs win and diggers do not; of three seats one is a saboteur in every deal.
    #[test]
    fn wins_are_counted_by_role() {
        let game = "saboteur(rounds=1,saboteurs=1,score=win,deck=6map+3rockfall,hand=2)";
        let found = found(job("sides", setting(game, "random,random,random", true, &[])).unwrap(), 40);
        assert_eq!((found("digger_wins").value, found("digger_wins").n), (0.0, 40));
        assert_eq!((found("saboteur_wins").value, found("saboteur_wins").n), (1.0, 40));
        assert!((found("win_rate").value - 1.0 / 3.0).abs() < 1e-12);
    }

    /// At a showdown the king wins and the jack loses; who only passes gets there.
    #[test]
    fn any_game_with_roles_has_its_own() {
        let found = found(job("sides", setting("kuhn", "first,first", false, &[])).unwrap(), 200);
        assert_eq!((found("j_wins").value, found("k_wins").value), (0.0, 1.0));
        assert!(found("q_wins").value > 0.3 && found("q_wins").value < 0.7, "{:?}", found("q_wins"));
        assert_eq!(found("j_wins").n + found("q_wins").n + found("k_wins").n, 200);
    }

    /// Of five one is a citizen; its faction is told apart from the other two, and all of them add up.
    #[test]
    fn factions_are_roles() {
        let players = ["heuristic"; 5].join(",");
        let job = job("sides", setting("raiders-modified", &players, false, &[])).unwrap();
        let names: Vec<&str> = job.names().collect();
        assert_eq!(names, ["shadow", "shadow_won", "raider", "raider_won", "citizen", "citizen_won"]);
        let games: f64 =
            job.play(0..60, false).unwrap().values.chunks(6).map(|row| row[0] + row[2] + row[4]).sum();
        assert_eq!(games, 60.0);
        let found = found(job, 60);
        let counted = ["shadow_wins", "raider_wins", "citizen_wins"].map(|name| found(name).n);
        assert_eq!(counted.iter().sum::<usize>(), 60, "{counted:?}");
        assert!(counted.iter().all(|&games| games > 0), "{counted:?}");
    }

    #[test]
    fn one_role_a_game() {
        let refused = job("sides", setting("saboteur", "random,random,random", false, &[])).err().unwrap();
        assert!(refused.to_string().contains("sides needs one role a game"), "{refused}");
    }
}
