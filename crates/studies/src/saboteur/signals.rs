//! The kind `signals`: saboteurs who find each other by signs, what they tell each other, who can see it, and whether it helps.

use games::Saboteur;
use games::saboteur::{Action, End, Phase, Role, Winner};
use table::{
    BySeat, EventOf, Game, MAX_SEATS, Param, Params, Payoffs, Seat, SeatSet, Spec, SpecError, Witness,
};

use super::information::{information, joint};
use super::is;
use catalog::columns;
use catalog::kinds::{Column, Formula, KindRow, Lineup, Measure, Method, Upcoming, Watch};
use players::saboteur::{FindBy, Finder, Held, SIGNS, Scheme};

columns! { COUNTS:
    ROUNDS "rounds" "rounds played",
    WON "won" "those that saboteurs won",
    HELLOS "hellos" "deeds of saboteurs who are hidden yet, which could say here",
    HELLO_HITS "hello_hits" "those that did",
    OTHERS "others" "the same of diggers, who do not know the signs",
    OTHER_HITS "other_hits" "those that did",
    TOLD "told" "later deeds of saboteurs that could say what they hold",
    HEARD "heard" "those of somebody whom another saboteur takes for a fellow",
    HEARD_RIGHTLY "heard_rightly" "those of them whose sign is what the hand holds",
    ASKED "asked" "saboteurs of rounds that last until `turn`",
    FOUND "found" "those who then take the other saboteurs for fellows and nobody else",
    WRONG "wrong" "those who then take a digger for a fellow",
    ROLES "roles" "pairs of a saboteur and a digger at `turn`",
    ROLES_HITS "roles_hits" "those in which the saboteur has said here more often; ties count half",
    PAIRS "pairs" "pairs of a signalling and another saboteur",
    PAIRS_HITS "pairs_hits" "those in which the first says here more often a round; ties count half",
    PAIRS_ENDS "pairs_ends" "the same with dead ends",
    PAIRS_FALLS "pairs_falls" "the same with rockfalls",
    ENDS "ends" "dead ends that saboteurs placed",
    FALLS "falls" "rockfalls that they played",
    BREAKS "breaks" "break cards that they played",
}

const TURN: Param = Param::number(
    "turn",
    "12",
    "after so many cards of the round it is asked who takes whom for a fellow",
    1.0,
    67.0,
);

/// What can be understood: a word, or nothing.
const UNDERSTOOD: usize = SIGNS + 1;
/// Where the counts of what is held and understood begin.
const SAID: usize = COUNTS.len();
const SAID_COLUMNS: &[Column] = &[
    said("said_0_0"),
    said("said_0_1"),
    said("said_0_2"),
    said("said_0_3"),
    said("said_0_4"),
    said("said_1_0"),
    said("said_1_1"),
    said("said_1_2"),
    said("said_1_3"),
    said("said_1_4"),
    said("said_2_0"),
    said("said_2_1"),
    said("said_2_2"),
    said("said_2_3"),
    said("said_2_4"),
    said("said_3_0"),
    said("said_3_1"),
    said("said_3_2"),
    said("said_3_3"),
    said("said_3_4"),
];
const WIDTH: usize = SAID + SAID_COLUMNS.len();

const fn said(name: &'static str) -> Column {
    let about = "saboteurs' later deeds by what the hand holds and what a fellow understands: 0 no harm, 1 a break card, 2 a \
                 dead end, 3 a rockfall, 4 is not heard";
    Column::new(name, about)
}

pub(super) const SIGNALS: KindRow<Saboteur> = KindRow {
    name: "signals",
    about: "saboteurs who find each other by signs and tell what they hold: how often they win, what is understood, and \
            whether a third player can tell; the first entrant says how (`finds`)",
    axes: &[&[TURN]],
    columns: &[COUNTS, SAID_COLUMNS],
    measures: &[
        Measure::rate("saboteurs_win", "the share of rounds that saboteurs win", &[WON], &[ROUNDS]),
        Measure::new(
            "bits",
            "what fellows understand of what saboteurs hold, in bits a round",
            Formula::Resampled(bits),
        ),
        Measure::new(
            "bits_a_deed",
            "the same in bits a deed that could say it",
            Formula::Resampled(bits_a_deed),
        ),
        Measure::rate("heard", "of the deeds that could say it, how many a fellow hears", &[HEARD], &[TOLD]),
        Measure::rate("rightly", "of these, how many say what the hand holds", &[HEARD_RIGHTLY], &[HEARD]),
        Measure::rate(
            "here",
            "of the deeds of saboteurs who are hidden yet, how many say here",
            &[HELLO_HITS],
            &[HELLOS],
        ),
        Measure::rate(
            "here_others",
            "the same of diggers, who do not know the signs",
            &[OTHER_HITS],
            &[OTHERS],
        ),
        Measure::rate(
            "found",
            "how many saboteurs know their fellows at `turn`, all and no others",
            &[FOUND],
            &[ASKED],
        ),
        Measure::rate("wrong", "how many take a digger for a fellow then", &[WRONG], &[ASKED]),
        Measure::rate(
            "auc_role",
            "how often a saboteur has said here more often than a digger by then; ties count half",
            &[ROLES_HITS],
            &[ROLES],
        ),
        Measure::rate(
            "auc_here",
            "how often a signalling saboteur says here more often than another; ties count half",
            &[PAIRS_HITS],
            &[PAIRS],
        ),
        Measure::rate("auc_ends", "the same with dead ends", &[PAIRS_ENDS], &[PAIRS]),
        Measure::rate("auc_falls", "the same with rockfalls", &[PAIRS_FALLS], &[PAIRS]),
        Measure::ratio("ends", "dead ends a round that saboteurs place", &[ENDS], &[ROUNDS]),
        Measure::ratio("falls", "rockfalls a round that they play", &[FALLS], &[ROUNDS]),
        Measure::ratio("breaks", "break cards a round that they play", &[BREAKS], &[ROUNDS]),
    ],
    method: Method::Watch(|params, lineup| Ok(Box::new(Signals::new(params, lineup)?))),
};

