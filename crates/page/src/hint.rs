//! Hints, as the page shows them.

use serde::Serialize;
use table::{Advice, AdviceRow, Lang, Seat};

/// Upper limit on the rows of a hint.
const MAX_ROWS: usize = 8;

/// The action that an adviser would choose, and why.
#[derive(Serialize)]
pub(crate) struct Hint {
    action: String,
    label: String,
    why: String,
    rows: Vec<Row>,
    /// Beliefs about seats, where there are any.
    notes: Vec<Note>,
}

#[derive(Serialize)]
struct Note {
    seat: Seat,
    text: String,
}

#[derive(Serialize)]
struct Row {
    label: String,
    visits: Option<u32>,
    value: Option<f64>,
    share: f64,
}

impl Hint {
    pub(crate) fn new(name: &str, advice: Advice, lang: Lang) -> Hint {
        let note = |(seat, text): (Seat, &str)| Note { seat, text: text.to_string() };
        let notes = advice.beliefs().map(note).collect();
        let Advice { action, label, rows, .. } = advice;
        let why = why(name, &rows, lang);
        let round = |value: f64| (value * 1_000.0).round() / 1_000.0;
        let row = |AdviceRow { label, visits, value, share }| Row {
            label,
            visits,
            value: value.map(round),
            share: round(share),
        };
        let rows = rows.into_iter().take(MAX_ROWS).map(row).collect();
        Hint { action, label, why, rows, notes }
    }
}

fn why(name: &str, rows: &[AdviceRow], lang: Lang) -> String {
    let simulations: u32 = rows.iter().filter_map(|row| row.visits).sum();
    let counted = with_commas(simulations);
    match (simulations, rows.is_empty()) {
        (0, true) => lang.either(format!("{name} would do this"), format!("{name} ならこうします")),
        (0, false) => {
            lang.either(format!("{name} would do this so often"), format!("{name} はこの割合で選びます"))
        }
        _ => lang.either(
            format!("{name} tried {counted} simulations from what you can see"),
            format!("{name} が、あなたに見える情報だけで {counted} 回シミュレーションしました"),
        ),
    }
}

/// A number with a comma before every third digit from the end.
fn with_commas(number: u32) -> String {
    let digits = number.to_string();
    let commas = |(i, digit): (usize, char)| {
        [(i > 0 && (digits.len() - i).is_multiple_of(3)).then_some(','), Some(digit)]
    };
    digits.chars().enumerate().flat_map(commas).flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_in_threes() {
        let read = [0, 7, 999, 1_000, 12_345, 1_234_567].map(with_commas);
        assert_eq!(read, ["0", "7", "999", "1,000", "12,345", "1,234,567"]);
    }
}
