//! The tables for a terminal, aligned, at most a hundred columns wide.

use super::arms::arms;
use super::figures::{DASH, count};
use super::fit_lines;
use super::grid::{Counts, Entry, Table, shared, tables};
use super::markup::{shorten, terminal as plain, title};
use crate::experiment::{PartResults, Results};

/// No line is longer than this.
const WIDEST: usize = 100;
/// Tables with more rows than this are for the page.
const LONGEST: usize = 40;
/// Row headings longer than this are cut.
const LONGEST_HEAD: usize = 34;
const INDENT: usize = 2;
const GAP: usize = 3;

/// The report of an experiment in a few lines: the question, how near the published figures are, the answer.
pub fn brief(results: &Results) -> String {
    let opening = format!("{} · {}", plain(&results.name), plain(&results.question));
    let fit = fit(results);
    let answer = results.answer.as_ref().map(|answer| wrap(&plain(answer), "  "));
    [wrap(&opening, "")].into_iter().chain(fit).chain(answer).collect()
}

/// The report of an experiment for the terminal: our figures, the published ones in parentheses.
pub fn text(results: &Results) -> String {
    let opening = format!("{} · {}", plain(&results.name), plain(&results.question));
    let fit = fit(results);
    let answer = results.answer.as_ref().map(|answer| wrap(&plain(answer), "  "));
    let blocks =
        [wrap(&opening, "")].into_iter().chain(results.parts.iter().map(part)).chain(fit).chain(answer);
    blocks.collect::<Vec<_>>().join("\n")
}

fn fit(results: &Results) -> Option<String> {
    let lines: String = fit_lines(results).iter().map(|line| wrap(line, "  ")).collect();
    (!lines.is_empty()).then_some(lines)
}

fn part(part: &PartResults) -> String {
    let shared = shared(part).map_or_else(String::new, |text| format!(" ({text})"));
    let opening = format!("{}: {}{shared}", title(&part.name), part.about);
    let tables: String = tables(part).iter().chain(&arms(part)).map(table).collect();
    let nothing = if tables.is_empty() { "  nothing measured\n" } else { "" };
    wrap(&plain(&opening), "  ") + nothing + &tables
}

/// A table in as many blocks as its columns need; the intervals are shown if one block has room for them.
fn table(table: &Table) -> String {
    let rows = table.rows().count();
    if rows > LONGEST {
        return format!("\n  {} in {rows} rows: see the report\n", plain(&table.caption));
    }
    let head = head_width(table);
    let room = WIDEST - INDENT - head;
    let columns = |full| {
        let figures = (0..table.heads.len()).map(|index| column(table, index, full));
        figures.chain((table.counts() == Counts::ByRow).then(|| column_of_counts(table))).collect::<Vec<_>>()
    };
    let wide: Vec<Column> = columns(true);
    let full = fitting(&wide, room) == wide.len();
    let all = if full { wide } else { columns(false) };
    let mut rest = all.as_slice();
    let mut out = String::new();
    while !rest.is_empty() {
        let (now, later) = rest.split_at(fitting(rest, room));
        out += &block(table, head, now);
        rest = later;
    }
    out + &legend(table, full)
}

/// One column, its cells equally wide and the parts of its figures in line.
struct Column {
    head: String,
    cells: Vec<String>,
    width: usize,
}

fn column(table: &Table, index: usize, full: bool) -> Column {
    let rows: Vec<[String; 3]> = table.rows().map(|row| pieces(row.entries[index].as_ref(), full)).collect();
    let widths = [0, 1, 2].map(|piece| rows.iter().map(|row| width(&row[piece])).max().unwrap_or(0));
    let pad = |row: &[String; 3]| -> String {
        row.iter().zip(widths).map(|(piece, wide)| format!("{piece:>wide$}")).collect()
    };
    let cells: Vec<String> = rows.iter().map(pad).collect();
    let head = shorten(&plain(&table.heads[index]), WIDEST - INDENT - GAP - LONGEST_HEAD);
    let width = width(&head).max(widths.iter().sum());
    Column { head, cells, width }
}

