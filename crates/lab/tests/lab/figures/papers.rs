//! `docs/papers.md`: every published figure of the papers on one page, beside the recorded one.

use std::fs;

use lab::experiment::{EXPERIMENTS, Fit, PartResults, ResultCell, STATED};
use lab::stats::{Interval, independent_difference};

use super::{House, halves, house, is_writing, root};

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
    /// How the readings of its parts came about.
    #[serde(default)]
    reading: Vec<Reading>,
    /// Those that no config has: claims of the text, places of the highest figures.
    #[serde(default)]
    figure: Vec<Claim>,
    /// What is printed as a picture alone, which our copy of the text has not.
    #[serde(default)]
    plot: Vec<Plot>,
}

/// How the reading came about in which a figure of ours stands beside a printed one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
enum Origin {
    /// Before the printed figure was looked at, or by what the authors' program does.
    Fixed,
    /// Among several, with the printed figures in sight.
    Chosen,
    /// It follows from other printed figures, or is one of them again.
    Derived,
}

impl Origin {
    const ALL: [Origin; 3] = [Origin::Fixed, Origin::Chosen, Origin::Derived];

    const fn name(self) -> &'static str {
        match self {
            Origin::Fixed => "fixed",
            Origin::Chosen => "chosen",
            Origin::Derived => "derived",
        }
    }
}

/// The origin of a part's figures, of one measure of it, or of one cell; the last that fits counts.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Reading {
    part: String,
    measure: Option<String>,
    /// A coordinate as the page writes it, e.g. `known 4`.
    at: Option<String>,
    is: Origin,
}

impl Reading {
    fn fits(&self, part: &str, cell: &ResultCell) -> bool {
        let at = |wanted: &String| coordinates(cell).split(", ").any(|at| at == wanted);
        self.part == part
            && self.measure.as_ref().is_none_or(|measure| *measure == cell.measure)
            && self.at.as_ref().is_none_or(at)
    }
}

/// A figure or a claim of the text that is no cell of a config.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Claim {
    what: String,
    value: String,
    is: Origin,
    /// Where a measure is highest, if that is what the paper tells.
    highest: Option<Highest>,
    /// A quote of the experiment that says the same.
    quote: Option<Within>,
    /// Two quotes, the first of which is the larger one if the paper is right.
    order: Option<[String; 2]>,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Plot {
    what: String,
    about: String,
}

/// The coordinates at which a measure of a part is highest, or next to it.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Highest {
    part: String,
    measure: String,
    axes: Vec<String>,
    /// 1 for the highest.
    place: usize,
}

/// A quoted figure that agrees with the paper's words if its interval meets this range.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Within {
    name: String,
    /// Another quote, of deals of its own, that is taken away.
    less: Option<String>,
    low: f64,
    high: f64,
}

impl Highest {
    /// These coordinates, as reports write them.
    fn find(&self, parts: &[PartResults]) -> String {
        let part = parts.iter().find(|part| part.name == self.part).unwrap();
        let mut cells: Vec<&ResultCell> =
            part.cells.iter().filter(|cell| cell.measure == self.measure).collect();
        cells.sort_by(|a, b| b.figure.value.total_cmp(&a.figure.value));
        let at = |wanted: &String| {
            let (_, value) = cells[self.place - 1].at.iter().find(|(axis, _)| axis == wanted).unwrap();
            value.to_string()
        };
        self.axes.iter().map(at).collect::<Vec<_>>().join(", ")
    }
}

impl Claim {
    /// Ours, its interval, and whether it agrees; nothing if it is not run yet.
    fn ours(&self, own: &House) -> Option<(String, String, bool)> {
        let quoted =
            |name: &str| own.figure(name).unwrap_or_else(|error| panic!("{}: {error}", self.what)).figure;
        if let Some(highest) = &self.highest {
            let ours = highest.find(&own.recorded.parts);
            let agrees = ours == self.value;
            return Some((ours, String::new(), agrees));
        }
        if let Some(within) = &self.quote {
            let figure = quoted(&within.name);
            let figure =
                within.less.as_ref().map_or(figure, |less| independent_difference(figure, quoted(less)));
            let agrees = figure.low <= within.high && within.low <= figure.high;
            return Some((
                signed(figure.value),
                format!("{}–{}", signed(figure.low), signed(figure.high)),
                agrees,
            ));
        }
        let [larger, smaller] = self.order.as_ref()?;
        let (larger, smaller) = (quoted(larger), quoted(smaller));
        let ours = format!("{} and {}", signed(larger.value), signed(smaller.value));
        Some((ours, String::new(), larger.value > smaller.value))
    }

