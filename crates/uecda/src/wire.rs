//! Tables and numbers as bytes, in three versions of the protocol.

use std::fmt;

use crate::cells::{CARD_ROWS, JOKER_ROW};
use crate::grid::{COLUMNS, Grid, ROWS};

/// A version of the protocol.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Version {
    /// 20060: the client sends no profile; numbers in the order of the host's bytes, negative ones among them.
    V20060,
    /// 20070: numbers are big-endian, and 0 stands for negative ones.
    V20070,
    /// 20140: a table is 33 hexadecimal digits; numbers and the profile are those of 20070.
    V20140,
}

/// The number of digits a table has in version 20140.
const DIGITS: usize = 33;

/// What stands for "no joker" in version 20140.
const NO_JOKER: usize = 0xff;

/// The number of bytes a table has as numbers.
const BYTES: usize = ROWS * COLUMNS * 4;

/// Why bytes are no table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BadTable {
    /// Another number of bytes is wanted.
    Length {
        /// How many a table has.
        wanted: usize,
        /// How many there were.
        found: usize,
    },
    /// A byte is no hexadecimal digit.
    Digit {
        /// Which byte, counted from 0.
        at: usize,
        /// What it is.
        found: u8,
    },
    /// The joker lies on a cell that does not exist.
    Joker(usize),
}

impl fmt::Display for BadTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadTable::Length { wanted, found } => write!(f, "a table has {wanted} bytes, not {found}"),
            BadTable::Digit { at, found } => write!(f, "byte {at} is {found:#04x}, not a hexadecimal digit"),
            BadTable::Joker(cell) => write!(f, "the joker lies on cell {cell}, and there are 75"),
        }
    }
}

impl std::error::Error for BadTable {}

impl Version {
    /// The version that a profile names.
    pub fn of_number(number: i32) -> Option<Version> {
        [Version::V20060, Version::V20070, Version::V20140]
            .into_iter()
            .find(|version| version.number() == number)
    }

    /// Its number.
    pub const fn number(self) -> i32 {
        match self {
            Version::V20060 => 20060,
            Version::V20070 => 20070,
            Version::V20140 => 20140,
        }
    }

    /// The number of bytes a table has.
    pub const fn table_len(self) -> usize {
        match self {
            Version::V20140 => DIGITS,
            _ => BYTES,
        }
    }

    /// A table as bytes. Version 20140 leaves out what it has no digits for: natural cards where there are none, a
    /// second joker, the last row.
    pub fn encode(self, grid: &Grid) -> Vec<u8> {
        match self {
            Version::V20140 => digits(grid),
            _ => grid.0.iter().flatten().flat_map(|&number| self.encode_int(number)).collect(),
        }
    }

    /// The table that these bytes are.
    ///
    /// # Errors
    /// If there are too few or too many of them, or if they are no digits where digits are wanted.
    pub fn decode(self, bytes: &[u8]) -> Result<Grid, BadTable> {
        if bytes.len() != self.table_len() {
            return Err(BadTable::Length { wanted: self.table_len(), found: bytes.len() });
        }
        match self {
            Version::V20140 => of_digits(bytes),
            _ => Ok(self.of_numbers(bytes)),
        }
    }

    fn of_numbers(self, bytes: &[u8]) -> Grid {
        let mut grid = Grid::default();
        let numbers = bytes.as_chunks().0.iter().map(|&four| self.decode_int(four));
        grid.0.iter_mut().flatten().zip(numbers).for_each(|(cell, number)| *cell = number);
        grid
    }

    /// A number as bytes.
    pub const fn encode_int(self, number: i32) -> [u8; 4] {
        match self {
            Version::V20060 => number.to_ne_bytes(),
            _ if number < 0 => [0; 4],
            _ => number.to_be_bytes(),
        }
    }

    /// The number that these bytes are.
    pub const fn decode_int(self, bytes: [u8; 4]) -> i32 {
        match self {
            Version::V20060 => i32::from_ne_bytes(bytes),
            _ => i32::from_be_bytes(bytes),
        }
    }
}

