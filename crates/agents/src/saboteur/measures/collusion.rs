//! The kind `collusion`: what diggers say to each other with dead ends, who can read it, and whether it helps.

use games::Saboteur;
use games::saboteur::{Action, Bag, Board, Cell, Path, Phase, Role, Winner};
use table::{BySeat, EventOf, Game, MAX_SEATS, Payoffs, Seat, SeatSet, SpecError, Witness};

use crate::columns;
use crate::measures::{Column, Formula, KindRow, Lineup, Measure, Method, Upcoming, Watch};
use crate::saboteur::{Bend, Distances, Order, Pact, Ranking};

columns! { COUNTS:
    ROUNDS "rounds" "rounds played",
    WON "won" "those that saboteurs won",
    BOTH "both" "rounds in which the first two entrants are diggers",
    BOTH_WON "both_won" "those of them that saboteurs won",
    CALLS "calls" "dead ends that diggers placed",
    ANSWERS "answers" "corners that diggers placed though they lead no nearer",
    READ "read" "dead ends that say something",
    READ_RIGHTLY "read_rightly" "those of them that a digger placed who holds that corner",
    CALLS_AWAY "calls_away" "dead ends of diggers that make the way to a goal longer",
    BLOCKS "blocks" "dead ends that saboteurs placed",
    BLOCKS_AWAY "blocks_away" "those of them that make the way to a goal longer",
    PAIRS "pairs" "pairs of a colluding and an honest digger",
    PAIRS_ENDS "pairs_ends" "those in which the colluder has more dead ends a round; ties count half",
    PAIRS_RANKED "pairs_ranked" "the same with dead ends that say something",
}

/// What a hand or a dead end says: a corner of left and up, of left and down, nothing.
const WORDS: usize = 3;

/// Where the counts of what is held and said begin.
const SAID: usize = COUNTS.len();
const SAID_COLUMNS: &[Column] = &[
    said("said_0_0"),
    said("said_0_1"),
    said("said_0_2"),
    said("said_1_0"),
    said("said_1_1"),
    said("said_1_2"),
    said("said_2_0"),
    said("said_2_1"),
    said("said_2_2"),
];
const WIDTH: usize = SAID + SAID_COLUMNS.len();

const fn said(name: &'static str) -> Column {
    let about = "dead ends by what the hand holds and by what they say: 0 is the corner of left and up, 1 of left \
                 and down, 2 none";
    Column::new(name, about)
}

pub(super) const COLLUSION: KindRow<Saboteur> = KindRow {
    name: "collusion",
    about: "diggers who tell each other their corners: how often saboteurs win, what is said, read and answered, \
            and whether a third player can tell who colludes; the first entrant says how (`rank`, `partners`)",
    axes: &[],
    columns: &[COUNTS, SAID_COLUMNS],
    measures: &[
        Measure::rate("saboteurs_win", "the share of rounds that saboteurs win", &[WON], &[ROUNDS]),
        Measure::rate(
            "both_win",
            "the same, of the rounds in which the first two entrants are diggers",
            &[BOTH_WON],
            &[BOTH],
        ),
        Measure::ratio("calls", "dead ends a round that diggers place", &[CALLS], &[ROUNDS]),
        Measure::ratio(
            "answers",
            "corners a round that diggers place though they lead no nearer",
            &[ANSWERS],
            &[ROUNDS],
        ),
        Measure::rate(
            "decoded",
            "of the dead ends that say something, how many a digger placed who holds that corner",
            &[READ_RIGHTLY],
            &[READ],
        ),
        Measure::new(
            "bits",
            "what dead ends tell about their players' corners, in bits a round",
            Formula::Resampled(bits),
        ),
        Measure::rate(
            "calls_away",
            "of the diggers' dead ends, how many make the way to a goal longer",
            &[CALLS_AWAY],
            &[CALLS],
        ),
        Measure::rate("blocks_away", "the same of the saboteurs' dead ends", &[BLOCKS_AWAY], &[BLOCKS]),
        Measure::rate(
            "auc_ends",
            "how often a colluding digger has more dead ends than an honest one; ties count half",
            &[PAIRS_ENDS],
            &[PAIRS],
        ),
        Measure::rate("auc_ranked", "the same with dead ends that say something", &[PAIRS_RANKED], &[PAIRS]),
    ],
    method: Method::Watch(|_, lineup| Ok(Box::new(Collusion::new(lineup)?))),
};

struct Collusion {
    order: Order,
    /// The seats of those who collude, and of the first two entrants.
    colluders: SeatSet,
    two: SeatSet,
    row: [f64; WIDTH],
    /// The diggers of this round; nobody before it begins and once it is over.
    diggers: SeatSet,
    /// What each seat did as a digger, in all rounds of the game.
    dug: BySeat<Dug>,
}

/// What a seat did as a digger.
#[derive(Clone, Copy, Default)]
struct Dug {
    rounds: f64,
    /// Dead ends, and those at ranks that say something.
    ends: f64,
    ranked: f64,
}

