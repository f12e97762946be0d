//! Just enough of the official server's log to replay it.

use std::io::Read;

use flate2::read::GzDecoder;
use games::daihinmin::{Card, CardSet, GridCell, Line, Meld, ROWS};
use table::{BySeat, Seat};

/// One game as it was logged.
#[derive(Clone, Debug)]
pub(crate) struct Logged {
    pub(crate) ranks: Option<Line>,
    pub(crate) order: Line,
    pub(crate) hands: BySeat<CardSet>,
    pub(crate) gifts: Vec<(Seat, Seat, CardSet)>,
    pub(crate) plays: Vec<(Seat, Submitted)>,
    pub(crate) result: Line,
    pub(crate) points: Vec<u32>,
}

impl Logged {
    /// Who was dealt the first card: three seats in a row from there hold one more.
    pub(crate) fn dealt_first(&self) -> Seat {
        let more = |place: usize| self.hands[self.order.at(place % 5)].len() == 11;
        let first = (0..5).find(|&place| more(place) && more(place + 1) && more(place + 2)).unwrap();
        self.order.at(first)
    }
}

/// What a client sent, accepted or not: the joker's row and the columns it can mean.
#[derive(Clone, Debug)]
pub(crate) struct Submitted {
    pub(crate) naturals: CardSet,
    pub(crate) joker: Option<(usize, Vec<usize>)>,
}

impl Submitted {
    pub(crate) fn is_pass(&self) -> bool {
        self.naturals.is_empty() && self.joker.is_none()
    }

    pub(crate) fn cards(&self) -> CardSet {
        if self.joker.is_some() { self.naturals.with(Card::JOKER) } else { self.naturals }
    }

    /// The meld it is; the letter of the outermost columns is the same for both.
    pub(crate) fn meld(&self) -> Option<Meld> {
        match &self.joker {
            None => Meld::on_grid(self.naturals, None),
            Some((row, columns)) => {
                columns.iter().find_map(|&column| Meld::on_grid(self.naturals, Some((*row, column))))
            }
        }
    }
}

const RANKS: &str = "x3456789TJQKA2x";

pub(crate) fn read(file: &str) -> Vec<Logged> {
    let path = format!("{}/../../data/uecda/{file}.log.gz", env!("CARGO_MANIFEST_DIR"));
    let mut text = String::new();
    GzDecoder::new(std::fs::File::open(&path).unwrap()).read_to_string(&mut text).unwrap();
    let mut games = Vec::new();
    let mut fields: Vec<(String, String)> = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with("%-----")) {
        let mut parts = line.splitn(4, '%').skip(2);
        let (key, value) = (parts.next().unwrap(), parts.next().unwrap());
        fields.push((key.to_string(), value.trim().to_string()));
        if key == "points" {
            games.push(game(&std::mem::take(&mut fields)));
        }
    }
    games
}

fn game(fields: &[(String, String)]) -> Logged {
    let field = |key: &str| fields.iter().find(|(k, _)| k == key).unwrap().1.as_str();
    let hands: Vec<CardSet> = field("palyer_cards").split_whitespace().map(cards).collect();
    let gifts = field("change_cards")
        .split_whitespace()
        .filter(|token| *token != "NULL")
        .map(|token| (seat(&token[..1]), seat(&token[1..2]), cards(token[2..].strip_suffix("EE").unwrap())));
    Logged {
        ranks: ranks(field("mibun")),
        order: line(field("seat")),
        hands: BySeat::from_fn(5, |seat| hands[seat.index()]),
        gifts: gifts.collect(),
        plays: field("play").split_whitespace().map(play).collect(),
        result: line(field("result")),
        points: field("points").split_whitespace().map(|n| n.parse().unwrap()).collect(),
    }
}

fn seat(digit: &str) -> Seat {
    Seat::new(digit.parse().unwrap())
}

fn line(digits: &str) -> Line {
    (0..5).map(|n| seat(&digits[n..=n])).collect()
}

/// From the rank of each seat to the seat of each rank.
fn ranks(digits: &str) -> Option<Line> {
    let place = |rank: usize| digits.find(char::from_digit(rank as u32, 10).unwrap());
    (digits != "22222").then(|| (0..5).map(|rank| Seat::new(place(rank).unwrap())).collect())
}

fn pairs(text: &str) -> impl Iterator<Item = (char, char)> {
    let chars: Vec<char> = text.chars().collect();
    (0..chars.len() / 2).map(move |n| (chars[2 * n], chars[2 * n + 1]))
}

/// Cards of a hand; the joker is written J3.
fn cards(text: &str) -> CardSet {
    pairs(text).map(|(suit, rank)| if suit == 'J' { Card::JOKER } else { natural(suit, rank) }).collect()
}

fn natural(suit: char, rank: char) -> Card {
    let suit = ROWS.into_iter().find(|row| row.letter() == suit).unwrap();
    GridCell::new(suit, RANKS.find(rank).unwrap()).card().unwrap()
}

fn play(token: &str) -> (Seat, Submitted) {
    let mut submitted = Submitted { naturals: CardSet::NONE, joker: None };
    for (suit, rank) in pairs(token[1..].strip_suffix("EE").unwrap()) {
        match "KLMNJ".find(suit) {
            Some(row) => {
                submitted.joker = Some((row, (0..15).filter(|&c| RANKS[c..].starts_with(rank)).collect()));
            }
            None => submitted.naturals = submitted.naturals.with(natural(suit, rank)),
        }
    }
    (seat(&token[..1]), submitted)
}
