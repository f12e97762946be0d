//! The kind `rank` of experiments: how well final ranks are predicted, of held-out decisions.

use std::ops::Range;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Instant;

use catalog::kinds::{CellSetting, Column, Formula, KindRow, Measure, Method, SeriesGame, Units, Work};
use catalog::{BulkError, Catalogued, columns};
use games::Daihinmin;
use games::daihinmin::Rules;
use players::daihinmin::{Inputs, class_of, likeliest};
use table::{Param, Params, SpecError, Values, WordParam};

use crate::daihinmin::rank::data::{Dataset, Split, Subset};
use crate::daihinmin::rank::networks::{Design, RANK, RANK_A, RANK_B};
use crate::daihinmin::rank::predictor::{Compared, Predictor};
use crate::daihinmin::rank::score::{BINS, bin, calibration_error};
use crate::daihinmin::rank::sources::LOGGED_BLOCKS;
use crate::daihinmin::rank::train::{Trained, Training, TrainingPlan};

/// What predicts ranks.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Approach {
    /// The shares of the classes.
    Majority,
    /// The shares of the classes after each former rank.
    Previous,
    /// A network.
    Network(&'static Design),
}

const NETWORK: WordParam<Approach> = WordParam::new(
    "network",
    "rank-a",
    "who tells: rank-a or rank-b (the paper's networks), rank (ours), linear (rank-a without hidden values), previous (by \
     the former rank) or majority",
    &[
        ("rank-a", Approach::Network(&RANK_A)),
        ("rank-b", Approach::Network(&RANK_B)),
        ("rank", Approach::Network(&RANK)),
        ("linear", Approach::Network(&LINEAR)),
        ("previous", Approach::Previous),
        ("majority", Approach::Majority),
    ],
);
const LINEAR: Design = Design { name: "linear", hidden: &[], ..RANK_A };

const DATA: WordParam<bool> = WordParam::new(
    "data",
    "logs",
    "what is learned from and asked: logs (those that come along) or played (games of those who sit here)",
    &[("logs", true), ("played", false)],
);
const SPLIT: WordParam<Split> = WordParam::new(
    "split",
    "block",
    "what is held back: whole blocks, or single decisions (state) whose neighbours are learned from",
    &[("block", Split::Block), ("state", Split::State)],
);
const FOLDS: Param = Param::number("folds", "5", "into how many parts the data is divided", 3.0, 100.0);
const ASKED: Param = Param::number(
    "asked",
    "1",
    "how many of the parts are held back, one after the other, each from a training of its own",
    1.0,
    100.0,
);
const EPOCHS: Param =
    Param::number("epochs", "20", "how often the data is gone through, at most", 1.0, 100_000.0);
const KEEP: WordParam<bool> = WordParam::new(
    "keep",
    "best",
    "which weights are asked: best (those that validate best) or last (those of the last epoch)",
    &[("best", true), ("last", false)],
);
const PATIENCE: Param = Param::new(
    "patience",
    "",
    "after how many epochs without a better validation it ends, never if 0; the network's own unless swept",
    Values::Number(0.0, 100_000.0),
);
const FACTOR: Param =
    Param::number("alpha", "0.06", "the factor of the environment beside a submission, for rank-b", 0.0, 1.0);

