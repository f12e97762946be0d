//! The kind `breaks`: where two functions agree that a saboteur should play a break card.

use games::Saboteur;
use games::saboteur::{Action, Phase, Role, Winner};
use table::{EventOf, Game, Param, Params, Payoffs, Seat, SeatSet, Spec, SpecError, Values, Witness};

use super::is;
use catalog::columns;
use catalog::kinds::{KindRow, Lineup, Measure, Method, Upcoming, Watch};
use players::saboteur::{BOARD, HANDS, TURN, VETO};
use players::saboteur::{Cheat, Normal, Scoring};

columns! { COLUMNS:
    ROUNDS "rounds" "rounds played",
    WON "saboteurs_won" "those that saboteurs won",
    DECISIONS "decisions" "turns of a saboteur with a break card it can play",
    HITS "hits" "decisions at which both functions play",
    MISSES "misses" "at which only the cheat plays",
    FALSE_ALARMS "false_alarms" "at which only the normal function plays",
    REJECTIONS "rejections" "at which neither plays",
    SEATS "seats" "seats at the table",
    SABOTEURS "saboteurs" "seats that were a saboteur in some round of the game",
    WINNERS "winners" "seats that won the game; of equals all of them",
    WINNERS_SABOTEURS "winners_saboteurs" "those of them that were a saboteur in some round",
    SHARED "shared" "games with more than one winner",
}

const CHEAT: Param =
    Param::new("cheat", "5-12", "the board and the turn of the score that sees all hands", Values::Text);

const CHEAT_THRESHOLD: Param = Param::number(
    "cheat_threshold",
    "",
    "the score from which on the score that sees all hands plays; that of the first entrant unless swept",
    0.0,
    10_000.0,
);

/// What the two functions of a cell read from the sweep.
pub(super) const AXES: &[Param] = &[
    BOARD.with_default(""),
    TURN.with_default(""),
    CHEAT,
    CHEAT_THRESHOLD,
    VETO.param.with_default(""),
    HANDS.param.with_default(""),
];

pub(super) const BREAKS: KindRow<Saboteur> = KindRow {
    name: "breaks",
    about: "whether the score of what everybody knows (`board`, `turn`, and what the first entrant is told) would \
            play a break card where the score that sees all hands (`cheat`, `cheat_threshold`, `veto`, `hands`) \
            would; a decision is a saboteur's turn with a break card it can play",
    axes: &[AXES],
    columns: &[COLUMNS],
    measures: &[
        Measure::rate(
            "recall",
            "of the cards the cheat would play, how many are played",
            &[HITS],
            &[HITS, MISSES],
        ),
        Measure::rate(
            "precision",
            "of the cards played, how many the cheat would play",
            &[HITS],
            &[HITS, FALSE_ALARMS],
        ),
        Measure::rate(
            "f",
            "the harmonic mean of recall and precision",
            &[HITS, HITS],
            &[HITS, HITS, MISSES, FALSE_ALARMS],
        ),
        Measure::rate("saboteurs_win", "the share of rounds that saboteurs win", &[WON], &[ROUNDS]),
        Measure::ratio("decisions", "decisions a round", &[DECISIONS], &[ROUNDS]),
        Measure::ratio("positives", "cards a round that the cheat would play", &[HITS, MISSES], &[ROUNDS]),
        Measure::rate(
            "saboteurs",
            "of all seats, those that were a saboteur in some round of the game",
            &[SABOTEURS],
            &[SEATS],
        ),
        Measure::rate(
            "winners_saboteurs",
            "of those who win the game (of equals all), those that were a saboteur in some round",
            &[WINNERS_SABOTEURS],
            &[WINNERS],
        ),
        Measure::rate("shared", "the share of games that several win", &[SHARED], &[]),
    ],
    method: Method::Watch(|params, lineup| {
        let (normal, cheat) = functions(params, lineup)?;
        Ok(Box::new(Breaks { normal, cheat, saboteurs: SeatSet::NONE, row: [0.0; COLUMNS.len()] }))
    }),
};

/// The two functions of a cell.
pub(super) fn functions(
    params: &mut Params<'_>,
    lineup: &Lineup<'_, Saboteur>,
) -> Result<(Normal, Cheat), SpecError> {
    let mut spec = lineup.entrants[0].clone();
    for axis in AXES.iter().filter(|axis| ![CHEAT.key, CHEAT_THRESHOLD.key].contains(&axis.key)) {
        if let Some(value) = params.given(axis) {
            set(&mut spec, axis.key, value);
        }
    }
    let normal = Normal(Scoring::of(&spec)?);
    let own = params.text(&CHEAT);
    let (board, turn) =
        own.split_once('-').ok_or_else(|| params.refuse(CHEAT.key, own, "its board and turn, e.g. 5-12"))?;
    set(&mut spec, BOARD.key, board);
    set(&mut spec, TURN.key, turn);
    let mut cheat = Cheat::of(&spec)?;
    if let Some(threshold) = params.maybe_number(&CHEAT_THRESHOLD)? {
        cheat.scoring.threshold = threshold;
    }
    Ok((normal, cheat))
}

fn set(spec: &mut Spec, key: &str, value: &str) {
    spec.params.retain(|(other, _)| other != key);
    spec.params.push((key.to_string(), value.to_string()));
}

/// Whether a saboteur is asked who could play a break card.
pub(super) fn may_break(truth: &Saboteur, seat: Seat, legal: &[Action]) -> bool {
    matches!(truth.public().phase, Phase::Play(_))
        && truth.private(seat).role == Some(Role::Saboteur)
        && legal.iter().any(|action| matches!(action, Action::Break(..)))
}

