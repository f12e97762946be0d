//! A table as the protocol counts it: eight rows of fifteen numbers.

use std::fmt;

use games::daihinmin::{Line, MOST_SEATS};
use table::{Seat, SeatSet};

use crate::cells::{CARD_ROWS, Cells, Refused};

/// The number of rows.
pub const ROWS: usize = 8;

/// The number of columns.
pub const COLUMNS: usize = 15;

/// How many players sit at a table; their numbers are those of the seats.
pub const PLAYERS: usize = MOST_SEATS;

/// What the cell of the player says while it is nobody's turn.
const NOBODY: i32 = 6;

/// Where the status begins: its row, and in the row behind it the cards left, the ranks and the turn order.
const STATUS: usize = 5;
const SEATS: usize = 6;
const LEFT: usize = 0;
const RANKS: usize = PLAYERS;
const ORDER: usize = 2 * PLAYERS;

/// Eight rows of fifteen numbers. They are signed, because the oldest version of the protocol sends negative ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Grid(pub [[i32; COLUMNS]; ROWS]);

impl Grid {
    /// The table of these cards and this status.
    pub fn new(cells: Cells, status: &Status) -> Grid {
        let mut grid = Grid::of_cells(cells);
        status.write(&mut grid);
        grid
    }

    /// The table of these cards and zeros: what a client submits.
    pub fn of_cells(cells: Cells) -> Grid {
        let mut grid = Grid::default();
        cells.iter().for_each(|(row, column, joker)| grid.0[row][column] = 1 + i32::from(joker));
        grid
    }

    /// The cards on its first five rows.
    ///
    /// # Errors
    /// If a cell is neither empty nor a card nor the joker.
    pub fn cells(&self) -> Result<Cells, Refused> {
        let mut cells = Cells::EMPTY;
        for (row, column) in (0..CARD_ROWS).flat_map(|row| (0..COLUMNS).map(move |column| (row, column))) {
            cells = match self.0[row][column] {
                0 => cells,
                1 => cells.with_natural(row, column),
                2 => cells.with_joker(row, column),
                _ => return Err(Refused::NoSuchValue),
            };
        }
        Ok(cells)
    }

    /// What the two rows behind the cards say.
    ///
    /// # Errors
    /// If they cannot be true.
    pub fn status(&self) -> Result<Status, BadStatus> {
        Status::read(self)
    }
}

/// What a table of the server says besides cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Status {
    /// `[5][0]`: whether cards are exchanged.
    pub exchange: bool,
    /// `[5][1]`: how many cards the receiver of this table has to give; negative if it gave its best, where the version
    /// can say so.
    pub give: i32,
    /// `[5][2]`: whether it is the receiver's turn.
    pub yours: bool,
    /// `[5][3]`: whose turn it is, or who has just moved.
    pub player: Option<Seat>,
    /// `[5][4]`: whether the table is empty.
    pub empty: bool,
    /// `[5][5]`: whether a jack has turned the order.
    pub back: bool,
    /// `[5][6]`: whether a revolution is in force.
    pub revolution: bool,
    /// `[5][7]`: whether the suits are locked.
    pub locked: bool,
    /// `[6][0..5]`: how many cards each player holds.
    pub left: [u8; PLAYERS],
    /// `[6][5..10]`: the players from the richest to the poorest; nobody in the first game of a block.
    pub ranks: Option<Line>,
    /// `[6][10..15]`: who plays after whom.
    pub order: Line,
}

/// Why a status cannot be true.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BadStatus {
    /// The player is none of the five.
    Player(i32),
    /// A count of cards.
    Left(i32),
    /// The turn order does not name five players, each once.
    Order([i32; PLAYERS]),
}

impl fmt::Display for BadStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadStatus::Player(number) => write!(f, "there is no player {number}"),
            BadStatus::Left(count) => write!(f, "no player can hold {count} cards"),
            BadStatus::Order(order) => write!(f, "{order:?} is no turn order of five players"),
        }
    }
}

impl std::error::Error for BadStatus {}

impl Status {
    fn write(&self, grid: &mut Grid) {
        let player = self.player.map_or(NOBODY, |seat| seat.index() as i32);
        let flags = [self.empty, self.back, self.revolution, self.locked].map(i32::from);
        grid.0[STATUS][..4].copy_from_slice(&[self.exchange.into(), self.give, self.yours.into(), player]);
        grid.0[STATUS][4..8].copy_from_slice(&flags);
        for player in 0..PLAYERS {
            grid.0[SEATS][LEFT + player] = self.left[player].into();
        }
        for (place, seat) in self.ranks.unwrap_or(Line::EMPTY).as_slice().iter().enumerate() {
            grid.0[SEATS][RANKS + seat.index()] = place as i32;
        }
        for (place, seat) in self.order.as_slice().iter().enumerate() {
            grid.0[SEATS][ORDER + place] = seat.index() as i32;
        }
    }

    fn read(grid: &Grid) -> Result<Status, BadStatus> {
        let row = &grid.0[STATUS];
        Ok(Status {
            exchange: row[0] != 0,
            give: row[1],
            yours: row[2] != 0,
            player: read_player(row[3])?,
            empty: row[4] != 0,
            back: row[5] != 0,
            revolution: row[6] != 0,
            locked: row[7] != 0,
            left: read_left(five(grid, LEFT))?,
            ranks: read_ranks(five(grid, RANKS)),
            order: line(five(grid, ORDER)).ok_or(BadStatus::Order(five(grid, ORDER)))?,
        })
    }
}

/// Five numbers of the row about the players.
fn five(grid: &Grid, from: usize) -> [i32; PLAYERS] {
    std::array::from_fn(|player| grid.0[SEATS][from + player])
}

/// The player of this number.
fn seat(number: i32) -> Option<Seat> {
    usize::try_from(number).ok().filter(|&index| index < PLAYERS).map(Seat::new)
}

fn read_player(number: i32) -> Result<Option<Seat>, BadStatus> {
    match seat(number) {
        None if number != NOBODY => Err(BadStatus::Player(number)),
        player => Ok(player),
    }
}

fn read_left(counts: [i32; PLAYERS]) -> Result<[u8; PLAYERS], BadStatus> {
    match counts.iter().find(|count| !(0..=53).contains(*count)) {
        Some(&count) => Err(BadStatus::Left(count)),
        None => Ok(counts.map(|count| count as u8)),
    }
}

/// Five players, each once.
pub(crate) fn line(numbers: [i32; PLAYERS]) -> Option<Line> {
    let line: Line = numbers.into_iter().map(seat).collect::<Option<Vec<Seat>>>()?.into_iter().collect();
    line.is_of(SeatSet::all(PLAYERS)).then_some(line)
}

/// While players go out, the official server overwrites these cells one by one, and leaves in others what the last
/// client had sent there. What are no ranks is read as none.
fn read_ranks(ranks: [i32; PLAYERS]) -> Option<Line> {
    inverse(ranks).and_then(line)
}

/// Who has each rank, or which player each seat has: the inverse of five numbers, if they are a permutation.
pub(crate) fn inverse(numbers: [i32; PLAYERS]) -> Option<[i32; PLAYERS]> {
    let at = |wanted: usize| numbers.iter().position(|&number| number == wanted as i32);
    let mut places = [0; PLAYERS];
    for (wanted, place) in places.iter_mut().enumerate() {
        *place = at(wanted)? as i32;
    }
    Some(places)
}
