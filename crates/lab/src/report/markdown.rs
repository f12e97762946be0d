//! The same tables as Markdown.

use super::arms::arms;
use super::figures::{DASH, count, duration};
use super::grid::{Counts, Entry, Group, Row, Table, shared, tables};
use super::markup::{called, markdown as escape, title};
use super::readme;
use super::{fit_lines, part_fit_lines};
use crate::experiment::{PartResults, Results};

/// The report of an experiment as Markdown.
pub fn markdown(results: &Results) -> String {
    with_readme(results, "")
}

/// The same, with the paper that its README names.
pub(super) fn with_readme(results: &Results, readme: &str) -> String {
    let quick = results.quick.then(|| "Quick run: fewer games than the experiment asks for.".to_string());
    let answer = results.answer.as_ref().map(|answer| format!("**{}**", escape(answer)));
    let opening = [
        Some(format!("# {}", escape(&results.title))),
        Some(escape(&results.question)),
        answer,
        results.fit.map(|_| fit_lines(results).join("\n\n")),
        readme::plain(readme, "Paper").map(|paper| format!("Paper: {}", escape(&paper))),
        quick,
        signs(&results.parts),
    ];
    let parts = results.parts.iter().flat_map(part);
    let blocks: Vec<String> = opening.into_iter().flatten().chain(parts).chain([how(results)]).collect();
    blocks.join("\n\n") + "\n"
}

/// How to read a figure; only what occurs is explained.
fn signs(parts: &[PartResults]) -> Option<String> {
    let tables: Vec<Table> =
        parts.iter().flat_map(|part| tables(part).into_iter().chain(arms(part))).collect();
    let any = |test: fn(&Entry) -> bool| tables.iter().flat_map(Table::entries).any(test);
    let entries = [
        (any(|entry| entry.interval.is_some()), "ours ± 95 % interval, or [both ends]"),
        (any(|_| true), "n: the games, deals or series that a figure rests on"),
        (any(|entry| entry.counted), "(published)"),
        (any(|entry| entry.paper.is_some() && !entry.counted), "_(published, not counted in the fit)_"),
        (any(|entry| entry.differs), "≠ differs by more than sampling error (two-sample test, 5 %)"),
    ];
    let said: Vec<&str> = entries.iter().filter(|(occurs, _)| *occurs).map(|(_, text)| *text).collect();
    (!said.is_empty()).then(|| format!("How to read a figure: {}.", said.join("; ")))
}

fn part(part: &PartResults) -> Vec<String> {
    let tables: Vec<String> = tables(part).iter().chain(&arms(part)).map(table).collect();
    let nothing = tables.is_empty().then(|| "Nothing measured.".to_string());
    let shared = shared(part).map(|text| escape(&text));
    let fits = part_fit_lines(part);
    let fits = (!fits.is_empty()).then(|| fits.join("\n\n"));
    let opening = [
        Some(format!("## {}", escape(&title(&part.name)))),
        Some(escape(&part.about)),
        shared,
        fits,
        nothing,
    ];
    opening.into_iter().flatten().chain(tables).collect()
}

fn table(table: &Table) -> String {
    let line = |cells: Vec<String>| format!("| {} |", cells.join(" | "));
    let down = match &table.across {
        Some(across) => format!("{} \\\\ {}", escape(&table.down), escape(across)),
        None => escape(&table.down),
    };
    let counts = table.counts();
    let n = (counts == Counts::ByRow).then(|| "n".to_string());
    let heads: Vec<String> =
        [down].into_iter().chain(table.heads.iter().map(|head| escape(head))).chain(n).collect();
    let rule = (0..heads.len()).map(|column| if column == 0 { "---" } else { "---:" }.to_string()).collect();
    let columns = heads.len() - 1;
    let rows = table.groups.iter().flat_map(|group| rows(group, columns, counts)).map(line);
    let caption = Some(&table.caption).filter(|caption| !caption.is_empty());
    let caption = caption.map(|caption| format!("**{}**", escape(caption)));
    let said: Vec<String> = caption.into_iter().chain(table.count_of_all()).collect();
    let caption = (!said.is_empty()).then(|| said.join(", ") + "\n");
    let lines: Vec<String> = caption.into_iter().chain([line(heads), line(rule)]).chain(rows).collect();
    lines.join("\n")
}

fn rows(group: &Group, columns: usize, counts: Counts) -> Vec<Vec<String>> {
    let title = group.title.iter().map(|title| {
        [format!("**{}**", escape(title))].into_iter().chain((0..columns).map(|_| String::new())).collect()
    });
    let row = |row: &Row| {
        let told = |entry: &Option<Entry>| {
            entry.as_ref().map_or_else(|| DASH.to_string(), |entry| cell(entry, counts))
        };
        let n = (counts == Counts::ByRow).then(|| row.n().map_or_else(|| DASH.to_string(), count));
        [escape(&row.head)].into_iter().chain(row.entries.iter().map(told)).chain(n).collect()
    };
    title.chain(group.rows.iter().map(row)).collect()
}

fn cell(entry: &Entry, counts: Counts) -> String {
    let paper = entry
        .paper
        .as_ref()
        .map(|paper| if entry.counted { format!("({paper})") } else { format!("_({paper})_") });
    let interval = entry
        .interval
        .as_ref()
        .map(|interval| if interval.starts_with('±') { interval.clone() } else { format!("[{interval}]") });
    let differs = entry.differs.then(|| "≠".to_string());
    let n = (counts == Counts::ByFigure).then(|| format!("n {}", count(entry.n)));
    let parts: Vec<String> =
        [Some(entry.value.clone()), interval, paper, differs, n].into_iter().flatten().collect();
    parts.join(" ")
}

fn how(results: &Results) -> String {
    let info = &results.info;
    let rules: Vec<String> =
        info.rules_versions.iter().map(|(game, version)| escape(&format!("{game} {version}"))).collect();
    format!(
        "## How this was run\n\n    {}\n\nSeed {} · version {} · rules {} · {} on {} {}",
        called(&info.command).replace(char::is_control, " "),
        results.seed,
        escape(&info.version),
        rules.join(", "),
        duration(info.seconds),
        info.cores,
        if info.cores == 1 { "core" } else { "cores" }
    )
}
