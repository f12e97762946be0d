//! How far the tunnel is from a goal, now and after any card, from one or two maps a turn.

#[cfg(test)]
mod tests;

use games::saboteur::{Board, Cell, CellSet, Goals, Path, SPAN, Side, Window};

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
    /// The goals that count, if they lie face down.
    goals: Goals,
    now: u8,
    nearest: CellSet,
    /// The cells one step nearer to a goal than the nearest ends.
    before: CellSet,
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

/// Sets of cells of the window that a map is grown in.
trait Area: Copy {
    const NONE: Self;

    /// Puts a row of bits, counted from the top and turned so that the first column is bit 0.
    fn put(&mut self, row: usize, bits: u32);

    /// A row of bits, as it was put.
    fn row(&self, row: usize) -> u32;

    /// The cells beside these that are in `within`.
    fn beside(&self, within: &Self) -> Self;

    fn meets(&self, other: &Self) -> bool;

    fn minus(&self, other: &Self) -> Self;
}

/// Up to 8 rows of up to 15 columns, 16 bits a row: the papers' board in one number.
impl Area for u128 {
    const NONE: u128 = 0;

    #[inline]
    fn put(&mut self, row: usize, bits: u32) {
        *self |= u128::from(bits) << (16 * row);
    }

    #[inline]
    fn row(&self, row: usize) -> u32 {
        (self >> (16 * row)) as u32 & 0xffff
    }

    #[inline]
    fn beside(&self, within: &u128) -> u128 {
        (self << 1 | self >> 1 | self << 16 | self >> 16) & within
    }

    #[inline]
    fn meets(&self, other: &u128) -> bool {
        self & other != 0
    }

    #[inline]
    fn minus(&self, other: &u128) -> u128 {
        self & !other
    }
}

/// Any window.
impl Area for [u32; SPAN] {
    const NONE: [u32; SPAN] = [0; SPAN];

    fn put(&mut self, row: usize, bits: u32) {
        self[row] = bits;
    }

    fn row(&self, row: usize) -> u32 {
        self[row]
    }

    fn beside(&self, within: &[u32; SPAN]) -> [u32; SPAN] {
        std::array::from_fn(|y| {
            let (above, below) =
                (if y == 0 { 0 } else { self[y - 1] }, self.get(y + 1).copied().unwrap_or(0));
            (self[y] << 1 | self[y] >> 1 | above | below) & within[y]
        })
    }

    fn meets(&self, other: &[u32; SPAN]) -> bool {
        self.iter().zip(other).fold(0, |met, (a, b)| met | a & b) != 0
    }

    fn minus(&self, other: &[u32; SPAN]) -> [u32; SPAN] {
        std::array::from_fn(|y| self[y] & !other[y])
    }
}

/// A map grown from the face-down goals through blank cells, one step at a time.
#[derive(Clone, Copy)]
struct Flood<A> {
    window: Window,
    /// The cells that the last step reached.
    layer: A,
    /// The blank cells that no step has reached.
    blank: A,
    /// The blank cells next to an open end of the tunnel.
    ends: A,
    steps: u8,
}

impl<A: Area> Flood<A> {
    #[inline]
    fn new(board: &Board, goals: Goals) -> Flood<A> {
        let window = board.window();
        let mut flood = Flood { window, layer: A::NONE, blank: A::NONE, ends: A::NONE, steps: 0 };
        let turn = window.left as u32 % SPAN as u32;
        for ((row, y), (blank, ends)) in window.rows().enumerate().zip(board.blank_and_end_rows()) {
            flood.layer.put(row, board.down_row(y).rotate_right(turn));
            flood.blank.put(row, blank.rotate_right(turn));
            flood.ends.put(row, ends.rotate_right(turn));
        }
        for other in Goals::ALL.minus(goals) {
            flood.layer = flood.layer.minus(&flood.only(board.goal_cell(other)));
        }
        flood
    }

    /// A set with this cell alone, if it is in the window.
    #[inline]
    fn only(&self, cell: Cell) -> A {
        let mut area = A::NONE;
        if self.window.contains(cell) {
            area.put((cell.y - self.window.top) as usize, 1 << (cell.x - self.window.left));
        }
        area
    }

    /// Goes on by one step; false if there is nowhere to go.
    #[inline]
    fn step(&mut self) -> bool {
        self.layer = self.layer.beside(&self.blank);
        let goes_on = self.layer.meets(&self.blank);
        self.blank = self.blank.minus(&self.layer);
        self.steps += 1;
        goes_on
    }

    /// Goes on until the tunnel is met; the layer before, if it ever is.
    #[inline]
    fn meet(&mut self) -> Option<A> {
        loop {
            let before = self.layer;
            if !self.step() {
                return None;
            }
            if self.layer.meets(&self.ends) {
                return Some(before);
            }
        }
    }

    fn cells(&self, area: &A) -> CellSet {
        let (mut cells, turn) = (CellSet::NONE, self.window.left as u32 % SPAN as u32);
        for (row, y) in self.window.rows().enumerate() {
            *cells.row_mut(y) = area.row(row).rotate_left(turn);
        }
        cells
    }

