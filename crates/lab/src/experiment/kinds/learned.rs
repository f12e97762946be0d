//! Work that learns once, and is asked about what was held back.

use std::ops::Range;

use agents::Playable;
use agents::measures::{Finished, Learn, Series};
use table::SpecError;

use super::{Batch, Setting, Work};
use crate::error::LabError;
use crate::experiment::records::RecordFile;

/// Something that learns from the games of a cell.
pub(super) struct Learned<G: Playable> {
    pub(super) learn: Box<dyn Learn<G>>,
    pub(super) setting: Setting,
    pub(super) rules: G::Rules,
    pub(super) width: usize,
}

impl<G: Playable> Series<G> for Learned<G> {
    fn play(&self, number: u64) -> Result<Vec<Finished<G>>, SpecError> {
        let bulk = self.setting.bulk::<G>(self.rules, true);
        let played = bulk.play_here(number..number + 1).map_err(|error| SpecError::bad(error.to_string()))?;
        Ok(played.into_iter().map(|game| Finished { rules: game.rules, events: game.events }).collect())
    }
}

impl<G: Playable> Work for Learned<G> {
    /// All units of a cell are one piece of work: what is learned serves them all.
    fn play(&self, units: Range<u64>, _keep: bool) -> Result<Batch, LabError> {
        debug_assert_eq!(units.start, 0, "a cell that learns is one chunk");
        let mut values = vec![0.0; units.end as usize * self.width];
        self.learn.learn(self, self.setting.seed, units.end, &mut values)?;
        Ok(Batch { values, records: Vec::new() })
    }

    fn seconds(&self, units: u64) -> Result<Option<f64>, LabError> {
        Ok(Some(self.learn.seconds(self, self.setting.seed, units)?))
    }

    /// Its games are not written down.
    fn copy_records(&self, _records: &[u8], _to: &mut RecordFile) -> Result<(), LabError> {
        Ok(())
    }
}