struct Signals {
    find: FindBy,
    turn: usize,
    /// The seats of those who signal.
    signallers: SeatSet,
    finder: Finder,
    row: [f64; WIDTH],
    /// The saboteurs of this round; nobody before it begins and once it is over.
    saboteurs: SeatSet,
    /// Whether it was asked in this round who takes whom for a fellow.
    asked: bool,
    /// What each seat did as a saboteur, in all rounds of the game.
    done: BySeat<Done>,
}

/// What a seat did as a saboteur.
#[derive(Clone, Copy, Default)]
struct Done {
    rounds: f64,
    hits: f64,
    ends: f64,
    falls: f64,
}

/// 1 if the first is more, 0 if the other is, a half for as many.
fn above(one: f64, other: f64) -> f64 {
    if one == other { 0.5 } else { is(one > other) }
}

impl Signals {
    fn new(params: &mut Params<'_>, lineup: &Lineup<'_, Saboteur>) -> Result<Signals, SpecError> {
        let scheme = |spec: &Spec| (spec.name == "signaller").then(|| Scheme::of(spec)).transpose();
        let find = scheme(&lineup.entrants[0])?.map_or(FindBy::Nothing, |scheme| scheme.finds);
        if lineup.paired {
            return Err(SpecError::bad(
                "signals: the first entrants signal, so nobody changes seats: not `paired`",
            ));
        }
        let mut signallers = SeatSet::NONE;
        for (seat, spec) in Seat::all(lineup.entrants.len()).zip(lineup.entrants) {
            let signs = scheme(spec)?.is_some_and(|scheme| scheme.signs);
            signallers = if signs { signallers.with(seat) } else { signallers };
        }
        Ok(Signals {
            find,
            turn: params.number(&TURN)?,
            signallers,
            finder: Finder::new(find),
            row: [0.0; WIDTH],
            saboteurs: SeatSet::NONE,
            asked: false,
            done: BySeat::new(MAX_SEATS, Done::default()),
        })
    }

    /// The saboteurs that one in this seat takes for its fellows now.
    fn fellows(&self, truth: &Saboteur, seat: Seat) -> SeatSet {
        self.finder.fellows(truth.public(), seat, self.saboteurs)
    }

    /// A saboteur is about to do something that everybody sees: the harm it does, and what it says.
    fn deed(&mut self, truth: &Saboteur, seat: Seat, action: &Action) {
        match action {
            Action::Dig(path, _) if path.is_dead_end() => {
                self.row[ENDS] += 1.0;
                self.done[seat].ends += 1.0;
            }
            Action::Rockfall(_) => {
                self.row[FALLS] += 1.0;
                self.done[seat].falls += 1.0;
            }
            Action::Break(..) => self.row[BREAKS] += 1.0,
            _ => {}
        }
        let Some(said) = self.finder.signs().said(truth.public(), seat, action) else { return };
        if self.finder.is_hidden(seat) {
            self.row[HELLOS] += 1.0;
            self.row[HELLO_HITS] += is(said == 0);
            self.done[seat].hits += is(said == 0);
        } else {
            self.word(truth, seat, said);
        }
    }

    /// A saboteur says what it holds, and others hear it or not.
    fn word(&mut self, truth: &Saboteur, seat: Seat, said: usize) {
        let held = Held::of(truth.private(seat).hand) as usize;
        let others = self.saboteurs.without(seat);
        let heard = others.into_iter().any(|other| self.fellows(truth, other).contains(seat));
        let understood = if heard { said } else { SIGNS };
        self.row[TOLD] += 1.0;
        self.row[HEARD] += is(heard);
        self.row[HEARD_RIGHTLY] += is(heard && said == held);
        self.row[SAID + held * UNDERSTOOD + understood] += 1.0;
    }

