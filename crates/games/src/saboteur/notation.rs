//! Text in and out: `deal A xUL`, `A digs UDR 3,4`, `B breaks cart of A`, `C maps top`.

mod labels;
mod parts;
mod story;

use std::fmt;
use std::str::FromStr;

use serde::{Serialize, Serializer};
use table::{
    Event, EventOf, ExamTable, Lang, Notation, OptionRow, Part, Phrases, Playthrough, Preset, SpecError,
    Unreadable, View,
};

use super::options::{OPTIONS, PRESETS};
use super::phrases::PHRASES;
use super::{
    Action, Card, Cell, Chance, Claim, Deed, Edges, Face, Goal, Gold, Nuggets, Path, Role, Rules, Saboteur,
    Seen, Side, Tool, Treasure,
};
use crate::text::{list, named};

/// The order in which open sides are written.
const LETTERS: [(Side, char); 4] =
    [(Side::Up, 'U'), (Side::Down, 'D'), (Side::Left, 'L'), (Side::Right, 'R')];

impl fmt::Display for Edges {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters = LETTERS.iter().filter(|(side, _)| self.contains(*side));
        f.write_str(&letters.map(|(_, letter)| letter).collect::<String>())
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.is_dead_end() { "x" } else { "" }, self.edges())
    }
}

/// Sides may be named in any order, in capitals or not.
impl FromStr for Path {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Path, Unreadable> {
        let wanted = "a tunnel is its open sides, e.g. `UDR`, with an x before a dead end: `xUL`";
        let (dead, letters) = match text.strip_prefix(['x', 'X']) {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let mut bits = 0;
        for letter in letters.chars() {
            let side = LETTERS.iter().find(|(_, name)| name.eq_ignore_ascii_case(&letter));
            let bit = side.map_or(0, |(side, _)| 1 << *side as u8);
            if bit == 0 || bits & bit != 0 {
                return Err(Unreadable::new(text, wanted));
            }
            bits |= bit;
        }
        let found = Path::all().find(|path| path.edges().bits() == bits && path.is_dead_end() == dead);
        found.ok_or_else(|| Unreadable::new(text, wanted))
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x, self.y)
    }
}

impl FromStr for Cell {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Cell, Unreadable> {
        let near = |number: &str| number.parse().ok().filter(|n: &i8| (-40..=40).contains(n));
        let cell = text.split_once(',').and_then(|(x, y)| Some(Cell::at(near(x)?, near(y)?)));
        cell.ok_or_else(|| Unreadable::new(text, "a cell is its column and row, e.g. `3,4`"))
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.face() {
            Face::Tunnel(path) => path.fmt(f),
            Face::Break(tool) => write!(f, "break-{tool}"),
            Face::Repair(tools) => write!(f, "repair-{}", list(tools.iter(), "/")),
            Face::Rockfall => f.write_str("rockfall"),
            Face::Map => f.write_str("map"),
        }
    }
}

impl FromStr for Card {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Card, Unreadable> {
        if let Ok(path) = text.parse::<Path>() {
            return Ok(path.card());
        }
        let wanted = "a card is a tunnel such as `UDR` or `xUL`, `break-cart`, `repair-cart`, `repair-lantern/cart`, `rockfall` or `map`";
        let others = Card::all().filter(|card| card.path().is_none());
        named(text, others).ok_or_else(|| Unreadable::new(text, wanted))
    }
}

impl fmt::Display for Nuggets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value().fmt(f)
    }
}

impl fmt::Display for Gold {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&list(self.cards(), " "))
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Dig(path, cell) => write!(f, "digs {path} {cell}"),
            Action::Break(tool, seat) => write!(f, "breaks {tool} of {seat}"),
            Action::Repair(card, tool, seat) => {
                write!(f, "repairs {tool} of {seat}")?;
                match card.mends().len() {
                    1 => Ok(()),
                    _ => write!(f, " with {card}"),
                }
            }
            Action::Rockfall(cell) => write!(f, "collapses {cell}"),
            Action::Map(goal) => write!(f, "maps {goal}"),
            Action::Discard(card) => write!(f, "discards {card}"),
            Action::Say(claim) => write!(f, "says {claim}"),
            Action::Take(card) => write!(f, "takes {card}"),
        }
    }
}

