//! What chance decides, and worlds that a seat cannot tell from the truth.

use table::{BySeat, Enumerable, Hidden, Rng, Seat, View};

use super::options::SEATS;
use super::{Card, Chance, Leduc, Private};

impl Leduc {
    /// The cards that neither a seat holds nor lie face up, lowest first.
    pub(super) fn undealt(&self) -> impl Iterator<Item = Card> + '_ {
        let held = |card| Seat::all(SEATS).any(|seat| self.card(seat) == Some(card));
        Card::deck().filter(move |&card| !held(card) && self.public.flop != Some(card))
    }

    /// What becomes of the next card: the seats get theirs, then one is turned up.
    pub(super) fn dealing(&self, card: Card) -> Chance {
        match usize::from(self.public.dealt) {
            SEATS => Chance::Flop(card),
            seat => Chance::Deal(Seat::new(seat), card),
        }
    }

    fn any_undealt(&self, rng: &mut Rng) -> Card {
        let n = rng.below(self.undealt().count() as u32) as usize;
        self.undealt().nth(n).expect("there are more cards than are ever dealt")
    }
}

impl Hidden for Leduc {
    type Chance = Chance;

    fn draw(&self, rng: &mut Rng) -> Chance {
        self.dealing(self.any_undealt(rng))
    }

    fn drawable(&self, outcome: &Chance) -> bool {
        self.undealt().any(|card| self.dealing(card) == *outcome)
    }

    /// The other's card is any that this seat neither holds nor sees.
    fn imagine(view: View<'_, Leduc>, rng: &mut Rng) -> Leduc {
        let mut world = Leduc { public: *view.public, hands: BySeat::new(SEATS, Private { card: None }) };
        world.hands[view.seat] = *view.private;
        let other = view.seat.next(SEATS);
        if other.index() < usize::from(view.public.dealt) {
            world.hands[other].card = Some(world.any_undealt(rng));
        }
        world
    }
}

impl Enumerable for Leduc {
    fn outcomes(&self, out: &mut Vec<(Chance, f64)>) {
        let chance = 1.0 / self.undealt().count() as f64;
        out.extend(self.undealt().map(|card| (self.dealing(card), chance)));
    }
}
