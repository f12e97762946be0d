//! The records of FujiGokoro, the champion of 2014 to 2017: words between spaces.
//!
//! `player` and five names; then, between `/*` and `*/`, the ranks (`class`), the place of each player in the turn order
//! (`seat`), the cards as dealt, given away (`changed`) and after the exchange (`original`), the moves with the
//! microseconds they took, and the ranks that follow (`result`). A move does not name its player.

use std::fmt::Write;

use games::daihinmin::{COLUMNS, CardSet, GridCell, Joker, Line, Meld, MeldKind, Suit, TWO};
use table::{BySeat, Seat};

use super::{GameLog, Gift, LogError, LoggedTurn, MatchLog, Parsed, five, hands, inverse, places};
use crate::cells::Cells;
use crate::grid::PLAYERS;

/// The letter of a fifth card beside the four of a rank.
const FIFTH: char = 'x';

/// Reads such a record.
///
/// # Errors
/// The first line that is wrong.
pub fn read_fuji(text: &str) -> Result<MatchLog, LogError> {
    let mut words = Words::new(text);
    words.expect("player")?;
    let names = words.five(|word| Ok(word.to_string()))?;
    let mut games = Vec::new();
    while words.peek().is_some() {
        games.push(words.game()?);
    }
    Ok(MatchLog { names, header: Vec::new(), games, footer: Vec::new() })
}

/// The words of a text with their lines.
struct Words<'a> {
    words: std::iter::Peekable<Box<dyn Iterator<Item = (usize, &'a str)> + 'a>>,
    line: usize,
}

impl<'a> Words<'a> {
    fn new(text: &'a str) -> Words<'a> {
        let line =
            |(index, line): (usize, &'a str)| line.split_whitespace().map(move |word| (index + 1, word));
        let words: Box<dyn Iterator<Item = _>> = Box::new(text.lines().enumerate().flat_map(line));
        Words { words: words.peekable(), line: 1 }
    }

    fn error(&self, why: impl Into<String>) -> LogError {
        LogError { line: self.line, why: why.into() }
    }

    fn peek(&mut self) -> Option<&'a str> {
        self.words.peek().map(|(_, word)| *word)
    }

    fn next(&mut self) -> Result<&'a str, LogError> {
        let (line, word) =
            self.words.next().ok_or_else(|| self.error("the text ends in the middle of a game"))?;
        self.line = line;
        Ok(word)
    }

    fn expect(&mut self, wanted: &str) -> Result<(), LogError> {
        match self.words.next() {
            Some((_, word)) if word == wanted => Ok(()),
            Some((line, word)) => {
                self.line = line;
                Err(self.error(format!("`{wanted}` is wanted here, not `{}`", word.escape_debug())))
            }
            None => Err(self.error(format!("the text ends where `{wanted}` is wanted"))),
        }
    }