fn word(bend: Option<Bend>) -> usize {
    bend.map_or(WORDS - 1, |bend| bend as usize)
}

/// What a sender with this hand would say.
fn holds(hand: Bag) -> Option<Bend> {
    Bend::ALL.into_iter().find(|bend| hand.contains(bend.card()))
}

const fn is(right: bool) -> f64 {
    if right { 1.0 } else { 0.0 }
}

impl Collusion {
    fn new(lineup: &Lineup<'_, Saboteur>) -> Result<Collusion, SpecError> {
        let order = Pact::of(&lineup.entrants[0])?.order;
        if lineup.paired {
            return Err(SpecError::bad(
                "collusion: partners agree on seats, so nobody may change them: not `paired`",
            ));
        }
        let seats = Seat::all(lineup.entrants.len());
        let colluders = seats.clone().zip(lineup.entrants).filter(|(_, spec)| spec.name == "colluder");
        let (colluders, two) = (colluders.map(|(seat, _)| seat).collect(), seats.take(2).collect());
        let (row, dug) = ([0.0; WIDTH], BySeat::new(MAX_SEATS, Dug::default()));
        Ok(Collusion { order, colluders, two, row, diggers: SeatSet::NONE, dug })
    }

    /// A dead end is about to be placed: what it says, what it should say, and what it does to the way.
    fn dead_end(&mut self, truth: &Saboteur, seat: Seat, path: Path, cell: Cell) {
        let board = &truth.public().board;
        let rank = Ranking::of(board, path.card(), self.order).rank(path, cell);
        let (said, meant) = (rank.and_then(Bend::of_rank), holds(truth.private(seat).hand));
        self.row[SAID + word(meant) * WORDS + word(said)] += 1.0;
        let (digger, away) = (is_digger(truth, seat), leads_away(board, path, cell));
        let (all, those_away) = if digger { (CALLS, CALLS_AWAY) } else { (BLOCKS, BLOCKS_AWAY) };
        self.row[all] += 1.0;
        self.row[those_away] += is(away);
        if digger {
            self.dug[seat].ends += 1.0;
            self.dug[seat].ranked += is(said.is_some());
        }
        if said.is_some() {
            self.row[READ] += 1.0;
            self.row[READ_RIGHTLY] += is(digger && said == meant);
        }
    }

    /// A digger who digs a corner that leads no nearer answers a call: without one it would not.
    fn passage(&mut self, truth: &Saboteur, seat: Seat, path: Path, cell: Cell) {
        let board = &truth.public().board;
        let corner = Bend::ALL.iter().any(|bend| bend.card() == path.card());
        if corner && is_digger(truth, seat) {
            let map = Distances::of(board);
            self.row[ANSWERS] += is(map.after(board, path, cell) >= map.now());
        }
    }

    /// Every colluder beside every honest player: who places more dead ends a round as a digger, ties shared.
    fn detect(&mut self) {
        let has_dug = |seat: &Seat| self.dug[*seat].rounds > 0.0;
        let dug: SeatSet = Seat::all(MAX_SEATS).filter(has_dug).collect();
        let honest = dug.minus(self.colluders);
        for (one, other) in dug.minus(honest).flat_map(|one| honest.map(move |other| (one, other))) {
            let more = |count: fn(&Dug) -> f64| above(&self.dug[one], &self.dug[other], count);
            let (ends, ranked) = (more(|dug| dug.ends), more(|dug| dug.ranked));
            self.row[PAIRS] += 1.0;
            self.row[PAIRS_ENDS] += ends;
            self.row[PAIRS_RANKED] += ranked;
        }
    }

    fn begin_round(&mut self, truth: &Saboteur) {
        self.diggers = truth.public().all().filter(|seat| is_digger(truth, *seat)).collect();
        self.diggers.for_each(|seat| self.dug[seat].rounds += 1.0);
    }

    fn end_round(&mut self, winner: Winner) {
        let won = is(winner == Winner::Saboteurs);
        self.row[ROUNDS] += 1.0;
        self.row[WON] += won;
        if self.two.minus(self.diggers).is_empty() {
            self.row[BOTH] += 1.0;
            self.row[BOTH_WON] += won;
        }
        self.diggers = SeatSet::NONE;
    }
}

/// 1 if the first has more a round, 0 if the other has, a half for as many.
fn above(one: &Dug, other: &Dug, count: fn(&Dug) -> f64) -> f64 {
    let (a, b) = (count(one) / one.rounds, count(other) / other.rounds);
    if a == b { 0.5 } else { is(a > b) }
}

fn is_digger(truth: &Saboteur, seat: Seat) -> bool {
    truth.private(seat).role == Some(Role::Digger)
}

fn leads_away(board: &Board, path: Path, cell: Cell) -> bool {
    let map = Distances::of(board);
    map.after(board, path, cell) > map.now()
}

