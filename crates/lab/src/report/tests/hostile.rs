//! Results nobody wants: tags in names, no numbers, no cells.

use super::sample::{README, breaking, cell, number_axis, part, plot, results, strength, text_axis};
use super::{balance, marks};
use crate::experiment::{Axis, PlotKind, ResultCell, Results, Value};
use crate::report::{Summary, html, index, markdown, text};
use crate::stats::Interval;

const NASTY: &str = "<script>alert(1)</script> \"q\" 'a' & | `x` [l](u) \u{1b}[31m";

fn nasty() -> Results {
    let axes = vec![text_axis(NASTY, &[NASTY, "b"]), text_axis("t", &[NASTY, "d"])];
    let mut part = part(NASTY, axes, &[NASTY], |at, _, measure| ResultCell {
        published: Some(0.5),
        ..cell(at, measure, 0.4, 0.01)
    });
    part.reading = NASTY.into();
    part.plots = [PlotKind::Curve, PlotKind::Heat, PlotKind::Bars]
        .map(|kind| plot(kind, "t", Some(NASTY), NASTY))
        .to_vec();
    part.plots[0].title = Some(NASTY.into());
    part.plots[1].fixed.insert(NASTY.into(), Value::Text(NASTY.into()));
    let mut results = results(vec![part]);
    for field in [
        &mut results.name,
        &mut results.title,
        &mut results.question,
        &mut results.info.config,
        &mut results.info.version,
        &mut results.info.command,
    ] {
        *field = NASTY.into();
    }
    results.answer = Some(NASTY.into());
    results.info.rules_versions = vec![(NASTY.into(), 1)];
    results
}

#[test]
fn nothing_in_the_results_becomes_a_tag() {
    let results = nasty();
    let page = html(&results, README, None);
    balance::check(&page);
    assert!(!page.contains("<script"));
    assert_eq!(marks(&page), 4 + 4 + 4, "the plots are drawn all the same");
    let over = index(&[Summary::new(&results, NASTY)]);
    balance::check(&over);
    assert!(!over.contains("<script"));
}

#[test]
fn nothing_in_the_results_breaks_a_table_or_a_terminal() {
    let results = nasty();
    let markdown = markdown(&results);
    let code = |line: &&str| line.starts_with("    ");
    assert!(markdown.lines().filter(|line| !code(line)).all(|line| !line.replace("\\<", "").contains('<')));
    let bars = |line: &str| line.replace("\\|", "").matches('|').count();
    let rows: Vec<&str> = markdown.lines().filter(|line| line.starts_with("| ")).collect();
    assert_eq!(rows.len(), 4);
    rows.iter().for_each(|row| assert_eq!(bars(row), 4, "{row}"));
    assert!(!text(&results).contains(|letter: char| letter.is_control() && letter != '\n'));
}

#[test]
fn nothing_in_the_readme_becomes_a_tag_or_is_loaded() {
    let readme = "# A\n\n## Readings\n\n<script>alert(1)</script>\n\nInline <b onclick=\"x()\">bold</b>, \
        [bad](javascript:alert(1)), [near](../other.md), ![seen](https://example.org/a.png), [far](https://example.org/)\n\n\
        ```\n<i>\n```\n\n### Deeper\n\nkept\n\n## Next\n\ndropped\n";
    let page = html(&results(Vec::new()), readme, None);
    balance::check(&page);
    for unwanted in ["<script", "<b onclick", "javascript:", "<img", "other.md", "a.png", "dropped"] {
        assert!(!page.contains(unwanted), "{unwanted}");
    }
    for wanted in [
        "&lt;script&gt;",
        "bad, near, seen, <a href=\"https://example.org/\">far</a>",
        "<h3>Deeper</h3>",
        "kept",
    ] {
        assert!(page.contains(wanted), "{wanted}");
    }
}

/// Every combination of a missing, infinite or absent number.
fn numberless() -> Results {
    let odd = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 0.0, 0.3];
    let axes = vec![number_axis("a", &[1, 10, 100, 1000, 10000]), number_axis("b", &[0, 1, 2, 3, 4])];
    let mut part = part("odd", axes, &["mean", "win_rate"], |at, index, measure| {
        let (low, high) = ([odd[index[1]], -0.1][index[0] % 2], [odd[index[0]], 0.5][index[1] % 2]);
        let made = cell(at, measure, odd[index[0]], 0.0);
        ResultCell {
            figure: made.figure.within(Interval { low, high }),
            published: Some(odd[4 - index[0]]),
            sampling: Some(Interval { low: odd[index[1]], high: 0.4 }),
            ..made
        }
    });
    part.plots = [PlotKind::Curve, PlotKind::Heat, PlotKind::Bars]
        .map(|kind| plot(kind, "b", Some("a"), "mean"))
        .to_vec();
    let mut results = results(vec![part]);
    results.info.seconds = f64::NAN;
    results.fit.as_mut().unwrap().rmse = f64::NAN;
    results
}

#[test]
fn what_is_no_number_is_a_dash() {
    let results = numberless();
    let page = html(&results, "", None);
    balance::check(&page);
    for output in [page, markdown(&results), text(&results)] {
        assert!(!output.contains("NaN"));
        let words = output.split(|letter: char| !letter.is_alphanumeric());
        assert!(words.into_iter().all(|word| word != "inf"));
        assert!(output.contains('–'));
    }
}

#[test]
fn parts_without_cells_axes_or_measures_are_said_to_be_empty() {
    let empty = part("empty", Vec::new(), &[], |_, _, _| unreachable!());
    let none = part(
        "none",
        vec![Axis { name: "a".into(), values: Vec::new() }],
        &["mean"],
        |_, _, _| unreachable!(),
    );
    let mut lost = breaking();
    lost.plots = vec![
        plot(PlotKind::Curve, "nowhere", None, "f_value"),
        plot(PlotKind::Bars, "turn", None, "nothing"),
    ];
    let results = results(vec![empty, none, lost]);
    let page = html(&results, "", None);
    balance::check(&page);
    assert_eq!(page.matches("Nothing measured.").count(), 2);
    assert_eq!(markdown(&results).matches("Nothing measured.").count(), 2);
    assert_eq!(text(&results).matches("nothing measured").count(), 2);
    assert!(!page.contains("<figure"));
}

#[test]
fn without_answer_fit_or_readme_the_page_still_stands() {
    let mut results = results(vec![strength()]);
    (results.answer, results.fit, results.quick) = (None, None, false);
    let page = html(&results, "", None);
    balance::check(&page);
    for absent in ["class=\"answer", "RMSE", "Readings", "What follows", "quick run"] {
        assert!(!page.contains(absent), "{absent}");
    }
    let over = index(&[Summary::new(&results, "buzzard_uct/report.html")]);
    balance::check(&over);
    assert!(over.contains("<a href=\"buzzard_uct/report.html\">"));
    assert!(over.contains(&results.question));
    balance::check(&index(&[]));
}
