//! The secret language: a dead end says by its place which corner its player holds.
//!
//! All placements of a dead end are put in an order that everybody can work out, by the distance they leave and then
//! by their place. The second says "I hold a corner of left and up", the third "of left and down".

use games::saboteur::{Board, Card, Cell, Edges, Path};
use table::{BySeat, MAX_SEATS, Rng, Seat};

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

/// The rank that a dead end that lies on this board had when it was placed.
pub fn rank_of(board: &Board, path: Path, cell: Cell, order: PlacementOrder) -> Option<usize> {
    let mut before = *board;
    before.remove(cell);
    Ranking::of(&before, path.card(), order).rank(path, cell)
}

/// How many ranks can be words of a language that is not agreed.
pub const RANKS: usize = 4;

/// A language that nobody agreed on: which rank says which corner is read from what senders dig later.
///
/// It holds what every spectator saw, so all who keep it read alike.
#[derive(Clone, Copy, Debug)]
pub struct Lexicon {
    /// How often whoever had placed a dead end of this rank dug this corner next.
    shown: [[u8; Bend::ALL.len()]; RANKS],
    /// The last dead end of each seat in this round, by rank from 1.
    open: BySeat<Option<usize>>,
}

impl Default for Lexicon {
    /// Nothing was shown yet.
    fn default() -> Lexicon {
        Lexicon { shown: [[0; Bend::ALL.len()]; RANKS], open: BySeat::new(MAX_SEATS, None) }
    }
}

impl Lexicon {
    /// A round begins: hands are new.
    pub fn begin_round(&mut self) {
        self.open = BySeat::new(MAX_SEATS, None);
    }

    /// A seat placed a dead end of this rank.
    pub fn called(&mut self, seat: Seat, rank: Option<usize>) {
        self.open[seat] = rank.filter(|rank| (1..=RANKS).contains(rank));
    }

    /// A seat dug a passage; a corner shows what its last dead end meant.
    pub fn dug(&mut self, seat: Seat, card: Card) {
        if let Some(bend) = Bend::ALL.into_iter().find(|bend| bend.card() == card)
            && let Some(rank) = self.open[seat].take()
        {
            let count = &mut self.shown[rank - 1][bend as usize];
            *count = count.saturating_add(1);
        }
    }

    /// By how often this rank was shown to mean this corner rather than the other.
    fn lead(&self, rank: usize, bend: Bend) -> i16 {
        let shown = self.shown[rank - 1];
        i16::from(shown[bend as usize]) - i16::from(shown[bend.other() as usize])
    }

    /// What a rank says, as far as it was shown.
    pub fn meaning(&self, rank: usize) -> Option<Bend> {
        let known = |bend: &Bend| (1..=RANKS).contains(&rank) && self.lead(rank, *bend) > 0;
        Bend::ALL.into_iter().find(known)
    }

    /// The ranks that one can say this corner by, the best first: those that were shown to mean it, then those of one's own
    /// choice of which nothing is known.
    pub fn ranks<'a>(&'a self, bend: Bend, own: &'a [usize; RANKS]) -> impl Iterator<Item = usize> + 'a {
        let known = (1..=RANKS).filter(|rank| self.lead(*rank, bend) > 0);
        let best = known.max_by_key(|rank| (self.lead(*rank, bend), std::cmp::Reverse(*rank)));
        let half = RANKS / Bend::ALL.len();
        let mine = own[bend as usize * half..][..half].iter().copied();
        best.into_iter().chain(mine.filter(|rank| self.meaning(*rank).is_none()))
    }
}

/// The ranks in an order of one's own: the first half says one corner, the second the other.
pub(super) fn own_ranks(rng: &mut Rng) -> [usize; RANKS] {
    let mut ranks = std::array::from_fn(|place| place + 1);
    for last in (1..RANKS).rev() {
        ranks.swap(last, rng.below(last as u32 + 1) as usize);
    }
    ranks
}
