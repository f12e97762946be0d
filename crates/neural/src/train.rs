//! Training: epoch by epoch, kept on disk, ended when what was held back is not estimated better any more.

use std::fmt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use agents::daihinmin::{Inputs, class_of};
use agents::forward::{Dense, Header, Weights};
use serde::{Deserialize, Serialize};
use table::{Digest, Rng, derive_seed};

use crate::data::{Dataset, Part, Split, Target};
use crate::model::{Device, Dropout, Method, Trainer};
use crate::score::Score;

/// What is trained, and how.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Plan {
    /// The name of the network.
    pub network: String,
    /// What it tells.
    pub target: Target,
    /// How many values its hidden layers have.
    pub hidden: Vec<usize>,
    /// The paper's factor of the environment.
    pub alpha: f32,
    /// How weights move.
    pub method: Method,
    /// How far.
    pub rate: f64,
    /// Whether the rate fades to nothing until the last epoch.
    pub fades: bool,
    /// The share of hidden values that is left out while learning.
    pub dropout: f32,
    /// How many decisions at once.
    pub batch: usize,
    /// How often all decisions are gone through, at most.
    pub epochs: u32,
    /// After how many epochs without a better validation it ends; never, if that is 0.
    pub patience: u32,
    /// The seed of the first weights and of the order of decisions.
    pub seed: u64,
    /// How data is divided.
    pub split: Split,
    /// Into how many parts.
    pub folds: u32,
    /// Which of them is asked at last.
    pub fold: u32,
    /// Where it is trained.
    #[serde(default)]
    pub device: Device,
}

/// How good the network was after an epoch.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Epoch {
    /// Its number, from 1.
    pub number: u32,
    /// The mean loss while it learned.
    pub loss: f64,
    /// What it was worth on what decides when learning ends.
    pub validation: Score,
    /// What it was worth on what is asked at last; nothing is decided by it.
    pub test: Score,
}

/// Why training cannot go on.
#[derive(Debug)]
pub enum TrainError {
    /// There is nothing to learn from, or nothing to ask.
    NoData(&'static str),
    /// A file cannot be written or read.
    File(PathBuf, std::io::Error),
    /// What was saved belongs to something else, or is spoilt.
    Saved(PathBuf, String),
    /// There is no such device.
    Device(String),
}

impl fmt::Display for TrainError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TrainError::NoData(part) => write!(f, "no decision is left {part}: more games are needed"),
            TrainError::File(path, error) => write!(f, "{}: {error}", path.display()),
            TrainError::Saved(path, why) => write!(f, "{}: {why}", path.display()),
            TrainError::Device(why) => {
                write!(f, "no graphics card to train on: {why}; `cpu` trains anywhere")
            }
        }
    }
}

impl std::error::Error for TrainError {}

/// What training came to.
#[derive(Clone, Debug)]
pub struct Trained {
    /// The weights that validated best.
    pub weights: Weights,
    /// The epoch they are of.
    pub best: Epoch,
    /// The weights of the last epoch.
    pub last: Weights,
    /// All epochs.
    pub history: Vec<Epoch>,
}

impl Trained {
    /// The weights that validated best, or those of the last epoch, with their epoch.
    pub fn kept(&self, best: bool) -> (&Weights, &Epoch) {
        match best {
            true => (&self.weights, &self.best),
            false => (&self.last, self.history.last().expect("an epoch is over")),
        }
    }
}

/// A training under way.
pub struct Training<'a> {
    plan: &'a Plan,
    data: &'a Dataset,
    /// The decisions of each side.
    train: Vec<u32>,
    validate: Vec<u32>,
    test: Vec<u32>,
    trainer: Trainer,
    history: Vec<Epoch>,
    /// The place in the history that validated best, and its weights.
    best: Option<(usize, Vec<Dense>)>,
    /// Where it is kept.
    folder: Option<&'a Path>,
    saved: Instant,
    /// No state is written more often, but for the last.
    between: Duration,
}

