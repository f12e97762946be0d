//! Text made safe for the place it goes to: a page, a Markdown table, a terminal.

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
