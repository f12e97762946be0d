//! The game for two as one solution: its value, and how the first bids are mixed.

use std::ops::ControlFlow;

use games::Buzzard;
use games::buzzard::{Rules, Utility};
use table::{Notation, Seat, SpecError};

use crate::solving::{Situation, Solution, Unsolved};
use players::buzzard::setting;
use solve::{Limits, Mix, OnProgress, Setting, SolveError, SolveProgress, SolvedTable, solve};

/// What the solver's values are worth in the payoffs of the game.
///
/// The solver counts the difference of the players. For points that is the payoff; for the win it is the chance to win
/// less the chance to lose, and the payoff is the share of the win.
#[derive(Clone, Copy, Debug)]
pub struct Worth {
    utility: Utility,
}

impl Worth {
    /// Points, in this game and in others.
    pub const POINTS: Worth = Worth { utility: Utility::Points };

    /// For a game played for this.
    #[must_use]
    pub fn of(utility: Utility) -> Worth {
        Worth { utility }
    }

    /// The payoff of a value.
    #[must_use]
    pub fn value(self, value: f64) -> f64 {
        match self.utility {
            Utility::Points => value,
            Utility::Win => 0.5 + value / 2.0,
        }
    }

    /// Whether payoffs are shares of the win.
    #[must_use]
    pub fn is_share(self) -> bool {
        self.utility == Utility::Win
    }

    /// By how much the payoff changes when the value does.
    #[must_use]
    pub fn difference(self, value: f64) -> f64 {
        match self.utility {
            Utility::Points => value,
            Utility::Win => value / 2.0,
        }
    }
}

/// From the last round to the first, each a matrix game; then what a best response earns against it. Both take
/// about as long.
pub(super) fn solution(rules: &Rules, look: &OnProgress<'_>) -> Result<Solution, Unsolved> {
    let setting = setting(rules)?;
    let half = |from: u64| {
        move |SolveProgress { done, total }: SolveProgress| {
            look(SolveProgress { done: from * total + done, total: 2 * total })
        }
    };
    let table = solve(&setting, &Limits::default(), &half(0))?;
    let ControlFlow::Continue(exploitability) = table.exploitability_watched(&half(1)) else {
        return Err(Unsolved::Stopped);
    };
    let worth = Worth::of(rules.utility);
    Ok(Solution {
        game: Buzzard::write_rules(rules),
        method: "matrix games, from the last round to the first",
        value: worth.value(table.root()),
        exploitability: worth.difference(exploitability),
        states: table.states(),
        iterations: 0,
        policy: first_round(&setting, &table),
    })
}

/// How both bid for each prize that may be turned up first.
fn first_round(setting: &Setting, table: &SolvedTable) -> Vec<Situation> {
    let bids = |&prize: &i32| {
        let first = table.policy(&setting.start, prize).expect("the first prize is one of these");
        [bids(prize, Seat::new(0), &first.a), bids(prize, Seat::new(1), &first.b)]
    };
    setting.start.prizes().list().iter().flat_map(bids).collect()
}

fn bids(prize: i32, seat: Seat, mix: &Mix) -> Situation {
    let shares = mix.iter().map(|(bid, share)| (format!("bids {bid}"), share)).collect();
    Situation { seat, knows: vec![format!("turn {prize}")], shares }
}

impl From<SolveError> for Unsolved {
    fn from(error: SolveError) -> Unsolved {
        match error {
            SolveError::TooLarge { .. } => {
                SpecError::bad(format!("{error}; take fewer cards, e.g. buzzard(cards=8)")).into()
            }
            SolveError::Stopped => Unsolved::Stopped,
        }
    }
}
