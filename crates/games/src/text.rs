//! Words of all games: enums that are written and read by a word, and lists of seats and cards.

use std::fmt::Display;

use table::SeatSet;

/// An enum whose members have a word each, by which they are written, read and serialized.
///
/// `words! { /** One of the tools. */ Tool, "a tool" { /** To see. */ Lantern = "lantern", .. } }` makes the enum with `ALL`,
/// `WORDS` (for the row of an option), `word`, `named`, and what [`table::bit_set!`] asks of a member: `COUNT`, `index`
/// and `of_index`.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident, $what:literal { $($(#[$member:meta])* $kind:ident = $word:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum $name { $($(#[$member])* $kind,)* }

        impl $name {
            /// How many there are.
            pub const COUNT: usize = [$($word),*].len();
            /// All of them, in order.
            pub const ALL: [$name; $name::COUNT] = [$($name::$kind,)*];
            /// All of them with their words.
            pub const WORDS: [(&'static str, $name); $name::COUNT] = [$(($word, $name::$kind),)*];

            /// Its place among all, counted from 0.
            #[inline]
            pub const fn index(self) -> usize {
                self as usize
            }

            /// The one at this place.
            #[inline]
            pub const fn of_index(index: usize) -> $name {
                $name::ALL[index]
            }

            /// The word it is written as.
            pub const fn word(self) -> &'static str {
                match self { $($name::$kind => $word,)* }
            }

            /// The one whose word begins like this, if it is only one or is written out.
            pub fn named(text: &str) -> Option<$name> {
                $crate::text::named(text, $name::ALL)
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.word())
            }
        }

        impl std::str::FromStr for $name {
            type Err = table::Unreadable;

            fn from_str(text: &str) -> Result<$name, table::Unreadable> {
                let found = $name::WORDS.iter().find(|(word, _)| *word == text).map(|(_, kind)| *kind);
                found.ok_or_else(|| {
                    let wanted = format!(concat!($what, " is one of {}"), $crate::text::list($name::ALL, ", "));
                    table::Unreadable::new(text, wanted)
                })
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.word())
            }
        }
    };
}
pub(crate) use words;

/// A list with something between its parts.
pub(crate) fn list<T: Display>(parts: impl IntoIterator<Item = T>, between: &str) -> String {
    parts.into_iter().map(|part| part.to_string()).collect::<Vec<_>>().join(between)
}

/// One of these whose text begins like this, if it is only one or is written out.
pub(crate) fn named<T: Display>(text: &str, all: impl IntoIterator<Item = T>) -> Option<T> {
    let mut found: Vec<T> = all.into_iter().filter(|one| one.to_string().starts_with(text)).collect();
    match found.iter().position(|one| one.to_string() == text) {
        Some(exact) => Some(found.swap_remove(exact)),
        None if found.len() == 1 && !text.is_empty() => found.pop(),
        None => None,
    }
}

/// The number of columns of a terminal a text takes: letters of Japanese take two.
pub(crate) fn columns(text: &str) -> usize {
    let double = |letter: char| matches!(letter, '\u{1100}'..='\u{115f}' | '\u{2e80}'..='\u{ff60}');
    text.chars().map(|letter| 1 + usize::from(double(letter))).sum()
}

/// A text padded with blanks to this width.
pub(crate) fn padded(text: &str, wide: usize) -> String {
    format!("{text}{}", " ".repeat(wide.saturating_sub(columns(text))))
}

/// `A`, `A and B`, `A, B and C`.
pub(crate) fn and(seats: SeatSet) -> String {
    let letters = seats.to_string();
    letters.rsplit_once(", ").map_or(letters.clone(), |(most, last)| format!("{most} and {last}"))
}

/// The same with a capital letter at its beginning.
pub(crate) fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}

#[cfg(test)]
#[expect(unreachable_pub, reason = "words! makes public enums")]
mod tests {
    use table::Seat;

    use super::*;

    words! {
        /// A thing to carry.
        Thing, "a thing" {
            /// A lamp.
            Lamp = "lamp",
            /// A lamp with its post.
            Lamppost = "lamppost",
            /// A rope.
            Rope = "rope",
        }
    }

    #[test]
    fn words_are_read_as_written() {
        for (place, (word, thing)) in Thing::WORDS.into_iter().enumerate() {
            assert_eq!((word.parse(), thing.to_string()), (Ok(thing), word.to_string()));
            assert_eq!((thing.index(), Thing::of_index(place)), (place, thing));
            assert_eq!(serde_json::to_value(thing).unwrap(), word);
        }
        let error = "rop".parse::<Thing>().unwrap_err().to_string();
        assert_eq!(error, "cannot read `rop`: a thing is one of lamp, lamppost, rope");
    }

    #[test]
    fn words_are_named_by_their_beginning() {
        assert_eq!(
            ["r", "lamp", "lampp"].map(Thing::named),
            [Some(Thing::Rope), Some(Thing::Lamp), Some(Thing::Lamppost)]
        );
        assert_eq!(["", "la", "ropes"].map(Thing::named), [None; 3], "none, several, none");
        assert_eq!(named("", [Thing::Rope]), None, "nothing typed names nothing, even where there is one");
    }

    #[test]
    fn texts_are_padded_by_columns() {
        assert_eq!([columns("seat"), columns("座席"), columns("席 A")], [4, 4, 4]);
        assert_eq!([padded("seat", 6), padded("座席", 6), padded("席", 1)], ["seat  ", "座席  ", "席"]);
    }

    #[test]
    fn seats_are_joined() {
        let seats = |count| Seat::all(count).collect();
        assert_eq!([1, 2, 3].map(seats).map(and), ["A", "A and B", "A, B and C"]);
    }
}
