//! Plots as inline SVG: curves with bands, heat maps, bars; the paper's values are open circles.
//!
//! Colours come from the page's style sheet (`s0`..`s6`, `currentColor`), so one drawing serves light, dark
//! and print. Series differ in shape and dash too, for eyes and printers without colour. All text lies in
//! margins wide enough for the larger letters that narrow screens get.

mod bars;
mod curve;
mod heat;
mod scale;

use crate::experiment::{Axis, PartResults, PlotConfig, PlotKind, ResultCell, Value};

use super::figures::{Style, count, heading, paper};
use super::grid::{Entry, Lookup, combinations, swept, words};
use super::markup;

/// The width of every drawing, in its own units.
const WIDTH: f64 = 640.0;
/// So wide is a letter on the narrowest screen, in the same units.
const LETTER: f64 = 10.5;
/// Series beyond these share colours with earlier ones, but not dashes.
const COLOURS: usize = 7;
const SHAPES: usize = 6;

/// One plot, everything its drawing needs.
struct Plot<'a> {
    x: &'a Axis,
    /// What tells the lines, rows or bars apart; without it there is one.
    by: Option<&'a Axis>,
    style: Style,
    panels: Vec<Panel<'a>>,
}

/// One drawing of a plot: the cells at one combination of the axes the plot leaves open.
struct Panel<'a> {
    title: String,
    /// A row a series, a column a value of x.
    rows: Vec<Vec<Option<&'a ResultCell>>>,
}

/// A place among the axes of a part.
type Place<'a> = Vec<(&'a str, &'a Value)>;

/// The figures of a part, one a configured plot that has anything to show.
pub(super) fn figures(part: &PartResults) -> String {
    let lookup = Lookup::new(part);
    part.plots.iter().filter_map(|config| figure(part, &lookup, config)).collect()
}

fn figure(part: &PartResults, lookup: &Lookup<'_>, config: &PlotConfig) -> Option<String> {
    let plot = Plot::new(part, lookup, config)?;
    let draw = match config.kind {
        PlotKind::Curve => curve::draw,
        PlotKind::Heat => heat::draw,
        PlotKind::Bars => bars::draw,
    };
    let caption = markup::html(&caption(config, plot.style));
    let panel = |panel: &Panel<'_>| {
        let (height, drawing) = draw(&plot, panel);
        let title = markup::html(&panel.title);
        let above = if title.is_empty() { String::new() } else { format!("<p>{title}</p>") };
        let svg = format!(
            "<svg viewBox=\"0 0 {WIDTH} {height:.0}\" role=\"img\" aria-label=\"{caption} {title}\">"
        );
        format!("<div class=\"panel\">{above}{svg}{drawing}</svg></div>\n")
    };
    let panels: String = plot.panels.iter().map(panel).collect();
    let legend = legend(&plot, config.kind);
    Some(format!(
        "<figure class=\"plot\"><figcaption>{caption}</figcaption>\n<div class=\"panels\">{panels}</div>{legend}</figure>\n"
    ))
}

/// The configured title, or one that says what is shown; with what is held fixed.
fn caption(config: &PlotConfig, style: Style) -> String {
    let by: String =
        config.series.iter().map(|series| format!(" and {}", series.replace('_', " "))).collect();
    let plain = || format!("{} by {}{by}", heading(&config.measure, style), config.x.replace('_', " "));
    let title = config.title.clone().unwrap_or_else(plain);
    if config.fixed.is_empty() { title } else { format!("{title} · {}", words(&fixed(config))) }
}

fn fixed(config: &PlotConfig) -> Place<'_> {
    config.fixed.iter().map(|(name, value)| (name.as_str(), value)).collect()
}

