//! What lies on the table: melds, and which meld may cover which.

use serde::{Serialize, Serializer};

use super::cards::{Card, CardSet, EIGHT, GridCell, JACK, Suit, SuitSet, TWO};

/// The kind of a meld.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum MeldKind {
    /// One card.
    Single,
    /// Two to five cards of one rank.
    Group,
    /// Three or more consecutive cards of one suit.
    Run,
}

/// Where the joker is in a meld.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Joker {
    /// It is not in it.
    Absent,
    /// It is the meld.
    Alone,
    /// It stands for this cell.
    For(GridCell),
    /// It is the fifth beside the four cards of a rank.
    Fifth,
}

/// Cards that are played together, with what the joker stands for: always a right one.
///
/// A smaller one by `Ord` is, roughly, the cheaper: singles before groups before runs, weak cards before strong.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Meld {
    kind: MeldKind,
    naturals: CardSet,
    joker: Joker,
}

/// Four suits in one column, the lowest.
const COLUMN: u64 = 0xf;

/// The first rows of the wire's grid, S, H, D, C; a fifth card lies in the row after them.
pub const ROWS: [Suit; 4] = [Suit::Spade, Suit::Heart, Suit::Diamond, Suit::Club];

impl Meld {
    /// The joker, played alone.
    pub const LONE_JOKER: Meld =
        Meld { kind: MeldKind::Single, naturals: CardSet::NONE, joker: Joker::Alone };

    /// The meld that takes a lone joker.
    pub const SPADE_THREE: Meld = Meld::single(Card::SPADE_THREE);

    /// One card played alone.
    #[inline]
    pub const fn single(card: Card) -> Meld {
        if card.is_joker() {
            Meld::LONE_JOKER
        } else {
            Meld::new(MeldKind::Single, CardSet::only(card), Joker::Absent)
        }
    }

    /// The caller knows that it is right.
    #[inline]
    pub(super) const fn new(kind: MeldKind, naturals: CardSet, joker: Joker) -> Meld {
        Meld { kind, naturals, joker }
    }

    /// The meld of these cards with the joker there, if they are one. A joker without other cards is played alone,
    /// whatever it is said to stand for.
    pub fn of(naturals: CardSet, joker: Joker) -> Option<Meld> {
        if naturals.has_joker() {
            return None;
        }
        let kind = match (joker, naturals.len()) {
            (Joker::Alone | Joker::For(_), 0) => return Some(Meld::LONE_JOKER),
            (Joker::Alone, _) => None,
            (Joker::Fifth, n) => (n == 4 && is_group(naturals.bits())).then_some(MeldKind::Group),
            (Joker::Absent, n) => kind_of(naturals.bits(), n),
            (Joker::For(cell), _) if naturals.bits() & cell.bit() != 0 => None,
            (Joker::For(cell), n) => kind_of(naturals.bits() | cell.bit(), n + 1),
        };
        Some(Meld { kind: kind?, naturals, joker })
    }

    /// The meld that lies on the wire's grid: natural cards, and the row (S, H, D, C, and a fifth) and column, 0 to
    /// 14, of the joker. It is the server's reading: a lone joker may lie anywhere in the first four rows, a fifth
    /// card only beside its four.
    pub fn on_grid(naturals: CardSet, joker: Option<(usize, usize)>) -> Option<Meld> {
        match joker {
            None => Meld::of(naturals, Joker::Absent),
            Some((row, column)) if row < ROWS.len() && column <= TWO + 1 => {
                Meld::of(naturals, Joker::For(GridCell::new(ROWS[row], column)))
            }
            Some((row, column)) => {
                Meld::of(naturals, Joker::Fifth).filter(|meld| row == ROWS.len() && meld.low() == column)
            }
        }
    }

    /// The row and column of the joker on the wire's grid; a lone one lies above the 2 of spades.
    pub fn joker_on_grid(self) -> Option<(usize, usize)> {
        match self.joker {
            Joker::Absent => None,
            Joker::Alone => Some((0, TWO + 1)),
            Joker::Fifth => Some((ROWS.len(), self.low())),
            Joker::For(cell) => Some((3 - cell.suit().index(), cell.column())),
        }
    }

    /// Its kind.
    #[inline]
    pub const fn kind(self) -> MeldKind {
        self.kind
    }

    /// Its cards but for the joker.
    #[inline]
    pub const fn naturals(self) -> CardSet {
        self.naturals
    }

    /// Where the joker is.
    #[inline]
    pub const fn joker(self) -> Joker {
        self.joker
    }

    /// The cards that leave the hand.
    #[inline]
    pub const fn cards(self) -> CardSet {
        if matches!(self.joker, Joker::Absent) { self.naturals } else { self.naturals.or(CardSet::JOKER) }
    }

    /// The number of cards.
    #[inline]
    pub const fn len(self) -> usize {
        self.cards().len()
    }

    /// Never: a meld has cards.
    pub const fn is_empty(self) -> bool {
        false
    }