columns! { COLUMNS:
    COUNT "decisions" "how many decisions were asked about",
    RIGHT "right" "of how many the class of the final rank was told",
    LOSS "loss" "the sum of their log losses",
    UNFORCED "unforced" "how many of them were no forced passes",
    UNFORCED_RIGHT "unforced_right" "of how many of those the class was told",
    UNFORCED_LOSS "unforced_loss" "the sum of the log losses of those",
    FEW "left_1_3" "how many were with 1 to 3 cards left",
    FEW_RIGHT "left_1_3_right" "of how many of those the class was told",
    FEW_LOSS "left_1_3_loss" "the sum of the log losses of those",
    SOME "left_4_6" "how many were with 4 to 6 cards left",
    SOME_RIGHT "left_4_6_right" "of how many of those the class was told",
    SOME_LOSS "left_4_6_loss" "the sum of the log losses of those",
    MANY "left_7_9" "how many were with 7 to 9 cards left",
    MANY_RIGHT "left_7_9_right" "of how many of those the class was told",
    MANY_LOSS "left_7_9_loss" "the sum of the log losses of those",
    MOST "left_10" "how many were with 10 cards or more left",
    MOST_RIGHT "left_10_right" "of how many of those the class was told",
    MOST_LOSS "left_10_loss" "the sum of the log losses of those",
    COMPARED "compared" "of how many the paper's two networks were compared",
    STANDARD "standard" "of how many both named the same class",
    MISSING "missing" "of how many both did, the second told 0 for every card of the submission",
    GAP "gap" "the difference of the two",
    PLAYS "plays" "how many of them were plays",
    REACTS "reacts" "of how many of those the second named another class when told a pass",
    EPOCH "epoch" "the epoch whose weights were asked",
    TRAINING_LOSS "training_loss" "the mean loss while it learned, in that epoch",
    VALIDATION_LOSS "validation_loss" "the mean loss of what decided when learning ended",
}

/// Behind these columns come the bins of the calibration error: the number of claims of each, then the sums of their
/// probabilities, then the numbers of those that were right.
const FIRST_BIN: usize = COLUMNS.len();
macro_rules! bins {
    ($about:literal: $($name:literal)*) => {
        &[$(Column::new($name, $about)),*]
    };
}
const CLAIMS: &[Column] = bins! { "claims by tenths of the probability of the named class: how many":
"bin_1" "bin_2" "bin_3" "bin_4" "bin_5" "bin_6" "bin_7" "bin_8" "bin_9" "bin_10" };
const SUMS: &[Column] = bins! { "the sums of these probabilities":
"sum_1" "sum_2" "sum_3" "sum_4" "sum_5" "sum_6" "sum_7" "sum_8" "sum_9" "sum_10" };
const HITS: &[Column] = bins! { "how many of these claims were right":
"hits_1" "hits_2" "hits_3" "hits_4" "hits_5" "hits_6" "hits_7" "hits_8" "hits_9" "hits_10" };

/// The expected calibration error over all units.
fn calibration(rows: &[&[f64]]) -> f64 {
    let sum = |place: usize| rows.iter().map(|row| row[place]).sum::<f64>();
    let bins = (0..BINS).map(|bin| [0, 1, 2].map(|part| sum(FIRST_BIN + part * BINS + bin)));
    calibration_error(bins)
}

