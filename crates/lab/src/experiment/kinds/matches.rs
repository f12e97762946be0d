//! The kind `match`: games among entrants, seen from the first of them.

use std::ops::Range;

use agents::{Seated, Visitor, seat, visit};
use table::{BySeat, Payoffs, RecordReader, RecordWriter, Seat};

use super::{Batch, Job, Kind, Measure, Rows, Setting};
use crate::bulk::{Bulk, Played, Seating};
use crate::error::LabError;
use crate::experiment::records::RecordFile;
use crate::matches::{record, win_rate};
use crate::stats::{Estimate, LEVEL, Share, Tally, clustered_mean};

pub(super) const MATCH: Kind = Kind {
    name: "match",
    about: "games among the entrants; a unit is one game, or one deal in every seating if paired",
    measures: &[
        Measure { name: "win_rate", about: "the first entrant's share of games won", rate: true },
        Measure { name: "mean", about: "the first entrant's mean points", rate: false },
    ],
    situation: &[],
    build: |setting| {
        visit(&setting.game, setting.entrants.len(), Build(&setting))??;
        Ok(Box::new(Match { setting }))
    },
};

struct Match {
    setting: Setting,
}

impl Match {
    fn seatings(&self) -> Vec<Seating> {
        self.setting.seatings()
    }

    /// Points and wins take turns in a row: one tally a unit over the points (0) or the wins (1).
    fn tallies(&self, rows: &Rows, which: usize) -> Vec<Tally> {
        let games = self.setting.games() as u32;
        let tally = |row: &[f64]| Tally { sum: row.iter().skip(which).step_by(2).sum(), games };
        rows.iter().map(tally).collect()
    }
}

impl Job for Match {
    fn columns(&self) -> Vec<String> {
        match self.seatings().len() {
            1 => vec!["points".into(), "win".into()],
            count => (1..=count).flat_map(|i| [format!("points_{i}"), format!("win_{i}")]).collect(),
        }
    }

    fn play(&self, units: Range<u64>, keep: bool) -> Result<Batch, LabError> {
        visit(&self.setting.game, self.setting.entrants.len(), Play { job: self, units, keep })?
    }

    fn summarise(&self, measure: &str, rows: &Rows) -> Estimate {
        match measure {
            "win_rate" => win_rate(&self.tallies(rows, 1)),
            "mean" => clustered_mean(&self.tallies(rows, 0), LEVEL),
            other => unreachable!("`{other}` is not listed, so no plan asks for it"),
        }
    }

    fn shares(&self, measure: &str, rows: &Rows) -> Option<Vec<Share>> {
        let units = self.tallies(rows, if measure == "win_rate" { 1 } else { 0 });
        Some(units.iter().map(|unit| Share { part: unit.sum, whole: f64::from(unit.games) }).collect())
    }

    fn games(&self) -> u64 {
        self.setting.games()
    }

    fn records(&self) -> u64 {
        self.games()
    }

    fn copy_records(&self, records: &[u8], to: &mut RecordFile) -> Result<(), LabError> {
        visit(&self.setting.game, self.setting.entrants.len(), Copy { records, to })?
    }
}

/// Builds every player once, so that what cannot be built is known before anything runs.
struct Build<'a>(&'a Setting);

impl Visitor for Build<'_> {
    type Out = Result<(), LabError>;

    fn visit<G: Seated>(self, rules: G::Rules) -> Self::Out {
        self.0.entrants.iter().try_for_each(|spec| Ok(seat::<G>(spec, &rules).map(drop)?))
    }
}

struct Play<'a> {
    job: &'a Match,
    units: Range<u64>,
    keep: bool,
}

impl Visitor for Play<'_> {
    type Out = Result<Batch, LabError>;

    fn visit<G: Seated>(self, rules: G::Rules) -> Self::Out {
        let bulk = self.job.setting.bulk::<G>(rules, self.keep);
        let sittings = self.units.start * bulk.per_deal..self.units.end * bulk.per_deal;
        let played = bulk.play_here(sittings.clone())?;
        let series = played.chunks(bulk.series as usize);
        let values = sittings.zip(series).flat_map(|(sitting, games)| first(games, bulk.seating(sitting)));
        let values = values.collect();
        let records = if self.keep { write_down(&bulk, played) } else { Vec::new() };
        Ok(Batch { values, records })
    }
}

/// Where the first entrant sits.
pub(super) fn first_seat(seating: &Seating) -> Seat {
    Seat::new(seating.iter().position(|&entrant| entrant == 0).expect("each entrant sits"))
}

/// Points and win shares of the first entrant, summed over the games of a sitting.
fn first<G: Seated>(games: &[Played<G>], seating: &Seating) -> [f64; 2] {
    let seat = first_seat(seating);
    let sum = |value: fn(&Payoffs) -> &BySeat<f64>| games.iter().map(|game| value(&game.payoffs)[seat]).sum();
    [sum(|payoffs| &payoffs.points), sum(|payoffs| &payoffs.wins)]
}

/// Whole units, as the records of a batch.
pub(super) fn write_down<G: Seated>(bulk: &Bulk<'_, G>, games: Vec<Played<G>>) -> Vec<u8> {
    let (mut writer, of) = (RecordWriter::new(Vec::new()), games.len() as u64);
    for (index, played) in (0..).zip(games) {
        writer.write(&record(bulk, played, index, of)).expect("a buffer takes everything");
    }
    writer.finish().expect("a buffer takes everything")
}

struct Copy<'a> {
    records: &'a [u8],
    to: &'a mut RecordFile,
}

impl Visitor for Copy<'_> {
    type Out = Result<(), LabError>;

    fn visit<G: Seated>(self, _rules: G::Rules) -> Self::Out {
        copy::<G>(self.records, self.to)
    }
}

/// Copies the records of a batch, each verified.
pub(super) fn copy<G: Seated>(records: &[u8], to: &mut RecordFile) -> Result<(), LabError> {
    let mut reader = RecordReader::new(records);
    while let Some(record) = to.verify(reader.read::<G>())? {
        to.write(record)?;
    }
    Ok(())
}
