//! The tables of a part, laid out once for the page, the Markdown and the terminal.

use std::collections::BTreeMap;

use crate::experiment::{Axis, PartResults, ResultCell, STATED, Value};

use super::agreement::agrees;
use super::figures::{Style, count, heading, paper};
use super::markup::{title, value as called};

/// One table: rows in groups, all with the same columns.
pub(super) struct Table {
    /// What is measured, with its unit, or nothing where the columns say it.
    pub(super) caption: String,
    /// What the rows are values of.
    pub(super) down: String,
    /// What the columns are values of, if of an axis.
    pub(super) across: Option<String>,
    pub(super) heads: Vec<String>,
    pub(super) groups: Vec<Group>,
}

/// Rows that share the values of all axes but the last.
pub(super) struct Group {
    pub(super) title: Option<String>,
    pub(super) rows: Vec<Row>,
}

/// One line of a table; what was not measured is missing.
pub(super) struct Row {
    pub(super) head: String,
    pub(super) entries: Vec<Option<Entry>>,
}

/// One figure as it is written everywhere.
pub(super) struct Entry {
    pub(super) value: String,
    pub(super) interval: Option<String>,
    pub(super) paper: Option<String>,
    /// Whether the paper's figure counts in the fit.
    pub(super) counted: bool,
    /// Whether ours and the paper's figure cannot both be right.
    pub(super) differs: bool,
    pub(super) n: u64,
}

impl Entry {
    pub(super) fn new(cell: &ResultCell, style: Style) -> Entry {
        Entry {
            value: style.value(cell.figure.value),
            interval: style.interval(cell),
            paper: paper(cell).map(|value| style.published(value)),
            counted: cell.published.is_some(),
            differs: agrees(cell) == Some(false),
            n: cell.figure.n,
        }
    }
}

/// Where a table says how many games, deals or series its figures rest on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Counts {
    /// Once for the whole table: all its figures rest on as many.
    Once(u64),
    /// In a column of its own: the figures of a row rest on as many.
    ByRow,
    /// Beside each figure.
    ByFigure,
}

impl Row {
    /// The number of games, deals or series all figures of the row rest on, if these are as many.
    pub(super) fn n(&self) -> Option<u64> {
        same(self.entries.iter().flatten().map(|entry| entry.n))
    }
}

/// The number that all of these are.
fn same(mut numbers: impl Iterator<Item = u64>) -> Option<u64> {
    let first = numbers.next()?;
    numbers.all(|number| number == first).then_some(first)
}

impl Table {
    /// Where it says what its figures rest on.
    pub(super) fn counts(&self) -> Counts {
        let by_row =
            || self.rows().all(|row| row.n().is_some() || row.entries.iter().flatten().next().is_none());
        match same(self.entries().map(|entry| entry.n)) {
            Some(n) => Counts::Once(n),
            None if by_row() => Counts::ByRow,
            None => Counts::ByFigure,
        }
    }

    /// What all its figures rest on, in words.
    pub(super) fn count_of_all(&self) -> Option<String> {
        match self.counts() {
            Counts::Once(n) => Some(format!("n = {}", count(n))),
            Counts::ByRow | Counts::ByFigure => None,
        }
    }

    /// All figures, row by row.
    pub(super) fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.rows().flat_map(|row| row.entries.iter().flatten())
    }

    pub(super) fn rows(&self) -> impl Iterator<Item = &Row> {
        self.groups.iter().flat_map(|group| &group.rows)
    }
}

/// The cells of a part by where they stand.
pub(super) struct Lookup<'a> {
    part: &'a PartResults,
    cells: BTreeMap<(&'a str, Vec<String>), &'a ResultCell>,
}

impl<'a> Lookup<'a> {
    pub(super) fn new(part: &'a PartResults) -> Lookup<'a> {
        let place =
            |cell: &'a ResultCell| ((cell.measure.as_str(), key(part, &|axis| find(&cell.at, axis))), cell);
        Lookup { part, cells: part.cells.iter().map(place).collect() }
    }

    /// The cell of a measure at a place; an axis the place does not name has its only value.
    pub(super) fn cell(&self, measure: &str, at: &[(&str, &Value)]) -> Option<&'a ResultCell> {
        let named =
            |axis: &Axis| at.iter().find(|(name, _)| *name == axis.name).map(|(_, value)| value.to_string());
        let only =
            |axis: &Axis| axis.values.first().filter(|_| axis.values.len() == 1).map(ToString::to_string);
        let place = key(self.part, &|axis| named(axis).or_else(|| only(axis)));
        self.cells.get(&(measure, place)).copied()
    }
}

fn find(at: &[(String, Value)], axis: &Axis) -> Option<String> {
    at.iter().find(|(name, _)| *name == axis.name).map(|(_, value)| value.to_string())
}

fn key(part: &PartResults, value: &dyn Fn(&Axis) -> Option<String>) -> Vec<String> {
    part.axes.iter().map(|axis| value(axis).unwrap_or_default()).collect()
}

/// Every combination of the values of some axes, the last moving fastest.
pub(super) fn combinations<'a>(axes: &[&'a Axis]) -> Vec<Vec<(&'a str, &'a Value)>> {
    axes.iter().fold(vec![Vec::new()], |places, axis| {
        let extend = |place: &Vec<_>| {
            let place = place.clone();
            axis.values.iter().map(move |value| [place.as_slice(), &[(axis.name.as_str(), value)]].concat())
        };
        places.iter().flat_map(extend).collect()
    })
}

