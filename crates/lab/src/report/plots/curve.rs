//! Curves: a line a series, its interval as a band.

use super::scale::{Along, Scale, ticks};
use super::{COLOURS, LETTER, Panel, Plot, SHAPES, WIDTH, line, margin, open_circle, text};
use crate::experiment::ResultCell;
use crate::report::figures::paper;
use crate::report::markup;

const HEIGHT: f64 = 372.0;
const TOP: f64 = 12.0;
const BOTTOM: f64 = HEIGHT - 62.0;
const RIGHT: f64 = WIDTH - 26.0;

/// A cell and where it is drawn.
struct Mark<'a> {
    x: f64,
    y: f64,
    cell: &'a ResultCell,
}

/// One kind of thing drawn for a series.
type Layer = fn(&Plot<'_>, usize, &[Mark<'_>], Scale) -> String;

pub(super) fn draw(plot: &Plot<'_>, panel: &Panel<'_>) -> (f64, String) {
    let (low, high) = plot.range();
    let (values, step) = ticks(low, high);
    let labels: Vec<String> = values.iter().map(|&value| plot.style.tick(value, step)).collect();
    let left = margin(&labels);
    let y = Scale::linear((values[0], values[values.len() - 1]), (BOTTOM, TOP));
    let along = Along::new(plot.x, (left + 14.0, RIGHT));
    let mut out = bottom(plot, &along, left);
    for (&value, label) in values.iter().zip(&labels) {
        out += &line("rule", (left, y.at(value)), (WIDTH, y.at(value)));
        out += &text(left - 8.0, y.at(value) + 4.5, "end", label);
    }
    let marks: Vec<Vec<Mark<'_>>> = panel.rows.iter().map(|row| place(row, &along, y)).collect();
    let layers: [Layer; 3] = [band, path, circles];
    // All bands lie under all lines, and the paper's circles on top.
    for layer in layers {
        out.extend(marks.iter().enumerate().map(|(series, marks)| layer(plot, series, marks, y)));
    }
    (HEIGHT, out)
}

fn place<'a>(row: &[Option<&'a ResultCell>], along: &Along, y: Scale) -> Vec<Mark<'a>> {
    let mark = |(cell, &x): (&Option<&'a ResultCell>, &f64)| {
        cell.map(|cell| Mark { x, y: y.at(cell.figure.value), cell })
    };
    row.iter().zip(&along.places).filter_map(mark).collect()
}

/// The values of x where they were measured, as many as fit, and the name of the axis.
fn bottom(plot: &Plot<'_>, along: &Along, left: f64) -> String {
    let mut out = String::new();
    let mut free = f64::NEG_INFINITY;
    for (value, &x) in plot.x.values.iter().zip(&along.places) {
        let label = markup::value(value);
        let half = LETTER * label.chars().count() as f64 / 2.0;
        out += &line("tick", (x, BOTTOM), (x, BOTTOM + 5.0));
        if x - half > free {
            out += &text(x, BOTTOM + 23.0, "middle", &label);
            free = x + half + 6.0;
        }
    }
    let name = plot.x.name.replace('_', " ") + if along.log { " (log scale)" } else { "" };
    out + &text((left + WIDTH) / 2.0, BOTTOM + 50.0, "middle name", &name)
}

fn band(_: &Plot<'_>, series: usize, marks: &[Mark<'_>], y: Scale) -> String {
    let known =
        || marks.iter().filter(|mark| mark.cell.figure.low.is_finite() && mark.cell.figure.high.is_finite());
    let colour = series % COLOURS;
    let point = |x: f64, value: f64| format!("{x:.1},{:.1}", y.at(value));
    if let [only] = known().collect::<Vec<_>>()[..] {
        return line(
            &format!("whisker s{colour}"),
            (only.x, y.at(only.cell.figure.low)),
            (only.x, y.at(only.cell.figure.high)),
        );
    }
    let above = known().map(|mark| point(mark.x, mark.cell.figure.high));
    let below = known().rev().map(|mark| point(mark.x, mark.cell.figure.low));
    let points: Vec<String> = above.chain(below).collect();
    if points.is_empty() {
        String::new()
    } else {
        format!("<polygon class=\"band s{colour}\" points=\"{}\"/>", points.join(" "))
    }
}

fn path(plot: &Plot<'_>, series: usize, marks: &[Mark<'_>], _: Scale) -> String {
    let colour = series % COLOURS;
    let points: Vec<String> = marks.iter().map(|mark| format!("{:.1},{:.1}", mark.x, mark.y)).collect();
    let mut out = format!(
        "<g class=\"s{colour}\"><polyline class=\"line d{}\" points=\"{}\"/>",
        dash(series),
        points.join(" ")
    );
    out.extend(marks.iter().map(|mark| shape(series, mark.x, mark.y, &plot.tip(mark.cell))));
    out + "</g>"
}

fn circles(plot: &Plot<'_>, series: usize, marks: &[Mark<'_>], y: Scale) -> String {
    let circle = |mark: &Mark<'_>| Some(open_circle(mark.x, y.at(paper(mark.cell)?), &plot.tip(mark.cell)));
    let circles: String = marks.iter().filter_map(circle).collect();
    if circles.is_empty() { circles } else { format!("<g class=\"s{}\">{circles}</g>", series % COLOURS) }
}

/// A sample of a series for the legend.
pub(super) fn swatch(series: usize) -> String {
    let (colour, dash, shape) = (series % COLOURS, dash(series), shape(series, 17.0, 7.0, ""));
    format!(
        "<svg class=\"swatch s{colour}\" viewBox=\"0 0 34 14\"><polyline class=\"line d{dash}\" points=\"0,7 34,7\"/>{shape}</svg>"
    )
}

fn dash(series: usize) -> usize {
    (series + series / COLOURS) % 4
}

/// A filled shape: circle, square, triangle, diamond, triangle on its head, star of four.
fn shape(series: usize, x: f64, y: f64, inside: &str) -> String {
    let path = match series % SHAPES {
        0 => "m-4.5,0a4.5,4.5 0 1,0 9,0a4.5,4.5 0 1,0 -9,0z",
        1 => "m-4,-4h8v8h-8z",
        2 => "m0,-5.5l5,9h-10z",
        3 => "m0,-5.8l5.8,5.8l-5.8,5.8l-5.8,-5.8z",
        4 => "m0,5.5l5,-9h-10z",
        _ => "m0,-6.5l2,4.5l4.5,2l-4.5,2l-2,4.5l-2,-4.5l-4.5,-2l4.5,-2z",
    };
    format!("<path class=\"mark\" d=\"M{x:.1},{y:.1}{path}\">{inside}</path>")
}
