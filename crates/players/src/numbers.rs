//! Whole numbers of an event, written from the front; 0 is nothing everywhere.

use table::Seat;

/// What is left of a row of zeros.
pub(crate) struct Numbers<'a>(&'a mut [i32]);

impl<'a> Numbers<'a> {
    /// The whole row, which is blank.
    pub(crate) fn of(out: &'a mut [i32]) -> Numbers<'a> {
        Numbers(out)
    }

    /// The next places, this many of them, to be written by hand.
    pub(crate) fn take(&mut self, count: usize) -> &'a mut [i32] {
        let (taken, rest) = std::mem::take(&mut self.0).split_at_mut(count);
        self.0 = rest;
        taken
    }

    /// A number.
    pub(crate) fn number(&mut self, number: impl Into<i32>) {
        self.take(1)[0] = number.into();
    }

    /// One of a list, counted from 1.
    pub(crate) fn one(&mut self, index: Option<usize>) {
        self.number(index.map_or(0, |index| index as i32 + 1));
    }

    /// A seat, counted from 1.
    pub(crate) fn seat(&mut self, seat: Option<Seat>) {
        self.one(seat.map(Seat::index));
    }

    /// Seats in order, counted from 1, in this many places.
    pub(crate) fn seats(&mut self, places: usize, seats: &[Seat]) {
        let places = self.take(places).iter_mut().zip(seats);
        places.for_each(|(place, seat)| *place = seat.index() as i32 + 1);
    }
}

/// Names as texts.
pub(crate) fn texts<const N: usize>(names: [&str; N]) -> Vec<String> {
    names.map(str::to_string).to_vec()
}
