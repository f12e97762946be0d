//! The buzzard for two, solved exactly, round by round, and who can be exploited in it.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use catalog::buzzard::Worth;
use catalog::buzzard::exploit::States;
use catalog::check_agent;
use games::Buzzard;
use games::buzzard::{Rules, Utility};
use serde::Serialize;
use solve::{
    BidSet, LoadError, Mix, OnProgress, Pot, Prizes, RoundPolicy, Setting, SettingError, SolveError,
    SolveProgress, SolvedTable, solve,
};
use table::{Game, Notation, Spec, SpecError};

use super::{both, figures, levels};
use crate::failure::Failure;
use crate::names::{seed, up_to, within};
use crate::text::{columns, counted, signed};
use crate::{files, output, progress, threads};

/// More states than this, some kilobytes each, are not asked one by one.
const MOST_STATES: usize = 500_000;

/// More distributions than this, some 150 bytes each, are not kept.
const MOST_ANSWERS: usize = 20_000_000;

/// Asking a player may take this long, in seconds.
const LONGEST: f64 = 2.0 * 3600.0;

/// What is said of the buzzard alone.
#[derive(clap::Args)]
#[command(next_help_heading = "The buzzard")]
#[group(skip)]
pub(super) struct Args {
    /// The number of bidding cards of each player, 2 to 15
    #[arg(long, value_name = "N", conflicts_with_all = ["hands", "prizes"], allow_negative_numbers = true, value_parser = within(2, 15))]
    cards: Option<u64>,
    /// The cards that A and B still hold
    #[arg(long, value_name = "A/B", requires = "prizes")]
    hands: Option<String>,
    /// The prizes still face down; they may be negative
    #[arg(long, value_name = "P,P,..", requires = "hands", allow_hyphen_values = true)]
    prizes: Option<String>,
    /// The points that earlier rounds left in the pot
    #[arg(long, value_name = "X", default_value_t = 0, requires = "hands", allow_hyphen_values = true)]
    carry_in: i32,
    /// For `utility=win`: how many points A is ahead of B
    #[arg(long, value_name = "X", default_value_t = 0, requires = "hands", allow_hyphen_values = true)]
    lead: i32,
    /// A prize on which the bids tie is lost, not carried over
    #[arg(long)]
    discard: bool,
    /// Measure how much a best response wins from this agent: points, or for `utility=win` percentage points
    #[arg(long, value_name = "AGENT", conflicts_with = "hands")]
    exploit: Option<Spec>,
    /// How many times the agent is asked at each state
    #[arg(long, value_name = "N", default_value_t = 16, allow_negative_numbers = true, value_parser = up_to(10_000))]
    repeats: u64,
    /// The seed of the agent's random streams
    #[arg(long, value_name = "S", default_value_t = 0, allow_negative_numbers = true, value_parser = seed())]
    seed: u64,
    /// Load the solution from this file, or solve and save it there
    #[arg(long, value_name = "FILE")]
    table: Option<PathBuf>,
    /// Solve for points and for the win, and measure what each equilibrium loses in the other's game
    #[arg(long, conflicts_with_all = ["table", "exploit", "opening", "gpu", "price", "judge", "pictures"])]
    both: bool,
    #[command(flatten)]
    levels: Box<levels::Args>,
}

/// Whom to ask, how often, with which random streams.
pub(super) type Asking<'a> = (&'a Spec, usize, u64);

impl Args {
    /// The agent that is to be exploited, if any.
    pub(super) fn asking(&self) -> Option<Asking<'_>> {
        self.exploit.as_ref().map(|agent| (agent, self.repeats as usize, self.seed))
    }
}

/// What is printed.
#[derive(Serialize)]
struct Answer {
    /// The name of the game, and with its options.
    game: &'static str,
    rules: String,
    /// What A gains on B, both playing best; for the win, A's share of it.
    value: f64,
    /// Of the solved policy itself.
    exploitability: f64,
    states: usize,
    /// The rounds that are ties, on average over a game of the solved policy; for the win, until the lead decides.
    ties: f64,
    /// How to bid for each prize that may be turned up first.
    policy: Vec<First>,
    #[serde(skip_serializing_if = "Option::is_none")]
    exploit: Option<Exploited>,
}

