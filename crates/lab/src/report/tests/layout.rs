//! Which axis goes where, how numbers are written, and that lines fit.

use super::sample::{breaking, cell, number_axis, part, results, strength, text_axis};
use crate::experiment::{Cell, PartResults};
use crate::report::agreement::agrees;
use crate::report::figures::{Style, count, duration};
use crate::report::grid::{Table, tables};
use crate::report::html::breakable;
use crate::report::text;
use crate::stats::{Interval, LEVEL, wilson};

fn plain(axes: Vec<crate::experiment::Axis>, measures: &[&str]) -> PartResults {
    part("p", axes, measures, |at, index, measure| cell(at, measure, index.iter().sum::<usize>() as f64, 0.2))
}

fn heads(table: &Table) -> (&str, Option<&str>, usize, usize) {
    (&table.down, table.across.as_deref(), table.groups.len(), table.heads.len())
}

#[test]
fn the_last_axis_goes_across_and_the_first_ones_group() {
    let abc =
        || vec![number_axis("a", &[1, 2]), number_axis("b", &[1, 2, 3]), number_axis("c", &[1, 2, 3, 4])];
    let shown = tables(&plain(abc(), &["mean", "win_rate"]));
    assert_eq!(shown.len(), 2, "one table a measure");
    assert_eq!(heads(&shown[0]), ("B", Some("C"), 2, 4));
    assert_eq!(shown[0].groups[1].title.as_deref(), Some("a 2"));
    assert_eq!(shown[0].groups[1].rows[2].entries[3].as_ref().unwrap().value, "6.00");
}

#[test]
fn measures_of_one_axis_stand_side_by_side() {
    let shown =
        tables(&plain(vec![number_axis("a", &[1, 2]), number_axis("fixed", &[7])], &["mean", "win_rate"]));
    assert_eq!(shown.len(), 1);
    assert_eq!(heads(&shown[0]), ("A", None, 1, 2));
    assert_eq!(shown[0].heads, ["Mean", "Win rate (%)"]);
    let single = tables(&plain(Vec::new(), &["mean"]));
    assert_eq!(single[0].rows().count(), 1);
}

#[test]
fn an_axis_too_wide_for_a_page_goes_down() {
    let long: Vec<String> = (0..6).map(|i| format!("an-agent(with=parameters,i={i})")).collect();
    let long: Vec<&str> = long.iter().map(String::as_str).collect();
    let shown = tables(&plain(vec![number_axis("sims", &[1, 2]), text_axis("agent", &long)], &["mean"]));
    assert_eq!(heads(&shown[0]), ("Agent", Some("Sims"), 1, 2));
}

#[test]
fn a_cell_that_was_not_measured_is_missing_alone() {
    let mut part = breaking();
    part.cells.remove(4);
    let shown = tables(&part);
    assert_eq!(shown[0].entries().count(), 32);
    assert!(shown[0].groups[0].rows[1].entries[1].is_none());
    assert!(text(&results(vec![part])).contains("–"));
}

fn with_interval(cell: Cell, low: f64, high: f64) -> Cell {
    Cell { figure: cell.figure.within(Interval { low, high }), ..cell }
}

fn styled(measure: &str, figures: &[(f64, f64, f64)]) -> (Style, PartResults) {
    let values: Vec<i64> = (0..figures.len() as i64).collect();
    let part = part("p", vec![number_axis("a", &values)], &[measure], |at, index, measure| {
        let (value, low, high) = figures[index[0]];
        with_interval(cell(at, measure, value, 0.0), low, high)
    });
    (Style::of(&part, measure), part)
}

#[test]
fn intervals_that_say_nothing_are_not_shown() {
    let (style, part) = styled("mean", &[(0.4, 0.4 - 1e-17, 0.4 + 6e-17), (f64::NAN, 0.0, 1.0)]);
    assert_eq!(style.interval(&part.cells[0]), None, "only rounding made it");
    assert_eq!(style.interval(&part.cells[1]), None, "nothing was measured");
    let (style, part) = styled("mean", &[(0.4, 0.4 - 1e-17, 0.4 + 6e-17)]);
    assert_eq!((style.value(0.4), style.interval(&part.cells[0])), ("0.4".to_string(), None));
}

