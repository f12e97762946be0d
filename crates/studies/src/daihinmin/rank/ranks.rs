//! The work of a cell of the kind `rank`: data, trainings that can be gone on with, and the decisions that are asked.

use std::ops::Range;
use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Instant;

use catalog::kinds::{CellSetting, Cost, SeriesGame, Units, Work, Workroom};
use catalog::{BulkError, Catalogued};
use games::Daihinmin;
use games::daihinmin::Rules;
use lab::experiment::Existing;
use players::daihinmin::Inputs;
use table::{Digest, SpecError};

use crate::daihinmin::rank::data::{Dataset, Split, Subset};
use crate::daihinmin::rank::kind::{Approach, Asked, KIND, note};
use crate::daihinmin::rank::networks::{Design, RANK_A};
use crate::daihinmin::rank::predictor::Predictor;
use crate::daihinmin::rank::sources::LOGGED_BLOCKS;
use crate::daihinmin::rank::train::{TrainError, Trained, Training, TrainingPlan};

/// One cell of an experiment: what is trained on what, and what is held out.
#[derive(Clone)]
pub(super) struct Ranks(Asked);

/// The games of a series.
type PlayedSeries = Vec<SeriesGame<Daihinmin>>;

/// Data, and the seconds it took to make them.
struct Loaded {
    data: Dataset,
    seconds: f64,
}

/// Which training it is, and of which data.
#[derive(Clone, Copy)]
struct TrainingId {
    /// The number of blocks of the data.
    blocks: u32,
    fold: u32,
    training: u32,
}

impl Ranks {
    pub(super) fn new(setting: &CellSetting, rules: &Rules) -> Result<Ranks, SpecError> {
        Asked::read(setting, rules).map(Ranks)
    }

    /// The number of blocks needed for this many units of one training.
    fn blocks(&self, units: u64) -> Result<u32, SpecError> {
        let blocks = match self.0.split {
            Split::Block => units.div_ceil(self.0.asked.into()) * u64::from(self.0.folds),
            Split::State => units,
        };
        match blocks {
            _ if self.0.logs && blocks > u64::from(LOGGED_BLOCKS) => Err(SpecError::bad(format!(
                "rank: {units} units need {blocks} blocks of games, and the logs have {LOGGED_BLOCKS}"
            ))),
            _ => u32::try_from(blocks).map_err(|_| SpecError::bad("rank: too many units".to_string())),
        }
    }

    /// The index of the unit of a block.
    fn unit(&self, block: u32) -> usize {
        match self.0.split {
            Split::Block => (block / self.0.folds * self.0.asked + block % self.0.folds) as usize,
            Split::State => block as usize,
        }
    }

    fn data(&self, inputs: Inputs, blocks: u32) -> Result<Arc<Loaded>, SpecError> {
        static LOADED: Memo<(String, Inputs, u32), Loaded> = Memo::new();
        static PLAYED: Memo<(String, u32), Vec<PlayedSeries>> = Memo::new();
        let begun = Instant::now();
        let loaded = |data| Loaded { data, seconds: begun.elapsed().as_secs_f64() };
        let Asked { setting, rules, .. } = &self.0;
        if self.0.logs {
            let logged = || Ok(loaded(Dataset::logged(inputs, blocks)));
            return LOADED.get(("logs".to_string(), inputs, blocks), logged);
        }
        let table = format!("{rules:?} {:?} {} {}", setting.entrants, setting.series, setting.seed);
        let series = |block: u32| Daihinmin::play_series(setting, rules, block.into());
        let play = || (0..blocks).map(series).collect();
        let played = PLAYED.get((table.clone(), blocks), play)?;
        LOADED.get((table, inputs, blocks), || {
            let mut data = Dataset::new(inputs);
            for (block, games) in (0..).zip(played.iter()) {
                games.iter().for_each(|game| data.add(&game.rules, &game.events, block));
            }
            Ok(loaded(data))
        })
    }

