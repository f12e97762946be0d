//! What one observer is told of a table: a JSON document, made once for all clients that look alike.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use serde::Serialize;
use table::{Lang, Occupant, Part, Seat, SeatSet, Shape, StandingInfo, label};
use tokio::time::Instant;

use crate::health::Health;
use crate::live::LiveTable;
use crate::words;

/// A way to look at a table: the observer, the language and the screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Look {
    pub(crate) observer: Option<Seat>,
    pub(crate) lang: Lang,
    pub(crate) shape: Shape,
}

/// How far a client has been told: a game of the series, and a number of its events.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Position {
    pub(crate) game: u32,
    pub(crate) events: usize,
}

impl Position {
    /// Reads `GAME.EVENT`.
    pub(crate) fn read(text: &str) -> Option<Position> {
        let (game, events) = text.split_once('.')?;
        Some(Position { game: game.parse().ok()?, events: events.parse().ok()? })
    }
}

impl std::fmt::Display for Position {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}.{}", self.game, self.events)
    }
}

/// The last picture of each look.
#[derive(Default)]
pub(crate) struct Pictures(Vec<(Look, Picture)>);

/// The part of a message that is the same for every client that looks alike.
#[derive(Clone)]
struct Picture {
    revision: u64,
    /// When the state became what it is.
    version: u64,
    state: Arc<State>,
    /// The last message with this state, and the clients it was made for: those who have been told the same get the same.
    made: Option<(Option<Position>, Message)>,
}

/// What a client is told next.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Message {
    /// A JSON document.
    pub(crate) text: Arc<str>,
    /// How far the client has been told by then.
    pub(crate) told: Position,
    /// Whether it tells events.
    pub(crate) has_news: bool,
    pub(crate) mark: Mark,
}

/// The version and the deadline that a message was made from.
pub(crate) type Mark = (u64, Option<Instant>);

impl Message {
    /// Whether somebody who knows the message of this mark learns anything new.
    pub(crate) fn is_news_after(&self, mark: Mark) -> bool {
        self.has_news || self.mark != mark
    }
}

/// The document of a message: the state, and what differs from client to client.
#[derive(Serialize)]
struct Document<'a> {
    version: u64,
    #[serde(flatten)]
    state: &'a State,
    clock: Option<ClockState>,
    events: Vec<Event>,
    after: String,
}

#[derive(PartialEq, Serialize)]
struct State {
    game: &'static str,
    spec: String,
    title: &'static str,
    number: u32,
    of: u32,
    seats: Vec<SeatState>,
    you: Option<Seat>,
    people: usize,
    waiting: SeatSet,
    thinking: bool,
    turn: Option<usize>,
    choices: Vec<ChoiceState>,
    parts: BTreeMap<String, PartState>,
    envelope: Option<String>,
    /// Whether an agent chose this turn for the seat before the person sat down again.
    agent_chose: bool,
    /// The answers that the seat may leave in advance.
    standing: Vec<StandingState>,
    svg: String,
    over: Option<Over>,
    hints: bool,
    fault: Option<String>,
    mend: Option<Mend>,
}

/// The seat that cannot go on, for a person who may let another player take it.
#[derive(PartialEq, Serialize)]
struct Mend {
    seat: Seat,
    /// Whether it may also begin anew.
    again: bool,
}

#[derive(PartialEq, Serialize)]
struct SeatState {
    seat: Seat,
    name: String,
    kind: &'static str,
    points: f64,
}

#[derive(PartialEq, Serialize)]
struct ChoiceState {
    action: String,
    label: String,
    parts: Vec<String>,
}

#[derive(PartialEq, Serialize)]
struct PartState {
    sort: &'static str,
    label: String,
}

#[derive(PartialEq, Serialize)]
struct StandingState {
    name: &'static str,
    label: &'static str,
    stands: bool,
}

#[derive(PartialEq, Serialize)]
struct Over {
    payoffs: Vec<Payoff>,
    last: bool,
}

#[derive(PartialEq, Serialize)]
struct Payoff {
    seat: Seat,
    points: f64,
    win: f64,
}

#[derive(Serialize)]
struct Event {
    at: String,
    text: String,
}

#[derive(Serialize)]
struct ClockState {
    seconds: u32,
    left: f64,
}

impl LiveTable {
    /// The state for this look, drawn at most once a change.
    fn picture(&mut self, look: Look) -> &mut Picture {
        let known = self.pictures.0.iter().position(|(known, _)| *known == look);
        let last = known.map(|i| self.pictures.0.swap_remove(i).1);
        let picture = match last {
            Some(last) if last.revision == self.revision => last,
            last => self.drawn(look, last),
        };
        self.pictures.0.push((look, picture));
        let (_, picture) = self.pictures.0.last_mut().expect("it was just put there");
        picture
    }

