//! The rules of a turn once more, slowly and on raw cells, as the protocol's description has them.

use std::collections::BTreeSet;

pub type Cards = [[i32; 15]; 5];

/// What lies on the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Play {
    kind: Kind,
    count: usize,
    columns: BTreeSet<usize>,
    rows: BTreeSet<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Single,
    Group,
    Run,
    Joker,
}

/// The cells that are not empty.
pub fn cells(cards: &Cards) -> Vec<(usize, usize, i32)> {
    let all = (0..5).flat_map(|row| (0..15).map(move |column| (row, column)));
    all.map(|(row, column)| (row, column, cards[row][column])).filter(|cell| cell.2 != 0).collect()
}

/// The play that these cards are.
fn analyse(cards: &Cards) -> Option<Play> {
    let cells = cells(cards);
    let jokers: Vec<_> = cells.iter().filter(|cell| cell.2 == 2).collect();
    let natural = |cell: &&(usize, usize, i32)| cell.2 == 1 && cell.0 < 4 && (1..=13).contains(&cell.1);
    let naturals = cells.iter().filter(natural).count();
    if jokers.len() > 1 || naturals + jokers.len() != cells.len() {
        return None;
    }
    let columns: BTreeSet<usize> = cells.iter().map(|cell| cell.1).collect();
    let rows: BTreeSet<usize> = cells.iter().map(|cell| cell.0).collect();
    let fifth = rows.contains(&4);
    let (count, low, high) = (cells.len(), *columns.first()?, *columns.last()?);
    let kind = match count {
        1 if jokers.is_empty() => Kind::Single,
        1 if !fifth => Kind::Joker,
        _ if columns.len() == 1 && (!fifth || naturals == 4) => Kind::Group,
        3.. if rows.len() == 1 && !fifth && high - low + 1 == count => Kind::Run,
        _ => return None,
    };
    Some(Play { kind, count, columns, rows })
}

/// The table, and who is in.
#[derive(Clone, Debug)]
pub struct Model {
    pub hands: [Cards; 5],
    pub seats: [usize; 5],
    pub now: usize,
    pub table: Option<Play>,
    /// As it was laid.
    pub shown: Cards,
    pub locked: bool,
    pub revolution: bool,
    pub finished: Vec<usize>,
    last: usize,
    passed: [bool; 5],
    passes: usize,
}

pub fn count(hand: &Cards) -> i32 {
    cells(hand).len() as i32
}

impl Model {
    /// Who holds the 3 of diamonds leads.
    pub fn new(hands: [Cards; 5], seats: [usize; 5]) -> Model {
        let now = hands.iter().position(|hand| hand[2][1] == 1).expect("somebody holds it");
        Model {
            hands,
            seats,
            now,
            table: None,
            shown: Cards::default(),
            locked: false,
            revolution: false,
            finished: Vec::new(),
            last: now,
            passed: [false; 5],
            passes: 0,
        }
    }

    /// Whether these cards may be played now.
    pub fn takes(&self, cards: &Cards) -> bool {
        let held = |&(row, column, value): &(usize, usize, i32)| {
            if value == 2 { self.hands[self.now][4][1] == 2 } else { self.hands[self.now][row][column] == 1 }
        };
        let Some(play) = analyse(cards) else { return false };
        cells(cards).iter().all(held) && self.table.as_ref().is_none_or(|table| self.covers(&play, table))
    }

    fn covers(&self, play: &Play, table: &Play) -> bool {
        if table.kind == Kind::Joker {
            let only = |set: &BTreeSet<usize>, value| set.len() == 1 && set.contains(&value);
            return play.kind == Kind::Single && only(&play.rows, 0) && only(&play.columns, 1);
        }
        if play.kind == Kind::Joker {
            return table.kind == Kind::Single;
        }
        let stronger = match self.revolution {
            false => play.columns.first() > table.columns.last(),
            true => play.columns.last() < table.columns.first(),
        };
        let suits = !self.locked || play.rows == table.rows;
        play.kind == table.kind && play.count == table.count && stronger && suits
    }

    /// Takes a submission; the acknowledgement.
    pub fn submit(&mut self, cards: &Cards) -> i32 {
        if cells(cards).is_empty() || !self.takes(cards) {
            let ack = if cells(cards).is_empty() && self.table.is_none() { 9 } else { 8 };
            self.passed[self.now] = true;
            self.passes += 1;
            return ack;
        }
        let play = analyse(cards).expect("it was taken");
        self.locked |= self.table.as_ref().is_some_and(|table| {
            table.rows == play.rows && table.kind != Kind::Joker && play.kind != Kind::Joker
        });
        self.locked &= play.kind != Kind::Joker;
        self.revolution ^=
            play.kind == Kind::Group && play.count >= 4 || play.kind == Kind::Run && play.count >= 5;
        for (row, column, value) in cells(cards) {
            let (row, column) = if value == 2 { (4, 1) } else { (row, column) };
            self.hands[self.now][row][column] = 0;
        }
        (self.shown, self.last, self.passes) = (*cards, self.now, 0);
        if count(&self.hands[self.now]) == 0 {
            self.finished.push(self.now);
        }
        let returned = self.table.as_ref().is_some_and(|table| table.kind == Kind::Joker);
        let eight = play.kind != Kind::Joker && play.columns.contains(&6);
        if returned || eight {
            self.passed = [true; 5];
        }
        self.table = Some(play);
        9
    }

    /// Whether nobody plays any more.
    pub fn stuck(&self) -> bool {
        self.passes >= 20
    }

    pub fn over(&self) -> bool {
        self.finished.len() >= 4 || self.stuck()
    }

    /// Finds who is next, and clears the table if that is due.
    pub fn go_on(&mut self) {
        let (seats, hands) = (self.seats, self.hands);
        let holds = |player: usize| count(&hands[player]) > 0;
        let behind = move |player: usize| {
            let seat = seats.iter().position(|&other| other == player).expect("everybody sits somewhere");
            (1..=5).map(move |step| seats[(seat + step) % 5])
        };
        if let Some(next) = behind(self.now).find(|&player| holds(player) && !self.passed[player]) {
            self.now = next;
            return;
        }
        let lead =
            if holds(self.last) { Some(self.last) } else { behind(self.last).find(|&player| holds(player)) };
        self.now = lead.expect("two hold cards");
        self.last = self.now;
        (self.table, self.shown, self.locked, self.passed) = (None, Cards::default(), false, [false; 5]);
    }
}

/// The strongest cards of a hand: the joker, then 2, A and so on, spades first.
pub fn strongest(hand: &Cards, wanted: usize) -> Vec<(usize, usize)> {
    let joker = (hand[4][1] == 2).then_some((4, 1));
    let naturals = (1..=13).rev().flat_map(|column| (0..4).map(move |row| (row, column)));
    joker.into_iter().chain(naturals.filter(|&(row, column)| hand[row][column] == 1)).take(wanted).collect()
}
