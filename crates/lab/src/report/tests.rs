//! The report drawn from made-up results: nothing lost, nothing wrongly marked, nothing let through.

mod balance;
mod hostile;
mod layout;
mod sample;

use sample::{README, bids, breaking, exploited, results, strength};

use super::agreement::agrees;
use super::figures::{Style, paper};
use super::{html, markdown, text};
use crate::experiment::{PartResults, Results};

fn all() -> Results {
    results(vec![strength(), bids(), breaking(), exploited()])
}

fn count(text: &str, what: &str) -> usize {
    text.matches(what).count()
}

/// How many cells are drawn; the samples of the legend are not cells.
fn marks(drawn: &str) -> usize {
    count(drawn, "class=\"mark") - count(drawn, "class=\"swatch s")
}

fn page(parts: Vec<PartResults>) -> String {
    let page = html(&results(parts), README, None);
    balance::check(&page);
    page
}

#[test]
fn every_figure_is_on_the_page_and_in_the_markdown() {
    let results = all();
    let (page, markdown) = (html(&results, README, None), markdown(&results));
    for part in &results.parts {
        for cell in &part.cells {
            let style = Style::of(part, &cell.measure);
            let (ours, interval) = (style.value(cell.figure.value), style.interval(cell).expect("measured"));
            let theirs = paper(cell).map(|paper| style.published(paper));
            assert!(page.contains(&format!("<b>{ours}</b>")), "{ours}");
            assert!(page.contains(&format!("<small>{interval}</small>")), "{interval}");
            assert!(theirs.as_ref().is_none_or(|theirs| page.contains(&format!("○ {theirs}"))), "{theirs:?}");
            assert!(markdown.contains(&format!(" {ours} {interval}")), "{ours} {interval}");
            assert!(
                theirs.as_ref().is_none_or(|theirs| markdown.contains(&format!("({theirs})"))),
                "{theirs:?}"
            );
        }
    }
    let cells: usize = results.parts.iter().map(|part| part.cells.len()).sum();
    assert_eq!(count(&page, "<td title=") + count(&page, "<td class=\"differs\" title="), cells);
}

#[test]
fn the_page_says_what_was_asked_found_and_done() {
    let results = all();
    let page = page(results.parts.clone());
    let info = &results.info;
    let said =
        [&results.title, &results.question, &info.version, &info.command, results.answer.as_ref().unwrap()];
    said.iter().for_each(|said| assert!(page.contains(said.as_str()), "{said}"));
    for said in [
        "43 published figures · 38 agree · RMSE 0.021 · largest deviation −0.061 · bias 0.004",
        "1 min 23 s on 2 cores",
        "buzzard 1, kuhn 1",
        "quick run",
    ] {
        assert!(page.contains(said), "{said}");
    }
    for said in [
        "<em>difference of points</em>",
        "<td>2 to 6</td>",
        "href=\"https://example.org/rules\"",
        "Play against those",
    ] {
        assert!(page.contains(said), "{said}");
    }
    assert!(page.contains("name = &quot;buzzard_uct&quot;"));
}

#[test]
fn only_cells_outside_both_intervals_are_marked() {
    for part in [strength(), breaking(), exploited()] {
        let differing = part.cells.iter().filter(|cell| agrees(cell) == Some(false)).count();
        assert!(0 < differing && differing < part.cells.len());
        let alone = results(vec![PartResults { plots: Vec::new(), ..part }]);
        assert_eq!(count(&html(&alone, "", None), "<td class=\"differs\""), differing);
        let legend = 1;
        assert_eq!(count(&html(&alone, "", None), "≠"), differing + legend);
        assert_eq!(count(&markdown(&alone), "≠"), differing + legend);
        assert_eq!(count(&text(&alone), "≠"), differing + legend);
    }
    let page = html(&results(vec![breaking()]), "", None);
    assert!(page.contains(
        "<td class=\"differs\" title=\"n 10\u{202f}000\"><b>0.820</b><span class=\"paper\">○ 0.870"
    ));
}

#[test]
fn figures_that_do_not_count_in_the_fit_look_different() {
    let page = page(vec![exploited()]);
    assert_eq!(count(&page, "<i>(○ 2.2)</i>"), 3);
    assert!(markdown(&results(vec![exploited()])).contains("_(2.2)_"));
    assert!(page.contains("literal reading"));
}

#[test]
fn plots_have_a_mark_a_cell_and_a_circle_a_published_figure() {
    for (part, cells, circles) in
        [(strength(), 35, 10), (bids(), 450, 0), (breaking(), 33, 0), (exploited(), 7, 3)]
    {
        let (name, legend) = (part.name.clone(), usize::from(circles > 0));
        let drawn = super::plots::figures(&part);
        assert_eq!(marks(&drawn), cells, "{name}");
        assert_eq!(count(&drawn, "<circle class=\"paper\""), circles + legend, "{name}");
    }
    let heat = super::plots::figures(&breaking());
    assert_eq!(count(&heat, ">○ ") + count(&heat, ">≠ "), 33);
    assert_eq!(count(&heat, ">≠ "), 2);
    assert_eq!(count(&super::plots::figures(&bids()), "<svg"), 2, "one drawing a model");
    assert!(super::plots::figures(&strength()).contains("sims (log scale)"));
}

#[test]
fn pages_are_complete_in_themselves() {
    let page = page(all().parts);
    for foreign in ["<script", "<link", "<img", "src=", "@import", "url("] {
        assert!(!page.contains(foreign), "{foreign}");
    }
}

#[test]
fn equal_results_give_equal_bytes() {
    assert_eq!(html(&all(), README, None), html(&all(), README, None));
}