    /// The plan of a network in this cell.
    fn plan(&self, design: &Design, id: TrainingId) -> TrainingPlan {
        TrainingPlan {
            alpha: if design.has_submission() { self.0.alpha } else { 1.0 },
            batch: self.0.batch.unwrap_or(design.batch),
            epochs: self.0.epochs,
            patience: self.0.patience.unwrap_or(design.patience),
            split: self.0.split,
            folds: self.0.folds,
            fold: id.fold,
            seed: self.0.setting.seed,
            training: id.training,
            ..design.plan()
        }
    }

    /// The networks that are trained, in order.
    fn designs(&self) -> Vec<&'static Design> {
        match self.0.approach {
            Approach::Majority | Approach::Previous => Vec::new(),
            Approach::Network(design) if design.has_submission() && self.0.compares => vec![design, &RANK_A],
            Approach::Network(design) => vec![design],
        }
    }

    /// What predicts, after training.
    fn predictor(&self, id: TrainingId, room: &Workroom<'_>) -> Result<Predictor, SpecError> {
        let designs = self.designs();
        let share = |network: usize, share: f64| (room.done)((network as f64 + share) / designs.len() as f64);
        let trained = designs.iter().enumerate().map(|(network, design)| {
            let done = |part| share(network, part);
            self.trained(design, id, &Workroom { done: &done, ..*room })
        });
        let trained = trained.collect::<Result<Vec<_>, _>>()?;
        let kept = |network: usize| trained.get(network).map(|trained| trained.kept(self.0.best));
        match (self.0.approach, kept(0)) {
            (Approach::Network(design), Some(own)) if design.has_submission() => {
                Ok(Predictor::two(own, self.0.alpha, kept(1).map(|(first, _)| first)))
            }
            (Approach::Network(design), Some(own)) => Ok(Predictor::one(own, design.target)),
            (approach, _) => {
                let data = &self.data(Inputs::Environment, id.blocks)?.data;
                let subsets = self.subsets(data, id);
                Ok(Predictor::shares(data, &subsets, matches!(approach, Approach::Previous)))
            }
        }
    }

    fn subsets(&self, data: &Dataset, id: TrainingId) -> Vec<Subset> {
        data.subsets(self.0.split, self.0.folds, id.fold, self.0.setting.seed)
    }

    /// What tells a training from all others of this process and this run.
    fn name(&self, plan: &TrainingPlan, id: TrainingId) -> String {
        let plan = serde_json::to_string(plan).expect("a plan can be written");
        let table = match self.0.logs {
            true => "logs".to_string(),
            false => format!("{:?} {:?} {}", self.0.rules, self.0.setting.entrants, self.0.setting.series),
        };
        format!("{} of {table}: {plan}", id.blocks)
    }

    /// A trained network; cells with equal plans share it.
    fn trained(
        &self,
        design: &Design,
        id: TrainingId,
        room: &Workroom<'_>,
    ) -> Result<Arc<Trained>, SpecError> {
        static TRAINED: Memo<(String, u32), Trained> = Memo::new();
        // Cells that want other epochs of one training go on from the same folder, one after the other.
        static TURNS: Memo<String, Mutex<()>> = Memo::new();
        let (plan, loaded) = (self.plan(design, id), self.data(design.inputs, id.blocks)?);
        let (name, last) = (self.name(&plan, id), self.0.last());
        let folder = room.folder.map(|folder| folder.join(format!("training-{}", Digest::of(&name))));
        let turn = TURNS.get(name.clone(), || Ok(Mutex::new(())))?;
        let train = || {
            let _turn = turn.lock().unwrap_or_else(PoisonError::into_inner);
            train(&plan, &loaded.data, last, folder.as_deref(), room.done)
                .map_err(|error| SpecError::bad(format!("rank: {error}")))
        };
        TRAINED.get((name, last), train)
    }

    fn inputs(&self) -> Inputs {
        match self.0.approach {
            Approach::Network(design) => design.inputs,
            Approach::Majority | Approach::Previous => Inputs::Environment,
        }
    }

    /// Learns, and notes the results of the units of one training, one row each.
    fn learn(
        &self,
        blocks: u32,
        training: u32,
        rows: &mut [f64],
        room: &Workroom<'_>,
    ) -> Result<(), SpecError> {
        let (loaded, width) = (self.data(self.inputs(), blocks)?, KIND.width());
        let data = &loaded.data;
        for fold in 0..self.0.asked {
            let id = TrainingId { blocks, fold, training };
            let done = |share| (room.done)((f64::from(fold) + share) / f64::from(self.0.asked));
            let mut predictor = self.predictor(id, &Workroom { done: &done, ..*room })?;
            let subsets = self.subsets(data, id);
            for at in (0..data.len()).filter(|&at| subsets[at] == Subset::Test) {
                let from = self.unit(data.decision(at).block) * width;
                if let Some(row) = rows.get_mut(from..from + width) {
                    note(data, at, &mut predictor, row);
                }
            }
        }
        Ok(())
    }

    /// The costs of one fold of one training, where this many blocks are meant by data of fewer.
    fn costs_of(&self, id: TrainingId, sample: u32) -> Result<Vec<Cost>, SpecError> {
        let times = f64::from(id.blocks) / f64::from(sample);
        let mut costs = Vec::new();
        for design in self.designs() {
            let (plan, data) = (self.plan(design, id), self.data(design.inputs, sample)?);
            let [learned, scored] = *self.pace(design, &plan, &data.data, sample)?;
            let [train, validate, test] =
                self.sizes(design, &data.data, id, sample)?.map(|rows| times * rows);
            let epoch = learned * train + scored * validate;
            costs.push(Cost { name: self.name(&plan, id), seconds: epoch * f64::from(self.0.last()) });
            // Every network is asked about the test set, one decision after the other; rank-b in three ways.
            let asked = scored * test * if design.has_submission() { 3.0 } else { 1.0 };
            let TrainingId { fold, training, .. } = id;
            let own = format!(
                "{} asked, {fold}, {training}, {}, {}",
                design.name, self.0.setting.kind, self.0.setting.seed
            );
            costs.push(Cost { name: own, seconds: asked });
        }
        Ok(costs)
    }

    /// The sizes of the training, validation and test set.
    fn sizes(
        &self,
        design: &Design,
        data: &Dataset,
        id: TrainingId,
        sample: u32,
    ) -> Result<[f64; 3], SpecError> {
        static SIZES: Memo<(String, Inputs, u32, u32), [f64; 3]> = Memo::new();
        let Asked { split, folds, setting, logs, .. } = &self.0;
        let name = format!("{logs} {split:?} {folds} {}", setting.seed);
        let sizes = SIZES.get((name, design.inputs, id.fold, sample), || {
            let subsets = self.subsets(data, id);
            let of = |subset| subsets.iter().filter(|&&other| other == subset).count() as f64;
            Ok([Subset::Train, Subset::Validate, Subset::Test].map(of))
        });
        Ok(*sizes?)
    }

    /// The seconds that a decision takes: to learn from it, and to be scored on it.
    fn pace(
        &self,
        design: &Design,
        plan: &TrainingPlan,
        data: &Dataset,
        sample: u32,
    ) -> Result<Arc<[f64; 2]>, SpecError> {
        static PACES: Memo<(&'static str, usize, bool, u32), [f64; 2]> = Memo::new();
        let pace = || {
            Training::new(plan, data)
                .map(Training::pace)
                .map_err(|error| SpecError::bad(format!("rank: {error}")))
        };
        PACES.get((design.name, plan.batch, self.0.logs, sample), pace)
    }
}

