//! The kind `gains`: what a break card is worth, played on from the truth with it and without it.

use games::Saboteur;
use games::saboteur::{Action, Winner};
use search::playout::{GuidedPlayout, Playout};
use table::{EventOf, Game, Param, Params, Payoffs, Rng, Seat, SpecError, Stream, Witness, derive_seed};

use super::breaks::{AXES, functions, label, may_break};
use crate::columns;
use crate::measures::{KindRow, Lineup, Measure, Method, Upcoming, Watch};
use crate::saboteur::{Breaker, Cheat, Normal, PlayStyle};

columns! { COLUMNS:
    ROUNDS "rounds" "rounds played",
    DECISIONS "decisions" "turns of a saboteur with a break card it can play",
    GAIN "gain" "how much more often the saboteurs win with the card, summed over decisions",
    NORMAL_HITS "normal_hits" "decisions at which the card wins more and the normal function plays it",
    NORMAL_MISSES "normal_misses" "at which it wins more and the function does not play it",
    NORMAL_FALSE_ALARMS "normal_false_alarms" "at which it does not and the function plays it",
    NORMAL_REJECTIONS "normal_rejections" "at which it does not and the function does not play it",
    NORMAL_GAIN "normal_gain" "the gain of the cards that the normal function plays",
    CHEAT_HITS "cheat_hits" "as normal_hits, for the cheat function",
    CHEAT_MISSES "cheat_misses" "as normal_misses, for the cheat function",
    CHEAT_FALSE_ALARMS "cheat_false_alarms" "as normal_false_alarms, for the cheat function",
    CHEAT_REJECTIONS "cheat_rejections" "as normal_rejections, for the cheat function",
    CHEAT_GAIN "cheat_gain" "the gain of the cards that the cheat function plays",
}

const NORMAL: [usize; 4] = [NORMAL_HITS, NORMAL_MISSES, NORMAL_FALSE_ALARMS, NORMAL_REJECTIONS];
const CHEAT: [usize; 4] = [CHEAT_HITS, CHEAT_MISSES, CHEAT_FALSE_ALARMS, CHEAT_REJECTIONS];

const PLAYOUTS: Param =
    Param::number("playouts", "200", "how often the rest of the round is played each way", 1.0, 100_000.0);

