//! The answer of an experiment with the figures of a run in it.

use super::arms::figure as cell;
use super::figures::{DASH, Style};
use catalog::kinds::Unit;

use crate::experiment::{Plan, Quoted, Results};

/// The answer that the plan gives, filled with the figures of these results; of any run but the full one it says so.
///
/// An answer that quotes no figure is the author's, of the full run.
pub(crate) fn answer(plan: &Plan, results: &Results) -> Option<String> {
    let quoted = |name: &str| plan.quoted(name, results).expect("checked when the plan was made");
    let (sentence, quotes) = plan.fill_answer(|name| written(quoted(name)))?;
    Some(match (results.info.full, quotes) {
        (true, _) => sentence,
        (false, 0) => format!("In the full run: {sentence}"),
        (false, _) if results.quick => format!("With the figures of this quick run: {sentence}"),
        (false, _) => format!("With the figures of this run, which is not the full one: {sentence}"),
    })
}

/// A figure in a sentence: `66.8 ± 0.7 %`, `0.98 (0.97–0.99)`.
fn written(quoted: Option<Quoted>) -> String {
    let Some(quoted) = quoted else { return format!("{DASH} (not played)") };
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
            written(Some(Quoted { figure: Figure { value, low, high, n: 0 }, unit, difference }))
        };
        assert_eq!(figure(0.668, 0.661, 0.675, Unit::Percent, false), "66.8 ± 0.7 %");
        assert_eq!(figure(0.053, 0.035, 0.071, Unit::Percent, true), "5.3 ± 1.8 points");
        assert_eq!(figure(-0.0001, -0.0018, 0.0016, Unit::Number, true), "−0.0001 ± 0.0017");
        assert_eq!(figure(0.98, 0.95, 0.985, Unit::Number, false), "0.980 (0.950–0.985)");
        assert_eq!(figure(0.5, f64::NEG_INFINITY, f64::INFINITY, Unit::Percent, false), "50 % (no interval)");
        assert_eq!(figure(66.0, 66.0, 66.0, Unit::Number, false), "66");
        assert_eq!(written(None), "– (not played)");
    }
}
