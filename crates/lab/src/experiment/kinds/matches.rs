//! Work whose units are games, and the kind `match`, which notes nothing of them but how they end.

use std::borrow::Cow;
use std::ops::Range;

use agents::Playable;
use agents::measures::{BuildKind, Column, Formula, Lineup, Measure, Upcoming, Watch};
use table::{Params, Payoffs, RecordReader, RecordWriter, Seat, Spec, SpecError, Witness};

use super::{Batch, How, Row, Setting, Work};
use crate::bulk::{Bulk, Played, Seating};
use crate::error::LabError;
use crate::experiment::records::RecordFile;
use crate::matches::record;

/// The kind `match`, where a unit has this many seatings.
pub(super) fn matches<G: Playable>(seatings: usize) -> Row<G> {
    let places = |which: usize| -> Vec<usize> { (0..seatings).map(|seating| 2 * seating + which).collect() };
    let wins = Formula::Wins(places(WIN).into());
    Row {
        name: "match",
        about: "games among the entrants; a unit is one series of them (one game, most often), or one deal in every \
                seating if paired",
        axes: Vec::new(),
        columns: match seatings {
            1 => outcome(String::new()).into(),
            _ => (1..=seatings).flat_map(|seating| outcome(format!("_{seating}"))).collect(),
        },
        measures: vec![
            Measure::new("win_rate", "the first entrant's share of games won", wins).percent(),
            Measure::new("mean", "the first entrant's mean points", Formula::PerGame(places(POINTS).into())),
        ],
        method: How::Points,
    }
}

/// Where points and wins stand among the columns of a seating.
const POINTS: usize = 0;
const WIN: usize = 1;

fn outcome(seating: String) -> [Column; 2] {
    let column =
        |name: &str, about| Column { name: format!("{name}{seating}").into(), about: Cow::Borrowed(about) };
    [
        column(
            "points",
            "the first entrant's points, summed over the games of a series; when paired, points_1, points_2 and so on, one a seating",
        ),
        column("win", "its wins, a shared one in part, summed likewise; when paired win_1, win_2 and so on"),
    ]
}

/// Notes points and wins of the first entrant, a pair of columns a seating.
struct Points(Upcoming);

impl<G: Playable> Witness<G> for Points {}

impl<G: Playable> Watch<G> for Points {
    fn begin(&mut self, game: Upcoming) {
        self.0 = game;
    }

    fn end(&mut self, payoffs: &Payoffs, row: &mut [f64]) {
        let (pair, first) = (&mut row[2 * self.0.seating..], self.0.first);
        pair[POINTS] += payoffs.points[first];
        pair[WIN] += payoffs.wins[first];
    }
}

/// Games of one cell: rules and what is noted are of the game's own types from the plan to the last chunk.
pub(super) struct Games<G: Playable> {
    pub(super) setting: Setting,
    /// The axes that the kind reads.
    pub(super) axes: Spec,
    pub(super) rules: G::Rules,
    /// How many numbers are noted of a unit.
    pub(super) width: usize,
    pub(super) watching: Watching<G>,
}

/// Who notes what.
pub(super) enum Watching<G: Playable> {
    /// Points and wins, by nobody who has to look.
    Points,
    /// What a watch that is built so sees.
    Watch(BuildKind<G, Box<dyn Watch<G>>>),
}

/// Builds what a kind works with.
pub(super) fn with_axes<G: Playable, T>(
    axes: &Spec,
    setting: &Setting,
    rules: G::Rules,
    build: BuildKind<G, T>,
) -> Result<T, SpecError> {
    let lineup = Lineup { rules, entrants: &setting.entrants, paired: setting.paired };
    build(&mut Params::new(axes), &lineup)
}

impl<G: Playable> Games<G> {
    /// Builds the watch once, to see whether it can be built.
    pub(super) fn try_out(&self) -> Result<(), SpecError> {
        match self.watching {
            Watching::Points => Ok(()),
            Watching::Watch(build) => with_axes(&self.axes, &self.setting, self.rules, build).map(drop),
        }
    }

    /// Plays these units before a watch.
    fn play_before<W: Watch<G> + ?Sized>(
        &self,
        watch: &mut W,
        units: Range<u64>,
        keep: bool,
    ) -> Result<Batch, LabError> {
        let bulk = self.setting.bulk::<G>(self.rules, keep);
        let mut desk = bulk.desk()?;
        let mut values = vec![0.0; (units.end - units.start) as usize * self.width];
        let mut kept = Vec::new();
        for (unit, row) in units.zip(values.chunks_exact_mut(self.width)) {
            for (seating, sitting) in (unit * bulk.per_deal..(unit + 1) * bulk.per_deal).enumerate() {
                let first = first_seat(bulk.seating(sitting));
                desk.begin(sitting)?;
                for _ in 0..bulk.series {
                    watch.begin(Upcoming { first, seating, seed: desk.seeds().players });
                    let played = desk.play(&mut &mut *watch)?;
                    watch.end(&played.payoffs, row);
                    if keep {
                        kept.push(played);
                    }
                }
            }
        }
        let records = if keep { write_down(&bulk, kept) } else { Vec::new() };
        Ok(Batch { values, records })
    }
}

