//! The tunnels on the table: what is connected with the start, and where a card fits.

use std::hash::{Hash, Hasher};

use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

use super::cells::{Cell, CellSet, Window, bit};
use crate::saboteur::{Edges, Goal, Goals, Path, Shows, Side, Treasure};

/// The start, the tunnel cards and the goals.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Board {
    /// For each side, the face-up cards that are open there.
    open: [CellSet; 4],
    /// The dead ends.
    dead: CellSet,
    /// The passages, start and face-up goals that are connected with the start.
    reached: CellSet,
    /// Some passage is not connected with the start.
    cut: bool,
    /// How many tunnel cards lie on the table.
    placed: u8,
    goals: [Option<(Treasure, Path)>; 3],
    goal_x: i8,
    /// Whether there is nothing beyond the window.
    bounded: bool,
    window: Window,
}

/// Boards that differ mostly differ in this; a table's log, hashed with it, tells all of them apart.
impl Hash for Board {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.placed, self.goals, self.window).hash(state);
    }
}

/// A blank cell next to an open end, and the edge sets that fit there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spot {
    /// The cell.
    pub cell: Cell,
    /// The edge sets a card may show there, a bit an edge set.
    pub fits: u16,
}

impl Spot {
    /// Whether a card may lie there like this.
    #[inline]
    pub const fn takes(&self, path: Path) -> bool {
        self.fits >> path.edges().bits() & 1 == 1
    }

    /// In how many ways these tunnels can be placed there.
    #[inline]
    pub(in crate::saboteur) const fn ways(&self, shows: Shows) -> u32 {
        (self.fits & shows.passages).count_ones() + (self.fits & shows.dead_ends).count_ones()
    }
}

/// The most cells next to open ends: the start has 4, each of 10 forks adds one and each of 5 crosses two.
const MOST_SPOTS: usize = 24;

/// Every blank cell next to an open end, as one reads.
#[derive(Clone, Copy, Debug)]
pub struct Spots {
    spots: [Spot; MOST_SPOTS],
    len: u8,
}

impl Spots {
    #[inline]
    fn push(&mut self, spot: Spot) {
        self.spots[usize::from(self.len)] = spot;
        self.len += 1;
    }
}

impl std::ops::Deref for Spots {
    type Target = [Spot];

    #[inline]
    fn deref(&self) -> &[Spot] {
        &self.spots[..usize::from(self.len)]
    }
}

/// For each side the edge sets that are open there, a bit an edge set.
const OPEN_AT: [u16; 4] = [0xaaaa, 0xcccc, 0xf0f0, 0xff00];

impl Board {
    /// The table before the first card: goals in column `goal_x`; `bounded` ends it one cell beyond the goals.
    pub fn new(goal_x: i8, bounded: bool) -> Board {
        let mut board = Board {
            open: [CellSet::NONE; 4],
            dead: CellSet::NONE,
            reached: CellSet::only(Cell::START),
            cut: false,
            placed: 0,
            goals: [None; 3],
            goal_x,
            bounded,
            window: Window { left: 0, top: 0, right: goal_x + 1, bottom: 6 },
        };
        board.lay(Cell::START, Path::passage(Edges::ALL));
        board
    }

    /// Where a goal lies.
    #[inline]
    pub const fn goal_cell(&self, goal: Goal) -> Cell {
        Cell::at(self.goal_x, 1 + 2 * goal as i8)
    }

    /// What a goal shows and how it lies, once it is face up.
    #[inline]
    pub const fn goal(&self, goal: Goal) -> Option<(Treasure, Path)> {
        self.goals[goal as usize]
    }

    /// The goals that are still face down.
    #[inline]
    pub fn face_down(&self) -> Goals {
        let down =
            |goals: Goals, goal: Goal| if self.goal(goal).is_none() { goals.with(goal) } else { goals };
        Goal::ALL.into_iter().fold(Goals::NONE, down)
    }

    /// The part of the board that matters.
    #[inline]
    pub const fn window(&self) -> Window {
        self.window
    }

