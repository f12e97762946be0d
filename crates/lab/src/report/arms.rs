//! The tables of arms held against each other.

use super::figures::{Style, heading};
use super::grid::{Entry, Group, Row, Table, words};
use super::markup::{title, value as called};
use catalog::kinds::Unit;

use crate::experiment::{At, Compared, PartResults, Recovered, ResultCell, Value};
use crate::stats::Figure;

/// One line of such a table: where it belongs, which arm, its figure, and how easily chance alone gives it.
struct Line<'a> {
    at: &'a At,
    arm: &'a Value,
    figure: ResultCell,
    p: Option<f64>,
}

/// The tables of all comparisons and gaps of a part.
pub(super) fn arms(part: &PartResults) -> Vec<Table> {
    let same = |a: &Compared, b: &Compared| (&a.measure, &a.axis, &a.base) == (&b.measure, &b.axis, &b.base);
    let compared = part.compared.chunk_by(same).map(|block| compared(part, block));
    let same = |a: &Recovered, b: &Recovered| {
        (&a.measure, &a.axis, &a.from, &a.to) == (&b.measure, &b.axis, &b.from, &b.to)
    };
    compared.chain(part.recovered.chunk_by(same).map(recovered)).collect()
}

fn compared<'a>(part: &PartResults, block: &'a [Compared]) -> Table {
    let Compared { measure, axis, base, .. } = &block[0];
    let line = |it: &'a Compared| Line {
        at: &it.at,
        arm: &it.arm,
        figure: figure(it.unit, it.figure),
        p: Some(it.p_holm),
    };
    let lines: Vec<Line<'a>> = block.iter().map(line).collect();
    let unit = heading(measure, Style::of(part, measure));
    let base = called(base);
    table(format!("{unit}, difference from {} {base}", axis.replace('_', " ")), axis, "Difference", &lines)
}

fn recovered<'a>(block: &'a [Recovered]) -> Table {
    let Recovered { measure, axis, from, to, .. } = &block[0];
    // A share whatever is measured, so it is written as per cent.
    let line = |it: &'a Recovered| Line {
        at: &it.at,
        arm: &it.arm,
        figure: figure(Unit::Percent, it.figure),
        p: None,
    };
    let lines: Vec<Line<'a>> = block.iter().map(line).collect();
    let (from, to) = (called(from), called(to));
    table(format!("{}, share of the gap from {from} to {to}", title(measure)), axis, "Recovered (%)", &lines)
}

/// A figure of no table's place.
pub(super) fn figure(unit: Unit, figure: Figure) -> ResultCell {
    let (at, reading, measure) = (At::new(), String::new(), String::new());
    ResultCell { at, reading, measure, unit, figure, published: None, sampling: None, beside: None }
}

fn table(caption: String, axis: &str, head: &str, lines: &[Line<'_>]) -> Table {
    let figures: Vec<&ResultCell> = lines.iter().map(|line| &line.figure).collect();
    let style = Style::over(&figures);
    let tested = lines.iter().any(|line| line.p.is_some());
    let row = |line: &Line<'_>| {
        let p = line.p.map(|p| Entry { value: chance(p), interval: None, ..Entry::new(&line.figure, style) });
        let entries = [Some(Some(Entry::new(&line.figure, style))), tested.then_some(p)];
        Row { head: called(line.arm), entries: entries.into_iter().flatten().collect() }
    };
    let group = |lines: &[Line<'_>]| {
        let place: Vec<(&str, &Value)> =
            lines[0].at.iter().map(|(axis, value)| (axis.as_str(), value)).collect();
        let title = (!place.is_empty()).then(|| words(&place));
        Group { title, rows: lines.iter().map(row).collect() }
    };
    Table {
        caption,
        down: title(axis),
        across: None,
        heads: [Some(head), tested.then_some("p (Holm)")].into_iter().flatten().map(String::from).collect(),
        groups: lines.chunk_by(|a, b| a.at == b.at).map(group).collect(),
    }
}

/// A p value as people read it.
fn chance(p: f64) -> String {
    if p < 0.001 { "< 0.001".to_string() } else { format!("{p:.3}") }
}