impl<'a> Plot<'a> {
    /// The cells of a plot in panels, rows and columns; nothing if it names what is not there.
    fn new(part: &'a PartResults, lookup: &Lookup<'a>, config: &'a PlotConfig) -> Option<Plot<'a>> {
        let axis = |name: &str| part.axes.iter().find(|axis| axis.name == name);
        let (x, by) = (axis(&config.x)?, config.series.as_deref().and_then(axis));
        let drawn = [Some(x), by];
        let is_open = |axis: &&Axis| !drawn.contains(&Some(axis)) && !config.fixed.contains_key(&axis.name);
        let open: Vec<&Axis> = swept(part).into_iter().filter(is_open).collect();
        let style = Style::of(part, &config.measure);
        let mut plot = Plot { x, by, style, panels: Vec::new() };
        for place in combinations(&open) {
            let rows = plot.rows(lookup, &config.measure, &[place.clone(), fixed(config)].concat());
            plot.panels.push(Panel { title: words(&place), rows });
        }
        plot.panels.retain(|panel| panel.cells().next().is_some());
        (!plot.panels.is_empty()).then_some(plot)
    }

    fn rows(
        &self,
        lookup: &Lookup<'a>,
        measure: &str,
        place: &[(&str, &Value)],
    ) -> Vec<Vec<Option<&'a ResultCell>>> {
        let along = combinations(&[self.x]);
        let cell = |line: &Place<'_>, column: &Place<'_>| {
            let at = [place, line, column].concat();
            lookup.cell(measure, &at).filter(|cell| cell.figure.value.is_finite())
        };
        let row = |line: Place<'_>| along.iter().map(|column| cell(&line, column)).collect();
        combinations(self.by.as_slice()).into_iter().map(row).collect()
    }

    /// All panels share one scale.
    fn cells(&self) -> impl Iterator<Item = &'a ResultCell> {
        self.panels.iter().flat_map(Panel::cells)
    }

    /// The least and greatest value drawn, intervals and the paper's values included.
    fn range(&self) -> (f64, f64) {
        let ends = |cell: &ResultCell| {
            [Some(cell.figure.value), Some(cell.figure.low), Some(cell.figure.high), paper(cell)]
        };
        let drawn = self.cells().flat_map(ends).flatten().filter(|value| value.is_finite());
        drawn.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)))
    }

    /// The names of the series; a single one needs none.
    fn names(&self) -> Vec<String> {
        self.by.map_or_else(|| vec![String::new()], |axis| axis.values.iter().map(markup::value).collect())
    }

    /// What a mark says when pointed at: where it stands, our figure, the paper's.
    fn tip(&self, cell: &ResultCell) -> String {
        let entry = Entry::new(cell, self.style);
        let place: Place<'_> = cell.at.iter().map(|(name, value)| (name.as_str(), value)).collect();
        let interval = entry.interval.map_or_else(String::new, |interval| format!(" ({interval})"));
        let paper = entry.paper.map_or_else(String::new, |paper| format!(", published {paper}"));
        let unit = if self.style.unit().is_empty() { "" } else { " %" };
        let text =
            format!("{}: {}{interval}{unit}{paper}, n {}", words(&place), entry.value, count(cell.figure.n));
        format!("<title>{}</title>", markup::html(&text))
    }
}

impl<'a> Panel<'a> {
    fn cells(&self) -> impl Iterator<Item = &'a ResultCell> {
        self.rows.iter().flatten().copied().flatten()
    }
}

/// The width that the longest of these labels needs beside the drawing.
fn margin(labels: &[String]) -> f64 {
    14.0 + LETTER * labels.iter().map(|label| label.chars().count()).max().unwrap_or(0) as f64
}

/// What tells lines apart, in words, and what a circle is; rows and bars name themselves.
fn legend(plot: &Plot<'_>, kind: PlotKind) -> String {
    let mut items = String::new();
    if kind == PlotKind::Curve && plot.by.is_some() {
        items.extend(plot.names().iter().enumerate().map(|(i, name)| legend_item(&curve::swatch(i), name)));
    }
    if kind != PlotKind::Heat && plot.cells().any(|cell| paper(cell).is_some()) {
        let circle = open_circle(7.0, 7.0, "");
        items +=
            &legend_item(&format!("<svg class=\"swatch\" viewBox=\"0 0 14 14\">{circle}</svg>"), "published");
    }
    if items.is_empty() { items } else { format!("<ul class=\"legend\">{items}</ul>") }
}

fn legend_item(swatch: &str, name: &str) -> String {
    format!("<li>{swatch}{}</li>", markup::html(name))
}

/// The paper's value.
fn open_circle(x: f64, y: f64, inside: &str) -> String {
    format!("<circle class=\"paper\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"5\">{inside}</circle>")
}

fn text(x: f64, y: f64, class: &str, content: &str) -> String {
    format!("<text x=\"{x:.1}\" y=\"{y:.1}\" class=\"{class}\">{}</text>", markup::html(content))
}

fn line(class: &str, from: (f64, f64), to: (f64, f64)) -> String {
    format!(
        "<line class=\"{class}\" x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\"/>",
        from.0, from.1, to.0, to.1
    )
}
