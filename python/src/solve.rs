//! Small games solved: the buzzard round by round, any other by CFR+ over its whole tree.

use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

use agents::buzzard::solve::{Limits, Mix, solve as solve_rounds};
use games::{Buzzard, GameInfo};
use lab::Watch;
use pyo3::prelude::*;
use search::exact::{CfrPlus, InfoSetId, Policy, Stakes, Tree};
use serde_json::{Map, Value, json};
use table::{Enumerable, Lang, Notation, Seat, Spec, SpecError};

use crate::errors::refused;
use crate::lists::read_spec;
use crate::values::python;
use crate::work::watched;

/// Solves a small game for two; what came of it as a dict.
#[pyfunction]
#[pyo3(signature = (game, *, iterations, nodes, threads, progress))]
pub(crate) fn solve_game<'py>(
    py: Python<'py>,
    game: &str,
    iterations: u64,
    nodes: usize,
    threads: Option<usize>,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let spec = read_spec(game)?;
    let solved = watched(py, threads, progress.as_ref(), |watch| {
        let effort = Effort { iterations, nodes, watch };
        solved(&spec, &effort)
    })?;
    python(py, &solved.map_err(refused)?)
}

/// How much may be spent.
struct Effort<'a> {
    iterations: u64,
    nodes: usize,
    watch: &'a Watch<'a>,
}

macro_rules! dispatch {
    ($($game:ident),*) => {
        fn solved(spec: &Spec, effort: &Effort<'_>) -> Result<Value, SpecError> {
            if GameInfo::of::<Buzzard>().is_named(spec) {
                return buzzard(spec, effort);
            }
            $(if GameInfo::of::<games::$game>().is_named(spec) {
                return by_cfr::<games::$game>(spec, effort);
            })*
            Err(games::unknown_game(spec))
        }
    };
}

games::with_games!(dispatch);

/// From the last round to the first, each a matrix game.
fn buzzard(spec: &Spec, effort: &Effort<'_>) -> Result<Value, SpecError> {
    let rules = Buzzard::read_rules(spec, 2)?;
    let setting = agents::buzzard::setting(&rules)?;
    let table = solve_rounds(&setting, &Limits::default(), &|progress| {
        (effort.watch.done)(progress.done, progress.total);
    });
    let table = table.map_err(|error| SpecError::bad(error.to_string()))?;
    let row = |prize: i32, seat: Seat, mix: &Mix| {
        let share = |(bid, share): (u8, f64)| (format!("bids {bid}"), json!(share));
        let shares: Map<String, Value> = mix.iter().map(share).collect();
        json!({"seat": seat, "knows": [format!("turn {prize}")], "shares": shares})
    };
    let mut policy = Vec::new();
    for &prize in setting.start.prizes().list() {
        let first = table.policy(&setting.start, prize).expect("the first prize is one of these");
        policy.extend([row(prize, Seat::new(0), &first.a), row(prize, Seat::new(1), &first.b)]);
    }
    Ok(json!({
        "game": Buzzard::write_rules(&rules),
        "method": "matrix games, from the last round to the first",
        "value": table.root(),
        "exploitability": table.exploitability(),
        "states": table.states(),
        "iterations": 0,
        "policy": policy,
    }))
}

/// The average of what CFR+ plays over the whole tree.
fn by_cfr<G: Notation + Enumerable>(spec: &Spec, effort: &Effort<'_>) -> Result<Value, SpecError> {
    let rules = G::read_rules(spec, 2)?;
    let tree = Tree::<G>::build(&rules, Stakes::Points, effort.nodes)
        .map_err(|error| SpecError::bad(error.to_string()))?;
    let mut cfr = CfrPlus::new(&tree);
    cfr.run(effort.iterations, 1, |cfr| {
        (effort.watch.done)(cfr.iterations(), effort.iterations);
        match effort.watch.stop.load(Ordering::Relaxed) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    });
    let average = cfr.average();
    Ok(json!({
        "game": G::write_rules(&rules),
        "method": "CFR+",
        "value": tree.values(&average)[Seat::new(0)],
        "exploitability": tree.exploitability(&average),
        "states": tree.len(),
        "iterations": cfr.iterations(),
        "policy": tree.infosets().map(|id| infoset(&tree, id, &average)).collect::<Vec<_>>(),
    }))
}

/// What a seat does on what it has seen.
fn infoset<G: Notation + Enumerable>(tree: &Tree<G>, id: InfoSetId, policy: &Policy) -> Value {
    let set = &tree[id];
    let mut truth = G::new(tree.rules());
    let mut tell = |event| {
        truth.apply(event);
        G::tell(&truth.seen(event, Some(set.seat)), Lang::English)
    };
    let knows: Vec<String> = set.story.iter().map(&mut tell).collect();
    let shares = set.actions.iter().zip(&policy[id]);
    let shares: Map<String, Value> =
        shares.map(|(action, share)| (action.to_string(), json!(share))).collect();
    json!({"seat": set.seat, "knows": knows, "shares": shares})
}
