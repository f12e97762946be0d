//! The equilibria for points and for the win side by side, and what each loses in the other's game.
//!
//! Both games are raised level by level. A best response to one equilibrium in the other's game is found on the way, by
//! an induction of its own over the states with leads, for the bids of one who plays for the win depend on the lead.
//! Nobody's win depends on what is bid once the lead decides; from there on both are taken to play for points.

use super::board::Board;
use super::induction::{Count, Work, means, rows, sweep};
use super::pattern::Pattern;
use super::reach::Left;
use super::setting::{Setting, SettingError};
use super::space::{Place, Root, Space, Turned, ordered_stakes};
use super::step::Step;
use super::table::columns;
use crate::progress::OnProgress;
use crate::stream::LevelTask;
use search::matrix::Solver;
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// What two equilibria are worth in both games.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct BothUtilities {
    /// What A gains when both play for points, in points.
    pub points: f64,
    /// A's chance to win less the chance to lose when both play for the win.
    pub win: f64,
    /// What a best response gains in points on one who plays for the win, over the value, on average over the seats.
    pub lost_in_points: f64,
    /// What a best response gains for the win on one who plays for points, as chances to win less chances to lose.
    pub lost_for_the_win: f64,
    /// The states with a round to play: for points, and for the win.
    pub states: [u64; 2],
}

/// What is known of a state with its lead.
#[derive(Clone, Copy, Debug, Default)]
struct Lane {
    /// Both play for the win.
    value: f32,
    /// For the win: what A secures who plays for points, and what B gives away who does.
    win: [f32; 2],
    /// In points from here on: what A secures who plays for the win, and what B gives away who does.
    points: [f32; 2],
}

/// Solves a game for points and for the win, from the lead of the setting on.
///
/// # Errors
/// If the lead is too large.
pub fn solve_both(
    setting: &Setting,
    look: &OnProgress<'_>,
) -> Result<ControlFlow<(), BothUtilities>, SettingError> {
    let lead = setting.lead();
    let points = setting.clone().for_points();
    let win = points.clone().for_the_win(lead)?;
    Ok(raise_both(&Both::new(points, win), look))
}

/// The two games.
struct Both {
    settings: [Setting; 2],
    spaces: [Space; 2],
}

impl Both {
    fn new(points: Setting, win: Setting) -> Self {
        let spaces = [Space::new(&Root::of(&points)), Space::new(&Root::of(&win))];
        Self { settings: [points, win], spaces }
    }

    /// The steps to the level with this many rounds left, with the turn for points that each turn for the win is.
    fn steps(&self, rounds: usize) -> Steps {
        let [points, win] = &self.spaces;
        let step = |space| Step::new(space, rounds, LevelTask::Equilibrium, Work::Shared);
        let mut numbers: BTreeMap<(Left, i32), u32> = BTreeMap::new();
        for (number, (left, stake)) in (0..).zip(ordered_stakes(&points.reach, rounds)) {
            numbers.insert((left, stake.pot), number);
        }
        let same = |(left, stake): (Left, super::reach::Stake)| numbers[&(left, stake.pot)];
        Steps {
            points: step(points),
            win: step(win),
            same: ordered_stakes(&win.reach, rounds).map(same).collect(),
        }
    }
}

struct Steps {
    points: Step,
    win: Step,
    same: Vec<u32>,
}

fn raise_both(both: &Both, look: &OnProgress<'_>) -> ControlFlow<(), BothUtilities> {
    let [points, win] = &both.spaces;
    let count = Count::new(win, look);
    let mut values = vec![0.0f32; points.levels[0].end()];
    let mut lanes = vec![Lane::default(); win.levels[0].end()];
    for rounds in 1..points.levels.len() {
        let steps = both.steps(rounds);
        let mut values_here = vec![0.0; steps.points.states() as usize];
        let mut lanes_here = vec![Lane::default(); steps.win.states() as usize];
        let patterns = &points.levels[rounds].patterns;
        debug_assert!(*patterns == win.levels[rounds].patterns, "patterns do not depend on the utility");
        let both_rows =
            rows(&steps.points, &mut values_here).into_iter().zip(rows(&steps.win, &mut lanes_here));
        let visit = |scratch: &mut Scratch<'_>, (at, (values_row, lanes_row)): (usize, Rows<'_>)| {
            scratch.for_points((at, patterns[at]), &values, values_row);
            scratch.for_the_win((at, patterns[at]), (&values, &lanes), lanes_row);
            count.add(lanes_row.len())
        };
        sweep(Work::Shared, both_rows.collect(), || Scratch::new(&steps), visit)?;
        (values, lanes) = (values_here, lanes_here);
    }
    ControlFlow::Continue(both.read(&values, &lanes))
}

/// The rows of a pattern for points and for the win.
type Rows<'a> = (&'a mut [f32], &'a mut [Lane]);

