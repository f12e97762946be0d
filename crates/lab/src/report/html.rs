//! The page: one file, no script, nothing loaded; light, dark and printed.

use super::arms::arms;
use super::figures::{count, duration};
use super::grid::{Entry, Group, Table, shared, tables};
use super::markup::{html as escape, title};
use super::{fit_lines, part_fit_lines, plots, readme};
use crate::experiment::{PartResults, Results, RunInfo};

/// Tables with more rows than this are folded where a plot shows the same.
const LONG: usize = 20;
/// Pages with more parts than this begin with a list of them.
const MANY: usize = 3;
const NOTHING: &str = "<p class=\"none\">Nothing measured.</p>";
/// The quiet mark of a cell that disagrees.
const MARK: &str = "<span class=\"off\" role=\"img\" aria-label=\"differs\" title=\"differs by more than sampling error\">≠</span>";

/// The page of an experiment, complete in itself; sections of its README explain it. If a page over all
/// experiments stands beside it, `index` is where.
pub fn html(results: &Results, readme: &str, index: Option<&str>) -> String {
    let parts: String = results.parts.iter().enumerate().map(|(i, part)| section(part, i)).collect();
    let prose = |name| Some(format!("<div class=\"prose\">{}</div>", readme::section(readme, name)?));
    let follows =
        prose("What follows").map(|text| format!("<section><h2>What follows</h2>{text}</section>\n"));
    let readings = prose("Readings").map(|text| fold("Readings", &text));
    let how = fold("How this was run", &how(results));
    let explained = [follows, readings, Some(how)].into_iter().flatten().collect();
    let body = [header(results, index), contents(&results.parts), key(&results.parts), parts, explained];
    page(&results.title, &body.concat())
}

/// A whole page around its body.
pub(super) fn page(title: &str, body: &str) -> String {
    let (title, style) = (escape(title), include_str!("page.css"));
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>{title}</title>\n<style>\n{style}</style>\n</head>\n\
         <body>\n<main>\n{body}</main>\n</body>\n</html>\n"
    )
}

fn header(results: &Results, index: Option<&str>) -> String {
    let house = index.map_or_else(
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
    format!(
        "<header>\n<p class=\"eyebrow\">{house} · {}{quick}</p>\n<h1>{}</h1>\n<p class=\"question\">{}</p>\n{answer}\n{fit}\n</header>\n",
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
    let caption = if table.caption.is_empty() {
        String::new()
    } else {
        format!("<caption>{}</caption>", escape(&table.caption))
    };
    let across = table.across.as_ref().map_or_else(String::new, |name| {
        format!(
            "<tr class=\"across\"><td></td><th scope=\"colgroup\" colspan=\"{}\">{}</th></tr>",
            table.heads.len(),
            escape(name)
        )
    });
    let heads: String =
        table.heads.iter().map(|head| format!("<th scope=\"col\">{}</th>", escape(head))).collect();
    let groups: String = table.groups.iter().map(|rows| group(rows, table.heads.len())).collect();
    let room = paper_room(table).map_or_else(String::new, |rem| format!(" style=\"--room:{rem:.1}rem\""));
    format!(
        "<div class=\"scroll\"><table{room}>{caption}<thead>{across}<tr><th scope=\"col\">{}</th>{heads}</tr></thead>\n{groups}</table></div>\n",
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

fn group(group: &Group, columns: usize) -> String {
    let mut out = String::from("<tbody>");
    if let Some(title) = &group.title {
        out += &format!(
            "<tr class=\"group\"><th scope=\"rowgroup\" colspan=\"{}\">{}</th></tr>\n",
            columns + 1,
            escape(title)
        );
    }
    for row in &group.rows {
        let cells: String = row.entries.iter().map(|entry| entry.as_ref().map_or_else(empty, cell)).collect();
        out += &format!("<tr><th scope=\"row\">{}</th>{cells}</tr>\n", breakable(&row.head));
    }
    out + "</tbody>\n"
}

/// A spec that may be broken between its parameters, and a long name between its words, where the screen is narrow.
pub(super) fn breakable(spec: &str) -> String {
    ['(', ',', '_'].into_iter().fold(escape(spec), |text, c| text.replace(c, &format!("{c}<wbr>")))
}

fn empty() -> String {
    "<td class=\"none\">–</td>".to_string()
}

/// Our figure large, its interval small, the paper's beside; the mark has words for those who listen.
fn cell(entry: &Entry) -> String {
    let interval =
        entry.interval.as_ref().map_or_else(String::new, |interval| format!("<small>{interval}</small>"));
    let mark = if entry.differs { MARK } else { "" };
    let paper = match (&entry.paper, entry.counted) {
        (Some(paper), true) => format!("<span class=\"paper\">○ {paper}{mark}</span>"),
        (Some(paper), false) => format!("<span class=\"paper\"><i>(○ {paper})</i>{mark}</span>"),
        (None, _) => "<span class=\"paper\"></span>".to_string(),
    };
    let class = if entry.differs { " class=\"differs\"" } else { "" };
    format!("<td{class} title=\"n {}\"><b>{}</b>{paper}{interval}</td>", count(entry.n), entry.value)
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
        ("Again", format!("<code>{}</code>", escape(command))),
        ("Seed", results.seed.to_string()),
        ("Version", escape(version)),
        ("Rules", escape(&rules.join(", "))),
        ("Time", format!("{} on {cores} {}", duration(*seconds), if *cores == 1 { "core" } else { "cores" })),
    ];
    let rows: String = rows.iter().map(|(name, value)| format!("<dt>{name}</dt><dd>{value}</dd>")).collect();
    format!("<dl>{rows}</dl>\n<p>The config as run:</p><pre><code>{}</code></pre>", escape(config))
}
