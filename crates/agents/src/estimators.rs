//! Estimators of who is who, by name: the list, and the door from names to types.

use games::{Kuhn, Raiders, Saboteur, find_game};
use table::{
    BySeat, Estimator, EventOf, Game, HiddenRoles, Notation, Param, Params, Rng, Seat, Spec, SpecError, View,
    unknown,
};

use crate::beliefs::Prior;
use crate::registry::Seated;

/// What the list says about an estimator.
#[derive(Clone, Copy, Debug)]
pub struct EstimatorInfo {
    /// The name people type.
    pub name: &'static str,
    /// One line about it.
    pub about: &'static str,
    /// What can be set.
    pub params: &'static [Param],
    /// The games it knows; empty if it guesses in every game with roles.
    pub games: &'static [&'static str],
}

/// Every estimator of the house. None of them sees more than a view.
pub static ESTIMATORS: &[EstimatorInfo] = &[
    EstimatorInfo {
        name: "bayes",
        about: "the exact posterior over the cards, if the others play as it supposes",
        params: crate::kuhn::BAYES,
        games: &[Kuhn::NAME],
    },
    crate::saboteur::BAYES,
    crate::saboteur::SUSPICION,
    EstimatorInfo {
        name: "bayes",
        about: "the posterior over the factions, if the others are heuristic players",
        params: crate::raiders::BAYES,
        games: &[Raiders::NAME],
    },
    EstimatorInfo {
        name: "candidates",
        about: "counts what inference cards, damage and shown characters leave possible",
        params: &[],
        games: &[Raiders::NAME],
    },
    EstimatorInfo {
        name: "uniform",
        about: "what the deal alone says: reads nothing into what others do",
        params: &[],
        games: &[],
    },
];

/// The reference that cheats: it reads the truth. Experiments may name it where an estimator stands.
pub static ORACLE: EstimatorInfo = EstimatorInfo {
    name: "oracle",
    about: "reads the truth: the upper bound, for experiments only",
    params: &[],
    games: &[],
};

/// The games with hidden roles.
pub static WITH_ROLES: &[&str] = &[Kuhn::NAME, Raiders::NAME, Saboteur::NAME];

impl EstimatorInfo {
    /// Whether it guesses in this game.
    pub fn knows(&self, game: &str) -> bool {
        if self.games.is_empty() { WITH_ROLES.contains(&game) } else { self.games.contains(&game) }
    }
}

/// The estimators of one game; none if it has no roles.
pub fn estimators_for(game: &str) -> impl Iterator<Item = &'static EstimatorInfo> {
    ESTIMATORS.iter().filter(move |estimator| estimator.knows(game))
}

/// Who everybody is, and how probable that is.
pub type Assignment<G> = (BySeat<<G as HiddenRoles>::Role>, f64);

/// So many worlds are imagined in search of one with given roles.
const TRIES: usize = 1000;

/// A game with hidden roles that the house has estimators for.
pub trait Guessed: Seated + HiddenRoles {
    /// Every role there is.
    const ROLES: &'static [Self::Role];

    /// The role in one word, for people.
    fn role_name(role: Self::Role) -> &'static str;

    /// Whether everybody has a role now; false before and while roles are dealt, anew in every round.
    fn roles_dealt(public: &Self::Public) -> bool;

    /// Every assignment of roles that the deal allows, given what this seat knows for sure, with any weight
    /// proportional to its prior probability. Asked once roles are dealt.
    ///
    /// What is listed shrinks as more is known, and its order never changes. [`deals_from`] does most of it.
    fn deal_of_roles(view: View<'_, Self>, out: &mut Vec<Assignment<Self>>);

    /// An estimator that knows this game, if the name is one of those.
    fn own_estimator(spec: &Spec, rules: &Self::Rules)
    -> Option<Result<Box<dyn Estimator<Self>>, SpecError>>;

    /// A world this seat cannot tell from the truth, in which these are the roles.
    ///
    /// By itself it imagines worlds until one has them. If none of many has, it is the last of them with
    /// other roles; override it where that is likely or slow.
    fn imagine_with_roles(view: View<'_, Self>, roles: &BySeat<Self::Role>, rng: &mut Rng) -> Self {
        let mut world = Self::imagine(view, rng);
        for _ in 1..TRIES {
            if roles.iter().all(|(seat, role)| world.role(seat) == role) {
                break;
            }
            world = Self::imagine(view, rng);
        }
        world
    }
}

/// Lists every way to deal one role a seat from a bag of role cards, weighed by the number of ways to do it
/// with the physical cards; seats whose role is known have it.
pub fn deals_from<R: Copy + Eq>(
    bag: &mut [(R, u32)],
    known: &BySeat<Option<R>>,
    out: &mut Vec<(BySeat<R>, f64)>,
) {
    if let Some(&(any, _)) = bag.first() {
        deal_on(bag, known, 0, (BySeat::new(known.seats(), any), 1.0), out);
    }
}

fn deal_on<R: Copy + Eq>(
    bag: &mut [(R, u32)],
    known: &BySeat<Option<R>>,
    next: usize,
    (mut roles, weight): (BySeat<R>, f64),
    out: &mut Vec<(BySeat<R>, f64)>,
) {
    if next == known.seats() {
        return out.push((roles, weight));
    }
    let seat = Seat::new(next);
    for i in 0..bag.len() {
        let (role, left) = bag[i];
        if left > 0 && known[seat].is_none_or(|known| known == role) {
            roles[seat] = role;
            bag[i].1 -= 1;
            deal_on(bag, known, next + 1, (roles, weight * f64::from(left)), out);
            bag[i].1 += 1;
        }
    }
}

/// How probable it is that this seat has this role.
pub fn probability<R: Copy + Eq>(assignments: &[(BySeat<R>, f64)], seat: Seat, role: R) -> f64 {
    assignments.iter().filter(|(roles, _)| roles[seat] == role).map(|(_, chance)| chance).sum()
}

/// Refuses a name that no estimator of this game has, or a parameter that it does not take.
pub fn check_estimator(spec: &Spec, game: &str) -> Result<&'static EstimatorInfo, SpecError> {
    check(spec, game, &estimators_for(game).collect::<Vec<_>>())
}