    fn line(&self, own: Option<&House>) -> Line {
        let Claim { what, value, is, .. } = self;
        let found = own.and_then(|own| self.ours(own));
        let (text, tally) = match found {
            None => (format!("| {what} | | {value} | | | not run yet | {} |\n", is.name()), Tally::NOT_RUN),
            Some((ours, interval, agrees)) => (
                format!("| {what} | | {value} | {ours} | {interval} | {} | {} |\n", yes(agrees), is.name()),
                Tally::of_one(agrees),
            ),
        };
        Line { text, is: *is, tally, measure: None }
    }
}

/// A true minus sign, and none for what rounds to zero.
fn signed(value: f64) -> String {
    format!("{value:.3}").replace("-0.000", "0.000").replace('-', "−")
}

const fn yes(agrees: bool) -> &'static str {
    if agrees { "yes" } else { "no" }
}

/// A line of a paper's table, and what became of its figure.
struct Line {
    text: String,
    is: Origin,
    tally: Tally,
    /// What is measured, if it is a cell.
    measure: Option<String>,
}

/// How many figures there are, and what became of them.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Tally {
    agree: usize,
    differ: usize,
    not_run: usize,
}

impl Tally {
    const NOT_RUN: Tally = Tally { agree: 0, differ: 0, not_run: 1 };

    const fn of_one(agrees: bool) -> Tally {
        Tally { agree: agrees as usize, differ: !agrees as usize, not_run: 0 }
    }

    fn of<'a>(lines: impl Iterator<Item = &'a Line>) -> Tally {
        lines.fold(Tally::default(), |all, line| all.plus(line.tally))
    }

    const fn all(self) -> usize {
        self.agree + self.differ + self.not_run
    }

    const fn plus(self, other: Tally) -> Tally {
        Tally {
            agree: self.agree + other.agree,
            differ: self.differ + other.differ,
            not_run: self.not_run + other.not_run,
        }
    }

    /// As the summary writes it.
    fn text(self) -> String {
        if self.all() == 0 { "–".into() } else { format!("{} of {}", self.agree, self.all()) }
    }
}

const HEAD: &str = "# The papers' figures

Every figure and every claim in numbers that the five papers print, beside ours of the recorded full run where there is one. This page is made of the
configs, `experiments/published.toml` and the records by `TEFUDA_WRITE=1 cargo test -p lab --profile ci figures`; the test fails where it is not what
they say. Two figures agree if they differ by no more than sampling error: a [two-sample test](experiments.md#beside-a-papers-figures) at 5 %,
each alone, so of twenty that are right one is expected to differ. Only the reading that the experiment states counts here. All figures are shares, not per cent.

An agreement is worth as much as the way in which its reading came about, so the three are counted apart:

* **fixed**: the reading was fixed before the printed figure was looked at, or is what the authors' own program does. Only these are tests.
* **chosen**: the reading was chosen among several with the printed figures in sight. Agreement was what it was chosen for.
* **derived**: the figure follows from other printed ones (the F of paper 000 from recall and precision, differences, places of the highest), or is
  printed a second time. It says nothing new.

A claim in words agrees if our interval meets the range that the words leave, which stands in `published.toml`. RMSE, largest deviation and bias are of the figures
that are not derived. What the papers quote of others' work is left out.
";

fn page(papers: &[Paper], house: &[House]) -> String {
    let sections: Vec<(String, Vec<Line>, String)> =
        papers.iter().map(|paper| section(paper, house)).collect();
    let lines = || sections.iter().flat_map(|(_, lines, _)| lines);
    let all = Tally::of(lines());
    let counts = Origin::ALL.map(|is| {
        let Tally { agree, differ, not_run } = Tally::of(lines().filter(|line| line.is == is));
        format!("| {} | {} | {agree} | {differ} | {not_run} |\n", is.name(), agree + differ + not_run)
    });
    let rows: String = sections.iter().map(|(row, ..)| row.as_str()).collect();
    let texts: String = sections.iter().map(|(.., text)| text.as_str()).collect();
    format!(
        "{HEAD}\n**{} figures: {}.**\n\n\
         | reading | figures | agree | differ | not run yet |\n| --- | ---: | ---: | ---: | ---: |\n{}\n\
         By paper, how many agree of how many:\n\n\
         | paper | experiment | fixed | chosen | derived | RMSE | largest deviation | bias |\n\
         | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |\n{rows}{texts}",
        all.all(),
        Origin::ALL.map(|is| in_words(is, lines())).join("; "),
        counts.concat(),
    )
}

fn in_words<'a>(is: Origin, lines: impl Iterator<Item = &'a Line>) -> String {
    let Tally { agree, differ, not_run } = Tally::of(lines.filter(|line| line.is == is));
    format!("{} in a reading that was {}, {agree} agree", agree + differ + not_run, is.name())
        .replace("in a reading that was derived", "derived")
}

