//! The kind `collusion`: what diggers say to each other with dead ends, who can read it, and whether it helps.

use agents::saboteur::{Bend, Distances, Order, Pact, Ranking};
use games::Saboteur;
use games::saboteur::{Action, Bag, Board, Cell, Path, Phase, Role, Rules, Winner};
use table::{BySeat, EventOf, Game, MAX_SEATS, Payoffs, Seat, SeatSet, SpecError, Witness};

use super::watched::{Noted, Row, Watch, watched};
use super::{Kind, Measure, Setting};
use crate::stats::{Bootstrap, Estimate, Share};

pub(super) const COLLUSION: Kind = Kind {
    name: "collusion",
    about: "diggers who tell each other their corners: how often saboteurs win, what is said, read and answered, \
            and whether a third player can tell who colludes; the first entrant says how (`rank`, `partners`)",
    measures: Collusion::MEASURES,
    situation: &[],
    build: watched::<Saboteur, Collusion>,
};

/// What a hand or a dead end says: a corner of left and up, of left and down, nothing.
const WORDS: usize = 3;

const COLUMNS: [&str; 14] = [
    "rounds",
    "won",
    "both",
    "both_won",
    "calls",
    "answers",
    "read",
    "read_rightly",
    "calls_away",
    "blocks",
    "blocks_away",
    "pairs",
    "pairs_ends",
    "pairs_ranked",
];

#[derive(Clone, Copy, Default)]
struct Counts {
    columns: [f64; COLUMNS.len()],
    /// By what the hand holds and what the dead end says.
    said: [[f64; WORDS]; WORDS],
}

impl Counts {
    fn add(&mut self, column: &str, amount: f64) {
        let place = COLUMNS.iter().position(|name| *name == column).expect("a column of this kind");
        self.columns[place] += amount;
    }
}

struct Collusion {
    order: Order,
    /// The seats of those who collude, and of the first two entrants.
    colluders: SeatSet,
    two: SeatSet,
    counts: Counts,
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

impl Collusion {
    /// A dead end is about to be placed: what it says, what it should say, and what it does to the way.
    fn dead_end(&mut self, truth: &Saboteur, seat: Seat, path: Path, cell: Cell) {
        let board = &truth.public().board;
        let rank = Ranking::of(board, path.card(), self.order).rank(path, cell);
        let (said, meant) = (rank.and_then(Bend::of_rank), holds(truth.private(seat).hand));
        self.counts.said[word(meant)][word(said)] += 1.0;
        let (digger, away) = (is_digger(truth, seat), leads_away(board, path, cell));
        let names = if digger { ["calls", "calls_away"] } else { ["blocks", "blocks_away"] };
        self.counts.add(names[0], 1.0);
        self.counts.add(names[1], f64::from(u8::from(away)));
        if digger {
            self.dug[seat].ends += 1.0;
            self.dug[seat].ranked += f64::from(u8::from(said.is_some()));
        }
        if said.is_some() {
            self.counts.add("read", 1.0);
            self.counts.add("read_rightly", f64::from(u8::from(digger && said == meant)));
        }
    }

    /// A digger who digs a corner that leads no nearer answers a call: without one it would not.
    fn passage(&mut self, truth: &Saboteur, seat: Seat, path: Path, cell: Cell) {
        let board = &truth.public().board;
        let corner = Bend::ALL.iter().any(|bend| bend.card() == path.card());
        if corner && is_digger(truth, seat) {
            let map = Distances::of(board);
            self.counts.add("answers", f64::from(u8::from(map.after(board, path, cell) >= map.now())));
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
            self.counts.add("pairs", 1.0);
            self.counts.add("pairs_ends", ends);
            self.counts.add("pairs_ranked", ranked);
        }
    }

    fn begin_round(&mut self, truth: &Saboteur) {
        self.diggers = truth.public().all().filter(|seat| is_digger(truth, *seat)).collect();
        self.diggers.for_each(|seat| self.dug[seat].rounds += 1.0);
    }

