//! Text in and out: `A plays S5(S6)S7` (the joker stands for S6), `B passes`, `C gives D3`, `order CBDEA`.

use std::fmt;
use std::str::FromStr;

use table::{
    BySeat, Event, EventOf, Lang, Notation, Param, Params, Part, Playthrough, Preset, Seat, SeatSet, Spec,
    SpecError, Unreadable, Values, View, WordParam, shortest_spec,
};

use super::Daihinmin;
use super::cards::{COLUMNS, Card, CardSet, Cell, Suit};
use super::events::{Action, Chance, Seen, Then};
use super::melds::{Joker, Meld};
use super::options::{Line, MOST_SEATS, Rules};
use super::private::Private;
use crate::registry::check_seats;

impl fmt::Display for Cell {
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
fn first_cell(text: &str) -> Option<(Option<Cell>, &str)> {
    let mut chars = text.chars();
    let (suit, rank) = (chars.next()?.to_ascii_uppercase(), chars.next()?.to_ascii_uppercase());
    if (suit, rank) == ('J', 'O') {
        return Some((None, chars.as_str()));
    }
    let suit = Suit::ALL.into_iter().find(|known| known.letter() == suit)?;
    Some((Some(Cell::new(suit, COLUMNS.find(rank)?)), chars.as_str()))
}

/// The card that a text begins with, and the rest of the text.
fn first_card(text: &str) -> Option<(Card, &str)> {
    let (cell, rest) = first_cell(text)?;
    Some((cell.map_or(Some(Card::JOKER), Cell::card)?, rest))
}

/// Each card once; spaces between them and small letters do no harm.
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

/// What was seen, as an English sentence.
struct English<'a>(&'a Seen);

impl fmt::Display for English<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Seen::Ordered(line) => write!(f, "The order is {line}."),
            Seen::First(seat) => write!(f, "{seat} is dealt the first card."),
            Seen::Dealt { own, opener } => {
                f.write_str("The cards are dealt.")?;
                own.map_or(Ok(()), |own| tell_own(f, &own))?;
                tell_opener(f, *opener)
            }
            Seen::Gave { giver, receiver, count, cards, opener } => {
                let cards = cards.map_or(format!("{count} of its cards"), |cards| cards.to_string());
                write!(f, "{giver} gives {cards} to {receiver}.")?;
                tell_opener(f, *opener)
            }
            Seen::Played { seat, meld, then } => {
                write!(f, "{seat} plays {meld}.{}", if meld.is_revolution() { " Revolution." } else { "" })?;
                tell_then(f, *seat, then)
            }
            Seen::Passed { seat, then } => {
                write!(f, "{seat} passes.")?;
                tell_then(f, *seat, then)
            }
            Seen::Lots(line) => write!(f, "Nobody plays any more. The lots rank {line}."),
        }
    }
}

fn tell_own(f: &mut fmt::Formatter<'_>, own: &Private) -> fmt::Result {
    match own.gave.is_empty() {
        true => write!(f, " You hold {}.", own.hand),
        false => write!(f, " You give {} and hold {}.", own.gave, own.hand),
    }
}

fn tell_opener(f: &mut fmt::Formatter<'_>, opener: Option<Seat>) -> fmt::Result {
    opener.map_or(Ok(()), |seat| write!(f, " {seat} leads."))
}

fn tell_then(f: &mut fmt::Formatter<'_>, seat: Seat, then: &Then) -> fmt::Result {
    if then.locked {
        f.write_str(" The suits are locked.")?;
    }
    if let Some(place) = then.out {
        write!(f, " {seat} is out, number {place}.")?;
    }
    if then.cleared {
        f.write_str(" The table is cleared.")?;
    }
    Ok(())
}

const ORDER: Param =
    Param::new("order", "random", "who plays after whom, e.g. CBDEA, or drawn at `random`", Values::Text);
const RANKS: Param = Param::new(
    "ranks",
    "none",
    "who is what, from daifugo to daihinmin, e.g. CBDEA, or `none` before the first game of a block",
    Values::Text,
);
const GAME: Param = Param::number("game", "0", "games of the block that are over", 0.0, 9999.0);
const BLOCK: Param =
    Param::number("block", "100", "after so many games the ranks are forgotten", 1.0, 10_000.0);
const RESEAT: Param =
    Param::number("reseat", "3", "after so many games the order is drawn anew; 0 for never", 0.0, 10_000.0);
