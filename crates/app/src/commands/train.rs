//! `tefuda train`: networks that estimate ranks, from games that were played.

use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::Duration;

use players::daihinmin::Inputs;
use players::forward::Header;
use serde::Serialize;
use studies::daihinmin::rank::{Dataset, Design, Epoch, Split, Trained, Training, TrainingPlan};

use crate::failure::Failure;
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
  tefuda train rank --data daihinmin.jsonl --epochs 2 --out runs/mine --resume
      go on after Ctrl-C or worse

Without `--data` it learns from 10,000 logged games of five public programs. Data are logs of the official server, FujiGokoro's records or ours, compressed or not. Games are divided by blocks between which \
ranks are forgotten: with 5 folds one fifth is asked at last, an eighth of the rest decides when to stop, all else is learned from. Equal seeds give \
equal weights.")]
pub(crate) struct Args {
    /// `rank-a` or `rank-b`, the paper's evaluators, or `rank`, ours
    network: String,
    /// Games to learn from: logs or records [default: 10,000 logged games that come along]
    #[arg(long, value_name = "FILE", num_args = 1..)]
    data: Vec<PathBuf>,
    /// Where weights and what is needed to go on are kept [default: runs/NETWORK]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Go on from what is kept there, or begin
    #[arg(long)]
    resume: bool,
    /// Train anew what is kept there
    #[arg(long, conflicts_with = "resume")]
    fresh: bool,
    /// How often all decisions are gone through, at most [default: the network's]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    epochs: Option<u32>,
    /// How many decisions at once [default: the network's]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=65_536))]
    batch: Option<u32>,
    /// Learning rate [default: the network's]
    #[arg(long, value_name = "R")]
    rate: Option<f64>,
    /// The factor of the environment beside the submission, for `rank-b` [default: 0.06]
    #[arg(long, value_name = "A")]
    alpha: Option<f32>,
    /// How games are divided: `block`, or `state`, where decisions of one game are on both sides
    #[arg(long, value_name = "HOW", default_value = "block", value_parser = ["block", "state"])]
    split: String,
    /// Into how many parts
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(3..=100))]
    folds: u32,
    /// Which of them is asked at last
    #[arg(long, value_name = "K", default_value_t = 0)]
    fold: u32,
    /// The seed of the first weights and of the order of decisions
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
    /// Minimum number of seconds between two checkpoints
    #[arg(long, value_name = "S", default_value_t = 10, value_parser = clap::value_parser!(u32).range(0..=86_400))]
    save_every: u32,
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
    weights: &'a Path,
    best: Line,
    epochs: Vec<Line>,
}

/// One epoch in figures.
#[derive(Serialize)]
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
    let plan = plan(design, &args)?;
    let folder = args.out.clone().unwrap_or_else(|| PathBuf::from("runs").join(design.name));
    check_folder(&folder, &args)?;
    let data = read(design.inputs, &args.data)?;
    let failed = |error: studies::daihinmin::rank::TrainError| Failure::Failed(error.to_string());
    let training = Training::new(&plan, &data).map_err(failed)?;
    let training = training.saving_every(Duration::from_secs(args.save_every.into()));
    let training = training.kept_in(&folder, args.resume).map_err(failed)?;
    let trained = train(training, &plan).map_err(failed)?;
    let Some(trained) = trained else {
        return Err(Failure::Interrupted("interrupted; go on with --resume".to_string()));
    };
    show(&args, &data, &trained, &folder.join("weights.safetensors"))
}

fn plan(design: &Design, args: &Args) -> Result<TrainingPlan, Failure> {
    let usual = design.plan();
    let plan = TrainingPlan {
        alpha: args.alpha.unwrap_or(usual.alpha),
        rate: args.rate.unwrap_or(usual.rate),
        batch: args.batch.map_or(usual.batch, |batch| batch as usize),
        epochs: args.epochs.unwrap_or(usual.epochs),
        seed: args.seed,
        split: if args.split == "state" { Split::State } else { Split::Block },
        folds: args.folds,
        fold: args.fold,
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
    match folder.join("state.json").exists() && !args.resume && !args.fresh {
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
    let mut data = Dataset::new(inputs);
    let bar = progress::bar(files.len() as u64, "files", "reading".to_string());
    for file in files {
        data.add_file(file).map_err(|error| Failure::Failed(error.to_string()))?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(data)
}

fn train(
    training: Training<'_>,
    plan: &TrainingPlan,
) -> Result<Option<Trained>, studies::daihinmin::rank::TrainError> {
    let stop = interrupt::flag();
    let bar = progress::bar(plan.epochs.into(), "epochs", plan.network.clone());
    bar.set_position(training.done().into());
    let trained = training.run(|_| {
        bar.inc(1);
        !stop.load(Ordering::Relaxed)
    });
    bar.finish_and_clear();
    trained
}

fn show(args: &Args, data: &Dataset, trained: &Trained, weights: &Path) -> Result<(), Failure> {
    let Header { network, .. } = &trained.weights.header;
    if args.json {
        return output::print_json(&Answer {
            network,
            games: data.games(),
            decisions: data.decisions(),
            weights,
            best: Line::of(&trained.best),
            epochs: trained.history.iter().map(Line::of).collect(),
        });
    }
    let (games, decisions) =
        (counted(data.games() as u64, "game"), counted(data.decisions() as u64, "decision"));
    let mut rows =
        vec![["epoch", "loss", "validation", "test", "right", "calibration"].map(String::from).to_vec()];
    let every = trained.history.len().div_ceil(20);
    let shown = trained.history.iter().filter(|epoch| {
        (epoch.number as usize).is_multiple_of(every)
            || epoch.number == 1
            || epoch.number == trained.best.number
    });
    rows.extend(shown.map(|epoch| cells(&Line::of(epoch))));
    let best = trained.best.number;
    output::print(&format!(
        "{network} · {games}, {decisions}\n\n{}\nepoch {best} validates best; weights: {}\n",
        columns(&rows, &[]),
        weights.display()
    ))
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
