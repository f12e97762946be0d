//! Training: epoch by epoch, with checkpoints on disk and early stopping.

use std::cell::OnceCell;
use std::fmt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use lab::experiment::Existing;
use lab::{FolderLock, LabError, read_plain, refuse_foreign, remove_orphans, write_whole};
use players::daihinmin::{Inputs, class_of};
use players::forward::{Dense, Weights, WeightsHeader};
use serde::{Deserialize, Serialize};
use table::{Digest, Rng, derive_seed};

use crate::daihinmin::rank::data::{Dataset, Split, Subset, Target};
use crate::daihinmin::rank::dense::{Dropout, Optimizer};
use crate::daihinmin::rank::model::Trainer;
use crate::daihinmin::rank::score::Score;

/// What is trained, and how: the network, the data split and all hyperparameters.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TrainingPlan {
    /// The name of the network.
    pub network: String,
    /// What it predicts.
    pub target: Target,
    /// The widths of its hidden layers.
    pub hidden: Vec<usize>,
    /// The paper's factor of the environment inputs.
    pub alpha: f32,
    /// Optimizer.
    pub optimizer: Optimizer,
    /// Learning rate.
    pub rate: f64,
    /// Whether the learning rate falls linearly to 0 at the last epoch.
    pub decays_rate: bool,
    /// Dropout: the share of hidden values that is left out while training.
    pub dropout: f32,
    /// Batch size.
    pub batch: usize,
    /// Maximum number of epochs.
    pub epochs: u32,
    /// Early stopping: epochs without a better validation loss before training ends; 0 for never.
    pub patience: u32,
    /// The seed of the initial weights, the order of decisions and dropout, and of the split by single decisions.
    pub seed: u64,
    /// Which of several trainings of this plan: each has weights, order and dropout of its own, and the split is the same.
    #[serde(default, skip_serializing_if = "is_first")]
    pub training: u32,
    /// How data is split.
    pub split: Split,
    /// The number of folds.
    pub folds: u32,
    /// The fold that is the test set.
    pub fold: u32,
}

fn is_first(training: &u32) -> bool {
    *training == 0
}

impl TrainingPlan {
    /// The seed of what this training draws.
    fn drawn_from(&self) -> u64 {
        match self.training {
            0 => self.seed,
            training => derive_seed(&[self.seed, 3, training.into()]),
        }
    }
}

/// One epoch: the loss in training and the scores after it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Epoch {
    /// Its number, from 1.
    pub number: u32,
    /// The mean training loss.
    pub loss: f64,
    /// Score on the validation set, which chooses the epoch.
    pub validation: Score,
    /// Score on the test set; it decides nothing, and it is empty where it was not asked for.
    pub test: Score,
}

/// Why training fails.
#[derive(Debug)]
pub enum TrainError {
    /// One of the three sets is empty.
    NoData(&'static str),
    /// A file cannot be read or written.
    File(PathBuf, std::io::Error),
    /// A checkpoint is damaged, or belongs to another training or version.
    Checkpoint(PathBuf, String),
    /// The folder of the checkpoints cannot be used, or not now.
    Folder(LabError),
}

impl fmt::Display for TrainError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TrainError::NoData(part) => write!(f, "no decision is left {part}: more games are needed"),
            TrainError::File(path, error) => write!(f, "{}: {}", path.display(), lab::in_words(error)),
            TrainError::Checkpoint(path, why) => write!(f, "{}: {why}", path.display()),
            TrainError::Folder(error) => error.fmt(f),
        }
    }
}

impl From<LabError> for TrainError {
    fn from(error: LabError) -> TrainError {
        TrainError::Folder(error)
    }
}

impl std::error::Error for TrainError {}

/// The result of a training.
#[derive(Clone, Debug)]
pub struct Trained {
    /// The weights with the best validation loss.
    pub weights: Weights,
    /// Their epoch.
    pub best: Epoch,
    /// The weights after the last epoch.
    pub last: Weights,
    /// All epochs, in order.
    pub history: Vec<Epoch>,
}

