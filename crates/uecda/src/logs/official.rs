//! The log of the official server, in both revisions.
//!
//! A line is `%NNNNN%key% value` with the number of the game, or `%-----%key% value` above and below the games. The
//! misspelt keys are the format. The older revision has no `change_cards` and no `points`.

use std::fmt::Write;

use games::daihinmin::{CardSet, Line};
use table::{BySeat, Seat};

use super::{GameLog, Gift, LogError, LoggedTurn, MatchLog, Parsed, five, hands, inverse, line_of, places};
use crate::cells::{Cells, JOKER_ROW};
use crate::grid::PLAYERS;

/// The suits of natural cards, by row; the fifth row has none, and is written like a joker there.
const NATURAL: &[u8; 5] = b"SHDCJ";

/// The same for the joker.
const JOKER: &[u8; 5] = b"KLMNJ";

/// The ranks, by column.
const RANKS: &[u8; 15] = b"x3456789TJQKA2x";

/// What ends the cards of a token.
const END: &str = "EE";

const NAMES: &str = "palyer_name";

/// Reads a log of either revision.
///
/// # Errors
/// The first line that is wrong.
pub fn read_official(text: &str) -> Result<MatchLog, LogError> {
    let mut lines = Lines { text: text.lines().enumerate(), next: None, line: 0 };
    let header = lines.notes()?;
    let names = header.iter().find(|(key, _)| key == NAMES);
    let names =
        names.ok_or_else(|| lines.error(format!("`%-----%{NAMES}%` is wanted above the first game")))?;
    let names = names.1.split_whitespace().map(String::from).collect();
    let names = five(names).map_err(|why| lines.error(format!("{NAMES}: {why}")))?;
    let mut games = Vec::new();
    while let Some(game) = lines.game(games.len())? {
        games.push(game);
    }
    let footer = lines.notes()?;
    match lines.peek()? {
        Some(_) => Err(lines.error("a game stands below the last lines of the match")),
        None => Ok(MatchLog { names, header, games, footer }),
    }
}

/// One line: of a game, or above or below the games.
#[derive(Clone, Copy)]
struct Field<'a> {
    game: Option<usize>,
    key: &'a str,
    value: &'a str,
}

struct Lines<'a> {
    text: std::iter::Enumerate<std::str::Lines<'a>>,
    next: Option<Field<'a>>,
    line: usize,
}

impl<'a> Lines<'a> {
    fn error(&self, why: impl Into<String>) -> LogError {
        LogError { line: self.line.max(1), why: why.into() }
    }

    fn peek(&mut self) -> Result<Option<Field<'a>>, LogError> {
        if self.next.is_none()
            && let Some((index, text)) = self.text.next()
        {
            self.line = index + 1;
            let field = read_field(text).ok_or_else(|| {
                self.error("`%NNNNN%key% value` is wanted, or `%-----%key% value` above and below the games")
            });
            self.next = Some(field?);
        }
        Ok(self.next)
    }

    /// The lines that belong to no game.
    fn notes(&mut self) -> Result<Vec<(String, String)>, LogError> {
        let mut notes = Vec::new();
        while let Some(field) = self.peek()?.filter(|field| field.game.is_none()) {
            notes.push((field.key.to_string(), field.value.to_string()));
            self.next = None;
        }
        Ok(notes)
    }

    /// The value of this key of a game, if it is the next.
    fn try_value(&mut self, game: usize, key: &str) -> Result<Option<&'a str>, LogError> {
        let field = self.peek()?.filter(|field| field.game == Some(game) && field.key == key);
        if field.is_some() {
            self.next = None;
        }
        Ok(field.map(|field| field.value))
    }

    fn value<T>(
        &mut self,
        game: usize,
        key: &str,
        read: impl FnOnce(&'a str) -> Parsed<T>,
    ) -> Result<T, LogError> {
        match self.try_value(game, key)? {
            Some(value) => read(value).map_err(|why| self.error(format!("{key}: {why}"))),
            None => Err(self.error(format!("`%{game:05}%{key}%` is wanted here"))),
        }
    }

    fn optional<T>(
        &mut self,
        game: usize,
        key: &str,
        read: impl FnOnce(&'a str) -> Parsed<T>,
    ) -> Result<Option<T>, LogError> {
        let value = self.try_value(game, key)?.map(read).transpose();
        value.map_err(|why| self.error(format!("{key}: {why}")))
    }

    fn game(&mut self, number: usize) -> Result<Option<GameLog>, LogError> {
        if self.peek()?.is_none_or(|field| field.game.is_none()) {
            return Ok(None);
        }
        Ok(Some(GameLog {
            ranks: self.value(number, "mibun", read_ranks)?,
            order: self.value(number, "seat", |value| line_of(read_digits(value)?))?,
            dealt: self.value(number, "palyer_cards", read_hands)?,
            gifts: self.optional(number, "change_cards", read_gifts)?,
            turns: self.value(number, "play", read_turns)?,
            result: self.value(number, "result", |value| line_of(read_digits(value)?))?,
            points: self.optional(number, "points", read_points)?,
        }))
    }
}

fn read_field(text: &str) -> Option<Field<'_>> {
    let (game, rest) = text.strip_prefix('%')?.split_once('%')?;
    let (key, value) = rest.split_once('%')?;
    let game = match game {
        "-----" => None,
        number if number.len() >= 5 && number.bytes().all(|digit| digit.is_ascii_digit()) => {
            Some(number.parse().ok()?)
        }
        _ => return None,
    };
    Some(Field { game, key, value: value.strip_prefix(' ').unwrap_or(value) })
}

