//! How far the tunnel is from a goal, now and after any card, from one or two maps a turn.

use super::board::Board;
use super::cards::{Path, Side};
use super::cells::{Cell, Cells, SPAN};

/// The distance of a board from which no face-down goal can be reached any more.
pub const CLOSED: u8 = 99;

/// The distance f of a board: the fewest blank cells between an open end of the tunnel and a face-down goal.
///
/// It is 7 at the start of the game, and 0 once the tunnel touches a face-down goal. A path from an open end
/// leads through blank cells alone, up, down, left and right; whether cards are left for it does not count.
///
/// ```text
///     y 3   S . . . . . . . ?     7: seven blank cells lie between the start and the goal
///     y 3   S ─ ─ . . . . . ?     5
///     y 3   S ─ ┐ . . . . . ?     7: six in the row below, and one that leads out of it to a goal
/// ```
///
/// What a card does to it follows from the same map. Let an end be nearest if its path is shortest. A card on a
/// nearest end that leads on along such a path shortens it by one. Any other card on any other end leaves it as
/// it is: a path never leads through an end that is no nearer itself. Only a card that blocks the one nearest
/// end makes it longer; for that end alone a second map is made, with the cell taken.
#[derive(Clone, Copy, Debug)]
pub struct Distances {
    now: u8,
    nearest: Cells,
    /// The cells one step nearer to a goal than the nearest ends.
    before: Cells,
    alone: Option<Alone>,
}

/// What remains if the one nearest end is blocked.
#[derive(Clone, Copy, Debug)]
struct Alone {
    cell: Cell,
    /// The distance of the other ends.
    others: u8,
    /// The distance of the neighbours of the cell, should the card lead there.
    beside: [u8; 4],
}

/// A map grown from the face-down goals through blank cells, one step at a time.
struct Flood {
    layer: [u32; SPAN],
    blank: [u32; SPAN],
    steps: u8,
}

impl Flood {
    fn new(board: &Board) -> Flood {
        let mut flood = Flood { layer: [0; SPAN], blank: [0; SPAN], steps: 0 };
        for y in board.window().rows() {
            flood.layer[y as usize % SPAN] = board.down_row(y);
            flood.blank[y as usize % SPAN] = board.blank_row(y);
        }
        flood
    }

    fn block(&mut self, cell: Cell) {
        self.blank[cell.y as usize % SPAN] &= !super::cells::bit(cell.x);
    }

    /// Goes on by one step; false if there is nowhere to go.
    #[inline]
    fn step(&mut self, board: &Board) -> bool {
        let window = board.window();
        let (mut above, mut grown) = (0, 0);
        let mut here = self.layer[window.top as usize % SPAN];
        for y in window.rows() {
            let place = y as usize % SPAN;
            let below = if y == window.bottom { 0 } else { self.layer[(place + 1) % SPAN] };
            let next = (here.rotate_left(1) | here.rotate_right(1) | above | below) & self.blank[place];
            self.blank[place] &= !next;
            self.layer[place] = next;
            grown |= next;
            (above, here) = (here, below);
        }
        self.steps += 1;
        grown != 0
    }

    fn has(&self, cell: Cell) -> bool {
        self.layer[cell.y as usize % SPAN] & super::cells::bit(cell.x) != 0
    }
}

impl Board {
    /// The distance f of this board.
    pub fn distance(&self) -> u8 {
        let (mut flood, ends) = (Flood::new(self), self.ends());
        while flood.step(self) {
            if self.window().rows().any(|y| flood.layer[y as usize % SPAN] & ends.row(y) != 0) {
                return flood.steps;
            }
        }
        CLOSED
    }

    /// The distance f of this board, and what any card would make of it.
    pub fn distances(&self) -> Distances {
        let (mut flood, ends) = (Flood::new(self), self.ends());
        let mut found = Distances { now: CLOSED, nearest: Cells::NONE, before: Cells::NONE, alone: None };
        loop {
            let before = flood.layer;
            if !flood.step(self) {
                return found;
            }
            if self.window().rows().any(|y| flood.layer[y as usize % SPAN] & ends.row(y) != 0) {
                found.now = flood.steps;
                for y in self.window().rows() {
                    *found.nearest.row_mut(y) = flood.layer[y as usize % SPAN] & ends.row(y);
                    *found.before.row_mut(y) = before[y as usize % SPAN];
                }
                found.alone = found.only_nearest(self).map(|cell| Alone::new(self, &ends, cell));
                return found;
            }
        }
    }
}

impl Alone {
    fn new(board: &Board, ends: &Cells, cell: Cell) -> Alone {
        let mut flood = Flood::new(board);
        flood.block(cell);
        let mut alone = Alone { cell, others: CLOSED, beside: [CLOSED; 4] };
        while alone.others == CLOSED && flood.step(board) {
            for side in Side::ALL {
                let place = &mut alone.beside[side as usize];
                *place = if flood.has(cell.beside(side)) { flood.steps } else { *place };
            }
            if board.window().rows().any(|y| flood.layer[y as usize % SPAN] & ends.row(y) != 0) {
                alone.others = flood.steps;
            }
        }
        alone
    }
}

impl Distances {
    /// The distance of the board as it is.
    #[inline]
    pub const fn now(&self) -> u8 {
        self.now
    }

    /// The ends from which a goal is nearest: only there a card can bring it nearer.
    #[inline]
    pub const fn nearest(&self) -> &Cells {
        &self.nearest
    }

    /// The one end from which a goal is nearest, if it is only one: only there a card can move it away.
    #[inline]
    pub fn alone(&self) -> Option<Cell> {
        self.alone.map(|alone| alone.cell)
    }

    fn only_nearest(&self, board: &Board) -> Option<Cell> {
        let mut nearest = board.window().iter(&self.nearest);
        nearest.next().filter(|_| nearest.next().is_none())
    }

    /// Whether a passage like this in a nearest end leads on to a goal.
    #[inline]
    pub fn advances(&self, path: Path, cell: Cell) -> bool {
        let leads = |side: Side| path.edges().has(side) && self.before.has(cell.beside(side));
        !path.is_dead_end() && self.nearest.has(cell) && Side::ALL.into_iter().any(leads)
    }

    /// The distance of this board after a card is placed where it fits. A goal that would be turned up counts as
    /// touched, whatever it is.
    pub fn after(&self, board: &Board, path: Path, cell: Cell) -> u8 {
        if !board.touched(path, cell).is_empty() {
            return 0;
        }
        if board.is_cut() && !path.is_dead_end() {
            let mut next = *board;
            next.place(path, cell);
            return next.distance();
        }
        match self.alone {
            _ if self.advances(path, cell) => self.now - 1,
            Some(alone) if alone.cell == cell => alone.after(path),
            _ => self.now,
        }
    }
}

impl Alone {
    fn after(&self, path: Path) -> u8 {
        let leads = |side: &Side| !path.is_dead_end() && path.edges().has(*side);
        let beside = Side::ALL.into_iter().filter(leads).map(|side| self.beside[side as usize]);
        beside.fold(self.others, u8::min)
    }
}