/// What the figures of each row rest on.
fn column_of_counts(table: &Table) -> Column {
    let cells: Vec<String> =
        table.rows().map(|row| row.n().map_or_else(|| DASH.to_string(), count)).collect();
    let width = cells.iter().map(|cell| width(cell)).max().unwrap_or(0);
    Column { head: "n".to_string(), cells, width }
}

/// Our figure, its interval, the paper's figure with a mark that leaves its place where there is none.
fn pieces(entry: Option<&Entry>, full: bool) -> [String; 3] {
    let Some(entry) = entry else { return [DASH.to_string(), String::new(), String::new()] };
    let interval =
        entry.interval.as_ref().filter(|_| full).map_or_else(String::new, |interval| format!(" {interval}"));
    let mark = if entry.differs { "≠" } else { " " };
    let paper = entry.paper.as_ref().map_or_else(String::new, |paper| format!(" ({paper}){mark}"));
    [entry.value.clone(), interval, paper]
}

/// How many of these columns fit beside each other; one always does.
fn fitting(columns: &[Column], room: usize) -> usize {
    let ends = columns.iter().scan(0, |end, column| {
        *end += GAP + column.width;
        Some(*end)
    });
    ends.take_while(|&end| end <= room).count().max(1)
}

fn head_width(table: &Table) -> usize {
    let heads = table.rows().map(|row| width(&row.head));
    heads.chain([width(&corner(table))]).max().unwrap_or(0).min(LONGEST_HEAD)
}

/// What the rows and the columns are values of.
fn corner(table: &Table) -> String {
    let across = table.across.as_ref().map_or_else(String::new, |across| format!(" \\ {across}"));
    plain(&(table.down.clone() + &across))
}

fn block(table: &Table, head: usize, columns: &[Column]) -> String {
    let caption = plain(&table.caption);
    let mut out = if caption.is_empty() { "\n".to_string() } else { format!("\n  {caption}\n") };
    out += &line(&corner(table), head, columns, |column| &column.head);
    let mut index = 0;
    for group in &table.groups {
        out.extend(
            group.title.iter().map(|title| format!("  {}\n", shorten(&plain(title), WIDEST - INDENT))),
        );
        for row in &group.rows {
            out += &line(&plain(&row.head), head, columns, |column| &column.cells[index]);
            index += 1;
        }
    }
    out
}

fn line<'a>(
    head: &str,
    head_width: usize,
    columns: &'a [Column],
    cell: impl Fn(&'a Column) -> &'a str,
) -> String {
    let cells: String =
        columns.iter().map(|column| format!("   {:>1$}", cell(column), column.width)).collect();
    let line = format!("  {:<head_width$}{cells}", shorten(head, head_width));
    format!("{}\n", line.trim_end())
}

/// What the table's signs mean, and where its intervals are.
fn legend(table: &Table, full: bool) -> String {
    let any = |test: fn(&Entry) -> bool| table.entries().any(test);
    let signs = [
        (any(|entry| entry.paper.is_some()), "ours (published)"),
        (any(|entry| entry.differs), "≠ differs from it (5 %)"),
        (full && any(|entry| entry.interval.is_some()), "intervals of 95 %"),
        (!full && any(|entry| entry.interval.is_some()), "intervals in the report"),
    ];
    let n = table.count_of_all();
    let several = (table.counts() == Counts::ByFigure).then_some("n of each figure in the report");
    let said: Vec<&str> = n
        .as_deref()
        .into_iter()
        .chain(several)
        .chain(signs.iter().filter(|(occurs, _)| *occurs).map(|(_, sign)| *sign))
        .collect();
    if said.is_empty() { String::new() } else { format!("  {}\n", said.join("; ")) }
}

/// Text broken between words, each line indented; a word too long for a line is cut.
fn wrap(text: &str, indent: &str) -> String {
    let room = WIDEST - width(indent);
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let last = lines.last_mut().expect("never empty");
        if last.is_empty() {
            *last = shorten(word, room);
        } else if width(last) + 1 + width(word) <= room {
            *last += &format!(" {word}");
        } else {
            lines.push(shorten(word, room));
        }
    }
    lines.iter().map(|line| format!("{indent}{line}\n")).collect()
}

fn width(text: &str) -> usize {
    text.chars().count()
}
