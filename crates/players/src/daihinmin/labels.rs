//! Daihinmin beside its rows: everybody's hand, and events as whole numbers.

use games::Daihinmin;
use games::daihinmin::{Action, CardSet, Private, Rules, Seen, Then};
use table::{ActionIds, BySeat, EventRow, Game, Seat, TruthRow};

use super::encode::{CARDS, DaihinminIds, index, turned};
use crate::figures::{Figures, names, place_name};
use crate::numbers::{Numbers, texts};

/// The hand of each seat, from the one that is asked on in the order of play.
#[derive(Clone, Copy, Debug)]
pub struct DaihinminTruth {
    seats: usize,
}

impl DaihinminTruth {
    /// For tables with these rules.
    pub fn new(rules: &Rules) -> DaihinminTruth {
        DaihinminTruth { seats: usize::from(rules.seats) }
    }
}

impl TruthRow<Daihinmin> for DaihinminTruth {
    fn names(&self) -> Vec<String> {
        let mut cards = vec![String::new(); CARDS];
        CardSet::ALL.iter().for_each(|card| cards[index(card)] = card.to_string());
        let hand = |place| names(&format!("{}.hand", place_name(place)), &cards);
        (0..self.seats).flat_map(hand).collect()
    }

    fn write(&self, truth: &Daihinmin, _envelopes: &BySeat<Option<Action>>, seat: Seat, out: &mut [f32]) {
        let (mut row, view) = (Figures::blank(out), truth.view(seat));
        for place in 0..self.seats {
            let places = row.take(CARDS);
            truth.private(turned(view, place)).hand.iter().for_each(|card| places[index(card)] = 1.0);
        }
    }
}

/// What happened, to whom, which cards as bits, and what followed.
#[derive(Clone, Copy, Debug)]
pub struct DaihinminEvents {
    rules: Rules,
}

impl DaihinminEvents {
    /// For tables with these rules.
    pub fn new(rules: &Rules) -> DaihinminEvents {
        DaihinminEvents { rules: *rules }
    }
}

/// The number of cards in the first of two numbers.
const LOW: usize = 27;

impl EventRow<Daihinmin> for DaihinminEvents {
    fn names(&self) -> Vec<String> {
        let kind = "kind: order, first, dealt, gave, played, passed, lots";
        let mut names = texts([
            kind,
            "seat",
            "receiver",
            "opener",
            "cards given",
            "id of the play",
            "locked",
            "cleared",
            "place of who went out",
            "cards or hand, weakest 27 as bits",
            "the others as bits",
            "gave, weakest 27 as bits",
            "the others as bits",
            "received, weakest 27 as bits",
            "the others as bits",
        ]);
        names.extend(
            (1..=self.rules.seats).map(|place| format!("seat at place {place} of the order or ranks")),
        );
        names
    }

    fn write(&self, seen: &Seen, out: &mut [i32]) {
        let (head, tail) = out.split_at_mut(9);
        let (mut row, mut tail) = (Numbers::of(head), Numbers::of(tail));
        let mut start = |kind, seat, receiver, opener| {
            row.one(Some(kind));
            [seat, receiver, opener].into_iter().for_each(|seat| row.seat(seat));
        };
        match *seen {
            Seen::Ordered(line) => {
                start(0, None, None, None);
                tail.take(6);
                tail.seats(usize::from(self.rules.seats), line.as_slice());
            }
            Seen::First(seat) => start(1, Some(seat), None, None),
            Seen::Dealt { own, opener } => {
                start(2, None, None, opener);
                let Private { hand, gave, received } = own.unwrap_or_default();
                [hand, gave, received].into_iter().for_each(|set| cards(&mut tail, set));
            }
            Seen::Gave { giver, receiver, count, cards: which, opener } => {
                start(3, Some(giver), Some(receiver), opener);
                row.number(count);
                cards(&mut tail, which.unwrap_or_default());
            }
            Seen::Played { seat, meld, then: followed } => {
                start(4, Some(seat), None, None);
                row.take(1);
                row.one(DaihinminIds::id(&self.rules, &Action::Play(meld)).map(|id| id as usize - 1));
                then(&mut row, followed);
                cards(&mut tail, meld.cards());
            }
            Seen::Passed { seat, then: followed } => {
                start(5, Some(seat), None, None);
                row.take(2);
                then(&mut row, followed);
            }
            Seen::Lots(line) => {
                start(6, None, None, None);
                tail.take(6);
                tail.seats(usize::from(self.rules.seats), line.as_slice());
            }
        }
    }
}

fn then(row: &mut Numbers<'_>, then: Then) {
    [then.locked, then.cleared].into_iter().for_each(|flag| row.number(flag));
    row.number(then.out.unwrap_or(0));
}

fn cards(row: &mut Numbers<'_>, cards: CardSet) {
    let bits = cards.iter().fold(0_u64, |bits, card| bits | 1 << index(card));
    row.number((bits & ((1 << LOW) - 1)) as i32);
    row.number((bits >> LOW) as i32);
}