/// Its row of the summary, its lines, and its tables.
fn section(paper: &Paper, house: &[House]) -> (String, Vec<Line>, String) {
    let own = paper.experiment.as_ref().map(|name| {
        let found = house.iter().find(|one| one.plan.name == *name);
        found.unwrap_or_else(|| panic!("paper {} names no recorded experiment: {name}", paper.number))
    });
    let parts = own.map_or(&[][..], |one| &one.recorded.parts);
    let measured = parts.iter().flat_map(|part| figures(paper, part));
    let lines: Vec<Line> = measured.chain(paper.figure.iter().map(|figure| figure.line(own))).collect();
    let table: String = lines.iter().map(|line| line.text.as_str()).collect();
    let fit = own.and_then(|one| one.recorded.fit).map_or("– | – | –".to_string(), |fit| errors(&fit));
    let name =
        own.map_or("–".to_string(), |one| format!("[`{0}`](../experiments/{0}/README.md)", one.plan.name));
    let row = format!("| {} | {name} | {} | {fit} |\n", paper.number, by_origin(lines.iter()));
    let each = own.map_or(Vec::new(), |one| one.recorded.fits());
    let row = each.iter().fold(row, |row, (measure, fit)| row + &fit_row(paper, measure, fit, &lines));
    let mut text = format!("\n## {}\n{}. {}\n", paper.number, paper.source, paper.about);
    text += &own.map_or(String::new(), |own| larger_sample(paper, own));
    if !table.is_empty() {
        text += "\n| figure | at | published | ours | interval | agrees | reading |\n| --- | --- | ---: | ---: | ---: | --- | --- |\n";
        text += &table;
    }
    text += &plots(&paper.plot);
    if paper.number == "000" {
        text += &halves::section(house);
    }
    (row, lines, text)
}

/// The counts of the three kinds as cells of a table.
fn by_origin<'a>(lines: impl Iterator<Item = &'a Line> + Clone) -> String {
    Origin::ALL.map(|is| Tally::of(lines.clone().filter(|line| line.is == is)).text()).join(" | ")
}

/// The row of one measure whose figures count in the fit.
fn fit_row(paper: &Paper, measure: &str, fit: &Fit, lines: &[Line]) -> String {
    let own = lines.iter().filter(|line| line.measure.as_deref() == Some(measure));
    format!("| {}, {measure} | | {} | {} |\n", paper.number, by_origin(own), errors(fit))
}

fn errors(fit: &Fit) -> String {
    [fit.rmse, fit.largest, fit.bias].map(signed).join(" | ")
}

/// Recalls of 0.997 need 286 positives or more, where 300 rounds of ours have 175: so many times the games are behind the
/// printed figures of paper 000, if their decisions are as many a round as ours.
const IMPLIED: (f64, f64) = (286.0, 175.0);