#[derive(Serialize)]
pub(super) struct First {
    prize: i32,
    value: f64,
    a: Vec<Share>,
    b: Vec<Share>,
}

#[derive(Serialize)]
struct Share {
    bid: u8,
    share: f64,
}

#[derive(Serialize)]
struct Exploited {
    agent: String,
    cards: u8,
    exploitability: f64,
    low: f64,
    high: f64,
    repeats: u32,
}

pub(super) fn run(args: &Args, game: &Spec, threads: Option<u64>, json: bool) -> Result<(), Failure> {
    let rules = rules(args, game)?;
    let setting = match &args.hands {
        Some(hands) => position(args, hands, &rules)?,
        None => players::buzzard::setting(&rules)?,
    };
    if args.levels.wanted() {
        let (repeats, seed) = (args.repeats as u32, args.seed);
        let asked = levels::Asked { rules: &rules, setting: &setting, repeats, seed, json };
        return threads::on(threads, || levels::run(&args.levels, &asked))?;
    }
    if let Some(ignored) = args.levels.ignored() {
        let why = "is for a solution level by level: ask for one with --opening FILE, --price RULE, --judge AGENT or --gpu";
        return Err(Failure::Usage(format!("{ignored} {why}")));
    }
    if args.both {
        return threads::on(threads, || both::run(&args.levels.limits(), &rules, &setting, json))?;
    }
    let answer = threads::on(threads, || answer(args, &rules, &setting))??;
    if json { output::print_json(&answer) } else { output::print(&text(args, &rules, &answer)) }
}

/// The rules of the game that is named, with `--cards` and `--discard` heeded.
fn rules(args: &Args, game: &Spec) -> Result<Rules, Failure> {
    let mut spec = game.clone();
    let options = [
        ("cards", args.cards.map(|cards| cards.to_string())),
        ("pot", args.discard.then(|| "discard".into())),
    ];
    for (key, value) in options.into_iter().filter_map(|(key, value)| Some((key, value?))) {
        if let Some(other) = spec.get(key).filter(|other| *other != value) {
            let option = if key == "cards" { "--cards" } else { "--discard" };
            let why = format!("`{game}` says {key}={other}, {option} says {value}: say it once");
            return Err(Failure::Usage(why));
        }
        spec.params.retain(|(other, _)| other != key);
        spec.params.push((key.to_string(), value));
    }
    if args.hands.is_none() && spec.get("cards").is_none() {
        return Err(Failure::Usage(
            "say how many cards, e.g. --cards 8, or which --hands and --prizes".to_string(),
        ));
    }
    Ok(Buzzard::read_rules(&spec, 2)?)
}

/// Two hands against some prizes.
fn position(args: &Args, hands: &str, rules: &Rules) -> Result<Setting, Failure> {
    let wanted = || Failure::Usage("write --hands as two lists of bids, e.g. 2,3/1,3".to_string());
    let (a, b) = hands.split_once('/').ok_or_else(wanted)?;
    let hand = |text: &str| Ok(BidSet::new(&numbers::<u8>(text, "bids")?)?);
    let prizes = numbers::<i32>(args.prizes.as_deref().unwrap_or_default(), "prizes")?;
    let pot = match rules.pot {
        games::buzzard::Pot::Carry => Pot::Carry,
        games::buzzard::Pot::Discard => Pot::Discard,
    };
    let hands: [BidSet; 2] =
        [hand(a), hand(b)].into_iter().collect::<Result<Vec<_>, Failure>>()?.try_into().expect("two");
    let setting = Setting::new(hands, Prizes::new(&prizes)?, args.carry_in, pot)?;
    match rules.utility {
        Utility::Win => Ok(setting.for_the_win(args.lead)?),
        Utility::Points if args.lead != 0 => Err(SettingError::Lead(args.lead).into()),
        Utility::Points => Ok(setting),
    }
}

