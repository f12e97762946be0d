//! The answer of an experiment with the figures of a run in it.

use std::cell::Cell;

use super::arms::figure as cell;
use super::figures::Style;
use catalog::kinds::Unit;

use crate::experiment::{Plan, Quoted, Results};

/// The answer that the plan gives, filled with the figures of these results; of any run but the full one it says so.
///
/// An answer that quotes no figure is the author's, of the full run. One that quotes a figure that was not played is not
/// given at all.
pub(crate) fn answer(plan: &Plan, results: &Results) -> Option<String> {
    let quoted = |name: &str| plan.quoted(name, results).expect("checked when the plan was made");
    let missing = Cell::new(0);
    let word = |name: &str| {
        let found = quoted(name);
        missing.set(missing.get() + usize::from(found.is_none()));
        found.map_or_else(String::new, written)
    };
    let (sentence, quotes) = plan.fill_answer(word)?;
    let sentence = singular(&sentence);
    let run = if results.quick { "this quick run" } else { "this run, which is not the full one" };
    Some(match (results.info.full, quotes, missing.get()) {
        (true, _, 0) => sentence,
        (false, 0, _) => format!("In the full run: {sentence}"),
        (false, _, 0) => format!("With the figures of {run}: {sentence}"),
        (full, ..) => {
            let run = if full { "this run" } else { run };
            format!(
                "The answer is left out: it quotes {quotes} figures, and {run} played {}.",
                quotes - missing.get()
            )
        }
    })
}

/// A sentence in which one point is not several.
fn singular(sentence: &str) -> String {
    let mut words: Vec<&str> = sentence.split(' ').collect();
    for i in 1..words.len() {
        if matches!(words[i - 1], "1" | "−1") && words[i] == "points" {
            words[i] = "point";
        }
    }
    words.join(" ")
}

/// A figure in a sentence: `66.8 ± 0.7 %`, `0.98 (0.97–0.99)`.
fn written(quoted: Quoted) -> String {
    let shown = cell(quoted.unit, quoted.figure);
    let style = Style::over(&[&shown]);
    let (value, unit) = (style.value(quoted.figure.value), unit(quoted));
    match style.interval(&shown) {
        Some(interval) if interval.starts_with('±') => format!("{value} {interval}{unit}"),
        Some(interval) => format!("{value}{unit} ({interval})"),
        None => value + unit,
    }
}

fn unit(quoted: Quoted) -> &'static str {
    match (quoted.unit, quoted.difference) {
        (Unit::Number, _) => "",
        (Unit::Percent, false) => " %",
        (Unit::Percent, true) => " points",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Figure;

    #[test]
    fn a_figure_is_written_with_its_interval_and_unit() {
        let figure = |value, low, high, unit, difference| {
            written(Quoted { figure: Figure { value, low, high, n: 0 }, unit, difference })
        };
        assert_eq!(figure(0.668, 0.661, 0.675, Unit::Percent, false), "66.8 ± 0.7 %");
        assert_eq!(figure(0.053, 0.035, 0.071, Unit::Percent, true), "5.3 ± 1.8 points");
        assert_eq!(figure(-0.0001, -0.0018, 0.0016, Unit::Number, true), "−0.0001 ± 0.0017");
        assert_eq!(figure(0.98, 0.95, 0.985, Unit::Number, false), "0.980 (0.950–0.985)");
        assert_eq!(figure(0.5, f64::NEG_INFINITY, f64::INFINITY, Unit::Percent, false), "50 % (no interval)");
        assert_eq!(figure(66.0, 66.0, 66.0, Unit::Number, false), "66");
    }

    #[test]
    fn one_point_is_no_points() {
        assert_eq!(
            singular("it earns 1 points a game, not 11 points"),
            "it earns 1 point a game, not 11 points"
        );
        assert_eq!(singular("points"), "points");
    }
}