fn check(
    spec: &Spec,
    game: &str,
    known: &[&'static EstimatorInfo],
) -> Result<&'static EstimatorInfo, SpecError> {
    let names = known.iter().map(|estimator| estimator.name);
    let found = known
        .iter()
        .find(|estimator| estimator.name == spec.name)
        .ok_or_else(|| unknown(&format!("estimator for {game}"), &spec.name, names))?;
    match spec.params.iter().find(|(key, _)| !found.params.iter().any(|param| param.key == key)) {
        None => Ok(found),
        Some((key, _)) => {
            let known = found.params.iter().map(|param| param.key);
            Err(unknown(&format!("parameter of {}", spec.name), key, known))
        }
    }
}

/// The estimator a spec names, for a table with these rules.
pub fn estimator<G: Guessed>(spec: &Spec, rules: &G::Rules) -> Result<Box<dyn Estimator<G>>, SpecError> {
    check_estimator(spec, G::NAME)?;
    build_estimator(spec, rules)
}

/// The estimator of a listed name; its parameters are read without a look at the list.
pub(crate) fn build_estimator<G: Guessed>(
    spec: &Spec,
    rules: &G::Rules,
) -> Result<Box<dyn Estimator<G>>, SpecError> {
    G::own_estimator(spec, rules).unwrap_or_else(|| match spec.name.as_str() {
        "uniform" => {
            Params::new(spec).finish().map(|()| Box::new(Prior::<G>::default()) as Box<dyn Estimator<G>>)
        }
        name => unreachable!("`{name}` is listed, so it is built here"),
    })
}

/// Whoever an experiment may ask who is who: an estimator, or the one who looks.
pub enum Guesser<G: HiddenRoles> {
    /// One who sees views.
    Estimator(Box<dyn Estimator<G>>),
    /// One who reads the truth; what it read last.
    Oracle(Vec<Assignment<G>>),
}

/// The guesser a spec names: `oracle`, or an estimator.
pub fn guesser<G: Guessed>(spec: &Spec, rules: &G::Rules) -> Result<Guesser<G>, SpecError> {
    let listed: Vec<_> = estimators_for(G::NAME).chain([&ORACLE]).collect();
    if check(spec, G::NAME, &listed)?.name == ORACLE.name {
        return Params::new(spec).finish().map(|()| Guesser::Oracle(Vec::new()));
    }
    estimator(spec, rules).map(Guesser::Estimator)
}

impl<G: Guessed> Guesser<G> {
    /// A game begins: forget the last one.
    pub fn begin(&mut self, truth: &G, seat: Seat) {
        if let Guesser::Estimator(estimator) = self {
            estimator.begin(truth.view(seat));
        }
    }

    /// An event was applied.
    pub fn see(&mut self, truth: &G, seat: Seat, event: &EventOf<G>) {
        if let Guesser::Estimator(estimator) = self {
            estimator.see(truth.view(seat), &truth.seen(event, Some(seat)));
        }
    }

    /// Every assignment of roles it thinks possible, with its probability; nothing while roles are dealt.
    pub fn assignments(&mut self, truth: &G, seat: Seat) -> &[Assignment<G>] {
        match self {
            Guesser::Estimator(estimator) => estimator.assignments(truth.view(seat)),
            Guesser::Oracle(read) => {
                read.clear();
                if G::roles_dealt(truth.public()) {
                    let seats = G::seats(truth.public());
                    read.push((BySeat::from_fn(seats, |seat| truth.role(seat)), 1.0));
                }
                read
            }
        }
    }
}