/// A table as 33 digits: a digit a rank with a bit a suit, two for the joker's cell, three for the status, fifteen for
/// the row about the players.
fn digits(grid: &Grid) -> Vec<u8> {
    let mut out = Vec::with_capacity(DIGITS);
    let [exchange, give, yours, player, flags @ ..] = &grid.0[5];
    out.extend((1..=13).map(|column| digit(suits(grid, column))));
    let joker = joker_cell(grid);
    out.extend([digit(joker as i32 >> 4), digit(joker as i32)]);
    out.push(digit((8 * i32::from(*exchange == 1)).wrapping_add(*give).wrapping_add(2)));
    out.push(digit((8 * i32::from(*yours == 1)).wrapping_add(*player)));
    out.push(digit((0..4).map(|flag| i32::from(flags[flag] == 1) << flag).sum()));
    out.extend(grid.0[6].iter().map(|&number| digit(number)));
    out
}

/// The suits of the natural cards in a column, a bit a row.
fn suits(grid: &Grid, column: usize) -> i32 {
    (0..JOKER_ROW).map(|row| i32::from(grid.0[row][column] == 1) << row).sum()
}

/// The cell of the first joker.
fn joker_cell(grid: &Grid) -> usize {
    let cells = || grid.0[..CARD_ROWS].iter().flatten();
    cells().position(|&cell| cell == 2).unwrap_or(NO_JOKER)
}

/// One digit; of a larger number the lowest.
fn digit(number: i32) -> u8 {
    b"0123456789ABCDEF"[(number & 0xf) as usize]
}

fn of_digits(bytes: &[u8]) -> Result<Grid, BadTable> {
    let mut values = [0i32; DIGITS];
    for (at, &found) in bytes.iter().enumerate() {
        let digit = char::from(found).to_digit(16).ok_or(BadTable::Digit { at, found })?;
        values[at] = digit as i32;
    }
    let mut grid = Grid::default();
    for (column, suits) in (1..=13).zip(values) {
        (0..JOKER_ROW).for_each(|row| grid.0[row][column] = suits >> row & 1);
    }
    match (values[13] * 16 + values[14]) as usize {
        NO_JOKER => {}
        cell if cell < CARD_ROWS * COLUMNS => grid.0[cell / COLUMNS][cell % COLUMNS] = 2,
        cell => return Err(BadTable::Joker(cell)),
    }
    let [exchange, player, flags] = [values[15], values[16], values[17]];
    grid.0[5][..4].copy_from_slice(&[exchange >> 3, (exchange & 7) - 2, player >> 3, player & 7]);
    (0..4).for_each(|flag| grid.0[5][4 + flag] = flags >> flag & 1);
    grid.0[6].copy_from_slice(&values[18..]);
    Ok(grid)
}

/// What a client sends first: its version and its name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Profile {
    /// The version it wants to speak.
    pub version: Version,
    /// Its name; without spaces, which logs cannot hold.
    pub name: String,
}

/// How long a name may be.
pub const LONGEST_NAME: usize = 14;

impl Profile {
    /// The table of the profile, which is always sent as in version 20070.
    pub fn grid(&self) -> Grid {
        let mut grid = Grid::default();
        grid.0[0][0] = self.version.number();
        let letters = self.name.bytes().take(LONGEST_NAME);
        grid.0[1].iter_mut().zip(letters).for_each(|(cell, letter)| *cell = letter.into());
        grid
    }

    /// The profile of a table.
    ///
    /// # Errors
    /// The number of a version that is not spoken here.
    pub fn read(grid: &Grid) -> Result<Profile, i32> {
        let version = Version::of_number(grid.0[0][0]).ok_or(grid.0[0][0])?;
        let letters = grid.0[1][..LONGEST_NAME].iter().take_while(|&&code| code != 0);
        Ok(Profile { version, name: letters.map(|&code| letter(code)).collect() })
    }
}

/// A letter of a name, if a log can hold it.
fn letter(code: i32) -> char {
    let graphic = u8::try_from(code).ok().filter(u8::is_ascii_graphic);
    graphic.map_or('_', char::from)
}