    /// Who takes whom for a fellow now, and who has said "here" more often.
    fn ask(&mut self, truth: &Saboteur) {
        self.asked = true;
        let diggers = SeatSet::all(truth.public().rules.seats.into()).minus(self.saboteurs);
        let hits = |seat| f64::from(self.finder.signs().hellos(seat).1);
        for seat in self.saboteurs {
            let (fellows, others) = (self.fellows(truth, seat), self.saboteurs.without(seat));
            if !others.is_empty() {
                self.row[ASKED] += 1.0;
                self.row[FOUND] += is(fellows == others);
                self.row[WRONG] += is(!fellows.and(diggers).is_empty());
            }
            self.row[ROLES] += diggers.len() as f64;
            self.row[ROLES_HITS] += diggers.map(|other| above(hits(seat), hits(other))).sum::<f64>();
        }
    }

    /// Every signalling saboteur beside every other one: who does more a round, ties shared.
    fn detect(&mut self) {
        let acted: SeatSet = Seat::all(MAX_SEATS).filter(|seat| self.done[*seat].rounds > 0.0).collect();
        let honest = acted.minus(self.signallers);
        for (one, other) in acted.and(self.signallers).flat_map(|one| honest.map(move |other| (one, other))) {
            let (one, other) = (self.done[one], self.done[other]);
            let more =
                |count: fn(&Done) -> f64| above(count(&one) / one.rounds, count(&other) / other.rounds);
            self.row[PAIRS] += 1.0;
            self.row[PAIRS_HITS] += more(|done| done.hits);
            self.row[PAIRS_ENDS] += more(|done| done.ends);
            self.row[PAIRS_FALLS] += more(|done| done.falls);
        }
    }

    fn begin_round(&mut self, truth: &Saboteur) {
        let sabotages = |seat: &Seat| truth.private(*seat).role == Some(Role::Saboteur);
        self.saboteurs = truth.public().all().filter(sabotages).collect();
        self.asked = false;
        self.saboteurs.for_each(|seat| self.done[seat].rounds += 1.0);
    }

    fn end_round(&mut self, end: &End) {
        self.row[ROUNDS] += 1.0;
        self.row[WON] += is(end.winner == Winner::Saboteurs);
        self.saboteurs = SeatSet::NONE;
    }
}

impl Witness<Saboteur> for Signals {
    fn asked(&mut self, truth: &Saboteur, seat: Seat, _legal: &[Action], chosen: &Action) {
        if self.saboteurs.contains(seat) {
            self.deed(truth, seat, chosen);
        } else if self.finder.is_hidden(seat) {
            let said = self.finder.signs().said(truth.public(), seat, chosen);
            self.row[OTHERS] += is(said.is_some());
            self.row[OTHER_HITS] += is(said == Some(0));
        }
    }

    fn see(&mut self, truth: &Saboteur, _event: &EventOf<Saboteur>) {
        let (begun, public) = (!self.saboteurs.is_empty(), truth.public());
        self.finder.see(public);
        match public.end() {
            Some(end) if begun => self.end_round(end),
            None if !begun && matches!(public.phase, Phase::Play(_)) => self.begin_round(truth),
            None if begun && !self.asked && public.turns() >= self.turn => self.ask(truth),
            _ => {}
        }
    }
}

impl Watch<Saboteur> for Signals {
    fn begin(&mut self, _game: Upcoming) {
        (self.row, self.saboteurs, self.finder) = ([0.0; WIDTH], SeatSet::NONE, Finder::new(self.find));
        self.done = BySeat::new(MAX_SEATS, Done::default());
    }

    fn end(&mut self, _payoffs: &Payoffs, row: &mut [f64]) {
        self.detect();
        row.iter_mut().zip(self.row).for_each(|(sum, count)| *sum += count);
    }
}

/// What is held and what is understood, counted over all units.
fn held_and_understood(rows: &[&[f64]]) -> [f64; SIGNS * UNDERSTOOD] {
    joint(rows, SAID)
}

/// The mutual information of what is held and what is understood, times the deeds a round that could say it.
fn bits(rows: &[&[f64]]) -> f64 {
    let rounds: f64 = rows.iter().map(|row| row[ROUNDS]).sum();
    information(&held_and_understood(rows), UNDERSTOOD) / rounds.max(1.0)
}