impl Trained {
    /// The weights with the best validation loss, or those after the last epoch, with their epoch.
    pub fn kept(&self, best: bool) -> (&Weights, &Epoch) {
        match best {
            true => (&self.weights, &self.best),
            false => (&self.last, self.history.last().expect("an epoch is over")),
        }
    }
}

/// A training in progress.
pub struct Training<'a> {
    plan: &'a TrainingPlan,
    data: &'a Dataset,
    /// The decisions of each set.
    train: Vec<u32>,
    validate: Vec<u32>,
    test: Vec<u32>,
    trainer: Trainer,
    history: Vec<Epoch>,
    /// The index of the epoch with the best validation loss, and its weights.
    best: Option<(usize, Vec<Dense>)>,
    /// The folder of the checkpoints, and the right to write there.
    folder: Option<(&'a Path, FolderLock)>,
    /// The files that the data come from, as a checkpoint names them.
    files: Vec<PathBuf>,
    saved: Instant,
    /// Minimum time between two checkpoints, except before the last.
    between: Duration,
    /// Whether each epoch is scored on the test set.
    is_tested: bool,
    /// The digest of the data, once a checkpoint needed it.
    of_data: OnceCell<u64>,
}

/// The part of a checkpoint that is written last: the files whose digests it has are complete.
#[derive(Serialize, Deserialize)]
struct State {
    /// [`FORMAT`].
    format: u32,
    plan: TrainingPlan,
    /// Digests of the data, the weights, the state of the optimizer and the best weights.
    digests: [u64; 4],
    history: Vec<Epoch>,
    best: usize,
    /// The files that the data come from, if their names can be written.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    files: Vec<PathBuf>,
}

/// The format of a checkpoint, alone: it is read before the rest, which other formats write differently.
#[derive(Deserialize)]
struct Format {
    /// The first format had no such field.
    #[serde(default = "first_format")]
    format: u32,
}

/// Raised whenever checkpoints come to mean something else.
const FORMAT: u32 = 2;

fn first_format() -> u32 {
    1
}

/// Default time between two checkpoints.
const BETWEEN_CHECKPOINTS: Duration = Duration::from_secs(10);

/// Decisions by which the pace is told at a try, and how many tries there are.
const PACED: usize = 8192;
const TRIES: usize = 5;

/// Processor time of this thread so far, where the system tells it: on Linux.
fn thread_seconds() -> Option<f64> {
    let times = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(times.split(' ').next()?.parse::<f64>().ok()? / 1e9)
}

/// Batch size of scoring.
const SCORED: usize = 2048;

