//! Leduc poker beside its rows: both cards, and events as whole numbers.

use games::Leduc;
use games::leduc::{Action, Card, Seen};
use table::{BySeat, EventRow, Game, Seat, TruthRow};

use crate::figures::{Figures, names, place_name};
use crate::numbers::{Numbers, texts};

const SEATS: usize = 2;
const RANKS: usize = 3;

/// The card of each seat, from the one that is asked on.
#[derive(Clone, Copy, Debug)]
pub struct LeducTruth;

impl TruthRow<Leduc> for LeducTruth {
    fn names(&self) -> Vec<String> {
        let cards = |place| names(&format!("{}.card", place_name(place)), ["J", "Q", "K"]);
        (0..SEATS).flat_map(cards).collect()
    }

    fn write(&self, truth: &Leduc, _envelopes: &BySeat<Option<Action>>, seat: Seat, out: &mut [f32]) {
        let mut row = Figures::blank(out);
        for other in [seat, seat.next(SEATS)] {
            row.one_of(RANKS, truth.private(other).card.map(Card::rank));
        }
    }
}

/// What happened, to whom, the card if it is seen, and the action. Suits count for nothing and are left out.
#[derive(Clone, Copy, Debug)]
pub struct LeducEvents;

impl EventRow<Leduc> for LeducEvents {
    fn names(&self) -> Vec<String> {
        texts(["kind: dealt, turned up, acted", "seat", "card by rank", "action: fold, call, raise"])
    }

    fn write(&self, seen: &Seen, out: &mut [i32]) {
        let (kind, seat, card, action) = match *seen {
            Seen::Dealt(seat, card) => (0, Some(seat), card, None),
            Seen::Flopped(card) => (1, None, Some(card), None),
            Seen::Acted(seat, action) => (2, Some(seat), None, Some(action as usize)),
        };
        let mut row = Numbers::of(out);
        row.one(Some(kind));
        row.seat(seat);
        row.one(card.map(Card::rank));
        row.one(action);
    }
}
