//! What may be done, what it does, who sees it, what it earns.

use table::{BySeat, Event, EventOf, Game, Payoffs, PublicState, Rng, Seat, View};

use super::cards::{Card, CardSet};
use super::deal::each_choice;
use super::events::{Action, Chance, Seen};
use super::melds::{Meld, MeldKind};
use super::moves::{each_meld, single_follows};
use super::options::{Pair, Rules};
use super::private::Private;
use super::public::{Phase, Public};

/// The whole truth: the table and everybody's cards.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Daihinmin {
    pub(super) public: Public,
    pub(super) private: BySeat<Private>,
}

impl Daihinmin {
    fn deal(&mut self, hands: &BySeat<CardSet>) {
        self.private = hands.map(|hand| Private { hand, ..Private::default() });
        self.public.deal();
        for Pair { rich, poor, count } in self.public.rules.pairs() {
            let best = self.private[poor].hand.strongest_of(count);
            self.private[poor].gave = best;
            self.move_cards(poor, rich, best);
        }
        self.open_if_ready();
    }

    fn move_cards(&mut self, from: Seat, to: Seat, cards: CardSet) {
        self.private[from].hand = self.private[from].hand.minus(cards);
        self.private[to].hand = self.private[to].hand.or(cards);
    }

    fn give(&mut self, giver: Seat, cards: CardSet) {
        let pair = self.public.rules.pair_of(giver).expect("who gives has somebody to give to");
        self.private[giver].gave = cards;
        self.private[pair.poor].received = cards;
        self.move_cards(giver, pair.poor, cards);
        self.public.give(giver);
        self.open_if_ready();
    }

    /// Once all have given, the holder of the 3 of diamonds leads.
    fn open_if_ready(&mut self) {
        if self.public.giving.is_empty() {
            let holds = |seat: &Seat| self.private[*seat].hand.contains(Card::DIAMOND_THREE);
            let opener = Seat::all(self.public.seats()).find(holds);
            self.public.open(opener.expect("the 3 of diamonds is in every deck"));
        }
    }

    fn act(&mut self, seat: Seat, action: Action) {
        match action {
            Action::Play(meld) => {
                self.private[seat].hand = self.private[seat].hand.minus(meld.cards());
                self.public.play(seat, meld);
            }
            Action::Pass => self.public.pass(seat),
            Action::Give(cards) => self.give(seat, cards),
        }
    }

    fn seen_act(&self, seat: Seat, action: Action, observer: Option<Seat>) -> Seen {
        let public = &self.public;
        let then = public.then(seat, action != Action::Pass);
        match action {
            Action::Play(meld) => Seen::Played { seat, meld, then },
            Action::Pass => Seen::Passed { seat, then },
            Action::Give(cards) => self.seen_gift(seat, cards, observer),
        }
    }

    fn seen_gift(&self, giver: Seat, cards: CardSet, observer: Option<Seat>) -> Seen {
        let receiver = self.public.rules.pair_of(giver).expect("who gives has somebody to give to").poor;
        let told = observer == Some(giver) || observer == Some(receiver);
        Seen::Gave {
            giver,
            receiver,
            count: cards.len() as u8,
            cards: told.then_some(cards),
            opener: self.public.opener,
        }
    }
}

impl Game for Daihinmin {
    type Rules = Rules;
    type Action = Action;
    type Public = Public;
    type Private = Private;
    type Seen = Seen;

    const NAME: &'static str = "daihinmin";
    const RULES_VERSION: u32 = 1;
    const SERIES: u32 = 10;

    fn new(rules: &Rules) -> Daihinmin {
        let private = BySeat::new(usize::from(rules.seats), Private::default());
        Daihinmin { public: Public::new(rules), private }
    }

    /// The ranks and the order of the last game, until the one is forgotten and the other is drawn anew.
    fn next_rules(first: &Rules, number: u32, last: Option<&Public>) -> Rules {
        let Some(last) = last else { return *first };
        let game = (u32::from(first.game) + number) % u32::from(first.block);
        let reseats = first.reseat != 0 && number.is_multiple_of(u32::from(first.reseat));
        Rules {
            order: (!reseats).then_some(last.order),
            ranks: (game != 0).then_some(last.finished),
            game: game as u16,
            ..*first
        }
    }

    fn public(&self) -> &Public {
        &self.public
    }

    fn private(&self, seat: Seat) -> &Private {
        &self.private[seat]
    }

