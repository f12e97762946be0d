//! Text made safe for the place it goes to: a page, a Markdown table, a terminal.

use table::Spec;

use crate::experiment::Value;

/// Text for HTML and SVG, in elements and in quoted attributes.
pub(super) fn html(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            other => out.push(other),
        }
    }
    out
}

/// Text for one line of Markdown, whatever it contains.
pub(super) fn markdown(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '#' | '~' | '&' => {
                out.extend(['\\', character]);
            }
            other if other.is_control() => out.push(' '),
            other => out.push(other),
        }
    }
    out
}

/// Text for one line of a terminal: nothing in it moves the cursor or changes colours.
pub(super) fn terminal(text: &str) -> String {
    text.chars().map(|character| if character.is_control() { ' ' } else { character }).collect()
}

/// A value of an axis as tables and plots call it.
pub(super) fn value(value: &Value) -> String {
    called(&value.to_string())
}

/// What a program that plays begins with in a spec.
const PROGRAM: &str = "exec(";

/// Text in which programs that play have the name of their spec, or their command without the folders of this machine.
pub(super) fn called(text: &str) -> String {
    let (mut out, mut rest) = (String::new(), text);
    while let Some(start) = rest.find(PROGRAM) {
        let (before, spec) = rest.split_at(start);
        let Some(end) = closing(spec) else { break };
        let (spec, after) = spec.split_at(end);
        out += before;
        out += &program(spec);
        rest = after;
    }
    out + rest
}

/// Where the bracket of a spec closes; brackets between quotes do not count.
fn closing(spec: &str) -> Option<usize> {
    let (mut depth, mut quoted) = (0, false);
    for (place, letter) in spec.char_indices() {
        match letter {
            '"' => quoted = !quoted,
            '(' if !quoted => depth += 1,
            ')' if !quoted => depth -= 1,
            _ => continue,
        }
        if letter == ')' && depth == 0 {
            return Some(place + 1);
        }
    }
    None
}

/// A program's name, or its command as short as it is understood; what is no spec shows neither.
fn program(spec: &str) -> String {
    // A config may write the spec between quotes of its own.
    let Ok(spec) = spec.replace("\\\"", "\"").parse::<Spec>() else { return "exec(..)".to_string() };
    if let Some(name) = spec.get("name") {
        return name.to_string();
    }
    let words = spec.get("cmd").unwrap_or_default().split_whitespace().map(without_folders);
    format!("exec({})", words.collect::<Vec<_>>().join(" "))
}

/// A word of a command without the folders before a file: `--model=/tmp/a.bin` becomes `--model=a.bin`.
fn without_folders(word: &str) -> String {
    let (option, path) = word.split_once('=').map_or(("", word), |(option, path)| (option, path));
    let file = path.trim_end_matches('/').rsplit('/').next().unwrap_or(path);
    if option.is_empty() { file.to_string() } else { format!("{option}={file}") }
}

/// A name of the config as a title: `win_rate` becomes `Win rate`.
pub(super) fn title(name: &str) -> String {
    let words = name.replace('_', " ");
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The text if it fits, else its beginning.
pub(super) fn shorten(text: &str, longest: usize) -> String {
    if text.chars().count() <= longest {
        return text.to_string();
    }
    text.chars().take(longest.saturating_sub(1)).chain(['…']).collect()
}
