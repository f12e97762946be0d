//! What may be done, what it does, who sees it, what it earns.

use table::{BySeat, Event, EventOf, Game, Payoffs, PublicState, Rng, Seat, SeatSet, View};

use super::cards::Tally;
use super::{Bid, Bids, Hand, Pot, Private, Public, Reveal, Round, Rules, Seen, TurnUp, Utility};

/// The whole truth: the table and everybody's envelope.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Buzzard {
    pub(super) public: Public,
    pub(super) envelopes: BySeat<Private>,
}

impl Buzzard {
    #[inline]
    fn commit(&mut self, seat: Seat, bid: Bid) {
        self.envelopes[seat].bid = Some(bid);
        self.public.committed = self.public.committed.with(seat);
        if self.public.committed == SeatSet::all(self.public.seats()) {
            self.resolve();
        }
    }

    /// The envelopes are opened, and the pot finds its taker.
    #[inline]
    fn resolve(&mut self) {
        let prize = self.public.prize.take().expect("bids are made for a prize");
        let pot = self.public.carried + prize.value();
        let (bids, tally) = self.open_envelopes();
        let best = tally.best(pot, self.public.rules.ties);
        let taker = best.and_then(|best| bids.bidders(best).first());
        self.public.log.push(Round { prize, pot, taker, bids });
        self.public.settle(taker, pot);
    }

    #[inline]
    fn open_envelopes(&mut self) -> (Bids, Tally) {
        let (mut bids, mut tally) = (Bids::default(), Tally::default());
        for seat in self.public.committed {
            let bid = self.envelopes[seat].bid.take().expect("everybody has committed");
            let hand = &mut self.public.hands[seat];
            *hand = hand.without(bid);
            bids = bids.with(seat, bid);
            tally = tally.with(bid);
        }
        self.public.committed = SeatSet::NONE;
        (bids, tally)
    }
}

impl Public {
    /// Whether a pot that nobody takes waits, or is lost by the rules or the end of the game.
    #[inline]
    fn waits(&self) -> bool {
        self.rules.pot == Pot::Carry && !self.prizes_left.is_empty()
    }

    /// The pot goes to its taker, or waits, or is lost.
    #[inline]
    fn settle(&mut self, taker: Option<Seat>, pot: i8) {
        self.carried = if taker.is_none() && self.waits() { pot } else { 0 };
        if let Some(taker) = taker {
            self.points[taker] += pot;
        }
    }

    fn check_conserved(&self) {
        let rules = &self.rules;
        let turned = self.log.iter().map(|round| round.prize).chain(self.prize);
        let left = turned.fold(rules.all_prizes(), |left, prize| {
            assert!(left.contains(prize), "{prize} is turned up once");
            left.without(prize)
        });
        assert_eq!(left, self.prizes_left, "a prize is face down until it is turned up");
        let mut points = BySeat::new(self.seats(), 0);
        self.log.iter().for_each(|round| round.taker.into_iter().for_each(|seat| points[seat] += round.pot));
        assert_eq!(points, self.points, "everybody has the pots it took");
    }

    /// Hands are what was not played; every seat has played once a round.
    fn check_hands(&self) {
        for (seat, hand) in self.hands.iter() {
            let played = self.log.iter().filter_map(|round| round.bids.of(seat));
            let left = played.fold(Hand::full(self.rules.cards), Hand::without);
            assert_eq!(left, hand, "{seat} has the bids it did not play");
            assert_eq!(
                hand.len() + self.log.len(),
                usize::from(self.rules.cards),
                "{seat} bids once a round"
            );
        }
    }
}

/// Each seat's total minus the mean of the others'.
fn differences(totals: &BySeat<f64>) -> BySeat<f64> {
    let (sum, others) = (totals.as_slice().iter().sum::<f64>(), totals.seats() as f64 - 1.0);
    totals.map(|own| own - (sum - own) / others)
}

impl Game for Buzzard {
    type Rules = Rules;
    type Action = Bid;
    type Public = Public;
    type Private = Private;
    type Seen = Seen;

    const NAME: &'static str = "buzzard";
    const RULES_VERSION: u32 = 1;

    #[inline]
    fn new(rules: &Rules) -> Buzzard {
        let envelopes = BySeat::new(usize::from(rules.seats), Private { bid: None });
        Buzzard { public: Public::new(rules), envelopes }
    }

    #[inline]
    fn public(&self) -> &Public {
        &self.public
    }

    #[inline]
    fn private(&self, seat: Seat) -> &Private {
        &self.envelopes[seat]
    }

    #[inline]
    fn legal(view: View<'_, Buzzard>, out: &mut Vec<Bid>) {
        view.public.hands[view.seat].list(out);
    }

    #[inline]
    fn random_action(view: View<'_, Buzzard>, rng: &mut Rng, _scratch: &mut Vec<Bid>) -> Bid {
        view.public.hands[view.seat].pick(rng)
    }

    #[inline]
    fn apply(&mut self, event: &EventOf<Buzzard>) {
        match *event {
            Event::Act(seat, bid) => self.commit(seat, bid),
            Event::Chance(TurnUp(prize)) => {
                self.public.prizes_left = self.public.prizes_left.without(prize);
                self.public.prize = Some(prize);
            }
        }
    }

    fn seen(&self, event: &EventOf<Buzzard>, observer: Option<Seat>) -> Seen {
        match *event {
            Event::Chance(TurnUp(prize)) => Seen::Turned(prize),
            Event::Act(..) if self.public.committed.is_empty() => Seen::Revealed(Reveal {
                round: self.public.log.last().expect("a round ends with its last bid"),
                ties: self.public.rules.ties,
                waits: self.public.waits(),
            }),
            Event::Act(seat, bid) if observer == Some(seat) => Seen::Bid(seat, bid),
            Event::Act(seat, _) => Seen::Committed(seat),
        }
    }

    fn as_spectator(seen: &Seen) -> Seen {
        match *seen {
            Seen::Bid(seat, _) => Seen::Committed(seat),
            open => open,
        }
    }

    fn payoffs(&self) -> Payoffs {
        let totals = self.public.points.map(f64::from);
        let payoffs = Payoffs::highest_wins(differences(&totals), &totals);
        match self.public.rules.utility {
            Utility::Points => payoffs,
            Utility::Win => Payoffs { points: payoffs.wins, ..payoffs },
        }
    }

    fn check(&self) {
        self.public.check_conserved();
        self.public.check_hands();
        for (seat, envelope) in self.envelopes.iter() {
            let committed = self.public.committed.contains(seat);
            assert_eq!(envelope.bid.is_some(), committed, "{seat} has committed what is in its envelope");
            let held = envelope.bid.is_none_or(|bid| self.public.hands[seat].contains(bid));
            assert!(held, "{seat} bids what it holds");
        }
    }
}