/// How many would agree if the paper's figures rested on as many games as they imply.
fn larger_sample(paper: &Paper, own: &House) -> String {
    if paper.number != "000" {
        return String::new();
    }
    let times = IMPLIED.0 / IMPLIED.1;
    let cells: Vec<&ResultCell> = own.recorded.cells().filter(|cell| cell.published.is_some()).collect();
    let agree = |times: f64| {
        let one = |cell: &&ResultCell| {
            let (paper, half) = (cell.published?, |end: f64, value: f64| (end - value) / times.sqrt());
            let sampling = cell.sampling.map(|Interval { low, high }| Interval {
                low: paper + half(low, paper),
                high: paper + half(high, paper),
            });
            ResultCell { sampling, ..(*cell).clone() }.agrees(paper).then_some(())
        };
        cells.iter().filter_map(one).count()
    };
    format!(
        "\nThe tests take 300 rounds a cell, the paper's hundred games of three. Its figures imply more decisions: a recall of 0.997 (board 2, turns 30 and 42) \
         needs at least {:.0} cards that the cheat would play, and 300 rounds of ours have some {:.0} there. With {times:.2} times the rounds behind every printed \
         figure, {} instead of {} of the {} recalls and precisions agree.\n",
        IMPLIED.0,
        IMPLIED.1,
        agree(times),
        agree(1.0),
        cells.len(),
    )
}

/// What is printed as a picture alone.
fn plots(plots: &[Plot]) -> String {
    if plots.is_empty() {
        return String::new();
    }
    let lines: String = plots.iter().map(|Plot { what, about }| format!("| {what} | {about} |\n")).collect();
    format!(
        "\nPrinted as pictures alone. The copy that we read is the text without its pictures, so no value could be read off, and these are not counted:\n\n\
         | figure | what stands here of it |\n| --- | --- |\n{lines}"
    )
}

/// A line a published figure of a part that plays the stated reading.
fn figures(paper: &Paper, part: &PartResults) -> Vec<Line> {
    let name = paper.experiment.as_ref().unwrap();
    let link = format!("../experiments/{name}/results.md#{}", part.name.replace('_', "-"));
    let line = |cell: &ResultCell| {
        let published = cell.published.or(cell.beside)?;
        let agrees = cell.agrees(published);
        let own = paper.reading.iter().rfind(|reading| reading.fits(&part.name, cell));
        let place = || format!("{} of `{}`, {}", cell.measure, part.name, coordinates(cell));
        let is = own.unwrap_or_else(|| panic!("published.toml says no reading of {}", place())).is;
        let text = format!(
            "| [{}]({link}) | {} | {} | {:.3} | {} | {} | {} |\n",
            cell.measure,
            coordinates(cell),
            with_sampling(published, cell.sampling),
            cell.figure.value,
            range(Interval { low: cell.figure.low, high: cell.figure.high }),
            yes(agrees),
            is.name(),
        );
        Some(Line { text, is, tally: Tally::of_one(agrees), measure: Some(cell.measure.clone()) })
    };
    let stated = part.cells.iter().filter(|cell| cell.reading == STATED);
    stated.filter_map(line).collect()
}

fn coordinates(cell: &ResultCell) -> String {
    let at: Vec<String> = cell.at.iter().map(|(axis, value)| format!("{axis} {value}")).collect();
    at.join(", ")
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
    // By hand: of 000 66, 33 F and the place of their peak; of 001 2 and their difference, at two bases; of 002 2 shares, 2 alphas and 2 claims
    // of gaps; of 003 tables 2, 3 and 4 (one figure of which is in table 2 as well) and 3 claims of differences.
    let counts =
        [("fixed", 2 + 2 + 2 + 2 + 5 + 1), ("chosen", 66 + 2 + 4), ("derived", 33 + 1 + 1 + 1 + 1 + 3)];
    for (name, count) in counts {
        assert!(page.contains(&format!("| {name} | {count} |")), "{name}: {count} in {page}");
    }
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
