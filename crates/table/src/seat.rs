//! Places at the table: [`Seat`], [`SeatSet`] and [`BySeat`].

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::{Index, IndexMut};
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::notation::Unreadable;

/// The most seats any game has (Saboteur has ten).
pub const MAX_SEATS: usize = 10;

/// One place at the table, written as a letter: `A` is the first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seat(u8);

impl Seat {
    /// The seat with this index, counted from 0.
    ///
    /// # Panics
    /// If there is no such seat at any table.
    #[inline]
    pub const fn new(index: usize) -> Seat {
        assert!(index < MAX_SEATS, "a table has at most ten seats");
        Seat(index as u8)
    }

    /// Its index, counted from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The seats of a table with `seats` places, in order.
    pub fn all(seats: usize) -> impl ExactSizeIterator<Item = Seat> + Clone {
        (0..seats).map(Seat::new)
    }

    /// The seat to the left, around a table with `seats` places.
    pub const fn next(self, seats: usize) -> Seat {
        Seat::new((self.index() + 1) % seats)
    }

    /// The letter people know it by.
    pub const fn letter(self) -> char {
        (b'A' + self.0) as char
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

impl fmt::Debug for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

impl FromStr for Seat {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Seat, Unreadable> {
        let letter = |c: char| Seat::all(MAX_SEATS).find(|seat| seat.letter() == c.to_ascii_uppercase());
        let mut chars = text.chars();
        match (chars.next().and_then(letter), chars.next()) {
            (Some(seat), None) => Ok(seat),
            _ => Err(Unreadable::new(text, "a seat is one letter, A to J")),
        }
    }
}

impl Serialize for Seat {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_char(self.letter())
    }
}

impl<'de> Deserialize<'de> for Seat {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Seat, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

/// A set of seats, one bit a seat.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct SeatSet(u16);

impl SeatSet {
    /// Nobody.
    pub const NONE: SeatSet = SeatSet(0);

    /// Every seat of a table with `seats` places.
    #[inline]
    pub const fn all(seats: usize) -> SeatSet {
        assert!(seats <= MAX_SEATS, "a table has at most ten seats");
        SeatSet((1 << seats) - 1)
    }

    /// This seat alone.
    #[inline]
    pub const fn only(seat: Seat) -> SeatSet {
        SeatSet(1 << seat.0)
    }

    /// Whether this seat is in it.
    #[inline]
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 >> seat.0 & 1 == 1
    }

    /// The same set with this seat in it.
    #[inline]
    pub const fn with(self, seat: Seat) -> SeatSet {
        SeatSet(self.0 | 1 << seat.0)
    }

    /// The same set with this seat not in it.
    #[inline]
    pub const fn without(self, seat: Seat) -> SeatSet {
        SeatSet(self.0 & !(1 << seat.0))
    }

    /// The seats that are here and there.
    #[inline]
    pub const fn and(self, other: SeatSet) -> SeatSet {
        SeatSet(self.0 & other.0)
    }

    /// The seats that are here or there.
    #[inline]
    pub const fn or(self, other: SeatSet) -> SeatSet {
        SeatSet(self.0 | other.0)
    }

    /// The seats that are here but not there.
    #[inline]
    pub const fn minus(self, other: SeatSet) -> SeatSet {
        SeatSet(self.0 & !other.0)
    }

    /// How many.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether nobody is in it.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The first of them.
    #[inline]
    pub const fn first(self) -> Option<Seat> {
        if self.is_empty() { None } else { Some(Seat(self.0.trailing_zeros() as u8)) }
    }

    /// The first of them around the table from this seat on.
    ///
    /// A search that asks in this order from its own seat on uses its random stream alike on every seat, so that a
    /// turned table gives the turned choice.
    #[inline]
    pub const fn first_from(self, seat: Seat) -> Option<Seat> {
        match self.minus(SeatSet::all(seat.index())).first() {
            None => self.first(),
            found => found,
        }
    }
}

impl Iterator for SeatSet {
    type Item = Seat;

    #[inline]
    fn next(&mut self) -> Option<Seat> {
        let seat = self.first()?;
        self.0 &= self.0 - 1;
        Some(seat)
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> SeatSet {
        seats.into_iter().fold(SeatSet::NONE, SeatSet::with)
    }
}

impl fmt::Display for SeatSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters: Vec<String> = self.map(|seat| seat.to_string()).collect();
        f.write_str(&letters.join(", "))
    }
}

impl fmt::Debug for SeatSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

impl Serialize for SeatSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(*self)
    }
}

/// One value a seat, indexed by [`Seat`]; as many as the table has seats.
#[derive(Clone, Copy)]
pub struct BySeat<T> {
    items: [T; MAX_SEATS],
    seats: u8,
}