/// A place in words: `players 3 · c 0.7`.
pub(super) fn words(place: &[(&str, &Value)]) -> String {
    let word = |(name, value): &(&str, &Value)| format!("{} {}", name.replace('_', " "), called(value));
    place.iter().map(word).collect::<Vec<_>>().join(" · ")
}

/// What is the same in all cells of a part: axes with one value, and a reading that is not the stated one.
pub(super) fn shared(part: &PartResults) -> Option<String> {
    let single: Vec<&Axis> = part.axes.iter().filter(|axis| axis.values.len() == 1).collect();
    let at = combinations(&single).first().map(|place| words(place)).filter(|words| !words.is_empty());
    let reading = (part.reading != STATED).then(|| format!("reading: {}", part.reading));
    let both: Vec<String> = [reading, at].into_iter().flatten().collect();
    (!both.is_empty()).then(|| both.join(" · "))
}

/// The axes that have more than one value, in the order of the sweep.
pub(super) fn swept(part: &PartResults) -> Vec<&Axis> {
    part.axes.iter().filter(|axis| axis.values.len() > 1).collect()
}

/// The tables of a part: with one axis its measures stand side by side, else each measure has a table.
pub(super) fn tables(part: &PartResults) -> Vec<Table> {
    let lookup = Lookup::new(part);
    match (part.cells.is_empty(), swept(part).as_slice()) {
        (true, _) => Vec::new(),
        (_, []) => vec![side_by_side(&lookup, None)],
        (_, [axis]) => vec![side_by_side(&lookup, Some(axis))],
        (_, axes) => part.measures.iter().map(|measure| crossed(&lookup, axes, measure)).collect(),
    }
}

/// More measures than this stand below one another where there are fewer values.
const BESIDE: usize = 7;

/// The measures of a part with one axis or none, side by side or, if they are many, below one another.
fn side_by_side(lookup: &Lookup<'_>, axis: Option<&Axis>) -> Table {
    let part = lookup.part;
    let styles: Vec<(&str, Style)> = part.measures.iter().map(|m| (m.as_str(), Style::of(part, m))).collect();
    let places: Vec<(String, Vec<(&str, &Value)>)> = match axis {
        Some(axis) => axis.values.iter().map(|v| (called(v), vec![(axis.name.as_str(), v)])).collect(),
        None => vec![("ours".to_string(), Vec::new())],
    };
    let name = axis.map(|axis| title(&axis.name));
    let heads = || styles.iter().map(|(measure, style)| heading(measure, *style));
    let cell =
        |(measure, style): &(&str, Style), place: &[(&str, &Value)]| entry(lookup, measure, place, *style);
    let is_turned = styles.len() > BESIDE && places.len() < styles.len();
    let rows = if is_turned {
        let row = |(head, style)| Row {
            head,
            entries: places.iter().map(|(_, place)| cell(style, place)).collect(),
        };
        heads().zip(&styles).map(row).collect()
    } else {
        let row = |(head, place): &(String, Vec<_>)| {
            let entries = styles.iter().map(|style| cell(style, place)).collect();
            Row { head: head.clone(), entries }
        };
        places.iter().map(row).collect()
    };
    Table {
        caption: String::new(),
        down: if is_turned { "Measure".to_string() } else { name.clone().unwrap_or_default() },
        across: name.filter(|_| is_turned),
        heads: if is_turned { places.into_iter().map(|(head, _)| head).collect() } else { heads().collect() },
        groups: vec![Group { title: None, rows }],
    }
}

fn crossed(lookup: &Lookup<'_>, axes: &[&Axis], measure: &str) -> Table {
    let (outer, down, across) = roles(axes);
    let style = Style::of(lookup.part, measure);
    let row = |place: &[(&str, &Value)], value| {
        let at = |column| [place, &[(down.name.as_str(), value), (across.name.as_str(), column)]].concat();
        let entries = across.values.iter().map(|column| entry(lookup, measure, &at(column), style)).collect();
        Row { head: called(value), entries }
    };
    let group = |place: Vec<(&str, &Value)>| Group {
        title: (!place.is_empty()).then(|| words(&place)),
        rows: down.values.iter().map(|value| row(&place, value)).collect(),
    };
    Table {
        caption: heading(measure, style),
        down: title(&down.name),
        across: Some(title(&across.name)),
        heads: across.values.iter().map(called).collect(),
        groups: combinations(outer).into_iter().map(group).collect(),
    }
}

fn entry(lookup: &Lookup<'_>, measure: &str, at: &[(&str, &Value)], style: Style) -> Option<Entry> {
    lookup.cell(measure, at).map(|cell| Entry::new(cell, style))
}

/// Columns wider than this in all do not fit a page.
const WIDEST: usize = 84;

/// Groups, rows and columns: the last axis goes across, unless it is too wide and the one before it is not.
fn roles<'a, 'b>(axes: &'a [&'b Axis]) -> (&'a [&'b Axis], &'b Axis, &'b Axis) {
    let (outer, [before, last]) = axes.split_at(axes.len() - 2) else { unreachable!("two axes at least") };
    let width = |axis: &Axis| axis.values.iter().map(|value| called(value).chars().count().max(7)).sum();
    let (wide, other): (usize, usize) = (width(last), width(before));
    if wide > WIDEST && other < wide { (outer, last, before) } else { (outer, before, last) }
}
