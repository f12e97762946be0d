//! Kuhn poker beside its rows: everybody's card, and events as whole numbers.

use games::Kuhn;
use games::kuhn::{Action, Card, Rules, Seen};
use table::{BySeat, EventRow, Game, Seat, TruthRow};

use crate::figures::{Figures, names, place_name};
use crate::numbers::{Numbers, texts};

/// The card of each seat, from the one that is asked on.
#[derive(Clone, Copy, Debug)]
pub struct KuhnTruth {
    seats: usize,
}

impl KuhnTruth {
    /// For tables with these rules.
    pub fn new(rules: &Rules) -> KuhnTruth {
        KuhnTruth { seats: usize::from(rules.seats) }
    }
}

impl TruthRow<Kuhn> for KuhnTruth {
    fn names(&self) -> Vec<String> {
        let cards = |place| names(&format!("{}.card", place_name(place)), Card::deck(self.seats));
        (0..self.seats).flat_map(cards).collect()
    }

    fn write(&self, truth: &Kuhn, _envelopes: &BySeat<Option<Action>>, seat: Seat, out: &mut [f32]) {
        let mut row = Figures::blank(out);
        for place in 0..self.seats {
            let other = Seat::new((seat.index() + place) % self.seats);
            row.one_of(self.seats + 1, truth.private(other).card.map(Card::rank));
        }
    }
}

/// The event: its kind, its seat, the card if it is one's own, and the action.
#[derive(Clone, Copy, Debug)]
pub struct KuhnEvents;

impl EventRow<Kuhn> for KuhnEvents {
    fn names(&self) -> Vec<String> {
        texts(["kind: dealt, acted", "seat", "card by rank", "action: pass, bet"])
    }

    fn write(&self, seen: &Seen, out: &mut [i32]) {
        let (kind, seat, card, action) = match *seen {
            Seen::Dealt(seat, card) => (0, seat, card.map(Card::rank), None),
            Seen::Acted(seat, action) => (1, seat, None, Some(action as usize)),
        };
        let mut row = Numbers::of(out);
        row.one(Some(kind));
        row.seat(Some(seat));
        row.one(card);
        row.one(action);
    }
}
