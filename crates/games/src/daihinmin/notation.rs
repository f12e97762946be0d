//! Text in and out: `A plays S5(S6)S7` (the joker stands for S6), `B passes`, `C gives D3`, `order CBDEA`.

mod labels;
mod reasons;
mod story;

use std::fmt;
use std::str::FromStr;

use table::{
    BySeat, Event, EventOf, ExamTable, Lang, Notation, OptionRow, Part, Phrases, Playthrough, Preset, Seat,
    SpecError, Unreadable, View,
};

use super::Daihinmin;
use super::cards::{COLUMNS, Card, CardSet, GridCell, Suit};
use super::events::{Action, Chance, Seen};
use super::melds::{Joker, Meld};
use super::options::{Line, MOST_SEATS, OPTIONS, PRESETS, Rules};
use super::phrases::PHRASES;

impl fmt::Display for GridCell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.suit(), &COLUMNS[self.column()..=self.column()])
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.cell() {
            Some(cell) => cell.fmt(f),
            None => f.write_str("Jo"),
        }
    }
}

impl fmt::Display for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|card| card.fmt(f))
    }
}

impl fmt::Display for Meld {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Joker::For(cell) = self.joker() else { return self.cards().fmt(f) };
        let below = |card: &Card| card.cell() < Some(cell);
        let (before, after): (Vec<Card>, Vec<Card>) = self.naturals().iter().partition(below);
        before.iter().try_for_each(|card| card.fmt(f))?;
        write!(f, "({cell})")?;
        after.iter().try_for_each(|card| card.fmt(f))
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Play(meld) => write!(f, "plays {meld}"),
            Action::Pass => f.write_str("passes"),
            Action::Give(cards) => write!(f, "gives {cards}"),
        }
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_slice().iter().try_for_each(|seat| seat.fmt(f))
    }
}

impl fmt::Display for Chance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Chance::Order(line) => write!(f, "order {line}"),
            Chance::First(seat) => write!(f, "first {seat}"),
            Chance::Deal(hands) => {
                f.write_str("deal")?;
                hands.iter().try_for_each(|(_, hand)| write!(f, " {hand}"))
            }
            Chance::Lots(line) => write!(f, "lots {line}"),
        }
    }
}

const CARDS: &str =
    "cards are a suit (S, H, D, C) and a rank (3456789TJQKA2) each, e.g. `S5HT`, and the joker `Jo`";
const MELD: &str = "a play is cards that go together, e.g. `S5`, `S5H5`, `S5S6S7`, with what the joker stands for in \
                    brackets: `S5(S6)S7`, or `Jo` for the joker alone";

/// The cell or the joker that a text begins with, and the rest of the text.
fn first_cell(text: &str) -> Option<(Option<GridCell>, &str)> {
    let mut chars = text.chars();
    let (suit, rank) = (chars.next()?.to_ascii_uppercase(), chars.next()?.to_ascii_uppercase());
    if (suit, rank) == ('J', 'O') {
        return Some((None, chars.as_str()));
    }
    let suit = Suit::ALL.into_iter().find(|known| [known.letter(), known.sign()].contains(&suit))?;
    Some((Some(GridCell::new(suit, COLUMNS.find(rank)?)), chars.as_str()))
}

/// The card that a text begins with, and the rest of the text.
fn first_card(text: &str) -> Option<(Card, &str)> {
    let (cell, rest) = first_cell(text)?;
    Some((cell.map_or(Some(Card::JOKER), GridCell::card)?, rest))
}

/// Each card once; spaces between them, small letters and the signs of suits (`♠8`) do no harm.
impl FromStr for CardSet {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<CardSet, Unreadable> {
        let wrong = || Unreadable::new(text, CARDS);
        let (mut cards, mut rest) = (CardSet::NONE, text.trim());
        while !rest.is_empty() {
            let (card, after) =
                first_card(rest).filter(|(card, _)| !cards.contains(*card)).ok_or_else(wrong)?;
            (cards, rest) = (cards.with(card), after.trim_start());
        }
        Ok(cards)
    }
}

impl FromStr for Card {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Card, Unreadable> {
        let card = first_card(text).filter(|(_, rest)| rest.is_empty());
        card.map(|(card, _)| card).ok_or_else(|| Unreadable::new(text, CARDS))
    }
}

impl FromStr for Meld {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Meld, Unreadable> {
        read_meld(text).ok_or_else(|| Unreadable::new(text, MELD))
    }
}

fn read_meld(text: &str) -> Option<Meld> {
    let Some((before, rest)) = text.split_once('(') else { return read_plain(text.parse().ok()?) };
    let (stands, after) = rest.split_once(')')?;
    let (cell, rest) = first_cell(stands)?;
    let cards: CardSet = format!("{before}{after}").parse().ok()?;
    Meld::of(cards, Joker::For(cell?)).filter(|_| rest.is_empty() && !cards.is_empty())
}

/// Without brackets the joker is alone or the fifth.
fn read_plain(cards: CardSet) -> Option<Meld> {
    let joker = match (cards.has_joker(), cards.len()) {
        (false, _) => Joker::Absent,
        (true, 1) => Joker::Alone,
        (true, _) => Joker::Fifth,
    };
    Meld::of(cards.naturals(), joker)
}

/// People may also type `play`, `pass` and `give`.
impl FromStr for Action {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Action, Unreadable> {
        match text.split_once(' ').unwrap_or((text, "")) {
            ("passes" | "pass", "") => Ok(Action::Pass),
            ("plays" | "play", meld) => Ok(Action::Play(meld.parse()?)),
            ("gives" | "give", cards) if !cards.trim().is_empty() => Ok(Action::Give(cards.parse()?)),
            _ => Err(Unreadable::new(text, "write `plays S5H5`, `passes` or `gives S3`")),
        }
    }
}