pub(super) const GAINS: KindRow<Saboteur> = KindRow {
    name: "gains",
    about: "what a break card gains at each of the decisions of `breaks`: the rest of the round is played `playouts` \
            times from the truth with the card and as often without it, and a card that wins more is wanted",
    axes: &[AXES, &[PLAYOUTS]],
    columns: &[COLUMNS],
    measures: &[
        Measure::ratio(
            "gain",
            "how much more often the saboteurs win with the card than without, a decision",
            &[GAIN],
            &[DECISIONS],
        )
        .percent(),
        Measure::ratio(
            "normal_gain",
            "the same where the normal function plays it",
            &[NORMAL_GAIN],
            &[NORMAL_HITS, NORMAL_FALSE_ALARMS],
        )
        .percent(),
        Measure::ratio(
            "cheat_gain",
            "the same where the cheat function plays it",
            &[CHEAT_GAIN],
            &[CHEAT_HITS, CHEAT_FALSE_ALARMS],
        )
        .percent(),
        Measure::rate(
            "wanted",
            "the share of decisions at which the card wins more",
            &[NORMAL_HITS, NORMAL_MISSES],
            &[DECISIONS],
        ),
        Measure::rate(
            "normal_recall",
            "of the cards that win more, how many the normal function plays",
            &[NORMAL_HITS],
            &[NORMAL_HITS, NORMAL_MISSES],
        ),
        Measure::rate(
            "normal_precision",
            "of the cards the normal function plays, how many win more",
            &[NORMAL_HITS],
            &[NORMAL_HITS, NORMAL_FALSE_ALARMS],
        ),
        Measure::rate(
            "normal_f",
            "the harmonic mean of the two",
            &[NORMAL_HITS, NORMAL_HITS],
            &[NORMAL_HITS, NORMAL_HITS, NORMAL_MISSES, NORMAL_FALSE_ALARMS],
        ),
        Measure::rate(
            "cheat_recall",
            "of the cards that win more, how many the cheat function plays",
            &[CHEAT_HITS],
            &[CHEAT_HITS, CHEAT_MISSES],
        ),
        Measure::rate(
            "cheat_precision",
            "of the cards the cheat function plays, how many win more",
            &[CHEAT_HITS],
            &[CHEAT_HITS, CHEAT_FALSE_ALARMS],
        ),
        Measure::rate(
            "cheat_f",
            "the harmonic mean of the two",
            &[CHEAT_HITS, CHEAT_HITS],
            &[CHEAT_HITS, CHEAT_HITS, CHEAT_MISSES, CHEAT_FALSE_ALARMS],
        ),
    ],
    method: Method::Watch(|params, lineup| Ok(Box::new(Gains::new(params, lineup)?))),
};

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
    fn new(params: &mut Params<'_>, lineup: &Lineup<'_, Saboteur>) -> Result<Gains, SpecError> {
        let (normal, cheat) = functions(params, lineup)?;
        let playouts = params.number(&PLAYOUTS)?;
        let breaker = Breaker::new(normal, PlayStyle::of(&lineup.entrants[0])?);
        let (playout, row) = (GuidedPlayout::new(breaker), [0.0; COLUMNS.len()]);
        Ok(Gains { normal, cheat, playout, playouts, legal: Vec::new(), seed: 0, decision: 0, row })
    }

    /// How much more often the saboteurs win if the card is played now than if it is not.
    fn gain(&mut self, truth: &Saboteur, seat: Seat, blow: Action) -> f64 {
        let mut sum = 0.0;
        self.decision += 1;
        for playout in 0..self.playouts {
            // The same random stream both ways, as far as it goes.
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
        self.playout.run_from(&mut world, seat, action, &mut rng);
        f64::from(u8::from(world.public().end().is_some_and(|end| end.winner == Winner::Saboteurs)))
    }

    fn note(&mut self, gain: f64, [normal, cheat]: [bool; 2]) {
        self.row[DECISIONS] += 1.0;
        self.row[GAIN] += gain;
        self.row[label(normal, gain > 0.0, NORMAL)] += 1.0;
        self.row[label(cheat, gain > 0.0, CHEAT)] += 1.0;
        self.row[NORMAL_GAIN] += if normal { gain } else { 0.0 };
        self.row[CHEAT_GAIN] += if cheat { gain } else { 0.0 };
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

impl Watch<Saboteur> for Gains {
    fn begin(&mut self, game: Upcoming) {
        self.playout.begin();
        (self.seed, self.decision) = (game.seed, 0);
        self.row = [0.0; COLUMNS.len()];
        self.row[ROUNDS] = 1.0;
    }

    fn end(&mut self, _payoffs: &Payoffs, row: &mut [f64]) {
        row.iter_mut().zip(self.row).for_each(|(sum, count)| *sum += count);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measures::testing::{noted, watch};

    /// One cell lies before the goals. B will dig through it to the gold unless A breaks its tools.
    const SCRIPT: &str = "
        goals stone-DL gold stone-UL · first A
        role A saboteur · role B digger · role C digger
        deal A break-cart · deal A map · deal B LR · deal B map · deal C map · deal C map
        A discards map · B digs LR 2,3
    ";

    #[test]
    fn a_card_that_decides_gains_the_round() {
        let game =
            "saboteur(board=papers,rounds=1,saboteurs=1,score=win,distance=2,hand=2,deck=break-cart+LR+4map)";
        let counted = |first: &str| {
            let entrants = format!("{first},{first},{first}");
            noted(&GAINS, watch(&GAINS, game, &entrants, "playouts=10").unwrap(), SCRIPT)
        };
        let (waits, plays) = (counted("breaker"), counted("breaker(threshold=0)"));
        for row in [&waits, &plays] {
            assert_eq!([row[ROUNDS], row[DECISIONS], row[GAIN]], [1.0; 3]);
        }
        assert_eq!([waits[NORMAL_MISSES], waits[NORMAL_GAIN]], [1.0, 0.0]);
        assert_eq!([plays[NORMAL_HITS], plays[NORMAL_GAIN]], [1.0, 1.0]);
        // One hand holds the way to the gold: 50 for the cheat, whatever has happened.
        assert_eq!([waits[CHEAT_HITS], waits[CHEAT_GAIN]], [1.0, 1.0]);
    }
}