/// The kind of experiments that train networks.
pub const KIND: KindRow<Daihinmin> = KindRow {
    name: "rank",
    about: "who tells, of decisions that were not learned from, whether the player ends rich (places 1 and 2), middle or \
            poor; a unit is what was held back of a block of games",
    axes: &[&[NETWORK.param, DATA.param, SPLIT.param, FOLDS, ASKED, EPOCHS, KEEP.param, PATIENCE, FACTOR]],
    columns: &[COLUMNS, CLAIMS, SUMS, HITS],
    measures: &[
        Measure::rate("accuracy", "how often the class of the final rank is told", &[RIGHT], &[COUNT]),
        Measure::ratio(
            "log_loss",
            "the mean of minus the logarithm of what it gave the right class",
            &[LOSS],
            &[COUNT],
        ),
        Measure::new(
            "calibration_error",
            "how far claims are from what came true, on average",
            Formula::Resampled(calibration),
        ),
        Measure::rate(
            "accuracy_unforced",
            "the accuracy without forced passes",
            &[UNFORCED_RIGHT],
            &[UNFORCED],
        ),
        Measure::ratio(
            "log_loss_unforced",
            "the log loss without forced passes",
            &[UNFORCED_LOSS],
            &[UNFORCED],
        ),
        Measure::rate("accuracy_1_3", "the accuracy with 1 to 3 cards left", &[FEW_RIGHT], &[FEW]),
        Measure::rate("accuracy_4_6", "the accuracy with 4 to 6 cards left", &[SOME_RIGHT], &[SOME]),
        Measure::rate("accuracy_7_9", "the accuracy with 7 to 9 cards left", &[MANY_RIGHT], &[MANY]),
        Measure::rate("accuracy_10", "the accuracy with 10 cards or more left", &[MOST_RIGHT], &[MOST]),
        Measure::ratio("log_loss_1_3", "the log loss with 1 to 3 cards left", &[FEW_LOSS], &[FEW]),
        Measure::ratio("log_loss_4_6", "the log loss with 4 to 6 cards left", &[SOME_LOSS], &[SOME]),
        Measure::ratio("log_loss_7_9", "the log loss with 7 to 9 cards left", &[MANY_LOSS], &[MANY]),
        Measure::ratio("log_loss_10", "the log loss with 10 cards or more left", &[MOST_LOSS], &[MOST]),
        Measure::rate(
            "standard_agreement",
            "how often rank-b names the class that rank-a names",
            &[STANDARD],
            &[COMPARED],
        ),
        Measure::rate(
            "missing_agreement",
            "the same, with 0 for every card of the submission",
            &[MISSING],
            &[COMPARED],
        ),
        Measure::ratio("agreement_gap", "the difference of the two", &[GAP], &[COMPARED]).percent(),
        Measure::rate(
            "reacts",
            "how often rank-b names another class when a play is replaced by a pass",
            &[REACTS],
            &[PLAYS],
        ),
        Measure::new("epoch", "the epoch whose weights were asked", Formula::Mean(EPOCH)),
        Measure::new(
            "training_loss",
            "the mean loss while it learned, in that epoch",
            Formula::Mean(TRAINING_LOSS),
        ),
        Measure::new(
            "validation_loss",
            "the mean loss of what decides when learning ends",
            Formula::Mean(VALIDATION_LOSS),
        ),
    ],
    method: Method::Work(|setting, rules| Ok(Box::new(Ranks::new(setting, rules)?))),
};

/// One cell of an experiment: what is trained on what, and what is held out.
#[derive(Clone)]
struct Ranks {
    approach: Approach,
    /// Players and rules, where data is played.
    setting: CellSetting,
    rules: Rules,
    logs: bool,
    split: Split,
    folds: u32,
    asked: u32,
    epochs: u32,
    best: bool,
    patience: Option<u32>,
    alpha: f32,
}

impl Ranks {
    fn new(setting: &CellSetting, rules: &Rules) -> Result<Ranks, SpecError> {
        let params = &mut Params::new(&setting.kind);
        let ranks = Ranks {
            approach: params.choice(&NETWORK)?,
            setting: setting.clone(),
            rules: *rules,
            logs: params.choice(&DATA)?,
            split: params.choice(&SPLIT)?,
            folds: params.number(&FOLDS)?,
            asked: params.number(&ASKED)?,
            epochs: params.number(&EPOCHS)?,
            best: params.choice(&KEEP)?,
            patience: params.maybe_number(&PATIENCE)?,
            alpha: params.number(&FACTOR)?,
        };
        ranks.check().map_or(Ok(ranks), |why| Err(SpecError::bad(format!("rank: {why}"))))
    }

    /// What is wrong with the parameters.
    fn check(&self) -> Option<String> {
        let Ranks { folds, asked, .. } = *self;
        match self.split {
            Split::Block if asked > folds => Some(format!("of {folds} folds {asked} cannot be asked")),
            Split::State if asked > 1 => Some("with split=state one part is asked".to_string()),
            _ => None,
        }
    }

    /// The number of blocks needed for this many units.
    fn blocks(&self, units: u64) -> Result<u32, SpecError> {
        let blocks = match self.split {
            Split::Block => units.div_ceil(self.asked.into()) * u64::from(self.folds),
            Split::State => units,
        };
        match blocks {
            _ if self.logs && blocks > u64::from(LOGGED_BLOCKS) => Err(SpecError::bad(format!(
                "rank: {units} units need {blocks} blocks of games, and the logs have {LOGGED_BLOCKS}"
            ))),
            _ => u32::try_from(blocks).map_err(|_| SpecError::bad("rank: too many units".to_string())),
        }
    }

