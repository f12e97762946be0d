//! What a watch notes, over seatings and units; and the kind `match`.

use catalog::columns;
use catalog::kinds::{KindRow, Measure, Method, Upcoming, Watch};
use games::Kuhn;
use games::kuhn::Action;
use table::{Payoffs, Seat, Witness};

use super::super::{Job, Rows};
use super::{all_of, setting};

columns! { COLUMNS:
    GAMES "games" "games",
    ASKED "asked" "choices of the first entrant",
    BETS "bets" "those that were bets",
}

/// How often the first entrant bets where it could.
struct Bets {
    first: Seat,
    row: [f64; 3],
}

impl Witness<Kuhn> for Bets {
    fn asked(&mut self, _truth: &Kuhn, seat: Seat, _legal: &[Action], chosen: &Action) {
        if seat == self.first {
            self.row[ASKED] += 1.0;
            self.row[BETS] += f64::from(u8::from(*chosen == Action::Bet));
        }
    }
}

impl Watch<Kuhn> for Bets {
    fn begin(&mut self, game: Upcoming) {
        *self = Bets { first: game.first, row: [1.0, 0.0, 0.0] };
    }

    fn end(&mut self, _payoffs: &Payoffs, row: &mut [f64]) {
        row.iter_mut().zip(self.row).for_each(|(sum, count)| *sum += count);
    }
}

static BETTING: KindRow<Kuhn> = KindRow {
    name: "bets",
    about: "",
    axes: &[],
    columns: &[COLUMNS],
    measures: &[
        Measure::rate("bet_rate", "bets a choice", &[BETS], &[ASKED]),
        Measure::ratio("bets", "bets a game", &[BETS], &[GAMES]),
    ],
    method: Method::Watch(|_, _| Ok(Box::new(Bets { first: Seat::new(0), row: [0.0; 3] }))),
};

fn job(entrants: &str, paired: bool) -> Job {
    let setting = setting("bets", "kuhn", entrants, paired, &[]);
    Job::of(&*BETTING.kind(), &["bet_rate".into(), "bets".into()], &setting).unwrap()
}

fn rows(job: &Job, units: u64) -> Rows {
    Rows { width: job.columns.len(), values: job.play(0..units, false).unwrap().values }
}

/// As A, `random` is asked once, and again after pass and bet: 1.25 times a game; as B, once.
#[test]
fn counts_add_up_over_seatings_and_units() {
    for (paired, asked) in [(false, 1.25), (true, 1.25 + 1.0)] {
        let job = job("random,random", paired);
        let rows = rows(&job, 4000);
        let games = job.games as f64;
        let [bet_rate, bets] = [0, 1].map(|measure| job.estimate(&job.measures[measure], &rows, 200));
        assert_eq!((bets.n, bet_rate.n, games), (4000, 4000, if paired { 2.0 } else { 1.0 }));
        assert!((rows.iter().map(|row| row[ASKED]).sum::<f64>() / 4000.0 - asked).abs() < 0.03);
        let slack = |estimate: crate::stats::Figure| 1.3 * (estimate.high - estimate.low);
        assert!((bets.value - asked / games / 2.0).abs() < slack(bets), "{bets:?}");
        assert!((bet_rate.value - 0.5).abs() < slack(bet_rate), "{bet_rate:?}");
    }
}

#[test]
fn the_first_entrant_is_watched_wherever_it_sits() {
    let job = job("first,random", true);
    let never = job.estimate(&job.measures[0], &rows(&job, 200), 200);
    assert_eq!((never.value, never.low), (0.0, 0.0));
    assert!(never.high > 0.0 && never.high < 0.03, "no bet was seen, which is not to say there is none");
}

#[test]
fn chunks_do_not_matter_and_games_can_be_kept() {
    let job = job("random,first", true);
    let whole = job.play(0..20, true).unwrap();
    let parts: Vec<f64> =
        [0..7, 7..20].into_iter().flat_map(|units| job.play(units, false).unwrap().values).collect();
    assert_eq!(whole.values, parts);
    assert!(!whole.records.is_empty());
}

/// In a zero-sum game for two, what one earns in both seatings of a deal with itself is nothing.
#[test]
fn points_and_wins_of_every_seating_stand_apart() {
    let job = all_of("match", &setting("match", "kuhn", "first,first", true, &[])).unwrap();
    assert_eq!(job.names().collect::<Vec<_>>(), ["points_1", "win_1", "points_2", "win_2"]);
    let rows = rows(&job, 50);
    assert!(rows.iter().all(|row| row[0] == -row[2] && row[1] + row[3] == 1.0 && row[0] != 0.0));
    let [wins, mean] = [0, 1].map(|measure| job.estimate(&job.measures[measure], &rows, 200));
    assert_eq!((wins.value, mean.value, job.games), (0.5, 0.0, 2));
}
