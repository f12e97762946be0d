//! The options of a game: one row names, explains, reads and writes each.

use std::fmt::Display;
use std::str::FromStr;

use crate::notation::{Notation, Preset};
use crate::spec::{Spec, SpecError, unknown};

/// One option of a game: the one place that names it, explains it and says how it is read and written.
///
/// A game lists its rows in [`Notation::OPTIONS`]; reading and writing of rules, help and lists follow from them.
/// No default is written down: it is what the row writes of [`Notation::default_rules`].
///
/// ```
/// use table::{Number, OptionRow, Word};
///
/// #[derive(Clone, Copy)]
/// struct Rules {
///     seats: u8,
///     cards: u8,
///     open: bool,
/// }
///
/// const OPTIONS: &[OptionRow<Rules>] = &[
///     OptionRow {
///         key: "cards",
///         about: "cards in a hand",
///         value: &Number { from: 1, to: 15, field: |rules: &mut Rules| &mut rules.cards },
///     },
///     OptionRow {
///         key: "open",
///         about: "whether hands are shown",
///         value: &Word { words: &[("no", false), ("yes", true)], field: |rules: &mut Rules| &mut rules.open },
///     },
/// ];
///
/// let mut rules = Rules { seats: 3, cards: 5, open: false };
/// OPTIONS[1].value.read(&mut rules, "yes").unwrap();
/// assert_eq!(OPTIONS[0].value.read(&mut rules, "16"), Err("a whole number from 1 to 15".to_string()));
/// assert_eq!(OPTIONS.iter().map(|row| row.value.write(&rules)).collect::<Vec<_>>(), ["5", "yes"]);
/// ```
pub struct OptionRow<R: 'static> {
    /// The key people type.
    pub key: &'static str,
    /// What it means and, where it is a word, which words there are.
    pub about: &'static str,
    /// How it is read and written: [`Number`], [`NumberOr`], [`Word`], [`Text`], or a game's own.
    pub value: &'static dyn OptionValue<R>,
}

/// How the value of an option gets into the rules and out of them. What is written can be read.
pub trait OptionValue<R>: Sync {
    /// Sets what was typed.
    ///
    /// # Errors
    /// What would be right, to follow `should be`: `a whole number from 2 to 15`.
    fn read(&self, rules: &mut R, text: &str) -> Result<(), String>;

    /// The value, as it is typed.
    fn write(&self, rules: &R) -> String;

    /// The least and the greatest number, if it is one.
    fn range(&self) -> Option<(String, String)> {
        None
    }
}

/// An option that is a number in a range.
pub struct Number<R, T> {
    /// The least.
    pub from: T,
    /// The greatest.
    pub to: T,
    /// Where the rules keep it.
    pub field: fn(&mut R) -> &mut T,
}

impl<R: Copy, T: Copy + PartialOrd + FromStr + Display + Sync> OptionValue<R> for Number<R, T> {
    fn read(&self, rules: &mut R, text: &str) -> Result<(), String> {
        *(self.field)(rules) = number_in(text, self.from, self.to)?;
        Ok(())
    }

    fn write(&self, rules: &R) -> String {
        (self.field)(&mut rules.clone()).to_string()
    }

    fn range(&self) -> Option<(String, String)> {
        Some((self.from.to_string(), self.to.to_string()))
    }
}

/// An option that is a number in a range, or a word in place of one.
pub struct NumberOr<R, T> {
    /// The word.
    pub word: &'static str,
    /// The least number.
    pub from: T,
    /// The greatest number.
    pub to: T,
    /// The number in the rules; none where the word is.
    pub get: fn(&R) -> Option<T>,
    /// Puts the number, or none for the word, into the rules.
    pub set: fn(&mut R, Option<T>),
}

impl<R, T: Copy + PartialOrd + FromStr + Display + Sync> OptionValue<R> for NumberOr<R, T> {
    fn read(&self, rules: &mut R, text: &str) -> Result<(), String> {
        let number = match text {
            _ if text == self.word => None,
            _ => {
                let number = number_in(text, self.from, self.to);
                Some(number.map_err(|wanted| format!("`{}` or {wanted}", self.word))?)
            }
        };
        (self.set)(rules, number);
        Ok(())
    }

    fn write(&self, rules: &R) -> String {
        (self.get)(rules).map_or(self.word.to_string(), |number| number.to_string())
    }

    fn range(&self) -> Option<(String, String)> {
        Some((self.from.to_string(), self.to.to_string()))
    }
}

fn number_in<T: Copy + PartialOrd + FromStr + Display>(text: &str, from: T, to: T) -> Result<T, String> {
    let number = text.parse().ok().filter(|number| (from..=to).contains(number));
    number.ok_or_else(|| format!("a {}number from {from} to {to}", whole::<T>()))
}

/// `whole `, before the word `number`, of a type that reads no other.
pub(crate) fn whole<T: FromStr>() -> &'static str {
    if "0.5".parse::<T>().is_err() { "whole " } else { "" }
}

/// An option that is one of a few words.
pub struct Word<R, T: 'static> {
    /// The words and what they stand for.
    pub words: &'static [(&'static str, T)],
    /// Where the rules keep it.
    pub field: fn(&mut R) -> &mut T,
}