    /// The index of the unit of a block.
    fn unit(&self, block: u32) -> usize {
        match self.split {
            Split::Block => (block / self.folds * self.asked + block % self.folds) as usize,
            Split::State => block as usize,
        }
    }

    fn data(&self, inputs: Inputs, given: &Given) -> Result<Arc<Dataset>, SpecError> {
        if self.logs {
            static LOGGED: Memo<(&'static str, u32), Dataset> = Memo::new();
            let logged = || Ok(Dataset::logged(inputs, given.blocks));
            return LOGGED.get((inputs.name(), given.blocks), logged);
        }
        static PLAYED: Memo<(String, u64, u32), Vec<PlayedSeries>> = Memo::new();
        let series = |block: u32| Daihinmin::play_series(&self.setting, &self.rules, block.into());
        let play = || (0..given.blocks).map(series).collect();
        let table = format!("{:?} {:?}", self.rules, self.setting.entrants);
        let mut data = Dataset::new(inputs);
        for (block, games) in (0..).zip(PLAYED.get((table, self.setting.seed, given.blocks), play)?.iter()) {
            games.iter().for_each(|game| data.add(&game.rules, &game.events, block));
        }
        Ok(Arc::new(data))
    }

    /// The plan of a network in this cell.
    fn plan(&self, design: &Design, fold: u32, seed: u64) -> TrainingPlan {
        TrainingPlan {
            alpha: if design.has_submission() { self.alpha } else { 1.0 },
            epochs: self.epochs,
            patience: self.patience.unwrap_or(design.patience),
            split: self.split,
            folds: self.folds,
            fold,
            seed,
            ..design.plan()
        }
    }

    /// What predicts, after training.
    fn predictor(&self, fold: u32, given: &Given) -> Result<Predictor, SpecError> {
        let design = match self.approach {
            Approach::Network(design) => design,
            Approach::Majority | Approach::Previous => {
                let data = self.data(Inputs::Environment, given)?;
                let subsets = data.subsets(self.split, self.folds, fold, given.seed);
                return Ok(Predictor::shares(&data, &subsets, matches!(self.approach, Approach::Previous)));
            }
        };
        let trained = self.trained(design, fold, given)?;
        match design.has_submission() {
            true => {
                let first = self.trained(&RANK_A, fold, given)?;
                Ok(Predictor::two(trained.kept(self.best), self.alpha, first.kept(self.best)))
            }
            false => Ok(Predictor::one(trained.kept(self.best), design.target)),
        }
    }

    /// A trained network; cells with equal plans on the logs share it.
    fn trained(&self, design: &Design, fold: u32, given: &Given) -> Result<Arc<Trained>, SpecError> {
        static TRAINED: Memo<(u32, String), Trained> = Memo::new();
        let (plan, data) = (self.plan(design, fold, given.seed), self.data(design.inputs, given)?);
        let key = serde_json::to_string(&plan).expect("a plan can be written");
        match self.logs {
            true => TRAINED.get((given.blocks, key), || train(&plan, &data)),
            false => train(&plan, &data).map(Arc::new),
        }
    }

    fn inputs(&self) -> Inputs {
        match self.approach {
            Approach::Network(design) => design.inputs,
            Approach::Majority | Approach::Previous => Inputs::Environment,
        }
    }
}

/// The games of a series.
type PlayedSeries = Vec<SeriesGame<Daihinmin>>;

/// Where the data of a cell comes from.
struct Given {
    blocks: u32,
    seed: u64,
}

impl Work for Ranks {
    /// All units of a cell are one piece of work: what is learned serves them all.
    fn is_whole(&self) -> bool {
        true
    }

