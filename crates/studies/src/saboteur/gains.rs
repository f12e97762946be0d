//! The kind `gains`: what a break card is worth, played on from the truth with it and without it.

use games::Saboteur;
use games::saboteur::{Action, Winner};
use search::playout::{GuidedPlayout, Playout};
use table::{EventOf, Game, Param, Params, Payoffs, Rng, Seat, SpecError, Stream, Witness, derive_seed};

use super::breaks::{AXES, functions, label, may_break};
use super::is;
use super::turns::{Turns, WHEN};
use catalog::columns;
use catalog::kinds::{Formula, KindRow, Lineup, Measure, Method, Upcoming, Watch};
use players::saboteur::{Blow, Breaker, Cheat, Normal, PlayStyle};

columns! { COLUMNS:
    ROUNDS "rounds" "rounds played",
    DECISIONS "decisions" "turns of a saboteur with a break card it can play, of those that count",
    GAIN "gain" "how much more often the saboteurs win with the normal function's card on its target, summed over decisions",
    NORMAL_HITS "normal_hits" "decisions at which that card wins more and the normal function plays it",
    NORMAL_MISSES "normal_misses" "at which it wins more and the function does not play it",
    NORMAL_FALSE_ALARMS "normal_false_alarms" "at which it does not and the function plays it",
    NORMAL_REJECTIONS "normal_rejections" "at which it does not and the function does not play it",
    NORMAL_GAIN "normal_gain" "the gain of the cards that the normal function plays",
    CHEAT_ANY_GAIN "cheat_any_gain" "as gain, of the cheat function's card on its own target",
    CHEAT_HITS "cheat_hits" "as normal_hits, for the cheat function and its own card and target",
    CHEAT_MISSES "cheat_misses" "as normal_misses, for the cheat function",
    CHEAT_FALSE_ALARMS "cheat_false_alarms" "as normal_false_alarms, for the cheat function",
    CHEAT_REJECTIONS "cheat_rejections" "as normal_rejections, for the cheat function",
    CHEAT_GAIN "cheat_gain" "the gain of the cards that the cheat function plays, on its own targets",
}

const NORMAL: [usize; 4] = [NORMAL_HITS, NORMAL_MISSES, NORMAL_FALSE_ALARMS, NORMAL_REJECTIONS];
const CHEAT: [usize; 4] = [CHEAT_HITS, CHEAT_MISSES, CHEAT_FALSE_ALARMS, CHEAT_REJECTIONS];

const PLAYOUTS: Param =
    Param::number("playouts", "200", "how often the rest of the round is played each way", 1.0, 100_000.0);

pub(super) const GAINS: KindRow<Saboteur> = KindRow {
    name: "gains",
    about: "what a break card gains at each of the decisions of `breaks`: the rest of the round is played `playouts` \
            times from the truth with the card and as often without it, and a card that wins more is wanted; a coin that \
            plays as often as a function has its share of `plays` as recall and `wanted` as precision",
    axes: &[AXES, &[PLAYOUTS, WHEN]],
    columns: &[COLUMNS],
    measures: &[
        gain(
            "gain",
            "how much more often the saboteurs win with the card than without, a decision",
            &[GAIN],
            &[DECISIONS],
        ),
        gain("normal_gain", "the same where the normal function plays it", &[NORMAL_GAIN], NORMAL_PLAYS),
        Measure::new(
            "normal_more",
            "the second less the first: what choosing the moment adds, 0 for a coin",
            Formula::Resampled(|rows| more(rows, [NORMAL_GAIN, GAIN], NORMAL)),
        )
        .percent(),
        gain(
            "cheat_any_gain",
            "as gain, of the cheat's own card and target",
            &[CHEAT_ANY_GAIN],
            &[DECISIONS],
        ),
        gain("cheat_gain", "the same where the cheat function plays it", &[CHEAT_GAIN], CHEAT_PLAYS),
        Measure::new(
            "cheat_more",
            "the second less the first: what choosing the moment adds, 0 for a coin",
            Formula::Resampled(|rows| more(rows, [CHEAT_GAIN, CHEAT_ANY_GAIN], CHEAT)),
        )
        .percent(),
        Measure::rate(
            "wanted",
            "the share of decisions at which the card wins more: the precision of a coin",
            &[NORMAL_HITS, NORMAL_MISSES],
            &[DECISIONS],
        ),
        Measure::rate(
            "cheat_wanted",
            "the same for the cheat's own card and target",
            &[CHEAT_HITS, CHEAT_MISSES],
            &[DECISIONS],
        ),
        Measure::rate(
            "normal_plays",
            "the share of decisions at which the normal function plays: the recall of a coin that plays as often",
            NORMAL_PLAYS,
            &[DECISIONS],
        ),
        Measure::rate("cheat_plays", "the same for the cheat function", CHEAT_PLAYS, &[DECISIONS]),
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
            NORMAL_PLAYS,
        ),
        Measure::new(
            "normal_edge",
            "its precision less that of a coin",
            Formula::Resampled(|rows| edge(rows, NORMAL)),
        )
        .percent(),
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
            CHEAT_PLAYS,
        ),
        Measure::new(
            "cheat_edge",
            "its precision less that of a coin",
            Formula::Resampled(|rows| edge(rows, CHEAT)),
        )
        .percent(),
    ],
    method: Method::Watch(|params, lineup| Ok(Box::new(Gains::new(params, lineup)?))),
};

