//! `tefuda train`: networks that estimate ranks, from games that were played.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use lab::experiment::Existing;
use players::daihinmin::Inputs;
use serde::Serialize;
use studies::daihinmin::rank::{
    Dataset, Design, Epoch, KeptTraining, Split, TrainError, Training, TrainingPlan,
};

use super::r#match::show_and_leave;
use crate::failure::Failure;
use crate::names::{seed, within};
use crate::text::{columns, counted};
use crate::{interrupt, output, progress};

/// Train a network that estimates the final rank in Daihinmin
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tefuda train rank-a --data daihinmin.jsonl --epochs 2
      the paper's evaluator A, from records or logs of matches; weights in runs/rank-a
  tefuda train rank-b --data daihinmin.jsonl --alpha 0.06 --epochs 2 --out runs/b
      its evaluator B, which is also told a submission
  tefuda train rank --data daihinmin.jsonl --epochs 2 --out runs/mine
      ours, which is told more
  tefuda train rank --out runs/mine --resume
      resume it after Ctrl-C or worse, with the options it was begun with

Without `--data` it learns from 10,000 logged games of five public programs. Data are logs of the official server, \
FujiGokoro's records or ours, compressed or not. Games are split by blocks between which ranks are forgotten: with 5 folds, \
one fifth is the test set, an eighth of the rest the validation set, which decides when to stop (early stopping), and \
everything else is the training set. Equal seeds give equal weights. Ctrl-C ends a training after the epoch under way, a second \
one or SIGTERM at once; both show the epochs that were done.")]
pub(crate) struct Args {
    /// `rank-a` or `rank-b`, the paper's evaluators, or `rank`, ours
    network: String,
    /// Games to learn from: logs or records [default: 10,000 logged games that come along]
    #[arg(long, value_name = "FILE", num_args = 1..)]
    data: Vec<PathBuf>,
    /// Where weights and checkpoints are kept [default: runs/NETWORK]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Resume from the checkpoint there; options that are not given are those it was begun with
    #[arg(long)]
    resume: bool,
    /// Replace the training that is kept there
    #[arg(long, conflicts_with = "resume")]
    fresh: bool,
    /// Maximum number of epochs [default: the network's]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = within(1, 100_000))]
    epochs: Option<u64>,
    /// Batch size: decisions per step [default: the network's]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = within(1, 65_536))]
    batch: Option<u64>,
    /// Learning rate [default: the network's]
    #[arg(long, value_name = "R", allow_negative_numbers = true)]
    rate: Option<f64>,
    /// The factor of the environment beside the submission, for `rank-b` [default: 0.06]
    #[arg(long, value_name = "A", allow_negative_numbers = true)]
    alpha: Option<f32>,
    /// How games are split: `block`, or `state`, where decisions of one game are in several sets [default: block]
    #[arg(long, value_name = "HOW", value_parser = ["block", "state"])]
    split: Option<String>,
    /// Number of folds [default: 5]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = within(3, 100))]
    folds: Option<u64>,
    /// Which fold is the test set, counted from 0 [default: 0]
    #[arg(long, value_name = "K", allow_negative_numbers = true, value_parser = within(0, 99))]
    fold: Option<u64>,
    /// The seed of the first weights and of the order of decisions [default: 0]
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = seed())]
    seed: Option<u64>,
    /// Minimum number of seconds between two checkpoints
    #[arg(long, value_name = "S", default_value_t = 10, allow_negative_numbers = true, value_parser = within(0, 86_400))]
    save_every: u64,
    /// Print one JSON document and nothing else
    #[arg(long)]
    json: bool,
}

/// What is printed.
#[derive(Serialize)]
struct Answer<'a> {
    network: &'a str,
    games: usize,
    decisions: usize,
    weights: String,
    /// The epoch with the best validation loss.
    best: &'a Line,
    epochs: &'a [Line],
    /// How many epochs were asked for, if somebody ended it before.
    #[serde(skip_serializing_if = "Option::is_none")]
    asked: Option<u32>,
}

/// One epoch in figures.
#[derive(Clone, Serialize)]
struct Line {
    epoch: u32,
    loss: f64,
    validation_loss: f64,
    test_loss: f64,
    test_accuracy: f64,
    test_calibration_error: f64,
}

