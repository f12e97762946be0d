//! The page: one file, no script, nothing loaded; light, dark and printed.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;

use super::arms::arms;
use super::figures::{DASH, count, duration};
use super::grid::{Counts, Entry, Group, Row, Table, shared, tables};
use super::markup::{called, html as escape, title};
use super::width::{self, Need};
use super::{fit_lines, part_fit_lines, plots, readme};
use crate::experiment::{PartResults, Results, RunInfo};

/// Tables with more rows than this are folded where a plot shows the same.
const LONG: usize = 20;
/// Pages with more parts than this begin with a list of them.
const MANY: usize = 3;
const NOTHING: &str = "<p class=\"none\">Nothing measured.</p>";
/// The quiet mark of a cell that disagrees.
const MARK: &str = "<span class=\"off\" role=\"img\" aria-label=\"differs\" title=\"differs by more than sampling error\">≠</span>";

/// What stands around the results of a run, for its page.
#[derive(Clone, Debug, Default)]
pub(super) struct Around<'a> {
    /// Sections of it explain the experiment.
    pub(super) readme: &'a str,
    /// Where the page over all experiments is, if there is one.
    pub(super) index: Option<&'a str>,
    /// The file of all figures, to be kept in the page.
    pub(super) figures: Option<&'a [u8]>,
    /// The names of the other files in the folder of the run.
    pub(super) files: &'a [&'a str],
}

/// The page of an experiment, complete in itself; sections of its README explain it. If a page over all
/// experiments stands beside it, `index` is where.
pub fn html(results: &Results, readme: &str, index: Option<&str>) -> String {
    with_surroundings(results, &Around { readme, index, ..Around::default() })
}

/// The same, with the data of the run.
pub(super) fn with_surroundings(results: &Results, around: &Around<'_>) -> String {
    let parts: String = results.parts.iter().enumerate().map(|(i, part)| section(part, i)).collect();
    let readings = readme::section(around.readme, "Readings").map(|text| fold("Readings", &prose(&text)));
    let how = fold("How this was run", &how(results));
    let explained = [follows(results, around.readme), readings, data(results, around), Some(how)]
        .into_iter()
        .flatten()
        .collect();
    let body = [header(results, around), contents(&results.parts), key(&results.parts), parts, explained];
    page(&results.title, &body.concat())
}

fn prose(html: &str) -> String {
    format!("<div class=\"prose\">{html}</div>")
}

/// What follows from the full run stands below the full run alone: of another one nobody has drawn conclusions.
fn follows(results: &Results, readme: &str) -> Option<String> {
    let text = readme::section(readme, "What follows")?;
    let text = if results.info.full {
        prose(&text)
    } else {
        let name = escape(&results.name);
        format!(
            "<p class=\"about\">This is not the full run of the experiment, and nothing is concluded from it. <code>tefuda reproduce \
             {name}</code> plays the full run; README.md beside this page says what follows from that one.</p>"
        )
    };
    Some(format!("<section><h2>What follows</h2>{text}</section>\n"))
}

/// The figures of the page as a file inside it, and links to the files beside it.
fn data(results: &Results, around: &Around<'_>) -> Option<String> {
    let inside = around.figures.map(|bytes| {
        let name: String =
            results.name.chars().filter(|c| c.is_ascii_alphanumeric() || "_-".contains(*c)).collect();
        format!(
            "<p>All figures of this page, with intervals and n: <a download=\"{name}-results.json\" \
             href=\"data:application/json;base64,{}\">results.json</a> ({}, kept in this page).</p>",
            BASE64_STANDARD.encode(bytes),
            size(bytes.len())
        )
    });
    let link = |file: &&str| format!("<a href=\"{0}\">{0}</a>", escape(file));
    let links: Vec<String> = around.files.iter().map(link).collect();
    let beside = (!links.is_empty())
        .then(|| format!("<p>In the folder of the run, where this page was made: {}.</p>", links.join(", ")));
    let text = [inside, beside].into_iter().flatten().collect::<String>();
    (!text.is_empty()).then(|| format!("<section class=\"data\"><h2>Data</h2>{text}</section>\n"))
}

/// The size of a file as people read it.
fn size(bytes: usize) -> String {
    if bytes < 1000 { format!("{bytes} bytes") } else { format!("{} kB", count(bytes.div_ceil(1000) as u64)) }
}

/// A whole page around its body.
pub(super) fn page(title: &str, body: &str) -> String {
    let (title, style) = (escape(title), include_str!("page.css"));
    let stacked = width::stacked(body);
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>{title}</title>\n<style>\n{style}{stacked}</style>\n</head>\n\
         <body>\n<main>\n{body}</main>\n</body>\n</html>\n"
    )
}