    #[inline]
    fn legal(view: View<'_, Daihinmin>, out: &mut Vec<Action>) {
        let hand = view.private.hand;
        if view.public.phase == Phase::Exchange {
            let count = view.public.rules.pair_of(view.seat).map_or(0, |pair| pair.count);
            return each_choice(hand, count, CardSet::NONE, &mut |cards| out.push(Action::Give(cards)));
        }
        out.push(Action::Pass);
        each_meld(hand, &view.public.table, |meld| out.push(Action::Play(meld)));
    }

    /// Singles over a single are most of what happens: no list is needed for them, nor for gifts.
    #[inline]
    fn random_action(view: View<'_, Daihinmin>, rng: &mut Rng, scratch: &mut Vec<Action>) -> Action {
        let (hand, table) = (view.private.hand, &view.public.table);
        match table.meld {
            _ if view.public.phase == Phase::Exchange => {
                let count = view.public.rules.pair_of(view.seat).map_or(0, |pair| pair.count);
                Action::Give(hand.pick_some(count, rng))
            }
            Some(meld) if meld.kind() == MeldKind::Single && !meld.is_lone_joker() => {
                pick_single(single_follows(hand, table, meld), rng)
            }
            _ => {
                scratch.clear();
                Self::legal(view, scratch);
                rng.pick(scratch)
            }
        }
    }

    #[inline]
    fn apply(&mut self, event: &EventOf<Daihinmin>) {
        match event {
            Event::Act(seat, action) => self.act(*seat, *action),
            Event::Chance(Chance::Order(order)) => self.public.seat_in_order(*order),
            Event::Chance(Chance::First(seat)) => self.public.deal_from(*seat),
            Event::Chance(Chance::Deal(hands)) => self.deal(hands),
            Event::Chance(Chance::Lots(line)) => self.public.rank_by_lot(*line),
        }
    }

    fn seen(&self, event: &EventOf<Daihinmin>, observer: Option<Seat>) -> Seen {
        match *event {
            Event::Act(seat, action) => self.seen_act(seat, action, observer),
            Event::Chance(Chance::Order(order)) => Seen::Ordered(order),
            Event::Chance(Chance::First(seat)) => Seen::First(seat),
            Event::Chance(Chance::Deal(_)) => {
                Seen::Dealt { own: observer.map(|seat| self.private[seat]), opener: self.public.opener }
            }
            Event::Chance(Chance::Lots(line)) => Seen::Lots(line),
        }
    }

    fn as_spectator(seen: &Seen) -> Seen {
        match *seen {
            Seen::Dealt { opener, .. } => Seen::Dealt { own: None, opener },
            Seen::Gave { giver, receiver, count, opener, .. } => {
                Seen::Gave { giver, receiver, count, cards: None, opener }
            }
            open => open,
        }
    }

    /// As many points as seats to the first, one to the last.
    fn payoffs(&self) -> Payoffs {
        let (seats, finished) = (self.public.seats(), self.public.finished);
        let place = |seat| finished.place(seat).expect("everybody is ranked when the game is over");
        let points = BySeat::from_fn(seats, |seat| (seats - place(seat)) as f64);
        Payoffs::highest_wins(points, &points)
    }

    fn check(&self) {
        let public = &self.public;
        let dealt = !matches!(public.phase, Phase::Order | Phase::First | Phase::Deal);
        let sets = || self.private.iter().flat_map(|(seat, own)| [own.hand, public.played[seat]]);
        let all = sets().fold(CardSet::NONE, CardSet::or);
        assert_eq!(all, if dealt { public.rules.deck } else { CardSet::NONE }, "no card is lost");
        assert_eq!(sets().map(CardSet::len).sum::<usize>(), all.len(), "no card is in two places");
        for (seat, own) in self.private.iter() {
            assert_eq!(own.hand.len(), usize::from(public.left[seat]), "hands are counted right");
            assert_eq!(own.hand.is_empty(), !public.holding.contains(seat), "who holds no card is out");
        }
        assert!(public.passed.minus(public.holding).is_empty(), "who has passed holds cards");
    }
}

/// A pass or one of these cards, each equally likely.
#[inline]
fn pick_single(cards: CardSet, rng: &mut Rng) -> Action {
    match rng.below(cards.len() as u32 + 1) {
        0 => Action::Pass,
        _ => Action::Play(Meld::single(cards.pick(rng))),
    }
}
