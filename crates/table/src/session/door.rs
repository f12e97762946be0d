//! [`Session`] and [`Host`] for a [`Table`]: text and JSON in, text and JSON out.

use serde_json::Value;

use super::log::{Entry, LogLine, Occupant, Opening};
use super::looks::face_up;
use super::question::{Advising, Answered, Pending, Thinking};
use super::standing::StandingInfo;
use super::table::{Chair, Table};
use super::{Host, PlayError, Session, view_json};
use crate::agent::Fault;
use crate::choice::{Choice, Choices, Part};
use crate::game::{Event, EventOf, Payoffs, Turn};
use crate::lang::Lang;
use crate::notation::{Notation, Picture, Shape};
use crate::record::{Header, Record, RecordWriter};
use crate::seat::{Seat, SeatSet};

impl<G: Notation + Picture> Session for Table<G> {
    fn game(&self) -> String {
        G::write_rules(&self.rules)
    }

    fn names(&self) -> &[String] {
        &self.names
    }

    fn series(&self) -> (u32, u32) {
        (self.number, self.opening.games)
    }

    fn waiting(&self) -> SeatSet {
        let outside = |seat: &Seat| matches!(self.chairs[seat.index()], Chair::External);
        match self.fault {
            None => self.choosing.filter(outside).collect(),
            Some(_) => SeatSet::NONE,
        }
    }

    fn turn(&self) -> SeatSet {
        match self.referee.turn() {
            Turn::Seats(set) => set,
            Turn::Chance | Turn::Over => SeatSet::NONE,
        }
    }

    fn fault(&self) -> Option<&Fault> {
        self.fault.as_ref()
    }

    fn view(&self, observer: Option<Seat>) -> Value {
        if !self.is_here(observer) {
            return Value::Null;
        }
        view_json(self.referee.public(), observer.map(|seat| self.referee.view(seat)))
    }

    fn legal(&mut self, seat: Seat) -> Vec<String> {
        if !self.is_here(Some(seat)) {
            return Vec::new();
        }
        self.referee.legal(seat).iter().map(ToString::to_string).collect()
    }

    fn part_label(&self, part: &Part, lang: Lang) -> String {
        G::part_label(part, lang)
    }

    fn why_not(&self, seat: Seat, text: &str, lang: Lang) -> Option<String> {
        self.is_here(Some(seat)).then(|| G::why_not(self.referee.view(seat), text, lang)).flatten()
    }

    fn choices(&mut self, seat: Seat, lang: Lang) -> Choices {
        if !self.is_here(Some(seat)) {
            return Choices::new(Vec::new());
        }
        let legal = self.referee.legal(seat).to_vec();
        let view = self.referee.view(seat);
        let choice = |action: &G::Action| Choice {
            action: action.to_string(),
            label: G::label(view, action, lang),
            parts: G::parts(view, action),
        };
        Choices::new(legal.iter().map(choice).collect())
    }

    fn commit(&mut self, seat: Seat, action: &str) -> Result<(), PlayError> {
        match self.chairs.get(seat.index()) {
            Some(Chair::Taken(_) | Chair::Away) => {
                let name = &self.names[seat.index()];
                Err(PlayError::Refused(format!("seat {seat} is played by {name}, not from outside")))
            }
            _ => self.accept(Entry::Choice(seat, action.to_string())),
        }
    }

    fn withdraw(&mut self, seat: Seat) -> Result<(), PlayError> {
        match self.chairs.get(seat.index()) {
            Some(Chair::External) => self.accept(Entry::Withdrawal(seat)),
            _ => Err(PlayError::Refused(format!("seat {seat} is not played from outside"))),
        }
    }

    fn envelope(&self, seat: Seat, lang: Lang) -> Option<String> {
        let chosen = self.referee.chosen(seat).filter(|_| !self.is_chosen_by_agent(seat))?;
        Some(G::label(self.referee.view(seat), &chosen, lang))
    }

    fn pending(&mut self) -> Vec<Box<dyn Pending>> {
        let asked = if self.fault.is_none() { self.choosing } else { SeatSet::NONE };
        asked.filter_map(|seat| self.question(seat)).collect()
    }

    fn answer(&mut self, thinking: Thinking) -> Result<(), PlayError> {
        let Ok(answered) = thinking.0.downcast::<Answered<G>>() else {
            return Err(PlayError::Refused("this is the answer of another game's table".to_string()));
        };
        let Answered { asked, player, chosen } = *answered;
        if asked != self.asked(asked.seat) {
            return Ok(());
        }
        self.chairs[asked.seat.index()] = Chair::Taken(player);
        match chosen {
            Ok(action) => self.accept_action(asked.seat, action),
            Err(fault) => Err(self.break_off(fault)),
        }
    }

    fn next_game(&mut self) -> Result<(), PlayError> {
        self.accept(Entry::Next)
    }

    fn events(&self) -> usize {
        self.history.events.len()
    }

    fn events_since(&self, observer: Option<Seat>, event: usize, lang: Lang) -> Vec<String> {
        let seen = if self.is_here(observer) { self.history.of(observer) } else { &[] };
        told::<G>(seen, event, lang)
    }

