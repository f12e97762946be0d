//! The kind `rank` of experiments: how well final ranks are predicted, of held-out decisions.

use catalog::columns;
use catalog::kinds::{CellSetting, Column, Formula, KindRow, Measure, Method};
use games::Daihinmin;
use games::daihinmin::Rules;
use players::daihinmin::{class_of, likeliest};
use table::{Param, Params, SpecError, Values, WordParam};

use crate::daihinmin::rank::data::{Dataset, Split};
use crate::daihinmin::rank::networks::{Design, RANK, RANK_A, RANK_B};
use crate::daihinmin::rank::predictor::{Compared, Predictor};
use crate::daihinmin::rank::ranks::Ranks;
use crate::daihinmin::rank::score::{BINS, bin, calibration_error};

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
const BATCH: Param = Param::new(
    "batch",
    "",
    "how many decisions make a step: a number, or all; the network's own (32 for the paper's) unless swept",
    Values::Text,
);
const TRAININGS: Param = Param::number(
    "trainings",
    "1",
    "from how many trainings, each with weights and order of its own, the units are: as many units of each, of the same blocks",
    1.0,
    1000.0,
);
const AFTER: Param = Param::new(
    "after",
    "",
    "asked after this epoch, where a training goes on to `epochs`; values that are compared are epochs of one training, in \
     rising order",
    Values::Number(1.0, 100_000.0),
);
const COMPARES: WordParam<bool> = WordParam::new(
    "compares",
    "yes",
    "whether rank-b is compared with rank-a, which is then trained, too: yes or no",
    &[("yes", true), ("no", false)],
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
    PASSED "passed" "of how many both did, the second told a pass",
    PASS_GAP "pass_gap" "the first of these three less that",
    ZEROS_RICH "zeros_rich" "of how many the second, told 0 for every card, named rich",
    _ZEROS_MIDDLE "zeros_middle" "of how many it named middle then",
    _ZEROS_POOR "zeros_poor" "of how many it named poor then",
    A_RICH "a_rich" "of how many the first named rich",
    _A_MIDDLE "a_middle" "of how many the first named middle",
    _A_POOR "a_poor" "of how many the first named poor",
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
            poor; a unit is what was held back of a block of games, asked of one training",
    axes: &[
        &[NETWORK.param, DATA.param, SPLIT.param, FOLDS, ASKED, EPOCHS, KEEP.param, PATIENCE, FACTOR],
        &[BATCH, TRAININGS, AFTER, COMPARES.param],
    ],
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
            "pass_agreement",
            "how often rank-b, told a pass, names the class that rank-a names",
            &[PASSED],
            &[COMPARED],
        ),
        Measure::ratio("pass_gap", "standard_agreement less pass_agreement", &[PASS_GAP], &[COMPARED])
            .percent(),
        Measure::rate(
            "zeros_rich",
            "how often rank-b, told 0 for every card of the submission, names rich",
            &[ZEROS_RICH],
            &[COMPARED],
        ),
        Measure::rate("zeros_middle", "how often it names middle then", &[ZEROS_RICH + 1], &[COMPARED]),
        Measure::rate("zeros_poor", "how often it names poor then", &[ZEROS_RICH + 2], &[COMPARED]),
        Measure::rate("a_rich", "how often rank-a names rich", &[A_RICH], &[COMPARED]),
        Measure::rate("a_middle", "how often rank-a names middle", &[A_RICH + 1], &[COMPARED]),
        Measure::rate("a_poor", "how often rank-a names poor", &[A_RICH + 2], &[COMPARED]),
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

/// Adds the prediction of one decision to a row.
pub(super) fn note(data: &Dataset, at: usize, predictor: &mut Predictor, row: &mut [f64]) {
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
    if let Some(compared) = predictor.compared(data, at) {
        note_compared(likeliest(&classes), &compared, row);
    }
    (row[EPOCH], row[TRAINING_LOSS], row[VALIDATION_LOSS]) = predictor.epoch();
}