impl Both {
    fn read(&self, values: &[f32], lanes: &[Lane]) -> BothUtilities {
        let place = |game: usize| {
            let (setting, space) = (&self.settings[game], &self.spaces[game]);
            let start = &setting.start;
            let (pattern, swapped) = Pattern::of(start.hands()).canonical();
            let lead = if swapped { -setting.lead() } else { setting.lead() };
            let left = (1 << start.rounds()) - 1;
            let found = space.find(pattern, (left, start.carry(), lead)).expect("the start is reached");
            let start = space.levels[start.rounds()].start();
            (found, start, if swapped { -1.0 } else { 1.0 })
        };
        let (found, start, sign) = place(0);
        let Place::At(at) = found else { unreachable!("no lead decides where points count") };
        let points = sign * f64::from(values[at - start]);
        let states = [0, 1].map(|game| self.spaces[game].states() as u64);
        let (found, start, sign) = place(1);
        let (win, lost_for_the_win, lost_in_points) = match found {
            Place::Decided(value) => (sign * value, 0.0, 0.0),
            Place::At(at) => {
                let Lane { value, win, points } = lanes[at - start];
                let half = |[low, high]: [f32; 2]| f64::from(high - low) / 2.0;
                (sign * f64::from(value), half(win), half(points))
            }
        };
        BothUtilities { points, win, lost_in_points, lost_for_the_win, states }
    }
}

/// What is known of a turn for points.
#[derive(Clone, Copy, Debug, Default)]
struct Known {
    value: f64,
    row: [f64; 15],
    col: [f64; 15],
}

/// What one thread needs.
struct Scratch<'a> {
    steps: &'a Steps,
    solver: Solver,
    /// The game for points, and for the win: the equilibrium, then what each side of the other equilibrium secures and
    /// gives away for the win and in points.
    boards: [Board; 6],
    known: Vec<Known>,
    turns: [Vec<f64>; 5],
}

impl<'a> Scratch<'a> {
    fn new(steps: &'a Steps) -> Self {
        Self {
            steps,
            solver: Solver::new(),
            boards: std::array::from_fn(|_| Board::new()),
            known: vec![Known::default(); steps.points.turns.len()],
            turns: std::array::from_fn(|_| vec![0.0; steps.win.turns.len()]),
        }
    }

    /// Solves the games for points of a pattern and remembers how they are played.
    fn for_points(&mut self, (at, pattern): (usize, Pattern), below: &[f32], row: &mut [f32]) {
        let step = &self.steps.points;
        self.boards[0].set(step, at);
        for &number in step.list(at) {
            let turn = &step.turns[number as usize];
            let play = self.solver.solve(self.boards[0].game(turn, |at, swapped| signed(below[at], swapped)));
            let known = &mut self.known[number as usize];
            let col = columns(pattern.is_even(), &play);
            known.value = play.value;
            known.row[..play.row.len()].copy_from_slice(play.row);
            known.col[..col.len()].copy_from_slice(col);
        }
        let values: Vec<f64> = self.known.iter().map(|known| known.value).collect();
        means(step, &values, row.iter_mut(), |cell, mean| *cell = mean as f32);
    }

    fn for_the_win(
        &mut self,
        (at, pattern): (usize, Pattern),
        (values, below): (&[f32], &[Lane]),
        row: &mut [Lane],
    ) {
        let step = &self.steps.win;
        self.boards[1..].iter_mut().for_each(|board| board.set(step, at));
        for &number in step.list(at) {
            let turn = &step.turns[number as usize];
            let found = self.turn(turn, self.steps.same[number as usize], pattern, (values, below));
            self.turns.iter_mut().zip(found).for_each(|(turns, found)| turns[number as usize] = found);
        }
        let [value, win_low, win_high, low, high] = &self.turns;
        means(step, value, row.iter_mut(), |lane, mean| lane.value = mean as f32);
        means(step, win_low, row.iter_mut(), |lane, mean| lane.win[0] = mean as f32);
        means(step, win_high, row.iter_mut(), |lane, mean| lane.win[1] = mean as f32);
        means(step, low, row.iter_mut(), |lane, mean| lane.points[0] = mean as f32);
        means(step, high, row.iter_mut(), |lane, mean| lane.points[1] = mean as f32);
    }

    /// The value of a turn for the win, what the sides of the equilibrium for points secure and give away there, and
    /// those of the equilibrium for the win in points.
    fn turn(
        &mut self,
        turn: &Turned,
        same: u32,
        pattern: Pattern,
        (values, below): (&[f32], &[Lane]),
    ) -> [f64; 5] {
        let (known, in_points) = (&self.known[same as usize], &self.steps.points.turns[same as usize]);
        let [points, policy, win_low, win_high, low, high] = &mut self.boards;
        let play = self.solver.solve(policy.game(turn, |at, swapped| signed(below[at].value, swapped)));
        let side = |pair: [f32; 2], side: usize, swapped: bool| match swapped {
            true => -f64::from(pair[1 - side]),
            false => f64::from(pair[side]),
        };
        let win_low = win_low.game(turn, |at, swapped| side(below[at].win, 0, swapped)).guarantee(&known.row);
        let win_high =
            win_high.game(turn, |at, swapped| side(below[at].win, 1, swapped)).concession(&known.col);
        if turn.next.iter().all(|&node| node >= Turned::LOST) {
            return [play.value, win_low, win_high, known.value, known.value];
        }
        let cols = columns(pattern.is_even() && turn.is_level(), &play);
        let gained = Turned { gain: in_points.gain, ..*turn };
        let decided = points.game(in_points, |at, swapped| signed(values[at], swapped));
        let low = low.game_or(&gained, |at, swapped| side(below[at].points, 0, swapped), decided);
        let high = high.game_or(&gained, |at, swapped| side(below[at].points, 1, swapped), decided);
        [play.value, win_low, win_high, low.guarantee(play.row), high.concession(cols)]
    }
}

fn signed(value: f32, swapped: bool) -> f64 {
    f64::from(if swapped { -value } else { value })
}
