//! The door: any game at a table as text and JSON, for people, pages, other programs and Python.

use std::fmt;

use serde_json::{Value, json};

use crate::agent::{Fault, Player};
use crate::game::{EventOf, Payoffs, Turn, View};
use crate::notation::{Notation, Picture, Scene};
use crate::record::{Header, Record, RecordWriter};
use crate::referee::{Luck, Referee};
use crate::seat::{Seat, SeatSet};

/// One game at a table, whatever game it is. Seats without a player of their own are played from outside.
///
/// No call panics. A seat beyond the table, which [`Session::seat`] refuses to name, sees nothing at all (null,
/// no story, empty pictures), has no legal actions, and what it plays is refused.
pub trait Session: Send {
    /// The game with its options, e.g. `buzzard(cards=8)`.
    fn game(&self) -> String;

    /// Who sits where.
    fn names(&self) -> &[String];

    /// The seat of this letter, if it is one of this table's.
    ///
    /// # Errors
    /// Refused, with the seats there are.
    fn seat(&self, text: &str) -> Result<Seat, PlayError> {
        let seats = self.names().len();
        let found = text.parse().ok().filter(|seat: &Seat| seat.index() < seats);
        found.ok_or_else(|| PlayError::Refused(no_seat(text, seats)))
    }

    /// The seats that must choose from outside before the game can go on; nobody once it is over or broken.
    fn waiting(&self) -> SeatSet;

    /// Why the game cannot go on, once a player of the table broke down.
    fn fault(&self) -> Option<&Fault>;

    /// What this eye (`None`: a spectator) sees, as JSON; the shape is described at [`view_json`].
    fn view(&self, eye: Option<Seat>) -> Value;

    /// What this seat may do now, as text; nothing if it is not its turn.
    fn legal(&mut self, seat: Seat) -> Vec<String>;

    /// Chooses for a seat from outside, then plays on until somebody outside must choose again.
    ///
    /// # Errors
    /// Refused, and the table is unchanged; or a player of the table broke down, now or earlier.
    fn play(&mut self, seat: Seat, action: &str) -> Result<(), PlayError>;

    /// What this eye saw so far, a sentence an event.
    fn story(&self, eye: Option<Seat>) -> Vec<String>;

    /// The table drawn for the terminal.
    fn text(&self, eye: Option<Seat>) -> String;

    /// The table drawn for a page.
    fn svg(&self, eye: Option<Seat>) -> String;

    /// What each seat earned, once the game is over.
    fn payoffs(&self) -> Option<Payoffs>;

    /// The game as the lines of a record, once it is over.
    fn record(&self) -> Option<String>;
}

/// Why a choice from outside did not go through.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayError {
    /// The choice was refused and the table is unchanged; the text says what would be right.
    Refused(String),
    /// A player of the table broke down; the game cannot go on.
    Fault(Fault),
}

impl fmt::Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayError::Refused(why) => f.write_str(why),
            PlayError::Fault(fault) => fault.fmt(f),
        }
    }
}

impl std::error::Error for PlayError {}

fn no_seat(text: &str, seats: usize) -> String {
    let all: Vec<String> = Seat::all(seats).map(|seat| seat.to_string()).collect();
    format!("no seat `{}`; the seats of this table are {}", text.escape_debug(), all.join(", "))
}

/// The JSON form of a view: what `Session::view` gives, and what programs receive that play over JSON lines.
///
/// `game` (the spec), `seat` (a letter, or null for a spectator), `turn` (a list of seats, `"chance"` or
/// `"over"`), `public` and `private` (the game's own fields, described on its page; `private` is null for a
/// spectator).
pub fn view_json<G: Notation>(public: &G::Public, view: Option<View<'_, G>>) -> Value {
    let turn = match G::turn(public) {
        Turn::Seats(set) => json!(set),
        Turn::Chance => json!("chance"),
        Turn::Over => json!("over"),
    };
    json!({
        "game": G::write_rules(G::rules(public)),
        "seat": view.map(|view| view.seat),
        "turn": turn,
        "public": public,
        "private": view.map(|view| view.private),
    })
}

/// Who sits on a chair of a [`Table`].
pub enum Chair<G: crate::Game> {
    /// A player of the table's own, asked whenever it is its turn.
    Taken(Player<G>),
    /// Somebody outside, who calls [`Session::play`].
    Outside,
}

