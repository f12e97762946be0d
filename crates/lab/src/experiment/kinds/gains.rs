//! The kind `gains`: what a break card is worth, played on from the truth with it and without it.

use agents::saboteur::{Breaker, Cheat, Manner, Normal};
use games::Saboteur;
use games::saboteur::{Action, Rules, Winner};
use search::playout::{GuidedPlayout, Playout};
use table::{Event, EventOf, Game, Payoffs, Rng, Seat, SpecError, Stream, Witness, derive_seed};

use super::breaks::{functions, label, may_break};
use super::watched::{Row, Watch, watched};
use super::{Kind, Measure, Setting};
use crate::experiment::results::Value;
use crate::stats::Share;

pub(super) const GAINS: Kind = Kind {
    name: "gains",
    about: "what a break card gains at each of the decisions of `breaks`: the rest of the round is played `playouts` \
            times (200) from the truth with the card and as often without it, and a card that wins more is wanted",
    measures: Gains::MEASURES,
    situation: &["board", "turn", "cheat", "veto", "hands", "playouts"],
    build: watched::<Saboteur, Gains>,
};

const COLUMNS: [&str; 13] = [
    "rounds",
    "decisions",
    "gain",
    "normal_hits",
    "normal_misses",
    "normal_false_alarms",
    "normal_rejections",
    "normal_gain",
    "cheat_hits",
    "cheat_misses",
    "cheat_false_alarms",
    "cheat_rejections",
    "cheat_gain",
];

struct Gains {
    normal: Normal,
    cheat: Cheat,
    playout: GuidedPlayout<Saboteur, Breaker>,
    playouts: u64,
    legal: Vec<Action>,
    /// The seed of the game, and how many of its decisions were weighed: what is played on derives from both.
    seed: u64,
    decision: u64,
    row: [f64; COLUMNS.len()],
}

impl Gains {
    /// How much more often the saboteurs win if the card is played now than if it is not.
    fn gain(&mut self, truth: &Saboteur, seat: Seat, blow: Action) -> f64 {
        let mut sum = 0.0;
        self.decision += 1;
        for playout in 0..self.playouts {
            // The same luck both ways, as far as it goes.
            let seed = derive_seed(&[self.seed, self.decision, playout]);
            let rng = Rng::stream(seed, Stream::Lab);
            sum += self.won(truth, seat, Some(blow), rng.clone()) - self.won(truth, seat, None, rng);
        }
        sum / self.playouts as f64
    }

    /// Plays on; without the card the saboteur does what it would do otherwise.
    fn won(&mut self, truth: &Saboteur, seat: Seat, blow: Option<Action>, mut rng: Rng) -> f64 {
        let mut world = *truth;
        let action = blow.unwrap_or_else(|| {
            self.legal.clear();
            Saboteur::legal(world.view(seat), &mut self.legal);
            Breaker::otherwise(world.view(seat), &self.legal, &mut rng)
        });
        let event = Event::Act(seat, action);
        world.apply(&event);
        self.playout.start();
        self.playout.follow(&world, &event);
        self.playout.finish(&mut world, seat, &mut rng);
        f64::from(u8::from(world.public().end().is_some_and(|end| end.winner == Winner::Saboteurs)))
    }

    fn note(&mut self, gain: f64, used: [bool; 2]) {
        let [rounds, decisions, sum, rest @ ..] = &mut self.row;
        *rounds = 1.0;
        *decisions += 1.0;
        *sum += gain;
        for (place, used) in used.into_iter().enumerate() {
            rest[5 * place + label(used, gain > 0.0)] += 1.0;
            rest[5 * place + 4] += if used { gain } else { 0.0 };
        }
    }
}

impl Witness<Saboteur> for Gains {
    fn asked(&mut self, truth: &Saboteur, seat: Seat, legal: &[Action], _chosen: &Action) {
        if !may_break(truth, seat, legal) {
            return;
        }
        let hand = truth.private(seat).hand;
        if let Some((tool, whom)) = self.normal.aim(truth.public(), seat, hand) {
            let gain = self.gain(truth, seat, Action::Break(tool, whom));
            let normal = self.normal.decide(truth.public(), seat, hand).is_some();
            self.note(gain, [normal, self.cheat.decide(truth, seat).is_some()]);
        }
    }

    fn see(&mut self, truth: &Saboteur, event: &EventOf<Saboteur>) {
        self.playout.see(truth.public(), &truth.seen(event, None));
    }
}

const fn rate(name: &'static str, about: &'static str) -> Measure {
    Measure { name, about, rate: true }
}

const fn mean(name: &'static str, about: &'static str) -> Measure {
    Measure { name, about, rate: false }
}

