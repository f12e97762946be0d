//! What chance decides, and worlds that a seat cannot tell from the truth.

use table::{Enumerable, Hidden, PublicState, Rng, Seat, View};

use super::{Card, Deal, Kuhn, Private};

impl Kuhn {
    /// The cards nobody holds, lowest first.
    pub(super) fn undealt(&self) -> impl Iterator<Item = Card> + '_ {
        let seats = self.public.seats();
        Card::deck(seats).filter(move |&card| Seat::all(seats).all(|seat| self.card(seat) != Some(card)))
    }

    fn next_seat(&self) -> Seat {
        Seat::new(usize::from(self.public.dealt))
    }
}

impl Hidden for Kuhn {
    type Chance = Deal;

    fn draw(&self, rng: &mut Rng) -> Deal {
        let n = rng.below(self.undealt().count() as u32) as usize;
        Deal(self.next_seat(), self.undealt().nth(n).expect("a card is left"))
    }

    fn drawable(&self, &Deal(seat, card): &Deal) -> bool {
        seat == self.next_seat() && self.undealt().any(|left| left == card)
    }

    /// The others' cards are any of those this seat does not hold.
    fn imagine(view: View<'_, Kuhn>, rng: &mut Rng) -> Kuhn {
        let mut world =
            Kuhn { public: *view.public, hands: table::BySeat::new(view.seats(), Private { card: None }) };
        world.hands[view.seat] = *view.private;
        for seat in Seat::all(usize::from(view.public.dealt)).filter(|&seat| seat != view.seat) {
            let n = rng.below(world.undealt().count() as u32) as usize;
            let card = world.undealt().nth(n);
            world.hands[seat].card = card;
        }
        world
    }
}

impl Enumerable for Kuhn {
    fn outcomes(&self, out: &mut Vec<(Deal, f64)>) {
        let chance = 1.0 / self.undealt().count() as f64;
        out.extend(self.undealt().map(|card| (Deal(self.next_seat(), card), chance)));
    }
}