impl<R: Copy, T: Copy + PartialEq + Sync> OptionValue<R> for Word<R, T> {
    fn read(&self, rules: &mut R, text: &str) -> Result<(), String> {
        let found = self.words.iter().find(|(word, _)| *word == text);
        let known = || self.words.iter().map(|(word, _)| *word).collect::<Vec<_>>().join(", ");
        *(self.field)(rules) = found.ok_or_else(|| format!("one of {}", known()))?.1;
        Ok(())
    }

    /// # Panics
    /// If no word stands for the value.
    fn write(&self, rules: &R) -> String {
        let value = *(self.field)(&mut rules.clone());
        let word = self.words.iter().find(|(_, meant)| *meant == value);
        word.expect("every value has a word").0.to_string()
    }
}

/// An option with a syntax of its own, some values of which have names.
pub struct Text<R, T: 'static> {
    /// Names, and what they stand for.
    pub named: &'static [(&'static str, T)],
    /// Reads whatever is not a name.
    pub read: fn(&str) -> Option<T>,
    /// Writes what has no name.
    pub write: fn(T) -> String,
    /// What would be right, to follow `should be`.
    pub wanted: &'static str,
    /// Where the rules keep it.
    pub field: fn(&mut R) -> &mut T,
}

impl<R: Copy, T: Copy + PartialEq + Sync> OptionValue<R> for Text<R, T> {
    fn read(&self, rules: &mut R, text: &str) -> Result<(), String> {
        let named = self.named.iter().find(|(name, _)| *name == text).map(|(_, value)| *value);
        *(self.field)(rules) = named.or_else(|| (self.read)(text)).ok_or(self.wanted)?;
        Ok(())
    }

    fn write(&self, rules: &R) -> String {
        let value = *(self.field)(&mut rules.clone());
        let named = self.named.iter().find(|(_, meant)| *meant == value);
        named.map_or_else(|| (self.write)(value), |(name, _)| name.to_string())
    }
}

/// What a list says about an option.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionInfo {
    /// The key people type.
    pub key: &'static str,
    /// What holds if it is not typed.
    pub default: String,
    /// What it means.
    pub about: &'static str,
    /// The least and the greatest number, if it is one.
    pub range: Option<(String, String)>,
}

impl OptionInfo {
    /// What it means, with the range of a number.
    pub fn meaning(&self) -> String {
        match &self.range {
            Some((from, to)) => format!("{} ({from} to {to})", self.about),
            None => self.about.to_string(),
        }
    }
}

/// What lists say about the options of a game.
pub fn option_infos<G: Notation>() -> Vec<OptionInfo> {
    let usual = G::default_rules(G::SEATS.0);
    let info = |row: &OptionRow<G::Rules>| OptionInfo {
        key: row.key,
        default: row.value.write(&usual),
        about: row.about,
        range: row.value.range(),
    };
    G::OPTIONS.iter().map(info).collect()
}

/// The rules that a spec names: what is typed, what its preset stands for, and the defaults.
pub(crate) fn read_rules<G: Notation>(spec: &Spec, seats: usize) -> Result<G::Rules, SpecError> {
    let rules = fill::<G>(spec, seats)?;
    let (fewest, most) = G::SEATS;
    if !(fewest..=most).contains(&seats) {
        let range = if fewest == most { most.to_string() } else { format!("{fewest} to {most}") };
        return Err(SpecError::bad(format!("{} is for {range} seats, not {seats}", G::NAME)));
    }
    G::check_rules(&rules)?;
    Ok(rules)
}

/// The same without a look at what does not go together.
fn fill<G: Notation>(spec: &Spec, seats: usize) -> Result<G::Rules, SpecError> {
    let spec = Preset::expand(G::PRESETS, spec);
    let mut rules = G::default_rules(seats);
    for (key, text) in &spec.params {
        let row = G::OPTIONS.iter().find(|row| row.key == key).ok_or_else(|| {
            unknown(&format!("parameter of {}", spec.name), key, G::OPTIONS.iter().map(|row| row.key))
        })?;
        row.value.read(&mut rules, text).map_err(|wanted| {
            SpecError::bad(format!("{}: `{key}={}` should be {wanted}", spec.name, text.escape_debug()))
        })?;
    }
    Ok(rules)
}

/// The shortest spec of these rules: the game's name or a preset's, and what differs from what that stands for.
pub(crate) fn write_rules<G: Notation>(rules: &G::Rules) -> String {
    let names = [G::NAME].into_iter().chain(G::PRESETS.iter().map(|preset| preset.name));
    let specs = names.map(|name| {
        let base = fill::<G>(&Spec::named(name), G::SEATS.0).expect("a preset is made of options");
        let said = G::OPTIONS.iter().filter(|row| row.value.write(&base) != row.value.write(rules));
        let params = said.map(|row| (row.key.to_string(), row.value.write(rules)));
        Spec { name: name.to_string(), params: params.collect() }
    });
    specs.min_by_key(|spec| spec.params.len()).expect("a game has a name").to_string()
}
