//! What a client knows: the public state and its own cards, rebuilt from the tables it was shown.

use games::daihinmin::{CardSet, Daihinmin, Line, Meld, Pair, Private, Public, Rules, Seen};
use table::{BySeat, Game, Payoffs, PublicState, Seat, View};

use super::OddTable;
use crate::cells::Cells;
use crate::grid::{Grid, PLAYERS, Status};

/// What one seat knows of a game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    seat: Seat,
    pub(super) public: Public,
    private: Private,
    /// What lies on the table, as it was laid.
    shown: Cells,
}

impl Known {
    /// Before the first event.
    pub(super) fn new(seat: Seat, rules: &Rules) -> Known {
        let game = Daihinmin::new(rules);
        Known { seat, public: *game.public(), private: *game.private(seat), shown: Cells::EMPTY }
    }

    pub(super) fn view(&self) -> View<'_, Daihinmin> {
        View { seat: self.seat, public: &self.public, private: &self.private }
    }

    /// The turn order is drawn.
    pub(super) fn order(&mut self, order: Line) -> Seen {
        self.public.seat_in_order(order);
        Seen::Ordered(order)
    }

    /// Who is dealt first is drawn.
    pub(super) fn first(&mut self, first: Seat) -> Seen {
        self.public.deal_from(first);
        Seen::First(first)
    }

    /// The cards are dealt, and the poor have given their best. The opener is known where nothing is given back.
    pub(super) fn deal(&mut self, hand: CardSet, opener: Option<Seat>) -> Seen {
        let tribute = match self.public.rules.pair_of(self.seat) {
            Some(pair) if pair.poor == self.seat => hand.strongest_of(pair.count),
            _ => CardSet::NONE,
        };
        self.private = Private { hand: hand.minus(tribute), gave: tribute, received: CardSet::NONE };
        self.public.deal();
        if let Some(opener) = opener {
            self.public.open(opener);
        }
        Seen::Dealt { own: Some(self.private), opener }
    }

    /// The next giver has given; `hand` is this seat's hand when all have.
    pub(super) fn gift(&mut self, hand: CardSet, opener: Seat) -> Option<Seen> {
        let giver = self.public.giving.first()?;
        let Pair { poor: receiver, count, .. } = self.public.rules.pair_of(giver)?;
        self.public.give(giver);
        let opener = self.public.giving.is_empty().then_some(opener);
        if let Some(opener) = opener {
            self.public.open(opener);
        }
        let cards = self.own_part(giver, receiver, hand);
        Some(Seen::Gave { giver, receiver, count: count as u8, cards, opener })
    }

    /// The cards of a gift, if this seat gave or received them.
    fn own_part(&mut self, giver: Seat, receiver: Seat, hand: CardSet) -> Option<CardSet> {
        let before = self.private.hand;
        if self.seat == giver {
            self.private.gave = before.minus(hand);
            self.private.hand = hand;
            Some(self.private.gave)
        } else if self.seat == receiver {
            self.private.received = hand.minus(before);
            self.private.hand = hand;
            Some(self.private.received)
        } else {
            None
        }
    }

    /// Takes in the table after a turn: a play, or a pass if it looks as before.
    pub(super) fn moved(&mut self, grid: &Grid, status: &Status) -> Result<Seen, OddTable> {
        let seat = self.public.now;
        if status.player != Some(seat) {
            return Err(OddTable::Turn { wanted: seat, found: status.player });
        }
        let cells = grid.cells().map_err(OddTable::Cells)?;
        if cells == self.shown {
            self.public.pass(seat);
            self.forget_cleared();
            return Ok(Seen::Passed { seat, then: self.public.then(seat, false) });
        }
        let meld = cells.meld().map_err(OddTable::Cells)?;
        self.check_play(seat, meld)?;
        self.public.play(seat, meld);
        if seat == self.seat {
            self.private.hand = self.private.hand.minus(meld.cards());
        }
        self.shown = cells;
        self.forget_cleared();
        Ok(Seen::Played { seat, meld, then: self.public.then(seat, true) })
    }

    /// Refuses what no player of these rules could have played.
    fn check_play(&self, seat: Seat, meld: Meld) -> Result<(), OddTable> {
        let gone = self.public.seen_cards().and(meld.cards());
        let own = if seat == self.seat { CardSet::NONE } else { self.private.hand };
        let possible = gone.is_empty()
            && own.and(meld.cards()).is_empty()
            && usize::from(self.public.left[seat]) >= meld.len()
            && self.public.table.takes(meld);
        possible.then_some(()).ok_or(OddTable::Play(meld))
    }

    fn forget_cleared(&mut self) {
        if self.public.table.meld.is_none() {
            self.shown = Cells::EMPTY;
        }
    }

    /// What everybody earned, if it is known: who was ranked by lot, the wire does not tell.
    pub(super) fn payoffs(&self) -> Option<Payoffs> {
        let finished = self.public.finished;
        let points = |seat| finished.place(seat).map_or(0.0, |place| (PLAYERS - place) as f64);
        let points = BySeat::from_fn(self.public.seats(), points);
        (finished.len() == PLAYERS).then(|| Payoffs::highest_wins(points, &points))
    }
}
