//! Every game says at which tables it is examined, and for every exam there is one.

use std::collections::BTreeSet;

use games::{GAMES, exam_tables};
use table::{ExamTable, Spec};

/// What a table is for, and whether one is.
type Exam = (&'static str, fn(&ExamTable) -> bool);

const EXAMS: [Exam; 6] = [
    ("players", |table| table.players),
    ("signed", |table| table.signed > 0),
    ("parameters", |table| table.parameters.is_some()),
    ("company", |table| table.company.is_some()),
    ("bounds", |table| table.bounds.is_some()),
    ("random", |table| table.random > 0),
];

#[test]
fn every_game_has_a_table_for_every_exam() {
    for game in GAMES {
        for (exam, is_for) in EXAMS {
            assert!(
                game.tables.iter().any(is_for),
                "{}: no table of its `TABLES` is for `{exam}`",
                game.name
            );
        }
    }
}

#[test]
fn every_table_is_one_of_its_game_and_for_some_exam() {
    let mut known = BTreeSet::new();
    for (game, table) in exam_tables() {
        let (spec, name): (Spec, _) =
            (table.spec.parse().unwrap(), format!("{} for {}", table.spec, table.seats));
        assert!(game.is_named(&spec), "{name} is no table of {}", game.name);
        game.canonical(&spec, table.seats).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(EXAMS.iter().any(|(_, is_for)| is_for(table)), "{name} is for no exam");
        assert!(known.insert((table.spec, table.seats)), "{name} is listed twice");
        let players = table.company.map(|players| Spec::list(players).unwrap().len());
        assert!(players.is_none_or(|players| players == table.seats), "{name}: {players:?} players");
    }
}