fn header(results: &Results, around: &Around<'_>) -> String {
    let house = around.index.map_or_else(
        || "Tefuda".to_string(),
        |index| format!("<a href=\"{}\">Tefuda: all experiments</a>", escape(index)),
    );
    let quick = if results.quick {
        " · <strong>quick run: fewer games than the experiment asks for</strong>"
    } else {
        ""
    };
    let answer = results
        .answer
        .as_ref()
        .map_or_else(String::new, |answer| format!("<p class=\"answer\">{}</p>", escape(answer)));
    let line = |line: &String| format!("<p class=\"fit\">{}</p>", escape(line));
    let fit: String = fit_lines(results).iter().map(line).collect();
    let source = readme::section(around.readme, "Paper")
        .map_or_else(String::new, |text| format!("<div class=\"source\">{text}</div>"));
    format!(
        "<header>\n<p class=\"eyebrow\">{house} · {}{quick}</p>\n<h1>{}</h1>\n<p class=\"question\">{}</p>\n{answer}\n{fit}\n{source}</header>\n",
        escape(&results.name),
        escape(&results.title),
        escape(&results.question)
    )
}

fn contents(parts: &[PartResults]) -> String {
    if parts.len() <= MANY {
        return String::new();
    }
    let item = |(i, part): (usize, &PartResults)| {
        format!("<li><a href=\"#part-{i}\">{}</a></li>", escape(&title(&part.name)))
    };
    let items: String = parts.iter().enumerate().map(item).collect();
    format!("<nav><ol>{items}</ol></nav>\n")
}

/// How to read a cell; only what occurs is explained.
fn key(parts: &[PartResults]) -> String {
    let tables: Vec<Table> = parts.iter().flat_map(tables).collect();
    let any = |test: fn(&Entry) -> bool| tables.iter().flat_map(Table::entries).any(test);
    let entries = [
        (any(|_| true), "<b>bold</b>: our figure"),
        (any(|_| true), "n: the games, deals or series it rests on"),
        (any(|entry| entry.interval.is_some()), "<small>± or from–to</small>: its 95 % interval"),
        (any(|entry| entry.counted), "<span class=\"paper\">○</span> published figure"),
        (
            any(|entry| entry.paper.is_some() && !entry.counted),
            "<span class=\"paper\"><i>(○)</i></span> published, not counted in the fit",
        ),
        (
            any(|entry| entry.differs),
            "<span class=\"off\">≠</span> differs by more than sampling error (two-sample test, 5 %)",
        ),
    ];
    let items: String =
        entries.iter().filter(|(occurs, _)| *occurs).map(|(_, text)| format!("<li>{text}</li>")).collect();
    if items.is_empty() {
        items
    } else {
        format!("<ul class=\"key\" aria-label=\"How to read a cell\">{items}</ul>\n")
    }
}

fn section(part: &PartResults, number: usize) -> String {
    let shared =
        shared(part).map_or_else(String::new, |text| format!("<p class=\"shared\">{}</p>", escape(&text)));
    let (name, about) = (escape(&title(&part.name)), escape(&part.about));
    let fit_line = |line: &String| format!("<p class=\"fit\">{}</p>", escape(line));
    let fits: String = part_fit_lines(part).iter().map(fit_line).collect();
    let content = if part.cells.is_empty() { NOTHING.to_string() } else { figures(part) };
    format!(
        "<section id=\"part-{number}\">\n<h2>{name}</h2>\n<p class=\"about\">{about}</p>\n{shared}{fits}{content}</section>\n"
    )
}

fn figures(part: &PartResults) -> String {
    let plots = plots::figures(part);
    let tables: String = tables(part).iter().map(|shown| folded(shown, !plots.is_empty())).collect();
    let arms: String = arms(part).iter().map(table).collect();
    format!("{plots}<div class=\"tables\">{tables}{arms}</div>")
}

/// A table, behind a fold if it is long and plotted above.
fn folded(shown: &Table, plotted: bool) -> String {
    let rows = shown.rows().count();
    if !plotted || rows <= LONG {
        return table(shown);
    }
    let summary = format!("{}: {} rows of numbers", shown.caption, count(rows as u64));
    fold(summary.trim_start(), &table(shown))
}

fn table(table: &Table) -> String {
    let counts = table.counts();
    let n = table.count_of_all().map(|n| format!("<span class=\"n\">{n}</span>"));
    let said = Some(breakable(&table.caption)).filter(|caption| !caption.is_empty());
    let said: Vec<String> = [said, n].into_iter().flatten().collect();
    let caption =
        if said.is_empty() { String::new() } else { format!("<caption>{}</caption>", said.join(" ")) };
    let across = table.across.as_ref().map_or_else(String::new, |name| {
        format!(
            "<tr class=\"across\"><td></td><th scope=\"colgroup\" colspan=\"{}\">{}</th></tr>",
            table.heads.len(),
            escape(name)
        )
    });
    let heads: String =
        table.heads.iter().map(|head| format!("<th scope=\"col\">{}</th>", breakable(head))).collect();
    let n = if counts == Counts::ByRow { "<th scope=\"col\">n</th>" } else { "" };
    let groups: String = table.groups.iter().map(|rows| group(rows, table, counts)).collect();
    let room = paper_room(table);
    let style = room.map_or_else(String::new, |rem| format!(" style=\"--room:{rem:.1}rem\""));
    let need = Need::of(table, room.unwrap_or(0.0)).class();
    format!(
        "<div class=\"scroll {need}\"><table{style}>{caption}<thead>{across}<tr><th scope=\"col\">{}</th>{heads}{n}</tr></thead>\n{groups}</table></div>\n",
        escape(&table.down)
    )
}