    /// The cells it covers, a bit each; none for a lone joker.
    #[inline]
    const fn cells(self) -> u64 {
        match self.joker {
            Joker::For(cell) => self.naturals.bits() | cell.bit(),
            _ => self.naturals.bits(),
        }
    }

    /// Its lowest column; a lone joker lies above all.
    #[inline]
    pub const fn low(self) -> usize {
        match self.joker {
            Joker::Alone => TWO + 2,
            _ => (self.cells().trailing_zeros() / 4) as usize,
        }
    }

    /// Its highest column; a lone joker lies above all.
    #[inline]
    pub const fn high(self) -> usize {
        match self.joker {
            Joker::Alone => TWO + 2,
            _ => ((63 - self.cells().leading_zeros()) / 4) as usize,
        }
    }

    /// Its suits; a joker counts as the suit it stands for, one that stands for none has none.
    #[inline]
    pub const fn suits(self) -> SuitSet {
        let cells = self.cells();
        let cells = cells | cells >> 32;
        let cells = cells | cells >> 16;
        let cells = cells | cells >> 8;
        SuitSet::of_bits((cells | cells >> 4) as u8)
    }

    /// Whether it is the joker alone.
    #[inline]
    pub const fn is_lone_joker(self) -> bool {
        matches!(self.joker, Joker::Alone)
    }

    /// Whether it turns the order of strength: four or more of a rank, five or more in a run.
    #[inline]
    pub const fn is_revolution(self) -> bool {
        match self.kind {
            MeldKind::Single => false,
            MeldKind::Group => self.len() >= 4,
            MeldKind::Run => self.len() >= 5,
        }
    }

    /// Whether it covers this column, with a card or with the joker in its place; a lone joker covers none.
    #[inline]
    pub const fn covers(self, column: usize) -> bool {
        self.cells() >> (4 * column) & COLUMN != 0
    }

    /// Whether it clears the table as an eight.
    #[inline]
    pub const fn cuts_eight(self) -> bool {
        self.covers(EIGHT)
    }
}

/// The kind of a meld on these cells.
fn kind_of(cells: u64, count: usize) -> Option<MeldKind> {
    match count {
        1 => Some(MeldKind::Single),
        _ if is_group(cells) => Some(MeldKind::Group),
        3.. if is_run(cells, count) => Some(MeldKind::Run),
        _ => None,
    }
}

/// Whether all cells lie in one column.
fn is_group(cells: u64) -> bool {
    cells != 0 && cells >> (cells.trailing_zeros() / 4 * 4) <= COLUMN
}

/// Whether these are this many consecutive cells of one suit.
fn is_run(cells: u64, count: usize) -> bool {
    RUNS.get(count).is_some_and(|&run| cells >> cells.trailing_zeros() == run)
}

/// This many consecutive cells of the lowest suit, from column 0 on.
pub(super) const RUNS: [u64; 16] = {
    let mut runs = [0; 16];
    let mut count = 1;
    while count < 16 {
        runs[count] = runs[count - 1] << 4 | 1;
        count += 1;
    }
    runs
};

/// What lies on the table, and what a play has to respect.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct TableState {
    /// The meld to beat; none on an empty table.
    pub meld: Option<Meld>,
    /// Whether every play must have exactly the suits of that meld.
    pub locked: bool,
    /// Whether a revolution is in force.
    pub revolution: bool,
    /// Whether a jack has turned the order until the table is cleared, where that is played.
    pub back: bool,
}

impl TableState {
    /// Whether the weaker card beats the stronger.
    #[inline]
    pub const fn reversed(&self) -> bool {
        self.revolution != self.back
    }

    /// Whether this meld may be played now.
    pub fn takes(&self, meld: Meld) -> bool {
        self.meld.is_none_or(|table| meld.beats(table, self.reversed(), self.locked))
    }

    /// Lays a meld on the table: turns the order, locks or unlocks the suits.
    #[inline]
    pub fn lay(&mut self, meld: Meld, eleven_back: bool) {
        let repeats = self.meld.is_some_and(|covered| covered.suits() == meld.suits());
        self.locked = (self.locked || repeats) && !meld.is_lone_joker();
        self.revolution ^= meld.is_revolution();
        self.back ^= eleven_back && meld.covers(JACK);
        self.meld = Some(meld);
    }

    /// Takes everything off the table; a revolution stays.
    #[inline]
    pub fn clear(&mut self) {
        *self = TableState { revolution: self.revolution, ..TableState::default() };
    }
}

impl Meld {
    /// Whether it may cover that meld: same kind, same number of cards, strictly stronger, and under a lock the same
    /// suits. A lone joker beats every single, and only the 3 of spades beats a lone joker.
    pub fn beats(self, table: Meld, reversed: bool, locked: bool) -> bool {
        if table.is_lone_joker() {
            return self == Meld::SPADE_THREE;
        }
        let stronger = if reversed { self.high() < table.low() } else { self.low() > table.high() };
        let suits = !locked || self.suits() == table.suits();
        self.kind == table.kind && self.len() == table.len() && (self.is_lone_joker() || stronger && suits)
    }
}

impl Serialize for Meld {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
