//! Bars: a bar a cell from zero, its interval as a whisker, in groups.

use super::scale::{Scale, ticks};
use super::{COLOURS, LETTER, Panel, Plot, WIDTH, line, margin, open_circle, text};
use crate::experiment::ResultCell;
use crate::report::figures::paper;
use crate::report::markup::value as called;

const TOP: f64 = 4.0;
const BAR: f64 = 16.0;
/// From one bar to the next, and over a group for its name.
const ROW: f64 = 27.0;
const GROUP: f64 = 26.0;
/// The least room for the number behind a bar.
const NUMBER: f64 = 62.0;
/// Longer names stand over their bars, in lines of at most this many letters.
const BESIDE: usize = 22;
const OVER: usize = 58;
/// A line of a name over its bar.
const LINE: f64 = 21.0;

/// What the bars are called, and where that stands.
struct Names {
    lines: Vec<Vec<String>>,
    /// Where the bars begin.
    left: f64,
    over: bool,
}

impl Names {
    fn new(names: &[String]) -> Names {
        let over = names.iter().any(|name| name.chars().count() > BESIDE);
        let lines = names.iter().map(|name| if over { broken(name) } else { vec![name.clone()] }).collect();
        Names { lines, left: if over { MARGIN } else { margin(names) }, over }
    }

    /// The name of a bar that may begin here, and where it begins.
    fn draw(&self, name: usize, y: f64) -> (String, f64) {
        let lines = &self.lines[name];
        if !self.over {
            return (text(self.left - 8.0, y + BAR / 2.0 + 4.5, "end", &lines[0]), y);
        }
        let line = |(i, line): (usize, &String)| text(self.left, y + 14.0 + LINE * i as f64, "start", line);
        (lines.iter().enumerate().map(line).collect(), y + LINE * lines.len() as f64)
    }
}

/// What stands beside bars whose names are over them.
const MARGIN: f64 = 22.0;

/// A long name in lines, each as long as may be; it is broken after a comma or a blank where there is one.
fn broken(name: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    for piece in name.split_inclusive([',', ' ', '(']) {
        let mut piece: Vec<char> = piece.chars().collect();
        while !piece.is_empty() {
            let last = lines.last_mut().expect("never empty");
            let used = last.chars().count();
            if used > 0 && used + piece.len() > OVER {
                lines.push(String::new());
                continue;
            }
            let fits = piece.len().min(OVER);
            last.extend(piece.drain(..fits));
        }
    }
    lines
}

pub(super) fn draw(plot: &Plot<'_>, panel: &Panel<'_>) -> (f64, String) {
    let names = Names::new(&labels(plot));
    let (low, high) = plot.range();
    let (values, step) = ticks(low.min(0.0), high.max(0.0));
    let numbers = panel.cells().map(|cell| plot.style.value(cell.figure.value).chars().count());
    let room = NUMBER.max(9.0 + LETTER * numbers.max().unwrap_or(0) as f64);
    let x = Scale::linear((values[0], values[values.len() - 1]), (names.left, WIDTH - room));
    let (bottom, bars) = rows(plot, panel, &names, x);
    let rule = |value: f64| {
        line(if value == 0.0 { "tick" } else { "rule" }, (x.at(value), TOP), (x.at(value), bottom))
    };
    let label = |value: f64| text(x.at(value), bottom + 20.0, "middle", &plot.style.tick(value, step));
    let rules: String = values.iter().map(|&value| rule(value) + &label(value)).collect();
    (bottom + 28.0, rules + &bars)
}

/// What the bars are called: by their series, or by x where there is one series.
fn labels(plot: &Plot<'_>) -> Vec<String> {
    if plot.by.is_some() { plot.names() } else { plot.x.values.iter().map(called).collect() }
}

/// All bars, and where they end.
fn rows(plot: &Plot<'_>, panel: &Panel<'_>, names: &Names, x: Scale) -> (f64, String) {
    let (mut y, mut out, left) = (TOP + 4.0, String::new(), names.left);
    for (column, value) in plot.x.values.iter().enumerate() {
        if plot.by.is_some() {
            out += &text(
                left + 6.0,
                y + 15.0,
                "start name",
                &format!("{} {}", plot.x.name.replace('_', " "), called(value)),
            );
            y += GROUP;
        }
        for (series, cells) in panel.rows.iter().enumerate() {
            let (name, below) = names.draw(if plot.by.is_some() { series } else { column }, y);
            out += &name;
            y = below;
            out.extend(cells[column].map(|cell| bar(plot, cell, series, y, x)));
            y += ROW;
        }
    }
    (y, out)
}

fn bar(plot: &Plot<'_>, cell: &ResultCell, series: usize, y: f64, x: Scale) -> String {
    let (zero, end, middle) = (x.at(0.0), x.at(cell.figure.value), y + BAR / 2.0);
    let (from, wide, tip) = (zero.min(end), (end - zero).abs(), plot.tip(cell));
    let interval = (cell.figure.low.is_finite() && cell.figure.high.is_finite())
        .then(|| (x.at(cell.figure.low), x.at(cell.figure.high)));
    let paper = paper(cell).map(|value| x.at(value));
    let whisker =
        interval.map_or_else(String::new, |(low, high)| line("whisker", (low, middle), (high, middle)));
    let circle = paper.map_or_else(String::new, |x| open_circle(x, middle, &tip));
    let after = interval.map_or(zero.max(end), |(_, high)| high.max(zero));
    // The number steps aside for a circle that would cover it.
    let after = paper.filter(|circle| (after..after + NUMBER).contains(circle)).unwrap_or(after);
    let number = text(after + 9.0, middle + 4.5, "start n", &plot.style.value(cell.figure.value));
    format!(
        "<g class=\"bars s{}\"><rect class=\"mark bar\" x=\"{from:.1}\" y=\"{y:.1}\" width=\"{wide:.1}\" height=\"{BAR}\">{tip}</rect>{whisker}{circle}{number}</g>",
        series % COLOURS
    )
}
