//! Rows of figures, written from the front.

use std::fmt::Display;

/// The name of the seat this many places behind its own.
pub(crate) fn place_name(place: usize) -> String {
    if place == 0 { "own".to_string() } else { format!("next{place}") }
}

/// The words of a list as names.
pub(crate) fn names<T: Display>(of: &str, words: impl IntoIterator<Item = T>) -> Vec<String> {
    words.into_iter().map(|word| format!("{of}.{word}")).collect()
}

/// Describes an action by its id alone.
pub(crate) fn one_of_ids(id: Option<u32>, out: &mut [f32]) {
    let count = out.len();
    Figures::blank(out).one_of(count, id.map(|id| id as usize));
}

/// What is left of a row of zeros.
pub(crate) struct Figures<'a>(&'a mut [f32]);

impl<'a> Figures<'a> {
    /// The whole row, blank.
    #[inline]
    pub(crate) fn blank(out: &'a mut [f32]) -> Figures<'a> {
        out.fill(0.0);
        Figures(out)
    }

    /// The next places, this many of them, to be written by hand.
    #[inline]
    pub(crate) fn take(&mut self, count: usize) -> &'a mut [f32] {
        let (taken, rest) = std::mem::take(&mut self.0).split_at_mut(count);
        self.0 = rest;
        taken
    }

    /// A number.
    #[inline]
    pub(crate) fn figure(&mut self, figure: f32) {
        self.take(1)[0] = figure;
    }

    /// 1 if it is so.
    #[inline]
    pub(crate) fn flag(&mut self, flag: bool) {
        self.figure(f32::from(u8::from(flag)));
    }

    /// 1 for each that is so.
    #[inline]
    pub(crate) fn flags<const N: usize>(&mut self, flags: [bool; N]) {
        let places = self.take(N);
        places.iter_mut().zip(flags).for_each(|(place, flag)| *place = f32::from(u8::from(flag)));
    }

    /// One of so many, or none.
    #[inline]
    pub(crate) fn one_of(&mut self, count: usize, place: Option<usize>) {
        let places = self.take(count);
        if let Some(place) = place {
            places[place] = 1.0;
        }
    }

    /// One figure per bit: 1 where it is set.
    #[inline]
    pub(crate) fn bits(&mut self, count: usize, bits: impl Into<u64>) {
        let places = self.take(count);
        table::bits::indices(bits.into()).for_each(|place| places[place as usize] = 1.0);
    }

    /// How many places are left.
    pub(crate) fn left(&self) -> usize {
        self.0.len()
    }
}