const WANTED: &str = "write `digs UDR 3,4`, `breaks cart of B`, `repairs cart of B`, `collapses 3,4`, `maps top`, `discards UD`, `says gold` or `takes 2`";

/// Verbs may be cut short (`dig`, `br`), and `of` left out; a tunnel and a cell need no verb.
impl FromStr for Action {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Action, Unreadable> {
        let words: Vec<&str> = text.split_whitespace().filter(|&word| word != "of").collect();
        read_action(&words).ok_or_else(|| Unreadable::new(text, WANTED))
    }
}

fn read_action(words: &[&str]) -> Option<Action> {
    let verb = |verb: &str| words.first().is_some_and(|word| word.len() > 1 && verb.starts_with(word));
    match words {
        [path, cell] if path.parse::<Path>().is_ok() => read_dig(path, cell),
        [_, path, cell] if verb("digs") => read_dig(path, cell),
        [_, tool, seat] if verb("breaks") => Some(Action::Break(Tool::named(tool)?, seat.parse().ok()?)),
        [_, tool, seat] if verb("repairs") => {
            let tool = Tool::named(tool)?;
            Some(Action::Repair(Card::repairing(tool), tool, seat.parse().ok()?))
        }
        [_, tool, seat, "with", card] if verb("repairs") => {
            let (tool, card) = (Tool::named(tool)?, card.parse::<Card>().ok()?);
            let mends = card.mends().contains(tool);
            mends.then_some(Action::Repair(card, tool, seat.parse().ok()?))
        }
        [_, cell] if verb("collapses") => Some(Action::Rockfall(cell.parse().ok()?)),
        [_, goal] if verb("maps") => Some(Action::Map(Goal::named(goal)?)),
        [_, card] if verb("discards") => Some(Action::Discard(card.parse().ok()?)),
        [_, claim] if verb("says") => Some(Action::Say(Claim::named(claim)?)),
        [_, card] if verb("takes") => Some(Action::Take(Nuggets::new(card.parse().ok()?)?)),
        _ => None,
    }
}

fn read_dig(path: &str, cell: &str) -> Option<Action> {
    Some(Action::Dig(path.parse().ok()?, cell.parse().ok()?))
}

impl fmt::Display for Chance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Chance::Goals(goals) => write!(f, "goals {}", list(goals, " ")),
            Chance::First(seat) => write!(f, "first {seat}"),
            Chance::Role(seat, role) => write!(f, "role {seat} {role}"),
            Chance::Deal(seat, card) => write!(f, "deal {seat} {card}"),
            Chance::Draw(seat, card) => write!(f, "draw {seat} {card}"),
            Chance::Bundle(gold) => write!(f, "bundle {gold}"),
        }
    }
}

impl FromStr for Chance {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Chance, Unreadable> {
        let wanted = "write `goals gold stone-DL stone-UL`, `first A`, `role A digger`, `deal A UD`, `draw A map` or `bundle 1 1 3`";
        read_chance(&text.split(' ').collect::<Vec<_>>()).ok_or_else(|| Unreadable::new(text, wanted))
    }
}

fn read_chance(words: &[&str]) -> Option<Chance> {
    match words {
        ["goals", goals @ ..] => {
            let goals: Option<Vec<Treasure>> = goals.iter().map(|goal| Treasure::named(goal)).collect();
            goals?.try_into().ok().map(Chance::Goals)
        }
        ["first", seat] => Some(Chance::First(seat.parse().ok()?)),
        ["role", seat, role] => Some(Chance::Role(seat.parse().ok()?, Role::named(role)?)),
        ["deal", seat, card] => Some(Chance::Deal(seat.parse().ok()?, card.parse().ok()?)),
        ["draw", seat, card] => Some(Chance::Draw(seat.parse().ok()?, card.parse().ok()?)),
        ["bundle", cards @ ..] if (1..=9).contains(&cards.len()) => {
            let card = |text: &&str| Nuggets::new(text.parse().ok()?);
            let cards: Option<Vec<Nuggets>> = cards.iter().map(card).collect();
            Some(Chance::Bundle(cards?.into_iter().fold(Gold::NONE, Gold::with)))
        }
        _ => None,
    }
}

