//! The kind `collusion`: what diggers say to each other with dead ends, who can read it, and whether it helps; what a
//! group gains that agreed before the game; and what is said aloud about the goals.

use games::Saboteur;
use games::saboteur::{Action, Board, CardBag, Cell, Claim, End, Path, Phase, Role, Treasure, Winner};
use table::{
    BySeat, EventOf, Game, MAX_SEATS, Param, Params, Payoffs, Seat, SeatSet, SpecError, Values, Witness,
};

use super::information::{information, joint};
use super::is;
use catalog::columns;
use catalog::kinds::{Column, Formula, KindRow, Lineup, Measure, Method, Upcoming, Watch};
use players::saboteur::seats_of;
use players::saboteur::{Bend, Distances, Lexicon, Pact, Ranking};

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
    LOOKS "looks" "maps played",
    CLAIMS "claims" "goals that were said to be gold or stone",
    CLAIMS_TRUE "claims_true" "those that were what was said",
    MEMBERS "members" "rounds of members of the group",
    MEMBERS_WON "members_won" "those that they won",
    MEMBERS_POINTS "members_points" "what they earned",
    OTHERS "others" "rounds of everybody else",
    OTHERS_WON "others_won" "those that they won",
    OTHERS_POINTS "others_points" "what they earned",
    SPLIT_MEMBERS "split_members" "rounds of members of the group in which it is split over both roles",
    SPLIT_MEMBERS_WON "split_members_won" "those that they won",
    SPLIT_MEMBERS_POINTS "split_members_points" "what they earned",
    SPLIT_OTHERS "split_others" "rounds of everybody else in which the group is split over both roles",
    SPLIT_OTHERS_WON "split_others_won" "those that they won",
    SPLIT_OTHERS_POINTS "split_others_points" "what they earned",
}

/// Of members and others, in all rounds and where the group is split: the first of three columns, how many sat there,
/// how many won, and what they earned.
const SIDES: [[usize; 2]; 2] = [[MEMBERS, OTHERS], [SPLIT_MEMBERS, SPLIT_OTHERS]];

const GROUP: Param = Param::new("group", "", "the seats whose gains are counted, e.g. AB", Values::Text);

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
    let about = "diggers' dead ends by what the hand holds and by what they say: 0 is the corner of left and up, 1 \
                 of left and down, 2 none";
    Column::new(name, about)
}

pub(super) const COLLUSION: KindRow<Saboteur> = KindRow {
    name: "collusion",
    about: "diggers who tell each other their corners: how often saboteurs win, what is said, read and answered, \
            and whether a third player can tell who colludes; the first entrant says how (`rank`, `partners`). What \
            `group` gains by an agreement, and what is said aloud about the goals",
    axes: &[&[GROUP]],
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
            "what diggers' dead ends tell about the corners they hold, in bits a round",
            Formula::Resampled(bits),
        ),
        Measure::new("bits_a_call", "the same in bits a dead end", Formula::Resampled(bits_a_call)),
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
        Measure::ratio("looks", "maps played a round", &[LOOKS], &[ROUNDS]),
        Measure::ratio(
            "claims",
            "how often a round a goal is said to be gold or stone",
            &[CLAIMS],
            &[ROUNDS],
        ),
        Measure::rate("claims_true", "of these, how many are true", &[CLAIMS_TRUE], &[CLAIMS]),
        Measure::rate("group_win", "how often a member of the group wins", &[MEMBERS_WON], &[MEMBERS]),
        Measure::ratio("group_points", "what a member earns a round", &[MEMBERS_POINTS], &[MEMBERS]),
        Measure::rate("others_win", "how often anybody else wins", &[OTHERS_WON], &[OTHERS]),
        Measure::ratio("others_points", "what anybody else earns a round", &[OTHERS_POINTS], &[OTHERS]),
        Measure::rate(
            "split_group_win",
            "how often a member of the group wins where it is split over both roles",
            &[SPLIT_MEMBERS_WON],
            &[SPLIT_MEMBERS],
        ),
        Measure::ratio(
            "split_group_points",
            "what a member earns there",
            &[SPLIT_MEMBERS_POINTS],
            &[SPLIT_MEMBERS],
        ),
        Measure::rate(
            "split_others_win",
            "how often anybody else wins there",
            &[SPLIT_OTHERS_WON],
            &[SPLIT_OTHERS],
        ),
        Measure::ratio(
            "split_others_points",
            "what anybody else earns there",
            &[SPLIT_OTHERS_POINTS],
            &[SPLIT_OTHERS],
        ),
    ],
    method: Method::Watch(|params, lineup| Ok(Box::new(Collusion::new(params, lineup)?))),
};