const NORMAL_PLAYS: &[usize] = &[NORMAL_HITS, NORMAL_FALSE_ALARMS];
const CHEAT_PLAYS: &[usize] = &[CHEAT_HITS, CHEAT_FALSE_ALARMS];

const fn gain(
    name: &'static str,
    about: &'static str,
    part: &'static [usize],
    whole: &'static [usize],
) -> Measure {
    Measure::ratio(name, about, part, whole).percent()
}

/// The share of wanted cards among those that are played, less their share among all.
fn edge(rows: &[&[f64]], [hits, misses, false_alarms, _]: [usize; 4]) -> f64 {
    let sum = |places: &[usize]| total(rows, places);
    sum(&[hits]) / sum(&[hits, false_alarms]) - sum(&[hits, misses]) / sum(&[DECISIONS])
}

/// The mean gain of what is played, less that of all cards.
fn more(rows: &[&[f64]], [played, any]: [usize; 2], [hits, _, false_alarms, _]: [usize; 4]) -> f64 {
    total(rows, &[played]) / total(rows, &[hits, false_alarms])
        - total(rows, &[any]) / total(rows, &[DECISIONS])
}

fn total(rows: &[&[f64]], places: &[usize]) -> f64 {
    rows.iter().flat_map(|row| places.iter().map(|&place| row[place])).sum()
}

struct Gains {
    normal: Normal,
    cheat: Cheat,
    playout: GuidedPlayout<Saboteur, Breaker>,
    playouts: u64,
    turns: Turns,
    legal: Vec<Action>,
    /// The seed of the game, and how many of its decisions were weighed: what is played on derives from both.
    seed: u64,
    decision: u64,
    row: [f64; COLUMNS.len()],
}

impl Gains {
    fn new(params: &mut Params<'_>, lineup: &Lineup<'_, Saboteur>) -> Result<Gains, SpecError> {
        let (normal, cheat) = functions(params, lineup)?;
        let (playouts, turns) = (params.number(&PLAYOUTS)?, Turns::read(params)?);
        let breaker = Breaker::new(normal, PlayStyle::of(&lineup.entrants[0])?);
        let (playout, row) = (GuidedPlayout::new(breaker), [0.0; COLUMNS.len()]);
        Ok(Gains { normal, cheat, playout, playouts, turns, legal: Vec::new(), seed: 0, decision: 0, row })
    }

    /// How much more often the saboteurs win if the card is played now than if it is not.
    fn gain(&mut self, truth: &Saboteur, seat: Seat, (tool, whom): Blow) -> f64 {
        let (mut sum, blow) = (0.0, Action::Break(tool, whom));
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
        is(world.public().end().is_some_and(|end| end.winner == Winner::Saboteurs))
    }

    fn note(&mut self, [normal, cheat]: [Judged; 2]) {
        self.row[DECISIONS] += 1.0;
        self.row[GAIN] += normal.gain;
        self.row[CHEAT_ANY_GAIN] += cheat.gain;
        self.row[label(normal.plays, normal.gain > 0.0, NORMAL)] += 1.0;
        self.row[label(cheat.plays, cheat.gain > 0.0, CHEAT)] += 1.0;
        self.row[NORMAL_GAIN] += if normal.plays { normal.gain } else { 0.0 };
        self.row[CHEAT_GAIN] += if cheat.plays { cheat.gain } else { 0.0 };
    }
}

/// What became of one decision of one function.
#[derive(Clone, Copy)]
struct Judged {
    /// What its card gains on its target.
    gain: f64,
    plays: bool,
}

