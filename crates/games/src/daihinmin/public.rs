//! What lies face up: the turn order, cards left, the table, who has passed, what was played, who is out.
//!
//! It follows from public events alone: an observer that only hears of them (a client of a server) can keep it up to date with
//! [`Public::seat_in_order`], [`Public::deal_from`], [`Public::deal`], [`Public::give`], [`Public::open`],
//! [`Public::play`], [`Public::pass`] and [`Public::rank_by_lot`].

use serde::Serialize;
use table::{BySeat, PublicState, Seat, SeatSet, Turn};

use super::cards::CardSet;
use super::events::Then;
use super::melds::{Meld, TableState};
use super::options::{Line, Pair, Rules};

/// How far the game has come.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// Who plays after whom is drawn.
    Order,
    /// Who is dealt first is drawn.
    First,
    /// The cards are dealt.
    Deal,
    /// The rich give cards back.
    Exchange,
    /// Cards are played.
    Play,
    /// Nobody plays any more: those still in are ranked by lot.
    Lots,
    /// Everybody is ranked.
    Over,
}

/// What every spectator may read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Public {
    /// The options.
    pub rules: Rules,
    /// How far the game has come.
    pub phase: Phase,
    /// Who plays after whom; nobody before it is known.
    pub order: Line,
    /// Who is dealt the first card.
    pub first: Option<Seat>,
    /// Who has yet to give.
    pub giving: SeatSet,
    /// Who led the first trick: it held the 3 of diamonds.
    pub opener: Option<Seat>,
    /// The number of cards each seat holds.
    pub left: BySeat<u8>,
    /// What each seat has played.
    pub played: BySeat<CardSet>,
    /// What lies on the table.
    pub table: TableState,
    /// Whose turn it is.
    pub now: Seat,
    /// Who played last or, if nobody has since the table was cleared, who was given the lead.
    pub last: Seat,
    /// Who still holds cards.
    pub holding: SeatSet,
    /// Who has passed since the table was cleared.
    pub passed: SeatSet,
    /// The number of passes there were in a row.
    pub passes: u8,
    /// Who is out, the first first; everybody once the game is over.
    pub finished: Line,
}

impl Public {
    pub(super) fn new(rules: &Rules) -> Public {
        let seats = usize::from(rules.seats);
        let mut public = Public {
            rules: *rules,
            phase: Phase::Order,
            order: Line::EMPTY,
            first: rules.ranks.map(|ranks| ranks.at(0)),
            giving: SeatSet::NONE,
            opener: None,
            left: BySeat::new(seats, 0),
            played: BySeat::new(seats, CardSet::NONE),
            table: TableState::default(),
            now: Seat::new(0),
            last: Seat::new(0),
            holding: SeatSet::NONE,
            passed: SeatSet::NONE,
            passes: 0,
            finished: Line::EMPTY,
        };
        if let Some(order) = rules.order {
            public.seat_in_order(order);
        }
        public
    }

    /// The turn order is known.
    pub fn seat_in_order(&mut self, order: Line) {
        self.order = order;
        self.phase = if self.first.is_some() { Phase::Deal } else { Phase::First };
    }

    /// Who is dealt first is known.
    pub fn deal_from(&mut self, first: Seat) {
        self.first = Some(first);
        self.phase = Phase::Deal;
    }

    /// The number of cards each seat is dealt: one at a time, from the first seat on.
    pub fn dealt(&self) -> BySeat<u8> {
        let (seats, cards) = (self.seats(), self.rules.deck.len());
        let first = self.first.and_then(|seat| self.order.place(seat)).unwrap_or(0);
        let place = |seat| self.order.place(seat).map_or(0, |place| (place + seats - first) % seats);
        BySeat::from_fn(seats, |seat| (cards / seats + usize::from(place(seat) < cards % seats)) as u8)
    }

    /// The cards are dealt, and the poor have given their best.
    pub fn deal(&mut self) {
        self.left = self.dealt();
        self.holding = SeatSet::all(self.seats());
        self.phase = Phase::Exchange;
        for Pair { rich, poor, count } in self.rules.pairs() {
            self.left[rich] += count as u8;
            self.left[poor] -= count as u8;
            self.giving = self.giving.with(rich);
        }
    }

