//! The equilibria for points and for the win side by side.

use std::ops::ControlFlow;

use catalog::buzzard::Worth;
use games::Buzzard;
use games::buzzard::{Rules, Utility};
use serde::Serialize;
use solve::{BothUtilities, Limits, Setting, estimate_both, solve_both};
use table::{Game, Notation};

use super::rounds::{payoff, watched};
use crate::failure::Failure;
use crate::output;
use crate::text::counted;

/// What is printed.
#[derive(Serialize)]
struct Answer {
    game: &'static str,
    rules: String,
    points: Side,
    win: Side,
}

/// One of the two equilibria.
#[derive(Serialize)]
struct Side {
    states: u64,
    /// What A gains when both play it: points, or the share of the win.
    value: f64,
    /// What a best response in the other's game gains on it there: shares of the win, or points.
    loses: f64,
}

pub(super) fn run(limits: &Limits, rules: &Rules, setting: &Setting, json: bool) -> Result<(), Failure> {
    let win = setting.clone().for_the_win(setting.start.lead())?;
    limits.check(&win, estimate_both)?;
    let found = watched(|look| solve_both(setting, look))?;
    let ControlFlow::Continue(both) = found else { unreachable!("nobody stops it") };
    let answer = answer(rules, &both);
    if json { output::print_json(&answer) } else { output::print(&text(&answer)) }
}

fn answer(rules: &Rules, both: &BothUtilities) -> Answer {
    let worth = Worth::of(Utility::Win);
    let [points, win] = both.states;
    Answer {
        game: Buzzard::NAME,
        rules: Buzzard::write_rules(&Rules { utility: Utility::Points, ..*rules }),
        points: Side { states: points, value: both.points, loses: worth.difference(both.lost_for_the_win) },
        win: Side { states: win, value: worth.value(both.win), loses: both.lost_in_points },
    }
}

fn text(answer: &Answer) -> String {
    let Answer { rules, points, win, .. } = answer;
    let states = |side: &Side| counted(side.states, "state");
    format!(
        "{rules} · 2 seats\n\n\
         played for points           {}\n  value to A                {}\n  loses for the win         {:.3} percentage points\n\n\
         played for the win          {}\n  value to A                {}\n  loses in points           {:.4}\n",
        states(points),
        payoff(points.value, 6, Worth::POINTS),
        100.0 * points.loses,
        states(win),
        payoff(win.value, 6, Worth::of(Utility::Win)),
        win.loses,
    )
}
