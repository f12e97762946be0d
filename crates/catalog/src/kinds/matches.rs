//! The kind `match`, which notes nothing of games but how they end.

use std::borrow::Cow;

use table::{Payoffs, Witness};

use super::{Column, Formula, How, Known, Measure, Upcoming, Watch};
use crate::registry::Playable;

/// The kind `match`, where a unit has this many seatings.
pub(super) fn matches<G: Playable>(seatings: usize) -> Known<G> {
    let places = |which: usize| -> Vec<usize> { (0..seatings).map(|seating| 2 * seating + which).collect() };
    let wins = Formula::Wins(places(WIN).into());
    Known {
        name: "match",
        about: "games among the entrants; a unit is one series of them (one game, most often), or one deal in every \
                seating if paired",
        axes: Vec::new(),
        columns: match seatings {
            1 => outcome(String::new()).into(),
            _ => (1..=seatings).flat_map(|seating| outcome(format!("_{seating}"))).collect(),
        },
        measures: vec![
            Measure::new("win_rate", "the first entrant's share of games won", wins).percent(),
            Measure::new("mean", "the first entrant's mean points", Formula::PerGame(places(POINTS).into())),
        ],
        method: How::Points,
    }
}

/// Where points and wins stand among the columns of a seating.
const POINTS: usize = 0;
const WIN: usize = 1;

fn outcome(seating: String) -> [Column; 2] {
    let column =
        |name: &str, about| Column { name: format!("{name}{seating}").into(), about: Cow::Borrowed(about) };
    [
        column(
            "points",
            "the first entrant's points, summed over the games of a series; when paired, points_1, points_2 and so on, one a seating",
        ),
        column("win", "its wins, a shared one in part, summed likewise; when paired win_1, win_2 and so on"),
    ]
}

/// Notes points and wins of the first entrant, a pair of columns a seating.
pub(super) struct Points(pub(super) Upcoming);

impl<G: Playable> Witness<G> for Points {}

impl<G: Playable> Watch<G> for Points {
    fn begin(&mut self, game: Upcoming) {
        self.0 = game;
    }

    fn end(&mut self, payoffs: &Payoffs, row: &mut [f64]) {
        let (pair, first) = (&mut row[2 * self.0.seating..], self.0.first);
        pair[POINTS] += payoffs.points[first];
        pair[WIN] += payoffs.wins[first];
    }
}