impl<'a> Training<'a> {
    /// A training at its beginning.
    ///
    /// # Errors
    /// If one of the three sets has no decision.
    pub fn new(plan: &'a TrainingPlan, data: &'a Dataset) -> Result<Training<'a>, TrainError> {
        let subsets = data.subsets(plan.split, plan.folds, plan.fold, plan.seed);
        let of = |part: Subset| {
            let rows = subsets.iter().enumerate().filter(|(_, of)| **of == part);
            rows.map(|(at, _)| at as u32).collect::<Vec<u32>>()
        };
        let (train, validate, test) = (of(Subset::Train), of(Subset::Validate), of(Subset::Test));
        for (part, empty) in [("to learn from", &train), ("to validate with", &validate), ("to ask", &test)] {
            if empty.is_empty() {
                return Err(TrainError::NoData(part));
            }
        }
        let widths = [&[data.inputs().width()], plan.hidden.as_slice(), &[plan.target.outputs()]].concat();
        let mut rng = Rng::new(derive_seed(&[plan.drawn_from(), 0]));
        let trainer = Trainer::new(&widths, plan.optimizer, &mut rng);
        let (history, best, folder) = (Vec::new(), None, None);
        let (saved, between, files) = (Instant::now(), BETWEEN_CHECKPOINTS, Vec::new());
        let (is_tested, of_data) = (true, OnceCell::new());
        Ok(Training {
            plan,
            data,
            train,
            validate,
            test,
            trainer,
            history,
            best,
            folder,
            files,
            saved,
            between,
            is_tested,
            of_data,
        })
    }

    /// Keeps checkpoints in this folder, where nobody else trains meanwhile. [`Existing`] says what becomes of a training
    /// that is kept there. Files that no training of ours has left are never replaced.
    ///
    /// # Errors
    /// If the folder has files of others or another writer, or if the checkpoint there is damaged, or of another plan, other
    /// data or another format.
    pub fn kept_in(mut self, folder: &'a Path, existing: Existing) -> Result<Training<'a>, TrainError> {
        let lock = FolderLock::take(folder)?;
        self.folder = Some((folder, lock));
        remove_orphans(folder)?;
        match existing {
            Existing::Resume if folder.join(STATE).exists() => self.restored(folder),
            Existing::Replace if is_ours(folder) => Ok(self),
            _ => {
                let names = parts(folder);
                let names: Vec<&str> =
                    [STATE, BEST].into_iter().chain(names.iter().map(String::as_str)).collect();
                refuse_foreign(folder, &names)?;
                Ok(self)
            }
        }
    }

    /// Names the files that the data come from, so that whoever resumes need not.
    pub fn learned_from(mut self, files: &[PathBuf]) -> Training<'a> {
        self.files = files.to_vec();
        self
    }

    /// Sets the minimum time between two checkpoints; the default is 10 seconds.
    pub fn saving_every(mut self, between: Duration) -> Training<'a> {
        self.between = between;
        self
    }

    /// Leaves out the scores on the test set, for those who ask it themselves.
    pub fn untested(mut self) -> Training<'a> {
        self.is_tested = false;
        self
    }

    /// The epochs that are done.
    pub fn history(&self) -> &[Epoch] {
        &self.history
    }

    /// Number of epochs done.
    pub fn done(&self) -> u32 {
        self.history.len() as u32
    }

    /// Trains until the last epoch, until early stopping, or until `go_on`, which is called with every epoch, returns
    /// `false`; then the result is `None`.
    ///
    /// # Errors
    /// If a checkpoint cannot be written.
    pub fn run(mut self, mut go_on: impl FnMut(&Epoch) -> bool) -> Result<Option<Trained>, TrainError> {
        while !self.is_over() {
            if !self.step(&mut go_on)? && !self.is_over() {
                return Ok(None);
            }
        }
        Ok(Some(self.trained()))
    }

    /// Trains up to this epoch, or until it is over before; what it is then. `told` is called with every epoch.
    ///
    /// # Errors
    /// If a checkpoint cannot be written.
    pub fn run_to(mut self, last: u32, mut told: impl FnMut(&Epoch)) -> Result<Trained, TrainError> {
        while !self.is_over() && self.done() < last.max(1) {
            self.step(&mut |epoch| {
                told(epoch);
                epoch.number < last
            })?;
        }
        Ok(self.trained())
    }

    /// Trains an epoch and says whether to go on; where not, at the end and after a while it is kept.
    fn step(&mut self, go_on: &mut dyn FnMut(&Epoch) -> bool) -> Result<bool, TrainError> {
        self.epoch();
        let goes_on = go_on(self.history.last().expect("an epoch is over"));
        if !goes_on || self.is_over() || self.saved.elapsed() >= self.between {
            self.save()?;
        }
        Ok(goes_on)
    }

    fn is_over(&self) -> bool {
        let best = self.best.as_ref().map_or(0, |(best, _)| best + 1);
        let waited = (self.history.len() - best) as u32;
        self.done() >= self.plan.epochs || (self.plan.patience > 0 && waited >= self.plan.patience)
    }

    fn epoch(&mut self) {
        let (number, seed) = (self.done() + 1, self.plan.drawn_from());
        let mut order = self.train.clone();
        shuffle(&mut order, &mut Rng::new(derive_seed(&[seed, 1, u64::from(number)])));
        let mut rng = Rng::new(derive_seed(&[seed, 2, u64::from(number)]));
        let mut loss = 0.0;
        for (place, batch) in order.chunks(self.plan.batch).enumerate() {
            let done = f64::from(number - 1) + (place * self.plan.batch) as f64 / order.len() as f64;
            loss += f64::from(self.fit(batch, done, &mut rng)) * batch.len() as f64;
        }
        let validation = self.score(&self.validate);
        let test = if self.is_tested { self.score(&self.test) } else { Score::default() };
        let better =
            |(best, _): &(usize, _)| validation.log_loss() < self.history[*best].validation.log_loss();
        if self.best.as_ref().is_none_or(better) {
            self.best = Some((self.history.len(), self.trainer.weights()));
        }
        self.history.push(Epoch { number, loss: loss / order.len() as f64, validation, test });
    }

    /// One step on a batch, `done` epochs after the beginning; returns the mean loss.
    fn fit(&mut self, batch: &[u32], done: f64, rng: &mut Rng) -> f32 {
        let TrainingPlan { target, dropout, rate, epochs, .. } = *self.plan;
        let answers: Vec<usize> = batch.iter().map(|&at| self.answer(at)).collect();
        let offsets: Vec<f32> = batch
            .iter()
            .filter_map(|&at| target.offsets(self.data.decision(at as usize)))
            .flatten()
            .collect();
        let offsets = (!offsets.is_empty()).then_some(offsets);
        let dropout = (dropout > 0.0).then_some(Dropout { share: dropout, rng });
        let rate = if self.plan.decays_rate { rate * (1.0 - done / f64::from(epochs)) } else { rate };
        let rows = rows(self.data, batch, self.plan.alpha);
        self.trainer.fit_with(&rows, &answers, offsets.as_deref(), dropout, rate)
    }

    fn answer(&self, at: u32) -> usize {
        self.plan.target.of(self.data.decision(at as usize))
    }

    fn score(&self, among: &[u32]) -> Score {
        let mut score = Score::default();
        for batch in among.chunks(SCORED) {
            let outputs = self.trainer.outputs(&rows(self.data, batch, self.plan.alpha));
            for (&at, outputs) in batch.iter().zip(outputs.chunks(self.plan.target.outputs())) {
                let row = self.data.decision(at as usize);
                score.add(&self.plan.target.classes(row, outputs), class_of(row.place));
            }
        }
        score
    }

    /// The processor seconds that a decision takes: to learn from it, and to be scored on it; the least of several tries, since
    /// other work on the machine only slows it down. Afterwards this training is of no use.
    pub(crate) fn pace(mut self) -> [f64; 2] {
        let size = self.plan.batch.clamp(1, PACED).min(self.train.len());
        let tries = self.train[..self.train.len() - self.train.len() % size].to_vec();
        let (mut least, clock) = ([f64::INFINITY; 2], Instant::now());
        let now = || thread_seconds().unwrap_or_else(|| clock.elapsed().as_secs_f64());
        let mut rng = Rng::new(0);
        for rows in tries.chunks(size * (PACED / size)).take(TRIES) {
            let begun = now();
            rows.chunks(size).for_each(|batch| _ = self.fit(batch, 0.0, &mut rng));
            let learned = now() - begun;
            self.score(rows);
            let scored = now() - begun - learned;
            for (least, seconds) in least.iter_mut().zip([learned, scored]) {
                *least = least.min(seconds / rows.len() as f64);
            }
        }
        least
    }

    fn trained(self) -> Trained {
        let (place, layers) = self.best.expect("an epoch is over");
        let (best, end) = (self.history[place].clone(), self.history.last().expect("an epoch is over"));
        let last = weights(self.plan, self.data, self.trainer.weights(), end);
        let weights = weights(self.plan, self.data, layers, &best);
        Trained { weights, best, last, history: self.history }
    }

    fn save(&mut self) -> Result<(), TrainError> {
        let Some((folder, _)) = self.folder else { return Ok(()) };
        let (layers, optimizer) = self.trainer.save();
        let (best, kept) = self.best.as_ref().expect("an epoch is over");
        let weights = weights(self.plan, self.data, kept.clone(), &self.history[*best]);
        let (number, weights) = (self.done(), weights.to_bytes());
        let parts = [layers, optimizer, weights];
        for (name, bytes) in names(number).iter().zip(&parts) {
            write_whole(&folder.join(name), bytes)?;
        }
        let digests = self.digests(&parts);
        let (plan, history) = (self.plan.clone(), self.history.clone());
        // A name that is no text cannot be written; it is typed again.
        let files = if self.files.iter().all(|file| file.to_str().is_some()) {
            self.files.clone()
        } else {
            Vec::new()
        };
        let state = State { format: FORMAT, plan, digests, history, best: *best, files };
        write_whole(&folder.join(STATE), &serde_json::to_vec(&state).expect("figures can be written"))?;
        write_whole(&folder.join(BEST), &parts[2])?;
        clear_old(folder, number);
        self.saved = Instant::now();
        Ok(())
    }

    fn digests(&self, [layers, optimizer, best]: &[Vec<u8>; 3]) -> [u64; 4] {
        let of_data = *self.of_data.get_or_init(|| digest_of_data(self.data));
        [of_data, digest(layers), digest(optimizer), digest(best)]
    }

    fn restored(mut self, folder: &Path) -> Result<Training<'a>, TrainError> {
        let path = folder.join(STATE);
        let spoilt = |why: &str| TrainError::Checkpoint(path.clone(), why.to_string());
        let state = read_state(&read(&path)?).map_err(|why| spoilt(&why))?;
        if state.plan != *self.plan {
            return Err(spoilt(
                "another training is kept there: choose another folder with --out, or train anew in this one with --fresh",
            ));
        }
        let number = state.history.len();
        if state.best >= number {
            return Err(spoilt("it names an epoch that it does not have: train anew with --fresh"));
        }
        let [layers, optimizer, best] = names(number as u32).map(|name| read(&folder.join(name)));
        let files = [layers?, optimizer?, best?];
        let digests = self.digests(&files);
        if state.digests[0] != digests[0] {
            return Err(spoilt(
                "it was trained on other games: choose another folder with --out, or train anew in this one with --fresh",
            ));
        }
        if state.digests != digests {
            return Err(spoilt(
                "the files beside it are damaged, or not those it names: train anew with --fresh",
            ));
        }
        let [layers, optimizer, best] = files;
        write_whole(&folder.join(BEST), &best)?;
        self.trainer = self.trainer.load(&layers, &optimizer).map_err(spoilt)?;
        let best = Weights::from_bytes(&best).map_err(|error| spoilt(&error.to_string()))?;
        self.best = Some((state.best, best.layers));
        self.history = state.history;
        Ok(self)
    }
}

