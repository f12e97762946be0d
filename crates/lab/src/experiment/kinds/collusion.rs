//! The kind `collusion`: what diggers say to each other with dead ends, who can read it, and whether it helps.

use agents::saboteur::{Bend, Order, Pact, Partners, Ranking};
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
    "agreed",
    "agreed_won",
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
    /// The entrants who collude by what they are told, and those who agreed on seats.
    colluders: SeatSet,
    agreed: SeatSet,
    counts: Counts,
    won: bool,
    diggers: SeatSet,
    /// Dead ends of each seat: all, and those at ranks that say something.
    ends: BySeat<f64>,
    ranked: BySeat<f64>,
}

fn word(bend: Option<Bend>) -> usize {
    bend.map_or(WORDS - 1, |bend| bend as usize)
}

/// What a sender with this hand would say.
fn holds(hand: Bag) -> Option<Bend> {
    Bend::ALL.into_iter().find(|bend| hand.has(bend.card()))
}

impl Collusion {
    /// A dead end is about to be placed: what it says, what it should say, and what it does to the way.
    fn dead_end(&mut self, truth: &Saboteur, seat: Seat, path: Path, cell: Cell) {
        let board = &truth.public().board;
        let rank = Ranking::of(board, path.card(), self.order).rank(path, cell);
        let (said, meant) = (rank.and_then(Bend::of_rank), holds(truth.private(seat).hand));
        self.counts.said[word(meant)][word(said)] += 1.0;
        self.ends[seat] += 1.0;
        let (digger, away) = (is_digger(truth, seat), leads_away(board, path, cell));
        let names = if digger { ["calls", "calls_away"] } else { ["blocks", "blocks_away"] };
        self.counts.add(names[0], 1.0);
        self.counts.add(names[1], f64::from(u8::from(away)));
        if said.is_some() {
            self.ranked[seat] += 1.0;
            self.counts.add("read", 1.0);
            self.counts.add("read_rightly", f64::from(u8::from(digger && said == meant)));
        }
    }

    /// A digger who digs a corner that leads no nearer answers a call: without one it would not.
    fn passage(&mut self, truth: &Saboteur, seat: Seat, path: Path, cell: Cell) {
        let board = &truth.public().board;
        let corner = Bend::ALL.iter().any(|bend| bend.card() == path.card());
        if corner && is_digger(truth, seat) {
            let map = board.distances();
            self.counts.add("answers", f64::from(u8::from(map.after(board, path, cell) >= map.now())));
        }
    }

    /// Every colluding digger beside every honest one: who has more dead ends, ties shared.
    fn detect(&mut self) {
        let (guilty, honest) =
            (self.diggers.minus(self.diggers.minus(self.colluders)), self.diggers.minus(self.colluders));
        for (one, other) in guilty.flat_map(|one| honest.map(move |other| (one, other))) {
            self.counts.add("pairs", 1.0);
            self.counts.add("pairs_ends", above(self.ends[one], self.ends[other]));
            self.counts.add("pairs_ranked", above(self.ranked[one], self.ranked[other]));
        }
    }
}

fn above(one: f64, other: f64) -> f64 {
    if one == other { 0.5 } else { f64::from(u8::from(one > other)) }
}

fn is_digger(truth: &Saboteur, seat: Seat) -> bool {
    truth.private(seat).role == Some(Role::Digger)
}

fn leads_away(board: &Board, path: Path, cell: Cell) -> bool {
    let map = board.distances();
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
        if let Some(end) = truth.public().end() {
            self.won = end.winner == Winner::Saboteurs;
        } else if matches!(truth.public().phase, Phase::Play(_)) && self.diggers.is_empty() {
            self.diggers = truth.public().all().filter(|seat| is_digger(truth, *seat)).collect();
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
        rate("agreed_win", "the same, of the rounds in which all who agreed are diggers"),
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
        let mut colluders = SeatSet::NONE;
        let mut agreed = SeatSet::NONE;
        for (seat, spec) in Seat::all(setting.entrants.len()).zip(&setting.entrants) {
            if spec.name == "colluder" {
                colluders = colluders.with(seat);
                if let Partners::Agreed(seats) = Pact::of(spec)?.partners {
                    agreed = seats;
                }
            }
        }
        if setting.paired && !agreed.is_empty() {
            return Err(SpecError::bad(
                "collusion: those who agreed on seats cannot change them: not `paired`",
            ));
        }
        let none = BySeat::new(MAX_SEATS, 0.0);
        let (counts, diggers) = (Counts::default(), SeatSet::NONE);
        Ok(Collusion { order, colluders, agreed, counts, won: false, diggers, ends: none, ranked: none })
    }

    fn columns(&self) -> Vec<String> {
        let said = (0..WORDS * WORDS).map(|place| format!("said_{}_{}", place / WORDS, place % WORDS));
        COLUMNS.map(String::from).into_iter().chain(said).collect()
    }

    fn begin(&mut self, _first: Seat) {
        let none = BySeat::new(MAX_SEATS, 0.0);
        (self.counts, self.won, self.diggers) = (Counts::default(), false, SeatSet::NONE);
        (self.ends, self.ranked) = (none, none);
    }

    fn end(&mut self, _payoffs: &Payoffs, row: &mut [f64]) {
        let won = f64::from(u8::from(self.won));
        self.counts.add("rounds", 1.0);
        self.counts.add("won", won);
        if !self.agreed.is_empty() && self.agreed.minus(self.diggers).is_empty() {
            self.counts.add("agreed", 1.0);
            self.counts.add("agreed_won", won);
        }
        self.detect();
        let counts = self.counts.columns.iter().chain(self.counts.said.as_flattened());
        row.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
    }

    fn share(measure: &str, row: &Row<'_>) -> Option<Share> {
        Some(match measure {
            "saboteurs_win" => row.share("won", "rounds"),
            "agreed_win" => row.share("agreed_won", "agreed"),
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