impl<G: Playable> Work for Games<G> {
    fn play(&self, units: Range<u64>, keep: bool) -> Result<Batch, LabError> {
        match self.watching {
            Watching::Points => {
                let nothing_yet = Upcoming { first: Seat::new(0), seating: 0, seed: 0 };
                self.play_before(&mut Points(nothing_yet), units, keep)
            }
            Watching::Watch(build) => {
                let mut watch = with_axes(&self.axes, &self.setting, self.rules, build)?;
                self.play_before(&mut *watch, units, keep)
            }
        }
    }

    /// Copies the records of a batch, each verified.
    fn copy_records(&self, records: &[u8], to: &mut RecordFile) -> Result<(), LabError> {
        let mut reader = RecordReader::new(records);
        while let Some(record) = to.verify(reader.read::<G>())? {
            to.write(record)?;
        }
        Ok(())
    }
}

/// Where the first entrant sits.
fn first_seat(seating: &Seating) -> Seat {
    Seat::new(seating.iter().position(|&entrant| entrant == 0).expect("each entrant sits"))
}

/// Whole units, as the records of a batch.
fn write_down<G: Playable>(bulk: &Bulk<'_, G>, games: Vec<Played<G>>) -> Vec<u8> {
    let (mut writer, of) = (RecordWriter::new(Vec::new()), games.len() as u64);
    for (index, played) in (0..).zip(games) {
        writer.write(&record(bulk, played, index, of)).expect("a buffer takes everything");
    }
    writer.finish().expect("a buffer takes everything")
}

#[cfg(test)]
mod tests {
    use super::super::tests::setting;
    use super::super::{Job, Rows};
    use super::*;
    use agents::columns;
    use agents::measures::Method;
    use games::Kuhn;
    use games::kuhn::Action;
    use table::Notation;

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

    fn job(entrants: &str, paired: bool) -> Job {
        let row = Row {
            name: "bets",
            about: "",
            axes: Vec::new(),
            columns: COLUMNS.to_vec(),
            measures: vec![
                Measure::rate("bet_rate", "bets a choice", &[BETS], &[ASKED]),
                Measure::ratio("bets", "bets a game", &[BETS], &[GAMES]),
            ],
            method: How::Own(Method::Watch(|_, _| Ok(Box::new(Bets { first: Seat::new(0), row: [0.0; 3] })))),
        };
        let setting = setting("kuhn", entrants, paired, &[]);
        let rules = Kuhn::read_rules(&setting.game, 2).unwrap();
        row.job(setting, rules, &["bet_rate".into(), "bets".into()]).unwrap()
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
            let [bet_rate, bets] = [0, 1].map(|measure| job.estimate(&job.measures[measure], &rows));
            assert_eq!((bets.n, bet_rate.n, games), (4000, 4000, if paired { 2.0 } else { 1.0 }));
            assert!((rows.iter().map(|row| row[ASKED]).sum::<f64>() / 4000.0 - asked).abs() < 0.03);
            let slack = |estimate: crate::stats::Estimate| 1.3 * (estimate.high - estimate.low);
            assert!((bets.value - asked / games / 2.0).abs() < slack(bets), "{bets:?}");
            assert!((bet_rate.value - 0.5).abs() < slack(bet_rate), "{bet_rate:?}");
        }
    }

    #[test]
    fn the_first_entrant_is_watched_wherever_it_sits() {
        let job = job("first,random", true);
        let never = job.estimate(&job.measures[0], &rows(&job, 200));
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
        let measures = ["win_rate".to_string(), "mean".to_string()];
        let job = Job::new("match", &measures, setting("kuhn", "first,first", true, &[])).unwrap();
        assert_eq!(job.names().collect::<Vec<_>>(), ["points_1", "win_1", "points_2", "win_2"]);
        let rows = rows(&job, 50);
        assert!(rows.iter().all(|row| row[0] == -row[2] && row[1] + row[3] == 1.0 && row[0] != 0.0));
        let [wins, mean] = [0, 1].map(|measure| job.estimate(&job.measures[measure], &rows));
        assert_eq!((wins.value, mean.value, job.games), (0.5, 0.0, 2));
    }
}