/// What is kept on disk, last of all: what it names is whole.
#[derive(Serialize, Deserialize)]
struct State {
    plan: Plan,
    /// The digest of the data, of the saved layers, of the saved method and of the best weights.
    digests: [u64; 4],
    history: Vec<Epoch>,
    best: usize,
}

/// The usual time between two states.
const BETWEEN_STATES: Duration = Duration::from_secs(10);

/// How many decisions are asked at once.
const ASKED: usize = 2048;

impl<'a> Training<'a> {
    /// Begins.
    ///
    /// # Errors
    /// If a side of the division has no decision.
    pub fn new(plan: &'a Plan, data: &'a Dataset) -> Result<Training<'a>, TrainError> {
        let parts = data.parts(plan.split, plan.folds, plan.fold, plan.seed);
        let of = |part: Part| {
            let rows = parts.iter().enumerate().filter(|(_, of)| **of == part);
            rows.map(|(at, _)| at as u32).collect::<Vec<u32>>()
        };
        let (train, validate, test) = (of(Part::Train), of(Part::Validate), of(Part::Test));
        for (part, empty) in [("to learn from", &train), ("to validate with", &validate), ("to ask", &test)] {
            if empty.is_empty() {
                return Err(TrainError::NoData(part));
            }
        }
        let widths = [&[data.inputs().width()], plan.hidden.as_slice(), &[plan.target.outputs()]].concat();
        let mut rng = Rng::new(derive_seed(&[plan.seed, 0]));
        let trainer = Trainer::on(plan.device, &widths, plan.method, &mut rng).map_err(TrainError::Device)?;
        let (history, best, folder) = (Vec::new(), None, None);
        let (saved, between) = (Instant::now(), BETWEEN_STATES);
        Ok(Training { plan, data, train, validate, test, trainer, history, best, folder, saved, between })
    }

    /// Keeps the state in this folder, and goes on from what lies there.
    ///
    /// # Errors
    /// If the state there is of another plan or other data, or spoilt.
    pub fn kept_in(mut self, folder: &'a Path, resume: bool) -> Result<Training<'a>, TrainError> {
        std::fs::create_dir_all(folder).map_err(|error| TrainError::File(folder.to_path_buf(), error))?;
        self.folder = Some(folder);
        if resume && folder.join(STATE).exists() {
            return self.restored(folder);
        }
        Ok(self)
    }

    /// Lets so much time pass between two states, in place of 10 seconds.
    pub fn saving_every(mut self, between: Duration) -> Training<'a> {
        self.between = between;
        self
    }

    /// How many epochs are done.
    pub fn done(&self) -> u32 {
        self.history.len() as u32
    }

    /// Trains until the epochs are over, validation gains nothing any more, or `go_on` says no; `go_on` is told of
    /// every epoch.
    ///
    /// # Errors
    /// If the state cannot be written.
    pub fn run(mut self, mut go_on: impl FnMut(&Epoch) -> bool) -> Result<Option<Trained>, TrainError> {
        while !self.is_over() {
            self.epoch();
            let last = self.history.last().expect("an epoch is over");
            let ends = !go_on(last);
            if ends || self.is_over() || self.saved.elapsed() >= self.between {
                self.save()?;
            }
            if ends && !self.is_over() {
                return Ok(None);
            }
        }
        Ok(Some(self.trained()))
    }

    fn is_over(&self) -> bool {
        let best = self.best.as_ref().map_or(0, |(best, _)| best + 1);
        let waited = (self.history.len() - best) as u32;
        self.done() >= self.plan.epochs || (self.plan.patience > 0 && waited >= self.plan.patience)
    }

    fn epoch(&mut self) {
        let number = self.done() + 1;
        let mut order = self.train.clone();
        shuffle(&mut order, &mut Rng::new(derive_seed(&[self.plan.seed, 1, u64::from(number)])));
        let mut rng = Rng::new(derive_seed(&[self.plan.seed, 2, u64::from(number)]));
        let mut loss = 0.0;
        for (place, batch) in order.chunks(self.plan.batch).enumerate() {
            let done = f64::from(number - 1) + (place * self.plan.batch) as f64 / order.len() as f64;
            loss += f64::from(self.fit(batch, done, &mut rng)) * batch.len() as f64;
        }
        let (validation, test) = (self.score(&self.validate), self.score(&self.test));
        let better =
            |(best, _): &(usize, _)| validation.log_loss() < self.history[*best].validation.log_loss();
        if self.best.as_ref().is_none_or(better) {
            self.best = Some((self.history.len(), self.trainer.weights()));
        }
        self.history.push(Epoch { number, loss: loss / order.len() as f64, validation, test });
    }

    /// Learns from these decisions, so many epochs after the beginning; returns the mean loss.
    fn fit(&mut self, batch: &[u32], done: f64, rng: &mut Rng) -> f32 {
        let Plan { target, dropout, rate, epochs, .. } = *self.plan;
        let answers: Vec<i64> = batch.iter().map(|&at| self.answer(at)).collect();
        let offsets: Vec<f32> =
            batch.iter().filter_map(|&at| target.offsets(self.data.row(at as usize))).flatten().collect();
        let offsets = (!offsets.is_empty()).then_some(offsets);
        let dropout = (dropout > 0.0).then_some(Dropout { share: dropout, rng });
        let rate = if self.plan.fades { rate * (1.0 - done / f64::from(epochs)) } else { rate };
        let rows = rows(self.data, batch, self.plan.alpha);
        self.trainer.fit_with(rows, &answers, offsets, dropout, rate)
    }

    fn answer(&self, at: u32) -> i64 {
        self.plan.target.of(self.data.row(at as usize)) as i64
    }

    fn score(&self, among: &[u32]) -> Score {
        let mut score = Score::default();
        for asked in among.chunks(ASKED) {
            let outputs = self.trainer.outputs(rows(self.data, asked, self.plan.alpha), asked.len());
            for (&at, outputs) in asked.iter().zip(outputs.chunks(self.plan.target.outputs())) {
                let row = self.data.row(at as usize);
                score.add(&self.plan.target.classes(row, outputs), class_of(row.place));
            }
        }
        score
    }

    fn trained(self) -> Trained {
        let (place, layers) = self.best.expect("an epoch is over");
        let (best, end) = (self.history[place].clone(), self.history.last().expect("an epoch is over"));
        let last = weights(self.plan, self.data, self.trainer.weights(), end);
        let weights = weights(self.plan, self.data, layers, &best);
        Trained { weights, best, last, history: self.history }
    }

    fn save(&mut self) -> Result<(), TrainError> {
        let Some(folder) = self.folder else { return Ok(()) };
        let (layers, method) = self.trainer.save();
        let (best, kept) = self.best.as_ref().expect("an epoch is over");
        let weights = weights(self.plan, self.data, kept.clone(), &self.history[*best]);
        let (number, weights) = (self.done(), weights.to_bytes());
        let files = [layers, method, weights];
        for (name, bytes) in names(number).iter().zip(&files) {
            write(&folder.join(name), bytes)?;
        }
        let digests = digests(self.data, &files);
        let (plan, history) = (self.plan.clone(), self.history.clone());
        let state = State { plan, digests, history, best: *best };
        write(&folder.join(STATE), &serde_json::to_vec(&state).expect("figures can be written"))?;
        write(&folder.join(BEST), &files[2])?;
        clear_old(folder, number);
        self.saved = Instant::now();
        Ok(())
    }

    fn restored(mut self, folder: &Path) -> Result<Training<'a>, TrainError> {
        let path = folder.join(STATE);
        let spoilt = |why: &str| TrainError::Saved(path.clone(), why.to_string());
        let state: State =
            serde_json::from_slice(&read(&path)?).map_err(|error| spoilt(&error.to_string()))?;
        if state.plan != *self.plan {
            return Err(spoilt("another training is kept there; choose another folder, or train anew"));
        }
        let number = state.history.len();
        if state.best >= number {
            return Err(spoilt("it names an epoch that it does not have; train anew"));
        }
        let [layers, method, best] = names(number as u32).map(|name| read(&folder.join(name)));
        let files = [layers?, method?, best?];
        let digests = digests(self.data, &files);
        if state.digests[0] != digests[0] {
            return Err(spoilt("it was trained on other games; choose another folder, or train anew"));
        }
        if state.digests != digests {
            return Err(spoilt("the files beside it are not those it names; train anew"));
        }
        let [layers, method, best] = files;
        write(&folder.join(BEST), &best)?;
        self.trainer = self.trainer.load(layers, method).map_err(|error| spoilt(&error))?;
        let best = Weights::from_bytes(&best).map_err(|error| spoilt(&error.to_string()))?;
        self.best = Some((state.best, best.layers));
        self.history = state.history;
        Ok(self)
    }
}