struct Collusion {
    pact: Pact,
    /// What was shown so far of a language that was not agreed.
    lexicon: Lexicon,
    /// The seats of those who collude, and of the first two entrants.
    colluders: SeatSet,
    two: SeatSet,
    /// The seats whose gains are counted, and whether they were split in the round just over.
    group: SeatSet,
    split: bool,
    seats: usize,
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

/// The seats of the axis `group`. What is earned is known of whole games, so a game must be one round.
fn group(params: &mut Params<'_>, lineup: &Lineup<'_, Saboteur>) -> Result<SeatSet, SpecError> {
    let letters = params.text(&GROUP);
    let group = seats_of(letters).map_err(|_| params.refuse(GROUP.key, letters, "seats, e.g. AB"))?;
    match group.minus(SeatSet::all(lineup.entrants.len())).is_empty() {
        false => Err(params.refuse(GROUP.key, letters, "seats of this table")),
        true if !group.is_empty() && lineup.rules.rounds != 1 => {
            Err(SpecError::bad("collusion: what a `group` gains is counted in games of one round: rounds=1"))
        }
        true => Ok(group),
    }
}

fn word(bend: Option<Bend>) -> usize {
    bend.map_or(WORDS - 1, |bend| bend as usize)
}

/// What a sender with this hand would say.
fn holds(hand: CardBag) -> Option<Bend> {
    Bend::ALL.into_iter().find(|bend| hand.contains(bend.card()))
}

impl Collusion {
    fn new(params: &mut Params<'_>, lineup: &Lineup<'_, Saboteur>) -> Result<Collusion, SpecError> {
        let group = group(params, lineup)?;
        let (pact, lexicon) = (Pact::of(&lineup.entrants[0])?, Lexicon::default());
        if lineup.paired {
            return Err(SpecError::bad(
                "collusion: partners agree on seats, so nobody may change them: not `paired`",
            ));
        }
        let seats = Seat::all(lineup.entrants.len());
        let colluders = seats.clone().zip(lineup.entrants).filter(|(_, spec)| spec.name == "colluder");
        let (colluders, two) = (colluders.map(|(seat, _)| seat).collect(), seats.take(2).collect());
        let (row, dug) = ([0.0; WIDTH], BySeat::new(MAX_SEATS, Dug::default()));
        let (split, seats) = (false, lineup.entrants.len());
        let diggers = SeatSet::NONE;
        Ok(Collusion { pact, lexicon, colluders, two, group, split, seats, row, diggers, dug })
    }

    /// A dead end is about to be placed: what it says, what it should say, and what it does to the way.
    fn dead_end(&mut self, truth: &Saboteur, seat: Seat, path: Path, cell: Cell) {
        let board = &truth.public().board;
        let rank = Ranking::of(board, path.card(), self.pact.order).rank(path, cell);
        let said = rank.and_then(|rank| self.pact.code.meaning(&self.lexicon, rank));
        let meant = holds(truth.private(seat).hand);
        self.lexicon.called(seat, rank);
        let (digger, away) = (is_digger(truth, seat), leads_away(board, path, cell));
        let (all, those_away) = if digger { (CALLS, CALLS_AWAY) } else { (BLOCKS, BLOCKS_AWAY) };
        self.row[all] += 1.0;
        self.row[those_away] += is(away);
        if digger {
            self.row[SAID + word(meant) * WORDS + word(said)] += 1.0;
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
        self.lexicon.dug(seat, path.card());
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
        for (one, other) in dug.and(self.colluders).flat_map(|one| honest.map(move |other| (one, other))) {
            let more = |count: fn(&Dug) -> f64| above(&self.dug[one], &self.dug[other], count);
            let (ends, ranked) = (more(|dug| dug.ends), more(|dug| dug.ranked));
            self.row[PAIRS] += 1.0;
            self.row[PAIRS_ENDS] += ends;
            self.row[PAIRS_RANKED] += ranked;
        }
    }

    fn begin_round(&mut self, truth: &Saboteur) {
        self.lexicon.begin_round();
        self.diggers = truth.public().all().filter(|seat| is_digger(truth, *seat)).collect();
        self.diggers.for_each(|seat| self.dug[seat].rounds += 1.0);
    }

    /// Something is said about the goal that was looked at.
    fn claim(&mut self, truth: &Saboteur, claim: Claim) {
        if let (Phase::Say(_, goal), Claim::Gold | Claim::Stone) = (truth.public().phase, claim) {
            let gold = truth.treasure(goal) == Treasure::Gold;
            self.row[CLAIMS] += 1.0;
            self.row[CLAIMS_TRUE] += is(gold == (claim == Claim::Gold));
        }
    }

    /// What each seat did, `place` columns after the first of its three, in all rounds and in those of a split group.
    fn note(&mut self, place: usize, what: impl Fn(Seat) -> f64) {
        for seat in Seat::all(self.seats) {
            let column = usize::from(!self.group.contains(seat));
            for sides in &SIDES[..=usize::from(self.split)] {
                self.row[sides[column] + place] += what(seat);
            }
        }
    }

    /// Counts who won, if there is a group.
    fn gains(&mut self, end: &End) {
        let traitors = self.group.minus(self.diggers);
        self.split = !traitors.is_empty() && traitors != self.group;
        if !self.group.is_empty() {
            self.note(0, |_| 1.0);
            self.note(1, |seat| is(end.won(seat)));
        }
    }

    fn end_round(&mut self, end: &End) {
        self.gains(end);
        let won = is(end.winner == Winner::Saboteurs);
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
            Action::Map(_) => self.row[LOOKS] += 1.0,
            Action::Say(claim) => self.claim(truth, claim),
            _ => {}
        }
    }

