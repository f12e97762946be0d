//! Axes and what they are put into: `{axis}` in a text stands for the cell's value.

use super::config::Config;
use super::results::{At, Axis, Value};
use crate::error::LabError;
use table::{label, unknown};
use toml::Spanned;

/// Every combination of values; the last axis moves fastest.
pub(super) fn combinations(axes: &[Axis]) -> Vec<At> {
    axes.iter().fold(vec![At::new()], |all, axis| {
        let with = |at: &At, value: &Value| [&at[..], &[(axis.name.clone(), value.clone())]].concat();
        all.iter().flat_map(|at| axis.values.iter().map(move |value| with(at, value))).collect()
    })
}

/// The coordinates as a person writes them.
pub(super) fn describe(at: &At) -> String {
    let pairs: Vec<String> = at.iter().map(|(axis, value)| format!("{axis}={value}")).collect();
    pairs.join(", ")
}

/// The same for people: a program stands there by the name that it was given, if it was, and not by its command.
pub(super) fn told(at: &At) -> String {
    let value = |value: &Value| label(&value.to_string(), usize::MAX);
    let pairs: Vec<String> = at.iter().map(|(axis, it)| format!("{axis}={}", value(it))).collect();
    pairs.join(", ")
}

/// A text with places for values.
pub(super) struct Template<'a> {
    text: &'a str,
    /// Byte ranges of the places, braces included.
    places: Vec<std::ops::Range<usize>>,
}

impl<'a> Template<'a> {
    /// Finds the places.
    pub(super) fn find(config: &Config, text: &'a Spanned<String>) -> Result<Template<'a>, LabError> {
        let missing = || config.error(text.span(), "a `}` is missing");
        Template::of(text.get_ref()).ok_or_else(missing)
    }

    /// The places of a text; nothing if one does not end.
    pub(super) fn of(text: &'a str) -> Option<Template<'a>> {
        let mut template = Template { text, places: Vec::new() };
        let mut end = 0;
        while let Some(start) = text[end..].find('{').map(|found| end + found) {
            end = start + text[start..].find('}')? + 1;
            template.places.push(start..end);
        }
        Some(template)
    }

    /// Finds the places; every one must name an axis.
    pub(super) fn read(
        config: &Config,
        text: &'a Spanned<String>,
        axes: &[Axis],
    ) -> Result<Template<'a>, LabError> {
        let template = Template::find(config, text)?;
        let mut names = template.names();
        match names.find(|name| !axes.iter().any(|axis| axis.name == *name)) {
            None => drop(names),
            Some(name) => {
                let known = axes.iter().map(|axis| axis.name.as_str());
                return Err(config.error(text.span(), unknown("swept axis for the placeholder", name, known)));
            }
        }
        Ok(template)
    }

    /// What its places name.
    pub(super) fn names(&self) -> impl Iterator<Item = &'a str> {
        self.places.iter().map(|place| &self.text[place.start + 1..place.end - 1])
    }

    /// The text of one cell.
    pub(super) fn fill(&self, at: &At) -> String {
        let value = |name: &str| at.iter().find(|(axis, _)| axis == name).map(|(_, value)| value.to_string());
        self.fill_with(|name| value(name).expect("checked when it was read"))
    }

    /// The text with these words in its places.
    pub(super) fn fill_with(&self, word: impl Fn(&str) -> String) -> String {
        let (mut filled, mut end) = (String::new(), 0);
        for (place, name) in self.places.iter().zip(self.names()) {
            filled += &self.text[end..place.start];
            filled += &word(name);
            end = place.end;
        }
        filled + &self.text[end..]
    }
}
