//! Games solved level by level, on the cores or on a card: their first rounds, and what rules of thumb cost.

use std::path::{Path, PathBuf};

use catalog::buzzard::Worth;
use catalog::buzzard::judge::{Judged, judge};
use catalog::buzzard::pictures::pictures;
use games::Buzzard;
use games::buzzard::Rules;
use lab::{FolderLock, read_plain};
use players::buzzard::built_in;
use serde::Serialize;
use solve::{
    BidRule, Cores, Device, LevelReport, LevelTask, LevelsJob, Limits, LoadError, OpeningValues, Setting,
    StreamError, TopLevels, estimate_levels, solve_levels,
};
use table::{Game, Notation, Spec};

use super::rounds::{First, first, first_bids, payoff, plain, small, unit};
use crate::failure::Failure;
use crate::names::{up_to, within};
use crate::text::columns;
use crate::{files, output};

/// What the options about levels say.
#[derive(clap::Args)]
#[command(next_help_heading = "Level by level")]
#[group(skip)]
pub(super) struct Args {
    /// Load the first two rounds from this file, or solve level by level and save them there
    #[arg(long, value_name = "FILE", conflicts_with_all = ["table", "exploit"])]
    opening: Option<PathBuf>,
    /// Solve on the graphics card, level by level
    #[arg(long, conflicts_with_all = ["table", "exploit"])]
    gpu: bool,
    /// Measure how much a best response wins from these rules of thumb over the whole game: rank, prize, greedy, uniform
    #[arg(long, value_name = "RULE,..", value_delimiter = ',', conflicts_with_all = ["table", "exploit", "opening"])]
    price: Vec<BidRule>,
    /// Save each finished level in this folder, and resume from the last one there
    #[arg(long, value_name = "FOLDER")]
    checkpoints: Option<PathBuf>,
    /// Save no level that is larger than this, in GB
    #[arg(long, value_name = "GB", default_value_t = 16.0, allow_negative_numbers = true, value_parser = positive, requires = "checkpoints")]
    largest: f64,
    /// Check this many states of each level: solve them again in double precision on the processor
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true, value_parser = within(0, MOST_AUDITED))]
    audit: u64,
    /// Measure how much these agents lose in the first two rounds: points, or for `utility=win` percentage points
    #[arg(long, value_name = "AGENT", conflicts_with_all = ["table", "exploit", "price"])]
    judge: Vec<Spec>,
    /// Measure the second round at this many states
    #[arg(long, value_name = "N", default_value_t = 64, requires = "judge", allow_negative_numbers = true, value_parser = up_to(100_000))]
    seconds: u64,
    /// Draw the policy of the first rounds as SVG files in this folder
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["table", "exploit", "price"])]
    pictures: Option<PathBuf>,
    /// Replace other pictures of the same names
    #[arg(long, requires = "pictures")]
    force: bool,
    /// Memory limit of a solution on the processor, in GB [default: 4.3]
    #[arg(long, value_name = "GB", allow_negative_numbers = true, value_parser = positive)]
    memory: Option<f64>,
    /// Time limit of a solution on the processor, in hours [default: 1]
    #[arg(long, value_name = "H", allow_negative_numbers = true, value_parser = positive)]
    hours: Option<f64>,
}

/// More states than this are not worked out again.
const MOST_AUDITED: u64 = 1_000_000_000;

fn positive(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok().filter(|number| *number > 0.0 && number.is_finite());
    number.ok_or_else(|| "a number above 0 is wanted".to_string())
}

impl Args {
    /// Whether the game is to be solved level by level.
    pub(super) fn wanted(&self) -> bool {
        let asked = self.gpu || !self.price.is_empty() || !self.judge.is_empty();
        asked || self.opening.is_some() || self.pictures.is_some()
    }

