//! Small games for two, solved: by the game's own solver where it has one, else by CFR+ over its whole tree. And how far
//! players can be exploited in them.

mod exploit;

use std::fmt;

use games::{GAMES, GameInfo, find_game};
use search::exact::{CfrPlus, InfoSetId, Policy, Stakes, Tree};
use serde::{Serialize, Serializer};
use solve::{OnProgress, SolveProgress};
use table::{Lang, Seat, Spec, SpecError};

use crate::registry::{Playable, Visitor, visit};

pub(crate) use exploit::no_mix;
#[cfg(test)]
pub(crate) use exploit::resampled;
pub use exploit::{Answered, Exploitability, Inquiry, exploit};

/// The number of players at a table that is solved: with more, no equilibrium is promised.
const SEATS: usize = 2;

/// How much may be spent on a game that has no solver of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// How many iterations of CFR+ are done.
    pub iterations: u64,
    /// The number of nodes the whole tree may have.
    pub nodes: usize,
}

impl Default for Effort {
    /// A thousand iterations over a million nodes.
    fn default() -> Effort {
        Effort { iterations: 1_000, nodes: 1_000_000 }
    }
}

/// A game for two, solved.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Solution {
    /// The game with its options.
    pub game: String,
    /// How it was solved.
    pub method: &'static str,
    /// What A gains when both play like this.
    pub value: f64,
    /// What somebody could still gain against it, on average over the seats: 0 in an equilibrium.
    pub exploitability: f64,
    /// The number of states, or nodes of the tree.
    pub states: usize,
    /// How many iterations were done; 0 where there are none to do.
    pub iterations: u64,
    /// What is done where there is a choice; of a game solved round by round, in the first round.
    pub policy: Vec<Situation>,
}

/// What a seat does where it must choose.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Situation {
    /// Who chooses.
    pub seat: Seat,
    /// What it has seen, a sentence each.
    pub knows: Vec<String>,
    /// How likely it does what, in the notation of the game.
    #[serde(serialize_with = "as_map")]
    pub shares: Vec<(String, f64)>,
}

fn as_map<S: Serializer>(shares: &[(String, f64)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(shares.iter().map(|(action, share)| (action, share)))
}

/// Why a game was not solved.
#[derive(Clone, PartialEq, Debug)]
pub enum Unsolved {
    /// There is no such game, or it is none for two: name another.
    Refused(SpecError),
    /// Its tree has more nodes than this limit: allow more.
    TooLarge(usize),
    /// The progress callback has stopped it: begin again, nothing is kept.
    Stopped,
}

impl fmt::Display for Unsolved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unsolved::Refused(error) => error.fmt(f),
            Unsolved::TooLarge(nodes) => {
                write!(f, "the game tree has more than {nodes} nodes: allow more nodes")
            }
            Unsolved::Stopped => f.write_str("stopped before it was solved"),
        }
    }
}

impl std::error::Error for Unsolved {}

impl From<SpecError> for Unsolved {
    fn from(error: SpecError) -> Unsolved {
        Unsolved::Refused(error)
    }
}

/// Solves the game that a spec names, for two. CFR+ that is stopped gives the average of its iterations so far.
///
/// # Errors
/// See [`Unsolved`].
pub fn solve(spec: &Spec, effort: &Effort, look: &OnProgress<'_>) -> Result<Solution, Unsolved> {
    check_seats(find_game(spec)?)?;
    visit(spec, SEATS, Solve { effort, look })?
}

/// Refuses a game that two cannot play.
fn check_seats(game: &GameInfo) -> Result<(), SpecError> {
    if game.seats.0 <= SEATS {
        return Ok(());
    }
    let for_two = GAMES.iter().filter(|game| game.seats.0 <= SEATS).map(|game| game.name);
    let (name, fewest, for_two) = (game.name, game.seats.0, for_two.collect::<Vec<_>>().join(", "));
    Err(SpecError::bad(format!(
        "{name} needs {fewest} seats or more, and games for two are solved: {for_two}"
    )))
}

struct Solve<'a> {
    effort: &'a Effort,
    look: &'a OnProgress<'a>,
}

impl Visitor for Solve<'_> {
    type Out = Result<Solution, Unsolved>;

    fn visit<G: Playable>(self, rules: G::Rules) -> Self::Out {
        G::solve(&rules, self.effort, self.look)
    }
}