fn read_state(bytes: &[u8]) -> Result<State, String> {
    let damaged = |error: serde_json::Error| {
        format!("no checkpoint, or a damaged one ({error}): train anew with --fresh")
    };
    let Format { format } = serde_json::from_slice(bytes).map_err(damaged)?;
    if format != FORMAT {
        return Err(format!(
            "it is a checkpoint of format {format}, and this program reads format {FORMAT}: train anew with --fresh, or \
             resume with the program that wrote it"
        ));
    }
    serde_json::from_slice(bytes).map_err(damaged)
}

/// Whether a training of ours has left its mark: its state or, where that is damaged, its weights.
fn is_ours(folder: &Path) -> bool {
    let state = read_plain(&folder.join(STATE)).ok();
    let state: Option<serde_json::Value> = state.and_then(|bytes| serde_json::from_slice(&bytes).ok());
    let is_state = state.is_some_and(|state| state.get("plan").is_some() && state.get("digests").is_some());
    let weights = || read_plain(&folder.join(BEST)).ok();
    is_state || weights().is_some_and(|bytes| Weights::from_bytes(&bytes).is_ok())
}

/// A training that is kept in a folder: what it was asked for.
#[derive(Clone, PartialEq, Debug)]
pub struct KeptTraining {
    /// The plan.
    pub plan: TrainingPlan,
    /// The files that the data come from; none for the games that come along.
    pub files: Vec<PathBuf>,
}