const TRIBUTE: Param = Param::number(
    "tribute",
    "2",
    "cards between the richest and the poorest; the next two exchange one less",
    0.0,
    2.0,
);
const PASSES: Param = Param::number("passes", "20", "passes in a row that end the game by lot", 1.0, 250.0);
const BACK: WordParam<bool> = WordParam::new(
    "eleven_back",
    "no",
    "whether a jack turns the order until the table is cleared: `yes` or `no`",
    &[("no", false), ("yes", true)],
);
const DECK: Param = Param::new("deck", "all", "the cards, e.g. D3S3H8S8D2Jo, or `all` 53", Values::Text);

/// A line of all seats, or nothing if the default is said.
fn read_line(param: &Param, text: &str, seats: usize) -> Result<Option<Line>, SpecError> {
    if text == param.default {
        return Ok(None);
    }
    let line = text.parse::<Line>().ok().filter(|line| line.is_of(SeatSet::all(seats)));
    let wrong = || {
        format!(
            "{}: `{text}` does not name each of the {seats} seats once, nor is it `{}`",
            param.key, param.default
        )
    };
    line.map(Some).ok_or_else(|| SpecError::bad(wrong()))
}

fn write_line(param: &Param, line: Option<Line>) -> (&'static str, String) {
    (param.key, line.map_or(param.default.to_string(), |line| line.to_string()))
}

/// A deck that can be dealt: everybody gets a card and can give, and somebody leads.
fn read_deck(text: &str, seats: usize, tribute: u8) -> Result<CardSet, SpecError> {
    let deck: CardSet = match text {
        "all" => CardSet::ALL,
        cards => cards.parse().map_err(|error: Unreadable| SpecError::bad(error.to_string()))?,
    };
    let each = usize::from(tribute).max(1);
    match deck.contains(Card::DIAMOND_THREE) && deck.len() >= each * seats {
        true => Ok(deck),
        false => Err(SpecError::bad(format!(
            "a deck needs D3, who has it leads, and {each} cards for each of {seats}"
        ))),
    }
}

impl Notation for Daihinmin {
    const ABOUT: &'static str =
        "大貧民: get rid of your cards first; who was last gives its best to who was first";
    const SEATS: (usize, usize) = (3, MOST_SEATS);
    const OPTIONS: &'static [Param] = &[ORDER, RANKS, GAME, BLOCK, RESEAT, TRIBUTE, PASSES, BACK.param, DECK];
    const PRESETS: &'static [Preset] = &[Preset {
        name: "daihinmin-mini",
        spec: "daihinmin(deck=D3S3H8S8D2Jo,tribute=1,passes=4)",
        about: "six cards for three, small enough to look at every game",
    }];
    const KINDS: &'static [&'static str] = &["order", "first", "deal", "gift", "play", "pass", "lots"];
    const PLAYTHROUGHS: &'static [Playthrough] = &[
        Playthrough::short("daihinmin_mini", "daihinmin-mini(ranks=BAC)", 3, 1),
        Playthrough::whole("daihinmin_whole", "daihinmin(ranks=CBDEA)", 5, 1),
    ];

    fn read_rules(spec: &Spec, seats: usize) -> Result<Rules, SpecError> {
        let spec = Preset::expand(Daihinmin::PRESETS, spec);
        let mut params = Params::new(&spec);
        check_seats::<Daihinmin>(seats)?;
        let tribute = params.number(&TRIBUTE)?;
        let rules = Rules {
            seats: seats as u8,
            deck: read_deck(&params.text(&DECK), seats, tribute)?,
            order: read_line(&ORDER, &params.text(&ORDER), seats)?,
            ranks: read_line(&RANKS, &params.text(&RANKS), seats)?,
            game: params.number(&GAME)?,
            block: params.number(&BLOCK)?,
            reseat: params.number(&RESEAT)?,
            tribute,
            passes: params.number(&PASSES)?,
            eleven_back: params.choice(&BACK)?,
        };
        params.finish()?;
        Ok(rules)
    }

    fn write_rules(rules: &Rules) -> String {
        let deck = if rules.deck == CardSet::ALL { "all".to_string() } else { rules.deck.to_string() };
        shortest_spec::<Daihinmin>(&[
            write_line(&ORDER, rules.order),
            write_line(&RANKS, rules.ranks),
            (GAME.key, rules.game.to_string()),
            (BLOCK.key, rules.block.to_string()),
            (RESEAT.key, rules.reseat.to_string()),
            (TRIBUTE.key, rules.tribute.to_string()),
            (PASSES.key, rules.passes.to_string()),
            BACK.typed(&rules.eleven_back),
            (DECK.key, deck),
        ])
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
        }
    }

    fn tell(seen: &Seen, lang: Lang) -> String {
        match lang {
            Lang::English => English(seen).to_string(),
        }
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
