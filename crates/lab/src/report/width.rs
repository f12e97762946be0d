//! How wide a table is, so that one that does not fit a screen is stacked: its rows become lists.

use std::collections::BTreeSet;

use super::figures::count;
use super::grid::{Counts, Entry, Row, Table};

/// The room a table needs, in rem, rounded up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Need(u32);

/// From one step of [`Need`] to the next.
const STEP: u32 = 4;
/// The widest line of the page.
const PAGE: u32 = 64;
/// What stands beside a table on each side of the page, and a scroll bar.
const MARGINS: f64 = 3.5;
/// A letter of the small, the usual and the large size.
const SMALL: f64 = 0.45;
const USUAL: f64 = 0.54;
const LARGE: f64 = 0.66;
/// Between two columns.
const BETWEEN: f64 = 1.6;
/// The first column is never wider.
const HEAD: f64 = 16.0;

impl Need {
    /// The room for columns that are so wide, in rem.
    pub(super) fn columns(widths: impl Iterator<Item = f64>) -> Need {
        let rem = widths.map(|width| width + BETWEEN).sum::<f64>().ceil();
        Need((rem as u32).div_ceil(STEP) * STEP)
    }

    /// The width of a table of figures, with this much room for the paper's beside ours.
    pub(super) fn of(table: &Table, room: f64) -> Need {
        let letters = |text: &str| text.chars().count() as f64;
        let widest = |widths: &mut dyn Iterator<Item = f64>| widths.fold(0.0, f64::max);
        let head = widest(&mut table.rows().map(|row| USUAL * longest_word(&row.head)))
            .max(USUAL * letters(&table.down));
        let column = |index: usize| {
            let mut entries = table.rows().filter_map(|row| row.entries[index].as_ref());
            let entry = |entry: &Entry| {
                let interval = entry.interval.as_ref().map_or(0.0, |interval| SMALL * letters(interval));
                let n = if table.counts() == Counts::ByFigure {
                    SMALL * (2.0 + letters(&count(entry.n)))
                } else {
                    0.0
                };
                room + (LARGE * letters(&entry.value)).max(interval).max(n)
            };
            widest(&mut entries.by_ref().map(entry)).max(USUAL * longest_word(&table.heads[index]))
        };
        let n = widest(&mut table.rows().filter_map(Row::n).map(|n| USUAL * letters(&count(n))));
        let n = (table.counts() == Counts::ByRow).then_some(n);
        Need::columns([head.min(HEAD)].into_iter().chain((0..table.heads.len()).map(column)).chain(n))
    }

    /// The classes of the box around the table.
    pub(super) fn class(self) -> String {
        if self.0 > PAGE { format!("need-{} wide", self.0) } else { format!("need-{}", self.0) }
    }
}

/// The longest piece of a heading that is not broken.
fn longest_word(head: &str) -> f64 {
    let words = head.split([' ', '(', ',', '_']).map(|word| word.chars().count() + 1);
    words.max().unwrap_or(0) as f64
}

/// The room for a column of prose: its longest word.
pub(super) fn prose_column<'a>(cells: impl Iterator<Item = &'a str>) -> f64 {
    let words = cells.flat_map(|cell| cell.split([' ', '\n'])).map(|word| word.chars().count());
    USUAL * words.max().unwrap_or(0) as f64
}

/// The style sheet that stacks the tables of a page where they do not fit.
pub(super) fn stacked(body: &str) -> String {
    let needs: BTreeSet<u32> = body
        .split("class=\"scroll need-")
        .skip(1)
        .filter_map(|text| text.split([' ', '"']).next()?.parse().ok())
        .collect();
    let rules = |need: &u32| {
        let own = format!(".need-{need}");
        format!(
            "@media screen and (max-width: {width}rem) {{\n  \
             {own} table, {own} caption, {own} tbody, {own} tr, {own} th, {own} td {{ display: block; }}\n  \
             {own} thead {{ display: none; }}\n  \
             {own} tbody th:first-child {{ position: static; max-width: none; border: 0; padding: .8rem 0 0; font-weight: 600; }}\n  \
             {own} tbody td, {own} tbody td:first-child {{ display: grid; grid-template-columns: minmax(0, 1fr) auto auto; align-items: baseline; gap: 0 .6rem; padding: .2rem 0; text-align: right; white-space: normal; }}\n  \
             {own} tbody tr:not(.group) th::before {{ content: attr(data-down) \" \"; color: var(--quiet); font-weight: 400; }}\n  \
             {own} tbody td::before {{ content: attr(data-head); color: var(--quiet); text-align: left; overflow-wrap: anywhere; }}\n  \
             {own} tbody td .paper {{ width: auto; text-indent: 0; }}\n  \
             {own} tbody td small {{ grid-column: 2 / 4; margin: 0; }}\n}}\n",
            width = f64::from(*need) + MARGINS,
        )
    };
    let wide = |need: &u32| {
        let half = f64::from(*need) / 2.0;
        format!(
            ".need-{need}.wide {{ margin-inline: calc(50% - min(50vw - {}rem, {half}rem)); }}\n",
            MARGINS / 2.0
        )
    };
    let wider = needs.iter().filter(|&&need| need > PAGE).map(wide);
    wider.chain(needs.iter().map(rules)).collect()
}
