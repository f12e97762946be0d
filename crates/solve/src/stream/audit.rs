//! A sample of a level worked out again, on the processor and in double precision, from the level below.

use super::device::{Device, DeviceError};
use crate::space::Turned;
use crate::step::Step;
use rayon::prelude::*;
use search::matrix::{PayoffMatrix, Solver};

/// States asked for at once: each needs some hundred values of the level below.
const AT_ONCE: usize = 1_000;

/// By how much a planted value is wrong.
const PLANTED: f32 = 1e-3;

/// What a sample showed.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Audit {
    /// The states worked out again: the whole level if it has no more.
    pub states: usize,
    /// The most that a stored value differs from the value worked out.
    pub worst: f64,
    /// How far a value of the sample was seen to be off after a wrong one was planted there.
    pub planted: f64,
}

/// Works out some states of a level again, then plants a wrong value and looks whether the same check sees it.
pub(super) fn audit<D: Device>(
    device: &mut D,
    step: &Step,
    below: &D::Cells,
    here: &mut D::Cells,
    states: usize,
) -> Result<Audit, DeviceError> {
    let sample = sample(step.states(), states);
    let worst = worst(device, step, below, here, &sample)?;
    let at = sample[sample.len() / 2];
    let true_word = device.gather(here, &[at])?;
    let wrong = (f32::from_bits(true_word[0]) + PLANTED).to_bits();
    device.write(here, at as usize, &[wrong])?;
    let planted = self::worst(device, step, below, here, &[at])?;
    device.write(here, at as usize, &true_word)?;
    Ok(Audit { states: sample.len(), worst, planted })
}

/// Places all over the level, or all of them.
fn sample(states: u64, wanted: usize) -> Vec<u64> {
    if states <= wanted as u64 {
        return (0..states).collect();
    }
    let place = |k: usize| {
        let spread = (k as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        ((u128::from(spread ^ spread >> 29) * u128::from(states)) >> 64) as u64
    };
    (0..wanted).map(place).collect()
}

fn worst<D: Device>(
    device: &mut D,
    step: &Step,
    below: &D::Cells,
    here: &D::Cells,
    sample: &[u64],
) -> Result<f64, DeviceError> {
    let mut worst: f64 = 0.0;
    for states in sample.chunks(AT_ONCE) {
        let stored = device.gather(here, states)?;
        let places: Vec<Vec<u64>> = states.par_iter().map(|&state| places(step, state)).collect();
        let values = device.gather(below, &places.concat())?;
        let mut parts = Vec::with_capacity(states.len());
        let mut rest = values.as_slice();
        for places in &places {
            let (part, after) = rest.split_at(places.len());
            parts.push(part);
            rest = after;
        }
        let miss = |((&state, part), &stored): ((&u64, &&[u32]), &u32)| {
            (value(step, state, part) - f64::from(f32::from_bits(stored))).abs()
        };
        let misses: Vec<f64> =
            states.par_iter().zip(parts.par_iter()).zip(stored.par_iter()).map(miss).collect();
        worst = misses.into_iter().fold(worst, f64::max);
    }
    Ok(worst)
}

/// The pattern and the node of a state.
fn state_at(step: &Step, state: u64) -> (usize, usize) {
    let pattern = step.rows.partition_point(|&row| row <= state) - 1;
    (pattern, (state - step.rows[pattern]) as usize)
}

/// Where the values are that the games of a state are made of, in order.
fn places(step: &Step, state: u64) -> Vec<u64> {
    let (pattern, node) = state_at(step, state);
    let of_turn =
        |turn: usize| step.board(pattern).iter().filter_map(move |&pair| step.place(pair, &step.turns[turn]));
    step.draws(node).flat_map(of_turn).collect()
}

/// The value of a state from those values.
fn value(step: &Step, state: u64, words: &[u32]) -> f64 {
    let (pattern, node) = state_at(step, state);
    let (mut solver, mut words) = (Solver::new(), words.iter());
    let mut next = || f64::from(f32::from_bits(*words.next().expect("a word for every place")));
    let games = step.draws(node).map(|turn| solver.value(&game(step, pattern, &step.turns[turn], &mut next)));
    games.sum::<f64>() / step.rounds as f64
}

/// The matrix game of a turn, cell by cell; `next` reads the values of the level below in the order of their places.
fn game(step: &Step, pattern: usize, turn: &Turned, mut next: impl FnMut() -> f64) -> PayoffMatrix {
    let (rows, cols, _) = step.shape(pattern);
    let mut game = PayoffMatrix::new(rows, cols);
    for (i, pairs) in step.board(pattern).chunks_exact(cols).enumerate() {
        for (cell, &pair) in game.row_mut(i).iter_mut().zip(pairs) {
            let value = match turn.next[(pair & 7) as usize] {
                Turned::WON => 1.0,
                Turned::LOST => -1.0,
                _ => next(),
            };
            let gain = [0.0, 1.0, -1.0][(pair >> 1 & 3) as usize] * f64::from(turn.gain);
            *cell = gain + if pair & 1 == 1 { -value } else { value };
        }
    }
    game
}
