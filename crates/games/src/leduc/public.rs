//! What lies face up: who has a card, the card turned up, both rounds of bets and what they brought in.

use serde::Serialize;
use table::{BySeat, PublicState, Seat, SeatSet, Turn};

use super::cards::Card;
use super::events::Action;
use super::options::{Rules, SEATS};

/// The most raises in one round.
const MOST_RAISES: usize = 2;

/// One round of bets: what was done, in turn, beginning with A.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct Betting {
    /// The longest round is call, raise, raise, call.
    actions: [Option<Action>; MOST_RAISES + 2],
}

impl Betting {
    /// What was done, in turn.
    pub fn actions(&self) -> impl DoubleEndedIterator<Item = Action> + '_ {
        self.actions.iter().copied().flatten()
    }

    fn taken(&self) -> usize {
        self.actions().count()
    }

    fn last(&self) -> Option<Action> {
        self.actions().next_back()
    }

    pub(super) fn push(&mut self, action: Action) {
        self.actions[self.taken()] = Some(action);
    }

    /// Who acts next, if the round goes on.
    pub(super) fn next_seat(&self) -> Seat {
        Seat::new(self.taken() % SEATS)
    }

    /// Whether the next to act must put something in to stay.
    pub(super) fn facing_raise(&self) -> bool {
        self.last() == Some(Action::Raise)
    }

    pub(super) fn may_raise(&self) -> bool {
        self.actions().filter(|&action| action == Action::Raise).count() < MOST_RAISES
    }

    /// Both have had a turn and the last one called.
    fn closed(&self) -> bool {
        self.taken() >= SEATS && self.last() == Some(Action::Call)
    }

    /// Who gave up in this round.
    fn folded(&self) -> Option<Seat> {
        (self.last() == Some(Action::Fold)).then(|| self.next_seat().next(SEATS))
    }
}

/// What every spectator may read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Public {
    /// The options.
    pub rules: Rules,
    /// How many private cards are dealt.
    pub dealt: u8,
    /// The card turned up between the rounds.
    pub flop: Option<Card>,
    /// The round of bets before that card and the one after it.
    pub rounds: [Betting; 2],
    /// What each seat has put in.
    pub stakes: BySeat<u8>,
}

impl Public {
    /// The number of the round: 0 until the card is turned up, then 1.
    pub(super) fn round_number(&self) -> usize {
        usize::from(self.flop.is_some())
    }

    /// The round of bets that goes on.
    pub(super) fn round(&self) -> &Betting {
        &self.rounds[self.round_number()]
    }

    /// What a raise adds in the round that goes on.
    pub(super) fn raise(&self) -> u8 {
        [2, 4][self.round_number()]
    }

    /// Who gave up.
    pub(super) fn folded(&self) -> Option<Seat> {
        self.rounds.iter().find_map(Betting::folded)
    }
}

impl PublicState for Public {
    type Rules = Rules;

    fn rules(&self) -> &Rules {
        &self.rules
    }

    fn seats(&self) -> usize {
        SEATS
    }

    fn turn(&self) -> Turn {
        let (first, second) = (&self.rounds[0], &self.rounds[1]);
        match self.flop {
            _ if usize::from(self.dealt) < SEATS => Turn::Chance,
            _ if self.folded().is_some() => Turn::Over,
            None if first.closed() => Turn::Chance,
            Some(_) if second.closed() => Turn::Over,
            _ => Turn::Seats(SeatSet::only(self.round().next_seat())),
        }
    }
}