    /// What was said of levels alone, where the game is not solved level by level.
    pub(super) fn ignored(&self) -> Option<&'static str> {
        let given = [("--checkpoints", self.checkpoints.is_some()), ("--audit", self.audit > 0)];
        given.into_iter().find(|(_, given)| *given).map(|(name, _)| name)
    }

    /// What a solution on the cores may take.
    pub(super) fn limits(&self) -> Limits {
        let usual = Limits::default();
        Limits {
            bytes: self.memory.map_or(usual.bytes, |memory| (memory * 1e9) as u64),
            seconds: self.hours.map_or(usual.seconds, |hours| hours * 3600.0),
        }
    }

    fn job(&self, setting: &Setting, task: LevelTask) -> LevelsJob {
        LevelsJob {
            setting: setting.clone(),
            task,
            checkpoints: self.checkpoints.clone(),
            largest: (self.largest * 1e9) as u64,
            audit: self.audit as usize,
        }
    }
}

/// What is printed about the first rounds.
#[derive(Serialize)]
struct Opened {
    game: &'static str,
    rules: String,
    value: f64,
    /// How far a value may be off.
    bound: f64,
    policy: Vec<First>,
    /// For each first prize, what A gains from each card, lowest first.
    bids: Vec<Vec<f64>>,
    /// How likely the first and the second round are ties.
    ties: [f64; 2],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    judged: Vec<Loss>,
}

/// What an agent gives away a bid.
#[derive(Serialize)]
struct Loss {
    agent: String,
    first: f64,
    second: f64,
    /// The standard error of the mean over second rounds.
    second_error: f64,
    by_prize: Vec<f64>,
}

/// What a best response earns against a rule.
#[derive(Serialize)]
struct Price {
    rule: &'static str,
    price: f64,
    bound: f64,
}

/// What the command's other options say.
pub(super) struct Asked<'a> {
    pub rules: &'a Rules,
    pub setting: &'a Setting,
    pub repeats: u32,
    pub seed: u64,
    pub json: bool,
}

impl Asked<'_> {
    fn worth(&self) -> Worth {
        Worth::of(self.rules.utility)
    }
}

pub(super) fn run(args: &Args, asked: &Asked<'_>) -> Result<(), Failure> {
    if asked.worth().is_share() {
        check_for_the_win(args)?;
    }
    match args.price.is_empty() {
        true => open(args, asked),
        false => prices(args, asked),
    }
}

/// Refuses what is there for points alone.
fn check_for_the_win(args: &Args) -> Result<(), Failure> {
    let why = match (args.gpu, args.pictures.is_some()) {
        (true, _) => {
            "--gpu solves games for points alone: leave it out, and the processor solves for the win"
        }
        (_, true) => {
            "--pictures draws games for points alone: leave it out; --json has the bids and what each is worth"
        }
        _ => return Ok(()),
    };
    Err(Failure::Usage(why.to_string()))
}

/// Shows the first rounds: those that are built in, unless told otherwise.
fn open(args: &Args, asked: &Asked<'_>) -> Result<(), Failure> {
    match built_in(asked.setting) {
        Some(known) if args.opening.is_none() && !args.gpu => show(args, asked, known),
        _ => show(args, asked, &opening(args, asked)?),
    }
}

fn show(args: &Args, asked: &Asked<'_>, opening: &OpeningValues) -> Result<(), Failure> {
    let judge = |agent: &Spec| {
        let counts = (args.seconds as usize, asked.repeats as usize);
        catalog::check_agent(agent, Buzzard::NAME)?;
        Ok(loss(agent, &judge(opening, asked.rules, agent, counts, asked.seed)?, asked.worth()))
    };
    let judged = args.judge.iter().map(judge).collect::<Result<Vec<_>, Failure>>()?;
    let opened = opened(opening, asked.rules, judged);
    if let Some(folder) = &args.pictures {
        draw(opening, folder, args.force)?;
    }
    if asked.json { output::print_json(&opened) } else { output::print(&text(asked, &opened)) }
}

fn loss(agent: &Spec, judged: &Judged, worth: Worth) -> Loss {
    let by_prize = judged.first.iter().map(|&(_, loss)| worth.difference(loss)).collect();
    let means = [judged.first_mean(), judged.second_mean(), judged.second_error()];
    let [first, second, second_error] = means.map(|loss| worth.difference(loss));
    Loss { agent: agent.to_string(), first, second, second_error, by_prize }
}