    fn play(&self, units: Range<u64>, _keep: bool) -> Result<Units, BulkError> {
        debug_assert_eq!(units.start, 0, "a cell that learns is one chunk");
        let mut values = vec![0.0; units.end as usize * KIND.width()];
        self.learn(units.end, &mut values)?;
        Ok(Units { values, records: Vec::new() })
    }

    /// From one epoch and from two, of as few blocks as there are folds: what they share is spent once a fold. Early
    /// stopping is not foreseen, so it is an upper bound.
    fn seconds(&self, units: u64) -> Result<Option<f64>, BulkError> {
        let given = Given { blocks: self.folds, seed: self.setting.seed };
        let time = |epochs| -> Result<f64, BulkError> {
            let (begun, few) = (Instant::now(), Ranks { epochs, asked: 1, ..self.clone() });
            few.predictor(0, &given)?;
            Ok(begun.elapsed().as_secs_f64())
        };
        let (one, two) = (time(1)?, time(2)?);
        let epoch = (two - one).max(0.0);
        let fold = (one - epoch).max(0.0) + epoch * f64::from(self.epochs);
        let times = f64::from(self.blocks(units)?) / f64::from(given.blocks);
        Ok(Some(times * fold * f64::from(self.asked)))
    }
}

impl Ranks {
    /// Learns, and notes the results of this many units, one row each.
    fn learn(&self, units: u64, rows: &mut [f64]) -> Result<(), SpecError> {
        let seed = self.setting.seed;
        let (given, width) = (Given { blocks: self.blocks(units)?, seed }, KIND.width());
        let data = self.data(self.inputs(), &given)?;
        for fold in 0..self.asked {
            let mut predictor = self.predictor(fold, &given)?;
            let subsets = data.subsets(self.split, self.folds, fold, seed);
            for at in (0..data.len()).filter(|&at| subsets[at] == Subset::Test) {
                let from = self.unit(data.decision(at).block) * width;
                if let Some(row) = rows.get_mut(from..from + width) {
                    note(&data, at, &mut predictor, row);
                }
            }
        }
        Ok(())
    }
}

fn train(plan: &TrainingPlan, data: &Dataset) -> Result<Trained, SpecError> {
    let bad = |error: crate::daihinmin::rank::TrainError| SpecError::bad(format!("rank: {error}"));
    let trained = Training::new(plan, data).map_err(bad)?.run(|_| true).map_err(bad)?;
    Ok(trained.expect("nobody ended it"))
}

/// Adds the prediction of one decision to a row.
fn note(data: &Dataset, at: usize, predictor: &mut Predictor, row: &mut [f64]) {
    let decision = data.decision(at);
    let (classes, right) = (predictor.classes(data, at), class_of(decision.place));
    let (hit, loss) = (
        f64::from(u8::from(likeliest(&classes) == right)),
        crate::daihinmin::rank::score::loss(&classes, right),
    );
    let by_left = match decision.left {
        0..=3 => FEW,
        4..=6 => SOME,
        7..=9 => MANY,
        _ => MOST,
    };
    for group in [Some(COUNT), Some(by_left), (!decision.forced).then_some(UNFORCED)].into_iter().flatten() {
        row[group] += 1.0;
        row[group + 1] += hit;
        row[group + 2] += loss;
    }
    let (place, claim) = bin(&classes);
    for (part, figure) in [1.0, claim, hit].into_iter().enumerate() {
        row[FIRST_BIN + part * BINS + place] += figure;
    }
    if let Some(Compared { standard, missing, reacts }) = predictor.compared(data, at, likeliest(&classes)) {
        let one = |yes: bool| f64::from(u8::from(yes));
        row[COMPARED] += 1.0;
        row[STANDARD] += one(standard);
        row[MISSING] += one(missing);
        row[GAP] += one(standard) - one(missing);
        row[PLAYS] += one(reacts.is_some());
        row[REACTS] += one(reacts == Some(true));
    }
    (row[EPOCH], row[TRAINING_LOSS], row[VALIDATION_LOSS]) = predictor.epoch();
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
