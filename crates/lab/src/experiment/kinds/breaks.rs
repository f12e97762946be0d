//! The kind `breaks`: where two functions agree that a saboteur should play a break card.

use agents::saboteur::{Cheat, Normal, Scoring};
use games::Saboteur;
use games::saboteur::{Action, Phase, Role, Rules, Winner};
use table::{EventOf, Game, Payoffs, Seat, Spec, SpecError, Witness};

use super::watched::{Row, Watch, watched};
use super::{Kind, Measure, Setting};
use crate::stats::Share;

pub(super) const BREAKS: Kind = Kind {
    name: "breaks",
    about: "whether the score of what everybody knows (`board`, `turn`, and what the first entrant is told) would \
            play a break card where the score that sees all hands (`cheat`, e.g. 5-12, `veto`, `hands`) would; a \
            decision is a saboteur's turn with a break card it can play",
    measures: Breaks::MEASURES,
    situation: &["board", "turn", "cheat", "veto", "hands"],
    build: watched::<Saboteur, Breaks>,
};

/// The two functions of a cell.
pub(super) fn functions(setting: &Setting) -> Result<(Normal, Cheat), SpecError> {
    let mut spec = setting.entrants[0].clone();
    for axis in ["board", "turn", "veto", "hands"] {
        if let Some(value) = setting.at(axis) {
            set(&mut spec, axis, value.to_string());
        }
    }
    let normal = Normal(Scoring::of(&spec)?);
    let own = setting.at("cheat").map_or("5-12".to_string(), ToString::to_string);
    let (board, turn) = own.split_once('-').ok_or_else(|| {
        SpecError::bad(format!("`cheat` should be its board and turn, e.g. 5-12, not {own}"))
    })?;
    set(&mut spec, "board", board.to_string());
    set(&mut spec, "turn", turn.to_string());
    Ok((normal, Cheat::of(&spec)?))
}

fn set(spec: &mut Spec, key: &str, value: String) {
    spec.params.retain(|(other, _)| other != key);
    spec.params.push((key.to_string(), value));
}

/// Whether a saboteur is asked who could play a break card.
pub(super) fn may_break(truth: &Saboteur, seat: Seat, legal: &[Action]) -> bool {
    matches!(truth.public().phase, Phase::Play(_))
        && truth.private(seat).role == Some(Role::Saboteur)
        && legal.iter().any(|action| matches!(action, Action::Break(..)))
}

const COLUMNS: [&str; 7] =
    ["rounds", "saboteurs_won", "decisions", "hits", "misses", "false_alarms", "rejections"];

struct Breaks {
    normal: Normal,
    cheat: Cheat,
    /// Hits, misses, false alarms and right rejections of this game.
    labels: [f64; 4],
    won: bool,
}

impl Witness<Saboteur> for Breaks {
    fn asked(&mut self, truth: &Saboteur, seat: Seat, legal: &[Action], _chosen: &Action) {
        if may_break(truth, seat, legal) {
            let hand = truth.private(seat).hand;
            let normal = self.normal.decide(truth.public(), seat, hand).is_some();
            let cheat = self.cheat.decide(truth, seat).is_some();
            self.labels[label(normal, cheat)] += 1.0;
        }
    }

    fn see(&mut self, truth: &Saboteur, _event: &EventOf<Saboteur>) {
        self.won = truth.public().end().is_some_and(|end| end.winner == Winner::Saboteurs);
    }
}

/// The place of a decision: found, missed, invented, or rightly left alone.
pub(super) const fn label(used: bool, wanted: bool) -> usize {
    match (used, wanted) {
        (true, true) => 0,
        (false, true) => 1,
        (true, false) => 2,
        (false, false) => 3,
    }
}

impl Watch<Saboteur> for Breaks {
    const MEASURES: &'static [Measure] = &[
        Measure {
            name: "recall",
            about: "of the cards the cheat would play, how many are played",
            rate: true,
        },
        Measure {
            name: "precision",
            about: "of the cards played, how many the cheat would play",
            rate: true,
        },
        Measure { name: "f", about: "the harmonic mean of recall and precision", rate: true },
        Measure { name: "saboteurs_win", about: "the share of rounds that saboteurs win", rate: true },
        Measure { name: "decisions", about: "decisions a round", rate: false },
        Measure { name: "positives", about: "cards a round that the cheat would play", rate: false },
    ];

    fn new(setting: &Setting, _rules: &Rules) -> Result<Breaks, SpecError> {
        let (normal, cheat) = functions(setting)?;
        Ok(Breaks { normal, cheat, labels: [0.0; 4], won: false })
    }

    fn columns(&self) -> Vec<String> {
        COLUMNS.map(String::from).to_vec()
    }

    fn begin(&mut self, _first: Seat) {
        (self.labels, self.won) = ([0.0; 4], false);
    }

    fn end(&mut self, _payoffs: &Payoffs, row: &mut [f64]) {
        let decisions = self.labels.iter().sum();
        let counts = [1.0, f64::from(u8::from(self.won)), decisions];
        row.iter_mut().zip(counts.into_iter().chain(self.labels)).for_each(|(sum, count)| *sum += count);
    }

    fn share(measure: &str, row: &Row<'_>) -> Option<Share> {
        let [hits, misses, false_alarms] = [row["hits"], row["misses"], row["false_alarms"]];
        Some(match measure {
            "recall" => Share { part: hits, whole: hits + misses },
            "precision" => Share { part: hits, whole: hits + false_alarms },
            "f" => Share { part: 2.0 * hits, whole: 2.0 * hits + misses + false_alarms },
            "positives" => Share { part: hits + misses, whole: row["rounds"] },
            "decisions" => row.share("decisions", "rounds"),
            _ => row.share("saboteurs_won", "rounds"),
        })
    }
}
