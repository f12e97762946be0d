//! Forecasts of where everybody ends.

use crate::{Game, Seat, View};

/// How probable it is that each seat ends on each place: a matrix whose rows (a seat) and columns (a place, from 0 on)
/// sum to 1.
#[derive(Clone, PartialEq, Debug)]
pub struct RankMatrix {
    seats: usize,
    chances: Vec<f64>,
}

impl RankMatrix {
    /// Every place is as probable as any other.
    pub fn even(seats: usize) -> RankMatrix {
        RankMatrix { seats, chances: vec![1.0 / seats as f64; seats * seats] }
    }

    /// No probability yet.
    pub fn empty(seats: usize) -> RankMatrix {
        RankMatrix { seats, chances: vec![0.0; seats * seats] }
    }

    /// Adds to the probability that a seat ends on a place.
    ///
    /// # Panics
    /// If there is no such seat or place.
    pub fn add(&mut self, seat: Seat, place: usize, chance: f64) {
        assert!(place < self.seats, "there are as many places as seats");
        self.chances[seat.index() * self.seats + place] += chance;
    }

    /// The number of seats there are, and places.
    pub fn seats(&self) -> usize {
        self.seats
    }

    /// The probabilities of the places of a seat, the first place first.
    ///
    /// # Panics
    /// If there is no such seat.
    pub fn of(&self, seat: Seat) -> &[f64] {
        &self.chances[seat.index() * self.seats..][..self.seats]
    }

    /// The mean place of a seat, from 1 on.
    ///
    /// # Panics
    /// If there is no such seat.
    pub fn mean_place(&self, seat: Seat) -> f64 {
        (1..).zip(self.of(seat)).map(|(place, chance)| f64::from(place) * chance).sum()
    }

    /// How far the sum of a row or of a column is from 1, at most.
    pub fn error(&self) -> f64 {
        let row = |at: usize| self.chances[at * self.seats..][..self.seats].iter().sum::<f64>();
        let column = |at: usize| self.chances.iter().skip(at).step_by(self.seats).sum::<f64>();
        (0..self.seats).flat_map(|at| [row(at), column(at)]).map(|sum| (sum - 1.0).abs()).fold(0.0, f64::max)
    }
}

/// Forecasts the final ranks, from what one seat sees at any moment of a game.
pub trait Forecast<G: Game>: Send {
    /// A game begins: forget the last one.
    fn begin(&mut self, _view: View<'_, G>) {}

    /// Something happened, as this seat saw it.
    fn see(&mut self, _view: View<'_, G>, _seen: &G::Seen) {}

    /// How probable it is that each seat ends on each place.
    fn ranks(&mut self, view: View<'_, G>) -> RankMatrix;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_and_sums() {
        let (a, b) = (Seat::new(0), Seat::new(1));
        assert_eq!(RankMatrix::even(5).mean_place(b), 3.0);
        assert!(RankMatrix::even(5).error() < 1e-12);
        let mut ranks = RankMatrix::empty(2);
        ranks.add(a, 0, 0.75);
        ranks.add(a, 1, 0.25);
        ranks.add(b, 1, 0.75);
        assert_eq!(ranks.error(), 0.25, "the first place is given away three times out of four");
        ranks.add(b, 0, 0.25);
        assert_eq!((ranks.error(), ranks.mean_place(a), ranks.of(b)), (0.0, 1.25, &[0.25, 0.75][..]));
    }
}