/// Where a decision is counted: among those found, missed, invented, or rightly left alone.
pub(super) const fn label(used: bool, wanted: bool, places: [usize; 4]) -> usize {
    let [hits, misses, false_alarms, rejections] = places;
    match (used, wanted) {
        (true, true) => hits,
        (false, true) => misses,
        (true, false) => false_alarms,
        (false, false) => rejections,
    }
}

struct Breaks {
    normal: Normal,
    cheat: Cheat,
    /// Who was a saboteur in a round that is over.
    saboteurs: SeatSet,
    row: [f64; COLUMNS.len()],
}

impl Witness<Saboteur> for Breaks {
    fn asked(&mut self, truth: &Saboteur, seat: Seat, legal: &[Action], _chosen: &Action) {
        if may_break(truth, seat, legal) {
            let hand = truth.private(seat).hand;
            let normal = self.normal.decide(truth.public(), seat, hand).is_some();
            let cheat = self.cheat.decide(truth, seat).is_some();
            self.row[DECISIONS] += 1.0;
            self.row[label(normal, cheat, [HITS, MISSES, FALSE_ALARMS, REJECTIONS])] += 1.0;
        }
    }

    fn see(&mut self, truth: &Saboteur, _event: &EventOf<Saboteur>) {
        let public = truth.public();
        self.row[ROUNDS] = f64::from(public.round + 1);
        self.row[WON] = public.ends().filter(|end| end.winner == Winner::Saboteurs).count() as f64;
        self.saboteurs = public.ends().flat_map(|end| end.saboteurs).collect();
    }
}

impl Watch<Saboteur> for Breaks {
    fn begin(&mut self, _game: Upcoming) {
        (self.row, self.saboteurs) = ([0.0; COLUMNS.len()], SeatSet::NONE);
    }

    fn end(&mut self, payoffs: &Payoffs, row: &mut [f64]) {
        let seats = payoffs.wins.as_slice().len();
        let winners: SeatSet = Seat::all(seats).filter(|seat| payoffs.wins[*seat] > 0.0).collect();
        let among = |seats: SeatSet| seats.len() as f64;
        self.row[SEATS] = seats as f64;
        self.row[SABOTEURS] = among(self.saboteurs);
        self.row[WINNERS] = among(winners);
        self.row[WINNERS_SABOTEURS] = among(winners.and(self.saboteurs));
        self.row[SHARED] = is(winners.len() > 1);
        row.iter_mut().zip(self.row).for_each(|(sum, count)| *sum += count);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{noted, watch};

    const GAME: &str = "saboteur(board=papers,rounds=1,saboteurs=1,score=win,hand=3)";

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

    #[test]
    fn decisions_are_labelled() {
        let counted = |axes: &str| {
            let row =
                noted(&BREAKS, watch(&BREAKS, GAME, "breaker(turn=5),papers,papers", axes).unwrap(), SCRIPT);
            row[..SEATS].to_vec()
        };
        // Three decisions. The score reaches 50 at the third, after six cards; so does the cheat's, but for
        // the carts C can repair: it would break the lantern.
        assert_eq!(counted("cheat=5-5"), [1.0, 0.0, 3.0, 1.0, 0.0, 0.0, 2.0]);
        // A cheat that waits longer does not play; that is what it does unless told otherwise.
        assert_eq!(counted("cheat=5-12"), [1.0, 0.0, 3.0, 0.0, 0.0, 1.0, 2.0]);
        assert_eq!(counted(""), counted("cheat=5-12"));
        // One for whom the first column is far plays from the second decision on.
        assert_eq!(counted("cheat=0-40"), [1.0, 0.0, 3.0, 1.0, 1.0, 0.0, 1.0]);
        // Each score has its own threshold.
        assert_eq!(counted("cheat=5-5,cheat_threshold=1000"), [1.0, 0.0, 3.0, 0.0, 0.0, 1.0, 2.0]);
        assert_eq!(counted("cheat=5-5,cheat_threshold=0"), [1.0, 0.0, 3.0, 1.0, 2.0, 0.0, 0.0]);
        // The sweep has the last word on what the first entrant is told.
        assert_eq!(counted("cheat=5-5,turn=40"), [1.0, 0.0, 3.0, 0.0, 1.0, 0.0, 2.0]);
    }

    /// Everybody passes: the saboteurs win both rounds, A the first and C the second, four nuggets each.
    #[test]
    fn the_winners_of_a_game_are_those_with_the_most_gold() {
        let game = "saboteur(board=papers,rounds=2,saboteurs=1,hand=1,deck=3map)";
        let script = "
            goals gold stone-DL stone-UL · first A · role A saboteur · role B digger · role C digger
            deal A map · deal B map · deal C map · A discards map · B discards map · C discards map
            goals gold stone-DL stone-UL · role A digger · role B digger · role C saboteur
            deal A map · deal B map · deal C map · A discards map · B discards map · C discards map
        ";
        let row = noted(&BREAKS, watch(&BREAKS, game, "breaker,papers,papers", "").unwrap(), script);
        assert_eq!([row[ROUNDS], row[WON], row[DECISIONS]], [2.0, 2.0, 0.0]);
        assert_eq!(row[SEATS..], [3.0, 2.0, 2.0, 2.0, 1.0]);
    }

    #[test]
    fn a_cheat_that_cannot_be_read_is_refused() {
        let error = watch(&BREAKS, GAME, "breaker,papers,papers", "cheat=5").err().unwrap().to_string();
        assert_eq!(error, "breaks: `cheat=5` should be its board and turn, e.g. 5-12");
        let error =
            watch(&BREAKS, GAME, "breaker,papers,papers", "cheat_threshold=x").err().unwrap().to_string();
        assert!(error.contains("`cheat_threshold=x` should be"), "{error}");
    }
}