/// Looks over one seat's shoulder, sees what it sees, and notes what it thinks of each seat.
pub trait Notes<G: crate::Game>: Send {
    /// A game begins: forget the last one.
    fn begin(&mut self, _view: View<'_, G>) {}

    /// Something happened, as this seat saw it.
    fn see(&mut self, _view: View<'_, G>, _seen: &G::Seen) {}

    /// A note a seat, in seat order; empty where there is nothing to say.
    fn notes(&mut self, view: View<'_, G>) -> Vec<String>;
}

/// Somebody who takes notes for a seat, and what they say now.
struct Noted<G: crate::Game> {
    seat: Seat,
    noter: Box<dyn Notes<G>>,
    shown: Vec<String>,
}

/// The one [`Session`]: a referee, the players, and what every eye has seen.
pub struct Table<G: Notation> {
    rules: G::Rules,
    seed: u64,
    names: Vec<String>,
    referee: Referee<G>,
    chairs: Vec<Chair<G>>,
    luck: Luck,
    events: Vec<EventOf<G>>,
    /// What each seat saw, and last what a spectator saw.
    seen: Vec<Vec<G::Seen>>,
    noted: Option<Noted<G>>,
    /// What ended the game before its end. A broken player may answer again, but nobody should wait for it.
    fault: Option<Fault>,
}

impl<G: Notation + Picture> Table<G> {
    /// Opens a table and plays on until somebody outside must choose.
    ///
    /// # Errors
    /// The fault of a player that broke down at once.
    ///
    /// # Panics
    /// If there are not as many chairs and names as seats.
    pub fn open(
        rules: G::Rules,
        seed: u64,
        names: Vec<String>,
        chairs: Vec<Chair<G>>,
    ) -> Result<Table<G>, Fault> {
        Table::open_noted(rules, seed, names, chairs, None)
    }

    /// Opens a table at which one seat is shown notes.
    ///
    /// # Errors
    /// As [`Table::open`].
    ///
    /// # Panics
    /// As [`Table::open`].
    pub fn open_noted(
        rules: G::Rules,
        seed: u64,
        names: Vec<String>,
        chairs: Vec<Chair<G>>,
        notes: Option<(Seat, Box<dyn Notes<G>>)>,
    ) -> Result<Table<G>, Fault> {
        let referee = Referee::new(&rules, seed);
        let seats = referee.seats();
        assert!(chairs.len() == seats && names.len() == seats, "one chair and one name a seat");
        let (luck, seen) = (Luck::new(seed), vec![Vec::new(); seats + 1]);
        let events = Vec::new();
        let noted = notes.map(|(seat, mut noter)| {
            noter.begin(referee.view(seat));
            Noted { seat, noter, shown: Vec::new() }
        });
        let mut table = Table { rules, seed, names, referee, chairs, luck, events, seen, noted, fault: None };
        table.each_player(Referee::begin)?;
        table.settle()?;
        Ok(table)
    }

    fn each_player(
        &mut self,
        mut visit: impl FnMut(&Referee<G>, Seat, &mut Player<G>) -> Option<Fault>,
    ) -> Result<(), Fault> {
        for (i, chair) in self.chairs.iter_mut().enumerate() {
            if let Chair::Taken(player) = chair {
                visit(&self.referee, Seat::new(i), player).map_or(Ok(()), Err)?;
            }
        }
        Ok(())
    }

    /// Plays on until somebody outside must choose or the game is over.
    fn settle(&mut self) -> Result<(), Fault> {
        let over = self.referee.turn() == Turn::Over;
        loop {
            self.ask_players()?;
            let Some(event) = self.referee.advance() else { break };
            self.remember(event);
            self.each_player(|referee, seat, player| referee.tell(seat, player, &event))?;
        }
        if let Some(noted) = &mut self.noted {
            noted.shown = noted.noter.notes(self.referee.view(noted.seat));
        }
        match self.referee.payoffs() {
            Some(payoffs) if !over => {
                self.each_player(|referee, seat, player| referee.end(seat, player, &payoffs))
            }
            _ => Ok(()),
        }
    }

    /// Everybody of the table whose turn it is chooses now, before anybody's envelope is opened. A seat
    /// outside that has no choice is not asked either.
    fn ask_players(&mut self) -> Result<(), Fault> {
        let Turn::Seats(set) = self.referee.turn() else { return Ok(()) };
        for seat in set.filter(|&seat| self.referee.waits_for(seat)).collect::<Vec<_>>() {
            match &mut self.chairs[seat.index()] {
                Chair::Taken(player) => self.referee.ask(seat, player, self.luck.of(seat), &mut ())?,
                Chair::Outside => {
                    if let &[only] = self.referee.legal(seat) {
                        self.referee.commit(seat, only).expect("the only legal action is legal");
                    }
                }
            }
        }
        Ok(())
    }

    fn remember(&mut self, event: EventOf<G>) {
        let seats = self.names.len();
        let eyes = Seat::all(seats).map(Some).chain([None]);
        for (seen, eye) in self.seen.iter_mut().zip(eyes) {
            seen.push(self.referee.seen(&event, eye));
        }
        if let Some(Noted { seat, noter, .. }) = &mut self.noted {
            noter.see(self.referee.view(*seat), &self.referee.seen(&event, Some(*seat)));
        }
        self.events.push(event);
    }

    /// Whether this eye is a spectator's or that of a seat at this table.
    fn is_here(&self, eye: Option<Seat>) -> bool {
        eye.is_none_or(|seat| seat.index() < self.names.len())
    }

    fn draw(&self, eye: Option<Seat>, picture: impl Fn(&Scene<'_, G>) -> String) -> String {
        if !self.is_here(eye) {
            return String::new();
        }
        let scene = match eye {
            None => Scene::spectator(self.referee.public()),
            Some(seat) => Scene::of(self.referee.view(seat)),
        };
        let notes = self.noted.as_ref().filter(|noted| Some(noted.seat) == eye);
        picture(&scene.with_names(&self.names).with_notes(notes.map_or(&[], |noted| &noted.shown)))
    }

    /// Puts what somebody outside chose into the envelope, or says what would be right.
    fn take(&mut self, seat: Seat, text: &str) -> Result<(), String> {
        match self.chairs.get(seat.index()) {
            None => return Err(no_seat(&seat.to_string(), self.names.len())),
            Some(Chair::Taken(_)) => {
                let name = &self.names[seat.index()];
                return Err(format!("seat {seat} is played by {name}, not from outside"));
            }
            Some(Chair::Outside) => {}
        }
        if !self.referee.waits_for(seat) {
            return Err(self.not_asked(seat));
        }
        let action: G::Action = text.parse().map_err(|error| format!("{error}"))?;
        let legal = alike(&action.to_string(), self.legal(seat)).join(", ");
        let wrong = |_| format!("`{action}` is not possible now; possible: {legal}");
        self.referee.commit(seat, action).map_err(wrong)
    }

    fn not_asked(&self, seat: Seat) -> String {
        let (turn, waiting) = (self.referee.turn(), self.waiting());
        match turn {
            Turn::Over => "the game is over".to_string(),
            Turn::Seats(set) if set.contains(seat) => {
                format!("{seat} has chosen already; the table waits for {waiting}")
            }
            _ => format!("it is not {seat}'s turn; the table waits for {waiting}"),
        }
    }
}

/// Of many actions those that differ from this one in the last word only, if there are such.
fn alike(action: &str, legal: Vec<String>) -> Vec<String> {
    const MANY: usize = 16;
    let head = |action: &str| action.rsplit_once(' ').map(|(head, _)| head.to_string());
    let alike: Vec<String> = legal.iter().filter(|other| head(other) == head(action)).cloned().collect();
    if legal.len() > MANY && !alike.is_empty() { alike } else { legal }
}

impl<G: Notation + Picture> Session for Table<G> {
    fn game(&self) -> String {
        G::write_rules(&self.rules)
    }

    fn names(&self) -> &[String] {
        &self.names
    }

    fn waiting(&self) -> SeatSet {
        let Turn::Seats(set) = self.referee.turn() else { return SeatSet::NONE };
        match self.fault {
            None => set.filter(|&seat| self.referee.waits_for(seat)).collect(),
            Some(_) => SeatSet::NONE,
        }
    }

    fn fault(&self) -> Option<&Fault> {
        self.fault.as_ref()
    }

    fn view(&self, eye: Option<Seat>) -> Value {
        if !self.is_here(eye) {
            return Value::Null;
        }
        view_json(self.referee.public(), eye.map(|seat| self.referee.view(seat)))
    }

    fn legal(&mut self, seat: Seat) -> Vec<String> {
        self.referee.legal(seat).iter().map(ToString::to_string).collect()
    }

    fn play(&mut self, seat: Seat, action: &str) -> Result<(), PlayError> {
        if let Some(fault) = &self.fault {
            return Err(PlayError::Fault(fault.clone()));
        }
        self.take(seat, action).map_err(PlayError::Refused)?;
        self.settle().map_err(|fault| {
            self.fault = Some(fault.clone());
            PlayError::Fault(fault)
        })
    }

    fn story(&self, eye: Option<Seat>) -> Vec<String> {
        if !self.is_here(eye) {
            return Vec::new();
        }
        self.seen[eye.map_or(self.names.len(), Seat::index)].iter().map(ToString::to_string).collect()
    }

    fn text(&self, eye: Option<Seat>) -> String {
        self.draw(eye, G::text)
    }

    fn svg(&self, eye: Option<Seat>) -> String {
        self.draw(eye, G::svg)
    }

    fn payoffs(&self) -> Option<Payoffs> {
        self.referee.payoffs()
    }

    fn record(&self) -> Option<String> {
        let header = Header::new::<G>(&self.rules, self.names.clone(), self.seed);
        let record = Record::<G> { header, events: self.events.clone(), payoffs: self.payoffs()? };
        let mut writer = RecordWriter::new(Vec::new());
        writer.write(&record).expect("a buffer takes everything");
        let bytes = writer.finish().expect("a buffer takes everything");
        Some(String::from_utf8(bytes).expect("a record is text"))
    }
}