macro_rules! serialize_as_text {
    ($($kind:ty),*) => {$(
        impl Serialize for $kind {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }
    )*};
}

serialize_as_text!(Path, Card, Action, Chance);

impl Notation for Saboteur {
    const ABOUT: &'static str = "お邪魔者: diggers dig for gold, and some of them are saboteurs";
    const SEATS: (usize, usize) = (3, 10);
    const OPTIONS: &'static [OptionRow<Rules>] = OPTIONS;
    const PRESETS: &'static [Preset] = PRESETS;
    const LANGS: &'static [Lang] = &Lang::ALL;
    const PHRASES: Phrases = PHRASES;
    const KINDS: &'static [&'static str] = &[
        "goals", "first", "role", "deal", "draw", "dig", "reveal", "break", "repair", "rockfall", "map",
        "discard", "say", "end", "bundle", "take",
    ];
    const PLAYTHROUGHS: &'static [Playthrough] = &[
        Playthrough::short(
            "saboteur",
            "saboteur(rounds=1,hand=2,distance=2,talk=on,deck=UDLR+LR+xUL+break-cart+repair-cart+rockfall+map)",
            3,
            4,
        ),
        Playthrough::whole("saboteur_whole", "saboteur(talk=on)", 5, 6),
    ];
    const TABLES: &'static [ExamTable] = &[
        ExamTable::new("saboteur(rounds=2)", 3).players(),
        ExamTable::new("saboteur-break", 6).players().signed(1),
        ExamTable::new("saboteur-collusion", 6).players().signed(2).company(
            "papers(suspects=path-break),estimating,thinker(sims=12),colluder(partners=found),cheater,breaker",
        ),
        // Where one may speak, among others who do.
        ExamTable::new("saboteur-collusion(talk=on)", 6).parameters("papers(maps=first,tells=yes)"),
        // Four diggers share six cards: two of three nuggets in each of three rounds.
        ExamTable::new("saboteur", 6).bounds(0.0, 18.0),
        ExamTable::new("saboteur(rounds=1)", 6).bounds(0.0, 6.0),
        ExamTable::new("saboteur(score=win,rounds=2)", 6).bounds(0.0, 2.0),
        ExamTable::new("saboteur", 4).random(40),
    ];

    fn default_rules(seats: usize) -> Rules {
        Rules::default_for(seats)
    }

    fn check_rules(rules: &Rules) -> Result<(), SpecError> {
        rules.check()
    }

    fn kind(&self, event: &EventOf<Saboteur>) -> &'static str {
        match event {
            Event::Chance(Chance::Goals(_)) => "goals",
            Event::Chance(Chance::First(_)) => "first",
            Event::Chance(Chance::Role(..)) => "role",
            Event::Chance(Chance::Deal(..)) => "deal",
            Event::Chance(Chance::Draw(..)) => "draw",
            Event::Chance(Chance::Bundle(_)) => "bundle",
            Event::Act(_, Action::Take(_)) => "take",
            Event::Act(..) if self.public.end().is_some() => "end",
            Event::Act(_, Action::Dig(..)) => match self.public.log.last() {
                Some(play) if matches!(play.deed, Deed::Dig(.., turned) if turned != [None; 3]) => "reveal",
                _ => "dig",
            },
            Event::Act(_, Action::Break(..)) => "break",
            Event::Act(_, Action::Repair(..)) => "repair",
            Event::Act(_, Action::Rockfall(_)) => "rockfall",
            Event::Act(_, Action::Map(_)) => "map",
            Event::Act(_, Action::Discard(_)) => "discard",
            Event::Act(_, Action::Say(_)) => "say",
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

    fn label(view: View<'_, Saboteur>, action: &Action, lang: Lang) -> String {
        labels::label(view.seat, action, lang)
    }

    fn parts(_view: View<'_, Saboteur>, action: &Action) -> Vec<Part> {
        parts::parts(action)
    }

    fn part_label(part: &Part, lang: Lang) -> String {
        parts::part_label(part, lang)
    }
}
