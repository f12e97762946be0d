//! Kinds of work that play games and watch them: what is left to write is the witness.
//!
//! A [`Watch`] counts while a game is played and adds its counts to a row at the end. Counts add up, over the
//! games of a unit and over units, and every measure is one sum over another.

use std::marker::PhantomData;
use std::ops::{Index, Range};

use agents::{Seated, seat};
use table::{Notation, Payoffs, Seat, SpecError, Witness};

use super::matches::{copy, first_seat, write_down};
use super::{Batch, Job, Measure, Rows, Setting};
use crate::error::LabError;
use crate::experiment::records::RecordFile;
use crate::stats::{Estimate, LEVEL, Share, pooled, pooled_rate};

/// A witness that can say what it noted.
pub(super) trait Watch<G: Seated>: Witness<G> + Sized + 'static {
    /// What can be measured; [`Watch::share`] knows each of them.
    const MEASURES: &'static [Measure];

    /// One who watches the games of a cell, one after the other.
    fn new(setting: &Setting, rules: &G::Rules) -> Result<Self, SpecError>;

    /// The counts kept of every unit, by name.
    fn columns(&self) -> Vec<String>;

    /// A game begins; the first entrant sits here. What a watch draws for itself derives from the seed.
    fn begin(&mut self, first: Seat, seed: u64);

    /// The game is over: adds what was counted to the unit's row.
    fn end(&mut self, payoffs: &Payoffs, row: &mut [f64]);

    /// What one unit adds to the two sums of a measure; nothing if the measure is no ratio of sums.
    fn share(measure: &str, row: &Row<'_>) -> Option<Share>;

    /// What a measure that is no ratio of sums makes of all units.
    fn other(measure: &str, _noted: &Noted<'_>) -> Estimate {
        unreachable!("`{measure}` is a ratio of sums")
    }
}

/// The counts of one unit, by name: `row["hits"]`.
pub(super) struct Row<'a> {
    columns: &'a [String],
    values: &'a [f64],
}

impl<'a> Row<'a> {
    /// These counts under these names.
    #[cfg(test)]
    pub(super) fn new(columns: &'a [String], values: &'a [f64]) -> Row<'a> {
        Row { columns, values }
    }

    /// One count over another.
    pub(super) fn share(&self, part: &str, whole: &str) -> Share {
        Share { part: self[part], whole: self[whole] }
    }
}

impl Index<&str> for Row<'_> {
    type Output = f64;

    fn index(&self, name: &str) -> &f64 {
        let column = self.columns.iter().position(|column| column == name);
        &self.values[column.unwrap_or_else(|| panic!("no column `{name}` is kept"))]
    }
}

/// The counts of all units.
pub(super) struct Noted<'a> {
    columns: &'a [String],
    pub(super) rows: &'a Rows,
}

impl<'a> Noted<'a> {
    /// Unit by unit.
    pub(super) fn iter(&self) -> impl Iterator<Item = Row<'a>> {
        let columns = self.columns;
        self.rows.iter().map(move |values| Row { columns, values })
    }
}

/// The job of a kind whose games are watched by a `W`.
///
/// # Errors
/// Whatever cannot be built: rules, players, the watch itself.
pub(super) fn watched<G: Seated, W: Watch<G>>(setting: Setting) -> Result<Box<dyn Job>, LabError> {
    let rules = G::read_rules(&setting.game, setting.entrants.len())?;
    setting.entrants.iter().try_for_each(|spec| seat::<G>(spec, &rules).map(drop))?;
    let columns = W::new(&setting, &rules)?.columns();
    Ok(Box::new(Watched::<G, W> { setting, rules, columns, watch: PhantomData }))
}

struct Watched<G: Notation, W> {
    setting: Setting,
    rules: G::Rules,
    columns: Vec<String>,
    watch: PhantomData<fn() -> W>,
}

impl<G: Seated, W: Watch<G>> Job for Watched<G, W> {
    fn columns(&self) -> Vec<String> {
        self.columns.clone()
    }

    fn play(&self, units: Range<u64>, keep: bool) -> Result<Batch, LabError> {
        let bulk = self.setting.bulk::<G>(self.rules, keep);
        let (mut desk, mut watch) = (bulk.desk()?, W::new(&self.setting, &self.rules)?);
        let (mut values, mut kept) = (Vec::new(), Vec::new());
        for unit in units {
            let mut row = vec![0.0; self.columns.len()];
            for sitting in unit * bulk.per_deal..(unit + 1) * bulk.per_deal {
                desk.begin(sitting)?;
                for _ in 0..bulk.series {
                    watch.begin(first_seat(bulk.seating(sitting)), desk.seeds().players);
                    let played = desk.play(&mut watch)?;
                    watch.end(&played.payoffs, &mut row);
                    if keep {
                        kept.push(played);
                    }
                }
            }
            values.append(&mut row);
        }
        let records = if keep { write_down(&bulk, kept) } else { Vec::new() };
        Ok(Batch { values, records })
    }

