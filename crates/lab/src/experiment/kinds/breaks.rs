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

    fn begin(&mut self, _first: Seat, _seed: u64) {
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

/// Plays a game from its text before a witness.
#[cfg(test)]
pub(super) fn watch_script(watch: &mut impl Watch<Saboteur>, rules: &Rules, script: &str) -> Vec<f64> {
    let (mut truth, mut legal) = (Saboteur::new(rules), Vec::new());
    watch.begin(Seat::new(0), 0);
    for line in script.split(['\n', '·']).map(str::trim).filter(|line| !line.is_empty()) {
        let event: EventOf<Saboteur> = line.parse().unwrap();
        match event {
            table::Event::Chance(outcome) => assert!(table::Hidden::drawable(&truth, &outcome), "{line}"),
            table::Event::Act(seat, action) => {
                legal.clear();
                Saboteur::legal(truth.view(seat), &mut legal);
                assert!(legal.contains(&action), "{line}");
                watch.asked(&truth, seat, &legal, &action);
            }
        }
        truth.apply(&event);
        watch.see(&truth, &event);
    }
    let mut row = vec![0.0; watch.columns().len()];
    let nothing = Payoffs { points: table::BySeat::new(3, 0.0), wins: table::BySeat::new(3, 0.0) };
    watch.end(&nothing, &mut row);
    row
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::results::At;
    use table::Notation;

    fn setting(entrant: &str, situation: At) -> (Setting, Rules) {
        let game: Spec = "saboteur(board=papers,rounds=1,saboteurs=1,score=win,hand=3)".parse().unwrap();
        let rules = Saboteur::read_rules(&game, 3).unwrap();
        let entrants = vec![entrant.parse().unwrap(); 3];
        (Setting { game, entrants, paired: false, series: 1, situation, seed: 0 }, rules)
    }

    /// A is the saboteur, with two break cards. C holds a cross, and so is the cheat's target.
    const SCRIPT: &str = "
        goals gold stone-DL stone-UL · first A
        role A saboteur · role B digger · role C digger
        deal A break-cart · deal A break-lantern · deal A map
        deal B LR · deal B LR · deal B LR
        deal C UDLR · deal C repair-cart · deal C map
        A discards map · draw A map · B digs LR 2,3 · draw B UL · C discards map · draw C map
        A discards map · draw A map · B digs LR 3,3 · draw B UL · C discards map · draw C map
        A breaks cart of C · draw A UD · B digs LR 4,3 · draw B UL
    ";

    fn counted(situation: At) -> Vec<f64> {
        let (setting, rules) = setting("breaker(turn=5)", situation);
        watch_script(&mut Breaks::new(&setting, &rules).unwrap(), &rules, SCRIPT)
    }

    #[test]
    fn decisions_are_labelled() {
        use crate::experiment::results::Value;
        let axis = |name: &str, value: &str| vec![(name.to_string(), Value::Text(value.into()))];
        // Three decisions. The score reaches 50 at the third, after six cards; so does the cheat's, but for
        // the carts C can repair: it would break the lantern.
        assert_eq!(counted(axis("cheat", "5-5")), [1.0, 0.0, 3.0, 1.0, 0.0, 0.0, 2.0]);
        // A cheat that waits longer does not play.
        assert_eq!(counted(axis("cheat", "5-12")), [1.0, 0.0, 3.0, 0.0, 0.0, 1.0, 2.0]);
        // One for whom the first column is far plays from the second decision on.
        assert_eq!(counted(axis("cheat", "0-40")), [1.0, 0.0, 3.0, 1.0, 1.0, 0.0, 1.0]);
    }

    #[test]
    fn measures_are_sums_over_sums() {
        let columns = COLUMNS.map(String::from).to_vec();
        let share = |measure| {
            let values = [2.0, 1.0, 12.0, 6.0, 2.0, 3.0, 1.0];
            Breaks::share(measure, &Row::new(&columns, &values)).unwrap()
        };
        for (measure, part, whole) in [
            ("recall", 6.0, 8.0),
            ("precision", 6.0, 9.0),
            ("f", 12.0, 17.0),
            ("saboteurs_win", 1.0, 2.0),
            ("decisions", 12.0, 2.0),
            ("positives", 8.0, 2.0),
        ] {
            assert_eq!(share(measure), Share { part, whole }, "{measure}");
        }
    }

    #[test]
    fn a_cheat_that_cannot_be_read_is_refused() {
        use crate::experiment::results::Value;
        let (setting, rules) = setting("breaker", vec![("cheat".into(), Value::Integer(5))]);
        assert!(Breaks::new(&setting, &rules).is_err_and(|error| error.to_string().contains("e.g. 5-12")));
    }
}
