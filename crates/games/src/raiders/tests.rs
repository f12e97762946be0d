//! Shadow Raiders sits the exams.

use table::testing::check;
use table::{Notation, Spec};

use super::*;

fn rules(spec: &str, seats: usize) -> Rules {
    Raiders::read_rules(&spec.parse::<Spec>().unwrap(), seats).unwrap()
}

#[test]
fn conforms() {
    for seats in 4..=8 {
        check::<Raiders>(&rules("raiders", seats), 0..4).unwrap();
    }
    for preset in Raiders::PRESETS {
        check::<Raiders>(&rules(preset.name, 5), 0..4).unwrap();
    }
}
