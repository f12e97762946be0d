//! The buzzard as numbers, version 1: one row of figures a view, one id a bid.

use games::Buzzard;
use games::buzzard::{Bid, Prize, Rules};
use table::{ActionIds, BySeat, Encode, Features, Seat, View};

use crate::figures::place_name;

/// Id `b - 1` is the bid `b`.
#[derive(Clone, Copy, Debug)]
pub struct BidIds;

impl ActionIds<Buzzard> for BidIds {
    const VERSION: u32 = 1;

    fn ids(rules: &Rules) -> u32 {
        u32::from(rules.cards)
    }

    #[inline]
    fn id(_rules: &Rules, bid: &Bid) -> Option<u32> {
        Some(u32::from(bid.value()) - 1)
    }

    #[inline]
    fn action(rules: &Rules, id: u32) -> Option<Bid> {
        u8::try_from(id.checked_add(1)?).ok().filter(|&value| value <= rules.cards).and_then(Bid::new)
    }

    /// Which bid it is, and its value as a share of the highest.
    fn features(rules: &Rules) -> Vec<String> {
        let bids = (1..=rules.cards).map(|bid| format!("bid.{bid}"));
        bids.chain(["value".to_string()]).collect()
    }

    fn describe(rules: &Rules, bid: &Bid, out: &mut [f32]) {
        let (which, value) = out.split_at_mut(usize::from(rules.cards));
        which.fill(0.0);
        which[usize::from(bid.value()) - 1] = 1.0;
        value[0] = f32::from(bid.value()) / f32::from(rules.cards);
    }
}

/// What lies face up, from the seat's own place on around the table.
///
/// | figures | what |
/// |---|---|
/// | seats × cards | the bids each seat still has, one figure a bid |
/// | cards | the prizes still face down, lowest first |
/// | cards | the prize turned up |
/// | 1 | what is carried, in units of the highest prize |
/// | seats | what each seat has taken, in the same units |
///
/// Bids in envelopes are hidden, so the view alone says all: nothing needs to be remembered.
#[derive(Clone, Debug)]
pub struct BuzzardRow {
    seats: usize,
    cards: usize,
    /// The lowest prize of the bag, and how much of a figure one point is.
    lowest: i8,
    unit: f32,
    /// The place of each prize in the bag, by its value less the lowest; vultures leave a gap at 0.
    places: Vec<Option<usize>>,
    /// What all vultures and all mice of the bag are worth.
    sums: [i16; 2],
}

impl BuzzardRow {
    fn place(&self, prize: Prize) -> usize {
        self.places[(prize.value() - self.lowest) as usize].expect("every prize is one of the bag")
    }
}

impl Encode<Buzzard> for BuzzardRow {
    type Ids = BidIds;
    const VERSION: u32 = 1;

    fn new(rules: &Rules) -> BuzzardRow {
        let values: Vec<i8> = rules.all_prizes().iter().map(Prize::value).collect();
        let (lowest, highest) = (values[0], values[values.len() - 1]);
        let places =
            (lowest..=highest).map(|value| values.iter().position(|&other| other == value)).collect();
        BuzzardRow {
            seats: usize::from(rules.seats),
            cards: usize::from(rules.cards),
            lowest,
            unit: 1.0 / f32::from(highest),
            places,
            sums: [i8::min, i8::max].map(|side| values.iter().map(|&value| i16::from(side(value, 0))).sum()),
        }
    }

    fn features(&self) -> Features {
        let mut told = Features::new();
        let prizes = || (0..).zip(&self.places).filter_map(|(at, place)| place.map(|_| self.lowest + at));
        for n in 0..self.seats {
            told.flags(&format!("{}.bid", place_name(n)), 1..=self.cards);
        }
        told.flags("left", prizes());
        told.flags("prize", prizes());
        let [low, high] = self.sums;
        told.units("carried", low..=high, self.unit);
        (0..self.seats).for_each(|n| told.units(format!("{}.points", place_name(n)), low..=high, self.unit));
        told
    }

    fn width(&self) -> usize {
        self.seats * self.cards + 2 * self.cards + 1 + self.seats
    }

    fn observe(&self, view: View<'_, Buzzard>, out: &mut [f32]) {
        let (public, cards) = (view.public, self.cards);
        out.fill(0.0);
        let (hands, rest) = out.split_at_mut(self.seats * cards);
        let (left, rest) = rest.split_at_mut(cards);
        let (prize, rest) = rest.split_at_mut(cards);
        let around = |n: usize| Seat::new((view.seat.index() + n) % self.seats);
        for (n, row) in hands.chunks_exact_mut(cards).enumerate() {
            public.hands[around(n)].iter().for_each(|bid| row[usize::from(bid.value()) - 1] = 1.0);
        }
        public.prizes_left.iter().for_each(|other| left[self.place(other)] = 1.0);
        if let Some(up) = public.prize {
            prize[self.place(up)] = 1.0;
        }
        let points: &BySeat<i8> = &public.points;
        rest[0] = f32::from(public.carried) * self.unit;
        (0..self.seats).for_each(|n| rest[1 + n] = f32::from(points[around(n)]) * self.unit);
    }
}