/// Work that can be done with any game that has hidden roles.
pub trait GuessedVisitor {
    /// What comes of it.
    type Out;

    /// Does it with this game.
    fn visit<G: Guessed>(self, rules: G::Rules) -> Self::Out;
}

/// Does some work with the game that a spec names, for this many seats.
///
/// # Errors
/// Names that do not exist, and games without roles: the error says which have some.
pub fn visit_guessed<V: GuessedVisitor>(spec: &Spec, seats: usize, visitor: V) -> Result<V::Out, SpecError> {
    match find_game(spec)?.name {
        Kuhn::NAME => Ok(visitor.visit::<Kuhn>(Kuhn::read_rules(spec, seats)?)),
        Raiders::NAME => Ok(visitor.visit::<Raiders>(Raiders::read_rules(spec, seats)?)),
        Saboteur::NAME => Ok(visitor.visit::<Saboteur>(Saboteur::read_rules(spec, seats)?)),
        name => Err(SpecError::bad(format!(
            "{name} has no hidden roles to guess; games with roles: {}",
            WITH_ROLES.join(", ")
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::GAMES;

    /// Builds every estimator of a game from its defaults, and checks the game's own account of its roles.
    struct BuildAll;

    impl GuessedVisitor for BuildAll {
        type Out = usize;

        fn visit<G: Guessed>(self, rules: G::Rules) -> usize {
            let names: Vec<&str> = G::ROLES.iter().map(|&role| G::role_name(role)).collect();
            assert!((1..names.len()).all(|i| !names[..i].contains(&names[i])), "{names:?}");
            assert!(!G::roles_dealt(G::new(&rules).public()), "{}: nobody has a role yet", G::NAME);
            let built = |info: &&EstimatorInfo| match estimator::<G>(&Spec::named(info.name), &rules) {
                Ok(_) => true,
                Err(error) => panic!("{} for {}: {error}", info.name, G::NAME),
            };
            estimators_for(G::NAME).filter(built).count()
        }
    }

    #[test]
    fn every_game_with_roles_is_visited_and_every_estimator_is_built() {
        for game in GAMES {
            let built = visit_guessed(&Spec::named(game.name), game.seats.0, BuildAll);
            match WITH_ROLES.contains(&game.name) {
                true => assert!(built.unwrap() >= 1, "{}", game.name),
                false => {
                    let error = built.unwrap_err().to_string();
                    assert!(error.contains("no hidden roles to guess; games with roles: kuhn"), "{error}");
                }
            }
        }
    }

    #[test]
    fn names_and_parameters_are_checked() {
        let rules = Kuhn::read_rules(&Spec::named("kuhn"), 2).unwrap();
        let error = |text: &str| estimator::<Kuhn>(&text.parse().unwrap(), &rules).err().unwrap().to_string();
        assert!(error("unifrom").starts_with("no estimator for kuhn `unifrom`; did you mean `uniform`?"));
        assert!(error("uniform(x=1)").starts_with("no parameter of uniform `x`"));
        assert!(error("oracle").starts_with("no estimator for kuhn `oracle`"), "it needs the truth");
        assert!(matches!(guesser::<Kuhn>(&Spec::named("oracle"), &rules), Ok(Guesser::Oracle(_))));
        assert!(matches!(guesser::<Kuhn>(&Spec::named("uniform"), &rules), Ok(Guesser::Estimator(_))));
    }

    /// Saboteur for three: a bag of three diggers and one saboteur, one card stays out.
    #[test]
    fn a_bag_deals_with_the_weight_of_its_cards() {
        let mut out = Vec::new();
        deals_from(&mut [('d', 3), ('s', 1)], &BySeat::new(3, None), &mut out);
        let told: Vec<(String, f64)> =
            out.iter().map(|(roles, weight)| (roles.as_slice().iter().collect(), *weight)).collect();
        let expected = [("ddd", 6.0), ("dds", 6.0), ("dsd", 6.0), ("sdd", 6.0)];
        assert_eq!(told, expected.map(|(roles, weight)| (roles.to_string(), weight)));
        out.clear();
        let known = BySeat::from_fn(3, |seat| (seat.index() == 1).then_some('s'));
        deals_from(&mut [('d', 3), ('s', 2)], &known, &mut out);
        assert_eq!(out.iter().map(|(_, weight)| *weight).collect::<Vec<_>>(), [12.0, 6.0, 6.0]);
        assert!((probability(&out, Seat::new(0), 's') - 6.0).abs() < 1e-12);
    }
}
