//! The work of the cells of an experiment: units of some kind, and what is measured of them.
//!
//! The kinds for any game come from the catalog; those of papers are registered by [`register`].

mod formula;
mod list;
#[cfg(test)]
mod tests;

use std::ops::Range;

use catalog::kinds::{CellSetting, Column, Kind, KindInfo, Measure, Units, Work};
use table::{SpecError, unknown};

use super::records::RecordFile;
use crate::error::LabError;
use crate::stats::{Figure, Share};

pub use formula::estimate;
pub use list::{ListedKind, Of, kinds, reference, register};

/// The work of one cell.
pub struct Job {
    /// The numbers noted of every unit.
    pub columns: Vec<Column>,
    /// What is measured.
    pub measures: Vec<Measure>,
    /// The number of games a unit is.
    pub games: u64,
    work: Box<dyn Work>,
}

impl Job {
    /// The work of this kind for a cell; of its measures those of these names, in this order.
    pub(super) fn new(
        kind: &ListedKind,
        measures: &[String],
        setting: &CellSetting,
    ) -> Result<Job, LabError> {
        let game = games::find_game(&setting.game)?.name;
        Job::of(kind.of(game).ok_or_else(|| not_of(kind, game))?, measures, setting)
    }

    fn of(kind: &dyn Kind, measures: &[String], setting: &CellSetting) -> Result<Job, LabError> {
        let (work, info) = (kind.open(setting)?, kind.info(setting.seatings().len()));
        let measures = measures.iter().map(|name| pick(&info, name)).collect::<Result<_, _>>()?;
        Ok(Job { columns: info.columns, measures, games: work.games(), work })
    }

    /// Whether all its units are one piece of work.
    pub(super) fn is_whole(&self) -> bool {
        self.work.is_whole()
    }

    /// The names of its columns.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.columns.iter().map(|column| &*column.name)
    }

    /// Plays these units, one after the other on this thread; with `keep` their games are written down too.
    ///
    /// # Errors
    /// Players that break down.
    pub fn play(&self, units: Range<u64>, keep: bool) -> Result<Units, LabError> {
        Ok(self.work.play(units, keep)?)
    }

    /// An estimate of the seconds for this many units, if it can be made without working any.
    ///
    /// # Errors
    /// Players that break down.
    pub(super) fn seconds(&self, units: u64) -> Result<Option<f64>, LabError> {
        Ok(self.work.seconds(units)?)
    }

    /// What one of its measures makes of all units of the cell.
    pub fn estimate(&self, measure: &Measure, rows: &Rows) -> Figure {
        estimate(&measure.formula, rows, self.games)
    }

    /// What each unit adds to the two sums a measure is the ratio of; nothing if it is no such ratio. Cells that
    /// share their units can be compared by them.
    pub(super) fn shares(&self, measure: &Measure, rows: &Rows) -> Option<Vec<Share>> {
        rows.iter().map(|row| formula::share(&measure.formula, row, self.games)).collect()
    }

    /// Whether cells can be compared by a measure, unit by unit.
    pub(super) fn compares(&self, measure: &Measure) -> bool {
        formula::share(&measure.formula, &vec![0.0; self.columns.len()], self.games).is_some()
    }

    /// How many games of a unit can be written down.
    pub(super) fn records(&self) -> u64 {
        if self.work.has_records() { self.games } else { 0 }
    }

    /// Copies the games that some units have written down.
    pub(super) fn copy_records(&self, records: &[u8], to: &mut RecordFile) -> Result<(), LabError> {
        let copied = self.work.each_record(records, &mut |record| to.write(record));
        copied.map_err(|error| to.broken(error))
    }
}

/// The measure of this name.
fn pick(kind: &KindInfo, name: &str) -> Result<Measure, SpecError> {
    let known = || kind.measures.iter().map(|measure| &*measure.name);
    let found = kind.measures.iter().find(|measure| measure.name == name).cloned();
    found.ok_or_else(|| {
        unknown(&format!("measure of the kind `{}` in {}", kind.name, kind.game), name, known())
    })
}

/// The error for a kind that this game does not have.
fn not_of(kind: &ListedKind, game: &str) -> SpecError {
    let (name, games) = (kind.name, kind.games.join(", "));
    SpecError::bad(format!("the kind `{name}` is not for {game}; it is for {games}"))
}

/// The numbers of many units, a row each.
#[derive(Clone, Debug, PartialEq)]
pub struct Rows {
    /// The number of numbers a row has.
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