    fn last_events_since(&self, observer: Option<Seat>, event: usize, lang: Lang) -> Vec<String> {
        let seen = if self.is_here(observer) { self.history.of_last(observer) } else { &[] };
        told::<G>(seen, event, lang)
    }

    fn secrets(&self) -> Vec<String> {
        if self.referee.turn() != Turn::Over {
            return Vec::new();
        }
        let spectator = self.history.of(None);
        let secret = |&(i, event): &(usize, &EventOf<G>)| {
            matches!(event, Event::Chance(_)) && self.history.seen.iter().any(|seen| seen[i] != spectator[i])
        };
        self.history.events.iter().enumerate().filter(secret).map(|(_, event)| event.to_string()).collect()
    }

    fn text_within(&self, observer: Option<Seat>, lang: Lang, width: usize) -> String {
        self.draw(observer, |scene| G::text(&scene.in_lang(lang).within(width)))
    }

    fn closed_since(&self, observer: Option<Seat>, event: usize, lang: Lang, width: usize) -> Vec<String> {
        self.draw_closed(observer, event, |scene| G::text(&scene.in_lang(lang).within(width)))
    }

    fn face_up(&self, you: Option<Seat>, lang: Lang, width: usize) -> Option<String> {
        let mut names = self.names.clone();
        you.into_iter().for_each(|seat| names[seat.index()] = lang.either("you", "あなた").to_string());
        let is_over = self.referee.turn() == Turn::Over;
        is_over.then(|| face_up(self.referee.truth(), &names, lang, width))
    }

    fn svg(&self, observer: Option<Seat>, lang: Lang, shape: Shape) -> String {
        self.draw(observer, |scene| G::svg(&scene.in_lang(lang).shaped(shape)))
    }

    fn payoffs(&self) -> Option<Payoffs> {
        self.referee.payoffs()
    }

    fn record(&self) -> Option<String> {
        let whole = self.finished.len() == self.opening.games as usize;
        whole.then(|| self.record_so_far()).flatten()
    }
}

impl<G: Notation + Picture> Host for Table<G> {
    fn opening(&self) -> &Opening {
        &self.opening
    }

    fn log(&self) -> &[LogLine] {
        &self.log
    }

    fn forget(&mut self) {
        self.log.clear();
        self.finished.clear();
    }

    fn places(&self) -> Vec<Occupant> {
        let place = |(chair, name): (&Chair<G>, &String)| match chair {
            Chair::External => Occupant::External(name.clone()),
            Chair::Taken(_) | Chair::Away => Occupant::Agent(name.clone()),
        };
        self.chairs.iter().zip(&self.names).map(place).collect()
    }

    fn points(&self) -> Vec<f64> {
        self.earned.clone()
    }

    fn asks_all(&self) -> bool {
        self.asks_all
    }

    fn ask_all(&mut self) -> Result<(), PlayError> {
        self.accept(Entry::AskAll)
    }

    fn choosing(&self) -> SeatSet {
        if self.fault.is_none() { self.choosing } else { SeatSet::NONE }
    }

    fn is_chosen_by_agent(&self, seat: Seat) -> bool {
        self.asks_all
            && self.by_agent.contains(seat)
            && self.is_outside(seat)
            && self.referee.has_chosen(seat)
    }

    fn standing(&self, seat: Seat) -> Vec<StandingInfo> {
        self.standing_infos(seat)
    }

    fn stand(&mut self, seat: Seat, name: &str, stands: bool) -> Result<(), PlayError> {
        self.accept(Entry::Standing(seat, name.to_string(), stands))
    }

    fn answer_in_advance(&mut self, seat: Seat) -> Option<String> {
        Table::answer_in_advance(self, seat).map(|action| action.to_string())
    }

    fn record_so_far(&self) -> Option<String> {
        let of = self.finished.len() as u64;
        let whole = self.finished.first().is_some_and(|first| first.header.series.number == 0);
        let mut writer = RecordWriter::new(Vec::new());
        for (index, record) in (0..).zip(&self.finished) {
            let header = Header { index, of, ..record.header.clone() };
            writer.write(&Record { header, ..record.clone() }).expect("a buffer takes everything");
        }
        let bytes = writer.finish().expect("a buffer takes everything");
        whole.then(|| String::from_utf8(bytes).expect("a record is text"))
    }

    fn replace(&mut self, seat: Seat, place: Occupant) -> Result<(), PlayError> {
        self.accept(Entry::Replacement(seat, place))
    }

    fn adviser(&mut self, seat: Seat, player: &str, lang: Lang) -> Result<Box<dyn Advising>, PlayError> {
        let adviser = self.beside(seat, player, lang).map_err(PlayError::Refused)?;
        Ok(Box::new(adviser))
    }
}

/// The events that were seen from this one on, one sentence per event.
fn told<G: Notation>(seen: &[G::Seen], event: usize, lang: Lang) -> Vec<String> {
    seen[event.min(seen.len())..].iter().map(|seen| G::tell(seen, lang)).collect()
}
