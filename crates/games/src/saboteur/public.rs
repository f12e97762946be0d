//! What lies face up: the board, broken tools, what everybody played, and what became of the rounds.

use std::hash::{Hash, Hasher};

use serde::{Serialize, Serializer};
use table::{BySeat, PublicState, Seat, SeatSet, Turn};

use super::board::Board;
use super::cards::{Bag, Card, Claim, Goal, Goals, Gold, Path, Tool, Tools, Treasure};
use super::cells::Cell;

/// How far the board reaches.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Extent {
    /// In all directions, without limit.
    Open,
    /// Seven rows, and one column beyond the start and the goals: 7 x 11.
    Papers,
}

/// What the game is played for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Score {
    /// Nuggets of gold.
    Gold,
    /// Rounds on the winning side; no gold is handed out.
    Win,
}

/// The options of the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Rules {
    /// How many sit at the table, 3 to 10.
    pub seats: u8,
    /// How far the board reaches.
    pub board: Extent,
    /// How many rounds are played, 1 to 3.
    pub rounds: u8,
    /// How many saboteurs there are; none: roles are drawn, and one role card stays out.
    pub saboteurs: Option<u8>,
    /// Whether one says something after looking at a goal.
    pub talk: bool,
    /// What the game is played for.
    pub score: Score,
    /// How many cards everybody holds; none: as many as the rules say for these seats.
    pub hand: Option<u8>,
    /// Columns from the start to the goals, 2 to 8.
    pub distance: u8,
    /// The cards of the deck.
    pub deck: Bag,
    /// The gold cards of the box.
    pub gold: Gold,
}

/// Most rounds of a game, and most saboteurs of a round.
pub(super) const MOST_ROUNDS: usize = 3;
pub(super) const MOST_SABOTEURS: usize = 4;

impl Rules {
    /// How many cards everybody holds.
    pub const fn hand_size(&self) -> u8 {
        match (self.hand, self.seats) {
            (Some(size), _) => size,
            (None, ..=5) => 6,
            (None, 6..=7) => 5,
            (None, _) => 4,
        }
    }

    /// The role cards that are shuffled: saboteurs and diggers. With drawn roles there is one more than seats.
    pub const fn role_cards(&self) -> (u8, u8) {
        match (self.saboteurs, self.seats) {
            (Some(saboteurs), seats) => (saboteurs, seats - saboteurs),
            (None, seats @ ..=4) => (1, seats),
            (None, seats @ 5..=6) => (2, seats - 1),
            (None, seats @ 7..=9) => (3, seats - 2),
            (None, seats) => (4, seats - 3),
        }
    }

    /// How many gold cards the diggers share when they have won.
    pub const fn bundle_size(&self) -> u8 {
        if self.seats > 9 { 9 } else { self.seats }
    }

    /// What each of so many saboteurs gets when they have won.
    pub const fn reward(&self, saboteurs: usize) -> u8 {
        match saboteurs {
            1 => 4,
            2 | 3 => 3,
            _ => 2,
        }
    }

    /// The board before the first card.
    pub fn new_board(&self) -> Board {
        Board::new(Cell::START.x + self.distance as i8, self.board == Extent::Papers)
    }
}

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
    /// How many cards everybody holds.
    pub hands: BySeat<u8>,
    /// How many cards are in the pile.
    pub pile: u8,
    /// What everybody played face up in this round.
    pub played: BySeat<Bag>,
    /// How many cards everybody put away face down in this round.
    pub discards: BySeat<u8>,
    /// Which goals everybody has looked at in this round.
    pub mapped: BySeat<Goals>,
    /// What happened in this round, in order.
    pub log: Log,
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
            played: BySeat::new(seats, Bag::EMPTY),
            discards: BySeat::new(seats, 0),
            mapped: BySeat::new(seats, Goals::default()),
            log: Log::EMPTY,
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
        Tool::ALL.into_iter().filter(broken).fold(Tools::default(), Tools::with)
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
    pub fn all_played(&self) -> Bag {
        self.played.as_slice().iter().fold(Bag::EMPTY, |all, &bag| all.plus(bag))
    }

    /// The diggers of a round that is over, each as often as it takes a gold card, in the order in which the
    /// bundle goes round: from whoever found the gold to the previous seat and on, without end.
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

/// What a seat did, as far as whoever reads it may know.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Deed {
    /// It placed a tunnel card, and turned up what stands at the goals.
    Dig(Path, Cell, [Option<Treasure>; 3]),
    /// It broke a tool.
    Break(Tool, Seat),
    /// It repaired a tool with this card.
    Repair(Card, Tool, Seat),
    /// It took away a tunnel card.
    Rockfall(Cell, Path),
    /// It looked at a goal; what was there, only it knows.
    Map(Goal, Option<Treasure>),
    /// It put a card away face down; which one, only it knows.
    Discard(Option<Card>),
    /// It said something about a goal.
    Say(Goal, Claim),
}

/// One entry of the log.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Play {
    /// Who did it.
    pub seat: Seat,
    /// What it did.
    pub deed: Deed,
}

/// Every card of the deck is played or put away once, and each of the six maps may be spoken about.
const MOST_PLAYS: usize = super::cards::DECK + 6;

/// What happened in a round, in order, as everybody saw it.
#[derive(Clone, Copy, Debug)]
pub struct Log {
    plays: [Option<Play>; MOST_PLAYS],
    len: u8,
}

impl PartialEq for Log {
    fn eq(&self, other: &Log) -> bool {
        self.plays[..self.len()] == other.plays[..other.len()]
    }
}

impl Eq for Log {}

impl Hash for Log {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.plays[..self.len()].hash(state);
    }
}

impl Log {
    const EMPTY: Log = Log { plays: [None; MOST_PLAYS], len: 0 };

    #[inline]
    pub(super) const fn push(&mut self, play: Play) {
        self.plays[self.len as usize] = Some(play);
        self.len += 1;
    }

    /// How much has happened.
    pub const fn len(&self) -> usize {
        self.len as usize
    }

    /// Whether nothing has happened.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// What happened last.
    pub fn last(&self) -> Option<Play> {
        self.plays[self.len().checked_sub(1)?]
    }

    /// What happened, in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &Play> {
        self.plays[..self.len()].iter().flatten()
    }
}

impl Serialize for Log {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
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