    /// How many tunnel cards lie on the table, besides start and goals.
    #[inline]
    pub const fn placed(&self) -> usize {
        self.placed as usize
    }

    /// The face-up card in a cell, the start and face-up goals included.
    pub fn at(&self, cell: Cell) -> Option<Path> {
        let bits = Side::ALL
            .iter()
            .fold(0, |bits, &side| bits | u8::from(self.open[side as usize].contains(cell)) << side as u8);
        let dead = self.dead.contains(cell);
        (bits != 0).then(|| Edges::of_bits(bits)).map(if dead { Path::dead_end } else { Path::passage })
    }

    /// Whether the card in a cell is connected with the start and leads on.
    #[inline]
    pub fn is_reached(&self, cell: Cell) -> bool {
        self.reached.contains(cell)
    }

    /// The passages that are connected with the start, with the start and face-up goals.
    #[inline]
    pub const fn reached(&self) -> &CellSet {
        &self.reached
    }

    /// Whether a rockfall has cut off some passage from the start.
    #[inline]
    pub const fn is_cut(&self) -> bool {
        self.cut
    }

    /// The tunnel cards that a rockfall can take away, as one reads.
    pub fn tunnels(&self) -> impl Iterator<Item = (Cell, Path)> + '_ {
        let rows = self.window.rows();
        let cells = rows.flat_map(move |y| self.window.cells_of(y, self.tunnel_row(y)));
        cells.filter_map(|cell| Some((cell, self.at(cell)?)))
    }

    /// The n-th tunnel card in reading order, from 0.
    pub(in crate::saboteur) fn nth_tunnel(&self, mut n: u32) -> Option<Cell> {
        for y in self.window.rows() {
            let row = self.tunnel_row(y);
            match n.checked_sub(row.count_ones()) {
                Some(left) => n = left,
                None => return self.window.cells_of(y, row).nth(n as usize),
            }
        }
        None
    }

    /// The face-up cards of a row: every card is open somewhere.
    #[inline]
    fn card_row(&self, y: i8) -> u32 {
        self.open.iter().fold(0, |row, plane| row | plane.row(y))
    }

    /// The face-down goals of a row, a bit a column.
    #[inline]
    pub fn down_row(&self, y: i8) -> u32 {
        let goal = match y {
            1 => Goal::Top,
            3 => Goal::Middle,
            5 => Goal::Bottom,
            _ => return 0,
        };
        if self.goal(goal).is_none() { bit(self.goal_x) } else { 0 }
    }

    /// The tunnel cards of a row, without start and goals.
    #[inline]
    fn tunnel_row(&self, y: i8) -> u32 {
        let start = if y == Cell::START.y { bit(Cell::START.x) } else { 0 };
        let goal = if matches!(y, 1 | 3 | 5) { bit(self.goal_x) } else { 0 };
        self.card_row(y) & !start & !goal
    }

    /// For each side, the cells of a row whose neighbour there is reached and open towards them.
    #[inline]
    fn attached_row(&self, y: i8) -> [u32; 4] {
        let leads = |side: Side, y: i8| self.reached.row(y) & self.open[side as usize].row(y);
        [
            leads(Side::Down, y - 1),
            leads(Side::Left, y).rotate_right(1),
            leads(Side::Up, y + 1),
            leads(Side::Right, y).rotate_left(1),
        ]
    }

    /// The rows of the window from the top, each with those above and below it.
    #[inline]
    fn bands(&self) -> impl Iterator<Item = Band> + '_ {
        let (top, mask) = (self.window.top, self.window.mask());
        let (mut above, mut here) = (self.band_row(top - 1), self.band_row(top));
        self.window.rows().map(move |y| {
            let below = self.band_row(y + 1);
            let band = Band { y, blank: mask & !here.cards & !self.down_row(y), above, here, below };
            (above, here) = (here, below);
            band
        })
    }

    #[inline]
    fn band_row(&self, y: i8) -> Row {
        let open = [0, 1, 2, 3].map(|side: usize| self.open[side].row(y));
        Row { open, cards: open[0] | open[1] | open[2] | open[3], reached: self.reached.row(y) }
    }

    /// The blank cells next to an open end: the only ones where a card can be placed.
    pub fn ends(&self) -> CellSet {
        let mut ends = CellSet::NONE;
        self.bands().for_each(|band| *ends.row_mut(band.y) = band.ends(band.attached()));
        ends
    }

    /// The blank cells next to an open end, each with what fits there.
    #[inline]
    pub fn spots(&self) -> Spots {
        let nowhere = Spot { cell: Cell::START, fits: 0 };
        let mut spots = Spots { spots: [nowhere; MOST_SPOTS], len: 0 };
        for band in self.bands() {
            let attached = band.attached();
            let ends = band.ends(attached);
            if ends != 0 {
                let demands = band.demands(attached);
                self.window.cells_of(band.y, ends).for_each(|cell| spots.push(demands.spot(cell)));
            }
        }
        spots
    }

    /// For each row of the window from the top, the cells without any card, and those next to an open end.
    #[inline]
    pub fn blank_and_end_rows(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        self.bands().map(|band| (band.blank, band.ends(band.attached())))
    }

    /// Where a card may be placed like this, if the one who places it has all tools.
    pub fn placements(&self, path: Path) -> CellSet {
        let mut cells = CellSet::NONE;
        self.spots().iter().filter(|spot| spot.takes(path)).for_each(|spot| cells.insert(spot.cell));
        cells
    }

    /// The face-down goals that a card in this cell would turn up.
    #[inline]
    pub fn touched(&self, path: Path, cell: Cell) -> Goals {
        let mut touched = Goals::NONE;
        if path.is_dead_end() || cell.x.abs_diff(self.goal_x) > 1 {
            return touched;
        }
        for goal in Goal::ALL {
            let there = self.goal_cell(goal);
            let towards = Side::ALL.into_iter().find(|&side| cell.beside(side) == there);
            if self.goal(goal).is_none() && towards.is_some_and(|side| path.edges().contains(side)) {
                touched = touched.with(goal);
            }
        }
        touched
    }

    #[inline]
    fn lay(&mut self, cell: Cell, path: Path) {
        for side in Side::ALL {
            if path.edges().contains(side) {
                self.open[side as usize].insert(cell);
            }
        }
        if path.is_dead_end() {
            self.dead.insert(cell);
        }
    }

    /// Places a card where it fits. The goals it touches must be turned up next.
    pub fn place(&mut self, path: Path, cell: Cell) {
        self.lay(cell, path);
        self.placed += 1;
        if !self.bounded {
            self.window.grow(cell);
        }
        if !path.is_dead_end() {
            self.reached.insert(cell);
            self.reconnect();
        }
    }

    /// Turns up a goal that was reached from this cell; it lies so that it is open there.
    pub fn turn_up(&mut self, goal: Goal, treasure: Treasure, from: Cell) {
        let there = self.goal_cell(goal);
        let side = Side::ALL.into_iter().find(|&side| there.beside(side) == from);
        let path = treasure.lies(side.expect("a goal is reached from a neighbour"));
        self.goals[goal as usize] = Some((treasure, path));
        self.lay(there, path);
        self.reached.insert(there);
        self.reconnect();
    }

    /// Takes a tunnel card away.
    pub fn remove(&mut self, cell: Cell) {
        self.open.iter_mut().for_each(|plane| plane.remove(cell));
        self.dead.remove(cell);
        self.placed -= 1;
        self.reached = CellSet::only(Cell::START);
        self.cut = true;
        self.reconnect();
    }

    /// Follows the tunnels on from what is reached, if anything is cut off.
    #[inline]
    fn reconnect(&mut self) {
        if self.cut {
            while self.spread() {}
            let rows = self.window.rows();
            self.cut = rows.into_iter().any(|y| self.passage_row(y) & !self.reached.row(y) != 0);
        }
    }

    /// The passages of a row, with start and face-up goals.
    #[inline]
    fn passage_row(&self, y: i8) -> u32 {
        self.card_row(y) & !self.dead.row(y)
    }

    /// One sweep over the rows: whatever is open towards a reached neighbour that is open towards it is reached.
    fn spread(&mut self) -> bool {
        let mut grown = false;
        for y in self.window.rows() {
            let attached = self.attached_row(y);
            let joined = (0..4).fold(0, |joined, side| joined | attached[side] & self.open[side].row(y));
            let fresh = joined & self.passage_row(y) & !self.reached.row(y);
            *self.reached.row_mut(y) |= fresh;
            grown |= fresh != 0;
        }
        grown
    }
}

