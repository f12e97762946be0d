//! Games small enough to be laid out whole, solved by CFR+.

use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

use catalog::solving::{Effort, Situation, Solution, Unsolved, solve};
use serde::Serialize;
use solve::SolveProgress;
use table::Spec;

use super::figures;
use crate::failure::Failure;
use crate::text::{columns, counted};
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
}

/// What may be spent, where something is said of it.
pub(super) fn effort(iterations: Option<u64>, nodes: Option<u64>) -> Effort {
    let usual = Effort::default();
    Effort {
        iterations: iterations.unwrap_or(usual.iterations),
        nodes: nodes.map_or(usual.nodes, |nodes| nodes as usize),
    }
}

pub(super) fn run(name: &str, game: &Spec, effort: &Effort, json: bool) -> Result<(), Failure> {
    let solution = solved(game, effort)?;
    if json { output::print_json(&answer(name, &solution)) } else { output::print(&text(&solution)) }?;
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

fn answer<'a>(name: &'a str, solution: &'a Solution) -> Answer<'a> {
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
    }
}

fn text(solution: &Solution) -> String {
    let Solution { game, method, states, iterations, policy, .. } = solution;
    format!(
        "{game} · 2 seats · {} · {} · {} of {method}\n\n{}\n{}",
        counted(*states as u64, "node"),
        counted(policy.len() as u64, "information set"),
        counted(*iterations, "iteration"),
        figures(solution.value, solution.exploitability),
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