impl Watch<Saboteur> for Gains {
    const MEASURES: &'static [Measure] = &[
        mean("gain", "how much more often the saboteurs win with the card than without, a decision"),
        mean("normal_gain", "the same where the normal function plays it"),
        mean("cheat_gain", "the same where the cheat function plays it"),
        rate("wanted", "the share of decisions at which the card wins more"),
        rate("normal_recall", "of the cards that win more, how many the normal function plays"),
        rate("normal_precision", "of the cards the normal function plays, how many win more"),
        rate("normal_f", "the harmonic mean of the two"),
        rate("cheat_recall", "of the cards that win more, how many the cheat function plays"),
        rate("cheat_precision", "of the cards the cheat function plays, how many win more"),
        rate("cheat_f", "the harmonic mean of the two"),
    ];

    fn new(setting: &Setting, _rules: &Rules) -> Result<Gains, SpecError> {
        let (normal, cheat) = functions(setting)?;
        let playouts = match setting.at("playouts") {
            None => 200,
            Some(&Value::Integer(count @ 1..=100_000)) => count as u64,
            Some(value) => {
                return Err(SpecError::bad(format!(
                    "`playouts` should be a number from 1 to 100000, not {value}"
                )));
            }
        };
        let breaker = Breaker::new(normal, Manner::of(&setting.entrants[0])?);
        let (playout, row) = (GuidedPlayout::new(breaker), [0.0; COLUMNS.len()]);
        Ok(Gains { normal, cheat, playout, playouts, legal: Vec::new(), seed: 0, decision: 0, row })
    }

    fn columns(&self) -> Vec<String> {
        COLUMNS.map(String::from).to_vec()
    }

    fn begin(&mut self, _first: Seat, seed: u64) {
        self.playout.begin();
        (self.seed, self.decision) = (seed, 0);
        self.row = [0.0; COLUMNS.len()];
    }

    fn end(&mut self, _payoffs: &Payoffs, row: &mut [f64]) {
        self.row[0] = 1.0;
        row.iter_mut().zip(self.row).for_each(|(sum, count)| *sum += count);
    }

    fn share(measure: &str, row: &Row<'_>) -> Option<Share> {
        let (who, what) = measure.split_once('_').unwrap_or(("", measure));
        let of = |label: &str| row[format!("{who}_{label}").as_str()];
        Some(match what {
            "gain" if who.is_empty() => row.share("gain", "decisions"),
            "gain" => Share { part: of("gain"), whole: of("hits") + of("false_alarms") },
            "recall" => Share { part: of("hits"), whole: of("hits") + of("misses") },
            "precision" => Share { part: of("hits"), whole: of("hits") + of("false_alarms") },
            "f" => {
                let twice = 2.0 * of("hits");
                Share { part: twice, whole: twice + of("misses") + of("false_alarms") }
            }
            _ => Share { part: row["normal_hits"] + row["normal_misses"], whole: row["decisions"] },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::kinds::breaks::watch_script;
    use table::Notation;

    /// One cell lies before the goals. B will dig through it to the gold unless A breaks its tools.
    const SCRIPT: &str = "
        goals stone-DL gold stone-UL · first A
        role A saboteur · role B digger · role C digger
        deal A break-cart · deal A map · deal B LR · deal B map · deal C map · deal C map
        A discards map · B digs LR 2,3
    ";

    fn counted(entrant: &str) -> Vec<f64> {
        let game =
            "saboteur(board=papers,rounds=1,saboteurs=1,score=win,distance=2,hand=2,deck=break-cart+LR+4map)";
        let rules = Saboteur::read_rules(&game.parse().unwrap(), 3).unwrap();
        let entrants = vec![entrant.parse().unwrap(); 3];
        let situation = vec![("playouts".to_string(), Value::Integer(10))];
        let setting =
            Setting { game: game.parse().unwrap(), entrants, paired: false, series: 1, situation, seed: 0 };
        watch_script(&mut Gains::new(&setting, &rules).unwrap(), &rules, SCRIPT)
    }

    #[test]
    fn a_card_that_decides_gains_the_round() {
        let of = |row: &[f64], name: &str| row[COLUMNS.iter().position(|column| *column == name).unwrap()];
        let (waits, plays) = (counted("breaker"), counted("breaker(threshold=0)"));
        for row in [&waits, &plays] {
            assert_eq!([of(row, "rounds"), of(row, "decisions"), of(row, "gain")], [1.0; 3]);
        }
        assert_eq!([of(&waits, "normal_misses"), of(&waits, "normal_gain")], [1.0, 0.0]);
        assert_eq!([of(&plays, "normal_hits"), of(&plays, "normal_gain")], [1.0, 1.0]);
        // One hand holds the way to the gold: 50 for the cheat, whatever has happened.
        assert_eq!([of(&waits, "cheat_hits"), of(&waits, "cheat_gain")], [1.0, 1.0]);
    }
}
