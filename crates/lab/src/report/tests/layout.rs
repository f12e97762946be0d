//! Which axis goes where, how numbers are written, and that lines fit.

use super::sample::{breaking, cell, number_axis, part, plot, results, strength, text_axis};
use crate::experiment::{PartResults, PlotKind, ResultCell};
use crate::report::agreement::agrees;
use crate::report::figures::{Style, count, duration};
use crate::report::grid::{Counts, Table, tables};
use crate::report::html::breakable;
use crate::report::{html, markdown, text};
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
fn many_measures_stand_below_one_another() {
    let names: Vec<String> = (0..9).map(|i| format!("measure_{i}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let shown = tables(&plain(vec![number_axis("a", &[1, 2])], &names));
    assert_eq!((shown.len(), heads(&shown[0])), (1, ("Measure", Some("A"), 1, 2)));
    let rows: Vec<&str> = shown[0].rows().map(|row| row.head.as_str()).collect();
    assert_eq!((rows.len(), rows[8]), (9, "Measure 8"));
    let long: Vec<i64> = (0..9).collect();
    let shown = tables(&plain(vec![number_axis("a", &long)], &names));
    assert_eq!(heads(&shown[0]), ("A", None, 1, 9), "as many values as measures");
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

fn with_interval(cell: ResultCell, low: f64, high: f64) -> ResultCell {
    ResultCell { figure: cell.figure.within(Interval { low, high }), ..cell }
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
        agrees(&ResultCell { published, sampling, ..cell(Vec::new(), "win_rate", 0.5, 0.03) })
    };
    assert_eq!(judged(None, None), None);
    assert_eq!(judged(Some(0.52), None), Some(true));
    assert_eq!(judged(Some(0.54), None), Some(false));
    assert_eq!(judged(Some(0.54), Some(1000)), Some(true));
    assert_eq!(judged(Some(0.55), Some(1000)), Some(false), "their intervals meet, and yet they differ");
    let known = ResultCell { published: Some(0.5), ..cell(Vec::new(), "mean", 0.5, 0.1) };
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
    assert_eq!(breakable("Mean, p (Holm)"), "Mean, p (Holm)", "blanks are enough");
}

#[test]
fn what_figures_rest_on_is_said_once_a_row_or_a_cell() {
    let with = |n: fn(&[usize]) -> u64| {
        let axes = vec![number_axis("a", &[1, 2]), number_axis("b", &[1, 2])];
        let part = part("p", axes, &["mean"], |at, index, measure| {
            let made = cell(at, measure, 1.0, 0.2);
            ResultCell { figure: crate::stats::Figure { n: n(index), ..made.figure }, ..made }
        });
        let counts = tables(&part)[0].counts();
        let results = results(vec![part]);
        (counts, html(&results, "", None), markdown(&results), text(&results))
    };
    let (counts, page, markdown, terminal) = with(|_| 2000);
    assert_eq!(counts, Counts::Once(2000));
    assert!(page.contains("n = 2000") && markdown.contains("n = 2000") && terminal.contains("n = 2000; "));
    let (counts, page, markdown, terminal) = with(|index| 100 * (index[0] as u64 + 1));
    assert_eq!(counts, Counts::ByRow);
    assert!(page.contains("<td class=\"n\" data-head=\"n\">200</td>"), "{page}");
    assert!(
        markdown.contains("| A \\\\ B | 1 | 2 | n |")
            && markdown.contains("| 2 | 1.00 ± 0.20 | 1.00 ± 0.20 | 200 |"),
        "{markdown}"
    );
    assert!(terminal.contains("     n\n") && terminal.contains("   200\n"), "{terminal}");
    let (counts, page, markdown, terminal) = with(|index| 10 * index[0] as u64 + index[1] as u64);
    assert_eq!(counts, Counts::ByFigure);
    assert!(page.contains("<small>n 11</small>") && markdown.contains("1.00 ± 0.20 n 11"), "{markdown}");
    assert!(terminal.contains("n of each figure in the report"));
}

#[test]
fn tables_that_do_not_fit_a_screen_are_stacked() {
    let wide: Vec<i64> = (0..20).map(|i| i * 1000).collect();
    let axes = || vec![number_axis("a", &wide), number_axis("x", &wide)];
    let page = |part| html(&results(vec![part]), "", None);
    let narrow = page(plain(vec![number_axis("a", &[1, 2])], &["mean"]));
    assert!(
        narrow.contains("class=\"scroll need-8\"") && narrow.contains("(max-width: 11.5rem)"),
        "{narrow}"
    );
    assert!(!narrow.contains(" wide\"") && !narrow.contains("margin-inline: calc"), "it has its place");
    let wide = page(plain(axes(), &["mean"]));
    assert!(
        wide.contains(" wide\"") && wide.contains("margin-inline: calc"),
        "wider than the text of the page"
    );
    assert!(wide.contains("data-head=\"X 19000\""), "each figure says of which column it is");
}

#[test]
fn programs_have_their_name_and_no_path() {
    let spec = |text: &str| crate::report::markup::called(text);
    assert_eq!(spec("exec(cmd=\"python3 /home/me/a (b).py\",name=mine)"), "mine");
    assert_eq!(
        spec("exec(cmd=\"/usr/bin/python3 /home/me/a.py --w=/tmp/w.bin\")"),
        "exec(python3 a.py --w=w.bin)"
    );
    assert_eq!(spec("mc(inner=exec(cmd=x,name=mine),sims=3)"), "mc(inner=mine,sims=3)");
    assert_eq!(
        spec("seats = [\"exec(cmd=\\\"sh /a/b.sh\\\",name=b)\", \"random\"]"),
        "seats = [\"b\", \"random\"]"
    );
    assert_eq!(spec("exec(half"), "exec(half");
    let agents = ["exec(cmd=\"/secret/a.sh\",name=mine)", "random"];
    let mut part = plain(vec![text_axis("agent", &agents)], &["mean"]);
    part.plots = vec![plot(PlotKind::Bars, "agent", None, "mean")];
    let mut results = results(vec![part]);
    results.info.config = format!("agents = ['{}']", agents[0]);
    for told in [html(&results, "", None), markdown(&results), text(&results)] {
        assert!(told.contains("mine") && !told.contains("/secret"), "{told}");
    }
}

#[test]
fn names_of_bars_are_whole() {
    let long =
        "raiders-as-published-original(seat_a=sided,range=ring_both,order=shuffled,damage=at_least_one)";
    let mut part = plain(vec![text_axis("rules", &[long, "b"])], &["mean"]);
    part.plots = vec![plot(PlotKind::Bars, "rules", None, "mean")];
    let drawn = crate::report::plots::figures(&part);
    let whole: String =
        drawn.split("class=\"start\">").skip(1).filter_map(|text| text.split('<').next()).collect();
    assert_eq!(whole, format!("{long}b"), "{drawn}");
}