    fn end_round(&mut self, winner: Winner) {
        let won = f64::from(u8::from(winner == Winner::Saboteurs));
        self.counts.add("rounds", 1.0);
        self.counts.add("won", won);
        if self.two.minus(self.diggers).is_empty() {
            self.counts.add("both", 1.0);
            self.counts.add("both_won", won);
        }
        self.diggers = SeatSet::NONE;
    }
}

/// 1 if the first has more a round, 0 if the other has, a half for as many.
fn above(one: &Dug, other: &Dug, count: fn(&Dug) -> f64) -> f64 {
    let (a, b) = (count(one) / one.rounds, count(other) / other.rounds);
    if a == b { 0.5 } else { f64::from(u8::from(a > b)) }
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

const fn rate(name: &'static str, about: &'static str) -> Measure {
    Measure { name, about, rate: true }
}

const fn mean(name: &'static str, about: &'static str) -> Measure {
    Measure { name, about, rate: false }
}

impl Watch<Saboteur> for Collusion {
    const MEASURES: &'static [Measure] = &[
        rate("saboteurs_win", "the share of rounds that saboteurs win"),
        rate("both_win", "the same, of the rounds in which the first two entrants are diggers"),
        mean("calls", "dead ends a round that diggers place"),
        mean("answers", "corners a round that diggers place though they lead no nearer"),
        rate(
            "decoded",
            "of the dead ends that say something, how many a digger placed who holds that corner",
        ),
        mean("bits", "what dead ends tell about their players' corners, in bits a round"),
        rate("calls_away", "of the diggers' dead ends, how many make the way to a goal longer"),
        rate("blocks_away", "the same of the saboteurs' dead ends"),
        rate(
            "auc_ends",
            "how often a colluding digger has more dead ends than an honest one; ties count half",
        ),
        rate("auc_ranked", "the same with dead ends that say something"),
    ];

    fn new(setting: &Setting, _rules: &Rules) -> Result<Collusion, SpecError> {
        let order = Pact::of(&setting.entrants[0])?.order;
        if setting.paired {
            return Err(SpecError::bad(
                "collusion: partners agree on seats, so nobody may change them: not `paired`",
            ));
        }
        let seats = Seat::all(setting.entrants.len());
        let colluders = seats.clone().zip(&setting.entrants).filter(|(_, spec)| spec.name == "colluder");
        let (colluders, two) = (colluders.map(|(seat, _)| seat).collect(), seats.take(2).collect());
        let (counts, dug) = (Counts::default(), BySeat::new(MAX_SEATS, Dug::default()));
        Ok(Collusion { order, colluders, two, counts, diggers: SeatSet::NONE, dug })
    }

    fn columns(&self) -> Vec<String> {
        let said = (0..WORDS * WORDS).map(|place| format!("said_{}_{}", place / WORDS, place % WORDS));
        COLUMNS.map(String::from).into_iter().chain(said).collect()
    }

    fn begin(&mut self, _first: Seat, _seed: u64) {
        (self.counts, self.diggers) = (Counts::default(), SeatSet::NONE);
        self.dug = BySeat::new(MAX_SEATS, Dug::default());
    }

    fn end(&mut self, _payoffs: &Payoffs, row: &mut [f64]) {
        self.detect();
        let counts = self.counts.columns.iter().chain(self.counts.said.as_flattened());
        row.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
    }

    fn share(measure: &str, row: &Row<'_>) -> Option<Share> {
        Some(match measure {
            "saboteurs_win" => row.share("won", "rounds"),
            "both_win" => row.share("both_won", "both"),
            "calls" => row.share("calls", "rounds"),
            "answers" => row.share("answers", "rounds"),
            "decoded" => row.share("read_rightly", "read"),
            "calls_away" => row.share("calls_away", "calls"),
            "blocks_away" => row.share("blocks_away", "blocks"),
            "auc_ends" => row.share("pairs_ends", "pairs"),
            "auc_ranked" => row.share("pairs_ranked", "pairs"),
            _ => return None,
        })
    }

    /// The information between hands and dead ends is no ratio of sums: units are drawn again.
    fn other(_measure: &str, noted: &Noted<'_>) -> Estimate {
        let joint = |values: &[f64]| {
            let mut joint = [0.0; WORDS * WORDS];
            joint.copy_from_slice(&values[COLUMNS.len()..]);
            joint
        };
        let units: Vec<[f64; WORDS * WORDS]> = noted.rows.iter().map(joint).collect();
        Bootstrap::default().percentile(&units, bits)
    }
}

/// The mutual information of what is held and what is said, times the dead ends a round.
fn bits(units: &[[f64; WORDS * WORDS]]) -> f64 {
    let mut joint = [0.0; WORDS * WORDS];
    for unit in units {
        joint.iter_mut().zip(unit).for_each(|(sum, count)| *sum += count);
    }
    let all: f64 = joint.iter().sum();
    let held = |place: usize| -> f64 { joint[place / WORDS * WORDS..][..WORDS].iter().sum() };
    let said = |place: usize| -> f64 { joint.iter().skip(place % WORDS).step_by(WORDS).sum() };
    let term = |(place, &count): (usize, &f64)| match count {
        0.0 => 0.0,
        _ => count * (count * all / (held(place) * said(place))).log2(),
    };
    joint.iter().enumerate().map(term).sum::<f64>() / units.len() as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::kinds::breaks::watch_script;
    use table::{Notation, Spec};

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

    fn counted() -> (Vec<String>, Vec<f64>) {
        let game: Spec = "saboteur(board=papers,rounds=1,saboteurs=1,score=win,hand=4)".parse().unwrap();
        let rules = Saboteur::read_rules(&game, 3).unwrap();
        let entrants = Spec::list("colluder(rank=small),papers,papers").unwrap();
        let setting = Setting { game, entrants, paired: false, series: 1, situation: Vec::new(), seed: 0 };
        let mut watch = Collusion::new(&setting, &rules).unwrap();
        (watch.columns(), watch_script(&mut watch, &rules, SCRIPT))
    }

    #[test]
    fn calls_answers_and_blocks_are_counted() {
        let (columns, row) = counted();
        let row = Row::new(&columns, &row);
        for (column, count) in [
            ("rounds", 0.0),
            ("won", 0.0),
            ("both", 0.0),
            ("calls", 2.0),
            ("answers", 1.0),
            ("read", 1.0),
            ("read_rightly", 1.0),
            ("calls_away", 0.0),
            ("blocks", 1.0),
            ("blocks_away", 1.0),
            ("said_0_0", 1.0),
            ("said_2_2", 2.0),
        ] {
            assert_eq!(row[column], count, "{column}");
        }
        // A alone colludes; C is honest: one pair, equal in dead ends, and only A's said something.
        assert_eq!([row["pairs"], row["pairs_ends"], row["pairs_ranked"]], [1.0, 0.5, 1.0]);
    }

    #[test]
    fn information_is_counted_in_bits() {
        let unit = |held: usize, said: usize| {
            let mut unit = [0.0; WORDS * WORDS];
            unit[held * WORDS + said] = 1.0;
            unit
        };
        let told: Vec<_> = (0..3).map(|word| unit(word, word)).collect();
        assert!((bits(&told) - 3f64.log2()).abs() < 1e-12);
        let silent: Vec<_> = (0..9).map(|place| unit(place / 3, place % 3)).collect();
        assert!(bits(&silent).abs() < 1e-12);
        let rare = [&told[..], &[[0.0; 9]; 3]].concat();
        assert!((bits(&rare) - 3f64.log2() / 2.0).abs() < 1e-12, "a dead end every other round");
    }
}
