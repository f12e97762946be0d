//! Heat maps: a coloured square a cell, its number inside.

use super::scale::Scale;
use super::{LETTER, Panel, Plot, WIDTH, margin, text};
use crate::experiment::ResultCell;
use crate::report::figures::paper;
use crate::report::grid::Entry;
use crate::report::markup::{shorten, value as called};

/// Above the squares stand the name of the axis and its values.
const TOP: f64 = 56.0;
const GAP: f64 = 2.0;
/// From here on numbers need small letters, and from there on narrow screens have no room for them.
const CLOSE: usize = 8;
const DENSE: usize = 12;
const LONGEST: usize = 18;

/// Where everything lies.
struct Map<'a> {
    plot: &'a Plot<'a>,
    columns: usize,
    left: f64,
    /// From one square to the next.
    step: (f64, f64),
    /// The least and greatest value of all panels: intervals do not stretch the colours.
    values: (f64, f64),
    /// Whether the squares have room for the paper's figures.
    with_paper: bool,
}

pub(super) fn draw(plot: &Plot<'_>, panel: &Panel<'_>) -> (f64, String) {
    let names: Vec<String> = plot.names().iter().map(|name| shorten(name, LONGEST)).collect();
    let map = Map::new(plot, &names);
    let mut out = map.heads();
    for (row, (cells, name)) in panel.rows.iter().zip(&names).enumerate() {
        let y = TOP + map.step.1 * row as f64;
        out += &text(map.left - 8.0, y + map.step.1 / 2.0 + 4.5, "end", name);
        let place = |column| (map.left + map.step.0 * column as f64, y);
        out.extend(
            cells.iter().enumerate().filter_map(|(column, cell)| Some(map.square((*cell)?, place(column)))),
        );
    }
    let bottom = TOP + map.step.1 * names.len() as f64;
    (bottom + 56.0, out + &map.key(bottom + 12.0))
}

impl<'a> Map<'a> {
    fn new(plot: &'a Plot<'a>, names: &[String]) -> Map<'a> {
        let columns = plot.x.values.len();
        let by = plot.by.map(|axis| down(&axis.name));
        let left = margin(&names.iter().cloned().chain(by).collect::<Vec<_>>());
        let width = (WIDTH - left) / columns as f64;
        let with_paper = columns <= DENSE && plot.cells().any(|cell| paper(cell).is_some());
        let height = if with_paper { 50.0 } else { width.clamp(26.0, 36.0) };
        let widen = |(low, high): (f64, f64), cell: &ResultCell| {
            (low.min(cell.figure.value), high.max(cell.figure.value))
        };
        let values = plot.cells().fold((f64::INFINITY, f64::NEG_INFINITY), widen);
        Map { plot, columns, left, step: (width, height), values, with_paper }
    }

    /// The names of both axes, and the values of x, as many as fit.
    fn heads(&self) -> String {
        let mut out =
            text(self.left, 16.0, "start name", &format!("{} →", self.plot.x.name.replace('_', " ")));
        out.extend(self.plot.by.map(|axis| text(self.left - 8.0, TOP - 9.0, "end name", &down(&axis.name))));
        let mut free = f64::NEG_INFINITY;
        for (column, value) in self.plot.x.values.iter().enumerate() {
            let (x, label) =
                (self.left + self.step.0 * (column as f64 + 0.5), shorten(&called(value), LONGEST));
            let half = LETTER * label.chars().count() as f64 / 2.0;
            if x - half >= free {
                out += &text(x, TOP - 9.0, "middle", &label);
                free = x + half;
            }
        }
        out
    }

    fn square(&self, cell: &ResultCell, at: (f64, f64)) -> String {
        let share = Scale::linear(self.values, (0.0, 100.0)).at(cell.figure.value);
        let (width, height) = (self.step.0 - GAP, self.step.1 - GAP);
        // Past the middle the background's own colour reads better than the ink.
        let ink = if share > 55.0 { "hot" } else { "cold" };
        format!(
            "<g class=\"{ink}{}\"><rect class=\"mark\" style=\"--heat:{share:.1}%\" x=\"{:.1}\" y=\"{:.1}\" width=\"{width:.1}\" height=\"{height:.1}\">{}</rect>{}</g>",
            self.room(),
            at.0,
            at.1,
            self.plot.tip(cell),
            self.numbers(cell, (at.0 + width / 2.0, at.1 + height / 2.0))
        )
    }

    fn room(&self) -> &'static str {
        match self.columns {
            columns if columns > DENSE => " dense",
            columns if columns > CLOSE => " close",
            _ => "",
        }
    }

    /// Our figure, and under it the paper's, marked if it differs.
    fn numbers(&self, cell: &ResultCell, (x, y): (f64, f64)) -> String {
        let entry = Entry::new(cell, self.plot.style);
        let mark = if entry.differs { "≠" } else { "○" };
        let paper = entry.paper.filter(|_| self.with_paper).map(|paper| format!("{mark} {paper}"));
        let ours = text(x, y + if paper.is_some() { -1.0 } else { 4.5 }, "middle n", &entry.value);
        ours + &paper.map_or_else(String::new, |paper| text(x, y + 16.0, "middle p", &paper))
    }

    /// What the colours mean.
    fn key(&self, y: f64) -> String {
        let (wide, steps) = (10.0, 16);
        let sample = |step: u32| {
            let (x, share) =
                (self.left + wide * f64::from(step), 100.0 * f64::from(step) / f64::from(steps - 1));
            format!(
                "<rect style=\"--heat:{share:.1}%\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"12\"/>",
                wide + 0.3
            )
        };
        let samples: String = (0..steps).map(sample).collect();
        let least = text(self.left, y + 32.0, "start", &self.plot.style.value(self.values.0));
        samples
            + &least
            + &text(
                self.left + wide * f64::from(steps),
                y + 32.0,
                "end",
                &self.plot.style.value(self.values.1),
            )
    }
}

fn down(axis: &str) -> String {
    format!("{} ↓", axis.replace('_', " "))
}