    /// One of the rich has given back.
    pub fn give(&mut self, giver: Seat) {
        if let Some(Pair { rich, poor, count }) = self.rules.pair_of(giver) {
            self.left[rich] -= count as u8;
            self.left[poor] += count as u8;
        }
        self.giving = self.giving.without(giver);
    }

    /// Everybody has its cards, and this seat holds the 3 of diamonds: it leads.
    pub fn open(&mut self, opener: Seat) {
        (self.opener, self.now, self.last) = (Some(opener), opener, opener);
        self.phase = Phase::Play;
    }

    /// Who could still play on this table.
    #[inline]
    pub fn active(&self) -> SeatSet {
        self.holding.minus(self.passed)
    }

    /// A meld is played.
    #[inline]
    pub fn play(&mut self, seat: Seat, meld: Meld) {
        let returns = self.table.meld.is_some_and(Meld::is_lone_joker);
        let cards = meld.cards();
        self.left[seat] -= cards.len() as u8;
        self.played[seat] = self.played[seat].or(cards);
        self.table.lay(meld, self.rules.eleven_back);
        self.passes = 0;
        self.last = seat;
        if self.left[seat] == 0 {
            self.go_out(seat);
        }
        match self.phase {
            Phase::Over => {}
            _ if returns || meld.cuts_eight() => self.clear(),
            _ => self.go_on(),
        }
    }

    /// A seat passes.
    #[inline]
    pub fn pass(&mut self, seat: Seat) {
        self.passed = self.passed.with(seat);
        self.passes += 1;
        if self.passes >= self.rules.passes {
            self.phase = Phase::Lots;
        } else {
            self.go_on();
        }
    }

    /// What followed a play or, if nothing was played, a pass of this seat.
    pub fn then(&self, seat: Seat, played: bool) -> Then {
        let out = self.finished.place(seat).filter(|_| played);
        // A pass on an empty table that does not clear it leaves somebody who has passed.
        let empty = self.table.meld.is_none() && self.passed.is_empty();
        Then {
            locked: self.table.locked,
            cleared: empty && self.phase == Phase::Play,
            out: out.map(|place| place as u8 + 1),
        }
    }

    /// The next seat that has not passed, or the table is cleared.
    #[inline]
    fn go_on(&mut self) {
        match self.next(self.active()) {
            Some(seat) => self.now = seat,
            None => self.clear(),
        }
    }

    /// The first of these behind the one whose turn it is.
    #[inline]
    fn next(&self, among: SeatSet) -> Option<Seat> {
        self.order.behind(self.now).find(|&seat| among.contains(seat))
    }

    /// The table is cleared: who played last leads or, if it is out, the next behind it who holds cards.
    fn clear(&mut self) {
        self.table.clear();
        self.passed = SeatSet::NONE;
        self.now = self.last;
        if !self.holding.contains(self.now) {
            self.now = self.next(self.holding).expect("two at least hold cards while the game lasts");
        }
        self.last = self.now;
    }

    /// A seat has no card left. The game ends when only one holds cards.
    fn go_out(&mut self, seat: Seat) {
        self.finished.push(seat);
        self.holding = self.holding.without(seat);
        if self.holding.len() == 1 {
            self.rank_by_lot(self.holding.collect());
        }
    }

    /// Those still in are ranked in this order, and the game is over.
    pub fn rank_by_lot(&mut self, line: Line) {
        line.as_slice().iter().for_each(|&seat| self.finished.push(seat));
        self.phase = Phase::Over;
    }

    /// Every card that was played.
    pub fn seen_cards(&self) -> CardSet {
        self.played.as_slice().iter().fold(CardSet::NONE, |all, cards| all.or(*cards))
    }
}

impl PublicState for Public {
    type Rules = Rules;

    fn rules(&self) -> &Rules {
        &self.rules
    }

    fn seats(&self) -> usize {
        usize::from(self.rules.seats)
    }

    #[inline]
    fn turn(&self) -> Turn {
        match self.phase {
            Phase::Play => Turn::Seats(SeatSet::only(self.now)),
            Phase::Exchange => Turn::Seats(self.giving),
            Phase::Over => Turn::Over,
            Phase::Order | Phase::First | Phase::Deal | Phase::Lots => Turn::Chance,
        }
    }
}
