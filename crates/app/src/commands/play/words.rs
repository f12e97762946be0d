//! What is said at the table: a story in few lines, cards as they are typed, advice.

use table::{Advice, Lang};

use crate::text;

/// The name of the game in the heading of its rules.
pub(super) fn heading(rules: &str) -> String {
    let name = rules.lines().find_map(|line| line.strip_prefix("# "));
    name.map_or_else(String::new, |name| name.trim().to_string())
}

/// Suits as letters and tens as `T`, as they are typed.
pub(super) fn lettered(text: &str) -> String {
    let (mut out, mut rest) = (String::new(), text);
    while let Some(place) = rest.find(SIGNS) {
        let (before, from) = rest.split_at(place);
        let mut letters = from.chars();
        let letter = match letters.next() {
            Some('♠') => 'S',
            Some('♥') => 'H',
            Some('♦') => 'D',
            _ => 'C',
        };
        out.extend(before.chars().chain([letter]));
        rest = letters.as_str();
        if let Some(after) = rest.strip_prefix("10") {
            out.push('T');
            rest = after;
        }
    }
    out + rest
}

/// The signs of the suits of cards.
const SIGNS: [char; 4] = ['♠', '♥', '♦', '♣'];

/// What an adviser would do, and what else it weighed.
pub(super) fn advised(name: &str, advice: &Advice, lang: Lang) -> String {
    // In English actions stand as they are typed, as in the list.
    let action = lang.either(&advice.action, &advice.label);
    let mut text =
        lang.either(format!("  {name} would choose: {action}"), format!("  {name} なら：{action}"));
    let weighed = advice.rows.iter().take(MOST_WEIGHED).filter(|row| row.share > 0.0);
    let weighed: Vec<String> =
        weighed.map(|row| format!("{} {:.0} %", row.label, 100.0 * row.share)).collect();
    if !weighed.is_empty() {
        text += &format!("\n    {}", weighed.join(" · "));
    }
    for (seat, belief) in advice.beliefs() {
        text += &format!("\n    {seat}: {belief}");
    }
    text
}

/// As many actions a hint weighs up.
const MOST_WEIGHED: usize = 4;

/// The same story in fewer lines: what repeats is told once, what is said of several seats is said of all of them, and
/// whole sentences about the same seat go on.
pub(super) fn retold(story: &[String], columns: usize, lang: Lang) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for line in alike(story, lang) {
        match lines.last_mut() {
            Some(last)
                if last.ends_with('.')
                    && split_subject(last).0 == split_subject(&line).0
                    && text::width(last) + text::width(&line) + 5 < columns =>
            {
                last.push(' ');
                last.push_str(&line);
            }
            _ => lines.push(line),
        }
    }
    lines
}

/// Runs of lines that are the same, or the same of other seats, as one line each.
fn alike(story: &[String], lang: Lang) -> Vec<String> {
    let mut lines = Vec::new();
    for run in story.chunk_by(|a, b| split_subject(a).1 == split_subject(b).1) {
        let same = run.chunk_by(|a, b| a == b).map(|same| (&same[0], same.len()));
        match same.collect::<Vec<_>>()[..] {
            [(line, times)] => lines.push(repeated(line, times, lang)),
            [(first, times), ref others @ ..]
                if others.iter().all(|other| other.1 == times) && is_seat(first) =>
            {
                let seats: Vec<&str> = run.iter().step_by(times).map(|line| split_subject(line).0).collect();
                let line = format!("{}: each {}", seats.join(", "), split_subject(first).1);
                lines.push(repeated(&line, times, lang));
            }
            ref all => lines.extend(all.iter().map(|&(line, times)| repeated(line, times, lang))),
        }
    }
    lines
}

/// Whether it is a sentence about one seat.
fn is_seat(line: &str) -> bool {
    matches!(split_subject(line).0.as_bytes(), [b'A'..=b'Z'])
}

/// The first word, and the rest.
fn split_subject(line: &str) -> (&str, &str) {
    line.split_once(' ').unwrap_or((line, ""))
}

fn repeated(line: &str, times: usize, lang: Lang) -> String {
    match (times, line.strip_suffix('.')) {
        (1, _) => line.to_string(),
        _ if lang == Lang::Japanese => format!("{line}（{times}回）"),
        (_, Some(sentence)) => format!("{sentence}, {times} times."),
        (_, None) => format!("{line}, {times} times"),
    }
}
