//! What stands beside the rows of a batch where somebody asks for it: the truth, for those who train, and what a seat saw.

use crate::encode::Encode;
use crate::game::Game;
use crate::seat::{BySeat, Seat};

/// Writes what is hidden as figures: labels, and what a critic sees while training. No player receives it.
pub trait TruthRow<G: Game>: Send + Sync {
    /// What each figure is.
    fn names(&self) -> Vec<String>;

    /// Writes the row over `out`, which has a place for each name, for a question to this seat. Envelopes hold what
    /// seats have chosen that nobody has seen yet.
    fn write(&self, truth: &G, envelopes: &BySeat<Option<G::Action>>, seat: Seat, out: &mut [f32]);
}

/// Writes an event as whole numbers, as one seat saw it: for networks with memory.
pub trait EventRow<G: Game>: Send + Sync {
    /// What each number is.
    fn names(&self) -> Vec<String>;

    /// Writes the numbers over `out`, which has a place for each name and is blank.
    fn write(&self, seen: &G::Seen, out: &mut [i32]);
}

/// The truth of any game: the rows of all seats, from the one that is asked on around the table.
#[derive(Clone, Debug)]
pub struct AllRows<E> {
    encoder: E,
    seats: usize,
}

impl<E> AllRows<E> {
    /// For an encoder that reads the view alone, and this many seats.
    pub fn new(encoder: E, seats: usize) -> AllRows<E> {
        AllRows { encoder, seats }
    }
}

impl<G: Game, E: Encode<G>> TruthRow<G> for AllRows<E> {
    fn names(&self) -> Vec<String> {
        let features = self.encoder.features().into_vec();
        let of_seat = |place| features.iter().map(move |feature| format!("seat{place}.{}", feature.name));
        (0..self.seats).flat_map(of_seat).collect()
    }

    fn write(&self, truth: &G, _envelopes: &BySeat<Option<G::Action>>, seat: Seat, out: &mut [f32]) {
        let around = (0..self.seats).map(|place| Seat::new((seat.index() + place) % self.seats));
        let rows = out.chunks_exact_mut(self.encoder.width());
        around.zip(rows).for_each(|(other, row)| self.encoder.observe(truth.view(other), row));
    }
}
