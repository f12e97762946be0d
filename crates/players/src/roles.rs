//! Games in which one guesses who is who: the assignments of roles that a view allows, and how probable they are.

use table::{
    Advised, Agent, BySeat, HiddenRoles, Lang, Notation, Player, PublicState, Rng, Seat, SeatSet, Tipped,
    View,
};

/// Who everybody is, and how probable that is.
pub type Assignment<G> = (BySeat<<G as HiddenRoles>::Role>, f64);

/// The number of worlds imagined in search of one with given roles.
const TRIES: usize = 1000;

/// A game with hidden roles that can be guessed.
pub trait RoleGame: Notation + HiddenRoles {
    /// Every role there is.
    const ROLES: &'static [Self::Role];

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

/// The oracle that this agent is once it is told who everybody is, at a table with these rules.
pub fn told_roles<G, A>(agent: A, rules: &G::Rules) -> Player<G>
where
    G: HiddenRoles,
    A: Agent<G> + Advised<G> + 'static,
{
    let seats = G::new(rules).public().seats();
    Player::Oracle(Box::new(Tipped::new(agent, SeatSet::all(seats))))
}

#[cfg(test)]
mod tests {
    use super::*;

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
