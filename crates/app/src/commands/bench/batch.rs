//! Many tables stepped together with random ids, as those who train step them.

use std::time::Duration;

use agents::buzzard::BuzzardRow;
use games::Buzzard;
use table::{Batch, Notation, Reset, Rng, Spec, SpecError};

use super::{Row, Run};

/// What is measured of a batch.
pub(super) const STEPPED: &str = "batch_actions";
/// The same with rows of figures and masks.
pub(super) const OBSERVED: &str = "batch_actions_observed";

const TABLES: usize = 4096;
const SEATS: usize = 2;

/// Actions a second of the buzzard for two: without observations, and with rows and masks.
pub(super) fn rows(time: Duration) -> Result<[Row; 2], SpecError> {
    let rules = Buzzard::read_rules(&Spec::named("buzzard"), SEATS)?;
    let mut stepping = Stepping::new(&rules);
    let stepped = Run::in_batches(time, 40, 1, |rng| stepping.step(rng));
    let (mut rows, mut masks) = stepping.buffers();
    let observed = Run::in_batches(time, 2, 1, |rng| {
        stepping.step(rng);
        stepping.batch.observe(&mut rows);
        stepping.batch.masks(&mut masks);
    });
    let row = |run: &Run, what, a_step| Row {
        agent: Some("random ids"),
        ..run.row::<Buzzard>(&rules, SEATS, what, a_step)
    };
    // Tables whose game is over begin the next one: of 30 steps 28 are choices, the last bid being forced.
    let choices = stepping.choices as f64 / stepping.steps as f64;
    Ok([row(&stepped, STEPPED, choices), row(&observed, OBSERVED, choices)])
}

struct Stepping {
    batch: Batch<Buzzard, BuzzardRow>,
    ids: Vec<u32>,
    steps: u64,
    choices: u64,
}

impl Stepping {
    fn new(rules: &games::buzzard::Rules) -> Stepping {
        let batch = Batch::new(rules, TABLES, 1, 1, Reset::NextStep);
        Stepping { batch, ids: vec![0; TABLES], steps: 0, choices: 0 }
    }

    /// A random legal id at every table.
    fn step(&mut self, rng: &mut Rng) {
        let mut choices = 0;
        for (table, id) in self.ids.iter_mut().enumerate() {
            let legal = self.batch.legal(table);
            if !legal.is_empty() {
                *id = rng.pick(legal);
                choices += 1;
            }
        }
        self.steps += 1;
        self.choices += choices;
        self.batch.step(&self.ids).expect("legal ids are legal");
    }

    fn buffers(&self) -> (Vec<f32>, Vec<u8>) {
        (vec![0.0; TABLES * self.batch.width()], vec![0; TABLES * self.batch.ids() as usize])
    }
}
