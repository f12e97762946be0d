//! The same tables as Markdown.

use super::arms::arms;
use super::figures::duration;
use super::grid::{Entry, Group, Table, shared, tables};
use super::markup::{markdown as escape, title};
use super::{fit_lines, part_fit_lines};
use crate::experiment::{PartResults, Results};

/// The report of an experiment as Markdown.
pub fn markdown(results: &Results) -> String {
    let quick = results.quick.then(|| "Quick run: fewer games than the experiment asks for.".to_string());
    let answer = results.answer.as_ref().map(|answer| format!("**{}**", escape(answer)));
    let opening = [
        Some(format!("# {}", escape(&results.title))),
        Some(escape(&results.question)),
        answer,
        results.fit.map(|_| fit_lines(results).join("\n\n")),
        quick,
        Some("Ours ± 95 % interval (published); _(published, not counted in the fit)_; ≠ differs by more than sampling error (two-sample test, 5 %).".to_string()),
    ];
    let parts = results.parts.iter().flat_map(part);
    let blocks: Vec<String> = opening.into_iter().flatten().chain(parts).chain([how(results)]).collect();
    blocks.join("\n\n") + "\n"
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
    let heads = [down].into_iter().chain(table.heads.iter().map(|head| escape(head))).collect();
    let rule =
        ["---".to_string()].into_iter().chain(table.heads.iter().map(|_| "---:".to_string())).collect();
    let rows = table.groups.iter().flat_map(|group| rows(group, table.heads.len())).map(line);
    let caption = (!table.caption.is_empty()).then(|| format!("**{}**\n", escape(&table.caption)));
    let lines: Vec<String> = caption.into_iter().chain([line(heads), line(rule)]).chain(rows).collect();
    lines.join("\n")
}

fn rows(group: &Group, columns: usize) -> Vec<Vec<String>> {
    let title = group.title.iter().map(|title| {
        [format!("**{}**", escape(title))].into_iter().chain((0..columns).map(|_| String::new())).collect()
    });
    let row = |head: &str, entries: &[Option<Entry>]| {
        let cells = entries.iter().map(|entry| entry.as_ref().map_or_else(|| "–".to_string(), cell));
        [escape(head)].into_iter().chain(cells).collect()
    };
    title.chain(group.rows.iter().map(|line| row(&line.head, &line.entries))).collect()
}

fn cell(entry: &Entry) -> String {
    let paper = entry
        .paper
        .as_ref()
        .map(|paper| if entry.counted { format!("({paper})") } else { format!("_({paper})_") });
    let interval = entry
        .interval
        .as_ref()
        .map(|interval| if interval.starts_with('±') { interval.clone() } else { format!("[{interval}]") });
    let differs = entry.differs.then(|| "≠".to_string());
    let parts: Vec<String> =
        [Some(entry.value.clone()), interval, paper, differs].into_iter().flatten().collect();
    parts.join(" ")
}

fn how(results: &Results) -> String {
    let info = &results.info;
    let rules: Vec<String> =
        info.rules_versions.iter().map(|(game, version)| escape(&format!("{game} {version}"))).collect();
    format!(
        "## How this was run\n\n    {}\n\nSeed {} · version {} · rules {} · {} on {} {}",
        info.command.replace(char::is_control, " "),
        results.seed,
        escape(&info.version),
        rules.join(", "),
        duration(info.seconds),
        info.cores,
        if info.cores == 1 { "core" } else { "cores" }
    )
}
