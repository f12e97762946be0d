//! Work whose units are games.

use std::io;
use std::ops::Range;

use table::{AnyRecord, RecordReader, RecordWriter, Seat};

use super::matches::Points;
use super::{BuildKind, CellSetting, ReadBackError, Units, Upcoming, Watch, Work, with_axes};
use crate::bulk::{Bulk, BulkError, Played, Seating, Worker};
use crate::registry::Playable;

/// Games of one cell: rules and what is noted are of the game's own types from the plan to the last chunk.
pub(super) struct Watched<G: Playable> {
    pub(super) setting: CellSetting,
    pub(super) rules: G::Rules,
    /// How many numbers are noted of a unit.
    pub(super) width: usize,
    pub(super) watching: Watching<G>,
}

/// The observer of the games.
pub(super) enum Watching<G: Playable> {
    /// Points and wins alone: no event is shown to anybody.
    Points,
    /// What a watch that is built so sees.
    Watch(BuildKind<G, Box<dyn Watch<G>>>),
}

impl<G: Playable> Watched<G> {
    /// Plays these units before a watch.
    fn play_before<W: Watch<G> + ?Sized>(
        &self,
        watch: &mut W,
        units: Range<u64>,
        keep: bool,
    ) -> Result<Units, BulkError> {
        let bulk = self.setting.bulk::<G>(self.rules, keep);
        let mut worker = Worker::new(&bulk)?;
        let mut values = vec![0.0; (units.end - units.start) as usize * self.width];
        let mut kept = Vec::new();
        for (unit, row) in units.zip(values.chunks_exact_mut(self.width)) {
            let mut forfeited = false;
            for (seating, sitting) in (unit * bulk.per_deal..(unit + 1) * bulk.per_deal).enumerate() {
                let first = first_seat(bulk.seating(sitting));
                worker.begin(sitting)?;
                for _ in 0..bulk.series {
                    watch.begin(Upcoming { first, seating, seed: worker.seeds().players });
                    let played = worker.play(&mut &mut *watch)?;
                    watch.end(&played.payoffs, row);
                    forfeited |= !played.forfeits.is_empty();
                    if keep {
                        kept.push(played);
                    }
                }
            }
            if forfeited {
                row.fill(f64::NAN);
            }
        }
        let records = if keep { write_down(&bulk, kept) } else { Vec::new() };
        Ok(Units { values, records })
    }
}

impl<G: Playable> Work for Watched<G> {
    fn games(&self) -> u64 {
        self.setting.games()
    }

    fn has_records(&self) -> bool {
        true
    }

    fn play(&self, units: Range<u64>, keep: bool) -> Result<Units, BulkError> {
        match self.watching {
            Watching::Points => {
                let nothing_yet = Upcoming { first: Seat::new(0), seating: 0, seed: 0 };
                self.play_before(&mut Points(nothing_yet), units, keep)
            }
            Watching::Watch(build) => {
                let mut watch = with_axes(&self.setting, self.rules, build)?;
                self.play_before(&mut *watch, units, keep)
            }
        }
    }

    fn each_record(
        &self,
        records: &[u8],
        call: &mut dyn FnMut(&mut dyn AnyRecord) -> io::Result<()>,
    ) -> Result<(), ReadBackError> {
        let mut reader = RecordReader::new(records);
        while let Some(mut record) = reader.read::<G>()? {
            call(&mut record)?;
        }
        Ok(())
    }
}

/// Where the first entrant sits.
fn first_seat(seating: &Seating) -> Seat {
    Seat::new(seating.iter().position(|&entrant| entrant == 0).expect("each entrant sits"))
}

/// Whole units, as the records of a batch.
fn write_down<G: Playable>(bulk: &Bulk<G>, games: Vec<Played<G>>) -> Vec<u8> {
    let (mut writer, of) = (RecordWriter::new(Vec::new()), games.len() as u64);
    for (index, played) in (0..).zip(games) {
        writer.write(&bulk.record(played, index, of)).expect("a buffer takes everything");
    }
    writer.finish().expect("a buffer takes everything")
}
