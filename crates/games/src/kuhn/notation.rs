//! Text in and out: `A passes`, `B bets`, `deal A K`.

use std::fmt;
use std::str::FromStr;

use table::{Event, EventOf, ExamTable, Lang, Notation, Part, Phrases, Playthrough, Unreadable, View};

use super::cards::LETTERS;
use super::{Action, Card, Deal, Kuhn, Rules, Seen};

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&LETTERS[usize::from(self.0)..][..1])
    }
}

impl FromStr for Card {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Card, Unreadable> {
        let rank = LETTERS.find(text).filter(|_| text.len() == 1);
        rank.map(|rank| Card(rank as u8)).ok_or_else(|| Unreadable::new(text, "a card is J, Q, K or A"))
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Action::Pass => "passes",
            Action::Bet => "bets",
        })
    }
}

impl FromStr for Action {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Action, Unreadable> {
        match text {
            "passes" => Ok(Action::Pass),
            "bets" => Ok(Action::Bet),
            _ => Err(Unreadable::new(text, "write `passes` or `bets`")),
        }
    }
}

impl fmt::Display for Deal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "deal {} {}", self.0, self.1)
    }
}

impl FromStr for Deal {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Deal, Unreadable> {
        match text.split(' ').collect::<Vec<_>>()[..] {
            ["deal", seat, card] => Ok(Deal(seat.parse()?, card.parse()?)),
            _ => Err(Unreadable::new(text, "write `deal A K`")),
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
            Seen::Acted(seat, Action::Pass) => write!(f, "{seat}はパス。"),
            Seen::Acted(seat, Action::Bet) => write!(f, "{seat}が賭けた。"),
        }
    }
}

impl Notation for Kuhn {
    const ABOUT: &'static str = "Kuhn poker: one card each, one bet; solved by hand";
    const SEATS: (usize, usize) = (2, 3);
    const LANGS: &'static [Lang] = &Lang::ALL;
    const PHRASES: Phrases = Phrases(&[(Self::ABOUT, "カード1枚、賭け1回のポーカー。手計算で解かれている")]);
    const KINDS: &'static [&'static str] = &["deal", "act"];
    const PLAYTHROUGHS: &'static [Playthrough] =
        &[Playthrough::short("kuhn", "kuhn", 2, 1), Playthrough::short("kuhn_three", "kuhn", 3, 1)];
    const TABLES: &'static [ExamTable] = &[
        ExamTable::new("kuhn", 2)
            .players()
            .signed(20)
            .parameters("random")
            .company("equilibrium,ismcts(sims=20)")
            .bounds(-2.0, 2.0),
        // The equilibrium that the estimator `bayes` supposes is that of two.
        ExamTable::new("kuhn", 3).players().without_estimators().bounds(-2.0, 4.0).random(300),
    ];

    fn default_rules(seats: usize) -> Rules {
        Rules { seats: seats as u8 }
    }

    fn kind(&self, event: &EventOf<Kuhn>) -> &'static str {
        match event {
            Event::Chance(_) => "deal",
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

    /// Once somebody has bet, to pass is to give up and to bet is to call.
    fn label(view: View<'_, Kuhn>, action: &Action, lang: Lang) -> String {
        let text = match (action, view.public.first_bet) {
            (Action::Pass, None) => lang.either("Pass", "パス"),
            (Action::Pass, Some(_)) => lang.either("Pass and give up", "パスして降りる"),
            (Action::Bet, None) => lang.either("Bet 1", "1 を賭ける"),
            (Action::Bet, Some(_)) => lang.either("Call with 1", "1 を出してコール"),
        };
        text.to_string()
    }

    fn also(view: View<'_, Kuhn>, action: &Action) -> &'static [&'static str] {
        match (action, view.public.first_bet) {
            (Action::Pass, None) => &["pass", "check", "checks"],
            (Action::Pass, Some(_)) => &["pass", "fold", "folds"],
            (Action::Bet, None) => &["bet"],
            (Action::Bet, Some(_)) => &["call", "calls"],
        }
    }

    fn part_label(part: &Part, lang: Lang) -> String {
        match part.name.parse() {
            Ok(Action::Pass) => lang.either("Pass", "パス").to_string(),
            Ok(Action::Bet) => lang.either("Bet", "ベット").to_string(),
            Err(_) => part.name.clone(),
        }
    }
}
