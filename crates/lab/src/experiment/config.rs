//! An experiment as its author typed it. What it means is worked out by [`Plan`](super::Plan).

use std::fmt;
use std::fs::File;
use std::io::Read;
use std::ops::Range;
use std::path::{Path, PathBuf};

use games::find_game;
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use toml::Spanned;

use super::quote::QuoteSheet;
use super::results::{PlotConfig, STATED, Value};
use crate::error::LabError;

/// A config file: its text, and what stands in it.
#[derive(Clone, Debug)]
pub struct Config {
    pub(super) path: PathBuf,
    pub(super) text: String,
    pub(super) sheet: Sheet,
}

/// No config is longer, so that a file which is none cannot fill the memory.
const LONGEST: u64 = 1 << 22;

impl Config {
    /// Reads a config file.
    ///
    /// # Errors
    /// A file that cannot be read, or text that is no config: the line, what is wrong, what would be right.
    pub fn read(path: &Path) -> Result<Config, LabError> {
        let (file, mut bytes) = (File::open(path).map_err(LabError::file(path))?, Vec::new());
        file.take(LONGEST + 1).read_to_end(&mut bytes).map_err(LabError::file(path))?;
        if bytes.len() as u64 > LONGEST {
            return Err(LabError::disk(path, format!("longer than {LONGEST} bytes, so it is no config")));
        }
        match String::from_utf8(bytes) {
            Ok(text) => Config::parse(path, text),
            Err(error) => {
                let good = error.utf8_error().valid_up_to();
                let line = 1 + error.as_bytes()[..good].iter().filter(|&&byte| byte == b'\n').count();
                let why = "not UTF-8 text, which a config is".to_string();
                Err(LabError::Config { path: path.into(), line, why })
            }
        }
    }

    /// Reads the text of a config file; the path only names it in errors.
    ///
    /// # Errors
    /// As [`Config::read`].
    pub fn parse(path: &Path, text: String) -> Result<Config, LabError> {
        let sheet = toml::from_str(&text).map_err(|error| {
            let at = error.span().unwrap_or_default();
            LabError::Config { path: path.into(), line: line(&text, &at), why: in_words(error.message()) }
        })?;
        Ok(Config { path: path.into(), text, sheet })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The experiment's name.
    pub fn name(&self) -> &str {
        self.sheet.name.get_ref()
    }

    /// What stands above its report.
    pub fn title(&self) -> &str {
        &self.sheet.title
    }

    /// The question it asks, in one sentence.
    pub fn question(&self) -> &str {
        &self.sheet.question
    }

    /// The games that its parts play, as far as they are named in them.
    pub fn games(&self) -> Vec<String> {
        let game =
            |part: &PartSheet| Some(find_game(&part.game.get_ref().parse().ok()?).ok()?.name.to_string());
        let mut games: Vec<String> = self.sheet.part.iter().filter_map(game).collect();
        games.sort();
        games.dedup();
        games
    }

    /// An error that points into this file.
    pub(super) fn error(&self, at: Range<usize>, why: impl fmt::Display) -> LabError {
        LabError::Config { path: self.path.clone(), line: line(&self.text, &at), why: why.to_string() }
    }
}

/// What the reader of TOML wants, in words that are not its own types'.
fn in_words(message: &str) -> String {
    const WORDS: [(&str, &str); 12] = [
        ("u64", "a whole number, 0 or more"),
        ("u32", "a whole number, 0 or more"),
        ("i64", "a whole number"),
        ("f64", "a number"),
        ("a sequence", "a list, as in [1, 2]"),
        ("a boolean", "true or false"),
        ("a string", "a text in quotes"),
        ("string or table", "a text in quotes"),
        ("struct QuickSheet", "a table, as in quick.games = 20"),
        ("struct PublishedSheet", "a table, under [[part.published]]"),
        ("struct PartSheet", "a table, under [[part]]"),
        ("a map", "a table"),
    ];
    let message = message.replace(" as i128", "").replace("invalid length", "wrong length");
    let Some((found, wanted)) = message.split_once(", expected ") else { return message };
    let known = WORDS.iter().find(|(type_name, _)| *type_name == wanted);
    match known {
        Some((_, words)) => format!("{found}, expected {words}"),
        None if wanted.starts_with("struct ") => format!("{found}, expected a table"),
        None => message,
    }
}

fn line(text: &str, at: &Range<usize>) -> usize {
    1 + text.as_bytes()[..at.start.min(text.len())].iter().filter(|&&byte| byte == b'\n').count()
}

#[derive(Clone, Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Sheet {
    pub(super) name: Spanned<String>,
    pub(super) title: String,
    pub(super) question: String,
    pub(super) answer: Option<Spanned<String>>,
    /// The figures that sentences quote, by name.
    #[serde(default)]
    pub(super) quote: Entries<Spanned<QuoteSheet>>,
    pub(super) seed: u64,
    #[serde(default)]
    pub(super) records: bool,
    pub(super) part: Vec<PartSheet>,
}

