//! What lies face up: the board, broken tools, what everybody played, and what became of the rounds.

mod board;
mod cells;
mod log;

use serde::Serialize;
use table::{BySeat, PublicState, Seat, SeatSet, Turn};

use super::options::{MOST_ROUNDS, MOST_SABOTEURS, Rules};
use super::{CardBag, Goal, Goals, Gold, Tool, Tools};
pub use board::{Board, Spot, Spots};
pub use cells::{Cell, CellSet, SPAN, Window};
pub use log::{Deed, Play, RoundLog};

/// What happens next.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// The goals are shuffled, and a round begins.
    Goals,
    /// It is drawn who begins.
    First,
    /// A seat gets its role.
    Role(Seat),
    /// A seat is dealt a card.
    Deal(Seat),
    /// A seat plays a card.
    Play(Seat),
    /// A seat says something about the goal it has looked at.
    Say(Seat, Goal),
    /// A seat draws a card.
    Draw(Seat),
    /// Gold cards are drawn, and this seat looks at them first.
    Bundle(Seat),
    /// A seat keeps a gold card and passes on the rest.
    Take(Seat),
    /// The game is over.
    Over,
}

/// What every spectator may read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Public {
    /// The options.
    pub rules: Rules,
    /// The number of the round, from 0.
    pub round: u8,
    /// What happens next.
    pub phase: Phase,
    /// Who began this round, or will begin the next; nobody yet before it is drawn.
    pub first: Option<Seat>,
    /// The tunnels and goals.
    pub board: Board,
    /// For each tool, whose is broken.
    pub broken: [SeatSet; 3],
    /// The number of cards everybody holds.
    pub hands: BySeat<u8>,
    /// How many cards are in the pile.
    pub pile: u8,
    /// What everybody played face up in this round.
    pub played: BySeat<CardBag>,
    /// The number of cards everybody put away face down in this round.
    pub discards: BySeat<u8>,
    /// Which goals everybody has looked at in this round.
    pub mapped: BySeat<Goals>,
    /// What happened in this round, in order.
    pub log: RoundLog,
    /// What became of the rounds that are over.
    pub ends: [Option<End>; MOST_ROUNDS],
    /// How many gold cards everybody has.
    pub gold: BySeat<u8>,
    /// How many gold cards wait to be taken.
    pub bundle: u8,
}

impl Public {
    /// The table before the first round.
    pub(super) fn new(rules: &Rules) -> Public {
        let seats = usize::from(rules.seats);
        Public {
            rules: *rules,
            round: 0,
            phase: Phase::Goals,
            first: None,
            board: rules.new_board(),
            broken: [SeatSet::NONE; 3],
            hands: BySeat::new(seats, 0),
            pile: rules.deck.len() as u8,
            played: BySeat::new(seats, CardBag::EMPTY),
            discards: BySeat::new(seats, 0),
            mapped: BySeat::new(seats, Goals::NONE),
            log: RoundLog::EMPTY,
            ends: [None; MOST_ROUNDS],
            gold: BySeat::new(seats, 0),
            bundle: 0,
        }
    }

    /// Clears the table for the next round; the gold stays.
    pub(super) fn clear(&mut self) {
        let (round, first, ends, gold) = (self.ends().count() as u8, self.first, self.ends, self.gold);
        *self = Public { round, first, ends, gold, ..Public::new(&self.rules) };
    }

    /// The seats.
    pub fn all(&self) -> impl ExactSizeIterator<Item = Seat> + Clone + use<> {
        Seat::all(self.seats())
    }

    /// What became of the rounds that are over, in order.
    pub fn ends(&self) -> impl Iterator<Item = &End> {
        self.ends.iter().flatten()
    }

    /// How this round ended, if it is over.
    pub fn end(&self) -> Option<&End> {
        self.ends[usize::from(self.round)].as_ref()
    }

    /// The broken tools of a seat.
    #[inline]
    pub fn broken_tools(&self, seat: Seat) -> Tools {
        let broken = |tool: &Tool| self.broken[*tool as usize].contains(seat);
        Tool::ALL.into_iter().filter(broken).fold(Tools::NONE, Tools::with)
    }

    /// Whether a seat has all its tools, and so may dig.
    #[inline]
    pub fn may_dig(&self, seat: Seat) -> bool {
        !self.broken.iter().any(|broken| broken.contains(seat))
    }

    /// The seats one may break this tool of.
    #[inline]
    pub fn breakable(&self, tool: Tool, by: Seat) -> SeatSet {
        SeatSet::all(self.seats()).without(by).minus(self.broken[tool as usize])
    }

    /// How many cards were played or put away in this round.
    pub fn turns(&self) -> usize {
        let played: usize = self.played.as_slice().iter().map(|bag| bag.len()).sum();
        played + self.discards.as_slice().iter().map(|&count| usize::from(count)).sum::<usize>()
    }

    /// Everything played face up in this round.
    pub fn all_played(&self) -> CardBag {
        self.played.as_slice().iter().fold(CardBag::EMPTY, |all, &bag| all.plus(bag))
    }

    /// The diggers of a round that is over, each as often as it takes a gold card, in the order in which the
    /// bundle goes round: from the finder of the gold to the previous seat and on, without end.
    pub(super) fn takers(&self, end: &End) -> impl Iterator<Item = Seat> + use<> {
        let (seats, saboteurs, from) = (self.seats(), end.saboteurs, end.last.index());
        let round = (0..seats).map(move |back| Seat::new((from + seats - back) % seats));
        round.filter(move |seat| !saboteurs.contains(*seat)).cycle()
    }
}

/// Which side won a round.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Winner {
    /// The gold was found.
    Diggers,
    /// It was not.
    Saboteurs,
    /// It was not, but there was no saboteur.
    Nobody,
}

/// How a round ended: everybody's role is shown.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct End {
    /// Who won.
    pub winner: Winner,
    /// Who the saboteurs were.
    pub saboteurs: SeatSet,
    /// Who played the last card.
    pub last: Seat,
    /// How many gold cards the diggers shared.
    pub bundle: u8,
    /// What the saboteurs got, in the order in which they were served.
    pub rewards: [Gold; MOST_SABOTEURS],
}

impl End {
    /// The saboteurs in the order in which they are served: from the seat after the one who played last.
    pub fn served(&self) -> impl Iterator<Item = Seat> + use<> {
        let (saboteurs, last) = (self.saboteurs, self.last);
        saboteurs.filter(move |&seat| seat > last).chain(saboteurs.filter(move |&seat| seat <= last))
    }

    /// Whether a seat was on the winning side.
    pub fn won(&self, seat: Seat) -> bool {
        match self.winner {
            Winner::Diggers => !self.saboteurs.contains(seat),
            Winner::Saboteurs => self.saboteurs.contains(seat),
            Winner::Nobody => false,
        }
    }
}

impl PublicState for Public {
    type Rules = Rules;

    #[inline]
    fn rules(&self) -> &Rules {
        &self.rules
    }

    #[inline]
    fn seats(&self) -> usize {
        self.rules.seats as usize
    }

    #[inline]
    fn turn(&self) -> Turn {
        match self.phase {
            Phase::Play(seat) | Phase::Say(seat, _) | Phase::Take(seat) => Turn::Seats(SeatSet::only(seat)),
            Phase::Over => Turn::Over,
            _ => Turn::Chance,
        }
    }
}
