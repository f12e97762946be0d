//! What may be done, what it does, who sees it, what it earns.

use table::{BySeat, Event, EventOf, Game, Payoffs, Seat, View};

use super::options::SEATS;
use super::{Action, Betting, Card, Chance, Private, Public, Rules, Seen};

/// The whole truth: the table and both cards.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Leduc {
    pub(super) public: Public,
    pub(super) hands: BySeat<Private>,
}

impl Leduc {
    pub(super) fn card(&self, seat: Seat) -> Option<Card> {
        self.hands[seat].card
    }

    fn act(&mut self, seat: Seat, action: Action) {
        let public = &mut self.public;
        let called = public.stakes[seat.next(SEATS)];
        match action {
            Action::Fold => {}
            Action::Call => public.stakes[seat] = called,
            Action::Raise => public.stakes[seat] = called + public.raise(),
        }
        public.rounds[public.round_number()].push(action);
    }

    /// Whether the card pairs the one turned up, then its rank: the higher wins. A seat that folded has neither.
    fn strength(&self, seat: Seat) -> Option<(bool, u8)> {
        let card = self.card(seat).filter(|_| self.public.folded() != Some(seat))?;
        Some((self.public.flop.is_some_and(|flop| flop.rank == card.rank), card.rank))
    }

    /// Each seat's share of the pot.
    fn shares(&self) -> BySeat<f64> {
        BySeat::from_fn(SEATS, |seat| match self.strength(seat).cmp(&self.strength(seat.next(SEATS))) {
            std::cmp::Ordering::Less => 0.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Greater => 1.0,
        })
    }
}

impl Game for Leduc {
    type Rules = Rules;
    type Action = Action;
    type Public = Public;
    type Private = Private;
    type Seen = Seen;

    const NAME: &'static str = "leduc";
    const RULES_VERSION: u32 = 1;

    fn new(rules: &Rules) -> Leduc {
        let (rounds, stakes) = ([Betting::default(); 2], BySeat::new(SEATS, 1));
        let public = Public { rules: *rules, dealt: 0, flop: None, rounds, stakes };
        Leduc { public, hands: BySeat::new(SEATS, Private { card: None }) }
    }

    fn public(&self) -> &Public {
        &self.public
    }

    fn private(&self, seat: Seat) -> &Private {
        &self.hands[seat]
    }

    fn legal(view: View<'_, Leduc>, out: &mut Vec<Action>) {
        let round = view.public.round();
        out.extend(round.facing_raise().then_some(Action::Fold));
        out.push(Action::Call);
        out.extend(round.may_raise().then_some(Action::Raise));
    }

    fn apply(&mut self, event: &EventOf<Leduc>) {
        match *event {
            Event::Act(seat, action) => self.act(seat, action),
            Event::Chance(Chance::Flop(card)) => self.public.flop = Some(card),
            Event::Chance(Chance::Deal(seat, card)) => {
                self.hands[seat].card = Some(card);
                self.public.dealt += 1;
            }
        }
    }

    fn seen(&self, event: &EventOf<Leduc>, observer: Option<Seat>) -> Seen {
        match *event {
            Event::Act(seat, action) => Seen::Acted(seat, action),
            Event::Chance(Chance::Flop(card)) => Seen::Flopped(card),
            Event::Chance(Chance::Deal(seat, card)) => {
                Seen::Dealt(seat, (observer == Some(seat)).then_some(card))
            }
        }
    }

    fn as_spectator(seen: &Seen) -> Seen {
        match *seen {
            Seen::Dealt(seat, _) => Seen::Dealt(seat, None),
            open => open,
        }
    }

    fn payoffs(&self) -> Payoffs {
        let pot: u8 = self.public.stakes.as_slice().iter().sum();
        let wins = self.shares();
        let earned = |seat| f64::from(pot) * wins[seat] - f64::from(self.public.stakes[seat]);
        Payoffs { points: BySeat::from_fn(SEATS, earned), wins }
    }

    fn check(&self) {
        let dealt: Vec<Card> = Seat::all(SEATS).filter_map(|seat| self.card(seat)).collect();
        assert_eq!(dealt.len(), usize::from(self.public.dealt), "as many cards as were dealt");
        assert_eq!(self.undealt().count(), 6 - dealt.len() - self.public.round_number(), "no card twice");
        let [a, b] = [Seat::new(0), Seat::new(1)].map(|seat| self.public.stakes[seat]);
        let open = self.public.folded().is_some() || self.public.round().facing_raise();
        assert_eq!(a != b, open, "stakes differ while a raise is unanswered or was not answered");
        assert!(a.max(b) <= 13, "two raises of 2 and two of 4 on an ante of 1");
    }
}