impl Line {
    fn of(epoch: &Epoch) -> Line {
        Line {
            epoch: epoch.number,
            loss: epoch.loss,
            validation_loss: epoch.validation.log_loss(),
            test_loss: epoch.test.log_loss(),
            test_accuracy: epoch.test.accuracy(),
            test_calibration_error: epoch.test.calibration_error(),
        }
    }
}

pub(crate) fn run(args: Args) -> Result<(), Failure> {
    let design = Design::named(&args.network)?;
    let folder = args.out.clone().unwrap_or_else(|| PathBuf::from("runs").join(design.name));
    let kept = if args.resume { KeptTraining::find(&folder) } else { None };
    let plan = plan(design, &args, kept.as_ref().map(|kept| &kept.plan))?;
    check_folder(&folder, &args)?;
    let files = match &kept {
        Some(kept) if args.data.is_empty() => &kept.files,
        _ => &args.data,
    };
    let data = read(design.inputs, files)?;
    let failed = |error: TrainError| match error {
        TrainError::Folder(error) => Failure::from(error),
        error => Failure::Failed(error.to_string()),
    };
    let training = Training::new(&plan, &data).map_err(failed)?;
    let training = training.saving_every(Duration::from_secs(args.save_every)).learned_from(files);
    let existing = match (args.resume, args.fresh) {
        (true, _) => Existing::Resume,
        (_, true) => Existing::Replace,
        _ => Existing::Refuse,
    };
    let training = training.kept_in(&folder, existing).map_err(failed)?;
    let told =
        Told { plan: &plan, data: &data, weights: folder.join("weights.safetensors"), json: args.json };
    train(training, &told).map_err(failed)?
}

/// The plan: what was typed, else what a training was begun with that is resumed, else the network's.
fn plan(design: &Design, args: &Args, kept: Option<&TrainingPlan>) -> Result<TrainingPlan, Failure> {
    let usual = match kept {
        Some(kept) if kept.network == design.plan().network => kept.clone(),
        _ => TrainingPlan { seed: 0, split: Split::Block, folds: 5, fold: 0, ..design.plan() },
    };
    let split = args.split.as_deref().map(|split| if split == "state" { Split::State } else { Split::Block });
    let plan = TrainingPlan {
        alpha: args.alpha.unwrap_or(usual.alpha),
        rate: args.rate.unwrap_or(usual.rate),
        batch: args.batch.map_or(usual.batch, |batch| batch as usize),
        epochs: args.epochs.map_or(usual.epochs, |epochs| epochs as u32),
        seed: args.seed.unwrap_or(usual.seed),
        split: split.unwrap_or(usual.split),
        folds: args.folds.map_or(usual.folds, |folds| folds as u32),
        fold: args.fold.map_or(usual.fold, |fold| fold as u32),
        ..usual
    };
    let wrong = [
        (!(plan.rate > 0.0 && plan.rate <= 10.0), "`--rate` is above 0 and at most 10"),
        (!(0.0..=1.0).contains(&plan.alpha), "`--alpha` is from 0 to 1"),
        (
            args.alpha.is_some() && !design.has_submission(),
            "`--alpha` is for `rank-b`, which is told a submission",
        ),
        (plan.fold >= plan.folds, "`--fold` counts from 0 and is below `--folds`"),
    ];
    match wrong.into_iter().find(|(wrong, _)| *wrong) {
        Some((_, why)) => Err(Failure::Usage(why.to_string())),
        None => Ok(plan),
    }
}

fn check_folder(folder: &Path, args: &Args) -> Result<(), Failure> {
    match KeptTraining::is_in(folder) && !args.resume && !args.fresh {
        true => Err(Failure::Usage(format!(
            "{} holds a training; go on with --resume, or replace it with --fresh",
            folder.display()
        ))),
        false => Ok(()),
    }
}

