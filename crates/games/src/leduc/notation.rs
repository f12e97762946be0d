//! Text in and out: `A raises`, `B folds`, `deal A Q1`, `flop K2`.

use std::fmt;
use std::str::FromStr;

use table::{Event, EventOf, ExamTable, Lang, Notation, Part, Phrases, Playthrough, Unreadable, View};

use super::cards::LETTERS;
use super::options::SEATS;
use super::{Action, Card, Chance, Leduc, Rules, Seen};

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", &LETTERS[usize::from(self.rank)..][..1], self.suit + 1)
    }
}

impl FromStr for Card {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Card, Unreadable> {
        let wanted = "a card is J, Q or K and a suit, 1 or 2: `Q1`";
        Card::deck().find(|card| card.to_string() == text).ok_or_else(|| Unreadable::new(text, wanted))
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Action::Fold => "folds",
            Action::Call => "calls",
            Action::Raise => "raises",
        })
    }
}

impl FromStr for Action {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Action, Unreadable> {
        match text {
            "folds" => Ok(Action::Fold),
            "calls" => Ok(Action::Call),
            "raises" => Ok(Action::Raise),
            _ => Err(Unreadable::new(text, "write `folds`, `calls` or `raises`")),
        }
    }
}

impl fmt::Display for Chance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Chance::Deal(seat, card) => write!(f, "deal {seat} {card}"),
            Chance::Flop(card) => write!(f, "flop {card}"),
        }
    }
}

impl FromStr for Chance {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Chance, Unreadable> {
        match text.split(' ').collect::<Vec<_>>()[..] {
            ["deal", seat, card] => Ok(Chance::Deal(seat.parse()?, card.parse()?)),
            ["flop", card] => Ok(Chance::Flop(card.parse()?)),
            _ => Err(Unreadable::new(text, "write `deal A Q1` or `flop K2`")),
        }
    }
}

/// What was seen, as an English sentence.
struct English<'a>(&'a Seen);

impl fmt::Display for English<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Seen::Dealt(seat, None) => write!(f, "{seat} is dealt a card"),
            Seen::Dealt(seat, Some(card)) => write!(f, "{seat} is dealt {card}"),
            Seen::Flopped(card) => write!(f, "{card} is turned up"),
            Seen::Acted(seat, action) => write!(f, "{seat} {action}"),
        }
    }
}

/// The same in Japanese.
struct Japanese<'a>(&'a Seen);

impl fmt::Display for Japanese<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Seen::Dealt(seat, None) => write!(f, "{seat}にカードが配られた。"),
            Seen::Dealt(seat, Some(card)) => write!(f, "{seat}に {card} が配られた。"),
            Seen::Flopped(card) => write!(f, "共通カード {card} がめくられた。"),
            Seen::Acted(seat, action) => write!(f, "{seat}が{}。", action.term(Lang::Japanese)),
        }
    }
}

impl Action {
    /// What it is called.
    pub fn term(self, lang: Lang) -> &'static str {
        match self {
            Action::Fold => lang.either("Fold", "フォールド"),
            Action::Call => lang.either("Call", "コール"),
            Action::Raise => lang.either("Raise", "レイズ"),
        }
    }
}

impl Notation for Leduc {
    const ABOUT: &'static str = "Leduc poker: one card each, one for all, two rounds of bets";
    const SEATS: (usize, usize) = (SEATS, SEATS);
    const LANGS: &'static [Lang] = &Lang::ALL;
    const PHRASES: Phrases = Phrases(&[(Self::ABOUT, "手札1枚と共通カード1枚で、賭けを2回行うポーカー")]);
    const KINDS: &'static [&'static str] = &["deal", "flop", "act"];
    const PLAYTHROUGHS: &'static [Playthrough] = &[Playthrough::short("leduc", "leduc", 2, 1)];
    const TABLES: &'static [ExamTable] = &[ExamTable::new("leduc", 2)
        .players()
        .signed(20)
        .parameters("random")
        .company("halving(sims=20),flat(sims=20)")
        .bounds(-13.0, 13.0)
        .random(300)];

    fn default_rules(_seats: usize) -> Rules {
        Rules
    }

    fn kind(&self, event: &EventOf<Leduc>) -> &'static str {
        match event {
            Event::Chance(Chance::Deal(..)) => "deal",
            Event::Chance(Chance::Flop(_)) => "flop",
            Event::Act(..) => "act",
        }
    }

    fn rulebook(lang: Lang) -> &'static str {
        match lang {
            Lang::English => include_str!("rulebook.md"),
            Lang::Japanese => include_str!("rulebook.ja.md"),
        }
    }

    fn tell(seen: &Seen, lang: Lang) -> String {
        match lang {
            Lang::English => English(seen).to_string(),
            Lang::Japanese => Japanese(seen).to_string(),
        }
    }

    /// To call where nothing is to be matched is to check.
    fn label(view: View<'_, Leduc>, action: &Action, lang: Lang) -> String {
        let (term, raise) = (action.term(lang), view.public.raise());
        match action {
            Action::Call if !view.public.round().facing_raise() => {
                // The story tells of a call, so that is the word that stands first.
                lang.either("Call (check)", "コール（チェック）").to_string()
            }
            Action::Raise => lang.either(format!("{term} by {raise}"), format!("{raise} 上乗せして{term}")),
            _ => term.to_string(),
        }
    }

    fn also(view: View<'_, Leduc>, action: &Action) -> &'static [&'static str] {
        match (action, view.public.round().facing_raise()) {
            (Action::Fold, _) => &["fold"],
            (Action::Call, false) => &["check", "checks"],
            (Action::Call, true) => &["call"],
            (Action::Raise, false) => &["raise", "bet", "bets"],
            (Action::Raise, true) => &["raise"],
        }
    }

    fn part_label(part: &Part, lang: Lang) -> String {
        let action = part.name.parse::<Action>();
        action.map_or_else(|_| part.name.clone(), |action| action.term(lang).to_string())
    }
}
