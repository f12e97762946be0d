//! What chance decides, and worlds that a seat cannot tell from the truth.

use table::{BySeat, Enumerable, Hidden, Rng, View};

use super::{Buzzard, Private, TurnUp};

impl Hidden for Buzzard {
    type Chance = TurnUp;

    #[inline]
    fn draw(&self, rng: &mut Rng) -> TurnUp {
        TurnUp(self.public.prizes_left.pick(rng))
    }

    fn drawable(&self, &TurnUp(prize): &TurnUp) -> bool {
        self.public.prizes_left.contains(prize)
    }

    /// All that is hidden from a seat is in the envelopes of those who have committed: any bid of their hands.
    #[inline]
    fn imagine(view: View<'_, Buzzard>, rng: &mut Rng) -> Buzzard {
        let mut envelopes = BySeat::new(view.seats(), Private { bid: None });
        for seat in view.public.committed.without(view.seat) {
            envelopes[seat].bid = Some(view.public.hands[seat].pick(rng));
        }
        envelopes[view.seat] = *view.private;
        Buzzard { public: *view.public, envelopes }
    }
}

impl Enumerable for Buzzard {
    fn outcomes(&self, out: &mut Vec<(TurnUp, f64)>) {
        let prizes = self.public.prizes_left;
        out.extend(prizes.iter().map(|prize| (TurnUp(prize), 1.0 / prizes.len() as f64)));
    }
}
