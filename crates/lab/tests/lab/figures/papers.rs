//! `docs/papers.md`: every published figure of the papers on one page, beside the recorded one.

use std::fs;

use lab::experiment::{EXPERIMENTS, Fit, PartResults, ResultCell, STATED};
use lab::stats::Interval;

use super::{House, house, is_writing, root};

/// `experiments/published.toml`.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Papers {
    paper: Vec<Paper>,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Paper {
    number: String,
    source: String,
    about: String,
    /// Whose config has its figures.
    experiment: Option<String>,
    /// Those that no config has: not measured, or no measure of a cell.
    #[serde(default)]
    figure: Vec<Unmeasured>,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Unmeasured {
    what: String,
    value: String,
    /// Where an axis is highest, if that is what the paper tells.
    highest: Option<Highest>,
}

/// The value of an axis at which a measure of a part is highest, or next to it.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Highest {
    part: String,
    measure: String,
    axis: String,
    /// 1 for the highest.
    place: usize,
}

impl Highest {
    /// That value, as reports write it.
    fn find(&self, parts: &[PartResults]) -> String {
        let part = parts.iter().find(|part| part.name == self.part).unwrap();
        let mut cells: Vec<&ResultCell> =
            part.cells.iter().filter(|cell| cell.measure == self.measure).collect();
        cells.sort_by(|a, b| b.figure.value.total_cmp(&a.figure.value));
        let (_, value) = cells[self.place - 1].at.iter().find(|(axis, _)| *axis == self.axis).unwrap();
        value.to_string()
    }
}

impl Unmeasured {
    /// Its line, and what became of it.
    fn line(&self, parts: &[PartResults]) -> (String, Tally) {
        let Unmeasured { what, value, highest } = self;
        let Some(highest) = highest else {
            return (
                format!("| {what} | | {value} | | | not run yet |\n"),
                Tally { not_run: 1, ..Tally::default() },
            );
        };
        let ours = highest.find(parts);
        let agrees = ours == *value;
        let line = format!("| {what} | | {value} | {ours} | | {} |\n", if agrees { "yes" } else { "no" });
        (line, Tally { agree: usize::from(agrees), differ: usize::from(!agrees), not_run: 0 })
    }
}

/// How many figures there are, and what became of them.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Tally {
    agree: usize,
    differ: usize,
    not_run: usize,
}

impl Tally {
    fn of(self) -> usize {
        self.agree + self.differ + self.not_run
    }

    fn plus(self, other: Tally) -> Tally {
        Tally {
            agree: self.agree + other.agree,
            differ: self.differ + other.differ,
            not_run: self.not_run + other.not_run,
        }
    }
}

const HEAD: &str = "# The papers' figures