    fn drawn(&mut self, look: Look, last: Option<Picture>) -> Picture {
        let state = self.state(look);
        let version = match last {
            // If it looks the same as before, the version stays: nobody learns that something happened out of sight.
            Some(last) if *last.state == state => last.version,
            Some(last) => self.stamp().max(last.version + 1),
            None => self.stamp(),
        };
        Picture { revision: self.revision, version, state: Arc::new(state), made: None }
    }

    fn now(&self) -> Position {
        Position { game: self.host.series().0, events: self.host.events() }
    }

    /// The games that a client has not been told to their ends and that are no longer in memory.
    pub(crate) fn forgotten(&self, told: Option<Position>) -> Range<u32> {
        let now = self.now();
        let from = told.filter(|told| *told <= now).unwrap_or(now).game;
        from..now.game.saturating_sub(1).max(from)
    }

    /// The events that a client has not been told yet, and how far it has been told then. `found` has the forgotten games
    /// as far as they were read from disk; the last game and this one are in memory.
    fn news(&self, look: Look, told: Option<Position>, found: Vec<Vec<String>>) -> (Vec<Event>, Position) {
        let now = self.now();
        let told = told.filter(|told| *told <= now).unwrap_or(Position { events: 0, ..now });
        let mut news = Vec::new();
        let mut tell = |game: u32, from: usize, texts: Vec<String>| {
            let at = |i: usize| Position { game, events: from + i }.to_string();
            let told = texts.into_iter().enumerate().filter(|(_, text)| !text.is_empty());
            news.extend(told.map(|(i, text)| Event { at: at(i), text }));
        };
        let mut from = told.events;
        for (game, mut texts) in (told.game..now.game).zip(found) {
            tell(game, from, texts.split_off(from.min(texts.len())));
            from = 0;
        }
        if told.game < now.game {
            // A position in an older game is no position in the last one.
            from = if told.game + 1 == now.game { from } else { 0 };
            tell(now.game - 1, from, self.host.last_events_since(look.observer, from, look.lang));
            from = 0;
        }
        tell(now.game, from, self.host.events_since(look.observer, from, look.lang));
        (news, now)
    }

    /// The next message for a client that has been told so much. `found` has the forgotten games that it missed.
    pub(crate) fn message(&mut self, look: Look, told: Option<Position>, found: Vec<Vec<String>>) -> Message {
        let deadline = self.clock.deadline;
        let picture = self.picture(look);
        if let Some((for_whom, message)) = &picture.made
            && (*for_whom, deadline) == (told, None)
        {
            return message.clone();
        }
        let (version, state) = (picture.version, picture.state.clone());
        let (events, now) = self.news(look, told, found);
        let (clock, has_news) = (self.clock_state(), !events.is_empty());
        let document = Document { version, state: &state, clock, events, after: now.to_string() };
        let message =
            Message { text: json(&document).into(), told: now, has_news, mark: (version, deadline) };
        self.picture(look).made = Some((told, message.clone()));
        message
    }

    fn clock_state(&self) -> Option<ClockState> {
        let left = self.clock.deadline?.saturating_duration_since(Instant::now()).as_secs_f64();
        Some(ClockState { seconds: self.clock.seconds?, left: (left * 10.0).round() / 10.0 })
    }

    fn state(&mut self, look: Look) -> State {
        let (number, of) = self.host.series();
        let (choices, parts) = self.choices(look);
        let Look { observer, lang, shape } = look;
        State {
            game: self.facts.game,
            title: words::title(self.facts.game, lang),
            number,
            of,
            seats: self.seats(),
            you: observer,
            people: self.sitting().len(),
            waiting: self.waiting(observer),
            thinking: self.is_thinking(),
            turn: observer.map(|seat| self.turn(seat)),
            choices,
            parts,
            envelope: observer.and_then(|seat| self.host.envelope(seat, lang)),
            agent_chose: observer.is_some_and(|seat| self.host.is_chosen_by_agent(seat)),
            standing: observer.map_or_else(Vec::new, |seat| self.standing(seat, lang)),
            svg: self.host.svg(observer, lang, shape),
            over: self.over(),
            hints: observer.is_some_and(|seat| self.may_hint(seat)),
            fault: (self.health() != Health::Sound).then(|| self.fault(lang)),
            mend: observer.and_then(|seat| self.mend(seat)),
            spec: self.host.opening().game.clone(),
        }
    }

    fn seats(&self) -> Vec<SeatState> {
        let kind = |seat: Seat| match (&self.places[seat.index()], self.people.contains(seat)) {
            (Occupant::External(_), _) => "person",
            (Occupant::Agent(_), true) => "away",
            (Occupant::Agent(_), false) => "agent",
        };
        let points = self.host.points();
        let state = |seat: Seat| SeatState {
            seat,
            name: self.label(seat),
            kind: kind(seat),
            points: points[seat.index()],
        };
        Seat::all(self.places.len()).map(state).collect()
    }