/// Five digits.
fn read_digits(text: &str) -> Parsed<[i32; PLAYERS]> {
    let digit = |letter: char| letter.to_digit(10).map(|digit| digit as i32);
    let digits = text.trim().chars().map(digit).collect::<Option<Vec<i32>>>();
    five(digits.ok_or_else(|| format!("five digits are wanted, not `{}`", text.escape_debug()))?)
}

/// The ranks of the players; all are equal in the first game of a block.
fn read_ranks(text: &str) -> Parsed<Option<Line>> {
    match read_digits(text)? {
        ranks if ranks == [2; PLAYERS] => Ok(None),
        ranks => inverse(ranks).map(Some),
    }
}

fn read_hands(text: &str) -> Parsed<BySeat<CardSet>> {
    let read = |word| read_cards(word)?.cards().map_err(|why| format!("`{word}`: {why}"));
    hands(text.split_whitespace().map(read).collect::<Parsed<_>>()?)
}

fn read_gifts(text: &str) -> Parsed<Vec<Gift>> {
    match text.trim() {
        "NULL" => Ok(Vec::new()),
        gifts => gifts.split_whitespace().map(read_gift).collect(),
    }
}

fn read_gift(word: &str) -> Parsed<Gift> {
    let (from, rest) = read_player(word)?;
    let (to, rest) = read_player(rest)?;
    let cards = token_cards(word, rest)?.cards().map_err(|why| format!("`{word}`: {why}"))?;
    Ok(Gift { from, to, cards })
}

fn read_turns(text: &str) -> Parsed<Vec<LoggedTurn>> {
    text.split_whitespace().map(read_turn).collect()
}

fn read_turn(word: &str) -> Parsed<LoggedTurn> {
    let (player, rest) = read_player(word)?;
    Ok(LoggedTurn { player: Some(player), cells: token_cards(word, rest)?, micros: None })
}

/// The player that a text begins with.
fn read_player(text: &str) -> Parsed<(Seat, &str)> {
    let digit = text.chars().next().and_then(|letter| letter.to_digit(10)).filter(|&digit| digit < 5);
    let digit =
        digit.ok_or_else(|| format!("`{}` does not begin with a player, 0 to 4", text.escape_debug()))?;
    Ok((Seat::new(digit as usize), &text[1..]))
}

fn token_cards(word: &str, rest: &str) -> Parsed<Cells> {
    let cards = rest.strip_suffix(END);
    read_cards(cards.ok_or_else(|| format!("`{}` does not end with {END}", word.escape_debug()))?)
}

/// Cards as two letters each. Below 3 and above 2 are written alike: below, if more of the same row follows.
fn read_cards(text: &str) -> Parsed<Cells> {
    let wrong = || format!("`{}` are no cards", text.escape_debug());
    let (pairs, []) = text.as_bytes().as_chunks::<2>() else { return Err(wrong()) };
    let cards = pairs.iter().map(|pair| read_card(*pair)).collect::<Option<Vec<_>>>().ok_or_else(wrong)?;
    let mut cells = Cells::EMPTY;
    for (at, &(row, column, joker)) in cards.iter().enumerate() {
        let follows = cards[at + 1..].iter().any(|&(other, ..)| other == row);
        let column = if column == 0 && !follows { RANKS.len() - 1 } else { column };
        cells = if joker { cells.with_joker(row, column) } else { cells.with_natural(row, column) };
    }
    // The same card twice is one cell less.
    if cells.iter().count() == cards.len() { Ok(cells) } else { Err(wrong()) }
}

fn read_card([suit, rank]: [u8; 2]) -> Option<(usize, usize, bool)> {
    let column = RANKS.iter().position(|&letter| letter == rank)?;
    let natural = NATURAL[..JOKER_ROW].iter().position(|&letter| letter == suit);
    let joker = JOKER.iter().position(|&letter| letter == suit);
    natural.map(|row| (row, column, false)).or(joker.map(|row| (row, column, true)))
}

