//! The buzzard beside its rows: bids in envelopes, and events as whole numbers.

use games::Buzzard;
use games::buzzard::{Bid, Rules, Seen};
use table::{BySeat, EventRow, Seat, TruthRow};

use crate::figures::{Figures, names, place_name};
use crate::numbers::{Numbers, texts};

/// The bid that lies in each seat's envelope, from the seat that is asked on. Nothing else is hidden but prizes to come.
#[derive(Clone, Copy, Debug)]
pub struct BuzzardTruth {
    seats: usize,
    cards: usize,
}

impl BuzzardTruth {
    /// For tables with these rules.
    pub fn new(rules: &Rules) -> BuzzardTruth {
        BuzzardTruth { seats: usize::from(rules.seats), cards: usize::from(rules.cards) }
    }
}

impl TruthRow<Buzzard> for BuzzardTruth {
    fn names(&self) -> Vec<String> {
        let bids = |place| names(&format!("{}.envelope", place_name(place)), 1..=self.cards);
        (0..self.seats).flat_map(bids).collect()
    }

    fn write(&self, _truth: &Buzzard, envelopes: &BySeat<Option<Bid>>, seat: Seat, out: &mut [f32]) {
        let mut row = Figures::blank(out);
        for place in 0..self.seats {
            let bid = envelopes[Seat::new((seat.index() + place) % self.seats)];
            row.one_of(self.cards, bid.map(|bid| usize::from(bid.value()) - 1));
        }
    }
}

/// What happened, to whom, and the figures of it.
#[derive(Clone, Copy, Debug)]
pub struct BuzzardEvents {
    seats: usize,
}

impl BuzzardEvents {
    /// For tables with these rules.
    pub fn new(rules: &Rules) -> BuzzardEvents {
        BuzzardEvents { seats: usize::from(rules.seats) }
    }
}

impl EventRow<Buzzard> for BuzzardEvents {
    fn names(&self) -> Vec<String> {
        let kind = "kind: turned up, committed, bid, revealed";
        let mut names = texts([kind, "seat", "prize", "bid", "pot", "taker", "whether the pot waits"]);
        names.extend(Seat::all(self.seats).map(|seat| format!("bid of seat {seat}")));
        names
    }

    fn write(&self, seen: &Seen, out: &mut [i32]) {
        let mut row = Numbers::of(out);
        let mut start = |kind, seat| {
            row.one(Some(kind));
            row.seat(seat);
        };
        match *seen {
            Seen::Turned(prize) => {
                start(0, None);
                row.number(prize.value());
            }
            Seen::Committed(seat) => start(1, Some(seat)),
            Seen::Bid(seat, bid) => {
                start(2, Some(seat));
                row.take(1);
                row.number(bid.value());
            }
            Seen::Revealed(reveal) => {
                start(3, None);
                row.number(reveal.round.prize.value());
                row.take(1);
                row.number(reveal.round.pot);
                row.seat(reveal.round.taker);
                row.number(reveal.waits);
                let bids = row.take(self.seats);
                reveal.round.bids.iter().for_each(|(seat, bid)| bids[seat.index()] = i32::from(bid.value()));
            }
        }
    }
}