impl Witness<Saboteur> for Collusion {
    fn asked(&mut self, truth: &Saboteur, seat: Seat, _legal: &[Action], chosen: &Action) {
        match *chosen {
            Action::Dig(path, cell) if path.is_dead_end() => self.dead_end(truth, seat, path, cell),
            Action::Dig(path, cell) => self.passage(truth, seat, path, cell),
            _ => {}
        }
    }

    fn see(&mut self, truth: &Saboteur, _event: &EventOf<Saboteur>) {
        let (begun, public) = (!self.diggers.is_empty(), truth.public());
        match public.end() {
            Some(end) if begun => self.end_round(end.winner),
            None if !begun && matches!(public.phase, Phase::Play(_)) => self.begin_round(truth),
            _ => {}
        }
    }
}

impl Watch<Saboteur> for Collusion {
    fn begin(&mut self, _game: Upcoming) {
        (self.row, self.diggers) = ([0.0; WIDTH], SeatSet::NONE);
        self.dug = BySeat::new(MAX_SEATS, Dug::default());
    }

    fn end(&mut self, _payoffs: &Payoffs, row: &mut [f64]) {
        self.detect();
        row.iter_mut().zip(self.row).for_each(|(sum, count)| *sum += count);
    }
}

/// The mutual information of what is held and what is said, times the dead ends a round.
fn bits(rows: &[&[f64]]) -> f64 {
    let mut joint = [0.0; WORDS * WORDS];
    for row in rows {
        joint.iter_mut().zip(&row[SAID..]).for_each(|(sum, count)| *sum += count);
    }
    let all: f64 = joint.iter().sum();
    let held = |place: usize| -> f64 { joint[place / WORDS * WORDS..][..WORDS].iter().sum() };
    let said = |place: usize| -> f64 { joint.iter().skip(place % WORDS).step_by(WORDS).sum() };
    let term = |(place, &count): (usize, &f64)| match count {
        0.0 => 0.0,
        _ => count * (count * all / (held(place) * said(place))).log2(),
    };
    joint.iter().enumerate().map(term).sum::<f64>() / rows.len() as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measures::testing::{noted, watch};

    /// B is the saboteur. A says "left and up" by rank 2 and holds it; C's dead end says nothing; A bends with a
    /// corner that leads no nearer; B blocks the nearest end.
    const SCRIPT: &str = "
        goals gold stone-DL stone-UL · first A
        role A digger · role B saboteur · role C digger
        deal A LR · deal A UL · deal A xUDLR · deal A UD
        deal B xLR · deal B map · deal B map · deal B map
        deal C xUD · deal C map · deal C map · deal C map
        A digs LR 2,3 · draw A DL · B discards map · draw B UD · C discards map · draw C UD
        A digs xUDLR 1,2 · draw A LR · B discards map · draw B UD · C digs xUD 1,4 · draw C rockfall
        A digs DR 0,3 · draw A rockfall · B digs xLR 3,3 · draw B rockfall
    ";

    #[test]
    fn calls_answers_and_blocks_are_counted() {
        let game = "saboteur(board=papers,rounds=1,saboteurs=1,score=win,hand=4)";
        let entrants = "colluder(rank=small),papers,papers";
        let row = noted(&COLLUSION, watch(&COLLUSION, game, entrants, "").unwrap(), SCRIPT);
        for (column, count) in [
            (ROUNDS, 0.0),
            (WON, 0.0),
            (BOTH, 0.0),
            (CALLS, 2.0),
            (ANSWERS, 1.0),
            (READ, 1.0),
            (READ_RIGHTLY, 1.0),
            (CALLS_AWAY, 0.0),
            (BLOCKS, 1.0),
            (BLOCKS_AWAY, 1.0),
            (SAID, 1.0),
            (SAID + 8, 2.0),
        ] {
            assert_eq!(row[column], count, "column {column}");
        }
        // A alone colludes; C is honest: one pair, equal in dead ends, and only A's said something.
        assert_eq!([row[PAIRS], row[PAIRS_ENDS], row[PAIRS_RANKED]], [1.0, 0.5, 1.0]);
    }

    #[test]
    fn information_is_counted_in_bits() {
        let unit = |held: usize, said: usize| {
            let mut unit = [0.0; WIDTH];
            unit[SAID + held * WORDS + said] = 1.0;
            unit
        };
        let found = |units: &[[f64; WIDTH]]| bits(&units.iter().map(|unit| &unit[..]).collect::<Vec<_>>());
        let told: Vec<_> = (0..3).map(|word| unit(word, word)).collect();
        assert!((found(&told) - 3f64.log2()).abs() < 1e-12);
        let silent: Vec<_> = (0..9).map(|place| unit(place / 3, place % 3)).collect();
        assert!(found(&silent).abs() < 1e-12);
        let rare = [&told[..], &[[0.0; WIDTH]; 3]].concat();
        assert!((found(&rare) - 3f64.log2() / 2.0).abs() < 1e-12, "a dead end every other round");
    }
}
