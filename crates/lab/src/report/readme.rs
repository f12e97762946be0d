//! Sections of an experiment's README, for its page.

use pulldown_cmark::{CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};

use super::markup::html as escape;
use super::width::{Need, prose_column};

/// The section under the heading of this name as HTML, without the heading; nothing if there is none.
///
/// Comments are left out, other raw HTML becomes text, images their descriptions, and only links to the web stay
/// links: the page loads nothing, and it does not lie where the README lies.
pub(super) fn section(readme: &str, name: &str) -> Option<String> {
    let events: Vec<Event<'_>> = Parser::new_ext(readme, Options::ENABLE_TABLES).collect();
    Some(written(&harmless(find(&events, name)?)))
}

/// The text of the same section alone, a line a block.
pub(super) fn plain(readme: &str, name: &str) -> Option<String> {
    let events: Vec<Event<'_>> = Parser::new_ext(readme, Options::ENABLE_TABLES).collect();
    let text = words(&harmless(find(&events, name)?));
    Some(text.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// What stands under the heading of this name.
fn find<'a, 'b>(events: &'b [Event<'a>], name: &str) -> Option<&'b [Event<'a>]> {
    let headings = headings(events);
    let (level, start) = headings
        .iter()
        .find(|heading| heading.text.trim().eq_ignore_ascii_case(name))
        .map(|heading| (heading.level, heading.end))?;
    let next = headings.iter().find(|heading| heading.start >= start && heading.level <= level);
    Some(&events[start..next.map_or(events.len(), |heading| heading.start)])
}

/// The text of events.
fn words(events: &[Event<'_>]) -> String {
    let word = |event: &Event<'_>| match event {
        Event::Text(text) | Event::Code(text) => text.to_string(),
        Event::SoftBreak | Event::HardBreak | Event::End(TagEnd::Paragraph | TagEnd::Item) => " ".to_string(),
        _ => String::new(),
    };
    events.iter().map(word).collect()
}

/// The events as HTML; tables as those of figures are, so that they too fit a narrow screen.
fn written(events: &[Event<'_>]) -> String {
    let mut out = String::new();
    let mut rest = events;
    while let Some(start) = rest.iter().position(|event| matches!(event, Event::Start(Tag::Table(_)))) {
        let (before, table) = rest.split_at(start);
        let end = table.iter().position(|event| matches!(event, Event::End(TagEnd::Table)));
        let (table, after) = table.split_at(end.map_or(table.len(), |end| end + 1));
        html::push_html(&mut out, before.iter().cloned());
        out += &written_table(table);
        rest = after;
    }
    html::push_html(&mut out, rest.iter().cloned());
    out
}

fn written_table(events: &[Event<'_>]) -> String {
    let is_row = |event: &&Event<'_>| matches!(event, Event::Start(Tag::TableHead | Tag::TableRow));
    let mut rows: Vec<Vec<&[Event<'_>]>> = vec![Vec::new(); events.iter().filter(is_row).count()];
    let (mut row, mut start) = (0, 0);
    for (i, event) in events.iter().enumerate() {
        match event {
            Event::Start(Tag::TableCell) => start = i + 1,
            Event::End(TagEnd::TableCell) => rows[row].push(&events[start..i]),
            Event::End(TagEnd::TableHead | TagEnd::TableRow) => row += 1,
            _ => {}
        }
    }
    let Some((heads, body)) = rows.split_first() else { return String::new() };
    let texts: Vec<Vec<String>> =
        rows.iter().map(|row| row.iter().map(|cell| words(cell)).collect()).collect();
    let column =
        |index: usize| prose_column(texts.iter().filter_map(|row| row.get(index)).map(String::as_str));
    let need = Need::columns((0..heads.len()).map(column)).class();
    let content = |cell: &[Event<'_>]| {
        let mut out = String::new();
        html::push_html(&mut out, cell.iter().cloned());
        out
    };
    let head: String = heads.iter().map(|cell| format!("<th scope=\"col\">{}</th>", content(cell))).collect();
    let line = |row: &Vec<&[Event<'_>]>| {
        let cells = row.iter().zip(&texts[0]).enumerate().map(|(i, (cell, head))| match i {
            0 => format!("<th scope=\"row\">{}</th>", content(cell)),
            _ => format!("<td data-head=\"{}\"><span>{}</span></td>", escape(head), content(cell)),
        });
        format!("<tr>{}</tr>\n", cells.collect::<String>())
    };
    let body: String = body.iter().map(line).collect();
    format!(
        "<div class=\"scroll {need}\"><table><thead><tr>{head}</tr></thead>\n<tbody>{body}</tbody></table></div>\n"
    )
}

/// A heading, and which events it consists of.
struct Heading {
    level: HeadingLevel,
    text: String,
    start: usize,
    end: usize,
}

fn headings(events: &[Event<'_>]) -> Vec<Heading> {
    let mut found: Vec<Heading> = Vec::new();
    for (i, event) in events.iter().enumerate() {
        match (event, found.last_mut()) {
            (Event::Start(Tag::Heading { level, .. }), _) => {
                found.push(Heading { level: *level, text: String::new(), start: i, end: usize::MAX });
            }
            (Event::End(TagEnd::Heading(_)), Some(heading)) => heading.end = i + 1,
            (Event::Text(text) | Event::Code(text), Some(heading)) if heading.end == usize::MAX => {
                heading.text.push_str(text);
            }
            _ => {}
        }
    }
    found
}

fn harmless<'a>(events: &[Event<'a>]) -> Vec<Event<'a>> {
    let mut kept = Vec::new();
    let mut out = Vec::new();
    for event in events {
        match event {
            Event::Start(Tag::Link { dest_url, .. }) => {
                kept.push(is_web(dest_url));
                out.extend(kept.last().is_some_and(|&kept| kept).then(|| event.clone()));
            }
            Event::End(TagEnd::Link) => out.extend(kept.pop().unwrap_or(false).then(|| event.clone())),
            Event::Start(Tag::Image { .. }) | Event::End(TagEnd::Image) => {}
            Event::Html(text) | Event::InlineHtml(text) if text.trim_start().starts_with("<!--") => {}
            Event::Html(text) | Event::InlineHtml(text) => out.push(Event::Text(text.clone())),
            // A figure and its sign stay on one line.
            Event::Text(text) => out.push(Event::Text(text.replace(" %", "\u{a0}%").into())),
            Event::Start(Tag::HtmlBlock) => out.push(Event::Start(Tag::Paragraph)),
            Event::End(TagEnd::HtmlBlock) => out.push(Event::End(TagEnd::Paragraph)),
            other => out.push(other.clone()),
        }
    }
    out
}

fn is_web(url: &CowStr<'_>) -> bool {
    url.starts_with("https://") || url.starts_with("http://")
}
