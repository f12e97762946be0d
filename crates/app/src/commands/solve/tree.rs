//! Games small enough to be laid out whole, solved by CFR+.

use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

use catalog::buzzard::Worth;
use catalog::solving::{
    Answered, Effort, Exploitability, Inquiry, Situation, Solution, Unsolved, exploit, solve,
};
use serde::Serialize;
use solve::SolveProgress;
use table::Spec;

use super::figures;
use super::rounds::{Asking, exploited_text};
use crate::failure::Failure;
use crate::text::{columns, counted, signed};
use crate::{interrupt, output, progress};

/// More situations than this are not read; the document has them all.
const MOST_ROWS: usize = 24;

/// What is printed.
#[derive(Serialize)]
struct Answer<'a> {
    /// The name of the game, and with its options.
    game: &'a str,
    rules: &'a str,
    method: &'a str,
    value: f64,
    exploitability: f64,
    states: usize,
    iterations: u64,
    policy: &'a [Situation],
    #[serde(skip_serializing_if = "Option::is_none")]
    exploit: Option<Exploited>,
}

/// How far an agent can be exploited.
#[derive(Serialize)]
struct Exploited {
    agent: String,
    /// What A gains if it plays on both seats.
    value: f64,
    exploitability: f64,
    low: f64,
    high: f64,
    infosets: usize,
    repeats: u32,
}

/// What may be spent, where something is said of it.
pub(super) fn effort(iterations: Option<u64>, nodes: Option<u64>) -> Effort {
    let usual = Effort::default();
    Effort {
        iterations: iterations.unwrap_or(usual.iterations),
        nodes: nodes.map_or(usual.nodes, |nodes| nodes as usize),
    }
}

pub(super) fn run(
    name: &str,
    game: &Spec,
    effort: &Effort,
    asking: Option<Asking<'_>>,
    json: bool,
) -> Result<(), Failure> {
    let exploit = asking.map(|asking| exploited(game, effort, asking)).transpose()?;
    let solution = solved(game, effort)?;
    match json {
        true => output::print_json(&answer(name, &solution, exploit)),
        false => output::print(&text(&solution, exploit.as_ref())),
    }?;
    let (done, of) = (solution.iterations, effort.iterations);
    match done == of {
        true => Ok(()),
        false => Err(Failure::Interrupted(format!("ended after {done} of {of} iterations"))),
    }
}

fn solved(game: &Spec, effort: &Effort) -> Result<Solution, Failure> {
    let stop = interrupt::flag();
    let bar = progress::stoppable_bar(effort.iterations, "iterations", game.to_string(), Some(stop));
    let look = |progress: SolveProgress| {
        bar.set_position(progress.done);
        if stop.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let solution = solve(game, effort, &look);
    bar.finish_and_clear();
    Ok(solution?)
}

/// Asks an agent everywhere. A game that is too large for that is refused before it is solved.
fn exploited(game: &Spec, effort: &Effort, (agent, repeats, seed): Asking<'_>) -> Result<Exploited, Failure> {
    let stop = interrupt::flag();
    let bar = progress::stoppable_bar(repeats as u64, "repeats", format!("asking {agent}"), Some(stop));
    let look = |progress: SolveProgress| {
        bar.set_position(progress.done);
        if stop.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let found = exploit(game, &Inquiry { agent, nodes: effort.nodes, repeats, seed }, &look);
    bar.finish_and_clear();
    let Answered { value, exploitability: Exploitability { value: exploitability, low, high }, infosets } =
        found?;
    let (agent, repeats) = (agent.to_string(), repeats as u32);
    Ok(Exploited { agent, value, exploitability, low, high, infosets, repeats })
}

fn answer<'a>(name: &'a str, solution: &'a Solution, exploit: Option<Exploited>) -> Answer<'a> {
    let Solution { game, method, value, exploitability, states, iterations, policy } = solution;
    Answer {
        game: name,
        rules: game,
        method,
        value: *value,
        exploitability: *exploitability,
        states: *states,
        iterations: *iterations,
        policy,
        exploit,
    }
}

fn text(solution: &Solution, exploit: Option<&Exploited>) -> String {
    let Solution { game, method, states, iterations, policy, .. } = solution;
    let exploit = exploit.map_or(String::new(), |found| {
        let Exploited { agent, value, exploitability, low, high, repeats, .. } = found;
        let line = exploited_text(agent, [*exploitability, *low, *high], *repeats, Worth::POINTS);
        format!("\n{line}  against itself it is worth {} to A\n", signed(*value, 3))
    });
    format!(
        "{game} · 2 seats · {} · {} · {} of {method}\n\n{}{exploit}\n{}",
        counted(*states as u64, "node"),
        counted(policy.len() as u64, "information set"),
        counted(*iterations, "iteration"),
        figures(&signed(solution.value, 6), &format!("{:.1e}", solution.exploitability)),
        situations(policy),
    )
}

/// A row a situation: who is asked, what it has seen, how likely it does what. The earliest come first.
fn situations(policy: &[Situation]) -> String {
    let mut shown: Vec<&Situation> = policy.iter().collect();
    shown.sort_by_key(|at| (at.knows.len(), at.seat));
    let head = ["seat", "has seen", "does"].map(String::from).to_vec();
    let rows = shown.iter().take(MOST_ROWS).map(|at| row(at));
    let table = columns(&[head].into_iter().chain(rows).collect::<Vec<_>>(), &[0, 1, 2]);
    match policy.len().saturating_sub(MOST_ROWS) {
        0 => table,
        more => format!("{table}\n  and {more} more: --json has all of them\n"),
    }
}

fn row(at: &Situation) -> Vec<String> {
    let share = |(action, share): &(String, f64)| format!("{action} {:.1} %", 100.0 * share);
    let shares: Vec<String> = at.shares.iter().map(share).collect();
    vec![at.seat.to_string(), at.knows.join(", "), shares.join("  ")]
}

impl From<Unsolved> for Failure {
    fn from(error: Unsolved) -> Failure {
        match error {
            Unsolved::Refused(error) => error.into(),
            Unsolved::TooLarge { .. } => Failure::Usage(format!("{error} with --nodes")),
            Unsolved::Stopped => Failure::Interrupted(error.to_string()),
        }
    }
}