fn numbers<T: std::str::FromStr>(text: &str, what: &str) -> Result<Vec<T>, Failure> {
    let read = |part: &str| {
        let wanted = || Failure::Usage(format!("`{part}` is none of the {what}: write numbers, e.g. 2,3"));
        part.trim().parse::<T>().map_err(|_| wanted())
    };
    text.split(',').map(read).collect()
}

fn answer(args: &Args, rules: &Rules, setting: &Setting) -> Result<Answer, Failure> {
    let exploit = args.exploit.as_ref().map(|agent| exploited(args, rules, agent)).transpose()?;
    let table = solved(args, setting)?;
    let (start, worth) = (&setting.start, Worth::of(rules.utility));
    let known = "the first prize is one of these";
    let first = |&prize: &i32| first(prize, &table.policy(start, prize).expect(known), worth);
    Ok(Answer {
        game: Buzzard::NAME,
        rules: Buzzard::write_rules(rules),
        value: worth.value(table.root()),
        exploitability: worth.difference(table.exploitability()),
        states: table.states(),
        ties: table.ties(),
        policy: start.prizes().list().iter().map(first).collect(),
        exploit,
    })
}

pub(super) fn first(prize: i32, policy: &RoundPolicy, worth: Worth) -> First {
    let shares = |mix: &Mix| mix.iter().map(|(bid, share)| Share { bid, share }).collect();
    First { prize, value: worth.value(policy.value), a: shares(&policy.a), b: shares(&policy.b) }
}

/// The solution from its file, or worked out and, if a file is named, kept.
fn solved(args: &Args, setting: &Setting) -> Result<SolvedTable, Failure> {
    let Some(path) = args.table.as_deref() else { return work_out(args, setting) };
    match SolvedTable::load(path, setting) {
        Err(LoadError::Io(error)) if error.kind() == std::io::ErrorKind::NotFound => {
            keep(path, args, setting)
        }
        loaded => loaded.map_err(|error| Failure::Failed(format!("{}: {error}", path.display()))),
    }
}

fn keep(path: &Path, args: &Args, setting: &Setting) -> Result<SolvedTable, Failure> {
    files::check_place(path)?;
    let table = work_out(args, setting)?;
    table.save(path).map_err(Failure::file(path))?;
    Ok(table)
}

fn work_out(args: &Args, setting: &Setting) -> Result<SolvedTable, Failure> {
    Ok(watched(|look| solve(setting, &args.levels.limits(), look))?)
}