fn read(inputs: Inputs, files: &[PathBuf]) -> Result<Dataset, Failure> {
    if files.is_empty() {
        return Ok(Dataset::logged(inputs, u32::MAX));
    }
    if let Some(twice) =
        files.iter().enumerate().find(|(i, file)| files[..*i].iter().any(|other| same(other, file)))
    {
        let why = format!("{}: this file is named twice; name each once", twice.1.display());
        return Err(Failure::Usage(why));
    }
    let mut data = Dataset::new(inputs);
    let bar = progress::bar(files.len() as u64, "files", "reading".to_string());
    for file in files {
        data.add_file(file).map_err(|error| Failure::Failed(error.to_string()))?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(data)
}

/// Whether two names are of one file.
fn same(one: &Path, other: &Path) -> bool {
    let place = |path: &Path| path.canonicalize().ok();
    one == other || (place(one).is_some() && place(one) == place(other))
}

/// What a training is told with.
struct Told<'a> {
    plan: &'a TrainingPlan,
    data: &'a Dataset,
    weights: PathBuf,
    json: bool,
}

/// Trains, and shows what came of it, also where somebody ends it.
fn train(training: Training<'_>, told: &Told<'_>) -> Result<Result<(), Failure>, TrainError> {
    let (stop, hurry) = (interrupt::flag(), interrupt::hurry());
    let bar = progress::bar(told.plan.epochs.into(), "epochs", told.plan.network.clone());
    bar.set_position(training.done().into());
    let epochs: Mutex<Vec<Line>> = Mutex::new(training.history().iter().map(Line::of).collect());
    let over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let hurried = scope.spawn(|| {
            while !over.load(Ordering::Relaxed) && !hurry.load(Ordering::Relaxed) {
                std::thread::park_timeout(Duration::from_millis(10));
            }
            let epochs = epochs.lock().expect("nobody panics while an epoch is told");
            if !over.load(Ordering::Relaxed) {
                bar.finish_and_clear();
                show_and_leave(Ok(()), |()| told.ended(&epochs));
            }
        });
        let trained = training.run(|epoch| {
            epochs.lock().expect("nobody panics while an epoch is told").push(Line::of(epoch));
            bar.inc(1);
            !stop.load(Ordering::Relaxed)
        });
        let epochs = epochs.lock().expect("nobody panics while an epoch is told");
        over.store(true, Ordering::Relaxed);
        hurried.thread().unpark();
        bar.finish_and_clear();
        Ok(match trained? {
            None => told.ended(&epochs),
            Some(_) => told.show(&epochs, None),
        })
    })
}

impl Told<'_> {
    /// Somebody ended it.
    fn ended(&self, epochs: &[Line]) -> Result<(), Failure> {
        let of = self.plan.epochs;
        if !epochs.is_empty() {
            self.show(epochs, Some(of))?;
        }
        let done = counted(epochs.len() as u64, "epoch");
        let checkpoint = "resume from the latest checkpoint with --resume";
        Err(Failure::Interrupted(format!("ended after {done} of at most {of}; {checkpoint}")))
    }

    fn show(&self, epochs: &[Line], asked: Option<u32>) -> Result<(), Failure> {
        let (network, data) = (&self.plan.network, self.data);
        let weights = self.weights.display().to_string();
        let earlier_first = |a: &&Line, b: &&Line| a.validation_loss.total_cmp(&b.validation_loss);
        let best = epochs.iter().min_by(earlier_first).expect("an epoch is over");
        let (games, decisions) = (data.games(), data.decisions());
        if self.json {
            return output::print_json(&Answer { network, games, decisions, weights, best, epochs, asked });
        }
        let (games, decisions) = (counted(games as u64, "game"), counted(decisions as u64, "decision"));
        let mut rows =
            vec![["epoch", "loss", "validation", "test", "right", "calibration"].map(String::from).to_vec()];
        let every = epochs.len().div_ceil(20);
        let shown = epochs.iter().filter(|line| {
            (line.epoch as usize).is_multiple_of(every) || line.epoch == 1 || line.epoch == best.epoch
        });
        rows.extend(shown.map(cells));
        output::print(&format!(
            "{network} · {games}, {decisions}\n\n{}\nepoch {} validates best; weights: {weights}\n",
            columns(&rows, &[]),
            best.epoch
        ))
    }
}

fn cells(line: &Line) -> Vec<String> {
    vec![
        line.epoch.to_string(),
        format!("{:.4}", line.loss),
        format!("{:.4}", line.validation_loss),
        format!("{:.4}", line.test_loss),
        format!("{:.1} %", 100.0 * line.test_accuracy),
        format!("{:.4}", line.test_calibration_error),
    ]
}
