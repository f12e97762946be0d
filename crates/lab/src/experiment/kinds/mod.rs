//! The work of the cells of an experiment: units of some kind, and what is measured of them.
//!
//! The kinds for any game come from the catalog; those of papers are registered by [`register`].

mod formula;
mod list;
#[cfg(test)]
mod tests;

use std::ops::Range;

use catalog::kinds::{CellSetting, Column, Cost, Kind, KindInfo, Measure, Units, Work, Workroom};
use table::{SpecError, unknown};

use super::records::RecordFile;
use crate::error::LabError;
use crate::stats::{Figure, Share, UnitLayout};

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

    /// The units that are one piece of work, of this many in all; nothing if they can be cut anywhere.
    pub(super) fn piece(&self, units: u64) -> Option<u64> {
        self.work.is_whole().then(|| units / self.work.replicates())
    }

    /// So many units a cell has that asks for this many: replicates are whole.
    pub(super) fn whole(&self, units: u64) -> u64 {
        units.next_multiple_of(self.work.replicates())
    }

    /// What it goes on from: cells that name the same are worked one after the other.
    pub(super) fn line(&self) -> Option<String> {
        self.work.line()
    }

    /// How the rows of its units hang together, of which there are this many in all.
    pub(super) fn layout(&self, rows: &Rows, units: u64) -> UnitLayout {
        UnitLayout::of(rows.values.len() / rows.width, (units / self.work.replicates()) as usize)
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

    /// The same with room for what is not finished.
    pub(super) fn play_in(
        &self,
        units: Range<u64>,
        keep: bool,
        room: &Workroom<'_>,
    ) -> Result<Units, LabError> {
        Ok(self.work.play_in(units, keep, room)?)
    }

    /// What this many units cost, if it can be told without working any.
    ///
    /// # Errors
    /// Players that break down.
    pub(super) fn costs(&self, units: u64) -> Result<Option<Vec<Cost>>, LabError> {
        Ok(self.work.costs(units)?)
    }

    /// What one of its measures makes of the rows of the cell, which has this many units in all.
    pub fn estimate(&self, measure: &Measure, rows: &Rows, units: u64) -> Figure {
        formula::estimate_in(&measure.formula, rows, self.games, self.layout(rows, units))
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