impl Witness<Saboteur> for Gains {
    fn asked(&mut self, truth: &Saboteur, seat: Seat, legal: &[Action], _chosen: &Action) {
        if !may_break(truth, seat, legal) || !self.turns.contains(truth.public()) {
            return;
        }
        let hand = truth.private(seat).hand;
        let aims = self.normal.aim(truth.public(), seat, hand).zip(self.cheat.aim(truth, seat));
        if let Some((blow, own)) = aims {
            self.decision += 1;
            let gain = self.gain(truth, seat, blow);
            // The same card on the same target gains the same.
            let own_gain = if own == blow { gain } else { self.gain(truth, seat, own) };
            let plays = self.normal.decide(truth.public(), seat, hand).is_some();
            let own_plays = self.cheat.decide(truth, seat).is_some();
            self.note([Judged { gain, plays }, Judged { gain: own_gain, plays: own_plays }]);
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
    use crate::testing::{noted, watch};

    /// One cell lies before the goals. B will dig through it to the gold unless A breaks its tools.
    const SCRIPT: &str = "
        goals stone-DL gold stone-UL · first A
        role A saboteur · role B digger · role C digger
        deal A break-cart · deal A map · deal B LR · deal B map · deal C map · deal C map
        A discards map · B digs LR 2,3
    ";

    const GAME: &str =
        "saboteur(board=papers,rounds=1,saboteurs=1,score=win,distance=2,hand=2,deck=break-cart+LR+4map)";

    fn counted(script: &str, first: &str, axes: &str) -> Vec<f64> {
        let entrants = format!("{first},{first},{first}");
        noted(&GAINS, watch(&GAINS, GAME, &entrants, axes).unwrap(), script)
    }

    #[test]
    fn a_card_that_decides_gains_the_round() {
        let counted = |first: &str| counted(SCRIPT, first, "playouts=10");
        let (waits, plays) = (counted("breaker"), counted("breaker(threshold=0)"));
        for row in [&waits, &plays] {
            assert_eq!([row[ROUNDS], row[DECISIONS], row[GAIN]], [1.0; 3]);
        }
        assert_eq!([waits[NORMAL_MISSES], waits[NORMAL_GAIN]], [1.0, 0.0]);
        assert_eq!([plays[NORMAL_HITS], plays[NORMAL_GAIN]], [1.0, 1.0]);
        // One hand holds the way to the gold: 50 for the cheat, whatever has happened.
        assert_eq!([waits[CHEAT_HITS], waits[CHEAT_GAIN]], [1.0, 1.0]);
    }

    #[test]
    fn decisions_of_other_turns_are_left_out() {
        let decisions =
            |when: &str| counted(SCRIPT, "breaker", &format!("playouts=1,when={when}"))[DECISIONS];
        assert_eq!([decisions("0-0"), decisions("0-5"), decisions("1-5")], [1.0, 1.0, 0.0]);
    }

    /// The normal function aims at B, next in turn of equals, who has nothing to dig with; the cheat at C, who holds the
    /// cross that leads to the gold.
    #[test]
    fn the_cheat_is_judged_by_its_own_card_and_target() {
        let game = "saboteur(board=papers,rounds=1,saboteurs=1,score=win,distance=2,hand=2,deck=break-cart+UDLR+4map)";
        let script = "
            goals stone-DL gold stone-UL · first A
            role A saboteur · role B digger · role C digger
            deal A break-cart · deal A map · deal B map · deal B map · deal C UDLR · deal C map
            A discards map · B discards map · C digs UDLR 2,3
        ";
        let row =
            noted(&GAINS, watch(&GAINS, game, "breaker,breaker,breaker", "playouts=10").unwrap(), script);
        assert_eq!([row[GAIN], row[CHEAT_ANY_GAIN], row[CHEAT_GAIN]], [0.0, 1.0, 1.0]);
        assert_eq!([row[NORMAL_REJECTIONS], row[CHEAT_HITS]], [1.0, 1.0]);
    }

    #[test]
    fn a_coin_has_no_edge() {
        let row = |hits, misses, false_alarms, rejections, played: f64, any: f64| {
            let mut row = [0.0; COLUMNS.len()];
            row[NORMAL[0]] = hits;
            row[NORMAL[1]] = misses;
            row[NORMAL[2]] = false_alarms;
            row[NORMAL[3]] = rejections;
            (row[DECISIONS], row[NORMAL_GAIN], row[GAIN]) =
                (hits + misses + false_alarms + rejections, played, any);
            row
        };
        let found = |row: [f64; COLUMNS.len()]| {
            [edge(&[&row[..]], NORMAL), more(&[&row[..]], [NORMAL_GAIN, GAIN], NORMAL)]
        };
        assert_eq!(found(row(3.0, 3.0, 1.0, 1.0, 2.0, 4.0)), [0.0, 0.0]);
        assert_eq!(found(row(3.0, 1.0, 1.0, 3.0, 4.0, 4.0)), [0.25, 0.5]);
    }
}
