//! Text in and out: `deal A xUL`, `A digs UDR 3,4`, `B breaks cart of A`, `C maps top`.

use std::fmt;
use std::str::FromStr;

use serde::{Serialize, Serializer};
use table::{
    Event, EventOf, Lang, Notation, Param, Params, Playthrough, Preset, Seat, Spec, SpecError, Unreadable,
    Values, WordParam, shortest_spec,
};

use super::{
    Action, Bag, Card, Cell, Chance, Claim, Deed, Edges, End, Extent, Face, Goal, Gold, Nuggets, Path, Phase,
    Public, Role, Rules, Saboteur, Score, Seen, Side, Took, Tool, Treasure, Winner,
};
use crate::registry::check_seats;
use crate::text::{and, list, named};

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

impl fmt::Display for Deed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Deed::Dig(path, cell, turned) => {
                write!(f, "digs {path} {cell}.")?;
                let turned = Goal::ALL.into_iter().zip(turned);
                turned
                    .filter_map(|(goal, up)| Some((goal, (*up)?)))
                    .try_for_each(|(goal, treasure)| write!(f, " The {goal} goal is {treasure}."))
            }
            Deed::Break(tool, seat) => write!(f, "breaks {tool} of {seat}."),
            Deed::Repair(card, tool, seat) => write!(f, "{}.", Action::Repair(*card, *tool, *seat)),
            Deed::Rockfall(cell, path) => write!(f, "collapses {cell}, where {path} was."),
            Deed::Map(goal, None) => write!(f, "looks at the {goal} goal."),
            Deed::Map(goal, Some(treasure)) => write!(f, "looks at the {goal} goal: {treasure}."),
            Deed::Discard(None) => f.write_str("discards a card."),
            Deed::Discard(Some(card)) => write!(f, "discards {card}."),
            Deed::Say(goal, Claim::Nothing) => write!(f, "says nothing about the {goal} goal."),
            Deed::Say(goal, claim) => write!(f, "says that the {goal} goal is {claim}."),
        }
    }
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.winner {
            Winner::Diggers => "The diggers win",
            Winner::Saboteurs => "The saboteurs win",
            Winner::Nobody => "Nobody wins",
        })?;
        match self.saboteurs.len() {
            0 => write!(f, "; there was no saboteur.")?,
            1 => write!(f, "; the saboteur was {}.", and(self.saboteurs))?,
            _ => write!(f, "; the saboteurs were {}.", and(self.saboteurs))?,
        }
        let paid = self.served().zip(self.rewards).filter(|(_, reward)| !reward.is_empty());
        paid.into_iter()
            .try_for_each(|(seat, reward)| write!(f, " {seat} gets {}.", list(reward.cards(), "+")))
    }
}

impl fmt::Display for Took {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.card {
            None => write!(f, "{} takes a gold card.", self.seat)?,
            Some(card) => write!(f, "{} takes {card}.", self.seat)?,
        }
        match (self.next, self.rest) {
            (Some(next), Some(rest)) => write!(f, " {next} gets the rest: {rest}."),
            (Some(next), None) => write!(f, " {next} gets the rest."),
            _ => Ok(()),
        }
    }
}

/// What was seen, as an English sentence.
struct English<'a>(&'a Seen);

impl fmt::Display for English<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let or = |card: &Option<Card>, unseen: &str| card.map_or(unseen.to_string(), |card| card.to_string());
        match self.0 {
            Seen::Shuffled(round) => write!(f, "Round {}. The goals are shuffled.", round + 1),
            Seen::First(seat) => write!(f, "{seat} begins."),
            Seen::Role(seat, None) => write!(f, "{seat} gets a role."),
            Seen::Role(seat, Some(role)) => write!(f, "{seat} is a {role}."),
            Seen::Dealt(seat, card) => write!(f, "{seat} is dealt {}.", or(card, "a card")),
            Seen::Drew(seat, card) => write!(f, "{seat} draws {}.", or(card, "a card")),
            Seen::Did(seat, deed, None) => write!(f, "{seat} {deed}"),
            Seen::Did(seat, deed, Some(end)) => write!(f, "{seat} {deed} {end}"),
            Seen::Bundle(seat, count, None) => write!(f, "{seat} gets {count} gold cards to choose from."),
            Seen::Bundle(seat, count, Some(gold)) => {
                write!(f, "{seat} gets {count} gold cards to choose from: {gold}.")
            }
            Seen::Took(took) => took.fmt(f),
        }
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

