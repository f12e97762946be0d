//! The language people are spoken to in. Notation, records and programs know only one.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::notation::Unreadable;

/// A language of what people read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum Lang {
    /// English.
    #[default]
    #[serde(rename = "en")]
    English,
    /// Japanese.
    #[serde(rename = "ja")]
    Japanese,
}

impl Lang {
    /// Every language.
    pub const ALL: [Lang; 2] = [Lang::English, Lang::Japanese];

    /// Its code, as pages and browsers name it.
    pub fn code(self) -> &'static str {
        match self {
            Lang::English => "en",
            Lang::Japanese => "ja",
        }
    }

    /// What belongs to this language, of both: texts that stand side by side in the code cannot lack one.
    pub fn either<T>(self, english: T, japanese: T) -> T {
        match self {
            Lang::English => english,
            Lang::Japanese => japanese,
        }
    }
}

/// Fixed texts that were written in English, each with the same in Japanese: lines about games and players, what a
/// parameter means, roles. A crate has one for the rows that it owns, and a test that every row is in it.
#[derive(Clone, Copy, Debug)]
pub struct Phrases(pub &'static [(&'static str, &'static str)]);

impl Phrases {
    /// The text in this language, if it is one of these.
    pub fn find(self, english: &str, lang: Lang) -> Option<&str> {
        let found = self.0.iter().find(|(known, _)| *known == english);
        found.map(|(_, japanese)| lang.either(english, japanese))
    }
}

impl fmt::Display for Lang {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl FromStr for Lang {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Lang, Unreadable> {
        Lang::ALL
            .into_iter()
            .find(|lang| lang.code() == text)
            .ok_or_else(|| Unreadable::new(text, "a language is `en` or `ja`"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KNOWN: Phrases = Phrases(&[("a shadow", "シャドウ")]);

    #[test]
    fn a_phrase_is_known_in_both_languages_or_not_at_all() {
        assert_eq!(Lang::ALL.map(|lang| KNOWN.find("a shadow", lang)), [Some("a shadow"), Some("シャドウ")]);
        assert_eq!(Lang::ALL.map(|lang| KNOWN.find("a ghost", lang)), [None, None]);
    }

    #[test]
    fn languages_are_read_as_they_are_written() {
        for lang in Lang::ALL {
            assert_eq!(lang.to_string().parse(), Ok(lang));
        }
        let error = "fr".parse::<Lang>().unwrap_err().to_string();
        assert_eq!(error, "cannot read `fr`: a language is `en` or `ja`");
    }
}