/// The room for the paper's figure beside ours, the same in all cells, so that ours stand in line.
fn paper_room(table: &Table) -> Option<f64> {
    let (around, letter) = (4, 0.57);
    let length =
        |entry: &Entry| Some(entry.paper.as_ref()?.chars().count() + if entry.counted { 0 } else { 2 });
    let lengths = table.entries().filter_map(length);
    lengths.max().map(|longest| letter * (longest + around) as f64)
}

fn group(group: &Group, table: &Table, counts: Counts) -> String {
    let columns = table.heads.len() + usize::from(counts == Counts::ByRow);
    let mut out = String::from("<tbody>");
    if let Some(title) = &group.title {
        out += &format!(
            "<tr class=\"group\"><th scope=\"rowgroup\" colspan=\"{}\">{}</th></tr>\n",
            columns + 1,
            breakable(title)
        );
    }
    // Where columns become lines, each says of what it is a value.
    let of = table.across.as_ref().map_or_else(String::new, |across| format!("{across} "));
    let down = if table.across.is_some() { escape(&table.down) } else { String::new() };
    for row in &group.rows {
        let cells = table.heads.iter().zip(&row.entries);
        let cells: String =
            cells.map(|(head, entry)| cell(&format!("{of}{head}"), entry.as_ref(), counts)).collect();
        let n = if counts == Counts::ByRow { n_of(row) } else { String::new() };
        let head = breakable(&row.head);
        out += &format!("<tr><th scope=\"row\" data-down=\"{down}\">{head}</th>{cells}{n}</tr>\n");
    }
    out + "</tbody>\n"
}

/// A spec that may be broken between its parameters, and a long name between its words, where the screen is narrow; beside a
/// blank it may be broken anyhow.
pub(super) fn breakable(spec: &str) -> String {
    let mut out = String::new();
    let mut letters = spec.chars().peekable();
    let mut last = ' ';
    while let Some(letter) = letters.next() {
        out += &escape(letter.encode_utf8(&mut [0; 4]));
        let is_apart = last == ' ' || letters.peek().is_none_or(|next| *next == ' ');
        if matches!(letter, '(' | ',' | '_') && !is_apart {
            out += "<wbr>";
        }
        last = letter;
    }
    out
}

/// What the figures of a row rest on.
fn n_of(row: &Row) -> String {
    format!("<td class=\"n\" data-head=\"n\">{}</td>", row.n().map_or_else(|| DASH.to_string(), count))
}

/// Our figure large, its interval small, the paper's beside; the mark has words for those who listen. `data-head` is
/// the column's heading, shown beside the figure where the screen is too narrow for columns.
fn cell(head: &str, entry: Option<&Entry>, counts: Counts) -> String {
    let head = escape(head);
    let Some(entry) = entry else { return format!("<td class=\"none\" data-head=\"{head}\">–</td>") };
    let n = (counts == Counts::ByFigure).then(|| format!("n {}", count(entry.n)));
    let small: Vec<&str> = entry.interval.iter().chain(&n).map(String::as_str).collect();
    let small: String = small.iter().map(|line| format!("<small>{line}</small>")).collect();
    let mark = if entry.differs { MARK } else { "" };
    let paper = match (&entry.paper, entry.counted) {
        (Some(paper), true) => format!("<span class=\"paper\">○ {paper}{mark}</span>"),
        (Some(paper), false) => format!("<span class=\"paper\"><i>(○ {paper})</i>{mark}</span>"),
        (None, _) => "<span class=\"paper\"></span>".to_string(),
    };
    let class = if entry.differs { " class=\"differs\"" } else { "" };
    format!(
        "<td{class} title=\"n {}\" data-head=\"{head}\"><b>{}</b>{paper}{small}</td>",
        count(entry.n),
        entry.value
    )
}

fn fold(summary: &str, content: &str) -> String {
    format!("<details><summary>{}</summary>{content}</details>\n", escape(summary))
}

/// What it takes to run it again, and what it took.
fn how(results: &Results) -> String {
    let RunInfo { config, version, rules_versions, cores, seconds, command, .. } = &results.info;
    let rules: Vec<String> =
        rules_versions.iter().map(|(game, version)| format!("{game} {version}")).collect();
    let rows = [
        ("Again", format!("<code>{}</code>", escape(&called(command)))),
        ("Seed", results.seed.to_string()),
        ("Version", escape(version)),
        ("Rules", escape(&rules.join(", "))),
        ("Time", format!("{} on {cores} {}", duration(*seconds), if *cores == 1 { "core" } else { "cores" })),
    ];
    let rows: String = rows.iter().map(|(name, value)| format!("<dt>{name}</dt><dd>{value}</dd>")).collect();
    format!("<dl>{rows}</dl>\n<p>The config as run:</p><pre><code>{}</code></pre>", escape(&called(config)))
}
