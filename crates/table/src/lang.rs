//! The language people are spoken to in. Notation, records and programs know only one.

/// A language of what people read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Lang {
    /// English.
    #[default]
    English,
}
