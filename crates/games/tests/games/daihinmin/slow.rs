//! The rules of plays, written as slowly and plainly as they are said: the oracle of the fast ones.

use games::daihinmin::{Card, CardSet, GridCell, Joker, Meld, Suit, TableState};

/// A play as a list of cells, one of which may be the joker's.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Play {
    /// Suit and column of each cell, in order.
    pub(crate) cells: Vec<(Suit, usize)>,
    /// Which of the cells is the joker's, if one is.
    pub(crate) joker: Option<usize>,
    /// Whether the joker lies beside the cells.
    pub(crate) fifth: bool,
}

impl Play {
    fn new(cells: &[(Suit, usize)], joker: Option<usize>) -> Play {
        Play { cells: cells.to_vec(), joker, fifth: false }
    }

    /// The cards but for the joker.
    pub(crate) fn naturals(&self) -> CardSet {
        let cells = self.cells.iter().enumerate().filter(|(n, _)| Some(*n) != self.joker);
        cells.map(|(_, &(suit, column))| Card::new(suit, column)).collect()
    }

    /// Where the joker is.
    pub(crate) fn place(&self) -> Joker {
        match self.joker {
            Some(n) => Joker::For(GridCell::new(self.cells[n].0, self.cells[n].1)),
            None if self.cells.is_empty() => Joker::Alone,
            None if self.fifth => Joker::Fifth,
            None => Joker::Absent,
        }
    }

    /// The play as the fast rules have it.
    pub(crate) fn meld(&self) -> Option<Meld> {
        Meld::of(self.naturals(), self.place())
    }

    fn lone_joker(&self) -> bool {
        self.cells.is_empty()
    }

    fn count(&self) -> usize {
        self.cells.len() + usize::from(self.fifth || self.lone_joker())
    }

    fn is_run(&self) -> bool {
        self.cells.len() > 1 && self.cells[0].1 != self.cells[1].1
    }

    fn columns(&self) -> (usize, usize) {
        let columns = self.cells.iter().map(|cell| cell.1);
        (columns.clone().min().unwrap(), columns.max().unwrap())
    }

    fn suits(&self) -> Vec<Suit> {
        let mut suits: Vec<Suit> = self.cells.iter().map(|cell| cell.0).collect();
        suits.sort();
        suits.dedup();
        suits
    }

    /// Whether the hand holds all of it.
    fn is_held(&self, hand: CardSet) -> bool {
        let joker = self.place() != Joker::Absent;
        self.naturals().iter().all(|card| hand.contains(card)) && (!joker || hand.contains(Card::JOKER))
    }

    /// Whether it may be laid on that play.
    fn follows(&self, table: &Play, reversed: bool, locked: bool) -> bool {
        if table.lone_joker() {
            return *self == Play::new(&[(Suit::Spade, 1)], None);
        }
        if self.count() != table.count() || self.is_run() != table.is_run() {
            return false;
        }
        if self.lone_joker() {
            return true;
        }
        let ((low, high), (table_low, table_high)) = (self.columns(), table.columns());
        let stronger = if reversed { high < table_low } else { low > table_high };
        stronger && (!locked || self.suits() == table.suits() && self.fifth == table.fifth)
    }
}

/// Every play there is with one pack: 2,605 of them.
pub(crate) fn all_plays() -> Vec<Play> {
    let mut plays = vec![Play::new(&[], None)];
    for column in 1..=13 {
        plays.extend(groups(column));
    }
    for suit in Suit::ALL {
        for first in 0..=14 {
            plays.extend((first + 2..=14).flat_map(|last| runs(suit, first, last)));
        }
    }
    plays
}

/// Singles and groups of one rank.
fn groups(column: usize) -> Vec<Play> {
    let mut plays = Vec::new();
    for set in 1..16 {
        let suits = Suit::ALL.into_iter().filter(|suit| set >> suit.index() & 1 == 1);
        let cells: Vec<(Suit, usize)> = suits.map(|suit| (suit, column)).collect();
        plays.push(Play::new(&cells, None));
        if cells.len() > 1 {
            plays.extend((0..cells.len()).map(|joker| Play::new(&cells, Some(joker))));
        }
        if cells.len() == 4 {
            plays.push(Play { fifth: true, ..Play::new(&cells, None) });
        }
    }
    plays
}

/// Runs of one suit over these columns; only the joker goes into the outermost.
fn runs(suit: Suit, first: usize, last: usize) -> Vec<Play> {
    let cells: Vec<(Suit, usize)> = (first..=last).map(|column| (suit, column)).collect();
    let places = [None].into_iter().chain((0..cells.len()).map(Some));
    let real = |play: &Play| {
        let outside =
            |(n, cell): (usize, &(Suit, usize))| Some(n) != play.joker && (cell.1 == 0 || cell.1 == 14);
        !play.cells.iter().enumerate().any(outside)
    };
    places.map(|joker| Play::new(&cells, joker)).filter(real).collect()
}

/// The play that a meld is, among all.
pub(crate) fn find(plays: &[Play], meld: Meld) -> &Play {
    plays.iter().find(|play| play.naturals() == meld.naturals() && play.place() == meld.joker()).unwrap()
}

/// What may be played, by trying everything.
pub(crate) fn legal(plays: &[Play], hand: CardSet, table: &TableState) -> Vec<Meld> {
    let on_table = table.meld.map(|meld| find(plays, meld));
    let (reversed, locked) = (table.revolution != table.back, table.locked);
    let may = |play: &&Play| {
        play.is_held(hand) && on_table.is_none_or(|lying| play.follows(lying, reversed, locked))
    };
    let mut melds: Vec<Meld> = plays.iter().filter(may).map(|play| play.meld().unwrap()).collect();
    melds.sort();
    melds
}
