//! Sections of an experiment's README, for its page.

use pulldown_cmark::{CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};

/// The section under the heading of this name as HTML, without the heading; nothing if there is none.
///
/// Raw HTML becomes text, images their descriptions, and only links to the web stay links: the page loads
/// nothing, and it does not lie where the README lies.
pub(super) fn section(readme: &str, name: &str) -> Option<String> {
    let events: Vec<Event<'_>> = Parser::new_ext(readme, Options::ENABLE_TABLES).collect();
    let headings = headings(&events);
    let (level, start) = headings
        .iter()
        .find(|heading| heading.text.trim().eq_ignore_ascii_case(name))
        .map(|heading| (heading.level, heading.end))?;
    let next = headings.iter().find(|heading| heading.start >= start && heading.level <= level);
    let end = next.map_or(events.len(), |heading| heading.start);
    let mut out = String::new();
    html::push_html(&mut out, harmless(&events[start..end]).into_iter());
    Some(out)
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
            Event::Html(text) | Event::InlineHtml(text) => out.push(Event::Text(text.clone())),
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
