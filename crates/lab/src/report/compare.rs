//! Two runs held against each other, figure by figure.

use std::fmt::Write;

use catalog::kinds::Unit;
use serde::{Serialize, Serializer};

use super::arms::figure as cell_of;
use super::figures::{DASH, Style};
use super::markup::{shorten, terminal as plain, title, value as called};
use crate::experiment::{At, PartResults, ResultCell, Results};
use crate::stats::{Figure, independent_difference};

/// A figure that two runs have: what it is in each, and the second less the first.
#[derive(Clone, Debug, Serialize)]
pub struct ChangedFigure {
    /// The part of the experiment.
    pub part: String,
    /// The cell: every axis with its value.
    #[serde(serialize_with = "as_map")]
    pub at: At,
    /// What is measured.
    pub measure: String,
    #[serde(skip)]
    unit: Unit,
    /// The figure of the first run.
    pub first: Figure,
    /// The figure of the second run.
    pub second: Figure,
    /// The second less the first, as if both were drawn apart: where both played the same deals the interval is too wide.
    pub difference: Figure,
}

impl ChangedFigure {
    /// Whether 0 lies outside the interval of the difference.
    pub fn differs(&self) -> bool {
        self.difference.has_interval() && !(self.difference.low <= 0.0 && 0.0 <= self.difference.high)
    }
}

fn as_map<S: Serializer>(at: &At, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(at.iter().map(|(axis, value)| (axis, value)))
}

/// Every figure that both runs have, in the order of the first.
pub fn compare(first: &Results, second: &Results) -> Vec<ChangedFigure> {
    let pair = |part: &PartResults, cell: &ResultCell| {
        let other = second.parts.iter().find(|other| other.name == part.name)?;
        let same = |it: &&ResultCell| it.measure == cell.measure && it.at == cell.at;
        let other = other.cells.iter().find(same)?.figure;
        Some(ChangedFigure {
            part: part.name.clone(),
            at: cell.at.clone(),
            measure: cell.measure.clone(),
            unit: cell.unit,
            first: cell.figure,
            second: other,
            difference: independent_difference(other, cell.figure),
        })
    };
    first.parts.iter().flat_map(|part| part.cells.iter().filter_map(move |cell| pair(part, cell))).collect()
}

/// Longer names of cells are cut.
const LONGEST: usize = 40;

/// The comparison for a terminal; the runs are called by these names.
pub fn comparison(changed: &[ChangedFigure], names: [&str; 2]) -> String {
    let differ = changed.iter().filter(|it| it.differs()).count();
    let mut out = format!("{} less {}\n", plain(names[1]), plain(names[0]));
    for table in changed.chunk_by(|a, b| (&a.part, &a.measure) == (&b.part, &b.measure)) {
        out += &block(table);
    }
    let _ = write!(
        out,
        "\n  {} figures, {differ} of them differ (≠: 0 lies outside the 95 % interval of the difference; 1 in 20 does so by chance)\n",
        changed.len()
    );
    out
}

/// The figures of one measure of a part, a line each.
fn block(changed: &[ChangedFigure]) -> String {
    let cells: Vec<ResultCell> =
        changed.iter().flat_map(|it| [it.first, it.second].map(|figure| cell_of(it.unit, figure))).collect();
    let style = Style::over(&cells.iter().collect::<Vec<_>>());
    let lines: Vec<[String; 4]> = changed.iter().map(|it| line(it, style)).collect();
    let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0);
    let widths = [0, 1, 2, 3].map(width);
    let unit = match style.unit() {
        "" => String::new(),
        unit => format!(" ({unit})"),
    };
    let mut out =
        format!("\n  {}: {}{unit}\n", plain(&title(&changed[0].part)), plain(&title(&changed[0].measure)));
    for [at, first, second, difference] in &lines {
        let [a, b, c, d] = widths;
        let _ = writeln!(out, "  {at:<a$}   {first:>b$}   {second:>c$}   {difference:>d$}");
    }
    out
}

fn line(changed: &ChangedFigure, style: Style) -> [String; 4] {
    let told = |figure: Figure| {
        let interval = style.interval(&cell_of(changed.unit, figure));
        [Some(style.value(figure.value)), interval].into_iter().flatten().collect::<Vec<_>>().join(" ")
    };
    let at: Vec<String> =
        changed.at.iter().map(|(axis, value)| format!("{axis} {}", called(value))).collect();
    let at = if at.is_empty() { DASH.to_string() } else { shorten(&plain(&at.join(", ")), LONGEST) };
    let mark = if changed.differs() { " ≠" } else { "  " };
    [at, told(changed.first), told(changed.second), told(changed.difference) + mark]
}