Every figure that the five papers print, beside ours of the recorded full run where there is one. This page is made of the configs,
`experiments/published.toml` and the records by `TEFUDA_WRITE=1 cargo test -p lab --profile ci figures`; the test fails where it is not what
they say. Two figures agree if they differ by no more than sampling error: a [two-sample test](experiments.md#beside-a-papers-figures) at 5 %,
each alone, so of twenty that are right one is expected to differ. Only the reading that the paper states counts here; a
reading may have been chosen for its fit, which the experiment's README says. All figures are shares, not per cent.
F of paper 000 follows from recall and precision: it is counted, but RMSE, largest deviation and bias are of those two.
";

fn page(papers: &[Paper], house: &[House]) -> String {
    let sections: Vec<(String, Tally, String)> = papers.iter().map(|paper| section(paper, house)).collect();
    let all = sections.iter().fold(Tally::default(), |all, (_, tally, _)| all.plus(*tally));
    let rows: String = sections.iter().map(|(row, ..)| row.as_str()).collect();
    let texts: String = sections.iter().map(|(.., text)| text.as_str()).collect();
    format!(
        "{HEAD}\n**{} published figures: {} agree, {} differ, {} not run yet.**\n\n\
         | paper | experiment | figures | agree | differ | not run yet | RMSE | largest deviation | bias |\n\
         | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n{rows}{texts}",
        all.of(),
        all.agree,
        all.differ,
        all.not_run
    )
}

/// Its row of the summary, its count, and its tables.
fn section(paper: &Paper, house: &[House]) -> (String, Tally, String) {
    let own = paper.experiment.as_ref().map(|name| {
        let found = house.iter().find(|one| one.plan.name == *name);
        found.unwrap_or_else(|| panic!("paper {} names no recorded experiment: {name}", paper.number))
    });
    let parts = own.map_or(&[][..], |one| &one.recorded.parts);
    let measured = parts.iter().flat_map(|part| figures(paper, part));
    let lines: Vec<(String, Tally)> =
        measured.chain(paper.figure.iter().map(|figure| figure.line(parts))).collect();
    let tally = lines.iter().fold(Tally::default(), |all, (_, one)| all.plus(*one));
    let table: String = lines.iter().map(|(line, _)| line.as_str()).collect();
    let fit = own.and_then(|one| one.recorded.fit).map_or("– | – | –".to_string(), |fit| errors(&fit));
    let name =
        own.map_or("–".to_string(), |one| format!("[`{0}`](../experiments/{0}/README.md)", one.plan.name));
    let Tally { agree, differ, not_run } = tally;
    let row =
        format!("| {} | {name} | {} | {agree} | {differ} | {not_run} | {fit} |\n", paper.number, tally.of(),);
    let each = own.map_or(Vec::new(), |one| one.recorded.fits());
    let row = each.iter().fold(row, |row, (measure, fit)| row + &fit_row(paper, measure, fit));
    let mut text = format!("\n## {}\n{}. {}\n", paper.number, paper.source, paper.about);
    if !table.is_empty() {
        text += "\n| figure | at | published | ours | interval | agrees |\n| --- | --- | ---: | ---: | ---: | --- |\n";
        text += &table;
    }
    (row, tally, text)
}

/// The row of one measure whose figures count in the fit.
fn fit_row(paper: &Paper, measure: &str, fit: &Fit) -> String {
    let differ = fit.of - fit.agree;
    format!("| {}, {measure} | | {} | {} | {differ} | | {} |\n", paper.number, fit.of, fit.agree, errors(fit))
}

fn errors(fit: &Fit) -> String {
    // A true minus sign, and none for what rounds to zero.
    let number = |value: f64| format!("{value:.3}").replace("-0.000", "0.000").replace('-', "−");
    [fit.rmse, fit.largest, fit.bias].map(number).join(" | ")
}

/// A line a published figure of a part that plays the stated reading.
fn figures(paper: &Paper, part: &PartResults) -> Vec<(String, Tally)> {
    let name = paper.experiment.as_ref().unwrap();
    let link = format!("../experiments/{name}/results.md#{}", part.name.replace('_', "-"));
    let line = |cell: &ResultCell| {
        let published = cell.published.or(cell.beside)?;
        let agrees = cell.agrees(published);
        let at: Vec<String> = cell.at.iter().map(|(axis, value)| format!("{axis} {value}")).collect();
        let text = format!(
            "| [{}]({link}) | {} | {} | {:.3} | {} | {} |\n",
            cell.measure,
            at.join(", "),
            with_sampling(published, cell.sampling),
            cell.figure.value,
            range(Interval { low: cell.figure.low, high: cell.figure.high }),
            if agrees { "yes" } else { "no" }
        );
        Some((text, Tally { agree: usize::from(agrees), differ: usize::from(!agrees), not_run: 0 }))
    };
    let stated = part.cells.iter().filter(|cell| cell.reading == STATED);
    stated.filter_map(line).collect()
}

fn with_sampling(value: f64, sampling: Option<Interval>) -> String {
    sampling.map_or(format!("{value:.3}"), |interval| format!("{value:.3} ({})", range(interval)))
}

fn range(Interval { low, high }: Interval) -> String {
    format!("{:.3}–{:.3}", low.max(0.0), high.min(1.0))
}

#[test]
fn the_page_has_every_published_figure() {
    let text = fs::read_to_string(root().join("experiments/published.toml")).unwrap();
    let papers: Papers = toml::from_str(&text).unwrap();
    let (path, page) = (root().join("docs/papers.md"), page(&papers.paper, &house()));
    if is_writing() {
        return fs::write(path, page).unwrap();
    }
    let is = fs::read_to_string(path).unwrap();
    let differs = is.lines().zip(page.lines()).find(|(is, should)| is != should);
    assert!(
        is == page,
        "{differs:?}: `TEFUDA_WRITE=1 cargo test -p lab --profile ci figures` writes docs/papers.md"
    );
    assert!(page.contains("**116 published figures: "), "99 of paper 000, 2 of 001, 4 of 002, 11 of 003");
}

/// Reports show the section `Paper` of the README: whose figures those are, and what they are called.
#[test]
fn every_experiment_names_its_paper() {
    let text = fs::read_to_string(root().join("experiments/published.toml")).unwrap();
    let papers: Papers = toml::from_str(&text).unwrap();
    let section = |readme: &str| -> Option<String> {
        let (_, after) = readme.split_once("\n## Paper\n")?;
        Some(after.split("\n## ").next()?.split_whitespace().collect::<Vec<_>>().join(" "))
    };
    for built in EXPERIMENTS {
        let named = section(built.readme).unwrap_or_else(|| panic!("{} names no paper", built.name));
        let own = papers.paper.iter().filter(|paper| paper.experiment.as_deref() == Some(built.name));
        for (authors, title) in own.filter_map(|paper| paper.source.split_once(": ")) {
            assert!(named.contains(title), "{}: {title}: {named}", built.name);
            // "A paper on .." is all that a copy without its first page tells.
            let is_named = authors.contains(". ");
            assert!(!is_named || named.contains(authors), "{}: {authors}: {named}", built.name);
        }
    }
}
