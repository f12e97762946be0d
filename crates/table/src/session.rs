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
pub trait Session: Send {
    /// The game with its options, e.g. `buzzard(cards=8)`.
    fn game(&self) -> String;

    /// Who sits where.
    fn names(&self) -> &[String];

    /// The seats that must choose from outside before the game can go on; nobody once it is over.
    fn waiting(&self) -> SeatSet;

    /// What this eye (`None`: a spectator) sees, as JSON; the shape is described at [`view_json`].
    fn view(&self, eye: Option<Seat>) -> Value;

    /// What this seat may do now, as text; nothing if it is not its turn.
    fn legal(&mut self, seat: Seat) -> Vec<String>;

    /// Chooses for a seat from outside, then plays on until somebody outside must choose again.
    ///
    /// # Errors
    /// The table is unchanged unless a player of its own broke down.
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
        let referee = Referee::new(&rules, seed);
        let seats = referee.seats();
        assert!(chairs.len() == seats && names.len() == seats, "one chair and one name a seat");
        let (luck, seen) = (Luck::new(seed), vec![Vec::new(); seats + 1]);
        let mut table = Table { rules, seed, names, referee, chairs, luck, events: Vec::new(), seen };
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
        self.events.push(event);
    }

    fn scene(&self, eye: Option<Seat>) -> Scene<'_, G> {
        let scene = match eye {
            None => Scene::spectator(self.referee.public()),
            Some(seat) => Scene::of(self.referee.view(seat)),
        };
        scene.with_names(&self.names)
    }

    fn read_action(&mut self, seat: Seat, text: &str) -> Result<G::Action, PlayError> {
        let refused = |why: String| PlayError::Refused(why);
        let action: G::Action = text.parse().map_err(|error| refused(format!("{error}")))?;
        let legal = self.referee.legal(seat);
        if !legal.is_empty() && !legal.contains(&action) {
            let list: Vec<String> = legal.iter().map(ToString::to_string).collect();
            return Err(refused(format!("`{action}` is not possible now; possible: {}", list.join(", "))));
        }
        Ok(action)
    }
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
        set.filter(|&seat| self.referee.waits_for(seat)).collect()
    }

    fn view(&self, eye: Option<Seat>) -> Value {
        view_json(self.referee.public(), eye.map(|seat| self.referee.view(seat)))
    }

    fn legal(&mut self, seat: Seat) -> Vec<String> {
        self.referee.legal(seat).iter().map(ToString::to_string).collect()
    }

    fn play(&mut self, seat: Seat, action: &str) -> Result<(), PlayError> {
        if !matches!(self.chairs.get(seat.index()), Some(Chair::Outside)) {
            return Err(PlayError::Refused(format!("seat {seat} is not played from outside")));
        }
        let action = self.read_action(seat, action)?;
        self.referee.commit(seat, action).map_err(|refusal| PlayError::Refused(refusal.to_string()))?;
        self.settle().map_err(PlayError::Fault)
    }

    fn story(&self, eye: Option<Seat>) -> Vec<String> {
        self.seen[eye.map_or(self.names.len(), Seat::index)].iter().map(ToString::to_string).collect()
    }

    fn text(&self, eye: Option<Seat>) -> String {
        G::text(&self.scene(eye))
    }

    fn svg(&self, eye: Option<Seat>) -> String {
        G::svg(&self.scene(eye))
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
