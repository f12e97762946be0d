//! Tables of any game as objects: opened, restored from a log, asked what an estimator believes.

use std::sync::Arc;

use serde_json::{Value, json};
use table::{
    Host, Lang, LogLine, Occupant, OpenError, Opening, Player, Seat, Seeds, Session, Spec, SpecError, Table,
    View,
};

use players::roles::probability;

use crate::estimators::{Estimated, estimator, forecast};
use crate::notes::{noter, rank_noter};
use crate::registry::{Playable, Sees, Visitor, seat, seat_named, visit, visit_usual};
use crate::text_agent::{TextAgent, TextPlayer};

/// The players that sit at a table besides those of the catalog, and which of those may.
pub trait Guests: Send + Sync {
    /// Makes the player of this name; nothing where the catalog has it.
    fn find(&self, name: &str) -> Option<Result<Guest, String>>;

    /// Refuses a player by what it looks at.
    ///
    /// # Errors
    /// Says why it may not sit here.
    fn check(&self, _name: &str, _sees: Sees) -> Result<(), String> {
        Ok(())
    }
}

/// Nobody but the players of the catalog, and all of them.
impl Guests for () {
    fn find(&self, _name: &str) -> Option<Result<Guest, String>> {
        None
    }
}

/// A player that a table's own list names.
pub enum Guest {
    /// It reads and writes text.
    Text(Box<dyn TextAgent>),
    /// It is that of the catalog with this spec.
    Listed {
        /// The spec.
        spec: Spec,
        /// What is said if it does not play by the rules of the table; the catalog's own words if not given.
        unfit: Option<String>,
    },
}

impl Guest {
    fn seat<G: Playable>(self, rules: &G::Rules) -> Result<Player<G>, String> {
        match self {
            Guest::Text(agent) => Ok(Player::agent(TextPlayer::of(agent))),
            Guest::Listed { spec, unfit } => {
                seat::<G>(&spec, rules).map_err(|error| unfit.unwrap_or_else(|| error.to_string()))
            }
        }
    }
}

fn take_seat<G: Playable>(guests: &dyn Guests, name: &str, rules: &G::Rules) -> Result<Player<G>, String> {
    let player = match guests.find(name) {
        Some(guest) => guest?.seat::<G>(rules)?,
        None => seat_named::<G>(name, rules)?,
    };
    guests.check(name, Sees::of(&player))?;
    Ok(player)
}

/// What is the same at every table of a game.
#[derive(Clone, Copy, Debug)]
pub struct TableFacts {
    /// The game.
    pub game: &'static str,
    /// Whether who must choose tells nothing of what a seat holds.
    pub open: bool,
    /// The player that gives hints.
    pub adviser: &'static str,
}

/// A table of any game.
pub trait AnyTable: Send {
    /// What is the same at every table of this game.
    fn facts(&self) -> TableFacts;

    /// The table with its host's rights: it may see everything.
    fn host(&mut self) -> &mut dyn Host;

    /// The table alone.
    fn into_host(self: Box<Self>) -> Box<dyn Host>;

    /// Shows a seat what an estimator or a forecast thinks, beside the seats.
    ///
    /// # Errors
    /// Names and parameters that do not exist.
    fn take_notes(&mut self, seat: Seat, by: &Spec, lang: Lang) -> Result<(), SpecError>;

    /// What an estimator of roles or a forecast of ranks thinks, from what one seat has seen of this game so far.
    ///
    /// # Errors
    /// Names and parameters that do not exist.
    fn belief(&mut self, seat: Seat, by: &Spec) -> Result<Value, SpecError>;
}

/// The opening of a table of the game that a spec names; as many games as is usual if that is not said.
///
/// # Errors
/// Names and options that do not exist, values that cannot be.
pub fn opening(
    spec: &Spec,
    seeds: Seeds,
    games: Option<u32>,
    places: Vec<Occupant>,
) -> Result<Opening, SpecError> {
    visit(spec, places.len(), Begin { seeds, games, places })
}

struct Begin {
    seeds: Seeds,
    games: Option<u32>,
    places: Vec<Occupant>,
}

impl Visitor for Begin {
    type Out = Opening;

    fn visit<G: Playable>(self, rules: G::Rules) -> Opening {
        let games = self.games.unwrap_or(G::SERIES);
        Table::<G>::opening(&rules, self.seeds, games, self.places)
    }
}

/// The table of an opening as it stands after its log.
///
/// # Errors
/// Rules and players that do not exist, a log that does not replay.
pub fn open_table(
    opening: &Opening,
    log: &[LogLine],
    guests: Arc<dyn Guests>,
) -> Result<Box<dyn AnyTable>, OpenError> {
    let bad = |error: SpecError| OpenError::Bad(error.to_string());
    let spec: Spec = opening.game.parse().map_err(bad)?;
    visit(&spec, opening.seats.len(), Restore { opening, log, guests }).map_err(bad)?
}

struct Restore<'a> {
    opening: &'a Opening,
    log: &'a [LogLine],
    guests: Arc<dyn Guests>,
}

impl Restore<'_> {
    fn open<G: Playable>(self, asks: Asks<G>) -> Result<Box<dyn AnyTable>, OpenError> {
        let guests = self.guests;
        let seat = move |name: &str, rules: &G::Rules| take_seat::<G>(&*guests, name, rules);
        let table = Table::<G>::restore_with(self.opening.clone(), self.log, Box::new(seat), G::ANSWERS)?;
        Ok(Box::new(Known { table: table.with_notes(G::note_taker), asks }))
    }
}