/// The mutual information of what is held and what is understood.
fn bits_a_deed(rows: &[&[f64]]) -> f64 {
    let joint = held_and_understood(rows);
    information(&joint, UNDERSTOOD) / joint.iter().sum::<f64>().max(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{noted, watch};

    const GAME: &str = "saboteur(board=papers,rounds=1,saboteurs=2,score=win,hand=4)";

    /// B and C are the saboteurs. B says "here" by a lantern of its neighbour, which shows it; then that it holds nothing, by a cart three seats
    /// on, and that it holds a rockfall, though it has a dead end. C has seen what B did and knows it; B does not know C, who has said
    /// nothing yet, and whose rockfall is no "here". Nor is A's tunnel.
    const SCRIPT: &str = "
        goals gold stone-DL stone-UL · first A
        role A digger · role B saboteur · role C saboteur · role D digger
        deal A LR · deal A map · deal A map · deal A map
        deal B break-lantern · deal B break-cart · deal B break-pickaxe · deal B xUD
        deal C map · deal C map · deal C map · deal C rockfall
        deal D UD · deal D UD · deal D UD · deal D UD
        A digs LR 2,3 · draw A UL · B breaks lantern of C · draw B UL · C discards map · draw C UL · D discards UD · draw D UL
        A discards map · draw A DL · B breaks cart of A · draw B DL · C discards map · draw C DL · D discards UD · draw D DL
        A discards map · draw A DL · B breaks pickaxe of A · draw B UDLR · C collapses 2,3
    ";

    fn counted(entrants: &str) -> Vec<f64> {
        noted(&SIGNALS, watch(&SIGNALS, GAME, entrants, "turn=8").unwrap(), SCRIPT)
    }

    #[test]
    fn what_is_said_and_heard_is_counted() {
        let row = counted("signaller,signaller,signaller,signaller");
        for (column, count) in [
            (ROUNDS, 0.0),
            (HELLOS, 2.0),
            (HELLO_HITS, 1.0),
            (OTHERS, 1.0),
            (OTHER_HITS, 0.0),
            (TOLD, 2.0),
            (HEARD, 2.0),
            (HEARD_RIGHTLY, 0.0),
            (SAID + 2 * UNDERSTOOD, 1.0),
            (SAID + 2 * UNDERSTOOD + 3, 1.0),
            (ASKED, 2.0),
            (FOUND, 1.0),
            (WRONG, 0.0),
            (ROLES, 4.0),
            (ROLES_HITS, 3.0),
            (PAIRS, 0.0),
            (ENDS, 0.0),
            (FALLS, 1.0),
            (BREAKS, 3.0),
        ] {
            assert_eq!(row[column], count, "column {column}");
        }
    }

    #[test]
    fn who_finds_nobody_hears_nothing() {
        let row = counted("signaller(finds=nothing),papers,papers,papers");
        assert_eq!([row[HEARD], row[FOUND], row[SAID + 2 * UNDERSTOOD + SIGNS]], [0.0, 0.0, 2.0]);
        let row = counted("signaller(finds=told),papers,papers,papers");
        assert_eq!([row[HEARD], row[FOUND]], [2.0, 2.0]);
    }

    /// B signals and C does not: B has said "here" more often, C played the rockfall.
    #[test]
    fn a_signalling_saboteur_stands_beside_another() {
        let row = counted("signaller,signaller,papers,papers");
        assert_eq!(row[PAIRS..=PAIRS_FALLS], [1.0, 1.0, 0.5, 0.0]);
        let row = counted("signaller,signaller(signs=no),papers,papers");
        assert_eq!(row[PAIRS], 0.0, "who gives no signs is an honest player");
    }

    #[test]
    fn information_is_of_what_is_held_and_understood() {
        let unit = |held: usize, understood: usize| {
            let mut unit = [0.0; WIDTH];
            (unit[ROUNDS], unit[SAID + held * UNDERSTOOD + understood]) = (2.0, 1.0);
            unit
        };
        let found = |units: &[[f64; WIDTH]]| bits(&units.iter().map(|unit| &unit[..]).collect::<Vec<_>>());
        let told: Vec<_> = (0..SIGNS).map(|word| unit(word, word)).collect();
        assert!((found(&told) - 1.0).abs() < 1e-12, "two bits every other round");
        let unheard: Vec<_> = (0..SIGNS).map(|word| unit(word, SIGNS)).collect();
        assert!(found(&unheard).abs() < 1e-12);
        let rows: Vec<_> = told.iter().map(|unit| &unit[..]).collect();
        assert!((bits_a_deed(&rows) - 2.0).abs() < 1e-12);
    }

    #[test]
    fn changing_seats_is_refused() {
        let entrants = Spec::list("signaller,papers,papers,papers").unwrap();
        let rules = <Saboteur as table::Notation>::read_rules(&GAME.parse().unwrap(), 4).unwrap();
        let lineup = Lineup { rules, entrants: &entrants, paired: true };
        let refused = Signals::new(&mut Params::new(&"signals".parse().unwrap()), &lineup).err().unwrap();
        assert!(refused.to_string().contains("not `paired`"), "{refused}");
    }
}