    fn distances(mut self, goals: Goals) -> Distances {
        let whole = self;
        let Some(before) = self.meet() else { return Distances { goals, ..Distances::FAR } };
        let missed = self.ends.minus(&self.layer);
        let nearest = self.cells(&self.ends.minus(&missed));
        let mut found = self.window.iter(&nearest);
        let only = found.next().filter(|_| found.next().is_none());
        drop(found);
        let alone = only.map(|cell| Alone::new(whole, cell));
        Distances { goals, now: self.steps, nearest, before: self.cells(&before), alone }
    }
}

/// Whether a window fits into one number.
#[inline]
fn is_small(window: Window) -> bool {
    window.right - window.left < 15 && window.bottom - window.top < 8
}

/// Whether a card in this cell may lead out of the window.
fn is_at_edge(window: Window, cell: Cell) -> bool {
    cell.x == window.left || cell.x == window.right || cell.y == window.top || cell.y == window.bottom
}

/// The distance f of a board.
pub fn distance(board: &Board) -> u8 {
    distance_to(board, Goals::ALL)
}

/// The same if only these goals count.
fn distance_to(board: &Board, goals: Goals) -> u8 {
    fn of<A: Area>(mut flood: Flood<A>) -> u8 {
        flood.meet().map_or(CLOSED, |_| flood.steps)
    }
    match is_small(board.window()) {
        true => of(Flood::<u128>::new(board, goals)),
        false => of(Flood::<[u32; SPAN]>::new(board, goals)),
    }
}

impl Alone {
    /// Grows the map once more, with this cell taken, until the others are met.
    fn new<A: Area>(mut flood: Flood<A>, cell: Cell) -> Alone {
        let taken = flood.only(cell);
        (flood.blank, flood.ends) = (flood.blank.minus(&taken), flood.ends.minus(&taken));
        let sides = Side::ALL.map(|side| flood.only(cell.beside(side)));
        let mut alone = Alone { cell, others: CLOSED, beside: [CLOSED; 4] };
        while alone.others == CLOSED && flood.step() {
            for (beside, side) in alone.beside.iter_mut().zip(&sides) {
                *beside = if flood.layer.meets(side) { flood.steps } else { *beside };
            }
            if flood.layer.meets(&flood.ends) {
                alone.others = flood.steps;
            }
        }
        alone
    }
}

impl Distances {
    const FAR: Distances = Distances {
        goals: Goals::ALL,
        now: CLOSED,
        nearest: CellSet::NONE,
        before: CellSet::NONE,
        alone: None,
    };

    /// The distance f of a board, and what any card would make of it.
    pub fn of(board: &Board) -> Distances {
        Distances::towards(board, Goals::ALL)
    }

    /// The same for one who heads for these goals alone: the others are in the way like any card.
    pub fn towards(board: &Board, goals: Goals) -> Distances {
        match is_small(board.window()) {
            true => Flood::<u128>::new(board, goals).distances(goals),
            false => Flood::<[u32; SPAN]>::new(board, goals).distances(goals),
        }
    }

    /// The distance of the board as it is.
    #[inline]
    pub const fn now(&self) -> u8 {
        self.now
    }

    /// The ends from which a goal is nearest: only there a card can bring it nearer.
    #[inline]
    pub const fn nearest(&self) -> &CellSet {
        &self.nearest
    }

    /// The one end from which a goal is nearest, if it is only one: only there a card can move it away.
    #[inline]
    pub fn alone(&self) -> Option<Cell> {
        self.alone.map(|alone| alone.cell)
    }

    /// Whether a passage like this in a nearest end leads on to a goal.
    #[inline]
    pub fn advances(&self, path: Path, cell: Cell) -> bool {
        let leads = |side: Side| path.edges().contains(side) && self.before.contains(cell.beside(side));
        !path.is_dead_end() && self.nearest.contains(cell) && Side::ALL.into_iter().any(leads)
    }

    /// The distance of this board after a card is placed where it fits. A goal that would be turned up counts as
    /// touched, whatever it is.
    pub fn after(&self, board: &Board, path: Path, cell: Cell) -> u8 {
        if !board.touched(path, cell).and(self.goals).is_empty() {
            return 0;
        }
        if board.is_cut() && !path.is_dead_end() {
            return self.placed(*board, path, cell);
        }
        match self.alone {
            _ if self.advances(path, cell) => self.now - 1,
            // Beyond the window there is room that the map has not seen, if the board has no limits.
            Some(alone) if alone.cell == cell && is_at_edge(board.window(), cell) => {
                self.placed(*board, path, cell)
            }
            Some(alone) if alone.cell == cell => alone.after(path),
            _ => self.now,
        }
    }

    /// The distance of the board with this card on it, measured anew.
    fn placed(&self, mut board: Board, path: Path, cell: Cell) -> u8 {
        board.place(path, cell);
        distance_to(&board, self.goals)
    }
}

impl Alone {
    fn after(&self, path: Path) -> u8 {
        let leads = |side: &Side| !path.is_dead_end() && path.edges().contains(*side);
        let beside = Side::ALL.into_iter().filter(leads).map(|side| self.beside[side as usize]);
        beside.fold(self.others, u8::min)
    }
}