/// The file of the state, and of the best weights so far.
const STATE: &str = "state.json";
const BEST: &str = "weights.safetensors";

/// The weights with what they are for.
fn weights(plan: &Plan, data: &Dataset, layers: Vec<Dense>, epoch: &Epoch) -> Weights {
    let figure = |name: &str, figure: String| (name.to_string(), figure);
    let figures = [
        figure("alpha", plan.alpha.to_string()),
        figure("epoch", epoch.number.to_string()),
        figure("test_accuracy", format!("{:.4}", epoch.test.accuracy())),
        figure("test_log_loss", format!("{:.4}", epoch.test.log_loss())),
        figure("test_calibration_error", format!("{:.4}", epoch.test.calibration_error())),
    ];
    let header = Header {
        network: plan.network.clone(),
        inputs: data.inputs().versioned(),
        game: Inputs::game(),
        data: format!("{} games, {} decisions", data.games(), data.decisions()),
        figures: figures.into(),
    };
    Weights { header, layers }
}

/// The inputs of these decisions behind one another.
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

/// The files that a state names: layers, method, best weights.
fn names(number: u32) -> [String; 3] {
    FILES.map(|file| format!("{file}-{number}.bin"))
}

/// What their names begin with.
const FILES: [&str; 3] = ["layers", "method", "best"];