const BOARD: WordParam<Extent> = WordParam::new(
    "board",
    "open",
    "`open` in all directions, or `papers`: 7 rows, 11 columns",
    &[("open", Extent::Open), ("papers", Extent::Papers)],
);
const ROUNDS: Param = Param::number("rounds", "3", "how many rounds", 1.0, 3.0);
const SABOTEURS: Param = Param::number(
    "saboteurs",
    "drawn",
    "roles are `drawn` and one card stays out, or exactly so many saboteurs",
    0.0,
    4.0,
);
const TALK: WordParam<bool> = WordParam::new(
    "talk",
    "off",
    "`on`: after a look at a goal one says gold, stone or nothing",
    &[("off", false), ("on", true)],
);
const SCORE: WordParam<Score> = WordParam::new(
    "score",
    "gold",
    "play for nuggets of `gold`, or to `win` the rounds",
    &[("gold", Score::Gold), ("win", Score::Win)],
);
const HAND: Param =
    Param::number("hand", "usual", "cards in a hand, `usual` for the seats or a number", 1.0, 6.0);
const DISTANCE: Param = Param::number("distance", "8", "columns from the start to the goals", 2.0, 8.0);
const DECK: Param =
    Param::new("deck", "full", "`full`: the 67 cards; or some of them, e.g. 3UD+map", Values::Text);
const NUGGETS: Param =
    Param::new("nuggets", "16/8/4", "how many gold cards of 1, 2 and 3 nuggets", Values::Text);

/// Cards with their numbers: `3UD+map`.
fn read_deck(text: &str) -> Option<Bag> {
    if text == DECK.default {
        return Some(Bag::DECK);
    }
    let mut deck = Bag::EMPTY;
    for part in text.split('+') {
        let name = part.trim_start_matches(|c: char| c.is_ascii_digit());
        let (count, card) = (&part[..part.len() - name.len()], name.parse::<Card>().ok()?);
        for _ in 0..if count.is_empty() { 1 } else { count.parse::<u8>().ok()? } {
            deck = (deck.count(card) < card.copies()).then(|| deck.with(card))?;
        }
    }
    Some(deck)
}

fn write_deck(deck: Bag) -> String {
    if deck == Bag::DECK {
        return DECK.default.to_string();
    }
    let count = |card| if deck.count(card) == 1 { String::new() } else { deck.count(card).to_string() };
    list(deck.kinds().map(|card| format!("{}{card}", count(card))), "+")
}

/// Gold cards by what they are worth: `16/8/4`.
fn read_gold(text: &str) -> Option<Gold> {
    let counts: Vec<u8> = text.split('/').map(|count| count.parse().ok()).collect::<Option<_>>()?;
    let gold = Gold::new(counts.try_into().ok()?);
    gold.counts().iter().zip(Gold::BOX.counts()).all(|(count, most)| *count <= most).then_some(gold)
}

fn write_gold(gold: Gold) -> String {
    list(gold.counts(), "/")
}

/// A number, or nothing for the word that is the default.
fn number_or(params: &mut Params<'_>, param: &Param) -> Result<Option<u8>, SpecError> {
    match params.text(param) {
        text if text == param.default => Ok(None),
        _ => params.number(param).map(Some),
    }
}

/// The word that is the default, or a number.
fn or_number(param: &Param, number: Option<u8>) -> (&'static str, String) {
    (param.key, number.map_or(param.default.to_string(), |number| number.to_string()))
}

/// What a reader makes of a text, or what would be right.
fn text<T>(
    params: &mut Params<'_>,
    param: &Param,
    read: fn(&str) -> Option<T>,
    wanted: &str,
) -> Result<T, SpecError> {
    let text = params.text(param);
    read(text).ok_or_else(|| params.refuse(param.key, text, wanted))
}

