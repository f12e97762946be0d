//! Small sets of cards, tools, characters: a bit a member, and no heap.

use std::iter::FusedIterator;
use std::marker::PhantomData;

#[doc(hidden)]
pub use serde;

/// A set with a bit for each possible member; [`bit_set!`](crate::bit_set) makes them.
pub trait BitSet: Copy + Eq + FromIterator<Self::Member> + IntoIterator<Item = Self::Member> {
    /// What is in it.
    type Member: Copy;

    /// The member of this number.
    fn member(index: usize) -> Self::Member;
}

/// The indices of the bits that are set, lowest first.
#[inline]
pub fn indices(mut bits: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let index = bits.trailing_zeros();
        bits = bits.checked_sub(1)? & bits;
        Some(index)
    })
}

/// The members of a set in the order of their numbers.
#[derive(Clone, Debug)]
pub struct Members<S> {
    bits: u64,
    set: PhantomData<S>,
}

impl<S> Members<S> {
    #[doc(hidden)]
    #[inline]
    pub const fn of_bits(bits: u64) -> Members<S> {
        Members { bits, set: PhantomData }
    }
}

impl<S: BitSet> Iterator for Members<S> {
    type Item = S::Member;

    #[inline]
    fn next(&mut self) -> Option<S::Member> {
        let index = self.bits.trailing_zeros();
        self.bits = self.bits.checked_sub(1)? & self.bits;
        Some(S::member(index as usize))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.bits.count_ones() as usize;
        (left, Some(left))
    }
}

impl<S: BitSet> DoubleEndedIterator for Members<S> {
    #[inline]
    fn next_back(&mut self) -> Option<S::Member> {
        let index = self.bits.checked_ilog2()?;
        self.bits ^= 1 << index;
        Some(S::member(index as usize))
    }
}

impl<S: BitSet> ExactSizeIterator for Members<S> {}

impl<S: BitSet> FusedIterator for Members<S> {}