impl FromStr for Line {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Line, Unreadable> {
        let mut line = Line::EMPTY;
        for letter in text.chars() {
            let seat: Seat = letter.to_string().parse()?;
            if line.len() == MOST_SEATS || line.place(seat).is_some() {
                return Err(Unreadable::new(text, "name every seat once, e.g. `CBDEA`"));
            }
            line.push(seat);
        }
        Ok(line)
    }
}

impl FromStr for Chance {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Chance, Unreadable> {
        let wrong = || {
            Unreadable::new(text, "write `order CBDEA`, `first C`, `deal` and a hand a seat, or `lots BDA`")
        };
        match text.split_once(' ').ok_or_else(wrong)? {
            ("order", line) => Ok(Chance::Order(line.parse()?)),
            ("first", seat) => Ok(Chance::First(seat.parse()?)),
            ("deal", hands) => Ok(Chance::Deal(read_hands(hands).ok_or_else(wrong)??)),
            ("lots", line) => Ok(Chance::Lots(line.parse()?)),
            _ => Err(wrong()),
        }
    }
}

/// A hand a word; nothing if there are too many for a table.
fn read_hands(text: &str) -> Option<Result<BySeat<CardSet>, Unreadable>> {
    let words: Vec<&str> = text.split(' ').collect();
    let mut hands = BySeat::new(words.len().min(MOST_SEATS), CardSet::NONE);
    for (word, seat) in words.iter().zip(Seat::all(hands.seats())) {
        match word.parse() {
            Ok(hand) => hands[seat] = hand,
            Err(error) => return Some(Err(error)),
        }
    }
    (words.len() <= MOST_SEATS).then_some(Ok(hands))
}

impl Notation for Daihinmin {
    const ABOUT: &'static str =
        "大貧民: get rid of your cards first; who was last gives its best to who was first";
    const SEATS: (usize, usize) = (3, MOST_SEATS);
    const OPTIONS: &'static [OptionRow<Rules>] = OPTIONS;
    const PRESETS: &'static [Preset] = PRESETS;
    const LANGS: &'static [Lang] = &Lang::ALL;
    const PHRASES: Phrases = PHRASES;
    const LASTING: &'static [&'static str] = story::LASTING;
    const KINDS: &'static [&'static str] = &["order", "first", "deal", "gift", "play", "pass", "lots"];
    const PLAYTHROUGHS: &'static [Playthrough] = &[
        Playthrough::short("daihinmin_mini", "daihinmin-mini(ranks=BAC)", 3, 1),
        Playthrough::whole("daihinmin_whole", "daihinmin(ranks=CBDEA)", 5, 1),
    ];
    const TABLES: &'static [ExamTable] = &[
        ExamTable::new("daihinmin", 5)
            .signed(1)
            .company("flat(sims=10),halving(sims=10),ismcts(sims=10),random,first")
            .bounds(1.0, 5.0)
            .random(100),
        ExamTable::new("daihinmin(ranks=CBDEA)", 5).players(),
        ExamTable::new("daihinmin-mini", 3).players().signed(10),
        ExamTable::new(
            "daihinmin(ranks=CBDEA,deck=C3D3H3S3C5D5H5S7D7S8H8C9D9H9STDTHTSJCJDJHQSQCKHKSADAHAC2S2Jo)",
            5,
        )
        .parameters("rule"),
    ];

    fn default_rules(seats: usize) -> Rules {
        Rules::default_for(seats)
    }

    fn check_rules(rules: &Rules) -> Result<(), SpecError> {
        rules.check()
    }

    fn kind(&self, event: &EventOf<Daihinmin>) -> &'static str {
        match event {
            Event::Chance(Chance::Order(_)) => "order",
            Event::Chance(Chance::First(_)) => "first",
            Event::Chance(Chance::Deal(_)) => "deal",
            Event::Chance(Chance::Lots(_)) => "lots",
            Event::Act(_, Action::Give(_)) => "gift",
            Event::Act(_, Action::Play(_)) => "play",
            Event::Act(_, Action::Pass) => "pass",
        }
    }

    fn rulebook(lang: Lang) -> &'static str {
        match lang {
            Lang::English => include_str!("rulebook.md"),
            Lang::Japanese => include_str!("rulebook.ja.md"),
        }
    }

    fn tell(seen: &Seen, lang: Lang) -> String {
        story::tell(seen, lang)
    }

    fn label(_view: View<'_, Daihinmin>, action: &Action, lang: Lang) -> String {
        labels::label(action, lang)
    }

    fn part_label(part: &Part, lang: Lang) -> String {
        labels::part_label(part, lang)
    }

    fn why_not(view: View<'_, Daihinmin>, text: &str, lang: Lang) -> Option<String> {
        reasons::why_not(view, text, lang)
    }

    /// The cards, and what the joker stands for where it stands for something.
    fn parts(_view: View<'_, Daihinmin>, action: &Action) -> Vec<Part> {
        let cards = |cards: CardSet| cards.iter().map(|card| Part::new("card", card.to_string()));
        match action {
            Action::Pass => vec![Part::new("does", "passes")],
            Action::Give(gift) => cards(*gift).collect(),
            Action::Play(meld) => cards(meld.cards()).chain(stands_for(*meld)).collect(),
        }
    }
}

fn stands_for(meld: Meld) -> Option<Part> {
    match meld.joker() {
        Joker::For(cell) => Some(Part::new("joker", format!("={cell}"))),
        _ => None,
    }
}
