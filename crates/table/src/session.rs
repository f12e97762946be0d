//! Sessions: any game at a table as text and JSON, for people, pages, other programs and Python.

mod door;
mod log;
mod looks;
mod question;
mod standing;
mod table;

use std::fmt;

use serde_json::{Value, json};

pub use log::{Entry, LogLine, Occupant, OpenError, Opening};
pub use looks::{LONGEST_LABEL, face_up, face_up_svg, label};
pub use question::{Advice, AdviceRow, Advising, OwnedView, Pending, Thinking};
pub use standing::{AnswerRows, StandingAnswer, StandingInfo};
pub use table::{NoteTaker, SeatBuilder, Table};

use crate::agent::Fault;
use crate::choice::{Choices, Part};
use crate::game::{Payoffs, PublicState, Turn, View};
use crate::lang::Lang;
use crate::notation::{Notation, Shape, USUAL_WIDTH};
use crate::seat::{Seat, SeatSet};

/// A series of games at a table, whatever game it is. Seats without an agent are played from outside.
///
/// No call panics. A seat beyond the table, which [`Session::seat`] refuses to name, sees nothing at all (null,
/// no events, empty pictures), has no legal actions, and what it plays is refused.
pub trait Session: Send {
    /// The game with its options, e.g. `buzzard(cards=8)`.
    fn game(&self) -> String;

    /// The name of the player on each seat.
    fn names(&self) -> &[String];

    /// The number of this game in its series, counted from 0, and how many games the series has.
    fn series(&self) -> (u32, u32);

    /// The seat of this letter, if it is one of this table's.
    ///
    /// # Errors
    /// Refused, with the seats there are.
    fn seat(&self, text: &str) -> Result<Seat, PlayError> {
        let seats = self.names().len();
        let found = text.parse().ok().filter(|seat: &Seat| seat.index() < seats);
        found.ok_or_else(|| PlayError::Refused(no_seat(text, seats)))
    }

    /// The seats played from outside that must choose before the game can go on; none once it is over or broken.
    fn waiting(&self) -> SeatSet;

    /// The seats that the rules ask now, as a spectator sees it: also seats that have chosen, and seats without a choice.
    /// Which of them really choose ([`Session::waiting`]) may tell what a seat holds.
    fn turn(&self) -> SeatSet;

    /// Why the game cannot go on, once a player of the table broke down.
    fn fault(&self) -> Option<&Fault>;

    /// The view of this observer (`None`: a spectator) as JSON; [`view_json`] describes it.
    fn view(&self, observer: Option<Seat>) -> Value;

    /// The legal actions of this seat as text; none if it is not its turn.
    fn legal(&mut self, seat: Seat) -> Vec<String>;

    /// The legal actions of this seat by parts; none if it is not its turn.
    fn choices(&mut self, seat: Seat, lang: Lang) -> Choices;

    /// Why this seat may not do now what this text means, as a sentence for people; nothing where the text means no action
    /// of the game.
    fn why_not(&self, seat: Seat, text: &str, lang: Lang) -> Option<String>;

    /// A part of a choice as people read it.
    fn part_label(&self, part: &Part, lang: Lang) -> String;

    /// Takes the choice of a seat that is played from outside. No agent thinks before [`Session::pending`] is called.
    ///
    /// # Errors
    /// Refused, and the table is unchanged; or a player of the table broke down, now or earlier.
    fn commit(&mut self, seat: Seat, action: &str) -> Result<(), PlayError>;

    /// Takes a choice back that the others have not seen yet.
    ///
    /// # Errors
    /// Refused if there is none, or if an agent chose it before the seat was played from outside again.
    fn withdraw(&mut self, seat: Seat) -> Result<(), PlayError>;

    /// This seat's choice that the others have not seen yet, as people read it; not the one that an agent chose for it, see
    /// [`Host::is_chosen_by_agent`].
    fn envelope(&self, seat: Seat, lang: Lang) -> Option<String>;

    /// Hands out every choice that agents of the table have to make now; they are away until their answers come.
    fn pending(&mut self) -> Vec<Box<dyn Pending>>;

    /// Takes the answer to a choice that was handed out. A late answer is dropped.
    ///
    /// # Errors
    /// The fault of a player that broke down.
    fn answer(&mut self, thinking: Thinking) -> Result<(), PlayError>;

    /// Lets the agents of the table think, in this call, until a seat outside must choose.
    ///
    /// # Errors
    /// The fault of the first player that broke down.
    fn think(&mut self) -> Result<(), PlayError> {
        loop {
            let pending = self.pending();
            if pending.is_empty() {
                return Ok(());
            }
            pending.into_iter().try_for_each(|choice| self.answer(choice.think()))?;
        }
    }

    /// Takes the choice of a seat outside and plays on until a seat outside must choose again.
    ///
    /// # Errors
    /// As [`Session::commit`].
    fn play(&mut self, seat: Seat, action: &str) -> Result<(), PlayError> {
        self.commit(seat, action)?;
        self.think()
    }

    /// Begins the next game of the series.
    ///
    /// # Errors
    /// Refused while this game is not over, and after the last one.
    fn next_game(&mut self) -> Result<(), PlayError>;

    /// How many events of this game there were.
    fn events(&self) -> usize;

    /// What this observer saw of this game from this event on, one sentence per event.
    fn events_since(&self, observer: Option<Seat>, event: usize, lang: Lang) -> Vec<String>;

    /// The same for the game before this one; empty in the first game.
    fn last_events_since(&self, observer: Option<Seat>, event: usize, lang: Lang) -> Vec<String>;