/// Adds what the paper's two networks named, the second of which named this class.
fn note_compared(second: usize, compared: &Compared, row: &mut [f64]) {
    let one = |yes: bool| f64::from(u8::from(yes));
    let Compared { first, missing, passed, is_play } = *compared;
    let [standard, zeros, pass] = [second, missing, passed].map(|class| one(class == first));
    row[COMPARED] += 1.0;
    row[STANDARD] += standard;
    row[MISSING] += zeros;
    row[GAP] += standard - zeros;
    row[PASSED] += pass;
    row[PASS_GAP] += standard - pass;
    row[ZEROS_RICH + missing] += 1.0;
    row[A_RICH + first] += 1.0;
    row[PLAYS] += one(is_play);
    row[REACTS] += one(is_play && passed != second);
}

/// What a cell asks for.
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    pub(super) approach: Approach,
    /// Players and rules, where data is played.
    pub(super) setting: CellSetting,
    pub(super) rules: Rules,
    pub(super) logs: bool,
    pub(super) split: Split,
    pub(super) folds: u32,
    pub(super) asked: u32,
    pub(super) epochs: u32,
    /// After which epoch it is asked.
    pub(super) after: Option<u32>,
    pub(super) best: bool,
    pub(super) patience: Option<u32>,
    pub(super) alpha: f32,
    pub(super) batch: Option<usize>,
    pub(super) trainings: u32,
    pub(super) compares: bool,
}

impl Asked {
    /// # Errors
    /// Values that do not go together.
    pub(super) fn read(setting: &CellSetting, rules: &Rules) -> Result<Asked, SpecError> {
        let params = &mut Params::new(&setting.kind);
        let asked = Asked {
            approach: params.choice(&NETWORK)?,
            setting: setting.clone(),
            rules: *rules,
            logs: params.choice(&DATA)?,
            split: params.choice(&SPLIT)?,
            folds: params.number(&FOLDS)?,
            asked: params.number(&ASKED)?,
            epochs: params.number(&EPOCHS)?,
            after: params.maybe_number(&AFTER)?,
            best: params.choice(&KEEP)?,
            patience: params.maybe_number(&PATIENCE)?,
            alpha: params.number(&FACTOR)?,
            batch: batch(params)?,
            trainings: params.number(&TRAININGS)?,
            compares: params.choice(&COMPARES)?,
        };
        asked.check().map_or(Ok(asked), |why| Err(SpecError::bad(format!("rank: {why}"))))
    }

    /// What is wrong with the parameters.
    fn check(&self) -> Option<String> {
        let Asked { folds, asked, epochs, trainings, .. } = *self;
        let trains = matches!(self.approach, Approach::Network(_));
        match (self.split, self.after) {
            (_, Some(after)) if after > epochs => {
                Some(format!("it cannot be asked after epoch {after} of {epochs}"))
            }
            _ if trainings > 1 && !trains => Some(format!("nothing is trained, so not {trainings} times")),
            (Split::Block, _) if asked > folds => Some(format!("of {folds} folds {asked} cannot be asked")),
            (Split::State, _) if asked > 1 => Some("with split=state one part is asked".to_string()),
            _ => None,
        }
    }

    /// The last epoch that is trained.
    pub(super) fn last(&self) -> u32 {
        self.after.unwrap_or(self.epochs)
    }
}

/// The size of a batch, if it is given.
fn batch(params: &mut Params<'_>) -> Result<Option<usize>, SpecError> {
    match params.given(&BATCH) {
        None => Ok(None),
        Some("all") => Ok(Some(usize::MAX)),
        Some(text) => match text.parse() {
            Ok(size @ 1..) => Ok(Some(size)),
            _ => Err(params.refuse(BATCH.key, text, "`all` or a whole number from 1")),
        },
    }
}