/// Makes a set type of a member type: a newtype of an unsigned number with a bit a member, at most 64.
///
/// The member is `Copy`, `Debug` and `Serialize`, and numbers itself by three associated items:
/// `const COUNT: usize`, `const fn index(self) -> usize` (below `COUNT`) and `const fn of_index(usize) -> Self`, its
/// inverse. Enums that `games` makes with `words!` have them already.
///
/// ```
/// use serde::Serialize;
///
/// /// A card of a pack of 53: four suits of thirteen ranks, and a joker.
/// #[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
/// pub struct Card(u8);
///
/// impl Card {
///     pub const COUNT: usize = 53;
///     pub const JOKER: Card = Card(52);
///
///     #[inline]
///     pub const fn index(self) -> usize {
///         self.0 as usize
///     }
///
///     #[inline]
///     pub const fn of_index(index: usize) -> Card {
///         Card(index as u8)
///     }
/// }
///
/// table::bit_set! {
///     /// A set of cards: bit `13 * suit + rank`, bit 52 for the joker.
///     pub struct Cards(u64) of Card;
/// }
///
/// /// What only this game knows of a set is written beside it.
/// impl Cards {
///     pub const DEAL: Cards = Cards::ALL.without(Card::JOKER);
/// }
///
/// let hand: Cards = [Card::of_index(7), Card::JOKER].into_iter().collect();
/// assert!(hand.contains(Card::JOKER) && hand.len() == 2);
/// assert_eq!(hand.minus(Cards::DEAL), Cards::only(Card::JOKER));
/// assert_eq!(hand.iter().map(Card::index).collect::<Vec<_>>(), [7, 52]);
/// ```
///
/// The set is `Copy`, `Eq`, `Ord` (by its bits), `Hash`, `Default` (empty), `Debug` (its members), `Serialize` (a list of its
/// members in order), `FromIterator`, `IntoIterator` and [`BitSet`]; besides it has
///
/// | | |
/// | --- | --- |
/// | `NONE`, `ALL`, `only(m)` | nothing, everything, one alone |
/// | `contains(m)`, `with(m)`, `without(m)` | is it in, the same set with it, without it |
/// | `and(s)`, `or(s)`, `minus(s)` | those in both, in either, here but not there |
/// | `covers(s)`, `len()`, `is_empty()` | are all of those here, how many, none |
/// | `first()`, `last()`, `iter()`, `pick(&mut rng)` | the lowest, the highest, all in order, one at random |
/// | `bits()`, `of_bits(b)` | to compute with the number itself |
///
/// All but `iter` and `pick` are `const fn`.
///
/// Where some bits stand for nothing, say which ones do, and `COUNT` is not needed:
/// `struct Cards(u64) of Card in 0x10ff_ffff_ffff_fff0;` leaves columns free on either side of the ranks.
#[macro_export]
macro_rules! bit_set {
    ($(#[$doc:meta])* $vis:vis struct $set:ident($bits:ty) of $member:ident;) => {
        $crate::bit_set! {
            $(#[$doc])*
            $vis struct $set($bits) of $member in {
                assert!($member::COUNT <= <$bits>::BITS as usize, "a bit a member");
                <$bits>::MAX >> (<$bits>::BITS as usize - $member::COUNT)
            };
        }
    };
    ($(#[$doc:meta])* $vis:vis struct $set:ident($bits:ty) of $member:ident in $all:expr;) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
        $vis struct $set($bits);

        #[allow(
            dead_code,
            unreachable_pub,
            reason = "a set answers all questions, whoever asks them from wherever"
        )]
        impl $set {
            /// Nothing.
            pub const NONE: $set = $set(0);
            /// Everything there is.
            pub const ALL: $set = $set($all);

            /// This one alone.
            #[inline]
            pub const fn only(member: $member) -> $set {
                $set(1 << member.index())
            }

            /// The set with these bits; those that stand for nothing are left out.
            #[inline]
            pub const fn of_bits(bits: $bits) -> $set {
                $set(bits & $set::ALL.0)
            }

            /// Its bits, one a member.
            #[inline]
            pub const fn bits(self) -> $bits {
                self.0
            }

            /// Whether this one is in it.
            #[inline]
            pub const fn contains(self, member: $member) -> bool {
                self.0 >> member.index() & 1 == 1
            }

            /// The same set with this one.
            #[inline]
            pub const fn with(self, member: $member) -> $set {
                $set(self.0 | 1 << member.index())
            }

            /// The same set without this one.
            #[inline]
            pub const fn without(self, member: $member) -> $set {
                $set(self.0 & !(1 << member.index()))
            }

            /// Those in both.
            #[inline]
            pub const fn and(self, other: $set) -> $set {
                $set(self.0 & other.0)
            }

            /// Those in either.
            #[inline]
            pub const fn or(self, other: $set) -> $set {
                $set(self.0 | other.0)
            }

            /// Those here but not there.
            #[inline]
            pub const fn minus(self, other: $set) -> $set {
                $set(self.0 & !other.0)
            }

            /// Whether all of those are here too.
            #[inline]
            pub const fn covers(self, other: $set) -> bool {
                other.0 & !self.0 == 0
            }

            /// How many.
            #[inline]
            pub const fn len(self) -> usize {
                self.0.count_ones() as usize
            }

            /// Whether nothing is in it.
            #[inline]
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// The one with the lowest number, if there is any.
            #[inline]
            pub const fn first(self) -> Option<$member> {
                match self.0 {
                    0 => None,
                    bits => Some($member::of_index(bits.trailing_zeros() as usize)),
                }
            }

            /// The one with the highest number, if there is any.
            #[inline]
            pub const fn last(self) -> Option<$member> {
                match self.0 {
                    0 => None,
                    bits => Some($member::of_index(bits.ilog2() as usize)),
                }
            }

            /// The members, in the order of their numbers.
            #[inline]
            pub fn iter(self) -> $crate::bits::Members<$set> {
                $crate::bits::Members::of_bits(self.0 as u64)
            }

            /// One of them, each equally likely.
            ///
            /// # Panics
            /// If there is none.
            #[inline]
            pub fn pick(self, rng: &mut $crate::Rng) -> $member {
                $member::of_index(rng.pick_bit(self.0 as u64) as usize)
            }
        }

        impl $crate::bits::BitSet for $set {
            type Member = $member;

            #[inline]
            fn member(index: usize) -> $member {
                $member::of_index(index)
            }
        }

        impl IntoIterator for $set {
            type Item = $member;
            type IntoIter = $crate::bits::Members<$set>;

            #[inline]
            fn into_iter(self) -> $crate::bits::Members<$set> {
                self.iter()
            }
        }

        impl FromIterator<$member> for $set {
            #[inline]
            fn from_iter<I: IntoIterator<Item = $member>>(members: I) -> $set {
                members.into_iter().fold($set::NONE, $set::with)
            }
        }

        impl std::fmt::Debug for $set {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.debug_set().entries(*self).finish()
            }
        }

        impl $crate::bits::serde::Serialize for $set {
            fn serialize<S: $crate::bits::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_seq(*self)
            }
        }
    };
}
