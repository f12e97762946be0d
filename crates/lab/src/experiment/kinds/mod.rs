//! The kinds of work an experiment can ask for: how a unit of it is played, and what is measured.

mod bids;
mod breaks;
mod collusion;
mod exploit;
mod gains;
mod matches;
mod roles;
mod sides;
mod watched;

use std::ops::Range;

use agents::Seated;
use table::Spec;

use super::records::RecordFile;
use super::results::{At, Value};
use crate::bulk::{Bulk, Seating, seatings};
use crate::error::LabError;
use crate::stats::{Estimate, Share};

/// A kind of work, for help and for finding one by name.
pub struct Kind {
    /// The name people type.
    pub name: &'static str,
    /// One line about it.
    pub about: &'static str,
    /// What can be measured.
    pub measures: &'static [Measure],
    /// The axes that describe a situation rather than stand in the game or its seats.
    pub(super) situation: &'static [&'static str],
    pub(super) build: fn(Setting) -> Result<Box<dyn Job>, LabError>,
}

/// A figure that a kind of work can give.
pub struct Measure {
    /// The name people type.
    pub name: &'static str,
    /// One line about it.
    pub about: &'static str,
    /// Whether it is the share of games in which something happened.
    pub rate: bool,
}

/// Every kind of work the lab knows.
pub static KINDS: &[Kind] = &[
    bids::BIDS,
    breaks::BREAKS,
    collusion::COLLUSION,
    exploit::EXPLOIT,
    gains::GAINS,
    matches::MATCH,
    roles::ROLES,
    sides::SIDES,
];

/// What one cell plays. Everything that decides its games stands here.
#[derive(Clone, Debug, PartialEq)]
pub struct Setting {
    /// The game with its options.
    pub game: Spec,
    /// Who sits there; the measures are about the first.
    pub entrants: Vec<Spec>,
    /// Whether a unit is a deal in every seating rather than in one.
    pub paired: bool,
    /// How many games are played one after another in each seating.
    pub series: u32,
    /// The cell's place in the sweep, for kinds that ask about a situation rather than a whole game.
    pub situation: At,
    /// What all luck of the cell derives from: that of unit `u` from `derive_seed(&[seed, u])`.
    pub seed: u64,
}

impl Setting {
    /// The cell's value on an axis of the sweep.
    fn at(&self, axis: &str) -> Option<&Value> {
        self.situation.iter().find(|(name, _)| name == axis).map(|(_, value)| value)
    }

    /// The seatings of one unit.
    fn seatings(&self) -> Vec<Seating> {
        let seats = self.entrants.len();
        if self.paired { seatings(seats) } else { vec![(0..seats).collect()] }
    }

    /// How many games a unit is.
    fn games(&self) -> u64 {
        self.seatings().len() as u64 * u64::from(self.series)
    }

    /// The sittings of all units: unit `u` is as many as there are seatings, from sitting `u` times that on.
    fn bulk<G: Seated>(&self, rules: G::Rules, keep_events: bool) -> Bulk<'_, G> {
        let (seatings, series, seed) = (self.seatings(), self.series, self.seed);
        let per_deal = seatings.len() as u64;
        Bulk { rules, series, entrants: &self.entrants, seed, seatings, per_deal, keep_events }
    }
}

/// The work of one cell.
pub trait Job: Send + Sync {
    /// The quantities noted of every unit.
    fn columns(&self) -> Vec<String>;

    /// Plays these units, one after the other on this thread; with `keep` their games are written down too.
    fn play(&self, units: Range<u64>, keep: bool) -> Result<Batch, LabError>;

    /// What a measure of this kind makes of all units of the cell.
    fn summarise(&self, measure: &str, rows: &Rows) -> Estimate;

    /// What each unit adds to the two sums a measure is the ratio of; nothing if it is no such ratio. Cells
    /// that share their units can be compared by them.
    fn shares(&self, _measure: &str, _rows: &Rows) -> Option<Vec<Share>> {
        None
    }

    /// How many games a unit is.
    fn games(&self) -> u64 {
        1
    }

    /// How many games of a unit can be written down.
    fn records(&self) -> u64 {
        0
    }

    /// Copies the games that a batch has written down.
    fn copy_records(&self, _records: &[u8], _to: &mut RecordFile) -> Result<(), LabError> {
        Ok(())
    }
}

/// What some units gave.
#[derive(Clone, Debug, PartialEq)]
pub struct Batch {
    /// The quantities of each unit in turn.
    pub values: Vec<f64>,
    /// The games as the kind writes them down; empty unless they are kept.
    pub records: Vec<u8>,
}

/// The quantities of many units, a row each.
#[derive(Clone, Debug, PartialEq)]
pub struct Rows {
    /// How many quantities a row has.
    pub width: usize,
    /// The rows, one after the other.
    pub values: Vec<f64>,
}

impl Rows {
    /// The rows in order.
    pub fn iter(&self) -> impl Iterator<Item = &[f64]> {
        self.values.chunks_exact(self.width)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a measure of a kind finds for one cell.
    fn found(kind: &str, game: &str, entrants: &str, situation: At, measure: &str) -> f64 {
        let kind = KINDS.iter().find(|known| known.name == kind).unwrap();
        let (game, entrants) = (game.parse().unwrap(), Spec::list(entrants).unwrap());
        let job =
            (kind.build)(Setting { game, entrants, paired: false, series: 1, situation, seed: 1 }).unwrap();
        let Batch { values, .. } = job.play(0..2, false).unwrap();
        job.summarise(measure, &Rows { width: job.columns().len(), values }).value
    }

    /// Bidding the prize's own value earns (K² - 1) / 6 against the uniform player, and nothing earns more.
    #[test]
    fn exploit_finds_the_closed_form() {
        let value = found("exploit", "goofspiel(cards=3)", "random,random", At::new(), "exploitability");
        assert!((value - 8.0 / 6.0).abs() < 1e-9, "{value}");
    }

    #[test]
    fn bids_are_noted_in_their_situation() {
        let height = |prize, left| {
            let situation =
                vec![("prize".into(), Value::Integer(prize)), ("left".into(), Value::Integer(left))];
            found("bids", "goofspiel(cards=5)", "match-prize,random", situation, "height")
        };
        assert_eq!([1, 3, 5].map(|prize| height(prize, 5)), [0.0, 0.5, 1.0]);
    }
}
