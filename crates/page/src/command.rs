//! Commands: what a seat asks of its table.

use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, Error, MapAccess, Unexpected, Visitor};
use serde_json::{Map, Value};
use table::{Entry, Occupant, Seat};

/// What a seat asks of its table.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Command {
    /// Chooses an action, as text.
    Choice(String),
    /// Takes back a choice that nobody has seen yet.
    Withdraw,
    /// Begins the next game of the series.
    Next,
    /// Leaves a standing answer, by its name.
    Stand(String),
    /// Takes a standing answer back.
    Lift(String),
    /// Leaves the seat to an agent.
    Leave,
    /// Sits down again.
    Sit,
    /// Lets another player take the seat of the one that cannot go on.
    Substitute,
    /// Starts the player that cannot go on anew.
    Again,
}

impl Command {
    /// The command of this seat that an entry of the log came from. `is_own` says whether a player is the host's own.
    pub(crate) fn of(entry: &Entry, seat: Seat, is_own: impl FnOnce(&str) -> bool) -> Command {
        match entry {
            Entry::Choice(_, action) => Command::Choice(action.clone()),
            Entry::Withdrawal(_) => Command::Withdraw,
            // `AskAll` is no seat's entry.
            Entry::Next | Entry::AskAll => Command::Next,
            Entry::Standing(_, name, true) => Command::Stand(name.clone()),
            Entry::Standing(_, name, false) => Command::Lift(name.clone()),
            Entry::Replacement(_, Occupant::External(_)) => Command::Sit,
            Entry::Replacement(of, Occupant::Agent(_)) if *of == seat => Command::Leave,
            Entry::Replacement(_, Occupant::Agent(name)) if is_own(name) => Command::Again,
            Entry::Replacement(_, Occupant::Agent(_)) => Command::Substitute,
        }
    }

    /// Whether it changes who sits at the table, or takes a choice back.
    pub(crate) fn is_seat_change(&self) -> bool {
        !matches!(self, Command::Choice(_) | Command::Next)
    }
}

/// A command as it is sent: `{"turn": 5, "choice": "bids 3"}` or `{"turn": 5, "leave": true}`.
#[derive(Deserialize, Debug)]
pub(crate) struct NumberedCommand {
    /// The number of this command among those of its seat, counted from 0.
    pub(crate) turn: usize,
    #[serde(flatten, deserialize_with = "only_command")]
    pub(crate) command: Command,
}

/// Reads the one field that is left beside `turn`.
fn only_command<'de, D: Deserializer<'de>>(fields: D) -> Result<Command, D::Error> {
    let (name, value) = fields.deserialize_map(OneField)?;
    // `"leave": true` is the variant `leave`, which has no content.
    let tagged = match value {
        Value::Bool(true) => Value::String(name),
        Value::Null => {
            return Err(D::Error::invalid_type(Unexpected::Unit, &"true, or the text of a choice"));
        }
        value => Value::Object(Map::from_iter([(name, value)])),
    };
    Command::deserialize(tagged).map_err(D::Error::custom)
}

/// Reads exactly one field: a map would keep the last of two with one name.
struct OneField;

impl<'de> Visitor<'de> for OneField {
    type Value = (String, Value);

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("one command")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<(String, Value), A::Error> {
        let (first, second) = (fields.next_entry()?, fields.next_entry::<String, Value>()?);
        match (first, second) {
            (Some(field), None) => Ok(field),
            _ => Err(A::Error::custom(
                "an entry has a turn and exactly one of choice, withdraw, next, stand, lift, leave, sit, substitute and again",
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<(usize, Command), String> {
        let read: Result<NumberedCommand, _> = serde_json::from_str(text);
        read.map(|NumberedCommand { turn, command }| (turn, command)).map_err(|error| error.to_string())
    }

    #[test]
    fn every_command_is_one_field_beside_its_turn() {
        let choice = Command::Choice("bids 3".to_string());
        assert_eq!(read(r#"{"turn": 5, "choice": "bids 3"}"#), Ok((5, choice)));
        assert_eq!(read(r#"{"turn": 5, "stand": "pass"}"#), Ok((5, Command::Stand("pass".to_string()))));
        assert_eq!(read(r#"{"lift": "pass", "turn": 6}"#), Ok((6, Command::Lift("pass".to_string()))));
        for (name, command) in [
            ("withdraw", Command::Withdraw),
            ("next", Command::Next),
            ("leave", Command::Leave),
            ("sit", Command::Sit),
            ("substitute", Command::Substitute),
            ("again", Command::Again),
        ] {
            assert_eq!(read(&format!(r#"{{"{name}": true, "turn": 0}}"#)), Ok((0, command)));
        }
    }

    #[test]
    fn what_is_no_command_is_refused_with_a_reason() {
        let one = "an entry has a turn and exactly one of choice, withdraw, next, stand, lift, leave, sit, substitute and again";
        for (text, why) in [
            (r#"{"turn": 0}"#, one),
            (r#"{"turn": 0, "next": true, "leave": true}"#, one),
            (r#"{"turn": 0, "next": true, "jump": 1}"#, one),
            (r#"{"turn": 0, "jump": true}"#, "unknown variant `jump`, expected one of `choice`, `withdraw`"),
            (r#"{"turn": 0, "next": false}"#, "invalid type: boolean `false`, expected unit"),
            (r#"{"turn": 0, "next": null}"#, "invalid type: null, expected true, or the text"),
            (r#"{"turn": 0, "next": false, "next": true}"#, one),
            (r#"{"turn": 0, "choice": "bids 3", "choice": "bids 4"}"#, one),
            (r#"{"turn": 0, "choice": null, "next": true}"#, one),
            (r#"{"turn": 0, "choice": 7}"#, "invalid type: integer `7`, expected a string"),
            (r#"{"turn": 0, "choice": true}"#, "invalid type: unit variant, expected newtype variant"),
            (r#"{"next": true}"#, "missing field `turn`"),
            (r#"{"turn": 0, "turn": 1, "next": true}"#, "duplicate field `turn`"),
            (r#"{"turn": -1, "next": true}"#, "invalid value: integer `-1`"),
        ] {
            let refused = read(text).unwrap_err();
            assert!(refused.contains(why), "{text}: {refused}");
        }
    }
}