#[derive(Clone, Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PartSheet {
    pub(super) name: Spanned<String>,
    pub(super) about: String,
    #[serde(default = "stated")]
    pub(super) reading: String,
    pub(super) kind: Spanned<String>,
    pub(super) game: Spanned<String>,
    pub(super) seats: Spanned<Vec<Spanned<String>>>,
    pub(super) games: Spanned<u64>,
    #[serde(default)]
    pub(super) paired: bool,
    /// How many games are played one after another with something carried over.
    pub(super) series: Option<Spanned<u32>>,
    /// Whether players may depend on the clock, so that a run cannot be repeated.
    #[serde(default)]
    pub(super) clock: bool,
    pub(super) measures: Spanned<Vec<Spanned<String>>>,
    #[serde(default)]
    pub(super) sweep: Entries<Spanned<Vec<Value>>>,
    #[serde(default)]
    pub(super) quick: QuickSheet,
    #[serde(default)]
    pub(super) published: Vec<Spanned<PublishedSheet>>,
    #[serde(default)]
    pub(super) plot: Vec<Spanned<PlotConfig>>,
    #[serde(default)]
    pub(super) compare: Vec<Spanned<CompareSheet>>,
    #[serde(default)]
    pub(super) gap: Vec<Spanned<GapSheet>>,
}

impl PartSheet {
    /// Whether cells that differ on this axis alone are played on the same deals.
    pub(super) fn shares_deals(&self, axis: &str) -> bool {
        let compared = self.compare.iter().map(|compare| &compare.get_ref().axis);
        let mut all = compared.chain(self.gap.iter().map(|gap| &gap.get_ref().axis));
        all.any(|compared| compared == axis)
    }
}

/// Arms to be held against a base.
#[derive(Clone, Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CompareSheet {
    pub(super) measure: Words,
    pub(super) axis: String,
    pub(super) base: Value,
    pub(super) values: Option<Vec<Value>>,
}

/// A gap between two arms, and how much of it the others recover.
#[derive(Clone, Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GapSheet {
    pub(super) measure: Words,
    pub(super) axis: String,
    pub(super) low: Value,
    pub(super) high: Value,
    pub(super) values: Option<Vec<Value>>,
}

/// One name, or several.
#[derive(Clone, Debug, serde::Deserialize)]
#[serde(untagged, expecting = "a measure or a list of measures")]
pub(super) enum Words {
    One(String),
    Many(Vec<String>),
}

impl Words {
    pub(super) fn all(&self) -> &[String] {
        match self {
            Words::One(word) => std::slice::from_ref(word),
            Words::Many(words) => words,
        }
    }
}

fn stated() -> String {
    STATED.to_string()
}

/// What `--quick` plays instead; whatever is not given stays as it is.
#[derive(Clone, Debug, Default, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct QuickSheet {
    pub(super) games: Option<Spanned<u64>>,
    #[serde(default)]
    pub(super) sweep: Entries<Spanned<Vec<Value>>>,
}

/// A figure of the paper.
#[derive(Clone, Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PublishedSheet {
    #[serde(default)]
    pub(super) at: Entries<Value>,
    pub(super) measure: String,
    pub(super) value: f64,
    pub(super) n: Option<u64>,
    #[serde(default)]
    pub(super) beside: bool,
}

/// A table that keeps the order in which it was typed.
#[derive(Clone, Debug)]
pub(super) struct Entries<T>(pub(super) Vec<(Spanned<String>, T)>);

impl<T> Default for Entries<T> {
    fn default() -> Self {
        Entries(Vec::new())
    }
}

impl<T> Entries<T> {
    pub(super) fn get(&self, key: &str) -> Option<&T> {
        self.0.iter().find(|(name, _)| name.get_ref() == key).map(|(_, value)| value)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Entries<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct InOrder<T>(std::marker::PhantomData<T>);

        impl<'de, T: Deserialize<'de>> Visitor<'de> for InOrder<T> {
            type Value = Entries<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a table")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Entries<T>, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    entries.push(entry);
                }
                Ok(Entries(entries))
            }
        }

        deserializer.deserialize_map(InOrder(std::marker::PhantomData))
    }
}
