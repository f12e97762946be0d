//! Matches as other programs write them down: the official server's log, FujiGokoro's records.

mod fuji;
mod official;

use std::fmt;

use games::daihinmin::{CardSet, Line};
use table::{BySeat, Seat};

use crate::cells::Cells;
use crate::grid::PLAYERS;

pub use fuji::{read_fuji, write_fuji};
pub use official::{Head, footer, header, read_official, write_game, write_notes, write_official};

/// A match: some games of the same five players.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MatchLog {
    /// Who played, by number.
    pub names: [String; PLAYERS],
    /// What stands above the games, as written there; only the official log has it.
    pub header: Vec<(String, String)>,
    /// The games in order.
    pub games: Vec<GameLog>,
    /// What stands below the games, as written there.
    pub footer: Vec<(String, String)>,
}

/// One game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameLog {
    /// Who is what, from daifugo to daihinmin; nobody in the first game of a block.
    pub ranks: Option<Line>,
    /// Who plays after whom.
    pub order: Line,
    /// Everybody's cards, before any are given away.
    pub dealt: BySeat<CardSet>,
    /// What was given away; not told by every log.
    pub gifts: Option<Vec<Gift>>,
    /// What was submitted, refused submissions among it.
    pub turns: Vec<LoggedTurn>,
    /// Who went out when.
    pub result: Line,
    /// The points of each player after this game; not told by every log.
    pub points: Option<[u64; PLAYERS]>,
}

/// Cards given away before play begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Gift {
    /// By whom.
    pub from: Seat,
    /// To whom.
    pub to: Seat,
    /// Which.
    pub cards: CardSet,
}

/// One submission.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LoggedTurn {
    /// By whom; not told by every log.
    pub player: Option<Seat>,
    /// What was submitted.
    pub cells: Cells,
    /// How long the server waited for it, in microseconds; not told by every log.
    pub micros: Option<u64>,
}

/// Where a log is wrong, and how.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LogError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong with it.
    pub why: String,
}

impl fmt::Display for LogError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.why)
    }
}

impl std::error::Error for LogError {}

/// What is wrong with a part of a line.
type Parsed<T> = Result<T, String>;

/// Five of something.
fn five<T>(items: Vec<T>) -> Parsed<[T; PLAYERS]> {
    let found = items.len();
    items.try_into().map_err(|_| format!("{PLAYERS} players are wanted, not {found}"))
}

/// Five numbers, and their inverse as players in a row.
fn line_of(numbers: [i32; PLAYERS]) -> Parsed<Line> {
    crate::grid::line(numbers)
        .ok_or_else(|| format!("{numbers:?} does not name the players 0 to 4, each once"))
}

/// The players in the order of the numbers they have.
fn inverse(numbers: [i32; PLAYERS]) -> Parsed<Line> {
    let inverse = crate::grid::inverse(numbers).and_then(crate::grid::line);
    inverse.ok_or_else(|| format!("{numbers:?} are not the numbers 0 to 4, each once"))
}

/// The number that each player has in a row.
fn places(line: Line) -> [usize; PLAYERS] {
    let mut places = [0; PLAYERS];
    line.as_slice().iter().enumerate().for_each(|(place, seat)| places[seat.index()] = place);
    places
}

/// The hands, if no card is dealt twice.
fn hands(cards: Vec<CardSet>) -> Parsed<BySeat<CardSet>> {
    let cards = five(cards)?;
    let all = cards.iter().fold(CardSet::NONE, |all, hand| all.or(*hand));
    match cards.iter().map(|hand| hand.len()).sum::<usize>() {
        count if count == all.len() => Ok(BySeat::from_fn(PLAYERS, |seat| cards[seat.index()])),
        _ => Err("a card is dealt twice".into()),
    }
}
