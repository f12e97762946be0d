//! Work whose units are questions.

use std::ops::Range;

use table::derive_seed;

use super::{Ask, Units, Work};
use crate::bulk::BulkError;

/// Questions put to a player, one a unit.
pub(super) struct Asked {
    pub(super) ask: Box<dyn Ask>,
    pub(super) seed: u64,
    pub(super) width: usize,
}

impl Work for Asked {
    fn play(&self, units: Range<u64>, _keep: bool) -> Result<Units, BulkError> {
        let mut values = vec![0.0; (units.end - units.start) as usize * self.width];
        for (unit, row) in units.zip(values.chunks_exact_mut(self.width)) {
            self.ask.ask(derive_seed(&[self.seed, unit]), row)?;
        }
        Ok(Units { values, records: Vec::new() })
    }
}
