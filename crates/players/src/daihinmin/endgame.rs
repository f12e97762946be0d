//! The last two: who of them goes out first, if both know both hands and play on perfectly.
//!
//! Passes on an empty table are left out: the other one could give the lead back by passing, too.

use games::daihinmin::{Action, CardSet, Daihinmin, Meld, TableState, each_meld};
use table::{Event, Game, Seat};

/// A position of two, as far as it decides who goes out first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Position {
    /// The hand of the one to play, and the other's.
    hands: [CardSet; 2],
    table: TableState,
    /// Whether the other one has passed.
    passed: bool,
    /// Whether the one to play leads once the table is cleared.
    leads: bool,
}

impl Position {
    /// The same position with the other one to play.
    fn turned(self) -> Position {
        Position { hands: [self.hands[1], self.hands[0]], leads: !self.leads, ..self }
    }

    /// The table is cleared, and the one to play leads.
    fn cleared(mut self) -> Position {
        self.table.clear();
        Position { passed: false, leads: true, ..self }
    }

    /// Where it is remembered: cards and flags stirred by two odd multipliers (the golden ratio's, and another).
    fn index(&self) -> usize {
        let [own, other] = self.hands.map(CardSet::bits);
        let laid = self.table.meld.map_or(0, |meld| meld.cards().bits() | 1);
        let flags = [self.table.locked, self.table.reversed(), self.passed, self.leads];
        let flags = flags.into_iter().fold(0, |bits, flag| bits << 1 | u64::from(flag));
        let stirred = own.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ other.rotate_left(32);
        let stirred = (stirred ^ laid.rotate_left(17) ^ flags << 60).wrapping_mul(0xd6e8_feb8_6659_fd93);
        (stirred >> (64 - ROOM.ilog2())) as usize
    }
}

/// How many positions are remembered.
const ROOM: usize = 1 << 12;

/// Solves endgames, and remembers positions until it is told to forget them.
#[derive(Clone, Debug)]
pub struct EndgameSolver {
    known: Vec<Option<(Position, bool)>>,
    nodes: u32,
    eleven_back: bool,
}

impl Default for EndgameSolver {
    fn default() -> EndgameSolver {
        EndgameSolver { known: vec![None; ROOM], nodes: 0, eleven_back: false }
    }
}

impl EndgameSolver {
    /// Forgets every position: how far a number of nodes reaches depends on what is remembered.
    pub fn forget(&mut self) {
        self.known.fill(None);
    }

    /// Which of the last two goes out first, if that is found within this many nodes; nobody if more than two hold cards.
    pub fn winner(&mut self, world: &Daihinmin, nodes: u32) -> Option<Seat> {
        let public = world.public();
        let now = public.now;
        let mut others = public.holding.without(now);
        let other = others.next().filter(|_| others.is_empty())?;
        let leader = public.order.behind(public.last).find(|&seat| seat == now || seat == other);
        let position = Position {
            hands: [world.private(now).hand, world.private(other).hand],
            table: public.table,
            passed: public.passed.contains(other),
            leads: if public.holding.contains(public.last) {
                public.last == now
            } else {
                leader == Some(now)
            },
        };
        (self.nodes, self.eleven_back) = (nodes, public.rules.eleven_back);
        Some(if self.wins(position)? { now } else { other })
    }

    /// Whether the seat to play goes out first after this action.
    pub fn keeps(&mut self, world: &Daihinmin, action: Action, nodes: u32) -> Option<bool> {
        let (mut after, seat) = (*world, world.public().now);
        after.apply(&Event::Act(seat, action));
        match after.public().finished.place(seat) {
            Some(_) => Some(true),
            None => Some(self.winner(&after, nodes)? == seat),
        }
    }

    /// Whether the one to play goes out first; nothing if the nodes do not last.
    fn wins(&mut self, position: Position) -> Option<bool> {
        let index = position.index();
        if let Some((_, wins)) = self.known[index].filter(|(known, _)| *known == position) {
            return Some(wins);
        }
        self.nodes = self.nodes.checked_sub(1)?;
        let wins = self.finds_win(position)?;
        self.known[index] = Some((position, wins));
        Some(wins)
    }

    fn finds_win(&mut self, position: Position) -> Option<bool> {
        let (mut wins, mut sure) = (false, true);
        each_meld(position.hands[0], &position.table, |meld| {
            if !wins {
                match self.wins_by(position, meld) {
                    Some(found) => wins = found,
                    None => sure = false,
                }
            }
        });
        if !wins && position.table.meld.is_some() {
            match self.wins_by_passing(position) {
                Some(found) => wins = found,
                None => sure = false,
            }
        }
        (wins || sure).then_some(wins)
    }

    fn wins_by(&mut self, position: Position, meld: Meld) -> Option<bool> {
        let mut after = position;
        after.hands[0] = position.hands[0].minus(meld.cards());
        if after.hands[0].is_empty() {
            return Some(true);
        }
        let returns = position.table.meld.is_some_and(Meld::is_lone_joker);
        after.table.lay(meld, self.eleven_back);
        after.leads = true;
        if returns || meld.cuts_eight() {
            self.wins(after.cleared())
        } else if position.passed {
            self.wins(after)
        } else {
            Some(!self.wins(after.turned())?)
        }
    }

    fn wins_by_passing(&mut self, position: Position) -> Option<bool> {
        match (position.passed, position.leads) {
            (false, _) => Some(!self.wins(Position { passed: true, ..position }.turned())?),
            (true, true) => self.wins(position.cleared()),
            (true, false) => Some(!self.wins(position.turned().cleared())?),
        }
    }
}