fn read_points(text: &str) -> Parsed<[u64; PLAYERS]> {
    let points = text.split_whitespace().map(str::parse).collect::<Result<Vec<u64>, _>>();
    five(points.map_err(|_| format!("five numbers are wanted, not `{}`", text.escape_debug()))?)
}

/// What stands above a log that our server writes.
#[derive(Clone, Debug)]
pub struct Head<'a> {
    /// Who plays, by number.
    pub names: &'a [String; PLAYERS],
    /// The number of games there will be.
    pub games: u32,
    /// After how many games the ranks are forgotten.
    pub block: u16,
    /// After how many games the turn order is drawn anew.
    pub reseat: u16,
    /// The port, if there is one.
    pub port: Option<u16>,
    /// What all luck derives from, if it is known.
    pub seed: Option<u64>,
}

/// The lines above the games, as the official server writes them for these rules.
pub fn header(head: &Head<'_>) -> Vec<(String, String)> {
    let note = |key: &str, value: &str| Some((key.to_string(), value.to_string()));
    let known = |key: &str, value: Option<String>| value.map(|value| (key.to_string(), value));
    [
        note(NAMES, &head.names.join(" ")),
        note("RULE_KAKUMEI", "YES"),
        note("RULE_SHIBARI", "YES"),
        note("RULE_KINSOKU", "NO"),
        note("RULE_KAIDAN", "YES"),
        note("RULE_CHANGE", "YES"),
        note("RULE_5TOBI", "NO"),
        note("RULE_6REVERS", "NO"),
        note("RULE_8GIRI", "YES"),
        note("RULE_11BACK", "NO"),
        note("RULE_SEKIGAE", if head.reseat == 0 { "NO" } else { "YES" }),
        note("RULE_SEKIGAE_NUM", &head.reseat.to_string()),
        note("GAME_NUMBER", &head.games.to_string()),
        note("FLASH_MIBUN_NUMBER", &head.block.to_string()),
        known("GAME_PORT", head.port.map(|port| port.to_string())),
        known("RANDOM_SEED", head.seed.map(|seed| seed.to_string())),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// The lines below the games.
pub fn footer(points: &[u64; PLAYERS]) -> Vec<(String, String)> {
    vec![("TOTAL_POINT".to_string(), spaced(points))]
}

/// Writes lines that belong to no game.
pub fn write_notes(out: &mut String, notes: &[(String, String)]) {
    notes.iter().for_each(|(key, value)| push(out, format_args!("%-----%{key}% {value}\n")));
}

fn push(out: &mut String, text: std::fmt::Arguments<'_>) {
    out.write_fmt(text).expect("a string takes any text");
}

/// Writes a whole log; what a game does not tell (gifts, points) gets no line, as in the older revision.
pub fn write_official(log: &MatchLog) -> String {
    let mut out = String::new();
    write_notes(&mut out, &log.header);
    log.games.iter().enumerate().for_each(|(number, game)| write_game(&mut out, number, game));
    write_notes(&mut out, &log.footer);
    out
}

/// Writes one game.
pub fn write_game(out: &mut String, number: usize, game: &GameLog) {
    let mut field = |key: &str, value: &str| push(out, format_args!("%{number:05}%{key}% {value}\n"));
    let ranks = game.ranks.map_or([2; PLAYERS], places);
    field("mibun", &ranks.map(|rank| rank.to_string()).concat());
    field("seat", &numbers(game.order));
    let hands = game.dealt.iter().map(|(_, hand)| cards(Cells::of_hand(hand)) + " ");
    field("palyer_cards", &hands.collect::<String>());
    if let Some(gifts) = &game.gifts {
        field("change_cards", &write_gifts(gifts));
    }
    field("play", &game.turns.iter().map(write_turn).collect::<String>());
    field("result", &numbers(game.result));
    if let Some(points) = &game.points {
        field("points", &spaced(points));
    }
}

fn numbers(line: Line) -> String {
    line.as_slice().iter().map(|seat| seat.index().to_string()).collect()
}

fn spaced(points: &[u64; PLAYERS]) -> String {
    points.map(|points| points.to_string()).join(" ")
}

fn write_gifts(gifts: &[Gift]) -> String {
    if gifts.is_empty() {
        return "NULL".into();
    }
    let write = |gift: &Gift| {
        format!(" {}{}{}{END}", gift.from.index(), gift.to.index(), cards(Cells::of_hand(gift.cards)))
    };
    gifts.iter().map(write).collect()
}

fn write_turn(turn: &LoggedTurn) -> String {
    let player = turn.player.map_or(String::new(), |player| player.index().to_string());
    format!(" {player}{}{END}", cards(turn.cells))
}

/// Cards as two letters each, row by row.
fn cards(cells: Cells) -> String {
    let letters = |(row, column, joker): (usize, usize, bool)| {
        [if joker { JOKER[row] } else { NATURAL[row] }, RANKS[column]].map(char::from)
    };
    cells.iter().flat_map(letters).collect()
}
