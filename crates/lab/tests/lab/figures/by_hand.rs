//! Figures in the docs that no experiment records: their section says by which command they were made, and when.

use std::fs;

use super::quoting::measured;
use super::root;

const PAGES: [&str; 6] = [
    "docs/neural.md",
    "docs/learning.md",
    "docs/buzzard-search.md",
    "docs/buzzard-solved.md",
    "docs/daihinmin-forecast.md",
    "docs/games/daihinmin-players.md",
];

/// What stands before the day and the command.
const MARK: &str = "By hand, recorded ";

/// What is said instead of a command where there is none.
const NO_COMMAND: &str = "no command repeats it";

/// The sections of a page with their headings.
fn sections(text: &str) -> impl Iterator<Item = &str> {
    text.split("\n## ")
}

/// Whether a section says when its figures were measured, and how.
fn is_marked(section: &str) -> bool {
    section.split(MARK).skip(1).any(|after| {
        let paragraph = after.split("\n\n").next().unwrap_or_default();
        let day = paragraph.get(..10).unwrap_or_default();
        let is_day = day.bytes().enumerate().all(|(i, byte)| match i {
            4 | 7 => byte == b'-',
            _ => byte.is_ascii_digit(),
        });
        day.len() == 10 && is_day && (paragraph.contains('`') || paragraph.contains(NO_COMMAND))
    })
}

/// Figures of a page that stand in a section without a mark, with its heading.
fn unmarked(text: &str) -> Vec<String> {
    let told = |section: &str| {
        let figures = measured(section);
        let heading = section.lines().next().unwrap_or_default();
        (!figures.is_empty() && !is_marked(section)).then(|| format!("{heading}: {}", figures.join(", ")))
    };
    sections(text).filter_map(told).collect()
}

#[test]
fn figures_without_a_record_say_how_they_were_made() {
    for page in PAGES {
        let unmarked = unmarked(&fs::read_to_string(root().join(page)).unwrap());
        assert!(
            unmarked.is_empty(),
            "{page}: quote an experiment, or say `{MARK}2026-01-31: `command`.` in the section:\n{}",
            unmarked.join("\n")
        );
    }
}

#[test]
fn a_section_is_marked_by_a_day_and_a_command() {
    assert!(unmarked("# Page\n\nWins 71 %.").len() == 1);
    assert!(unmarked("# Page\n\nEarns 3.5 ± 0.1 points.\n\n## Next\nNothing.").len() == 1);
    assert!(unmarked("# Page\n\nWins [71 %][name], at 95 % intervals, with c 0.7 and `x 3 %`.").is_empty());
    assert!(unmarked("# Page\n\nWins 71 %.\n\nBy hand, recorded 2026-01-31: `tefuda match`.").is_empty());
    assert!(
        unmarked("# Page\n\nWins 71 %.\n\nBy hand, recorded 2026-01-31: no command repeats it.").is_empty()
    );
    assert_eq!(unmarked("Wins 71 %.\n\nBy hand, recorded in May: `tefuda match`.").len(), 1);
    assert_eq!(unmarked("Wins 71 %.\n\nBy hand, recorded 2026-01-31.\n\n`tefuda match`").len(), 1);
    // A mark is for its own section.
    assert_eq!(unmarked("# A\nBy hand, recorded 2026-01-31: `x`.\n\n## B\nWins 71 %.").len(), 1);
}
