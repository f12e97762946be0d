//! Answers that a seat leaves in advance, and choices that everybody knows to be forced.

use super::table::Table;
use crate::game::{Game, View};
use crate::notation::{Notation, Picture};
use crate::seat::{Seat, SeatSet};

/// Picks one of the legal actions, or none.
type Pick<G> = fn(View<'_, G>, &[<G as Game>::Action]) -> Option<<G as Game>::Action>;

/// An answer that a person may leave in advance, until something happens: "pass until the table is cleared".
///
/// What it picks may not depend on whether the seat has a choice.
pub struct StandingAnswer<G: Game> {
    /// The name that programs use.
    pub name: &'static str,
    /// The sentence that a person reads.
    pub about: &'static str,
    /// The legal action that it picks now; nothing where it has no answer to what is asked.
    pub pick: Pick<G>,
    /// Whether it has come to its end, or could not be left now.
    pub ends: fn(View<'_, G>) -> bool,
}

/// What a table that asks for all choices may answer for a person.
pub struct AnswerRows<G: Game> {
    /// The answers that may be left in advance.
    pub standing: &'static [StandingAnswer<G>],
    /// Whether everybody can see what may be chosen now, so that a single action may be taken for a person.
    pub is_open: fn(&G::Public) -> bool,
}

impl<G: Game> AnswerRows<G> {
    /// No answers.
    pub const NONE: AnswerRows<G> = AnswerRows { standing: &[], is_open: |_| false };
}

impl<G: Game> Clone for AnswerRows<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for AnswerRows<G> {}

/// A standing answer as a seat is told of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StandingInfo {
    /// Its name.
    pub name: &'static str,
    /// Its sentence in English.
    pub about: &'static str,
    /// Whether it stands; otherwise it may be left.
    pub stands: bool,
}

impl<G: Notation + Picture> Table<G> {
    /// The standing answers of a seat: those that stand and those that may be left now.
    pub(super) fn standing_infos(&self, seat: Seat) -> Vec<StandingInfo> {
        if !self.is_outside(seat) {
            return Vec::new();
        }
        let view = self.referee.view(seat);
        let info = |row: &StandingAnswer<G>| {
            let stands = self.standing[seat.index()].contains(&row.name);
            StandingInfo { name: row.name, about: row.about, stands }
        };
        let rows = self.rows.standing.iter().filter(|row| !(row.ends)(view));
        rows.map(info).collect()
    }

    /// Leaves a standing answer or takes it back, or says what would be right.
    pub(super) fn stand(&mut self, seat: Seat, name: &str, stands: bool) -> Result<(), String> {
        let infos = self.standing_infos(seat);
        let Some(info) = infos.iter().find(|info| info.name == name) else {
            let names: Vec<&str> = infos.iter().map(|info| info.name).collect();
            let possible = if names.is_empty() { "none".to_string() } else { names.join(", ") };
            return Err(format!("no standing answer `{}` now; possible: {possible}", name.escape_debug()));
        };
        match (info.stands, stands) {
            (true, true) => Err(format!("the standing answer `{name}` stands already")),
            (false, false) => Err(format!("the standing answer `{name}` does not stand")),
            _ => {
                let own = &mut self.standing[seat.index()];
                own.retain(|other| *other != info.name);
                own.extend(stands.then_some(info.name));
                Ok(())
            }
        }
    }

    /// Ends the standing answers whose time is over.
    pub(super) fn end_standing(&mut self) {
        let (rows, referee) = (self.rows.standing, &self.referee);
        for (seat, own) in Seat::all(self.names.len()).zip(&mut self.standing) {
            if !own.is_empty() {
                let view = referee.view(seat);
                own.retain(|name| rows.iter().any(|row| row.name == *name && !(row.ends)(view)));
            }
        }
    }

    /// The action that is taken for a person at its time: what a standing answer picks, or the only one where
    /// everybody knows that it is the only one.
    pub(super) fn answer_in_advance(&mut self, seat: Seat) -> Option<G::Action> {
        if !self.asks_all || !self.is_outside(seat) || !self.choosing.contains(seat) {
            return None;
        }
        let legal = self.referee.legal(seat).to_vec();
        if let ([only], true) = (&legal[..], (self.rows.is_open)(self.referee.public())) {
            return Some(*only);
        }
        let view = self.referee.view(seat);
        let own = &self.standing[seat.index()];
        let stands = self.rows.standing.iter().filter(|row| own.contains(&row.name));
        stands.filter_map(|row| (row.pick)(view, &legal)).find(|picked| legal.contains(picked))
    }

    /// Forgets all standing answers: they end with the game.
    pub(super) fn forget_standing(&mut self) {
        self.standing.iter_mut().for_each(Vec::clear);
        self.by_agent = SeatSet::NONE;
    }
}
