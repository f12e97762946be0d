//! Kuhn poker as numbers, version 1.

use games::Kuhn;
use games::kuhn::{Action, Card, Rules};
use table::{ActionIds, Encode, Features, Seat, View};

use crate::figures::{one_of_ids, place_name};

/// 0 is to pass, 1 to bet.
#[derive(Clone, Copy, Debug)]
pub struct KuhnIds;

impl ActionIds<Kuhn> for KuhnIds {
    const VERSION: u32 = 1;

    fn ids(_rules: &Rules) -> u32 {
        2
    }

    fn id(_rules: &Rules, action: &Action) -> Option<u32> {
        Some(u32::from(*action == Action::Bet))
    }

    fn action(_rules: &Rules, id: u32) -> Option<Action> {
        [Action::Pass, Action::Bet].get(id as usize).copied()
    }

    fn features(_rules: &Rules) -> Vec<String> {
        ["pass", "bet"].map(String::from).to_vec()
    }

    fn describe(rules: &Rules, action: &Action, out: &mut [f32]) {
        one_of_ids(KuhnIds::id(rules, action), out);
    }
}

/// Its own card (one figure per rank, one rank more than seats), then from its own seat on around the table
/// whether each has passed and whether each has bet, and which seat one sits on.
#[derive(Clone, Debug)]
pub struct KuhnRow {
    seats: usize,
}

impl Encode<Kuhn> for KuhnRow {
    type Ids = KuhnIds;
    const VERSION: u32 = 1;

    fn new(rules: &Rules) -> KuhnRow {
        KuhnRow { seats: usize::from(rules.seats) }
    }

    fn width(&self) -> usize {
        self.seats + 1 + 3 * self.seats
    }

    fn features(&self) -> Features {
        let mut told = Features::new();
        told.flags("card", Card::deck(self.seats));
        told.flags("passed", (0..self.seats).map(place_name));
        told.flags("bet", (0..self.seats).map(place_name));
        told.flags("seat", Seat::all(self.seats));
        told
    }

    fn observe(&self, view: View<'_, Kuhn>, out: &mut [f32]) {
        out.fill(0.0);
        let (card, rest) = out.split_at_mut(self.seats + 1);
        if let Some(own) = view.private.card {
            card[own.rank()] = 1.0;
        }
        let figure = |right: bool| f32::from(u8::from(right));
        for n in 0..self.seats {
            let seat = Seat::new((view.seat.index() + n) % self.seats);
            rest[n] = figure(view.public.passes.contains(seat));
            rest[self.seats + n] = figure(view.public.bets.contains(seat));
            rest[2 * self.seats + n] = figure(view.seat == Seat::new(n));
        }
    }
}