fn opened(opening: &OpeningValues, rules: &Rules, judged: Vec<Loss>) -> Opened {
    let start = &opening.setting().start;
    let prizes = start.prizes().list();
    let (known, worth) = ("the first prize is one of these", Worth::of(rules.utility));
    let bids = |&prize: &i32| {
        let bids = opening.bids(start, prize).expect(known);
        bids.into_iter().map(|value| worth.value(value)).collect()
    };
    Opened {
        game: Buzzard::NAME,
        rules: Buzzard::write_rules(rules),
        value: worth.value(opening.root()),
        bound: worth.difference(opening.bound()),
        policy: prizes
            .iter()
            .map(|&prize| first(prize, &opening.policy(start, prize).expect(known), worth))
            .collect(),
        bids: prizes.iter().map(bids).collect(),
        ties: opening.ties(),
        judged,
    }
}

/// The first rounds from their file, or worked out and, if a file is named, kept.
fn opening(args: &Args, asked: &Asked<'_>) -> Result<OpeningValues, Failure> {
    let Some(path) = args.opening.as_deref() else { return work_out(args, asked) };
    match OpeningValues::load(path, asked.setting) {
        Err(LoadError::Io(error)) if error.kind() == std::io::ErrorKind::NotFound => keep(path, args, asked),
        loaded => loaded.map_err(|error| Failure::Failed(format!("{}: {error}", path.display()))),
    }
}

fn keep(path: &Path, args: &Args, asked: &Asked<'_>) -> Result<OpeningValues, Failure> {
    files::check_place(path)?;
    let opening = work_out(args, asked)?;
    opening.save(path).map_err(Failure::file(path))?;
    Ok(opening)
}

fn work_out(args: &Args, asked: &Asked<'_>) -> Result<OpeningValues, Failure> {
    Ok(OpeningValues::new(asked.setting, top(args, asked, LevelTask::Equilibrium)?))
}

fn prices(args: &Args, asked: &Asked<'_>) -> Result<(), Failure> {
    let mut prices = Vec::new();
    for &rule in &args.price {
        let top = top(args, asked, LevelTask::Price(rule))?;
        let [a, b] = top.priced(asked.setting);
        let [price, bound] = [(b - a) / 2.0, top.bound].map(|figure| asked.worth().difference(figure));
        prices.push(Price { rule: rule.name(), price, bound });
    }
    if asked.json {
        return output::print_json(&serde_json::json!({
            "game": Buzzard::NAME,
            "rules": Buzzard::write_rules(asked.rules),
            "prices": prices,
        }));
    }
    let earns = match asked.worth().is_share() {
        true => "a best response earns (percentage points)",
        false => "a best response earns",
    };
    let head = ["rule", earns, "at most off by"].map(String::from).to_vec();
    let row = |price: &Price| {
        let [earned, bound] = [price.price, price.bound].map(|figure| plain(figure, asked.worth()));
        vec![price.rule.to_string(), format!("{earned:.3}"), format!("{bound:.3}")]
    };
    output::print(&columns(&[head].into_iter().chain(prices.iter().map(row)).collect::<Vec<_>>(), &[0]))
}

fn top(args: &Args, asked: &Asked<'_>, task: LevelTask) -> Result<TopLevels, Failure> {
    let job = args.job(asked.setting, task);
    if args.gpu {
        return on_card(&job, asked.json);
    }
    let limits = args.limits();
    limits.check(asked.setting, estimate_levels)?;
    induction(&job, &mut Cores { room: limits.bytes }, asked.json)
}

#[cfg(feature = "gpu")]
fn on_card(job: &LevelsJob, quiet: bool) -> Result<TopLevels, Failure> {
    let start = std::time::Instant::now();
    let mut card = gpu::Card::open().map_err(|error| Failure::Failed(error.to_string()))?;
    if !quiet {
        let seconds = start.elapsed().as_secs_f64();
        output::print(&format!("{} · kernels compiled in {seconds:.1} s\n", card.name()))?;
    }
    induction(job, &mut card, quiet)
}

