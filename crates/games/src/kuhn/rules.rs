//! What may be done, what it does, who sees it, what it earns.

use table::{BySeat, Event, EventOf, Game, HiddenRoles, Payoffs, PublicState, Seat, SeatSet, View};

use super::{Action, Card, Deal, Private, Public, Rules, Seen};

/// The whole truth: the table and everybody's card.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Kuhn {
    pub(super) public: Public,
    pub(super) hands: BySeat<Private>,
}

impl Kuhn {
    pub(super) fn card(&self, seat: Seat) -> Option<Card> {
        self.hands[seat].card
    }

    fn act(&mut self, seat: Seat, action: Action) {
        let public = &mut self.public;
        public.actions += 1;
        match action {
            Action::Pass => public.passes = public.passes.with(seat),
            Action::Bet => {
                public.bets = public.bets.with(seat);
                public.first_bet = public.first_bet.or(Some(seat));
            }
        }
    }

    fn staked(&self, seat: Seat) -> f64 {
        1.0 + f64::from(u8::from(self.public.bets.contains(seat)))
    }

    fn winner(&self) -> Seat {
        self.public.contenders().max_by_key(|&seat| self.card(seat)).expect("somebody always contends")
    }
}

impl Game for Kuhn {
    type Rules = Rules;
    type Action = Action;
    type Public = Public;
    type Private = Private;
    type Seen = Seen;

    const NAME: &'static str = "kuhn";
    const RULES_VERSION: u32 = 1;

    fn new(rules: &Rules) -> Kuhn {
        let (bets, passes) = (SeatSet::NONE, SeatSet::NONE);
        let public = Public { rules: *rules, dealt: 0, bets, passes, first_bet: None, actions: 0 };
        Kuhn { public, hands: BySeat::new(usize::from(rules.seats), Private { card: None }) }
    }

    fn public(&self) -> &Public {
        &self.public
    }

    fn private(&self, seat: Seat) -> &Private {
        &self.hands[seat]
    }

    fn legal(_view: View<'_, Kuhn>, out: &mut Vec<Action>) {
        out.extend([Action::Pass, Action::Bet]);
    }

    fn apply(&mut self, event: &EventOf<Kuhn>) {
        match *event {
            Event::Act(seat, action) => self.act(seat, action),
            Event::Chance(Deal(seat, card)) => {
                self.hands[seat].card = Some(card);
                self.public.dealt += 1;
            }
        }
    }

    fn seen(&self, event: &EventOf<Kuhn>, observer: Option<Seat>) -> Seen {
        match *event {
            Event::Act(seat, action) => Seen::Acted(seat, action),
            Event::Chance(Deal(seat, card)) => Seen::Dealt(seat, (observer == Some(seat)).then_some(card)),
        }
    }

    fn as_spectator(seen: &Seen) -> Seen {
        match *seen {
            Seen::Dealt(seat, _) => Seen::Dealt(seat, None),
            open => open,
        }
    }

    fn payoffs(&self) -> Payoffs {
        let seats = self.public.seats();
        let (winner, pot) = (self.winner(), Seat::all(seats).map(|seat| self.staked(seat)).sum::<f64>());
        let earned = |seat| f64::from(u8::from(seat == winner));
        let points = BySeat::from_fn(seats, |seat| pot * earned(seat) - self.staked(seat));
        Payoffs { points, wins: BySeat::from_fn(seats, earned) }
    }

    fn check(&self) {
        let seats = self.public.seats();
        let dealt: Vec<Card> = Seat::all(seats).filter_map(|seat| self.card(seat)).collect();
        assert_eq!(dealt.len(), usize::from(self.public.dealt), "as many cards as were dealt");
        assert!(dealt.iter().enumerate().all(|(i, card)| !dealt[..i].contains(card)), "no card twice");
    }
}

/// The card is the role: all there is to guess about a seat.
impl HiddenRoles for Kuhn {
    type Role = Card;

    fn role(&self, seat: Seat) -> Option<Card> {
        self.card(seat)
    }
}
