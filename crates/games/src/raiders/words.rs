//! Small tools of the pieces: enums with words, sets of bits.

/// An enum whose members have a word each, by which they are written, read and serialized.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident, $what:literal { $($(#[$member:meta])* $kind:ident = $word:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum $name { $($(#[$member])* $kind,)* }

        impl $name {
            /// All of them, in order.
            pub const ALL: &'static [$name] = &[$($name::$kind,)*];

            /// Its place among all, counted from 0.
            #[inline]
            pub const fn index(self) -> usize {
                self as usize
            }

            /// The word it is written as.
            pub const fn word(self) -> &'static str {
                match self { $($name::$kind => $word,)* }
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
                let found = $name::ALL.iter().find(|kind| kind.word() == text).copied();
                found.ok_or_else(|| {
                    let words: Vec<&str> = $name::ALL.iter().map(|kind| kind.word()).collect();
                    table::Unreadable::new(text, format!(concat!($what, " is one of {}"), words.join(", ")))
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
pub(super) use words;

/// The indices of the bits that are set, lowest first.
#[inline]
pub(super) fn bits(mut mask: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = mask.trailing_zeros();
        mask = mask.checked_sub(1)? & mask;
        Some(bit)
    })
}
