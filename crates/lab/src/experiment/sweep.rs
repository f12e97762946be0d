//! Axes and what they are put into: `{axis}` in a text stands for the cell's value.

use super::config::Config;
use super::results::{At, Axis, Value};
use crate::error::LabError;
use table::unknown;
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

/// A text with places for values.
pub(super) struct Template<'a> {
    text: &'a str,
    /// Byte ranges of the places, braces included.
    places: Vec<std::ops::Range<usize>>,
}

impl<'a> Template<'a> {
    /// Finds the places; every one must name an axis.
    pub(super) fn read(
        config: &Config,
        text: &'a Spanned<String>,
        axes: &[Axis],
    ) -> Result<Template<'a>, LabError> {
        let refuse = |why: String| config.error(text.span(), why);
        let mut template = Template { text: text.get_ref(), places: Vec::new() };
        let mut end = 0;
        while let Some(start) = template.text[end..].find('{').map(|found| end + found) {
            let length = template.text[start..].find('}').ok_or_else(|| refuse("a `}` is missing".into()))?;
            end = start + length + 1;
            template.places.push(start..end);
        }
        let mut names = template.names();
        match names.find(|name| !axes.iter().any(|axis| axis.name == *name)) {
            None => drop(names),
            Some(name) => {
                let known = axes.iter().map(|axis| axis.name.as_str());
                return Err(refuse(unknown("swept axis for the placeholder", name, known).to_string()));
            }
        }
        Ok(template)
    }

    /// The axes it names.
    pub(super) fn names(&self) -> impl Iterator<Item = &'a str> {
        self.places.iter().map(|place| &self.text[place.start + 1..place.end - 1])
    }

    /// The text of one cell.
    pub(super) fn fill(&self, at: &At) -> String {
        let (mut filled, mut end) = (String::new(), 0);
        for (place, name) in self.places.iter().zip(self.names()) {
            let (_, value) = at.iter().find(|(axis, _)| axis == name).expect("checked when it was read");
            filled += &self.text[end..place.start];
            filled += &value.to_string();
            end = place.end;
        }
        filled + &self.text[end..]
    }
}