/// Shows how far a solution has come.
pub(super) fn watched<T>(work: impl FnOnce(&OnProgress<'_>) -> T) -> T {
    let bar = progress::bar(0, "states", "solving".to_string());
    let show = |progress: SolveProgress| {
        bar.set_length(progress.total);
        bar.set_position(progress.done);
        ControlFlow::Continue(())
    };
    let done = work(&show);
    bar.finish_and_clear();
    done
}

fn exploited(args: &Args, rules: &Rules, agent: &Spec) -> Result<Exploited, Failure> {
    check_agent(agent, Buzzard::NAME)?;
    if rules.utility == Utility::Points && agent.name == "exact" && agent.get("utility") == Some("win") {
        let why = "bids by the lead, and for points no leads are told apart here: ask for --both";
        return Err(Failure::Usage(format!("`{agent}` {why}")));
    }
    let states = States::of(rules, MOST_STATES)?;
    let repeats = args.repeats as usize;
    check_cost(&states, agent, repeats)?;
    let bar = progress::bar(states.len() as u64, "states", format!("asking {agent}"));
    let policies = states.ask(agent, repeats, args.seed, &|done| bar.set_position(done as u64));
    bar.finish_and_clear();
    let found = policies?.exploitability(args.seed);
    let (exploitability, low, high) = (found.value, found.low, found.high);
    Ok(Exploited {
        agent: agent.to_string(),
        cards: rules.cards,
        exploitability,
        low,
        high,
        repeats: args.repeats as u32,
    })
}

/// Refuses what would fill the memory or take hours.
fn check_cost(states: &States, agent: &Spec, repeats: usize) -> Result<(), Failure> {
    let count = states.len();
    if count * repeats > MOST_ANSWERS {
        let most = (MOST_ANSWERS / count).max(1);
        return Err(Failure::Usage(format!("{count} states fit into the memory with --repeats {most}")));
    }
    let seconds = states.expected_seconds(agent, repeats)? / rayon::current_num_threads() as f64;
    if seconds > LONGEST {
        let hours = seconds / 3600.0;
        let why = format!("asking `{agent}` {repeats} times at {count} states takes about {hours:.0} hours");
        return Err(Failure::Usage(format!("{why}; take fewer cards, simulations or --repeats")));
    }
    Ok(())
}

fn text(args: &Args, rules: &Rules, answer: &Answer) -> String {
    let worth = Worth::of(rules.utility);
    let what = match &args.hands {
        Some(hands) if worth.is_share() => format!("{} · lead {:+}", position_text(args, hands), args.lead),
        Some(hands) => position_text(args, hands),
        None => Buzzard::write_rules(rules),
    };
    let exploit = answer.exploit.as_ref().map_or(String::new(), |found| {
        let Exploited { agent, exploitability, low, high, repeats, .. } = found;
        format!("\n{}", exploited_text(agent, [*exploitability, *low, *high], *repeats, worth))
    });
    let ties = if worth.is_share() { "ties until the lead decides" } else { "ties per game" };
    format!(
        "{what} · 2 seats · {}\n\n{}  {ties:<35}{:.3}\n{exploit}\n{}",
        counted(answer.states as u64, "state"),
        figures(&payoff(answer.value, 6, worth), &small(answer.exploitability, worth)),
        answer.ties,
        first_bids(&answer.policy, worth),
    )
}

fn position_text(args: &Args, hands: &str) -> String {
    format!("hands {hands} · prizes {}", args.prizes.as_deref().unwrap_or_default())
}

/// A payoff to A: signed points, or the percentage of the win.
pub(super) fn payoff(value: f64, decimals: usize, worth: Worth) -> String {
    match worth.is_share() {
        true => format!("{:.1$} %", 100.0 * value, decimals - 2),
        false => signed(value, decimals),
    }
}

/// A difference near 0.
pub(super) fn small(difference: f64, worth: Worth) -> String {
    match worth.is_share() {
        true => format!("{:.1e} percentage points", 100.0 * difference),
        false => format!("{difference:.1e}"),
    }
}

/// A difference: points, or percentage points.
pub(super) fn plain(difference: f64, worth: Worth) -> f64 {
    if worth.is_share() { 100.0 * difference } else { difference }
}

/// What differences are counted in.
pub(super) fn unit(worth: Worth) -> &'static str {
    if worth.is_share() { "percentage points" } else { "points" }
}

/// How far an agent can be exploited, and between what and what, in a line.
pub(super) fn exploited_text(agent: &str, figures: [f64; 3], repeats: u32, worth: Worth) -> String {
    let [value, low, high] = figures.map(|figure| plain(figure, worth));
    let interval = match repeats {
        1 => "1 repeat, so no interval".to_string(),
        _ => format!("{low:.3} to {high:.3}, {repeats} repeats"),
    };
    format!("  a best response wins {value:.3} {} from {agent} ({interval})\n", unit(worth))
}

/// A row a prize: what it is worth to A once turned up, and how often A makes each bid.
pub(super) fn first_bids(policy: &[First], worth: Worth) -> String {
    let head = ["first prize", "value to A", "A bids"].map(String::from).to_vec();
    let share = |share: &Share| format!("{}: {:.1} %", share.bid, 100.0 * share.share);
    let row = |first: &First| {
        let bids: Vec<String> = first.a.iter().map(share).collect();
        vec![format!("{:+}", first.prize), payoff(first.value, 4, worth), bids.join("  ")]
    };
    columns(&[head].into_iter().chain(policy.iter().map(row)).collect::<Vec<_>>(), &[2])
}

impl From<SettingError> for Failure {
    fn from(error: SettingError) -> Failure {
        Failure::Usage(error.to_string())
    }
}

impl From<SolveError> for Failure {
    fn from(error: SolveError) -> Failure {
        SpecError::bad(error.to_string()).into()
    }
}