    /// The label beside a seat.
    fn label(&self, seat: Seat) -> String {
        label(self.name(seat), table::LONGEST_LABEL)
    }

    /// The people whom everybody sees asked. Whether one of them really has a choice may be a secret, except to itself.
    pub(crate) fn waiting(&self, observer: Option<Seat>) -> SeatSet {
        if self.health() != Health::Sound {
            return SeatSet::NONE;
        }
        let really: SeatSet = self.host.waiting().filter(|&seat| !self.is_in_advance(seat)).collect();
        if self.facts.open {
            return really;
        }
        let asked = self.host.turn().and(self.sitting());
        #[cfg(test)]
        let asked = asked.minus(self.unasked);
        asked.filter(|&seat| Some(seat) != observer || really.contains(seat)).collect()
    }

    /// Whether agents are asked, as everybody sees it: whether one still thinks shows at its time alone.
    fn is_thinking(&self) -> bool {
        let asked = if self.facts.open { self.host.choosing() } else { self.host.turn() };
        self.health() == Health::Sound && !asked.minus(self.sitting()).is_empty()
    }

    fn standing(&self, seat: Seat, lang: Lang) -> Vec<StandingState> {
        let infos = self.host.standing(seat).into_iter();
        let state = |StandingInfo { name, about, stands }| StandingState {
            name,
            label: catalog::text(about, lang),
            stands,
        };
        infos.map(state).collect()
    }

    fn choices(&mut self, look: Look) -> (Vec<ChoiceState>, BTreeMap<String, PartState>) {
        let asked = look.observer.filter(|&seat| self.is_asked(seat));
        let Some(seat) = asked else { return (Vec::new(), BTreeMap::new()) };
        let choices = self.host.choices(seat, look.lang);
        let mut parts = BTreeMap::new();
        for part in choices.left().flat_map(|choice| &choice.parts) {
            let label = || PartState { sort: part.sort, label: self.host.part_label(part, look.lang) };
            parts.entry(key(part)).or_insert_with(label);
        }
        let choice = |choice: &table::Choice| ChoiceState {
            action: choice.action.clone(),
            label: choice.label.clone(),
            parts: choice.parts.iter().map(key).collect(),
        };
        (choices.left().map(choice).collect(), parts)
    }

    /// Whether this seat is to choose now.
    fn is_asked(&self, seat: Seat) -> bool {
        self.health() == Health::Sound && self.host.waiting().contains(seat) && !self.is_in_advance(seat)
    }

    fn over(&self) -> Option<Over> {
        let payoffs = self.host.payoffs()?;
        let (number, of) = self.host.series();
        let wins = payoffs.wins.iter().map(|(_, win)| win);
        let payoffs =
            payoffs.points.iter().zip(wins).map(|((seat, points), win)| Payoff { seat, points, win });
        Some(Over { payoffs: payoffs.collect(), last: number + 1 >= of })
    }

    /// Whether this seat may ask for a hint: no other person sits at the table.
    pub(crate) fn may_hint(&self, seat: Seat) -> bool {
        self.sitting() == SeatSet::only(seat)
    }

    /// The sentence of a table that cannot go on. The player's own words stay with the host: they may tell a secret.
    fn fault(&self, lang: Lang) -> String {
        let cannot = || {
            lang.either(
                "a player broke down, and this game cannot go on",
                "プレイヤーが故障したため、このゲームは続けられません",
            )
        };
        let Some(seat) = self.health().seat() else { return cannot().to_string() };
        let name = self.label(seat);
        match self.is_absent(seat) {
            true => lang.either(
                format!(
                    "{seat} ({name}) is not at this server: the game goes on once the server is started with --agent \
                     '{name}=..' again, or when another player takes the seat"
                ),
                format!(
                    "{seat}（{name}）はこのサーバーにいません。--agent '{name}=..' を付けてサーバーを起動し直すか、\
                     ほかのプレイヤーに席を任せると続けられます"
                ),
            ),
            false => lang.either(
                format!("{seat} ({name}) broke down: the game goes on when another player takes the seat"),
                format!("{seat}（{name}）が故障しました。ほかのプレイヤーに席を任せると続けられます"),
            ),
        }
    }

    /// What a person on this seat can do about a table that cannot go on.
    fn mend(&self, observer: Seat) -> Option<Mend> {
        let seat = self.health().seat().filter(|_| self.sitting().contains(observer))?;
        Some(Mend { seat, again: self.is_own(seat) })
    }
}

fn key(part: &Part) -> String {
    format!("{}:{}", part.sort, part.name)
}

pub(crate) fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("what we tell is plain data")
}