impl Rules {
    fn read(params: &mut Params<'_>, seats: usize) -> Result<Rules, SpecError> {
        let cards = "`full` or cards with their numbers, none more often than in the box: `3UD+map`";
        let nuggets = "how many gold cards of 1, 2 and 3 nuggets, at most `16/8/4`";
        Ok(Rules {
            seats: seats as u8,
            board: params.choice(&BOARD)?,
            rounds: params.number(&ROUNDS)?,
            saboteurs: number_or(params, &SABOTEURS)?,
            talk: params.choice(&TALK)?,
            score: params.choice(&SCORE)?,
            hand: number_or(params, &HAND)?,
            distance: params.number(&DISTANCE)?,
            deck: text(params, &DECK, read_deck, cards)?,
            gold: text(params, &NUGGETS, read_gold, nuggets)?,
        })
    }

    /// Whether these seats, roles and cards go together.
    fn fits(&self) -> Result<(), SpecError> {
        let (seats, needed) = (self.seats, usize::from(self.seats * self.hand_size()));
        match self.saboteurs {
            Some(saboteurs) if saboteurs >= seats => Err(SpecError::bad(format!(
                "saboteur: of {seats} seats at most {} can be saboteurs",
                seats - 1
            ))),
            _ if self.deck.len() < needed => Err(SpecError::bad(format!(
                "saboteur: {seats} hands of {} cards need {needed} cards; the deck has {}",
                self.hand_size(),
                self.deck.len()
            ))),
            _ => Ok(()),
        }
    }
}

impl Notation for Saboteur {
    const ABOUT: &'static str = "お邪魔者: diggers dig for gold, and some of them are saboteurs";
    const SEATS: (usize, usize) = (3, 10);
    const OPTIONS: &'static [Param] =
        &[BOARD.param, ROUNDS, SABOTEURS, TALK.param, SCORE.param, HAND, DISTANCE, DECK, NUGGETS];
    const PRESETS: &'static [Preset] = &[
        Preset {
            name: "saboteur-break",
            spec: "saboteur(board=papers,rounds=1,saboteurs=1,score=win)",
            about: "one round on 7 x 11 with one saboteur: the paper on break cards, for 6 seats",
        },
        Preset {
            name: "saboteur-collusion",
            spec: "saboteur(board=papers,rounds=1,saboteurs=2,score=win)",
            about: "one round on 7 x 11 with two saboteurs: the paper on collusion, for 6 seats",
        },
    ];
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

    fn read_rules(spec: &Spec, seats: usize) -> Result<Rules, SpecError> {
        let spec = Preset::expand(Saboteur::PRESETS, spec);
        let mut params = Params::new(&spec);
        let rules = Rules::read(&mut params, seats)?;
        params.finish()?;
        check_seats::<Saboteur>(seats)?;
        rules.fits().map(|()| rules)
    }

    fn write_rules(rules: &Rules) -> String {
        shortest_spec::<Saboteur>(&[
            BOARD.typed(&rules.board),
            (ROUNDS.key, rules.rounds.to_string()),
            or_number(&SABOTEURS, rules.saboteurs),
            TALK.typed(&rules.talk),
            SCORE.typed(&rules.score),
            or_number(&HAND, rules.hand),
            (DISTANCE.key, rules.distance.to_string()),
            (DECK.key, write_deck(rules.deck)),
            (NUGGETS.key, write_gold(rules.gold)),
        ])
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
        }
    }

    fn tell(seen: &Seen, lang: Lang) -> String {
        match lang {
            Lang::English => English(seen).to_string(),
        }
    }
}

impl Public {
    /// What is going on, in a few words.
    pub(super) fn doing(&self) -> String {
        let of = |seat: Seat, what: &str| format!("{seat} {what}");
        match self.phase {
            Phase::Goals | Phase::First | Phase::Role(_) | Phase::Deal(_) => "a round is dealt".to_string(),
            Phase::Play(seat) => of(seat, "is to play"),
            Phase::Say(seat, goal) => of(seat, &format!("may speak about the {goal} goal")),
            Phase::Draw(seat) => of(seat, "draws a card"),
            Phase::Bundle(seat) => of(seat, "draws gold"),
            Phase::Take(seat) => of(seat, "takes gold"),
            Phase::Over => "the game is over".to_string(),
        }
    }
}
