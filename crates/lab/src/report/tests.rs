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
        // Per cents and other figures have no distance in common.
        "<p class=\"fit\">43 published figures · 38 agree</p>",
        "Win rate: 10 published figures · ",
        " (percentage points)</p>",
        "n = 1000",
        "1 min 23 s on 2 cores",
        "buzzard 1, kuhn 1",
        "quick run",
    ] {
        assert!(page.contains(said), "{said}");
    }
    for said in [
        "<em>difference of points</em>",
        "href=\"https://example.org/rules\"",
        "<span>2 to 6</span>",
        "A. Author: <em>On vultures</em> (2001).",
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
        "<td class=\"differs\" title=\"n 10\u{202f}000\" data-head=\"Board 5\"><b>0.820</b><span class=\"paper\">○ 0.870"
    ));
}

#[test]
fn figures_that_do_not_count_in_the_fit_look_different() {
    let page = page(vec![exploited()]);
    assert_eq!(count(&page, "<i>(○ 2.2)</i>"), 3);
    assert!(markdown(&results(vec![exploited()])).contains("_(2.2)_"));
    assert!(page.contains("reading: literal"));
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
fn a_run_speaks_of_itself_alone() {
    let page = |full, readme: &str| {
        let mut run = all();
        run.info.full = full;
        html(&run, readme, None)
    };
    let quick = page(false, README);
    assert!(quick.contains("<h2>What follows</h2>") && quick.contains("This is not the full run"), "{quick}");
    assert!(!quick.contains("Play against those"), "conclusions of another run");
    assert!(page(true, README).contains("Play against those who think."));
    let marked = format!(
        "{README}\nA <!-- note --> line.\n\n<!-- figures: written by a test -->\n\n[one]: results.md\n"
    );
    for full in [true, false] {
        let page = page(full, &marked);
        assert!(
            !page.contains("&lt;!--") && !page.contains("<!--") && !page.contains("results.md"),
            "{page}"
        );
    }
}

#[test]
fn the_paper_and_what_figures_rest_on_are_in_the_markdown() {
    let told = markdown::with_readme(&all(), README);
    assert!(told.contains("\n\nPaper: A. Author: On vultures (2001).\n\n"), "{told}");
    assert!(told.contains("**F value**, n = 10\u{202f}000\n\n"), "{told}");
    assert!(told.contains("\nn = 1000\n\n| Agent |"), "{told}");
    let signs = |parts| {
        markdown(&results(parts)).lines().find(|line| line.starts_with("How to read")).map(String::from)
    };
    let unpublished = signs(vec![bids()]).unwrap();
    assert!(!unpublished.contains("published") && !unpublished.contains('≠'), "{unpublished}");
    assert!(signs(vec![exploited()]).unwrap().contains("_(published, not counted in the fit)_"));
    assert_eq!(signs(Vec::new()), None);
}

#[test]
fn the_page_keeps_its_figures_and_links_to_its_files() {
    let around = html::Around { figures: Some(b"{}"), files: &["games.parquet"], ..Default::default() };
    let page = html::with_surroundings(&all(), &around);
    balance::check(&page);
    assert!(
        page.contains("download=\"buzzard_uct-results.json\" href=\"data:application/json;base64,e30=\""),
        "{page}"
    );
    assert!(page.contains("<a href=\"games.parquet\">games.parquet</a>"));
    assert!(!html(&all(), "", None).contains("<h2>Data</h2>"), "no data, no section");
}

#[test]
fn equal_results_give_equal_bytes() {
    assert_eq!(html(&all(), README, None), html(&all(), README, None));
}