impl KeptTraining {
    /// The training that is kept in this folder; nothing if there is none, or it cannot be read.
    pub fn find(folder: &Path) -> Option<KeptTraining> {
        let state = read_state(&read_plain(&folder.join(STATE)).ok()?).ok()?;
        Some(KeptTraining { plan: state.plan, files: state.files })
    }

    /// Whether a training of ours is kept in this folder.
    pub fn is_in(folder: &Path) -> bool {
        folder.join(STATE).exists() && is_ours(folder)
    }
}

/// The file of the state, and of the best weights so far.
const STATE: &str = "state.json";
const BEST: &str = "weights.safetensors";

/// The weights with their header.
fn weights(plan: &TrainingPlan, data: &Dataset, layers: Vec<Dense>, epoch: &Epoch) -> Weights {
    let figure = |name: &str, figure: String| (name.to_string(), figure);
    let figures = [
        figure("alpha", plan.alpha.to_string()),
        figure("epoch", epoch.number.to_string()),
        figure("test_accuracy", format!("{:.4}", epoch.test.accuracy())),
        figure("test_log_loss", format!("{:.4}", epoch.test.log_loss())),
        figure("test_calibration_error", format!("{:.4}", epoch.test.calibration_error())),
    ];
    let header = WeightsHeader {
        network: plan.network.clone(),
        inputs: data.inputs().versioned(),
        game: Inputs::game(),
        data: format!("{} games, {} decisions", data.games(), data.decisions()),
        figures: figures.into(),
    };
    Weights { header, layers }
}