impl<T: Copy> BySeat<T> {
    /// The same value for each of `seats` seats.
    #[inline]
    pub const fn new(seats: usize, value: T) -> BySeat<T> {
        assert!(seats <= MAX_SEATS, "a table has at most ten seats");
        BySeat { items: [value; MAX_SEATS], seats: seats as u8 }
    }

    /// A value computed for each seat.
    pub fn from_fn(seats: usize, mut value: impl FnMut(Seat) -> T) -> BySeat<T> {
        let mut by_seat = BySeat::new(seats, value(Seat(0)));
        Seat::all(seats).skip(1).for_each(|seat| by_seat[seat] = value(seat));
        by_seat
    }

    /// The number of seats.
    #[inline]
    pub const fn seats(&self) -> usize {
        self.seats as usize
    }

    /// The values in seat order.
    #[inline]
    pub fn as_slice(&self) -> &[T] {
        &self.items[..self.seats()]
    }

    /// Each seat with its value.
    pub fn iter(&self) -> impl Iterator<Item = (Seat, T)> + '_ {
        Seat::all(self.seats()).zip(self.as_slice().iter().copied())
    }

    /// The same seats with other values.
    pub fn map<U: Copy>(&self, mut value: impl FnMut(T) -> U) -> BySeat<U> {
        BySeat::from_fn(self.seats(), |seat| value(self[seat]))
    }
}

impl<T: Copy> BySeat<Option<T>> {
    /// The values of all seats; `None` if one has none.
    pub fn transpose(&self) -> Option<BySeat<T>> {
        let mut all = BySeat::new(self.seats(), *self.as_slice().first()?.as_ref()?);
        for (seat, value) in self.iter() {
            all[seat] = value?;
        }
        Some(all)
    }
}

impl<T: Copy + PartialEq> PartialEq for BySeat<T> {
    fn eq(&self, other: &Self) -> bool {
        self.as_slice() == other.as_slice()
    }
}

impl<T: Copy + Eq> Eq for BySeat<T> {}

impl<T: Copy + Hash> Hash for BySeat<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_slice().hash(state);
    }
}

impl<T> Index<Seat> for BySeat<T> {
    type Output = T;

    #[inline]
    fn index(&self, seat: Seat) -> &T {
        &self.items[seat.index()]
    }
}

impl<T> IndexMut<Seat> for BySeat<T> {
    #[inline]
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.items[seat.index()]
    }
}

impl<T: Copy + fmt::Debug> fmt::Debug for BySeat<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

impl<T: Copy + Serialize> Serialize for BySeat<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.as_slice())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seat_is_its_letter() {
        assert_eq!(Seat::new(2).to_string(), "C");
        assert_eq!("c".parse::<Seat>().unwrap(), Seat::new(2));
        assert!("K".parse::<Seat>().is_err() && "AB".parse::<Seat>().is_err() && "".parse::<Seat>().is_err());
    }

    #[test]
    fn sets_hold_what_was_put_in() {
        let set: SeatSet = [Seat::new(3), Seat::new(0)].into_iter().collect();
        assert_eq!(set.collect::<Vec<_>>(), [Seat::new(0), Seat::new(3)]);
        assert_eq!(set.without(Seat::new(0)), SeatSet::only(Seat::new(3)));
        assert_eq!(SeatSet::all(4).minus(set).len(), 2);
        let other = SeatSet::all(2);
        assert_eq!(set.and(other), set.filter(|seat| other.contains(*seat)).collect());
        assert_eq!(set.or(other), set.chain(other).collect());
        assert_eq!(set.to_string(), "A, D");
    }

    #[test]
    fn the_first_from_a_seat_on_is_found_around_the_table() {
        let set: SeatSet = [Seat::new(1), Seat::new(3)].into_iter().collect();
        let first = |from| set.first_from(Seat::new(from)).map(Seat::index);
        assert_eq!([0, 1, 2, 3, 4, 9].map(first), [1, 1, 3, 3, 1, 1].map(Some));
        assert_eq!(SeatSet::NONE.first_from(Seat::new(2)), None);
    }

    #[test]
    fn all_seats_have_a_value_or_nobody_counts() {
        let mut some = BySeat::from_fn(3, |seat| Some(seat.index()));
        assert_eq!(some.transpose(), Some(BySeat::from_fn(3, Seat::index)));
        some[Seat::new(2)] = None;
        assert_eq!(some.transpose(), None);
        assert_eq!(BySeat::<Option<u8>>::new(2, None).transpose(), None);
    }

    #[test]
    fn by_seat_has_as_many_values_as_seats() {
        let by_seat = BySeat::from_fn(3, Seat::index);
        assert_eq!(by_seat.as_slice(), [0, 1, 2]);
        assert_eq!(serde_json::to_string(&by_seat).unwrap(), "[0,1,2]");
        let mut sevens = BySeat::new(2, 7);
        sevens[Seat::new(2)] = 0;
        assert_eq!(sevens, BySeat::new(2, 7), "seats that are not there do not count");
    }
}