#[test]
fn digits_are_those_the_interval_supports() {
    let shown = |measure: &str, value: f64, half: f64| {
        let (style, part) = styled(measure, &[(value, value - half, value + half)]);
        format!("{} {}", style.value(value), style.interval(&part.cells[0]).unwrap_or_default())
    };
    assert_eq!(shown("f_value", 0.4351, 0.0101), "0.435 ± 0.010");
    assert_eq!(shown("win_rate", 0.4351, 0.0306), "43.5 ± 3.1");
    assert_eq!(shown("mean", 12.345, 4.2), "12 ± 4");
    assert_eq!(shown("mean", -0.04, 0.3), "−0.04 ± 0.30");
    assert_eq!(shown("mean", -0.004, 0.3), "0.00 ± 0.30");
    assert_eq!(shown("mean", 1234.5, 99.0), "1235 ± 99");
    assert_eq!(shown("exploitability", 2.181, 0.0), "2.181 ", "what is exact has no interval");
}

#[test]
fn lopsided_intervals_show_both_ends() {
    let (style, part) = styled("win_rate", &[(0.02, 0.013, 0.031), (0.5, 0.47, 0.53)]);
    assert_eq!(style.interval(&part.cells[0]).unwrap(), "1.3–3.1");
    assert_eq!(style.interval(&part.cells[1]).unwrap(), "47.0–53.0", "alike in all cells");
    let (style, part) = styled(
        "mean",
        &[(0.1, -0.4, 2.0), (0.1, f64::NEG_INFINITY, f64::INFINITY), (0.1, 0.0, f64::INFINITY)],
    );
    assert_eq!(style.interval(&part.cells[0]).unwrap(), "−0.4 to 2.0");
    assert_eq!(style.interval(&part.cells[1]).unwrap(), "no interval");
    assert_eq!(style.interval(&part.cells[2]).unwrap(), "0.0 or more");
}

#[test]
fn published_figures_keep_the_digits_of_the_paper() {
    let mut part = breaking();
    part.cells[0].published = Some(0.6);
    assert_eq!(Style::of(&part, "f_value").published(0.6), "0.600");
    let strength = strength();
    assert_eq!(Style::of(&strength, "win_rate").published(0.57), "57.0");
}

#[test]
fn figures_agree_unless_their_difference_is_more_than_sampling_error() {
    let judged = |published: Option<f64>, n: Option<u64>| {
        let sampling = n.map(|n| wilson((published.unwrap() * n as f64).round() as u64, n, LEVEL));
        agrees(&Cell { published, sampling, ..cell(Vec::new(), "win_rate", 0.5, 0.03) })
    };
    assert_eq!(judged(None, None), None);
    assert_eq!(judged(Some(0.52), None), Some(true));
    assert_eq!(judged(Some(0.54), None), Some(false));
    assert_eq!(judged(Some(0.54), Some(1000)), Some(true));
    assert_eq!(judged(Some(0.55), Some(1000)), Some(false), "their intervals meet, and yet they differ");
    let known = Cell { published: Some(0.5), ..cell(Vec::new(), "mean", 0.5, 0.1) };
    let high = known.figure.high;
    let unknown = with_interval(known, f64::NAN, high);
    assert_eq!(agrees(&unknown), None);
}

#[test]
fn no_line_for_the_terminal_is_longer_than_a_hundred() {
    let long = "a-very-long-name-of-an-agent(with=parameters,that=go,on=and,on=and,on=without,end=1000000)"
        .repeat(2);
    let wide: Vec<i64> = (0..40).map(|i| i * 1000).collect();
    let part = plain(vec![text_axis(&long, &[&long, "b"]), number_axis("x", &wide)], &["mean"]);
    let measured = plain(vec![text_axis("agent", &[&long, "b"])], &[&long, "mean"]);
    let mut results = results(vec![part, measured, breaking(), strength()]);
    results.question = long.clone() + " " + &long;
    let shown = text(&results);
    let longest = shown.lines().max_by_key(|line| line.chars().count()).unwrap();
    assert!(longest.chars().count() <= 100, "{longest}");
    assert!(shown.contains("39000"));
    assert!(shown.contains("0.580 ± 0.010 (0.584)"));
}

#[test]
fn durations_and_counts_are_for_people() {
    let shown = [0.04, 9.96, 83.4, 7384.0, f64::NAN].map(duration);
    assert_eq!(shown, ["0.0 s", "10 s", "1 min 23 s", "2 h 3 min", "–"]);
    assert_eq!(
        [7, 9999, 10_000, 1_234_567].map(count),
        ["7", "9999", "10\u{202f}000", "1\u{202f}234\u{202f}567"]
    );
}

#[test]
fn long_labels_break_between_words() {
    assert_eq!(breakable("uct(sims=1,c=2)"), "uct(<wbr>sims=1,<wbr>c=2)");
    assert_eq!(breakable("inert_inference<"), "inert_<wbr>inference&lt;");
}
