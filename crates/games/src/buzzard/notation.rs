//! Text in and out: `turn 8`, `A bids 14`, and `A 14, B 14, C 3: A and B cancel each other. C takes 8.`

mod story;

use std::fmt;
use std::str::FromStr;

use table::{
    Event, EventOf, ExamTable, Lang, Notation, OptionRow, Part, Phrases, Playthrough, Preset, Unreadable,
    View,
};

use super::cards::MOST_SEATS;
use super::options::{OPTIONS, PRESETS};
use super::phrases::PHRASES;
use super::{Bid, Buzzard, Prize, Rules, Seen, TurnUp};

impl fmt::Display for Bid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "bids {}", self.value())
    }
}

/// People may also type `bid 14` or `14`.
impl FromStr for Bid {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Bid, Unreadable> {
        let number = text.strip_prefix("bids ").or(text.strip_prefix("bid ")).unwrap_or(text);
        let bid = number.parse().ok().and_then(Bid::new);
        bid.ok_or_else(|| Unreadable::new(text, "write `bids 2`, with a number of your hand"))
    }
}

impl fmt::Display for Prize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value().fmt(f)
    }
}

impl FromStr for Prize {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Prize, Unreadable> {
        let prize = text.parse().ok().and_then(Prize::new);
        prize.ok_or_else(|| Unreadable::new(text, "a prize is a number from -5 to 15, but not 0"))
    }
}

impl fmt::Display for TurnUp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "turn {}", self.0)
    }
}

impl FromStr for TurnUp {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<TurnUp, Unreadable> {
        match text.strip_prefix("turn ") {
            Some(prize) => Ok(TurnUp(prize.parse()?)),
            None => Err(Unreadable::new(text, "write `turn 8` or `A bids 14`")),
        }
    }
}

impl Notation for Buzzard {
    const ABOUT: &'static str = "ハゲタカのえじき: all bid at once for mice and vultures, equal bids cancel";
    const SEATS: (usize, usize) = (2, MOST_SEATS);
    const OPTIONS: &'static [OptionRow<Rules>] = OPTIONS;
    const PRESETS: &'static [Preset] = PRESETS;
    const LANGS: &'static [Lang] = &Lang::ALL;
    const PHRASES: Phrases = PHRASES;
    const KINDS: &'static [&'static str] = &["turn", "commit", "reveal"];
    const PLAYTHROUGHS: &'static [Playthrough] = &[
        Playthrough::short("buzzard", "buzzard(cards=4)", 3, 1),
        Playthrough::whole("buzzard_whole", "buzzard", 5, 1),
        Playthrough::short("goofspiel", "goofspiel(cards=3)", 2, 1),
    ];
    const TABLES: &'static [ExamTable] = &[
        ExamTable::new("buzzard(cards=7)", 2).signed(3),
        ExamTable::new("goofspiel(cards=7)", 3).signed(3),
        ExamTable::new("buzzard(cards=6)", 2).players(),
        ExamTable::new("buzzard(cards=5)", 4).players(),
        ExamTable::new("goofspiel(cards=6)", 2)
            .players()
            .company("exact(rounds=3,opening=\"uct(sims=9)\"),pimc(sims=20,worlds=4)"),
        ExamTable::new("buzzard(cards=6)", 3).company("rm(sims=20),uct(sims=20),ismcts(sims=20)"),
        ExamTable::new("goofspiel(cards=10)", 2).parameters("random"),
        // Mice are worth 55 and vultures 15; a seat that takes all of one while the others share the other has the most.
        ExamTable::new("buzzard", 2).bounds(-70.0, 70.0),
        ExamTable::new("buzzard", 3).bounds(-42.5, 62.5),
        ExamTable::new("goofspiel(cards=4)", 2).bounds(-10.0, 10.0),
        ExamTable::new("buzzard(utility=win)", 3).wins(),
        ExamTable::new("buzzard(cards=4)", 4).random(300),
        ExamTable::new("goofspiel(cards=3)", 2).random(100),
    ];

    fn default_rules(seats: usize) -> Rules {
        Rules::default_for(seats)
    }

    fn kind(&self, event: &EventOf<Buzzard>) -> &'static str {
        match event {
            Event::Chance(_) => "turn",
            Event::Act(..) if self.public.committed.is_empty() => "reveal",
            Event::Act(..) => "commit",
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

    fn label(_view: View<'_, Buzzard>, bid: &Bid, lang: Lang) -> String {
        lang.either(format!("Bid {}", bid.value()), format!("{} を出す", bid.value()))
    }

    /// A bid is its number; what is done with it goes without saying.
    fn parts(_view: View<'_, Buzzard>, bid: &Bid) -> Vec<Part> {
        vec![Part::new("card", bid.value().to_string())]
    }
}
