//! Many tables stepped together with random ids, as those who train step them.

use table::{Batch, Reset, Rng};

use super::{Bench, Run, Speed};
use crate::registry::{Playable, Visitor};

/// What is measured of a batch.
pub const STEPPED: &str = "batch_actions";
/// The same with rows of figures and masks.
pub const OBSERVED: &str = "batch_actions_observed";

const TABLES: usize = 4096;
/// Until no list grows any more: tables begin together and must have come apart.
const WARM_UP: u64 = 300;

/// Measures a batch for so long.
pub(super) struct Measure<'a>(pub(super) &'a Bench);

impl Visitor for Measure<'_> {
    type Out = [Speed; 2];

    fn visit<G: Playable>(self, rules: G::Rules) -> [Speed; 2] {
        let mut stepping = Stepping::<G>::new(&rules);
        let stepped = self.0.run_in_batches(WARM_UP, 1, |rng| stepping.step(rng));
        let batch = &stepping.batch;
        let (mut rows, mut masks) =
            (vec![0.0; TABLES * batch.width()], vec![0; TABLES * batch.ids() as usize]);
        let bytes = size_of::<f32>() * batch.width() + batch.ids() as usize;
        let observed = self.0.run_in_batches(2, 1, |rng| {
            stepping.step(rng);
            stepping.batch.observe(&mut rows);
            stepping.batch.masks(&mut masks);
        });
        // Tables whose game is over begin the next one, which is no choice.
        let (choices, seats) = (stepping.choices as f64 / stepping.steps as f64, stepping.batch.seats());
        let row = |run: &Run, what, row_bytes| Speed {
            agent: Some("random ids"),
            row_bytes,
            ..run.row::<G>(&rules, seats, what, choices)
        };
        [row(&stepped, STEPPED, None), row(&observed, OBSERVED, Some(bytes))]
    }
}

struct Stepping<G: Playable> {
    batch: Batch<G, G::Encoder>,
    ids: Vec<u32>,
    steps: u64,
    choices: u64,
}

impl<G: Playable> Stepping<G> {
    fn new(rules: &G::Rules) -> Stepping<G> {
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
}