/// One row of the board, a bit a column.
#[derive(Clone, Copy)]
struct Row {
    /// For each side, the face-up cards that are open there.
    open: [u32; 4],
    cards: u32,
    reached: u32,
}

impl Row {
    /// The reached cards that are open at this side.
    #[inline]
    const fn leads(&self, side: Side) -> u32 {
        self.reached & self.open[side as usize]
    }
}

/// A row with its neighbours.
struct Band {
    y: i8,
    blank: u32,
    above: Row,
    here: Row,
    below: Row,
}

impl Band {
    /// For each side, the cells whose neighbour there is reached and open towards them.
    #[inline]
    const fn attached(&self) -> [u32; 4] {
        [
            self.above.leads(Side::Down),
            self.here.leads(Side::Left).rotate_right(1),
            self.below.leads(Side::Up),
            self.here.leads(Side::Right).rotate_left(1),
        ]
    }

    /// The blank cells next to an open end.
    #[inline]
    const fn ends(&self, [up, right, down, left]: [u32; 4]) -> u32 {
        (up | right | down | left) & self.blank
    }

    #[inline]
    fn demands(&self, attached: [u32; 4]) -> Demands {
        let cards = self.here.cards;
        let cards = [self.above.cards, cards.rotate_right(1), self.below.cards, cards.rotate_left(1)];
        let open = [
            self.above.open[Side::Down as usize],
            self.here.open[Side::Left as usize].rotate_right(1),
            self.below.open[Side::Up as usize],
            self.here.open[Side::Right as usize].rotate_left(1),
        ];
        Demands { attached, open, shut: std::array::from_fn(|side| cards[side] & !open[side]) }
    }
}