#[cfg(not(feature = "gpu"))]
fn on_card(_: &LevelsJob, _: bool) -> Result<TopLevels, Failure> {
    Err(Failure::Usage("this tefuda was built without `--features gpu`; leave out --gpu".to_string()))
}

fn induction(job: &LevelsJob, device: &mut impl Device, quiet: bool) -> Result<TopLevels, Failure> {
    let mut shown = Ok(());
    let mut watch = |report: &LevelReport| {
        if !quiet && shown.is_ok() {
            shown = output::print(&line(report));
        }
    };
    let top = solve_levels(job, device, &mut watch);
    shown?;
    Ok(top?)
}

/// One level in a line.
fn line(report: &LevelReport) -> String {
    let LevelReport { rounds, states, games, prepared, seconds, raised, bound, audit } = report;
    let rate = *games as f64 / seconds / 1e6;
    let sample = audit.map_or(String::new(), |audit| {
        let again = format!("{} states solved again differ by at most {:.1e}", audit.states, audit.worst);
        format!(" · {again}, a value made wrong on purpose by {:.1e}", audit.planted)
    });
    let solved = match raised.pivots {
        0 => String::new(),
        pivots => format!(
            " · {:.0} % mixed, {:.1} steps each",
            100.0 * raised.mixed as f64 / *games as f64,
            pivots as f64 / raised.mixed.max(1) as f64
        ),
    };
    format!(
        "{rounds:>2} rounds left: {states} states, {games} games in {seconds:.2} s ({rate:.0} million/s, prepared in {prepared:.2} s){solved} · gap {:.1e}, rounding {:.1e}, bound {bound:.2e}{sample}\n",
        raised.gap, raised.rounding
    )
}

/// Draws the pictures. One that is there already is left alone; another one of its name is replaced only if it may be.
fn draw(opening: &OpeningValues, folder: &Path, replace: bool) -> Result<(), Failure> {
    let _lock = FolderLock::take(folder)?;
    let mut pictures = pictures(opening);
    pictures.retain(|(name, svg)| !read_plain(&folder.join(name)).is_ok_and(|there| there == svg.as_bytes()));
    let is_there = |name: &str| folder.join(name).symlink_metadata().is_ok();
    if let Some((name, _)) = pictures.iter().find(|(name, _)| !replace && is_there(name)) {
        let why = "it exists and is another picture; choose another folder with --pictures, or replace it with --force";
        return Err(Failure::Failed(format!("{}: {why}", folder.join(name).display())));
    }
    pictures.iter().try_for_each(|(name, svg)| files::write(&folder.join(name), svg))
}

fn text(asked: &Asked<'_>, opened: &Opened) -> String {
    let Opened { value, bound, ties, policy, judged, .. } = opened;
    let worth = asked.worth();
    let (what, value, bound) =
        (Buzzard::write_rules(asked.rules), payoff(*value, 6, worth), small(*bound, worth));
    let head = format!(
        "{what} · 2 seats\n\n  value to A                  {value}\n  error of a value, at most   {bound}\n  ties in the first round     {:.1} %\n  ties in the second round    {:.1} %\n\n",
        100.0 * ties[0],
        100.0 * ties[1]
    );
    head + &first_bids(policy, worth) + &losses(judged, worth)
}

fn losses(judged: &[Loss], worth: Worth) -> String {
    if judged.is_empty() {
        return String::new();
    }
    let lost = format!("{} lost in the first round", unit(worth));
    let head = vec!["agent".to_string(), lost, "in the second".to_string()];
    let row = |loss: &Loss| {
        let [first, second, error] =
            [loss.first, loss.second, loss.second_error].map(|figure| plain(figure, worth));
        vec![loss.agent.clone(), format!("{first:.3}"), format!("{second:.3} ± {:.3}", 1.96 * error)]
    };
    let rows: Vec<_> = [head].into_iter().chain(judged.iter().map(row)).collect();
    format!("\n{}", columns(&rows, &[0]))
}

impl From<StreamError> for Failure {
    fn from(error: StreamError) -> Failure {
        Failure::Failed(error.to_string())
    }
}