impl Visitor for Restore<'_> {
    type Out = Result<Box<dyn AnyTable>, OpenError>;

    fn visit<G: Playable>(self, _rules: G::Rules) -> Self::Out {
        self.open(Asks { notes: rank_noter::<G>, belief: ranks::<G> })
    }

    fn visit_roles<G: Estimated>(self, _rules: G::Rules) -> Self::Out {
        self.open(Asks { notes: noter::<G>, belief: roles::<G> })
    }
}

/// The sentences of the answers that people may leave in advance at tables of any game.
pub fn standing_sentences() -> Vec<&'static str> {
    struct Sentences;
    impl Visitor for Sentences {
        type Out = Vec<&'static str>;

        fn visit<G: Playable>(self, _rules: G::Rules) -> Self::Out {
            G::ANSWERS.standing.iter().map(|answer| answer.about).collect()
        }
    }
    games::GAMES.iter().flat_map(|game| visit_usual(game, Sentences)).collect()
}

/// Whether an estimator or a forecast of this name takes notes of the game that a spec names.
///
/// # Errors
/// Names and options that do not exist, values that cannot be.
pub fn check_notes(spec: &Spec, seats: usize, by: Option<&Spec>) -> Result<(), SpecError> {
    visit(spec, seats, CheckNotes(by))?
}

struct CheckNotes<'a>(Option<&'a Spec>);

impl Visitor for CheckNotes<'_> {
    type Out = Result<(), SpecError>;

    fn visit<G: Playable>(self, rules: G::Rules) -> Self::Out {
        self.0.map_or(Ok(()), |by| rank_noter::<G>(by, &rules).map(drop))
    }

    fn visit_roles<G: Estimated>(self, rules: G::Rules) -> Self::Out {
        self.0.map_or(Ok(()), |by| noter::<G>(by, &rules).map(drop))
    }
}

/// Who answers for what is believed, which depends on whether the game has roles.
struct Asks<G: Playable> {
    notes: crate::recorded::TakeNotes<G>,
    belief: fn(&Table<G>, Seat, &Spec) -> Result<Value, SpecError>,
}

struct Known<G: Playable> {
    table: Table<G>,
    asks: Asks<G>,
}

impl<G: Playable> AnyTable for Known<G> {
    fn facts(&self) -> TableFacts {
        TableFacts { game: G::NAME, open: G::OPEN, adviser: G::ADVISER }
    }

    fn host(&mut self) -> &mut dyn Host {
        &mut self.table
    }

    fn into_host(self: Box<Self>) -> Box<dyn Host> {
        Box::new(self.table)
    }

    fn take_notes(&mut self, seat: Seat, by: &Spec, lang: Lang) -> Result<(), SpecError> {
        let notes = (self.asks.notes)(by, self.table.rules())?;
        self.table.take_notes(seat, notes, lang);
        Ok(())
    }

    fn belief(&mut self, seat: Seat, by: &Spec) -> Result<Value, SpecError> {
        (self.asks.belief)(&self.table, seat, by)
    }
}

/// Asks a forecast of final ranks: how probable each place is, for each seat.
fn ranks<G: Playable>(table: &Table<G>, seat: Seat, spec: &Spec) -> Result<Value, SpecError> {
    let mut forecast = forecast::<G>(spec, table.rules())?;
    let ranks = after_all(table, seat, |view, seen, asked| {
        match seen {
            None => forecast.begin(view),
            Some(seen) => forecast.see(view, seen),
        }
        asked.then(|| forecast.ranks(view))
    });
    let place = |(place, chance): (usize, &f64)| ((place + 1).to_string(), json!(chance));
    let row = |seat| Value::Object(ranks.of(seat).iter().enumerate().map(place).collect());
    Ok(json!({"about": "places", "seats": by_seat(table, row)}))
}

/// Asks an estimator who is who, or a forecast if it is one's name.
fn roles<G: Estimated>(table: &Table<G>, seat: Seat, spec: &Spec) -> Result<Value, SpecError> {
    if G::FORECASTS.iter().any(|row| row.name == spec.name) {
        return ranks(table, seat, spec);
    }
    let mut estimator = estimator::<G>(spec, table.rules())?;
    let all = after_all(table, seat, |view, seen, asked| {
        match seen {
            None => estimator.begin(view),
            Some(seen) => estimator.see(view, seen),
        }
        asked.then(|| estimator.assignments(view).to_vec())
    });
    let name = |role| G::role_name(role, Lang::English).to_string();
    let chances = |seat| G::ROLES.iter().map(move |&role| (role, seat));
    // An empty sum is -0.0, which people need not see.
    let chance = |(role, seat)| (name(role), json!(probability(&all, seat, role) + 0.0));
    let row = |seat| Value::Object(chances(seat).map(chance).collect());
    Ok(json!({"about": "roles", "seats": by_seat(table, row)}))
}

/// Tells somebody what a seat saw and asks after the last event.
fn after_all<G: Playable, T>(
    table: &Table<G>,
    seat: Seat,
    mut tell: impl FnMut(View<'_, G>, Option<&G::Seen>, bool) -> Option<T>,
) -> T {
    let (mut told, mut answer) = (0, None);
    table.retell(seat, |view, seen| {
        answer = tell(view, seen, told == table.events());
        told += 1;
    });
    answer.expect("a seat of this table is asked after the last event")
}

fn by_seat<G: Playable>(table: &Table<G>, row: impl Fn(Seat) -> Value) -> Value {
    let seats = Seat::all(table.names().len());
    Value::Object(seats.map(|seat| (seat.to_string(), row(seat))).collect())
}