/// Trains up to an epoch. In a folder it goes on from what is kept there; what is beyond it is left to whoever needs it, and
/// what is damaged is trained anew.
fn train(
    plan: &TrainingPlan,
    data: &Dataset,
    last: u32,
    folder: Option<&Path>,
    done: &dyn Fn(f64),
) -> Result<Trained, TrainError> {
    let begin = || Training::new(plan, data).map(Training::untested);
    let training = match folder {
        None => begin()?,
        Some(folder) => match begin()?.kept_in(folder, Existing::Resume) {
            Ok(training) if training.done() <= last => training,
            Ok(_) => begin()?,
            Err(TrainError::Checkpoint(..)) => begin()?.kept_in(folder, Existing::Replace)?,
            Err(error) => return Err(error),
        },
    };
    let first = training.done();
    training.run_to(last, |epoch| done(f64::from(epoch.number - first) / f64::from(last - first)))
}

impl Work for Ranks {
    fn replicates(&self) -> u64 {
        self.0.trainings.into()
    }

    /// All units of a training are one piece of work: what is learned serves them all.
    fn is_whole(&self) -> bool {
        true
    }

    /// Epochs of one training: cells that differ in nothing else.
    fn line(&self) -> Option<String> {
        self.0.after?;
        let CellSetting { game, entrants, series, seed, kind, .. } = &self.0.setting;
        let mut kind = kind.clone();
        kind.params.retain(|(key, _)| key != "after");
        let entrants: Vec<String> = entrants.iter().map(ToString::to_string).collect();
        Some(format!("{kind} {game} {} {series} {seed}", entrants.join("/")))
    }