    /// The chance events that not everybody saw, in notation, once the game is over.
    fn secrets(&self) -> Vec<String>;

    /// The table drawn for a terminal of this width.
    fn text_within(&self, observer: Option<Seat>, lang: Lang, width: usize) -> String;

    /// The table drawn for a usual terminal.
    fn text(&self, observer: Option<Seat>, lang: Lang) -> String {
        self.text_within(observer, lang, USUAL_WIDTH)
    }

    /// The last picture of each part of this game that ended after this number of events.
    fn closed_since(&self, observer: Option<Seat>, event: usize, lang: Lang, width: usize) -> Vec<String>;

    /// The table with what every seat holds, once the game is over; `you` is the reader's seat.
    fn face_up(&self, you: Option<Seat>, lang: Lang, width: usize) -> Option<String>;

    /// The table drawn for a page.
    fn svg(&self, observer: Option<Seat>, lang: Lang, shape: Shape) -> String;

    /// What each seat earned, once the game is over.
    fn payoffs(&self) -> Option<Payoffs>;

    /// The games of the series as the lines of a record, once all are over: the seeds in it tell the games to
    fn record(&self) -> Option<String>;
}

/// A session as its host uses it. It holds the secrets of the game, so it stays with the host.
pub trait Host: Session {
    /// How the table was opened.
    fn opening(&self) -> &Opening;

    /// The entries that were accepted since the opening or the last [`Host::forget`], in order.
    fn log(&self) -> &[LogLine];

    /// Frees the log and the games that are over, for a host that keeps the log elsewhere. Then there is no record here; a
    /// table restored from the whole log has it.
    fn forget(&mut self);

    /// The occupant of each seat now.
    fn places(&self) -> Vec<Occupant>;

    /// The points of each seat in the games of the series that are over.
    fn points(&self) -> Vec<f64>;

    /// Whether every choice is asked, also one that is forced.
    fn asks_all(&self) -> bool;

    /// Asks for every choice from now on.
    ///
    /// # Errors
    /// Refused if it does so already.
    fn ask_all(&mut self) -> Result<(), PlayError>;

    /// All seats that must choose before the game can go on, those of agents too.
    fn choosing(&self) -> SeatSet;

    /// Whether an agent chose for this seat before the seat was played from outside again, and the choice waits for others: it
    /// stands, and nobody is shown it.
    fn is_chosen_by_agent(&self, seat: Seat) -> bool;

    /// The standing answers of a seat that is played from outside: those that stand and those that may be left now.
    fn standing(&self, seat: Seat) -> Vec<StandingInfo>;

    /// Leaves a standing answer by its name, or takes it back. It ends with the game, or when the seat gets another occupant.
    ///
    /// # Errors
    /// Refused if there is none of this name now.
    fn stand(&mut self, seat: Seat, name: &str, stands: bool) -> Result<(), PlayError>;

    /// The action that is to be taken for a person who must choose: what a standing answer of the seat picks, or the only
    /// action where everybody knows that it is the only one. None at a table that does not ask for all choices.
    fn answer_in_advance(&mut self, seat: Seat) -> Option<String>;

    /// The games that are over so far, as the lines of a record; none before the first is over, or once they were forgotten.
    fn record_so_far(&self) -> Option<String>;

    /// Replaces the occupant of a seat. An agent is told all that the seat saw of this game.
    ///
    /// # Errors
    /// Refused if there is no such seat or no such player.
    fn replace(&mut self, seat: Seat, place: Occupant) -> Result<(), PlayError>;

    /// A new player of this name that has seen what this seat saw; the seat must choose now. The advice leaves no trace at
    /// the table.
    ///
    /// # Errors
    /// Refused if the seat has nothing to choose, or if there is no such player.
    fn adviser(&mut self, seat: Seat, player: &str, lang: Lang) -> Result<Box<dyn Advising>, PlayError>;
}

/// Why a choice from outside was not accepted.
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

impl From<Fault> for PlayError {
    fn from(fault: Fault) -> PlayError {
        PlayError::Fault(fault)
    }
}

fn no_seat(text: &str, seats: usize) -> String {
    let all: Vec<String> = Seat::all(seats).map(|seat| seat.to_string()).collect();
    format!("no seat `{}`; the seats of this table are {}", text.escape_debug(), all.join(", "))
}

/// The JSON form of a view: for `Session::view`, and for programs that play over JSON lines.
///
/// `game` (the spec), `seat` (a letter, or null for a spectator), `turn` (a list of seats, `"chance"` or
/// `"over"`), `public` and `private` (the game's own fields, described on its page; `private` is null for a
/// spectator).
pub fn view_json<G: Notation>(public: &G::Public, view: Option<View<'_, G>>) -> Value {
    let turn = match public.turn() {
        Turn::Seats(set) => json!(set),
        Turn::Chance => json!("chance"),
        Turn::Over => json!("over"),
    };
    json!({
        "game": G::write_rules(public.rules()),
        "seat": view.map(|view| view.seat),
        "turn": turn,
        "public": public,
        "private": view.map(|view| view.private),
    })
}

/// Takes notes about every seat from what one seat sees.
pub trait Notes<G: crate::Game>: Send {
    /// A game begins: forget the last one.
    fn begin(&mut self, _view: View<'_, G>) {}

    /// Something happened, as this seat saw it.
    fn see(&mut self, _view: View<'_, G>, _seen: &G::Seen) {}

    /// One note per seat, in seat order; empty where there is nothing to say.
    fn notes(&mut self, view: View<'_, G>, lang: Lang) -> Vec<String>;
}