    fn five<T>(&mut self, read: impl Fn(&'a str) -> Parsed<T>) -> Result<[T; PLAYERS], LogError> {
        let mut items = Vec::with_capacity(PLAYERS);
        for _ in 0..PLAYERS {
            let word = self.next()?;
            items.push(read(word).map_err(|why| self.error(why))?);
        }
        five(items).map_err(|why| self.error(why))
    }

    /// The players in the order of the numbers that stand behind this word.
    fn line(&mut self, key: &str) -> Result<Line, LogError> {
        self.expect(key)?;
        let numbers =
            self.five(|word| word.parse().map_err(|_| format!("`{}` is no number", word.escape_debug())))?;
        inverse(numbers).map_err(|why| self.error(format!("{key}: {why}")))
    }

    fn cards(&mut self) -> Result<CardSet, LogError> {
        self.expect("{")?;
        let mut cards = CardSet::NONE;
        loop {
            match self.next()? {
                "}" => return Ok(cards),
                word => cards = cards.or(read_card(word).map_err(|why| self.error(why))?),
            }
        }
    }

    /// Five sets of cards behind this word.
    fn sets(&mut self, key: &str) -> Result<Vec<CardSet>, LogError> {
        self.expect(key)?;
        (0..PLAYERS).map(|_| self.cards()).collect()
    }

    fn game(&mut self) -> Result<GameLog, LogError> {
        self.expect("/*")?;
        if self.peek() == Some("game") {
            self.next()?;
            self.next()?;
        }
        self.expect("score")?;
        let (ranks, order) = (self.line("class")?, self.line("seat")?);
        let dealt = self.sets("dealt")?;
        let dealt = hands(dealt).map_err(|why| self.error(why))?;
        let changed = self.sets("changed")?;
        let gifts = gifts(ranks, &changed);
        let original = self.sets("original")?;
        self.check_original(&dealt, &gifts, &original)?;
        let turns = self.turns()?;
        let result = self.line("result")?;
        self.expect("*/")?;
        let ranks = Some(ranks).filter(|_| !gifts.is_empty());
        Ok(GameLog { ranks, order, dealt, gifts: Some(gifts), turns, result, points: None })
    }

    /// The cards after the exchange must be those dealt but for what was given.
    fn check_original(
        &self,
        dealt: &BySeat<CardSet>,
        gifts: &[Gift],
        original: &[CardSet],
    ) -> Result<(), LogError> {
        let mut held = *dealt;
        for gift in gifts {
            held[gift.from] = held[gift.from].minus(gift.cards);
            held[gift.to] = held[gift.to].or(gift.cards);
        }
        match held.as_slice() == original {
            true => Ok(()),
            false => Err(self.error("original: other cards than those dealt and exchanged")),
        }
    }

    fn turns(&mut self) -> Result<Vec<LoggedTurn>, LogError> {
        self.expect("play")?;
        let mut turns = Vec::new();
        while self.peek().is_some_and(|word| word != "result") {
            let word = self.next()?;
            turns.push(read_turn(word).map_err(|why| self.error(why))?);
        }
        Ok(turns)
    }
}

/// What was given away, in the order of the official log: the poor first, and of each the one that gives more.
fn gifts(ranks: Line, changed: &[CardSet]) -> Vec<Gift> {
    let gift = |(from, to): (usize, usize)| {
        let (from, to) = (ranks.at(from), ranks.at(to));
        Gift { from, to, cards: changed[from.index()] }
    };
    let all = [(4, 0), (3, 1), (0, 4), (1, 3)].map(gift);
    all.into_iter().filter(|gift| !gift.cards.is_empty()).collect()
}

fn read_card(word: &str) -> Parsed<CardSet> {
    let cards: Result<CardSet, _> = word.parse();
    cards.ok().filter(|cards| cards.len() == 1).ok_or_else(|| format!("`{}` is no card", word.escape_debug()))
}

/// A move with the microseconds it took, e.g. `h-678(7)[98]`.
fn read_turn(word: &str) -> Parsed<LoggedTurn> {
    let wrong =
        || format!("`{}` is no move, e.g. `p`, `jk`, `ch-4[99]`, `h-678(7)[98]`", word.escape_debug());
    let (text, micros) = match word.split_once('[') {
        Some((text, rest)) => {
            let micros = rest.strip_suffix(']').and_then(|micros| micros.parse().ok());
            (text, Some(micros.ok_or_else(wrong)?))
        }
        None => (word, None),
    };
    let cells = match text {
        "p" => Cells::EMPTY,
        _ => Cells::of_meld(read_meld(text).ok_or_else(wrong)?),
    };
    Ok(LoggedTurn { player: None, cells, micros })
}

fn read_meld(text: &str) -> Option<Meld> {
    if text == "jk" {
        return Some(Meld::LONE_JOKER);
    }
    let (suits, rest) = text.split_once('-')?;
    let (ranks, joker) = match rest.split_once('(') {
        Some((ranks, joker)) => (ranks, Some(joker.strip_suffix(')')?)),
        None => (rest, None),
    };
    let fifth = suits.contains(FIFTH);
    let suits = suits.chars().filter(|&letter| letter != FIFTH).map(suit).collect::<Option<Vec<Suit>>>()?;
    let columns = ranks.chars().map(column).collect::<Option<Vec<usize>>>()?;
    let cells: Vec<GridCell> = columns
        .iter()
        .flat_map(|&column| suits.iter().map(move |&suit| GridCell::new(suit, column)))
        .collect();
    let stands = match (joker, columns.len()) {
        (None, _) => None,
        (Some(_), _) if fifth => None,
        (Some(joker), 1) => Some(GridCell::new(only(joker, suit)?, columns[0])),
        (Some(joker), _) => Some(GridCell::new(*suits.first()?, only(joker, column)?)),
    };
    let naturals = cells.iter().filter(|&&cell| Some(cell) != stands).map(|cell| cell.card());
    let naturals = naturals.collect::<Option<CardSet>>()?;
    let joker = if fifth { Joker::Fifth } else { stands.map_or(Joker::Absent, Joker::For) };
    // A single joker is written `jk`, and cells named twice are not cards.
    let count = naturals.len() + usize::from(joker != Joker::Absent);
    Meld::of(naturals, joker)
        .filter(|meld| !meld.is_lone_joker() && count == cells.len() + usize::from(fifth))
}

/// The one letter of a text.
fn only<T>(text: &str, read: impl Fn(char) -> Option<T>) -> Option<T> {
    let mut letters = text.chars();
    let first = read(letters.next()?);
    first.filter(|_| letters.next().is_none())
}

fn suit(letter: char) -> Option<Suit> {
    Suit::ALL.into_iter().find(|suit| suit.letter().eq_ignore_ascii_case(&letter))
}

fn column(letter: char) -> Option<usize> {
    COLUMNS.find(letter.to_ascii_uppercase())
}

/// Writes such a record. Games must name their gifts, and what was refused is written as a pass.
pub fn write_fuji(log: &MatchLog) -> String {
    let mut out = format!("player {}\n", log.names.join(" "));
    log.games.iter().enumerate().for_each(|(number, game)| write_game(&mut out, number, game));
    out
}

fn write_game(out: &mut String, number: usize, game: &GameLog) {
    let gifts = game.gifts.as_deref().unwrap_or(&[]);
    let (mut changed, mut original) = (BySeat::new(PLAYERS, CardSet::NONE), game.dealt);
    for gift in gifts {
        changed[gift.from] = gift.cards;
        original[gift.from] = original[gift.from].minus(gift.cards);
        original[gift.to] = original[gift.to].or(gift.cards);
    }
    let ranks = game.ranks.unwrap_or_else(|| Seat::all(PLAYERS).collect());
    let turns = game.turns.iter().map(write_turn).collect::<String>();
    let rows = [
        ("class", numbers(ranks)),
        ("seat", numbers(game.order)),
        ("dealt", sets(&game.dealt)),
        ("changed", sets(&changed)),
        ("original", sets(&original)),
        ("play", turns),
        ("result", numbers(game.result)),
    ];
    push(out, format_args!("/* \ngame {number} \nscore \n"));
    rows.iter().for_each(|(key, value)| push(out, format_args!("{key} {value}\n")));
    out.push_str("*/ \n");
}

fn push(out: &mut String, text: std::fmt::Arguments<'_>) {
    out.write_fmt(text).expect("a string takes any text");
}

fn numbers(line: Line) -> String {
    places(line).map(|place| format!("{place} ")).concat()
}

fn sets(sets: &BySeat<CardSet>) -> String {
    sets.iter().map(|(_, cards)| format!("{{{} }} ", words(cards))).collect()
}

fn words(cards: CardSet) -> String {
    cards.iter().map(|card| format!(" {card}").to_lowercase()).collect()
}

fn write_turn(turn: &LoggedTurn) -> String {
    let text = turn.cells.meld().map_or("p".to_string(), write_meld);
    format!("{text}[{}] ", turn.micros.unwrap_or(0))
}

fn write_meld(meld: Meld) -> String {
    if meld.is_lone_joker() {
        return "jk".into();
    }
    let suits: String = meld.suits().iter().map(Suit::letter).collect();
    let ranks = &COLUMNS[meld.low()..=meld.high().min(TWO + 1)];
    let joker = match meld.joker() {
        Joker::For(cell) if meld.kind() == MeldKind::Run => {
            format!("({})", &COLUMNS[cell.column()..=cell.column()])
        }
        Joker::For(cell) => format!("({})", cell.suit()),
        Joker::Fifth => format!("({FIFTH})"),
        Joker::Absent | Joker::Alone => String::new(),
    };
    let fifth = if meld.joker() == Joker::Fifth { FIFTH.to_string() } else { String::new() };
    format!("{suits}{fifth}-{ranks}{joker}").to_lowercase()
}
