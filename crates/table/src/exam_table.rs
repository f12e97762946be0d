//! The tables at which a game, its players and its numbers are examined.

/// A table with what is examined there: `ExamTable::new("kuhn", 2).players().signed(20)`.
///
/// A game lists its tables in [`Notation::TABLES`](crate::Notation::TABLES). An exam takes the tables that are for it, and
/// tests say which game lacks one.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ExamTable {
    /// The game with its options.
    pub spec: &'static str,
    /// The number of players at the table.
    pub seats: usize,
    /// Whether every player that sits down here is examined, and the numbers of the game.
    pub players: bool,
    /// Whether every estimator of roles is examined.
    pub estimators: bool,
    /// Games of each player in the signature of `tefuda bench`; none if 0.
    pub signed: u64,
    /// Whether every parameter of a player must make a difference, and who sits on the other seats then.
    pub parameters: Option<&'static str>,
    /// A player for each seat; the referee and a table must play the same game with them.
    pub company: Option<&'static str>,
    /// The least and the most that a seat can earn here, found by hand.
    pub bounds: Option<Bounds>,
    /// Random games whose results must lie within the bounds that players are told; none if 0.
    pub random: u64,
}

/// The least and the most that a seat can earn.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Bounds {
    /// Points from `low` to `high`.
    Points {
        /// The least.
        low: f64,
        /// The most.
        high: f64,
    },
    /// Only who wins counts.
    Wins,
}

impl ExamTable {
    /// A table at which nothing is examined yet.
    pub const fn new(spec: &'static str, seats: usize) -> ExamTable {
        ExamTable {
            spec,
            seats,
            players: false,
            estimators: false,
            signed: 0,
            parameters: None,
            company: None,
            bounds: None,
            random: 0,
        }
    }

    /// Players, numbers and estimators are examined here: every game and preset wants such a table, with its usual number
    /// of seats.
    pub const fn players(self) -> ExamTable {
        ExamTable { players: true, estimators: true, ..self }
    }

    /// Estimators are not examined here, only players and numbers.
    pub const fn without_estimators(self) -> ExamTable {
        ExamTable { estimators: false, ..self }
    }

    /// The signature holds this many games of each player that sits down here.
    pub const fn signed(self, games: u64) -> ExamTable {
        ExamTable { signed: games, ..self }
    }

    /// Every parameter of a player must make a difference here, where these sit on the other seats.
    pub const fn parameters(self, others: &'static str) -> ExamTable {
        ExamTable { parameters: Some(others), ..self }
    }

    /// The referee and a table play the same game with these players, one for each seat, separated by commas.
    pub const fn company(self, players: &'static str) -> ExamTable {
        ExamTable { company: Some(players), ..self }
    }

    /// A seat earns from `low` to `high` points here.
    pub const fn bounds(self, low: f64, high: f64) -> ExamTable {
        ExamTable { bounds: Some(Bounds::Points { low, high }), ..self }
    }

    /// Only who wins counts here.
    pub const fn wins(self) -> ExamTable {
        ExamTable { bounds: Some(Bounds::Wins), ..self }
    }

    /// The results of this many random games must lie within the bounds that players are told.
    pub const fn random(self, games: u64) -> ExamTable {
        ExamTable { random: games, ..self }
    }
}