    fn play(&self, units: Range<u64>, keep: bool) -> Result<Units, BulkError> {
        self.play_in(units, keep, &Workroom::NONE)
    }

    /// The units of one training.
    fn play_in(&self, units: Range<u64>, _keep: bool, room: &Workroom<'_>) -> Result<Units, BulkError> {
        let (count, width) = (units.end - units.start, KIND.width());
        debug_assert_eq!(units.start % count, 0, "a training is one piece");
        let mut values = vec![0.0; count as usize * width];
        self.learn(self.blocks(count)?, (units.start / count) as u32, &mut values, room)?;
        Ok(Units { values, records: Vec::new() })
    }

    /// Early stopping is not foreseen, so it is an upper bound. Played data are tried with as few blocks as there are folds.
    fn costs(&self, units: u64) -> Result<Option<Vec<Cost>>, BulkError> {
        let blocks = self.blocks(units / self.replicates())?;
        let sample = if self.0.logs { blocks } else { self.0.folds.min(blocks) };
        let (inputs, mut costs) = (self.inputs(), Vec::new());
        let loaded = self.data(inputs, sample)?.seconds * f64::from(blocks) / f64::from(sample);
        let of = if self.0.logs { String::new() } else { format!("{:?}", self.0.setting.entrants) };
        costs.push(Cost { name: format!("data {} {blocks} {of}", inputs.name()), seconds: loaded });
        for training in 0..self.0.trainings {
            for fold in 0..self.0.asked {
                costs.extend(self.costs_of(TrainingId { blocks, fold, training }, sample)?);
            }
        }
        Ok(Some(costs))
    }
}

/// Process-wide cache: each value is made once, from its key.
struct Memo<K, V>(Mutex<Vec<(K, Arc<MemoCell<V>>)>>);
type MemoCell<V> = OnceLock<Result<Arc<V>, SpecError>>;

impl<K: PartialEq, V> Memo<K, V> {
    const fn new() -> Memo<K, V> {
        Memo(Mutex::new(Vec::new()))
    }

    /// The value of this key; waits while another thread makes it.
    fn get(&self, key: K, make: impl FnOnce() -> Result<V, SpecError>) -> Result<Arc<V>, SpecError> {
        let cell = {
            let mut cells = self.0.lock().expect("nobody panics while holding it");
            match cells.iter().find(|(other, _)| *other == key) {
                Some((_, cell)) => cell.clone(),
                None => {
                    cells.push((key, Arc::default()));
                    cells[cells.len() - 1].1.clone()
                }
            }
        };
        cell.get_or_init(|| make().map(Arc::new)).clone()
    }
}