/// What the neighbours of the cells in one row demand, for each side.
struct Demands {
    attached: [u32; 4],
    open: [u32; 4],
    shut: [u32; 4],
}

impl Demands {
    /// What fits in a cell: open where a neighbour is open, shut where one is shut, and joined to an open end.
    #[inline]
    fn spot(&self, cell: Cell) -> Spot {
        let bit = bit(cell.x);
        let (mut fits, mut joined) = (u16::MAX, 0);
        for (side, &open_at) in OPEN_AT.iter().enumerate() {
            fits &= if self.open[side] & bit != 0 { open_at } else { u16::MAX };
            fits &= if self.shut[side] & bit != 0 { !open_at } else { u16::MAX };
            joined |= if self.attached[side] & bit != 0 { open_at } else { 0 };
        }
        Spot { cell, fits: fits & joined }
    }
}

#[derive(Serialize)]
struct Lying {
    cell: Cell,
    path: Path,
}

#[derive(Serialize)]
struct GoalCard {
    cell: Cell,
    treasure: Option<Treasure>,
    path: Option<Path>,
}

impl Serialize for Board {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let tunnels: Vec<Lying> = self.tunnels().map(|(cell, path)| Lying { cell, path }).collect();
        let goals = Goal::ALL.map(|goal| {
            let (treasure, path) = self.goal(goal).unzip();
            GoalCard { cell: self.goal_cell(goal), treasure, path }
        });
        let mut board = serializer.serialize_struct("Board", 4)?;
        board.serialize_field("start", &Cell::START)?;
        board.serialize_field("tunnels", &tunnels)?;
        board.serialize_field("goals", &goals)?;
        board.serialize_field("window", &self.window)?;
        board.end()
    }
}
