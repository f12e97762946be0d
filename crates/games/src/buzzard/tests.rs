//! The buzzard sits the exams.

use table::testing::{check, perft, secrecy};
use table::{BySeat, Notation};

use super::*;

fn rules(spec: &str, seats: usize) -> Rules {
    Buzzard::read_rules(&spec.parse().unwrap(), seats).unwrap()
}

#[test]
fn conforms() {
    for seats in 2..=6 {
        for spec in [
            "buzzard",
            "goofspiel",
            "buzzard(cards=4,ties=discard,utility=win)",
            "buzzard(cards=3,pot=discard)",
        ] {
            check::<Buzzard>(&rules(spec, seats), 0..20).unwrap();
        }
    }
}

#[test]
fn keeps_secrets() {
    secrecy::<Buzzard>(&rules("buzzard(cards=3)", 2), 1).unwrap();
    secrecy::<Buzzard>(&rules("buzzard(cards=2)", 3), 1).unwrap();
}

#[test]
fn counts_as_published() {
    // OpenSpiel 2.0.2: goofspiel with random order.
    for (seats, spec, histories, terminals, sets) in [
        (2, "goofspiel(cards=3)", 418, 216, 57),
        (2, "goofspiel(cards=4)", 26_773, 13_824, 3_028),
        (3, "goofspiel(cards=3)", 2_551, 1_296, 165),
    ] {
        let count = perft::<Buzzard>(&rules(spec, seats));
        let found = (count.histories, count.terminals, count.information_sets);
        assert_eq!(found, (histories, terminals, BySeat::new(seats, sets)), "{spec}");
    }
}