/// The average of what CFR+ plays over the whole tree.
pub(crate) fn by_cfr<G: Playable>(
    rules: &G::Rules,
    effort: &Effort,
    look: &OnProgress<'_>,
) -> Result<Solution, Unsolved> {
    let tree = Tree::<G>::build(rules, Stakes::Points, effort.nodes)
        .map_err(|_| Unsolved::TooLarge(effort.nodes))?;
    let mut cfr = CfrPlus::new(&tree);
    cfr.run(effort.iterations, 1, |cfr| {
        look(SolveProgress { done: cfr.iterations(), total: effort.iterations })
    });
    let average = cfr.average();
    Ok(Solution {
        game: G::write_rules(rules),
        method: "CFR+",
        value: tree.values(&average)[Seat::new(0)],
        exploitability: tree.exploitability(&average),
        states: tree.len(),
        iterations: cfr.iterations(),
        policy: tree.infosets().map(|id| situation(&tree, id, &average)).collect(),
    })
}

/// What a seat does on what it has seen.
fn situation<G: Playable>(tree: &Tree<G>, id: InfoSetId, policy: &Policy) -> Situation {
    let set = &tree[id];
    let mut truth = G::new(tree.rules());
    let tell = |event| {
        truth.apply(event);
        G::tell(&truth.seen(event, Some(set.seat)), Lang::English)
    };
    let knows = set.story.iter().map(tell).collect();
    let shares = set.actions.iter().zip(&policy[id]);
    let shares = shares.map(|(action, &share)| (action.to_string(), share)).collect();
    Situation { seat: set.seat, knows, shares }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;
    use solve::nobody;

    fn solved(game: &str, effort: Effort) -> Result<Solution, Unsolved> {
        solve(&game.parse().unwrap(), &effort, &nobody)
    }

    fn of(iterations: u64) -> Effort {
        Effort { iterations, ..Effort::default() }
    }

    #[test]
    fn small_games_have_their_known_values() {
        for (game, value, situations) in [
            ("kuhn", -1.0 / 18.0, 12),
            ("leduc", -0.085_606_424_1, 936),
            ("buzzard(cards=4)", 0.0, 8),
            ("buzzard(cards=4,utility=win)", 0.5, 8),
        ] {
            let solution = solved(game, of(500)).unwrap();
            assert!((solution.value - value).abs() < 1e-3, "{game}: {}", solution.value);
            assert!(solution.exploitability.abs() < 5e-3, "{game}: {}", solution.exploitability);
            assert_eq!(solution.policy.len(), situations, "{game}");
            for at in &solution.policy {
                let sum: f64 = at.shares.iter().map(|(_, share)| share).sum();
                assert!((sum - 1.0).abs() < 1e-9, "{game}: {at:?}");
            }
        }
    }

    #[test]
    fn a_situation_is_told_as_its_seat_sees_it() {
        for at in solved("kuhn", of(10)).unwrap().policy {
            let other = if at.seat == Seat::new(0) { "B" } else { "A" };
            assert!(at.knows.contains(&format!("{other} is dealt a card")), "{at:?}");
        }
    }

    #[test]
    fn what_is_not_solved_is_refused_with_what_would_be_right() {
        let few = Effort { nodes: 100, ..Effort::default() };
        for (game, effort, right) in [
            ("leduc", few, "more than 100 nodes: allow more nodes"),
            ("saboteur", few, "saboteur needs 3 seats or more, and games for two are solved: buzzard, kuhn"),
            ("kuhm", few, "did you mean `kuhn`"),
            ("buzzard", few, "take fewer cards"),
        ] {
            let error = solved(game, effort).unwrap_err().to_string();
            assert!(error.contains(right), "{game}: {error}");
        }
    }

    #[test]
    fn whoever_looks_on_hears_of_all_and_may_stop_it() {
        for game in ["kuhn", "buzzard(cards=4)"] {
            let last = std::sync::Mutex::new((0, 0));
            let note = |progress: SolveProgress| {
                let mut last = last.lock().unwrap();
                *last = (*last).max((progress.done, progress.total));
                ControlFlow::Continue(())
            };
            solve(&game.parse().unwrap(), &of(30), &note).unwrap();
            let (done, total) = *last.lock().unwrap();
            assert!(done == total && total >= 30, "{game}: {done} of {total}");
        }
        let stop = |_: SolveProgress| ControlFlow::Break(());
        let stopped = |game: &str| solve(&game.parse().unwrap(), &of(30), &stop);
        assert_eq!(stopped("kuhn").unwrap().iterations, 1);
        assert_eq!(stopped("buzzard(cards=4)"), Err(Unsolved::Stopped));
    }
}