    fn see(&mut self, truth: &Saboteur, _event: &EventOf<Saboteur>) {
        let (begun, public) = (!self.diggers.is_empty(), truth.public());
        match public.end() {
            Some(end) if begun => self.end_round(end),
            None if !begun && matches!(public.phase, Phase::Play(_)) => self.begin_round(truth),
            _ => {}
        }
    }
}

impl Watch<Saboteur> for Collusion {
    fn begin(&mut self, _game: Upcoming) {
        (self.row, self.diggers) = ([0.0; WIDTH], SeatSet::NONE);
        (self.dug, self.lexicon) = (BySeat::new(MAX_SEATS, Dug::default()), Lexicon::default());
    }

    fn end(&mut self, payoffs: &Payoffs, row: &mut [f64]) {
        self.detect();
        if !self.group.is_empty() {
            self.note(2, |seat| payoffs.points[seat]);
        }
        row.iter_mut().zip(self.row).for_each(|(sum, count)| *sum += count);
    }
}

/// What is held and what is said, counted over all units.
fn held_and_said(rows: &[&[f64]]) -> [f64; WORDS * WORDS] {
    joint(rows, SAID)
}

/// The mutual information of what is held and what is said, times the dead ends a round.
fn bits(rows: &[&[f64]]) -> f64 {
    information(&held_and_said(rows), WORDS) / rows.len() as f64
}

/// The mutual information of what is held and what is said; 0 if nothing is said.
fn bits_a_call(rows: &[&[f64]]) -> f64 {
    let calls: f64 = held_and_said(rows).iter().sum();
    bits(rows) * rows.len() as f64 / calls.max(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{noted, watch};

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
            (SAID + 8, 1.0),
            (LOOKS, 0.0),
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
        let rows: Vec<_> = rare.iter().map(|unit| &unit[..]).collect();
        assert!((bits_a_call(&rows) - 3f64.log2()).abs() < 1e-12, "of which each says as much");
    }

    /// A is a digger and B the saboteur: they are split, and C has nobody. A sees the gold and says so, B calls it a
    /// stone, C says nothing; nobody digs.
    const TALK: &str = "
        goals gold stone-DL stone-UL · first A
        role A digger · role B saboteur · role C digger
        deal A map · deal B map · deal C map
        A maps top · A says gold · B maps top · B says stone · C maps top · C says nothing
    ";

    #[test]
    fn what_a_group_gains_and_what_is_said_are_counted() {
        let game = "saboteur(hand=1,talk=on,deck=3map,saboteurs=1,rounds=1)";
        let counted = |group: &str| {
            noted(&COLLUSION, watch(&COLLUSION, game, "papers,papers,papers", group).unwrap(), TALK)
        };
        let row = counted("group=AB");
        assert_eq!([row[LOOKS], row[CLAIMS], row[CLAIMS_TRUE]], [3.0, 2.0, 1.0]);
        // The saboteur alone won, and has 4 nuggets.
        for [members, others] in SIDES {
            assert_eq!(
                (&row[members..][..3], &row[others..][..3]),
                (&[2.0, 1.0, 4.0][..], &[1.0, 0.0, 0.0][..])
            );
        }
        let row = counted("group=AC");
        assert_eq!((&row[MEMBERS..][..3], &row[OTHERS..][..3]), (&[2.0, 0.0, 0.0][..], &[1.0, 1.0, 4.0][..]));
        assert_eq!(&row[SPLIT_MEMBERS..][..6], &[0.0; 6], "they are not split");
        assert_eq!(&counted("")[MEMBERS..][..12], &[0.0; 12], "nobody agreed");
    }

    #[test]
    fn groups_that_cannot_be_are_refused() {
        let refused = |game: &str, group: &str| {
            let made = watch(&COLLUSION, game, "papers,papers,papers", &format!("group={group}"));
            made.err().map(|error| error.to_string()).unwrap_or_default()
        };
        assert!(refused("saboteur(rounds=1)", "AX").contains("`group"), "no seat");
        assert!(refused("saboteur(rounds=1)", "AD").contains("seats of this table"));
        assert!(refused("saboteur(rounds=3)", "AB").contains("one round"));
    }
}
