//! The language people are spoken to in. Notation, records and programs know only one.

/// A language of what people read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Lang {
    /// English.
    #[default]
    English,
}

impl Lang {
    /// A fixed text that was written in English, in this language: a line about a game or a player, what a
    /// parameter means, a role. Another language is a table from the English text to its own.
    pub fn text(self, english: &'static str) -> &'static str {
        match self {
            Lang::English => english,
        }
    }
}
