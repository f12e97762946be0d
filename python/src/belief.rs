//! What an estimator of roles or a forecast of ranks thinks, from what one seat has seen.

use agents::{Playable, RoleGame, estimator, forecast, probability};
use serde_json::{Value, json};
use table::{Lang, Seat, Session, Spec, SpecError, Table, View};

/// How a table of one game asks somebody who guesses, by name.
pub(crate) type Ask<G> = fn(&Table<G>, Seat, &Spec) -> Result<Value, SpecError>;

/// Asks a forecast of final ranks: how probable each place is, for each seat.
pub(crate) fn ranks<G: Playable>(table: &Table<G>, seat: Seat, spec: &Spec) -> Result<Value, SpecError> {
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
pub(crate) fn roles<G: RoleGame>(table: &Table<G>, seat: Seat, spec: &Spec) -> Result<Value, SpecError> {
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