    fn summarise(&self, measure: &str, rows: &Rows) -> Estimate {
        let rate = W::MEASURES.iter().any(|known| known.name == measure && known.rate);
        match self.shares(measure, rows) {
            None => W::other(measure, &Noted { columns: &self.columns, rows }),
            Some(units) if rate => pooled_rate(&units, LEVEL),
            Some(units) => pooled(&units, LEVEL),
        }
    }

    fn shares(&self, measure: &str, rows: &Rows) -> Option<Vec<Share>> {
        Noted { columns: &self.columns, rows }.iter().map(|row| W::share(measure, &row)).collect()
    }

    fn games(&self) -> u64 {
        self.setting.games()
    }

    fn records(&self) -> u64 {
        self.games()
    }

    fn copy_records(&self, records: &[u8], to: &mut RecordFile) -> Result<(), LabError> {
        copy::<G>(records, to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::Kuhn;
    use games::kuhn::Action;
    use table::{Spec, Witness};

    /// How often the first entrant bets where it could.
    struct Bets {
        first: Seat,
        asked: f64,
        bets: f64,
    }

    impl Witness<Kuhn> for Bets {
        fn asked(&mut self, _truth: &Kuhn, seat: Seat, _legal: &[Action], chosen: &Action) {
            if seat == self.first {
                self.asked += 1.0;
                self.bets += f64::from(u8::from(*chosen == Action::Bet));
            }
        }
    }

    impl Watch<Kuhn> for Bets {
        const MEASURES: &'static [Measure] = &[
            Measure { name: "bet_rate", about: "bets a choice", rate: true },
            Measure { name: "bets", about: "bets a game", rate: false },
        ];

        fn new(_setting: &Setting, _rules: &games::kuhn::Rules) -> Result<Bets, SpecError> {
            Ok(Bets { first: Seat::new(0), asked: 0.0, bets: 0.0 })
        }

        fn columns(&self) -> Vec<String> {
            ["games", "asked", "bets"].map(String::from).to_vec()
        }

        fn begin(&mut self, first: Seat, _seed: u64) {
            *self = Bets { first, asked: 0.0, bets: 0.0 };
        }

        fn end(&mut self, _payoffs: &Payoffs, row: &mut [f64]) {
            row.iter_mut().zip([1.0, self.asked, self.bets]).for_each(|(sum, count)| *sum += count);
        }

        fn share(measure: &str, row: &Row<'_>) -> Option<Share> {
            Some(row.share("bets", if measure == "bets" { "games" } else { "asked" }))
        }
    }

    fn job(entrants: &str, paired: bool) -> Box<dyn Job> {
        let (game, entrants) = (Spec::named("kuhn"), Spec::list(entrants).unwrap());
        let setting = Setting { game, entrants, paired, series: 1, situation: Vec::new(), seed: 3 };
        watched::<Kuhn, Bets>(setting).unwrap()
    }

    /// As A, `random` is asked once, and again after pass and bet: 1.25 times a game; as B, once.
    #[test]
    fn counts_add_up_over_seatings_and_units() {
        for (paired, asked) in [(false, 1.25), (true, 1.25 + 1.0)] {
            let job = job("random,random", paired);
            let values = job.play(0..4000, false).unwrap().values;
            let rows = Rows { width: 3, values };
            let games = job.games() as f64;
            let bets = job.summarise("bets", &rows);
            let bet_rate = job.summarise("bet_rate", &rows);
            assert_eq!((bets.n, bet_rate.n, games), (4000, 4000, if paired { 2.0 } else { 1.0 }));
            assert!((rows.iter().map(|row| row[1]).sum::<f64>() / 4000.0 - asked).abs() < 0.03);
            let slack = |estimate: Estimate| 1.3 * (estimate.high - estimate.low);
            assert!((bets.value - asked / games / 2.0).abs() < slack(bets), "{bets:?}");
            assert!((bet_rate.value - 0.5).abs() < slack(bet_rate), "{bet_rate:?}");
        }
    }

    #[test]
    fn the_first_entrant_is_watched_wherever_it_sits() {
        let job = job("first,random", true);
        let rows = Rows { width: 3, values: job.play(0..200, false).unwrap().values };
        let never = job.summarise("bet_rate", &rows);
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
}