/// The inputs of these decisions, row behind row.
fn rows(data: &Dataset, among: &[u32], alpha: f32) -> Vec<f32> {
    let width = data.inputs().width();
    let mut rows = vec![0.0; among.len() * width];
    let pairs = among.iter().zip(rows.chunks_exact_mut(width));
    pairs.for_each(|(&at, row)| data.write(at as usize, alpha, row));
    rows
}

fn shuffle(order: &mut [u32], rng: &mut Rng) {
    for last in (1..order.len()).rev() {
        order.swap(last, rng.below(last as u32 + 1) as usize);
    }
}

fn digest(bytes: &[u8]) -> u64 {
    let mut digest = Digest::default();
    digest.write(bytes);
    digest.value()
}

/// The files of a checkpoint beside its state: weights, state of the optimizer, best weights.
fn names(number: u32) -> [String; 3] {
    FILES.map(|file| format!("{file}-{number}.bin"))
}

/// Their names begin with these words.
const FILES: [&str; 3] = ["layers", "method", "best"];

/// Differs for other games, other blocks and other inputs.
fn digest_of_data(data: &Dataset) -> u64 {
    let mut digest = Digest::default();
    digest.write(data.inputs().versioned().as_bytes());
    for at in 0..data.len() {
        let row = data.decision(at);
        digest.write(&[row.place, row.left, row.out, row.forced.into(), row.waits.into()]);
        digest.write(&row.places);
        digest.write(&row.block.to_le_bytes());
        for (place, figure) in data.list(at) {
            digest.write(&place.to_le_bytes());
            digest.write(&figure.to_bits().to_le_bytes());
        }
    }
    digest.value()
}

fn read(path: &Path) -> Result<Vec<u8>, TrainError> {
    read_plain(path).map_err(|error| TrainError::File(path.to_path_buf(), error))
}

/// Removes files of older checkpoints; one that cannot be removed does no harm.
fn clear_old(folder: &Path, number: u32) {
    let keep = names(number);
    for name in parts(folder).into_iter().filter(|name| !keep.contains(name)) {
        let _ = std::fs::remove_file(folder.join(name));
    }
}

/// The files of checkpoints in a folder, by their names.
fn parts(folder: &Path) -> Vec<String> {
    let is_part = |name: &str| {
        let number =
            |of: &str| name.strip_prefix(of)?.strip_prefix('-')?.strip_suffix(".bin")?.parse::<u32>().ok();
        FILES.iter().any(|of| number(of).is_some())
    };
    let files = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut names: Vec<String> = files.filter_map(|file| file.file_name().into_string().ok()).collect();
    names.retain(|name| is_part(name));
    names.sort();
    names
}
