//! The secret language: a dead end says by its place which corner its player holds.
//!
//! All placements of a dead end are put in an order that everybody can work out, by the distance they leave and then
//! by their place. The second says "I hold a corner of left and up", the third "of left and down".

use games::saboteur::{Board, Card, Cell, Edges, Path};

use super::distance::Distances;

/// Which placement is the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlacementOrder {
    /// The one that leaves the goals farthest, as printed.
    Large,
    /// The one that leaves them nearest, as "of little influence" suggests.
    Small,
}

impl PlacementOrder {
    /// The readings by name.
    pub const NAMES: &'static [(&'static str, PlacementOrder)] =
        &[("large", PlacementOrder::Large), ("small", PlacementOrder::Small)];
}

/// What can be said: which corner one holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bend {
    /// 左→上.
    LeftUp,
    /// 左→下.
    LeftDown,
}

impl Bend {
    /// Both, in the order in which a sender looks for them.
    pub const ALL: [Bend; 2] = [Bend::LeftUp, Bend::LeftDown];

    /// The corner itself.
    pub const fn card(self) -> Card {
        let edges = match self {
            Bend::LeftUp => Edges::of_bits(0b1001),
            Bend::LeftDown => Edges::of_bits(0b1100),
        };
        Path::passage(edges).card()
    }

    /// The other one.
    pub const fn other(self) -> Bend {
        match self {
            Bend::LeftUp => Bend::LeftDown,
            Bend::LeftDown => Bend::LeftUp,
        }
    }

    /// The rank that says it, from 1.
    pub const fn rank(self) -> usize {
        match self {
            Bend::LeftUp => 2,
            Bend::LeftDown => 3,
        }
    }

    /// What a rank says.
    pub fn of_rank(rank: usize) -> Option<Bend> {
        Bend::ALL.into_iter().find(|bend| bend.rank() == rank)
    }
}

/// Two ways round on each of the cells next to an open end.
const MOST: usize = 48;

/// Every placement of one dead end, the first first. Ties are in the order of columns, rows, and open sides.
#[derive(Clone, Copy, Debug)]
pub struct Ranking {
    places: [(u8, i8, i8, u8); MOST],
    len: usize,
    card: Card,
}

impl Ranking {
    /// Of this dead end on this board.
    pub fn of(board: &Board, card: Card, order: PlacementOrder) -> Ranking {
        let mut ranking = Ranking { places: [(0, 0, 0, 0); MOST], len: 0, card };
        let Some(path) = card.path() else { return ranking };
        let map = Distances::of(board);
        for spot in board.spots().iter() {
            for path in [path, path.turned()] {
                let known = ranking.places[..ranking.len]
                    .last()
                    .is_some_and(|last| *last == place(path, spot.cell, last.0));
                if spot.takes(path) && !known {
                    let distance = map.after(board, path, spot.cell);
                    let key = if order == PlacementOrder::Large { u8::MAX - distance } else { distance };
                    ranking.places[ranking.len] = place(path, spot.cell, key);
                    ranking.len += 1;
                }
            }
        }
        ranking.places[..ranking.len].sort_unstable();
        ranking
    }

    /// The placement of this rank, from 1.
    pub fn at(&self, rank: usize) -> Option<(Path, Cell)> {
        let (_, x, y, bits) = *self.places[..self.len].get(rank.checked_sub(1)?)?;
        Some((Path::dead_end(Edges::of_bits(bits)), Cell::at(x, y)))
    }

    /// The rank of a placement, from 1.
    pub fn rank(&self, path: Path, cell: Cell) -> Option<usize> {
        let here =
            |(_, x, y, bits): &(u8, i8, i8, u8)| (*x, *y, *bits) == (cell.x, cell.y, path.edges().bits());
        self.places[..self.len].iter().position(here).map(|place| place + 1)
    }

    /// The dead end that is ranked.
    pub const fn card(&self) -> Card {
        self.card
    }

    /// The number of placements.
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Whether there is none.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }
}

fn place(path: Path, cell: Cell, key: u8) -> (u8, i8, i8, u8) {
    (key, cell.x, cell.y, path.edges().bits())
}

/// What a dead end that lies on this board said when it was placed.
pub fn read(board: &Board, path: Path, cell: Cell, order: PlacementOrder) -> Option<Bend> {
    let mut before = *board;
    before.remove(cell);
    Ranking::of(&before, path.card(), order).rank(path, cell).and_then(Bend::of_rank)
}