fn digests(data: &Dataset, [layers, method, best]: &[Vec<u8>; 3]) -> [u64; 4] {
    [digest_of_data(data), digest(layers), digest(method), digest(best)]
}

/// Tells other games, other blocks, and other inputs.
fn digest_of_data(data: &Dataset) -> u64 {
    let mut digest = Digest::default();
    digest.write(data.inputs().versioned().as_bytes());
    for at in 0..data.len() {
        let row = data.row(at);
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

/// Writes a whole file or nothing: a kill in the middle leaves the one before.
fn write(path: &Path, bytes: &[u8]) -> Result<(), TrainError> {
    let new = path.with_extension("new");
    let written = std::fs::write(&new, bytes).and_then(|()| std::fs::rename(&new, path));
    written.map_err(|error| TrainError::File(path.to_path_buf(), error))
}

fn read(path: &Path) -> Result<Vec<u8>, TrainError> {
    std::fs::read(path).map_err(|error| TrainError::File(path.to_path_buf(), error))
}

/// Removes what older states named, and what a kill left half written; what cannot be removed does no harm.
fn clear_old(folder: &Path, number: u32) {
    let keep = names(number);
    for file in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = file.file_name().to_string_lossy().into_owned();
        let ours = FILES.iter().any(|of| name.strip_prefix(of).is_some_and(|rest| rest.starts_with('-')));
        let written = name.ends_with(".bin") || name.ends_with(".new");
        if ours && written && !keep.contains(&name) {
            let _ = std::fs::remove_file(file.path());
        }
    }
}
